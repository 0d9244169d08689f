package render

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// WriteOptions are settings of Write.
type WriteOptions struct {
	// Progress is called after each file, by one goroutine at a time. While bundles are still being
	// read, total is a guess.
	Progress func(done, total int)

	fault func(operation, name string) error // of tests, see disk
}

// Written says what Write did.
type Written struct {
	Pages   int   // results
	Files   int   // on the site
	Changed int   // written
	Removed int   // of an earlier build
	Bytes   int64 // of the whole site
}

// manifest is files.json: it makes a folder ours, and tells what need not be made again.
type manifest struct {
	SpeedmatrixFiles int               `json:"speedmatrix_files"`
	Version          string            `json:"version"`
	Options          manifestOptions   `json:"options"`
	Files            map[string]record `json:"files"`
	Results          map[string]result `json:"results"`
}

// result is what a build remembers of a bundle, by its file: unchanged, it need not be read as one.
type result struct {
	SHA256  string  `json:"sha256"`
	Summary summary `json:"summary"`
}

type manifestOptions struct {
	Base string `json:"base"`
}

type record struct {
	SHA256 string            `json:"sha256"`
	Bytes  int64             `json:"bytes"`
	Inputs map[string]string `json:"inputs"`
}

const (
	manifestName    = "files.json"
	manifestVersion = 1
	stagePrefix     = ".speedmatrix-"
	// develVersion is that of a program built from a work tree: its code may have changed without
	// its version, so everything is rendered again, and written where it differs.
	develVersion = "devel"
)

// Write renders a site into a folder. A folder that holds other things, and was not written by Write
// or Build, is refused and left as it is. Everything is rendered into a hidden folder within it first, and
// moved when all of it is there: a failure leaves the old site whole. A file that is the same already is
// not touched.
func Write(ctx context.Context, s *Site, dir string, o WriteOptions) (Written, error) {
	w, err := newWriter(dir, s.options.Version, o)
	if err != nil {
		return Written{}, err
	}
	defer w.close()
	w.site = s
	w.now.Options.Base = s.options.Base
	return w.finish(ctx)
}

// Build is Load and Write in one: each bundle becomes its page while it is in memory, and one that has
// not changed since the last build by the same program is not even decoded.
func Build(ctx context.Context, fsys fs.FS, dir string, options Options, o WriteOptions) (*Site, Written, error) {
	w, err := newWriter(dir, options.Version, o)
	if err != nil {
		return nil, Written{}, err
	}
	defer w.close()
	options.writer = w
	s, err := Load(ctx, fsys, options)
	if err != nil {
		return s, Written{}, err
	}
	out, err := w.finish(ctx)
	return s, out, err
}

