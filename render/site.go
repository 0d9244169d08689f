// Package render turns bundles into HTML: a site, or one page alone.
package render

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// Options are what a site depends on beside its bundles. Two sites of equal input and Options are
// equal byte by byte.
type Options struct {
	Base    string // where the site will lie on its host, with slashes at both ends; of site.json, or "/", if empty
	Version string // of the program, shown at the foot of pages
	Strict  bool   // a problem in one bundle ends the loading

	// ListProblems shows on the list what could not be read, for the eyes of whoever can mend it.
	ListProblems bool

	// Before is an earlier state of the same folder: what has not changed since is not read again.
	Before *Site

	// Templates and Static replace the ones inside the program, while somebody writes them.
	Templates, Static fs.FS

	writer *writer // of Build: it takes each bundle while it is in memory
}

// Site is a set of bundles, each read once, and the pages that they make. It holds a summary of each
// bundle; a page is made when it is asked for.
type Site struct {
	fsys     fs.FS
	options  Options
	entries  []*entry // newest first, undated last
	byID     map[string]*entry
	byFile   map[string]*entry
	notes    map[string]bool // files that may be notes; true once a bundle has taken them
	problems []bundle.Problem
	left     int // bundles that could not be used
	recent   recent
	theme    *theme
	settings settings
}

// ErrNoBundles says that a folder holds none.
var ErrNoBundles = errors.New("no bundle (*.json) in it")

// ErrStrict says that Options.Strict ended the loading.
var ErrStrict = errors.New("stopped at the first problem")

// Load reads every bundle under the root of fsys. Problems in bundles do not end it: the site is
// made of the good ones, and Problems lists the rest. The error is for a folder that gives no site.
func Load(ctx context.Context, fsys fs.FS, options Options) (*Site, error) {
	s := &Site{fsys: fsys, options: options, byID: map[string]*entry{}, byFile: map[string]*entry{}, notes: map[string]bool{}, theme: builtIn()}
	if options.Templates != nil && options.Static != nil {
		t, err := newTheme(options.Templates, options.Static)
		if err != nil {
			return nil, err
		}
		s.theme = t
	}
	var wrong []bundle.Problem
	s.settings, wrong = readSettings(fsys)
	s.problems = append(s.problems, wrong...)
	if options.Base == "" {
		s.options.Base = s.settings.path()
	}
	found, err := s.walk()
	if err != nil {
		return nil, err
	}
	loaded := make([]*entry, len(found))
	problems := make([][]bundle.Problem, len(found))
	if options.writer != nil {
		options.writer.begin(s, found)
	}
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				loaded[i], problems[i] = s.load(found[i])
			}
		})
	}
	for i := range found {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for i, e := range loaded {
		s.problems = append(s.problems, problems[i]...)
		if e == nil {
			s.left++
		} else {
			s.add(e)
		}
	}
	s.options.Before = nil // not a chain of all states
	s.lonelyNotes()
	slices.SortFunc(s.entries, func(a, b *entry) int {
		return cmp.Or(compareDates(a.Started, b.Started), cmp.Compare(a.Model, b.Model), cmp.Compare(a.ID, b.ID))
	})
	switch {
	case options.Strict && bundle.HasErrors(s.problems):
		return s, ErrStrict
	case len(found) == 0 && len(s.problems) == 0:
		return s, ErrNoBundles
	}
	return s, nil
}

// compareDates puts the newest first and the undated last.
func compareDates(a, b bundle.Time) int {
	if (a == "") != (b == "") || a == "" {
		return a.Compare(b)
	}
	return b.Compare(a)
}

// Problems are what was found wrong, in the order of the files.
func (s *Site) Problems() []bundle.Problem { return s.problems }

// Results is the number of bundles on the site, LeftOut of those that could not be used.
func (s *Site) Results() int { return len(s.entries) }
func (s *Site) LeftOut() int { return s.left }

// walk lists the files of bundles, and remembers those of notes. Hidden folders are not results.
func (s *Site) walk() (bundles []string, err error) {
	err = fs.WalkDir(s.fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name == ".":
			return err
		case err != nil:
			s.problem(name, "%v", cause(err))
			return nil
		case name != "." && (strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_")):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir() || name == settingsName:
			return nil
		}
		if d.Type()&fs.ModeSymlink != 0 {
			if info, err := fs.Stat(s.fsys, name); err != nil {
				s.problem(name, "%v", cause(err))
				return nil
			} else if info.IsDir() {
				s.problem(name, "a link to a folder is not followed")
				return nil
			}
		}
		switch strings.ToLower(path.Ext(name)) {
		case ".json":
			bundles = append(bundles, name)
		case ".md":
			s.notes[name] = false
		}
		return nil
	})
	return bundles, err
}

// cause is an error without the file's name, which stands before it already.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

func (s *Site) problem(name, format string, args ...any) {
	s.problems = append(s.problems, problem(name, format, args...))
}

func problem(name, format string, args ...any) bundle.Problem {
	return bundle.Problem{File: name, Severity: bundle.Error, Text: fmt.Sprintf(format, args...)}
}

func idOf(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }

// load reads one bundle and keeps what the site needs of it.
func (s *Site) load(name string) (*entry, []bundle.Problem) {
	info, err := fs.Stat(s.fsys, name)
	if err != nil {
		return nil, []bundle.Problem{problem(name, "%v", cause(err))}
	}
	now := stamp{info.Size(), info.ModTime()}
	if before := s.options.Before; before != nil {
		if e := before.byFile[name]; e != nil && e.stamp == now && time.Since(now.modified) > settled {
			e, _, wrong := s.withNotes(e)
			return e, append(wrong, e.Problems...)
		}
	}
	if err := bundle.CheckID(idOf(name)); err != nil {
		return nil, []bundle.Problem{problem(name, "%v", err)}
	}
	if path.Ext(name) != ".json" {
		return nil, []bundle.Problem{problem(name, "the name must end in .json, in lower case")}
	}
	data, err := readBundle(s.fsys, name)
	if err != nil {
		return nil, []bundle.Problem{problem(name, "%v", cause(err))}
	}
	e := s.options.writer.remembered(name, data)
	var b *bundle.Bundle
	if e == nil {
		var problems []bundle.Problem
		if b, problems = bundle.Decode(name, data); b == nil {
			return nil, problems
		}
		e = newEntry(name, data, b)
		e.Problems = problems
	}
	e.stamp = now
	e, notes, wrong := s.withNotes(e)
	s.options.writer.take(e, content{b, data, notes})
	return e, append(wrong, e.Problems...)
}

// stamp tells whether a file has changed, without reading it.
type stamp struct {
	size     int64
	modified time.Time
}

// settled is how old a file must be for its time to tell: an editor can save twice within one tick of
// a file system's clock.
const settled = 2 * time.Second

func readBundle(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	return bundle.ReadAll(f)
}

func (s *Site) add(e *entry) {
	if first, ok := s.byID[e.ID]; ok {
		s.problem(e.file, "the id %s is taken by %s: a name must be unique over all folders", e.ID, first.file)
		s.left++
		return
	}
	s.byID[e.ID], s.byFile[e.file] = e, e
	s.entries = append(s.entries, e)
	if e.notes != "" {
		s.notes[e.notes] = true
	}
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
