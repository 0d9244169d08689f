package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// WriteOptions are settings of Write.
type WriteOptions struct {
	// Progress is called after each file, by one goroutine at a time.
	Progress func(done, total int)
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

// Write renders a site into a folder. A folder that holds other things, and was not written by Write,
// is refused and left as it is. Everything is rendered into a hidden folder within it first, and moved
// when all of it is there: a failure leaves the old site whole. A file that is the same already is not touched.
func Write(ctx context.Context, s *Site, dir string, o WriteOptions) (Written, error) {
	before, err := readManifest(dir)
	if err != nil {
		return Written{}, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Written{}, err
	}
	stage, err := os.MkdirTemp(dir, stagePrefix+"*")
	if err != nil {
		return Written{}, err
	}
	defer os.RemoveAll(stage)
	w := &writer{site: s, dir: dir, stage: stage, before: before, now: manifest{
		SpeedmatrixFiles: manifestVersion, Version: s.options.Version, Options: manifestOptions{s.options.Base}, Files: map[string]record{},
	}}
	if err := w.render(ctx, o.Progress); err != nil {
		return Written{}, err
	}
	if err := w.commit(); err != nil {
		return Written{}, err
	}
	out := Written{Pages: s.Results(), Files: len(w.now.Files) + 1, Changed: len(w.changed), Removed: w.removed}
	for _, r := range w.now.Files {
		out.Bytes += r.Bytes
	}
	return out, nil
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
	dir, stage  string
	before, now manifest
	changed     []string
	removed     int
}

// render fills the stage with what is new, by a few workers.
func (w *writer) render(ctx context.Context, progress func(done, total int)) error {
	units, total := w.site.units(), len(w.site.Files())
	var (
		mu    sync.Mutex
		done  int
		first error
		group sync.WaitGroup
		next  = make(chan []string)
	)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for unit := range next {
				for _, name := range unit {
					r, changed, err := w.file(name)
					mu.Lock()
					done++
					if err != nil && first == nil {
						first = fmt.Errorf("%s: %w", name, err)
					}
					w.now.Files[name] = r
					if changed {
						w.changed = append(w.changed, name)
					}
					if progress != nil {
						progress(done, total)
					}
					mu.Unlock()
				}
			}
		})
	}
	for _, unit := range units {
		mu.Lock()
		stop := first != nil || ctx.Err() != nil
		mu.Unlock()
		if stop {
			break
		}
		next <- unit
	}
	close(next)
	group.Wait()
	slices.Sort(w.changed)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return first
}

// file renders one file into the stage, unless the one that is there would be the same.
func (w *writer) file(name string) (record, bool, error) {
	inputs := w.site.Inputs(name)
	old, known := w.before.Files[name]
	target := filepath.Join(w.dir, filepath.FromSlash(name))
	there, err := os.ReadFile(target)
	switch {
	case err == nil && !known:
		return record{}, false, fmt.Errorf("%s is there already and was not written by an earlier build: nothing was written", target)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return record{}, false, err
	}
	unchanged := known && err == nil && hash(there) == old.SHA256
	if unchanged && w.sameProgram() && equal(old.Inputs, inputs) {
		return old, false, nil
	}
	data, err := w.site.File(name)
	if err != nil {
		return record{}, false, err
	}
	r := record{SHA256: hash(data), Bytes: int64(len(data)), Inputs: inputs}
	if unchanged && r.SHA256 == old.SHA256 {
		return r, false, nil
	}
	return r, true, writeNew(filepath.Join(w.stage, filepath.FromSlash(name)), data)
}

func (w *writer) sameProgram() bool {
	return w.before.Version == w.now.Version && w.now.Version != develVersion && w.before.Options == w.now.Options
}

func equal(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}

func writeNew(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// commit moves the stage to its place. If a move fails, those before it are undone.
func (w *writer) commit() error {
	text, err := json.MarshalIndent(w.now, "", " ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	moves := w.changed
	if old, err := os.ReadFile(filepath.Join(w.dir, manifestName)); err != nil || string(old) != string(text) {
		if err := writeNew(filepath.Join(w.stage, manifestName), text); err != nil {
			return err
		}
		moves = append(slices.Clone(moves), manifestName) // last: it vouches for the others
	}
	stale := w.stale()
	backup := filepath.Join(w.stage, ".old")
	var undo []func()
	fail := func(err error) error {
		for _, u := range slices.Backward(undo) {
			u()
		}
		return err
	}
	// keep holds on to what a name had, for the case that the rest fails. A link leaves the old file in
	// its place, so that a server of the folder never meets a gap; where there are no links, it moves.
	keep := func(name string) error {
		target, kept := filepath.Join(w.dir, filepath.FromSlash(name)), filepath.Join(backup, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
			return err
		}
		if info, err := os.Lstat(target); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s is in the way: it is no regular file", target)
		}
		err := os.Link(target, kept)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			err = os.Rename(target, kept)
		}
		if errors.Is(err, fs.ErrNotExist) {
			undo = append(undo, func() { _ = os.Remove(target) })
			return nil
		}
		if err == nil {
			undo = append(undo, func() { _ = os.Rename(kept, target) })
		}
		return err
	}
	for _, name := range stale {
		if err := keep(name); err != nil {
			return fail(err)
		}
		if err := os.Remove(filepath.Join(w.dir, filepath.FromSlash(name))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fail(err)
		}
	}
	for _, name := range moves {
		target := filepath.Join(w.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return fail(err)
		}
		if err := keep(name); err != nil {
			return fail(err)
		}
		if err := os.Rename(filepath.Join(w.stage, filepath.FromSlash(name)), target); err != nil {
			return fail(err)
		}
	}
	w.removed = len(stale)
	for _, name := range stale { // folders that are empty now
		for at := filepath.Dir(filepath.FromSlash(name)); at != "."; at = filepath.Dir(at) {
			if os.Remove(filepath.Join(w.dir, at)) != nil {
				break
			}
		}
	}
	return w.sweep()
}

// stale are the files of an earlier build that this one does not have. The names come from a file on
// disk, so only those that stay inside the folder count.
func (w *writer) stale() (names []string) {
	for name := range w.before.Files {
		if _, ok := w.now.Files[name]; !ok && filepath.IsLocal(filepath.FromSlash(name)) && name != manifestName {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// sweep removes what a build that was killed left behind.
func (w *writer) sweep() error {
	left, err := filepath.Glob(filepath.Join(w.dir, stagePrefix+"*"))
	if err != nil {
		return nil // the pattern is bad where dir holds brackets; the stage itself is removed by name
	}
	for _, name := range left {
		if name != w.stage {
			_ = os.RemoveAll(name)
		}
	}
	return nil
}
