package main

import (
	"fmt"
	"io"
	"time"
)

// progress says how far a long command is: nothing in the first second, then on a terminal in one
// line that is rewritten, elsewhere in a line every few seconds.
type progress struct {
	w       io.Writer
	moves   bool
	started time.Time
	last    time.Time
	shown   bool
}

func newProgress(w io.Writer) *progress {
	return &progress{w: w, moves: moves(w), started: time.Now()}
}

const (
	quietFor    = time.Second
	rewriteWait = 100 * time.Millisecond
	lineWait    = 5 * time.Second
)

// step is called after each of total things.
func (p *progress) step(done, total int) { p.at(time.Now(), done, total) }

func (p *progress) at(now time.Time, done, total int) {
	wait := lineWait
	if p.moves {
		wait = rewriteWait
	}
	if now.Sub(p.started) < quietFor || now.Sub(p.last) < wait || done == total {
		return
	}
	p.last = now
	if p.moves {
		p.shown = true
		fmt.Fprintf(p.w, "\r\x1b[K%d of %d files", done, total)
		return
	}
	fmt.Fprintf(p.w, "%d of %d files\n", done, total)
}

// end takes a rewritten line away.
func (p *progress) end() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
