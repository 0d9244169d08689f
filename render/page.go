package render

import (
	"bytes"
	"fmt"
	"html/template"
	"sync"

	"github.com/speedmatrix/speedmatrix/templates"
)

// base is what every page has.
type base struct {
	Site        string // the name of the site
	Title       string
	Description string
	Policy      string // Content-Security-Policy
	Root        string // the way to the site's start: "", "../../" or, on the 404 page, absolute
	Here        string // the page's place in the navigation
	Scripts     []string
	Inline      *inlined // set where the assets stand inside the page
	Alone       bool     // the single page: no site around it
	Version     string
}

// A template set a page, over the shared base.
var pages = sync.OnceValue(func() map[string]*template.Template {
	sets := map[string]*template.Template{}
	for _, name := range []string{"result", "index", "doc", "missing"} {
		sets[name] = template.Must(template.New(name).Funcs(template.FuncMap{"args": args}).ParseFS(templates.FS, "base.tmpl", "parts.tmpl", name+".tmpl"))
	}
	return sets
})

// execute renders a page to memory: a page that fails half way is never written.
func execute(name string, page any) ([]byte, error) {
	var out bytes.Buffer
	if err := pages()[name].ExecuteTemplate(&out, "base", page); err != nil {
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
