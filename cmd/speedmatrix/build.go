package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/render"
)

const buildUsage = `Make a site of all bundles in a folder: static files for GitHub Pages or any
other host, which can also be opened from disk.

Usage:

  speedmatrix build [RESULTS] [-o public] [--base /x/] [--strict]

RESULTS is the folder with the bundles (ID.json) and their notes (ID.md), in it
and below it. Default: results

  -o, --output DIR   where to write. Default: public. A folder that holds other
                     things than a site of ours is left as it is
  --base /x/         where the site will lie on its host, if site.json does not
                     say it. Only the page for missing addresses needs it; all
                     other links are relative
  --strict           stop at the first bundle with an error, and write nothing

Bundles with errors are named and left out; the site is made of the others, and
the exit code is 1.

Examples:

  speedmatrix build
  speedmatrix build results -o public --base /speedmatrix/
`

// gcPercent lets the heap grow further than usual between collections: a build makes much garbage and
// holds little, so that a third of its time would go into looking for it.
const gcPercent = 400

// largestSite is what GitHub Pages takes.
const largestSite = 1 << 30

func runBuild(ctx context.Context, args []string, std streams) error {
	flags := newFlags("build")
	output := flags.StringP("output", "o", "public", "")
	base := flags.String("base", "", "")
	strict := flags.Bool("strict", false, "")
	if err := parse(flags, args, 0, 1, "one folder"); err != nil {
		return err
	}
	results := "results"
	if flags.NArg() == 1 {
		results = flags.Arg(0)
	}
	if *output == "-" {
		return misuse{"build writes a folder, not standard output", "for one bundle: speedmatrix page BUNDLE -o -"}
	}
	home, err := sitePath(*base)
	if err != nil {
		return err
	}
	if err := checkFolders(results, *output); err != nil {
		return err
	}
	started := time.Now()
	debug.SetGCPercent(gcPercent)
	p := newProgress(std.err)
	site, written, err := render.Build(ctx, os.DirFS(results), *output, render.Options{Base: home, Version: version(), Strict: *strict}, render.WriteOptions{Progress: p.step})
	p.end()
	if site != nil {
		for _, p := range located(results, site.Problems()) {
			fmt.Fprintln(std.err, p)
		}
	}
	switch {
	case errors.Is(err, render.ErrStrict):
		return hinted{fmt.Errorf("build %s: %w: nothing was written", results, err), "without --strict the site is made of the bundles that can be used"}
	case errors.Is(err, render.ErrNoBundles):
		return hinted{fmt.Errorf("build %s: %w", results, err), "a result is a file ID.json in that folder or below it"}
	case err != nil:
		return fmt.Errorf("build %s: %w", results, err)
	}
	fmt.Fprintln(std.err, bundle.Printable(*output)+": "+writtenText(written, time.Since(started)))
	if written.Bytes > largestSite {
		fmt.Fprintln(std.err, "warning: GitHub Pages takes sites up to 1 GB")
	}
	if n := site.LeftOut(); n > 0 {
		return fmt.Errorf("build %s: %s left out, for the reasons above", results, counted(n, "bundle", "bundles"))
	}
	if bundle.HasErrors(site.Problems()) {
		return fmt.Errorf("build %s: not all of it could be used, for the reasons above", results)
	}
	return nil
}

func writtenText(w render.Written, took time.Duration) string {
	text := fmt.Sprintf("%s, %s, %.1f s", counted(w.Pages, "page", "pages"), sizeText(w.Bytes), took.Seconds())
	// files.json, one of the files, changes with any other but is not counted
	switch same := w.Files - 1 - w.Changed; {
	case w.Changed == 0:
		text += fmt.Sprintf("; all %d files unchanged", w.Files)
	case same > 0:
		text += fmt.Sprintf("; %d of %d files unchanged", same, w.Files)
	}
	if w.Removed > 0 {
		text += fmt.Sprintf(", %d removed", w.Removed)
	}
	return text
}

// sitePath is a path with slashes at both ends, "" for none.
func sitePath(base string) (string, error) {
	if base == "" {
		return "", nil
	}
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "" || u.Host != "" || u.RawQuery != "" || u.Fragment != "" || !strings.HasPrefix(base, "/") {
		hint := "--base is the path of the site on its host, such as /speedmatrix/"
		if err == nil && u.Host != "" && u.Path != "" {
			hint = "did you mean --base " + u.Path + "?"
		}
		return "", misuse{"not a path: --base " + base, hint}
	}
	return strings.TrimRight(base, "/") + "/", nil
}

// checkFolders refuses a folder of results that is none, and an output that would be read as results
// or would hold them.
func checkFolders(results, output string) error {
	info, err := os.Stat(results)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return hinted{fmt.Errorf("read results: %s: no such folder", results), "name the folder with the bundles: speedmatrix build FOLDER"}
	case err != nil:
		return fmt.Errorf("read results: %w", err)
	case !info.IsDir():
		return hinted{fmt.Errorf("%s is not a folder", results), "for one bundle: speedmatrix page " + results}
	}
	if out, err := os.Stat(output); err == nil && !out.IsDir() {
		return fmt.Errorf("%s is not a folder: nothing was written", output)
	}
	from, err := realPath(results)
	if err != nil {
		return err
	}
	to, err := realPath(output)
	if err != nil {
		return err
	}
	hint := "choose an output folder beside the results with -o"
	switch {
	case within(to, from):
		return hinted{fmt.Errorf("the output %s lies in the results %s, which would then be read as results", output, results), hint}
	case within(from, to):
		return hinted{fmt.Errorf("the results %s lie in the output %s, which belongs to the site alone", results, output), hint}
	}
	return nil
}

// realPath is a path without links, as far as it exists.
func realPath(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	rest := ""
	for {
		real, err := filepath.EvalSymlinks(name)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		if _, linkErr := os.Lstat(name); linkErr == nil || !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("%s: a link that leads nowhere: nothing was written", name)
		}
		name, rest = filepath.Dir(name), filepath.Join(filepath.Base(name), rest)
	}
}

// within tells whether a path is a folder or lies below it. It asks the file system, which may not
// care for upper and lower case.
func within(name, folder string) bool {
	outer, err := os.Stat(folder)
	if err != nil {
		return false
	}
	for {
		if info, err := os.Stat(name); err == nil && os.SameFile(info, outer) {
			return true
		}
		up := filepath.Dir(name)
		if up == name {
			return false
		}
		name = up
	}
}
