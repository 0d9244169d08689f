#!/usr/bin/env bash
# Builds echarts.min.js from the pinned packages:
#
#   ./build.sh [OUT]      (default: ../echarts.min.js)
#
# Writes OUT, and beside it VERSIONS and licenses/. Needs bash, Node 20 or later and npm; asks
# npm's registry for the packages and nobody else for anything. The same lock gives the same bytes.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:-$here/../echarts.min.js}
mkdir -p "$(dirname "$out")"
out=$(cd "$(dirname "$out")" && pwd)/$(basename "$out")

# In a copy, so that no node_modules is left where Go's tools walk.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/{.npmrc,package.json,package-lock.json,entry.js,build.mjs} "$work"
cd "$work"

# No package runs a script. A user's own settings may leave out the kinds named here.
npm ci --ignore-scripts --include=dev --include=optional --loglevel=error >&2
node build.mjs "$out"
