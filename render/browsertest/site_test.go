package browsertest

import (
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/render"
)

// where the site lies on its host: not at the top
const base = "/x/y/"

// The example that has the most cells, and the one that has every part of the format.
const (
	larger = "glm-5.3-flash-nvfp4"
	all    = "everything"
)

// A site's pages by kind. Those from odd- on are the pages of odd bundles.
type built struct {
	dir    string // of the site
	alone  string // of the single pages, ID.html
	empty  string // of a site without a result
	many   string // of a site with more results than one page lists
	ids    []string
	server *httptest.Server
}

var (
	siteOnce sync.Once
	siteMade *built
)

// theSite is everything that the tests look at: the real results, the bundle that has every part, and
// odd ones, as one site on disk and behind a server, and each as a page alone.
func theSite(t testing.TB) *built {
	t.Helper()
	siteOnce.Do(func() { siteMade = build(t) })
	if siteMade == nil {
		t.Fatal("the site could not be built: the first test that needed it tells why")
	}
	return siteMade
}

func build(t testing.TB) *built {
	t.Helper()
	dir, err := os.MkdirTemp("", "speedmatrix-site-*")
	must(t, err)
	atEnd = append(atEnd, func() { _ = os.RemoveAll(dir) })
	s := &built{dir: filepath.Join(dir, "site"), alone: filepath.Join(dir, "alone"), empty: filepath.Join(dir, "empty"), many: filepath.Join(dir, "many")}
	files := sources(t)
	writeSite(t, files, s.dir)
	writeSite(t, nil, s.empty)
	writeSite(t, manySources(t), s.many)
	must(t, os.Mkdir(s.alone, 0o755))
	for name, file := range files {
		id, isBundle := strings.CutSuffix(name, ".json")
		if !isBundle {
			continue
		}
		s.ids = append(s.ids, id)
		b, problems := bundle.Decode(name, file.Data)
		if b == nil {
			t.Fatal(problems)
		}
		var text []byte
		if n := files[id+".md"]; n != nil {
			text = n.Data
		}
		page, err := render.Page(b, file.Data, text, render.PageOptions{ID: id, Version: "devel"})
		must(t, err)
		must(t, os.WriteFile(filepath.Join(s.alone, id+".html"), page, 0o644))
	}
	slices.Sort(s.ids)
	s.server = httptest.NewServer(http.HandlerFunc(s.serve))
	atEnd = append(atEnd, s.server.Close)
	return s
}

// sources are the bundles and notes of the site.
func sources(t testing.TB) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{"odd-markup.md": {Data: []byte(notes)}}
	for _, pattern := range []string{"../../results/*.json", "../../results/*.md", "../../bundle/testdata/everything.json"} {
		names, err := filepath.Glob(pattern)
		must(t, err)
		if len(names) == 0 {
			t.Fatalf("no file is like %s", pattern)
		}
		for _, name := range names {
			files[filepath.Base(name)] = &fstest.MapFile{Data: read(t, name)}
		}
	}
	for id, b := range odd(t) {
		text, err := bundle.Encode(b)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		files[id+".json"] = &fstest.MapFile{Data: text}
	}
	return files
}

func writeSite(t testing.TB, files fstest.MapFS, dir string) {
	t.Helper()
	site, err := render.Load(t.Context(), files, render.Options{Base: base, Version: "devel"})
	if len(files) > 0 || !errors.Is(err, render.ErrNoBundles) {
		must(t, err)
	}
	if bundle.HasErrors(site.Problems()) {
		t.Fatal(site.Problems())
	}
	_, err = render.Write(t.Context(), site, dir, render.WriteOptions{})
	must(t, err)
}

// serve is a plain host of files below base: an address without a file shows 404.html.
func (s *built) serve(w http.ResponseWriter, r *http.Request) {
	name, status := strings.TrimPrefix(r.URL.Path, base), http.StatusOK
	data, err := fs.ReadFile(os.DirFS(s.dir), name)
	if err != nil || name == r.URL.Path {
		name, status = "404.html", http.StatusNotFound
		if data, err = os.ReadFile(filepath.Join(s.dir, name)); err != nil {
			status = http.StatusInternalServerError
		}
	}
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	w.WriteHeader(status)
	_, _ = w.Write(data)
}

// notes try what Markdown might let through.
const notes = `# Notes

<script>alert(1)</script> <b onclick="alert(1)">raw</b> [a link](javascript:alert(1)) [another](https://example.com/) ![a picture](https://example.com/x.png)

| a | b |
| - | - |
| ` + "`</code>`" + ` | a long cell that wants more room than a phone has: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa |

- [x] done

` + "```\nls -la </script>\n```\n"

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// result is a result's page behind the server; disk and single are its two forms on disk.
func (s *built) result(id string) string { return s.at("r/" + id + "/index.html") }
func (s *built) at(name string) string   { return s.server.URL + base + name }
func (s *built) disk(name string) string { return fileURL(filepath.Join(s.dir, name)) }
func (s *built) single(id string) string { return fileURL(filepath.Join(s.alone, id+".html")) }

func fileURL(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}
