package summary

import (
	"fmt"
	"io"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// CommentLimit keeps Markdown below the 65,536 characters that GitHub takes in a comment.
const CommentLimit = 65_535

// Markdown writes a bundle for GitHub: headings, tables and lists, no HTML. It is at most limit bytes
// long, so at most as many characters however they are counted; 0 is no limit. What does not fit is
// left out, the least important first, and the text says so.
func Markdown(w io.Writer, b *bundle.Bundle, limit int) error {
	text, err := newContent(b).fit(limit)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

// markdown lays out as much of the content as there is a share for.
func (c *content) markdown(s share) string {
	var m document
	m.add("## " + escape(c.title))
	for _, line := range c.subtitle {
		m.add(escapeLine(line))
	}
	var best []string
	for _, h := range c.headlines {
		best = append(best, fmt.Sprintf("- %s: **%s tok/s** at %s", h.name, h.figure, h.at))
	}
	m.add(best...)
	for _, n := range c.notices {
		lead, lines := "> **"+n.Lead+"** ", []string{}
		for line := range strings.SplitSeq(n.Text, "\n") {
			lines = append(lines, strings.TrimRight(lead+escapeLine(line), " "))
			lead = "> "
		}
		m.add(lines...)
	}
	m.decode(c, s)
	m.prefill(c.prefill, s.prefill)
	if c.serving != nil && s.serving > 0 {
		m.add("### Serving")
		m.add("Requests that arrive as users send them. Latencies are medians.")
		m.table(c.serving.heads, c.serving.rows[:s.serving])
	}
	if c.decode == nil {
		m.legend(c.legend)
	}
	m.remarks(c.remarks[:s.remarks])
	m.facts(c.facts[:s.facts])
	if s.launch > 0 {
		m.launch(c.launch)
	}
	if left := c.leftOut(s); len(left) > 0 {
		m.add("Left out here to keep this short: " + strings.Join(left, "; ") + ". The bundle has all of it.")
	}
	return strings.Join(m.blocks, "\n\n") + "\n"
}

// document collects the blocks of a Markdown text.
type document struct{ blocks []string }

// add adds a block of some lines, if there are any.
func (m *document) add(lines ...string) {
	if len(lines) > 0 {
		m.blocks = append(m.blocks, strings.Join(lines, "\n"))
	}
}

// table adds a table of texts of ours and figures, the first column and texts left, figures right.
func (m *document) table(heads []string, rows [][]string) {
	lines := []string{"| " + strings.Join(heads, " | ") + " |"}
	rule := "|"
	for i, h := range heads {
		if i == 0 || h == "Status" || h == "Arrival" {
			rule += " --- |"
		} else {
			rule += " ---: |"
		}
	}
	lines = append(lines, rule)
	for _, row := range rows {
		lines = append(lines, "| "+strings.Join(row, " | ")+" |")
	}
	m.add(lines...)
}

// markdownMark is the sign of a row with a warning.
const markdownMark = " ⚠"

func (m *document) decode(c *content, s share) {
	if c.decode == nil {
		return
	}
	m.add("### Sustained decode")
	if s.contexts > 0 && s.concurrencies > 0 {
		about := "Total tok/s, then TTFT. Rows are context length, columns are simultaneous requests."
		if c.decode.warned {
			about += " ⚠ has a warning, which is told below."
		}
		m.add(about)
		heads := append([]string{"Context"}, c.decode.concurrencies[:s.concurrencies]...)
		var rows [][]string
		for i, cells := range c.decode.cells[:s.contexts] {
			row := []string{"**" + c.decode.contexts[i] + "**"}
			for _, cell := range cells[:s.concurrencies] {
				row = append(row, cell.markdown())
			}
			rows = append(rows, row)
		}
		m.table(heads, rows)
	}
	m.legend(c.legend)
	m.add(c.decode.note)
}

func (c cell) markdown() string {
	mark := ""
	if c.warned {
		mark = markdownMark
	}
	switch {
	case c.status == "":
		return figures.None
	case !c.status.HasRate():
		return figures.Status(c.status) + mark
	case c.status == bundle.Valid:
		return "**" + c.rate + "** · " + c.ttft + mark
	}
	return "**" + c.rate + "** · " + figures.Status(c.status) + " · " + c.ttft + mark
}

func (m *document) legend(entries []figures.LegendEntry) {
	var lines []string
	for _, e := range entries {
		lines = append(lines, "- **"+e.Word+":** "+escape(e.Meaning))
	}
	m.add(lines...)
}

// prefill shows the first rows of all kinds together.
func (m *document) prefill(tables []prefillTable, rows int) {
	if rows == 0 {
		return
	}
	m.add("### Prefill")
	for _, t := range tables {
		list := t.rows[:min(len(t.rows), rows)]
		rows -= len(list)
		if len(list) == 0 {
			return
		}
		if t.name != "" {
			m.add(t.name + ":")
		}
		var lines [][]string
		for _, r := range list {
			status := r.status
			if status == "" {
				status = figures.Status(bundle.Valid)
			}
			if r.warned {
				status += markdownMark
			}
			lines = append(lines, []string{"**" + r.context + "**", status, r.rate, r.ttft})
		}
		m.table([]string{"Context", "Status", "Prompt tok/s", "TTFT"}, lines)
	}
}

func (m *document) remarks(list []remark) {
	if len(list) == 0 {
		return
	}
	m.add("### Reasons and warnings")
	var lines []string
	for _, r := range list {
		lines = append(lines, "- **"+r.where()+"** · "+escape(r.lead)+": "+escape(r.text))
	}
	m.add(lines...)
}

func (m *document) facts(groups []figures.FactGroup) {
	if len(groups) == 0 {
		return
	}
	m.add("### Facts")
	var lines []string
	for _, g := range groups {
		var texts []string
		for _, f := range g.Facts {
			text := f.Name + ": " + escape(f.Value)
			if f.URL != "" {
				text = f.Name + ": " + link(f.Value, f.URL)
			}
			if f.Guessed {
				text += " (guessed)"
			}
			texts = append(texts, text)
		}
		lines = append(lines, "- **"+g.Name+":** "+strings.Join(texts, separator))
	}
	m.add(lines...)
}

func (m *document) launch(l launch) {
	m.add("### Launch command")
	if l.command != "" {
		m.add(fenced("sh", l.command))
	}
	if len(l.environment) > 0 {
		m.add("Environment:")
		m.add(fenced("", strings.Join(l.environment, "\n")))
	}
}
