package summary

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test ./summary -update writes it)", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; go test ./summary -update writes it anew\n%s", file, firstDifference(got, want))
	}
}

func firstDifference(got, want []byte) string {
	g, w := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range min(len(g), len(w)) {
		if !bytes.Equal(g[i], w[i]) {
			return "got  " + string(g[i]) + "\nwant " + string(w[i])
		}
	}
	return "one is longer"
}

func text(t testing.TB, b *bundle.Bundle, width int) string {
	t.Helper()
	var out bytes.Buffer
	if err := Text(&out, b, width); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func markdown(t testing.TB, b *bundle.Bundle, limit int) string {
	t.Helper()
	var out bytes.Buffer
	if err := Markdown(&out, b, limit); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	bundles := odd()
	bundles["kimi"] = load(t, "results", "kimi-k2.6-nvfp4.json")
	bundles["glm"] = load(t, "results", "glm-5.3-flash-nvfp4.json")
	bundles["everything"] = load(t, "bundle", "testdata", "everything.json")
	for _, name := range slices.Sorted(maps.Keys(bundles)) {
		t.Run(name, func(t *testing.T) {
			golden(t, name+".txt", []byte(text(t, bundles[name], 80)))
			golden(t, name+".120.txt", []byte(text(t, bundles[name], 120)))
			golden(t, name+".md", []byte(markdown(t, bundles[name], CommentLimit)))
		})
	}
}

// A summary of what it shows must not change what it was given.
func TestLeavesBundle(t *testing.T) {
	b := load(t, "bundle", "testdata", "everything.json")
	before, err := bundle.Encode(b)
	if err != nil {
		t.Fatal(err)
	}
	text(t, b, 80)
	markdown(t, b, 3000)
	after, err := bundle.Encode(b)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, after) {
		t.Error("the bundle was changed")
	}
}
