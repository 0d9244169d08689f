package render

import (
	"fmt"
	"io/fs"
	"sync"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// recent holds the bundles that were read last, one or two a worker: the three files of a bundle are
// made one after the other, and reading it takes as long as rendering it.
type recent struct {
	mu    sync.Mutex
	reads [4]struct {
		of *entry
		content
	}
	next int
}

func (r *recent) read(fsys fs.FS, e *entry) (c content, err error) {
	r.mu.Lock()
	for _, have := range r.reads {
		if have.of == e {
			r.mu.Unlock()
			return have.content, nil
		}
	}
	r.mu.Unlock()
	if c, err = readContent(fsys, e); err != nil {
		return c, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	slot := &r.reads[r.next]
	slot.of, slot.content = e, c
	r.next = (r.next + 1) % len(r.reads)
	return c, nil
}

// readContent reads again what Load has read.
func readContent(fsys fs.FS, e *entry) (c content, err error) {
	if c.data, err = readBundle(fsys, e.file); err != nil {
		return c, err
	}
	if hash(c.data) != e.hash {
		return c, fmt.Errorf("%s has changed since it was loaded", e.file)
	}
	var problems []bundle.Problem
	if c.b, problems = bundle.Decode(e.file, c.data); c.b == nil { // the same text was accepted before
		return c, fmt.Errorf("read bundle again: %s", problems[0])
	}
	if e.notesHash != "" {
		c.notes, err = readNotes(fsys, e.notes)
	}
	return c, err
}
