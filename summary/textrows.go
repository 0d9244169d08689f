package summary

import (
	"strings"

	"github.com/rivo/uniseg"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

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
		p.say(warningMark)
	}
	p.say(m.note)
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
		p.say(e.Word + ": " + e.Meaning)
	}
}

func (p *printer) prefill(tables []prefillTable) {
	warned := false
	for i, kind := range tables {
		if i == 0 {
			p.section("Prefill", "prompt tok/s by context length, and TTFT")
		} else {
			p.add("")
		}
		if kind.name != "" {
			p.add(kind.name, "")
		}
		t, mark := kind.table(p.width)
		p.add(t.write(p.width, prefillGap)...)
		warned = warned || mark
	}
	if warned {
		p.add("")
		p.say(warningMark)
	}
}

const (
	prefillGap  = 3
	widestBar   = 40
	leastBar    = 8
	warningMark = "! has a warning, which is told below."
)

// table is a line for each row, with a bar where there is room.
func (k prefillTable) table(width int) (t *table, warned bool) {
	most := 0.0
	for _, r := range k.rows {
		most = max(most, r.value)
		warned = warned || r.warned
	}
	t = &table{heads: make([][]string, 4), left: []bool{false, false, false, true}}
	for _, r := range k.rows {
		rate := r.bar
		if rate != figures.None {
			rate += " tok/s"
		}
		if r.warned {
			rate += "!"
		} else if warned {
			rate += " "
		}
		t.rows = append(t.rows, [][]string{{r.context}, {rate}, {r.ttft}, {r.status}})
	}
	room := min(width-t.total(prefillGap), widestBar)
	for i, r := range k.rows {
		if most > 0 && room >= leastBar {
			t.rows[i][3] = []string{strings.TrimSpace(bar(r.value/most, room) + " " + r.status)}
		}
	}
	return t, warned
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
