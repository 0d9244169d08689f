package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// On paper a page is light, keeps the colours of its cells, has all twelve columns with their heads
// on each sheet, and none of its controls.
func TestPrint(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, c := range []struct {
		name, address string
		look          screen
	}{
		{"light", s.result(all), screen{}}, {"dark", s.result(all), screen{dark: true}}, {"heat", s.result(all) + "?view=heat", screen{dark: true}},
		{"target", s.result(all) + "#decode-8k-c4", screen{}}, {"larger", s.result(larger), screen{dark: true}}, {"single", s.single(larger), screen{dark: true, width: 360}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := openCharts(t, c.address, screen{width: c.look.width})
			grounds := eval[map[string]string](p, `Object.fromEntries($$('#matrix td[class^="q"]').map((e) => [words(e.querySelector('b')), colour(e, 'backgroundColor')]))`)
			heads := eval[[]string](p, `$$('#all-table thead th').map(words)`)
			rows := eval[int](p, `$$('#all-table tbody tr').length`)
			if c.look.dark {
				p.scheme("dark")
			}
			sheets := p.print()
			sheets.checkLight()
			sheets.checkCells(grounds)
			sheets.checkTable(heads, rows)
			sheets.checkNoControls()
		})
	}
}

// Without JavaScript, and on pages of other kinds, paper is light too.
func TestPrintOthers(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, page := range []entry{{"plain", s.result(all)}, {"index", s.at("index.html")}, {"method", s.at("method.html")}, {"wide", s.result("odd-wide")}, {"long", s.result("odd-long")}} {
		t.Run(page.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, page.address, screen{dark: true, plain: page.name == "plain"})
			sheets := p.print()
			sheets.checkLight()
			sheets.checkNoControls()
		})
	}
}

// leastHeight is that of the small letters at the top of a sheet, in points.
const leastHeight = 9

// checkLight wants white paper, and every word on it.
func (p *paper) checkLight() {
	p.Helper()
	for i := range p.sheet {
		s := &p.sheet[i]
		if s.Width < 590 || s.Width > 600 || s.Height < 835 || s.Height > 848 {
			p.Errorf("sheet %d is %.0f × %.0f points, not A4", i+1, s.Width, s.Height)
		}
		if kicker := s.find("Speed"); i == 0 && len(kicker) > 0 && kicker[0].Bottom-kicker[0].Top < leastHeight {
			p.Errorf("the kicker is %v: the browser shrinks what is too wide for the paper", kicker)
		}
		for _, at := range [][2]float64{{4, 4}, {s.Width - 4, 4}, {4, s.Height - 4}, {s.Width - 4, s.Height - 4}, {30, 30}} {
			if r, g, b := s.colourAt(at[0], at[1]); r+g+b < 3*240 {
				p.Errorf("sheet %d is rgb(%d, %d, %d) at its edge", i+1, r, g, b)
			}
		}
		for _, w := range s.Words {
			if w.Left < 20 || w.Right > s.Width-20 || w.Top < 20 || w.Bottom > s.Height-20 {
				p.Errorf("sheet %d: %q leaves the paper: from %.0f to %.0f, at %.0f", i+1, w.Text, w.Left, w.Right, w.Top)
			}
		}
	}
}

// checkCells looks for each figure of the matrix on its colour.
func (p *paper) checkCells(grounds map[string]string) {
	p.Helper()
	if len(grounds) < 10 {
		p.Errorf("only %d cells", len(grounds))
	}
	for text, want := range grounds {
		var wr, wg, wb int
		if _, err := fmt.Sscanf(want, "rgb(%d, %d, %d)", &wr, &wg, &wb); err != nil {
			p.Errorf("the colour of %s is %s", text, want)
		}
		var seen []string
		found := false
		for i := range p.sheet {
			for _, w := range p.sheet[i].find(text) {
				r, g, b := p.sheet[i].colourAt(w.Left-1.5, (w.Top+w.Bottom)/2)
				seen = append(seen, fmt.Sprintf("rgb(%d, %d, %d)", r, g, b))
				found = found || abs(r-wr) < 8 && abs(g-wg) < 8 && abs(b-wb) < 8
			}
		}
		if !found {
			p.Errorf("the cell %s lies on %v, not on %s", text, seen, want)
		}
	}
}

func abs(n int) int { return max(n, -n) }

// checkTable wants the heads of the twelve columns over the rows of each sheet, and all rows.
func (p *paper) checkTable(heads []string, rows int) {
	p.Helper()
	if len(heads) != 12 {
		p.Fatalf("%d columns", len(heads))
	}
	found, sheets := 0, 0
	begun := false
	for i := range p.sheet {
		s := &p.sheet[i]
		begun = begun || len(s.find("measurements")) > 0 && len(s.find("Phase")) > 0
		if !begun {
			continue
		}
		var first []word // of a row: its phase, at the left edge
		for j, w := range s.Words {
			if w.Left < 60 && (w.Text == "Prefill" || w.Text == "Sustained" && s.Words[j+1].Text == "decode") && w.Bottom-w.Top < 11 {
				first = append(first, w)
			}
		}
		if len(first) < 2 {
			continue // what follows the table
		}
		sheets++
		found += len(first)
		for _, head := range heads {
			for part := range strings.FieldsSeq(head) {
				over := false
				for _, w := range s.find(part) {
					over = over || w.Bottom < first[0].Top+1
				}
				if !over {
					p.Errorf("sheet %d: %q of the column %q does not stand over the rows", i+1, part, head)
				}
			}
		}
	}
	if sheets == 0 || found < rows {
		p.Errorf("%d rows of the table on %d sheets, not %d", found, sheets, rows)
	}
}

func (p *paper) checkNoControls() {
	p.Helper()
	var all strings.Builder
	for _, s := range p.sheet {
		for _, w := range s.Words {
			all.WriteString(w.Text + " ")
		}
	}
	for _, control := range []string{"Copy as Markdown", "Heat map", "Measured rows only", "Skip to content", "At least tok/s", " Copy "} {
		if strings.Contains(all.String(), control) {
			p.Errorf("the control %q is on paper", control)
		}
	}
}
