package render_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/render"
)

func write(t *testing.T, fsys fs.FS, dir, version string) render.Written {
	t.Helper()
	w, err := tryWrite(fsys, dir, version)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func tryWrite(fsys fs.FS, dir, version string) (render.Written, error) {
	_, w, err := render.Build(context.Background(), fsys, dir, render.Options{Version: version}, render.WriteOptions{})
	return w, err
}

// tree is every file under a folder: its text and its time.
func tree(t *testing.T, dir string) (texts map[string]string, times map[string]time.Time) {
	t.Helper()
	texts, times = map[string]string{}, map[string]time.Time{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		info, err := d.Info()
		rel, _ := filepath.Rel(dir, name)
		texts[filepath.ToSlash(rel)], times[filepath.ToSlash(rel)] = string(text), info.ModTime()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts, times
}

func compareTrees(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s is new", what, name)
		}
	}
}

func two(t *testing.T) fstest.MapFS {
	return folder(t, map[string]*bundle.Bundle{"a": run(nil), "b": run(func(b *bundle.Bundle) { b.Model.Name = "Other-2B" })})
}

func TestWrite(t *testing.T) {
	for _, version := range []string{"devel", "v1.2.3"} {
		t.Run(version, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "public")
			w := write(t, two(t), dir, version)
			first, _ := tree(t, dir)
			if w.Pages != 2 || w.Files != len(first) || w.Changed == 0 || first[".nojekyll"] != "" || !strings.Contains(first["files.json"], `"speedmatrix_files": 1`) {
				t.Errorf("%+v of %d files", w, len(first))
			}
			for name := range first {
				for part := range strings.SplitSeq(name, "/") {
					if name != ".nojekyll" && (part[0] == '.' || part[0] == '_') {
						t.Errorf("%s: Pages does not serve such a name", name)
					}
				}
			}
			// the same again: byte by byte, and untouched
			old := time.Now().Add(-time.Hour).Truncate(time.Second)
			for name := range first {
				if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
					t.Fatal(err)
				}
			}
			if w := write(t, two(t), dir, version); w.Changed != 0 || w.Removed != 0 {
				t.Errorf("an unchanged site: %+v", w)
			}
			second, times := tree(t, dir)
			compareTrees(t, "second build", second, first)
			for name, at := range times {
				if !at.Equal(old) {
					t.Errorf("%s was touched", name)
				}
			}
			// one bundle changes: its page, its files and the index do
			changed := two(t)
			changed["b.json"] = folder(t, map[string]*bundle.Bundle{"b": run(func(b *bundle.Bundle) { b.Label = "new" })})["b.json"]
			write(t, changed, dir, version)
			third, times := tree(t, dir)
			for name, at := range times {
				b := strings.HasPrefix(name, "r/b/") && name != "r/b/cells.csv" || strings.HasPrefix(name, "index.") || name == "results.js" || name == "files.json"
				if at.Equal(old) == b {
					t.Errorf("%s: changed is %v", name, !at.Equal(old))
				}
			}
			// a bundle goes: so does its folder, and what is not ours stays
			if err := os.WriteFile(filepath.Join(dir, "CNAME"), []byte("example.org"), 0o644); err != nil {
				t.Fatal(err)
			}
			delete(changed, "b.json")
			if w := write(t, changed, dir, version); w.Removed != 3 {
				t.Errorf("removed: %+v", w)
			}
			fourth, _ := tree(t, dir)
			if _, err := os.Stat(filepath.Join(dir, "r", "b")); err == nil || fourth["CNAME"] == "" || fourth["r/a/index.html"] != third["r/a/index.html"] {
				t.Errorf("after a bundle went: %v", fourth)
			}
			// a page that somebody spoilt is made again
			if err := os.WriteFile(filepath.Join(dir, "r/a/index.html"), []byte("spoilt"), 0o644); err != nil {
				t.Fatal(err)
			}
			write(t, changed, dir, version)
			if fifth, _ := tree(t, dir); fifth["r/a/index.html"] != third["r/a/index.html"] {
				t.Error("a spoilt page stays")
			}
		})
	}
}

// A folder that is not ours is refused, and nothing in it is touched.
func TestWriteIntoForeignFolder(t *testing.T) {
	for what, files := range map[string]map[string]string{
		"other files":          {"thesis.tex": "years of work"},
		"foreign files.json":   {"files.json": `["mine"]`, "a.txt": "a"},
		"no manifest of ours":  {"files.json": `{"speedmatrix_files": 2}`},
		"files of a later way": {"files.json": "not JSON at all"},
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := tryWrite(two(t), dir, "devel"); err == nil || !strings.Contains(err.Error(), "nothing was written") {
				t.Errorf("error %v", err)
			}
			got, _ := tree(t, dir)
			compareTrees(t, what, got, files)
		})
	}
	t.Run("a file", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "public")
		if err := os.WriteFile(name, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := tryWrite(two(t), name, "devel"); err == nil {
			t.Error("no error")
		}
	})
}

