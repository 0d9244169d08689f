package render

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// Each operation on the output folder fails once. What stands there afterwards is the old site, whole,
// or the new one, and the new one only without an error.
func TestEveryOperationFails(t *testing.T) {
	bundles := func(labels ...string) fstest.MapFS {
		fsys := fstest.MapFS{}
		for i, label := range labels {
			if label != "" {
				fsys["r"+string(rune('a'+i))+".json"] = &fstest.MapFile{Data: []byte(`{"speedmatrix": 1, "status": "complete", "origin": "manual", "label": "` + label + `", "tool": {"name": "x"}, "model": {"name": "m"},
					"decode": [{"context_tokens": 8192, "concurrency": 1, "status": "valid", "output_tok_per_s": 9}]}`)}
			}
		}
		return fsys
	}
	old, changed := bundles("one", "two"), bundles("one more", "", "three") // a change, a loss, an addition
	build := func(dir string, fsys fs.FS, fault func(string, string) error) error {
		_, _, err := Build(context.Background(), fsys, dir, Options{Version: "v1"}, WriteOptions{fault: fault})
		return err
	}
	made := func(fsys fs.FS) (string, map[string]string) {
		dir := filepath.Join(t.TempDir(), "public")
		if err := build(dir, fsys, nil); err != nil {
			t.Fatal(err)
		}
		return dir, files(t, dir)
	}
	oldDir, oldFiles := made(old)
	_, newFiles := made(changed)
	injected := errors.New("injected")
	for n := 0; ; n++ {
		dir := filepath.Join(t.TempDir(), "public")
		if err := os.CopyFS(dir, os.DirFS(oldDir)); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex // several workers write
		count, what := 0, ""
		err := build(dir, changed, func(operation, name string) error {
			mu.Lock()
			defer mu.Unlock()
			if count++; count == n+1 {
				what = operation + " " + name
				return injected
			}
			return nil
		})
		got := files(t, dir)
		switch {
		case maps.Equal(got, newFiles) && err == nil:
		case maps.Equal(got, oldFiles) && errors.Is(err, injected):
		default:
			t.Errorf("%s fails: error %v, and the folder is neither the old site nor the new one", what, err)
		}
		if err := build(dir, changed, nil); err != nil || !maps.Equal(files(t, dir), newFiles) {
			t.Errorf("%s failed: the next build does not mend it (%v)", what, err)
		}
		if list, _ := filepath.Glob(filepath.Join(dir, stagePrefix+"*")); len(list) > 0 {
			t.Errorf("%s failed: %v is left behind", what, list)
		}
		if what == "" {
			if n < 40 {
				t.Errorf("only %d operations", n)
			}
			return
		}
	}
}

// files is everything below a folder but a stage that could not be removed.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), stagePrefix):
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
