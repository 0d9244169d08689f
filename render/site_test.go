package render_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/render"
)

var keep = flag.String("keep", "", "write the site of odd bundles into this folder, to look at it")

func load(t testing.TB, fsys fs.FS) *render.Site {
	t.Helper()
	s, err := render.Load(context.Background(), fsys, render.Options{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func file(t testing.TB, s *render.Site, name string) []byte {
	t.Helper()
	data, err := s.File(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return data
}

func everything(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("../bundle/testdata/everything.json")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Every page of every odd bundle renders, parses, and says nothing that no bundle can mean.
func TestOddBundles(t *testing.T) {
	fsys := folder(t, odd())
	fsys["hostile.json"] = folder(t, map[string]*bundle.Bundle{"hostile": poisoned()})["hostile.json"]
	fsys["hostile.md"] = &fstest.MapFile{Data: []byte(hostileNotes)}
	fsys["everything.json"] = &fstest.MapFile{Data: everything(t)}
	s := load(t, fsys)
	for _, p := range s.Problems() {
		if p.Severity == bundle.Error {
			t.Errorf("%v", p)
		}
	}
	if *keep != "" {
		if _, err := render.Write(context.Background(), s, *keep, render.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range s.Files() {
		data := file(t, s, name)
		if path.Ext(name) != ".html" {
			continue
		}
		for _, wrong := range []string{"NaN", "Inf", "%!", "<nil>", "0xc000", "ZgotmplZ", "undefined", "null tok"} {
			if bytes.Contains(data, []byte(wrong)) {
				t.Errorf("%s contains %q", name, wrong)
			}
		}
		checkParsed(t, name, data)
	}
}

// checkParsed fails where a page has elements, attributes or data that our templates do not make.
func checkParsed(t testing.TB, name string, page []byte) {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	ids := map[string]bool{}
	for n := range doc.Descendants() {
		if n.Type == html.CommentNode {
			t.Errorf("%s: comment %q", name, n.Data)
		}
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "img", "iframe", "object", "embed", "base":
			t.Errorf("%s: element %s", name, n.Data)
		case "form":
			if attribute(n, "id") != "find" || attribute(n, "action") != "" {
				t.Errorf("%s: a form that is not the search", name)
			}
		case "script":
			switch kind := attribute(n, "type"); kind {
			case "application/json":
				if !json.Valid([]byte(n.FirstChild.Data)) {
					t.Errorf("%s: data of %s is not JSON: %.100s", name, attribute(n, "data-chart"), n.FirstChild.Data)
				}
			case "":
			default:
				t.Errorf("%s: script of type %s", name, kind)
			}
		}
		for _, a := range n.Attr {
			value := strings.ToLower(strings.TrimSpace(a.Val))
			if strings.HasPrefix(a.Key, "on") || (a.Key == "href" || a.Key == "src") && strings.HasPrefix(value, "javascript") {
				t.Errorf("%s: %s has %s=%q", name, n.Data, a.Key, a.Val)
			}
			if a.Key == "id" {
				if ids[a.Val] {
					t.Errorf("%s: id %s twice", name, a.Val)
				}
				ids[a.Val] = true
			}
		}
	}
	// a fragment that leads nowhere is a broken permalink
	for n := range doc.Descendants() {
		if to, ok := strings.CutPrefix(attribute(n, "href"), "#"); ok && n.Type == html.ElementNode && !ids[to] {
			t.Errorf("%s: link to #%s, which is not there", name, to)
		}
	}
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// Text of a bundle stays text, also where it is shown reversed or as a link. B7.03
func TestHostileText(t *testing.T) {
	fsys := folder(t, map[string]*bundle.Bundle{"hostile": poisoned()})
	fsys["hostile.md"] = &fstest.MapFile{Data: []byte(hostileNotes)}
	s := load(t, fsys)
	pages := map[string][]byte{"page": file(t, s, "r/hostile/index.html"), "index": file(t, s, "index.html")}
	single, err := render.Page(poisoned(), []byte("{}"), []byte(hostileNotes), render.PageOptions{ID: "hostile"})
	if err != nil {
		t.Fatal(err)
	}
	pages["single page"] = single
	for name, page := range pages {
		checkParsed(t, name, page)
		for _, raw := range []string{"<img", "\u202e", "\u2028", "<script>\"", "</SCRIPT>"} {
			if bytes.Contains(page, []byte(raw)) {
				t.Errorf("%s: contains %q", name, raw)
			}
		}
	}
	csv := file(t, s, "r/hostile/cells.csv")
	if !bytes.Contains(csv, []byte(`"'=</SCRIPT>`)) { // B7.07
		t.Errorf("a formula runs in the CSV:\n%s", csv)
	}
}

const hostileNotes = "# Notes </SCRIPT><img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n[run](javascript:alert(1)) [data](data:text/html,x) <javascript:alert(1)> ![pic](https://example.org/x.png) [vb](vbscript:x) [up](../../etc) [ok](https://example.org/a?b=c&d)\n\n" +
	"| a | b |\n|---|---|\n| <b>x</b> | \u202e |\n\n<img src=x onerror=alert(1)>\n\n[r]: javascript:alert(2)\n[ref][r] &lt;i&gt; `<u>` https://example.org www.example.org\n"

func TestNotes(t *testing.T) {
	fsys := folder(t, map[string]*bundle.Bundle{"a": run(nil)})
	fsys["a.md"] = &fstest.MapFile{Data: []byte(hostileNotes)}
	page := string(file(t, load(t, fsys), "r/a/index.html"))
	for _, want := range []string{`<a href="https://example.org/a?b=c&amp;d" rel="nofollow ugc">ok</a>`, `<a href="https://example.org/x.png" rel="nofollow ugc">pic</a>`, `<table>`, `<h3>Notes`} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, gone := range []string{`href="javascript`, `href=""`, `href="../../etc"`, "<b>x", "<u>"} {
		if strings.Contains(page, gone) {
			t.Errorf("%s is there", gone)
		}
	}
}

// What is wrong with a folder is said with its place, and the good bundles make the site.
func TestBadFolders(t *testing.T) {
	good, err := bundle.Encode(run(nil))
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{
		"a/one.json":                       {Data: good},
		"b/one.json":                       {Data: good},
		"CON.json":                         {Data: good},
		"One.json":                         {Data: good},
		"two.JSON":                         {Data: good},
		strings.Repeat("x", 300) + ".json": {Data: good},
		"broken.json":                      {Data: good[:len(good)/2]},
		"lonely.md":                        {Data: []byte("notes")},
		"README.md":                        {Data: []byte("about this folder")},
		"a/latin1.md":                      {Data: []byte("caf\xe9")},
		".git/config.json":                 {Data: []byte("no bundle")},
		"site.json":                        {Data: []byte("{}")},
		"a/folder.json/x.txt":              {Data: nil},
	}
	s := load(t, fsys)
	var got []string
	for _, p := range s.Problems() {
		got = append(got, p.String())
	}
	all := strings.Join(got, "\n")
	for _, want := range []string{"CON.json: ", "One.json: ", "two.JSON: ", "xxx.json: a name of 300", "broken.json: ", "truncated", "lonely.md: notes without a bundle", "b/one.json: the id one is taken by a/one.json", "a/latin1.md: "} {
		if !strings.Contains(all, want) {
			t.Errorf("no problem says %q:\n%s", want, all)
		}
	}
	if len(got) != 8 || s.Results() != 1 || s.LeftOut() != 6 {
		t.Errorf("%d problems, %d results, %d left out:\n%s", len(got), s.Results(), s.LeftOut(), all)
	}
	if index := file(t, s, "index.html"); !bytes.Contains(index, []byte("6 bundles could not be read")) {
		t.Error("the index does not say what is left out")
	}
}

func TestNoBundles(t *testing.T) {
	for _, fsys := range []fstest.MapFS{{}, {"x.txt": {Data: []byte("x")}}} {
		if _, err := render.Load(context.Background(), fsys, render.Options{}); !errors.Is(err, render.ErrNoBundles) {
			t.Errorf("error %v", err)
		}
	}
}

func TestStrict(t *testing.T) {
	fsys := folder(t, map[string]*bundle.Bundle{"a": run(nil)})
	fsys["b.json"] = &fstest.MapFile{Data: []byte("{}")}
	if _, err := render.Load(context.Background(), fsys, render.Options{Strict: true}); !errors.Is(err, render.ErrStrict) {
		t.Errorf("error %v", err)
	}
}

// Two sites of the same input are the same, whatever the order of the work.
func TestDeterministic(t *testing.T) {
	fsys := folder(t, odd())
	first, second := load(t, fsys), load(t, fsys)
	for _, name := range first.Files() {
		if !bytes.Equal(file(t, first, name), file(t, second, name)) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestIndexJSON(t *testing.T) {
	s := load(t, os.DirFS("../results"))
	var index bundle.Index
	if err := json.Unmarshal(file(t, s, "index.json"), &index); err != nil {
		t.Fatal(err)
	}
	if index.SpeedmatrixIndex != 1 || len(index.Results) < 2 {
		t.Fatalf("%+v", index)
	}
	for _, r := range index.Results {
		for _, name := range []string{r.Page, r.Bundle, r.CSV} {
			file(t, s, name)
		}
		if r.ID == "glm-5.3-flash-nvfp4" && (*r.BestTotalTokPerS != 1357.7 || *r.BestTotalContextTokens != 32768 || *r.BestTotalConcurrency != 32 || r.GPUCount != 4) {
			t.Errorf("%+v", r)
		}
		stored, err := os.ReadFile(filepath.Join("../results", r.ID+".json"))
		if err != nil || !bytes.Equal(stored, file(t, s, r.Bundle)) {
			t.Errorf("%s is not the bundle as it was (%v)", r.Bundle, err)
		}
	}
}
