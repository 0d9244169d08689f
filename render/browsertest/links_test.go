package browsertest

import (
	"bytes"
	"io/fs"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// document is what a page links to, and what it has to be linked to.
type document struct {
	links []link
	ids   []string
}

type link struct{ element, address, rel string }

func parseDocument(t *testing.T, text []byte) (d document) {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(text))
	must(t, err)
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		var rel string
		for _, a := range n.Attr {
			if a.Key == "rel" {
				rel = a.Val
			}
		}
		for _, a := range n.Attr {
			switch a.Key {
			case "id":
				d.ids = append(d.ids, a.Val)
			case "href", "src", "srcset", "action", "poster", "data", "formaction", "ping", "background":
				d.links = append(d.links, link{n.Data, a.Val, rel})
			case "style":
				if strings.Contains(a.Val, "url(") {
					d.links = append(d.links, link{n.Data, a.Val, rel})
				}
			}
		}
	}
	return d
}

// Every local link of the site leads to a file that is there, and to an anchor that is in it; all of
// them are relative but those of 404.html, which is shown at any address.
func TestLinks(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for dir, least := range map[string]int{s.dir: 500, s.many: 2000, s.empty: 5} {
		if local := checkLinks(t, os.DirFS(dir)); local < least {
			t.Errorf("only %d links were followed, not %d", local, least)
		}
	}
}

func checkLinks(t *testing.T, root fs.FS) (local int) {
	t.Helper()
	files, documents := map[string]bool{}, map[string]document{}
	must(t, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name] = true
		if path.Ext(name) == ".html" {
			text, err := fs.ReadFile(root, name)
			must(t, err)
			documents[name] = parseDocument(t, text)
		}
		return nil
	}))
	reached := map[string]bool{"index.html": true, "404.html": true}
	for name, d := range documents {
		slices.Sort(d.ids)
		for i, id := range d.ids {
			if id == "" || i > 0 && d.ids[i-1] == id {
				t.Errorf("%s: the id %q stands there twice or is empty", name, id)
			}
		}
		for _, l := range d.links {
			target, anchor := resolve(t, name, l)
			if target == "" {
				continue // another host, or inside the page
			}
			local++
			reached[target] = true
			if !files[target] {
				t.Errorf("%s: %s links to %s, where nothing is", name, l.element, l.address)
			} else if anchor != "" && !slices.Contains(documents[target].ids, anchor) {
				t.Errorf("%s: %s links to %s, which has no such anchor", name, l.element, l.address)
			}
		}
	}
	for name := range files {
		if path.Ext(name) == ".html" && !reached[name] {
			t.Errorf("no page links to %s", name)
		}
	}
	return local
}

// resolve gives the file and the anchor of a local link. A link to another host is one that a reader
// may follow, never one that the browser loads.
func resolve(t *testing.T, page string, l link) (target, anchor string) {
	t.Helper()
	u, err := url.Parse(l.address)
	if err != nil {
		t.Errorf("%s: %s has the address %q", page, l.element, l.address)
		return "", ""
	}
	switch {
	case u.Scheme == "data":
		if l.element == "a" && page != "" || l.element == "script" {
			t.Errorf("%s: %s has a data address", page, l.element)
		}
		return "", ""
	case u.Scheme != "" || u.Host != "":
		if l.element != "a" || !slices.Contains([]string{"http", "https", "mailto"}, u.Scheme) {
			t.Errorf("%s: %s leads to %s", page, l.element, l.address)
		}
		return "", ""
	case strings.HasPrefix(u.Path, "/"):
		rest, ok := strings.CutPrefix(u.Path, base)
		if !ok || page != "404.html" {
			t.Errorf("%s: %s has the absolute address %s", page, l.element, l.address)
			return "", ""
		}
		return rest, u.Fragment
	case page == "404.html" && u.Path != "":
		t.Errorf("%s: %s has the relative address %s", page, l.element, l.address)
	case u.Path == "":
		return page, u.Fragment
	}
	return path.Join(path.Dir(page), u.Path), u.Fragment
}

// A page alone links to itself and to other hosts only; its downloads are inside.
func TestSingleLinks(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, id := range s.ids {
		d := parseDocument(t, read(t, s.alone+"/"+id+".html"))
		downloads := 0
		for _, l := range d.links {
			if strings.HasPrefix(l.address, "data:") && l.element == "a" {
				downloads++
				continue
			}
			switch target, anchor := resolve(t, "", l); {
			case target != "":
				t.Errorf("%s: %s links to the file %s", id, l.element, target)
			case anchor != "" && !slices.Contains(d.ids, anchor):
				t.Errorf("%s: %s links to #%s, which is not there", id, l.element, anchor)
			}
		}
		if downloads != 2 {
			t.Errorf("%s: %d downloads", id, downloads)
		}
	}
}
