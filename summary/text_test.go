package summary

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rivo/uniseg"

	"github.com/speedmatrix/speedmatrix/bundle"
)

func TestTextFitsWidth(t *testing.T) {
	bundles := odd()
	bundles["kimi"] = load(t, "results", "kimi-k2.6-nvfp4.json")
	bundles["everything"] = load(t, "bundle", "testdata", "everything.json")
	bundles["hostile"] = dressed(strings.Join(hostile, " "))
	for name, b := range bundles {
		for _, width := range []int{40, 60, 80, 100, 120, 200} {
			for line := range strings.SplitSeq(text(t, b, width), "\n") {
				if w := uniseg.StringWidth(line); w > width {
					t.Errorf("%s at %d: a line of %d: %s", name, width, w, line)
				}
				if strings.TrimRight(line, " ") != line {
					t.Errorf("%s at %d: blanks at the end of %q", name, width, line)
				}
			}
		}
	}
}

// A width that nothing fits into is borne.
func TestTextNarrow(t *testing.T) {
	for _, width := range []int{-1, 0, 1, 10, 24} {
		if got := text(t, odd()["12-by-20"], width); !strings.Contains(got, "1,234.5") {
			t.Errorf("at %d a figure is missing:\n%s", width, got)
		}
	}
}

// Figures of a column end below each other, whatever characters stand before them.
func TestTextAligned(t *testing.T) {
	for name, b := range map[string]*bundle.Bundle{"kimi": load(t, "results", "kimi-k2.6-nvfp4.json"), "wide": odd()["wide-characters"]} {
		lines := strings.Split(text(t, b, 120), "\n")
		head := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "Context") })
		if head < 0 {
			t.Fatalf("%s: no matrix", name)
		}
		ends := columnEnds(lines[head])
		for _, line := range lines[head+2:] {
			if line != "" && line[0] != ' ' {
				break
			}
			for _, end := range columnEnds(line) {
				if !slices.Contains(ends, end) {
					t.Errorf("%s: a figure ends at column %d, the heads at %v:\n%s\n%s", name, end, ends, lines[head], line)
				}
			}
		}
	}
}

// columnEnds are the columns in which words end that are followed by two blanks, or by nothing.
func columnEnds(line string) (ends []int) {
	for i := range line {
		if line[i] == ' ' && strings.HasPrefix(line[i:], "  ") && i > 0 && line[i-1] != ' ' {
			ends = append(ends, uniseg.StringWidth(line[:i]))
		}
	}
	if line != "" {
		ends = append(ends, uniseg.StringWidth(line))
	}
	return ends
}

func TestTextHasNoControls(t *testing.T) {
	for _, h := range hostile {
		for _, r := range text(t, dressed(h), 80) {
			if r != '\n' && unicode.IsControl(r) || r == '\u202e' || r == '\u2066' || r == '\u2028' {
				t.Errorf("%q lets %U through", h, r)
			}
		}
	}
}

// B7.13: what is to be said of a cell is said in every view.
func TestWarningsEverywhere(t *testing.T) {
	b := dressed("the clock was lowered")
	for name, got := range map[string]string{"text": text(t, b, 80), "markdown": markdown(t, b, 0)} {
		for _, want := range []string{"Partial run.", "Note.", "the clock was lowered", "Warning", "Failed (HTTP error)", "Invalid (Prompt came from the cache)", "Serving run 1"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %q:\n%s", name, want, got)
			}
		}
	}
	if got := text(t, b, 80); !strings.Contains(got, "63.4!") {
		t.Errorf("the cell has no mark:\n%s", got)
	}
	if got := markdown(t, b, 0); !strings.Contains(got, "**63.4** · 82 ms ⚠") {
		t.Errorf("the cell has no mark:\n%s", got)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 10, []string{""}},
		{"one two three", 8, []string{"one two", "  three"}},
		{"abcdefghijkl", 5, []string{"abcde", "  fgh", "  ijk", "  l"}},
		{"漢字漢字 x", 5, []string{"漢字", "  漢", "  字", "  x"}},
		{"a 漢字", 2, []string{"a", "  漢", "  字"}},
	} {
		if got := wrap(c.text, c.width, "  "); !slices.Equal(got, c.want) {
			t.Errorf("%q at %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"short", 5, "short"}, {"longer", 5, "long…"}, {"漢字漢字", 3, "漢字…"}, {"ab 🧑🏽‍💻", 5, "ab…"}, {"e\u0301e\u0301e\u0301", 4, "e\u0301…"},
	} {
		if got := clip(c.text, c.n); got != c.want {
			t.Errorf("clip(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
		}
	}
}
