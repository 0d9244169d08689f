package summary

import (
	"io"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

const (
	defaultWidth = 80
	leastWidth   = 24
	widestProse  = 100 // longer lines are hard to read
	widestBar    = 40
)

// Text writes a bundle for a terminal of a width in columns, 80 where that is unknown (0). It is plain
// text, aligned by what a terminal shows; a matrix that is too wide stands in blocks of columns.
func Text(w io.Writer, b *bundle.Bundle, width int) error {
	if width <= 0 {
		width = defaultWidth
	}
	p := &printer{width: max(width, leastWidth)}
	p.prose = min(p.width, widestProse)
	c := newContent(b)
	p.top(c)
	p.decode(c.decode, c.legend)
	p.prefill(c.prefill)
	p.serving(c.serving)
	if c.decode == nil {
		p.legend(c.legend)
	}
	p.facts(c.facts)
	p.remarks(c.remarks)
	_, err := io.WriteString(w, strings.Join(p.lines, "\n")+"\n")
	return err
}

// printer collects lines.
type printer struct {
	lines        []string
	width, prose int
}

func (p *printer) add(lines ...string) { p.lines = append(p.lines, lines...) }

// say adds a paragraph.
func (p *printer) say(text, indent string) { p.add(wrap(text, p.prose, indent)...) }

// section begins a part: its name, and what its figures are.
func (p *printer) section(name, about string) {
	p.add("")
	if about != "" {
		name += " · " + about
	}
	p.say(name, "  ")
	p.add("")
}

func (p *printer) top(c *content) {
	p.say(c.title, "  ")
	for _, line := range c.subtitle {
		p.say(line, "  ")
	}
	if len(c.headlines) > 0 {
		t := &table{heads: make([][]string, 3), left: []bool{true, false, true}}
		for _, h := range c.headlines {
			t.rows = append(t.rows, [][]string{{h.name}, {h.figure + " tok/s"}, {"at " + h.at}})
		}
		p.add("")
		p.add(t.write(p.width, 3)...)
	}
	for _, n := range c.notices {
		p.add("")
		for i, line := range strings.Split(n.text, "\n") {
			if i == 0 {
				line = n.lead + " " + line
			}
			p.say(line, "  ")
		}
	}
}

func (p *printer) decode(m *matrix, legend []figures.LegendEntry) {
	if m == nil {
		return
	}
	// a unit on every figure and room between the columns, as far as the width allows
	layouts := []struct {
		unit bool
		gap  int
	}{{true, 3}, {true, 2}, {false, 2}, {false, 1}}
	last := len(layouts) - 1
	for i, l := range layouts {
		t := m.table(l.unit)
		fits := t.total(l.gap) <= p.width
		if !fits && i < last {
			continue
		}
		about := "total tok/s and TTFT"
		if !l.unit {
			about += " in ms"
		}
		p.section("Sustained decode", about+" · rows are context length, columns are simultaneous requests")
		if !fits { // in blocks, where there is room again
			l.gap = 2
		}
		p.add(t.write(p.width, l.gap)...)
		break
	}
	p.add("")
	p.legend(legend)
	if m.warned {
		p.say("! has a warning, which is told below.", "  ")
	}
	p.say(m.note, "  ")
}

// table is the matrix with a cell in two lines: total tok/s, TTFT.
func (m *matrix) table(unit bool) *table {
	t := &table{heads: [][]string{{"Context"}}, left: []bool{false}, key: 1}
	mark := ""
	if m.warned {
		mark = " "
	}
	for _, name := range m.concurrencies {
		t.heads, t.left = append(t.heads, []string{name + mark}), append(t.left, false)
	}
	for i, cells := range m.cells {
		row := [][]string{{m.contexts[i]}}
		for _, c := range cells {
			row = append(row, c.lines(unit, mark))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// lines are a cell's. Where some cell of the matrix has a mark, the others have a blank in its place.
func (c cell) lines(unit bool, mark string) (lines []string) {
	ttft := c.bare
	if unit {
		ttft = c.ttft
	}
	switch {
	case !c.status.HasRate():
		lines = short(c.status)
	case c.status == bundle.Valid:
		lines = []string{c.rate, ttft}
	default:
		lines = append([]string{c.rate, ttft}, short(c.status)...)
	}
	for i := range lines {
		if i == 0 && c.warned {
			lines[i] += "!"
		} else {
			lines[i] += mark
		}
	}
	return lines
}

func (p *printer) legend(entries []figures.LegendEntry) {
	for _, e := range entries {
		p.say(e.Word+": "+e.Meaning, "  ")
	}
}

func (p *printer) prefill(tables []prefillTable) {
	most := 0.0
	for _, t := range tables {
		for _, r := range t.rows {
			most = max(most, r.value)
		}
	}
	for i, kind := range tables {
		if i == 0 {
			p.section("Prefill", "prompt tok/s by context length, and TTFT")
		}
		if kind.name != "" {
			if i > 0 {
				p.add("")
			}
			p.add(kind.name, "")
		}
		t := &table{heads: make([][]string, 4), left: []bool{false, false, false, true}}
		for _, r := range kind.rows {
			rate := r.bar
			if rate != figures.None {
				rate += " tok/s"
			}
			if r.warned {
				rate += "!"
			}
			t.rows = append(t.rows, [][]string{{r.context}, {rate}, {r.ttft}, {r.status}})
		}
		room := min(p.width-t.total(3)-2, widestBar)
		for i, r := range kind.rows {
			if most > 0 && room >= 8 {
				text := bar(r.value/most, room)
				if r.status != "" {
					text = strings.TrimSpace(text + " " + r.status)
				}
				t.rows[i][3] = []string{text}
			}
		}
		p.add(t.write(p.width, 3)...)
	}
}

// bar is a share of room, to the eighth of a character.
func bar(share float64, room int) string {
	eighths := int(share*float64(room)*8 + 0.5)
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return text
}

func (p *printer) serving(g *grid) {
	if g == nil {
		return
	}
	p.section("Serving", "requests that arrive as users send them · latencies are medians")
	t := &table{key: 1}
	for c, head := range g.heads {
		room := 0
		for _, row := range g.rows {
			room = max(room, uniseg.StringWidth(row[c]))
		}
		for word := range strings.FieldsSeq(head) {
			room = max(room, uniseg.StringWidth(word))
		}
		t.heads = append(t.heads, wrap(head, room, ""))
		t.left = append(t.left, head == "Status" || head == "Arrival")
	}
	for _, row := range g.rows {
		var cells [][]string
		for _, text := range row {
			cells = append(cells, []string{text})
		}
		t.rows = append(t.rows, cells)
	}
	p.add(t.write(p.width, 2)...)
}

// facts stand in a paragraph for each group, beside its name.
func (p *printer) facts(groups []figures.FactGroup) {
	if len(groups) == 0 {
		return
	}
	p.add("")
	room := 0
	for _, g := range groups {
		room = max(room, len(g.Name)+2)
	}
	for _, g := range groups {
		var texts []string
		for _, f := range g.Facts {
			text := f.Name + ": " + f.Value
			if f.Guessed {
				text += " (guessed)"
			}
			texts = append(texts, text)
		}
		p.add(pad(g.Name, room, true) + strings.TrimLeft(strings.Join(wrap(strings.Repeat("x", room)+strings.Join(texts, " · "), p.prose, strings.Repeat(" ", room)), "\n"), "x"))
	}
}

func (p *printer) remarks(list []remark) {
	if len(list) == 0 {
		return
	}
	p.section("Reasons and warnings", "")
	for _, r := range list {
		p.say(r.lead+" at "+r.where()+": "+r.text, "  ")
	}
}
