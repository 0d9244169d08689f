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
	if c.decode == nil && len(c.legend) > 0 {
		p.add("")
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

// say adds a paragraph, whose lines after the first hang.
func (p *printer) say(text string) { p.add(wrap(text, p.prose, hanging)...) }

const hanging = "  "

// section begins a part: its name, and what its figures are.
func (p *printer) section(name, about string) {
	p.add("")
	if about != "" {
		name += separator + about
	}
	p.say(name)
	p.add("")
}

func (p *printer) top(c *content) {
	p.say(c.title)
	for _, line := range c.subtitle {
		p.say(line)
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
		for i, line := range strings.Split(n.Text, "\n") {
			if i == 0 {
				line = n.Lead + " " + line
			}
			p.say(line)
		}
	}
}

// facts stand in a paragraph for each group, beside its name. A line breaks between facts.
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
		line := ""
		flush := func() {
			for _, l := range wrap(line, p.prose-room, "  ") {
				p.add(pad(g.Name, room, true) + l)
				g.Name = ""
			}
		}
		for _, f := range g.Facts {
			text := f.Name + ": " + f.Value
			if f.Guessed {
				text += " (guessed)"
			}
			switch {
			case line == "":
				line = text
			case uniseg.StringWidth(line+separator+text) > p.prose-room:
				flush()
				line = text
			default:
				line += separator + text
			}
		}
		flush()
	}
}

const separator = " · "

func (p *printer) remarks(list []remark) {
	if len(list) == 0 {
		return
	}
	p.section("Reasons and warnings", "")
	for _, r := range list {
		p.say(r.where() + separator + r.lead)
		p.add(wrapFrom(hanging, r.text, p.prose, hanging)...)
	}
}
