package figures

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// seeds are the two example pages, as text from a browser, and their bundles.
var seeds = []struct{ page, id string }{
	{"kimi.txt", "kimi-k2.6-nvfp4"},
	{"glm.txt", "glm-5.3-flash-nvfp4"},
}

func load(t *testing.T, id string) *bundle.Bundle {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "results", id+".json"))
	if err != nil {
		t.Fatal(err)
	}
	b := new(bundle.Bundle)
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(b); err != nil {
		t.Fatal(err)
	}
	return b
}

func eachSeed(t *testing.T, check func(t *testing.T, page []string, b *bundle.Bundle)) {
	for _, s := range seeds {
		t.Run(s.page, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", s.page))
			if err != nil {
				t.Fatal(err)
			}
			check(t, strings.Split(strings.TrimRight(string(text), "\n"), "\n"), load(t, s.id))
		})
	}
}

// lines are the lines of a page from the one after a first to the one before a last.
func lines(t *testing.T, page []string, first, last string) []string {
	t.Helper()
	from := slices.IndexFunc(page, func(l string) bool { return strings.HasPrefix(l, first) })
	to := slices.IndexFunc(page, func(l string) bool { return strings.HasPrefix(l, last) })
	if from < 0 || to <= from+1 {
		t.Fatalf("no lines between %q and %q", first, last)
	}
	return page[from+1 : to]
}

func same(t *testing.T, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		g, w := "(nothing)", "(nothing)"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("line %d:\n got %s\nwant %s", i+1, g, w)
		}
	}
}

func TestSeedTitles(t *testing.T) {
	eachSeed(t, func(t *testing.T, page []string, b *bundle.Bundle) {
		same(t, []string{Title(b), EngineLine(b) + GridLine(b)}, page[1:3])
	})
}

func TestSeedFacts(t *testing.T) {
	eachSeed(t, func(t *testing.T, page []string, b *bundle.Bundle) {
		var got []string
		for _, g := range Facts(b) {
			got = append(got, g.Name)
			for _, f := range g.Facts {
				if f.Name != "Origin" { // ours: the pages don't say that they are copied
					got = append(got, f.Name, f.Value)
				}
				if f.Guessed {
					t.Errorf("%s is marked as guessed", f.Name)
				}
			}
		}
		var want []string
		for _, l := range append([]string{"Hardware"}, lines(t, page, "Hardware", "Launch command")...) {
			want = append(want, strings.TrimPrefix(l, "- "))
		}
		same(t, got, want)
		same(t, []string{b.Launch.Command}, lines(t, page, "Launch command", "Prefill"))
	})
}

func TestSeedBars(t *testing.T) {
	eachSeed(t, func(t *testing.T, page []string, b *bundle.Bundle) {
		got := []string{}
		cold, _ := Prefill(b)
		for _, r := range cold {
			got = append(got, Context(r.ContextTokens)+" context"+BarRate(*r.PromptTokPerS)+TTFT(*r.TTFT.MedianS)+" TTFT")
		}
		got[0] = "prompt tok/s by context length" + got[0]
		same(t, got, lines(t, page, "Prefill", "Sustained decode"))
	})
}

func TestSeedMatrix(t *testing.T) {
	eachSeed(t, func(t *testing.T, page []string, b *bundle.Bundle) {
		grid, matrix := Matrix(b)
		head := []string{"Context"}
		for _, c := range grid.Concurrencies {
			head = append(head, Count(c))
		}
		got := []string{
			"total tok/s · rows are context length, columns are simultaneous requests" + tableLine(head),
			strings.Repeat("|---", len(head)) + "|",
		}
		for i, cells := range matrix {
			texts := []string{Context(grid.Contexts[i])}
			for _, c := range cells {
				texts = append(texts, seedCell(c))
			}
			got = append(got, tableLine(texts))
		}
		same(t, got, lines(t, page, "Sustained decode", page[len(page)-1]))
	})
}

func seedCell(c Cell) string {
	status := Status(c.Status)
	if !c.Status.HasRate() {
		return status
	}
	if c.Status == bundle.Valid {
		status = ""
	}
	return Rate(*c.Row.OutputTokPerS) + status + TTFT(*c.Row.TTFT.MedianS) + " TTFT"
}

func TestSeedTable(t *testing.T) {
	eachSeed(t, func(t *testing.T, page []string, b *bundle.Bundle) {
		got := []string{
			"Latencies are medians. Total tok/s is output across all simultaneous requests." + tableLine(Columns[:]),
			strings.Repeat("|---", len(Columns)) + "|",
		}
		cold, _ := Prefill(b)
		for _, r := range cold {
			texts := PrefillFigures(r)
			got = append(got, tableLine(texts[:]))
		}
		_, matrix := Matrix(b)
		for _, cells := range matrix {
			for _, c := range cells {
				texts := DecodeFigures(c)
				got = append(got, tableLine(texts[:]))
			}
		}
		from := slices.Index(page, "All measurements")
		same(t, got, page[from+1:len(page)-1])
	})
}

// The sentences are our own, but the same statuses are explained in the same order.
func TestSeedLegend(t *testing.T) {
	eachSeed(t, func(t *testing.T, page []string, b *bundle.Bundle) {
		var got []string
		for _, e := range Legend(b) {
			got = append(got, e.Word)
			if e.Meaning == "" || strings.Contains(page[len(page)-1], e.Meaning) {
				t.Errorf("%s: no sentence of our own: %q", e.Word, e.Meaning)
			}
			if e.Status == bundle.OverCapacity && !strings.Contains(e.Meaning, "KV cache") {
				t.Errorf("over capacity does not name its cause: %s", e.Meaning)
			}
		}
		want := regexp.MustCompile(`[A-Z][a-z ]+:`).FindAllString(page[len(page)-1], -1)
		for i := range want {
			want[i] = strings.TrimSuffix(want[i], ":")
		}
		same(t, got, want)
	})
}

func tableLine(texts []string) string { return "| " + strings.Join(texts, " | ") + " |" }
