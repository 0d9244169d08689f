package render

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// commit moves the stage to its place. If a move fails, those before it are undone.
func (w *writer) commit() error {
	text, err := json.MarshalIndent(w.now, "", " ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	moves := w.changed
	if old, err := w.disk.read(manifestName); err != nil || string(old) != string(text) {
		if err := w.disk.write(path.Join(w.stage, manifestName), text); err != nil {
			return err
		}
		moves = append(slices.Clone(moves), manifestName) // last: it vouches for the others
	}
	c := &changes{disk: w.disk, backup: path.Join(w.stage, ".old")}
	stale := w.stale()
	for _, name := range stale {
		if err := c.remove(name); err != nil {
			return c.undone(err)
		}
	}
	for _, name := range moves {
		if err := c.replace(path.Join(w.stage, name), name); err != nil {
			return c.undone(err)
		}
	}
	w.removed = len(stale)
	for _, name := range stale { // folders that are empty now
		for at := path.Dir(name); at != "." && w.disk.remove(at) == nil; {
			at = path.Dir(at)
		}
	}
	w.sweep()
	return nil
}

// changes are what was done to the folder, so that it can be undone.
type changes struct {
	disk   disk
	backup string
	undo   []func() error
}

func (c *changes) undone(err error) error {
	for _, u := range slices.Backward(c.undo) {
		err = errors.Join(err, u())
	}
	return err
}

// keep holds on to what a name had. A link leaves the old file in its place, so that a server of the
// folder never meets a gap; where there are no links, it moves.
func (c *changes) keep(name string) error {
	kept := path.Join(c.backup, name)
	info, err := c.disk.stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.undo = append(c.undo, func() error {
			if err := c.disk.remove(name); !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			return nil
		})
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is in the way: it is no regular file", filepath.FromSlash(name))
	}
	if err := c.disk.folder(path.Dir(kept)); err != nil {
		return err
	}
	if c.disk.link(name, kept) != nil {
		if err := c.disk.rename(name, kept); err != nil {
			return err
		}
	}
	c.undo = append(c.undo, func() error { return c.disk.rename(kept, name) })
	return nil
}

func (c *changes) remove(name string) error {
	if err := c.keep(name); err != nil {
		return err
	}
	if err := c.disk.remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (c *changes) replace(from, name string) error {
	if err := c.disk.folder(path.Dir(name)); err != nil {
		return err
	}
	if err := c.keep(name); err != nil {
		return err
	}
	return c.disk.rename(from, name)
}

// stale are the files of an earlier build that this one does not have. The names come from a file on
// disk, so only those that stay inside the folder count.
func (w *writer) stale() (names []string) {
	for name := range w.before.Files {
		if _, ok := w.now.Files[name]; !ok && filepath.IsLocal(filepath.FromSlash(name)) && path.Clean(name) == name && name != manifestName {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// sweep removes what a build that was killed left behind.
func (w *writer) sweep() {
	list, err := fs.ReadDir(w.disk.root.FS(), ".")
	if err != nil {
		return // the next build tries again
	}
	for _, e := range list {
		if strings.HasPrefix(e.Name(), stagePrefix) && e.Name() != w.stage {
			_ = w.disk.removeAll(e.Name())
		}
	}
}
