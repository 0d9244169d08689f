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
		of   *entry
		b    *bundle.Bundle
		data []byte
	}
	next int
}

func (r *recent) read(fsys fs.FS, e *entry) (*bundle.Bundle, []byte, error) {
	r.mu.Lock()
	for _, have := range r.reads {
		if have.of == e {
			r.mu.Unlock()
			return have.b, have.data, nil
		}
	}
	r.mu.Unlock()
	data, err := readBundle(fsys, e.file)
	if err != nil {
		return nil, nil, err
	}
	if hash(data) != e.hash {
		return nil, nil, fmt.Errorf("%s has changed since it was loaded", e.file)
	}
	b, problems := bundle.Decode(e.file, data)
	if b == nil { // the same text was accepted before
		return nil, nil, fmt.Errorf("read bundle again: %s", problems[0])
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	slot := &r.reads[r.next]
	slot.of, slot.b, slot.data = e, b, data
	r.next = (r.next + 1) % len(r.reads)
	return b, data, nil
}
