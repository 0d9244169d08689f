package render_test

import (
	"bytes"
	"context"
	"testing"
	"testing/fstest"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/render"
)

// FuzzPage renders whatever Decode accepts: no panic, the page parses, and no text of the bundle or of
// its notes has become an element, an attribute or a comment.
func FuzzPage(f *testing.F) {
	for id, b := range odd() {
		text, err := bundle.Encode(b)
		if err != nil {
			f.Fatalf("%s: %v", id, err)
		}
		if len(text) > 8<<10 {
			continue // mutations of long inputs teach little and take long
		}
		f.Add(text, []byte("# "+id))
	}
	text, err := bundle.Encode(poisoned())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text, []byte("<b>"))
	f.Fuzz(func(t *testing.T, data, notes []byte) {
		fsys := fstest.MapFS{"fuzz.json": {Data: data}, "fuzz.md": {Data: notes}}
		site, err := render.Load(context.Background(), fsys, render.Options{})
		if err != nil || site.Results() == 0 {
			return
		}
		page := file(t, site, "r/fuzz/index.html")
		for _, name := range []string{"index.html", "index.json", "r/fuzz/cells.csv"} {
			file(t, site, name)
		}
		checkParsed(t, "page", page)
		for _, wrong := range []string{"\u202e", "NaN", "+Inf", "%!", "ZgotmplZ"} {
			if bytes.Contains(page, []byte(wrong)) && !bytes.Contains(data, []byte(wrong)) && !bytes.Contains(notes, []byte(wrong)) {
				t.Errorf("the page contains %q", wrong)
			}
		}
	})
}
