package render

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"strings"
	"sync"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/docs"
	"github.com/speedmatrix/speedmatrix/static"
	"github.com/speedmatrix/speedmatrix/templates"
)

// theme is the templates and assets that pages are made with.
type theme struct {
	static fs.FS
	sets   map[string]*template.Template
	hash   string // of everything that goes into pages and is not their input
}

// builtIn is the theme inside the program. It cannot fail but by a fault of ours.
var builtIn = sync.OnceValue(func() *theme {
	t, err := newTheme(templates.FS, static.FS)
	if err != nil {
		panic(err)
	}
	return t
})

// newTheme parses a template set a page, over the shared base.
func newTheme(templates, static fs.FS) (*theme, error) {
	t := &theme{static: static, sets: map[string]*template.Template{}}
	for _, name := range []string{"result", "index", "models", "doc", "missing"} {
		set, err := template.New(name).Funcs(template.FuncMap{"args": args}).ParseFS(templates, "base.tmpl", "parts.tmpl", name+".tmpl")
		if err != nil {
			return nil, fmt.Errorf("parse templates: %w", err)
		}
		t.sets[name] = set
	}
	var all strings.Builder
	for _, from := range []struct{ names, data fs.FS }{{builtInTemplates, templates}, {builtInStatic, static}} {
		for _, name := range fileNames(from.names) {
			data, err := fs.ReadFile(from.data, name)
			if err != nil {
				return nil, fmt.Errorf("read assets: %w", err)
			}
			fmt.Fprintln(&all, name, hash(data))
		}
	}
	fmt.Fprintln(&all, hash(docs.Method), hash(bundle.Schema))
	t.hash = hash([]byte(all.String()))
	return t, nil
}

// Which files there are is fixed when the program is built; a folder on disk may hold others too.
var builtInTemplates, builtInStatic fs.FS = templates.FS, static.FS

// fileNames are the files of an embedded tree, in a fixed order.
func fileNames(fsys fs.FS) (names []string) {
	_ = fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error { // what is embedded cannot fail
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return nil
	})
	return names
}

// execute renders a page to memory: a page that fails half way is never written.
func (t *theme) execute(name string, page any) ([]byte, error) {
	var out bytes.Buffer
	if err := t.sets[name].ExecuteTemplate(&out, "base", page); err != nil {
		return nil, fmt.Errorf("render %s page: %w", name, err)
	}
	return out.Bytes(), nil
}

// args makes named arguments for a template that is used in several places.
func args(pairs ...any) map[string]any {
	m := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return m
}