func newWriter(dir, version string, o WriteOptions) (*writer, error) {
	before, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	w := &writer{dir: dir, before: before, progress: o.Progress, now: manifest{
		SpeedmatrixFiles: manifestVersion, Version: version, Files: map[string]record{}, Results: map[string]result{},
	}}
	_, err = os.Stat(dir)
	w.made = errors.Is(err, fs.ErrNotExist)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	w.disk = disk{root, o.fault}
	w.stage = stagePrefix + strconv.FormatUint(rand.Uint64(), 36)
	if err := w.disk.folder(w.stage); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

// close leaves nothing behind but the site.
func (w *writer) close() {
	_ = w.disk.removeAll(w.stage) // else the next build does
	_ = w.disk.root.Close()
	if w.made {
		_ = os.Remove(w.dir) // only if nothing was written
	}
}

// readManifest decides whether a folder may be written to.
func readManifest(dir string) (m manifest, err error) {
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	foreign := slices.ContainsFunc(list, func(e fs.DirEntry) bool { return !strings.HasPrefix(e.Name(), stagePrefix) })
	if !foreign {
		return m, nil
	}
	text, err := os.ReadFile(filepath.Join(dir, manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return m, fmt.Errorf("%s is not empty and no site of ours (it has no %s): nothing was written", dir, manifestName)
	}
	if err != nil {
		return m, err
	}
	if json.Unmarshal(text, &m) != nil || m.SpeedmatrixFiles != manifestVersion {
		return m, fmt.Errorf("%s is not empty, and its %s is not one of ours: nothing was written", dir, manifestName)
	}
	return m, nil
}

type writer struct {
	site        *Site
	dir         string
	disk        disk
	stage       string // a folder of the disk
	made        bool   // the folder was not there before
	before, now manifest
	progress    func(done, total int)
	alone       map[string]bool // ids that one file has

	mu      sync.Mutex
	changed []string
	done    int
	total   int
	first   error
	removed int
}

// begin tells what Load has found, before it reads any of it.
func (w *writer) begin(s *Site, bundles []string) {
	w.site, w.now.Options.Base = s, s.options.Base
	w.alone = map[string]bool{}
	for _, name := range bundles {
		_, twice := w.alone[idOf(name)]
		w.alone[idOf(name)] = !twice
	}
	w.total = 3 * len(bundles)
}

// remembered is the entry of a bundle that has not changed since the last build, nil if it has.
func (w *writer) remembered(name string, data []byte) *entry {
	if w == nil || !w.sameProgram() {
		return nil
	}
	r, ok := w.before.Results[name]
	if !ok || r.Summary.ID != idOf(name) || hash(data) != r.SHA256 {
		return nil
	}
	e := &entry{summary: r.Summary, file: name, hash: r.SHA256}
	e.setAddresses() // rather than to trust a file on disk with names of others
	return e
}

// take renders the files of a bundle that is in memory. Where two files want the same id, only
// finish knows which of them has it.
func (w *writer) take(e *entry, c content) {
	if w == nil || !w.alone[e.ID] {
		return
	}
	inputs := w.site.resultInputs(e)
	for _, file := range []string{"index.html", "bundle.json", "cells.csv"} {
		w.file("r/"+e.ID+"/"+file, inputs, func() (data []byte, err error) {
			if c.b == nil && file != "bundle.json" { // remembered, but the file that was made of it is gone
				if c, err = readContent(w.site.fsys, e); err != nil {
					return nil, err
				}
			}
			return w.site.renderResult(e, c, file)
		})
	}
}

// finish renders what take has not, and moves everything to its place.
func (w *writer) finish(ctx context.Context) (Written, error) {
	names := w.site.Files()
	w.total = len(names)
	var group sync.WaitGroup
	next := make(chan []string)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for unit := range next {
				for _, name := range unit {
					w.file(name, w.site.Inputs(name), func() ([]byte, error) { return w.site.File(name) })
				}
			}
		})
	}
	for _, unit := range w.site.units() {
		if w.failed() != nil || ctx.Err() != nil {
			break
		}
		if !w.has(unit) {
			next <- unit
		}
	}
	close(next)
	group.Wait()
	if err := cmp.Or(ctx.Err(), w.failed()); err != nil {
		return Written{}, err
	}
	for _, e := range w.site.entries {
		w.now.Results[e.file] = result{e.hash, e.summary}
	}
	slices.Sort(w.changed)
	if err := w.commit(); err != nil {
		return Written{}, err
	}
	w.made = false
	out := Written{Pages: w.site.Results(), Files: len(w.now.Files) + 1, Changed: len(w.changed), Removed: w.removed}
	for _, r := range w.now.Files {
		out.Bytes += r.Bytes
	}
	return out, nil
}

func (w *writer) failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.first
}

func (w *writer) has(unit []string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, ok := w.now.Files[unit[0]]
	return ok
}

// file renders one file into the stage, unless the one that is there would be the same.
func (w *writer) file(name string, inputs map[string]string, render func() ([]byte, error)) {
	r, changed, err := w.tryFile(name, inputs, render)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		if w.first == nil {
			w.first = fmt.Errorf("%s: %w", name, err)
		}
		return
	}
	w.now.Files[name] = r
	if changed {
		w.changed = append(w.changed, name)
	}
	if w.done++; w.progress != nil {
		w.progress(w.done, max(w.done, w.total))
	}
}

func (w *writer) tryFile(name string, inputs map[string]string, render func() ([]byte, error)) (record, bool, error) {
	old, known := w.before.Files[name]
	there, err := w.disk.read(name)
	switch {
	case err == nil && !known:
		return record{}, false, fmt.Errorf("%s is there already and was not written by an earlier build: nothing was written", filepath.Join(w.dir, filepath.FromSlash(name)))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return record{}, false, err
	}
	unchanged := known && err == nil && hash(there) == old.SHA256
	if unchanged && w.sameProgram() && maps.Equal(old.Inputs, inputs) {
		return old, false, nil
	}
	data, err := render()
	if err != nil {
		return record{}, false, err
	}
	r := record{SHA256: hash(data), Bytes: int64(len(data)), Inputs: inputs}
	if unchanged && r.SHA256 == old.SHA256 {
		return r, false, nil
	}
	return r, true, w.disk.write(path.Join(w.stage, name), data)
}

func (w *writer) sameProgram() bool {
	return w.before.Version == w.now.Version && w.now.Version != develVersion && w.before.Options == w.now.Options
}