// A file of somebody else where a new page would go is a reason to stop, not to overwrite it.
func TestWriteOverForeignFile(t *testing.T) {
	dir := t.TempDir()
	one := two(t)
	delete(one, "b.json")
	write(t, one, dir, "devel")
	if err := os.MkdirAll(filepath.Join(dir, "r/b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "r/b/index.html"), []byte("by hand"), 0o644); err != nil {
		t.Fatal(err)
	}
	before, _ := tree(t, dir)
	if _, err := tryWrite(two(t), dir, "devel"); err == nil || !strings.Contains(err.Error(), "was not written by an earlier build") {
		t.Errorf("error %v", err)
	}
	after, _ := tree(t, dir)
	compareTrees(t, "after the refusal", after, before)
}

// A manifest is a file like any other: what it names outside the folder is not ours to delete.
func TestWriteHostileManifest(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "public")
	write(t, two(t), dir, "devel")
	victim := filepath.Join(parent, "victim.txt")
	if err := os.WriteFile(victim, []byte("dear"), 0o644); err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(dir, "files.json")
	text, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte(`"files": {`), []byte(`"files": {"../victim.txt": {}, "`+filepath.ToSlash(victim)+`": {}, "r/../../victim.txt": {},`), 1)
	if err := os.WriteFile(manifest, text, 0o644); err != nil {
		t.Fatal(err)
	}
	write(t, two(t), dir, "devel")
	if kept, err := os.ReadFile(victim); err != nil || string(kept) != "dear" {
		t.Errorf("%q, %v", kept, err)
	}
}

// A build that ends early, or cannot move a file, leaves the old site whole.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	write(t, two(t), dir, "devel")
	before, _ := tree(t, dir)
	changed := folder(t, map[string]*bundle.Bundle{"a": run(func(b *bundle.Bundle) { b.Label = "new" }), "c": run(nil)})

	s := load(t, changed)
	ctx, cancel := context.WithCancel(context.Background())
	_, err := render.Write(ctx, s, dir, render.WriteOptions{Progress: func(done, _ int) {
		if done == 3 {
			cancel()
		}
	}})
	if err == nil {
		t.Error("a cancelled build has no error")
	}
	after, _ := tree(t, dir)
	compareTrees(t, "after a cancelled build", after, before)

	// a folder in the way of one of the last moves
	if err := os.MkdirAll(filepath.Join(dir, "r/c"), 0o755); err != nil {
		t.Fatal(err)
	}
	s = load(t, changed)
	_, err = render.Write(context.Background(), s, dir, render.WriteOptions{Progress: func(done, total int) {
		if done == total {
			_ = os.MkdirAll(filepath.Join(dir, "r/c/index.html/in-the-way"), 0o755)
		}
	}})
	if err == nil {
		t.Error("a build into a folder in the way has no error")
	}
	after, _ = tree(t, dir)
	compareTrees(t, "after a failed move", after, before)
}

// Build and Load with Write give the same site, with duplicates, notes and broken bundles too.
func TestBuildIsLoadAndWrite(t *testing.T) {
	fsys := folder(t, odd())
	fsys["more/all-equal.json"] = fsys["all-equal.json"] // an id twice
	fsys["broken.json"] = &fstest.MapFile{Data: []byte("{")}
	fsys["gaps.md"] = &fstest.MapFile{Data: []byte("# Notes")}
	fsys["lonely.md"] = &fstest.MapFile{Data: []byte("# Notes")}
	for _, version := range []string{"devel", "v1.2.3"} {
		one, two := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two")
		s, err := render.Load(context.Background(), fsys, render.Options{Version: version})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := render.Write(context.Background(), s, one, render.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		want, _ := tree(t, one)
		for range 2 { // the second time, nothing is decoded
			b, w, err := render.Build(context.Background(), fsys, two, render.Options{Version: version}, render.WriteOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if w.Pages != s.Results() || len(b.Problems()) != len(s.Problems()) || b.LeftOut() != s.LeftOut() {
				t.Errorf("%+v, %d problems, %d left out", w, len(b.Problems()), b.LeftOut())
			}
			got, _ := tree(t, two)
			compareTrees(t, version, got, want)
		}
	}
}

// Notes that change make their page anew, and only that.
func TestChangedNotes(t *testing.T) {
	dir := t.TempDir()
	fsys := two(t)
	for i, notes := range []string{"", "first", "second", ""} {
		delete(fsys, "a.md")
		if notes != "" {
			fsys["a.md"] = &fstest.MapFile{Data: []byte(notes)}
		}
		if w := write(t, fsys, dir, "v1.2.3"); i > 0 && w.Changed != 1 {
			t.Errorf("notes %q: %+v", notes, w)
		}
		page, err := os.ReadFile(filepath.Join(dir, "r/a/index.html"))
		if err != nil || bytes.Contains(page, []byte(`id="notes"`)) != (notes != "") || !bytes.Contains(page, []byte(notes)) {
			t.Errorf("notes %q are not on the page (%v)", notes, err)
		}
	}
}
