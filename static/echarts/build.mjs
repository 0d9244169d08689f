// Bundles entry.js into the file named by the first argument, and writes VERSIONS and licenses/
// beside it. Run by build.sh. No clock, no path and no machine gets into the results.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { minify } from 'terser';

const out = process.argv[2];

// A bundled package that is not named here stops the build: its licence must ship too.
const licenceFiles = {
  echarts: ['LICENSE', 'NOTICE', 'licenses/LICENSE-d3'],
  zrender: ['LICENSE'],
  tslib: ['LICENSE.txt'],
};

const text = async (name, file) => (await readFile(join('node_modules', name, file), 'utf8')).trimEnd() + '\n';
const manifest = async (name) => JSON.parse(await text(name, 'package.json'));

// esbuild bundles, terser minifies: together some 8 KB smaller after gzip than esbuild alone.
const { outputFiles, metafile } = await build({
  entryPoints: ['entry.js'],
  outfile: 'echarts.js',
  bundle: true,
  write: false,
  metafile: true,
  format: 'iife',
  globalName: 'echarts',
  target: 'es2020',
  define: { 'process.env.NODE_ENV': '"production"' },
  minifySyntax: true,
  legalComments: 'none', // the banner has them
  logLevel: 'warning',
});

const [output] = Object.values(metafile.outputs);
const bundled = new Set();
for (const input of Object.keys(output.inputs)) {
  const match = input.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//);
  if (match) bundled.add(match[1]);
}
const packages = [];
for (const name of [...bundled].sort()) {
  if (!licenceFiles[name]) throw new Error(`${name} is bundled, but its licence files are not named in build.mjs`);
  const { version, license } = await manifest(name);
  packages.push({ name, version, license });
}

// A single page carries this file without licenses/, so the banner holds what must go along.
const display = { echarts: 'Apache ECharts' };
const banner = `/*!
${packages.map((p) => `${display[p.name] ?? p.name} ${p.version} (${p.license})`).join(', ')}
A custom build: parts of these packages, bundled and minified.

${await text('echarts', 'NOTICE')}
Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0

zrender: ${await text('zrender', 'LICENSE')}*/`;

const { code } = await minify(outputFiles[0].text, {
  ecma: 2020,
  compress: { passes: 2 },
  // ASCII alone reads the same whatever charset a server declares.
  format: { ascii_only: true, comments: false, preamble: banner },
});
const script = code + '\n';
await writeFile(out, script);

const licences = join(dirname(out), 'licenses');
await mkdir(licences, { recursive: true });
for (const p of packages) {
  p.files = [];
  for (const file of licenceFiles[p.name]) {
    const target = `${p.name}-${file.split('/').pop().replace(/\.txt$/, '')}.txt`;
    await writeFile(join(licences, target), await text(p.name, file));
    p.files.push(`licenses/${target}`);
  }
}

const list = (await readFile('entry.js', 'utf8')).match(/use\(\[([^\]]*)\]\)/)[1];
const parts = list.replace(/\/\/.*/g, '').split(',').map((part) => part.trim()).filter(Boolean);
const tools = [];
for (const name of ['esbuild', 'terser']) tools.push(`${name} ${(await manifest(name)).version}`);

await writeFile(join(dirname(out), 'VERSIONS'), `Code of others in this folder. Written by echarts/build.sh, not by hand.

echarts.min.js
  sha256: ${createHash('sha256').update(script).digest('hex')}
${packages.map((p) => `  package: ${p.name} ${p.version}, ${p.license} (${p.files.join(', ')})`).join('\n')}
  contains: ${parts.join(', ')}
  built with: ${tools.join(', ')}
`);
