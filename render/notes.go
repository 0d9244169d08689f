package render

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// maxNotes is the size of a notes file.
const maxNotes = 1 << 20

// withNotes finds the notes beside a bundle: the same name with .md. The entry may be shared with an
// earlier state of the site, so that a copy gets them.
func (s *Site) withNotes(e *entry) (with *entry, text []byte, problems []bundle.Problem) {
	shallow := *e
	shallow.notes, shallow.notesHash = "", ""
	name := strings.TrimSuffix(e.file, path.Ext(e.file)) + ".md"
	if _, ok := s.notes[name]; !ok {
		return &shallow, nil, nil
	}
	shallow.notes = name
	text, err := readNotes(s.fsys, name)
	if err != nil {
		return &shallow, nil, []bundle.Problem{problem(name, "%v", cause(err))}
	}
	shallow.notesHash = hash(text)
	return &shallow, text, nil
}

func readNotes(fsys fs.FS, name string) ([]byte, error) {
	text, err := fs.ReadFile(fsys, name)
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxNotes:
		return nil, fmt.Errorf("larger than %d KiB", maxNotes>>10)
	case bytes.IndexByte(text, 0) >= 0 || !bytes.Equal(bytes.ToValidUTF8(text, nil), text):
		return nil, errors.New("not UTF-8 text")
	}
	return text, nil
}

// lonelyNotes reports notes that no bundle has taken.
func (s *Site) lonelyNotes() {
	var lonely []string
	for name, taken := range s.notes {
		if !taken && !strings.EqualFold(path.Base(name), "readme.md") { // which is about the folder
			lonely = append(lonely, name)
		}
	}
	slices.Sort(lonely)
	for _, name := range lonely {
		s.problem(name, "notes without a bundle: there is no usable %s.json beside it", idOf(name))
	}
}
