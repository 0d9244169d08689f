package summary

import (
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// matrix is the decode matrix: what its cells say, and the note under it.
type matrix struct {
	contexts      []string
	concurrencies []string
	cells         [][]cell
	warned        bool // some cell has a warning
	note          string
}

// cell is a place of the matrix. One without a measurement has no rate.
type cell struct {
	status bundle.Status
	rate   string
	ttft   string // with unit, None where it is absent
	bare   string // the same without unit
	warned bool
}

func newMatrix(b *bundle.Bundle) *matrix {
	axes, rows := figures.Matrix(b)
	if len(axes.Contexts) == 0 || len(axes.Concurrencies) == 0 {
		return nil
	}
	mode := bundle.PrefillMode("")
	if b.Method != nil {
		mode = b.Method.PrefillMode
	}
	m := &matrix{note: figures.TTFTNote(mode)}
	for _, v := range axes.Concurrencies {
		m.concurrencies = append(m.concurrencies, figures.Count(v))
	}
	for i, row := range rows {
		m.contexts = append(m.contexts, figures.Context(axes.Contexts[i]))
		var cells []cell
		for _, c := range row {
			cells = append(cells, newCell(c))
			m.warned = m.warned || cells[len(cells)-1].warned
		}
		m.cells = append(m.cells, cells)
	}
	return m
}

func newCell(c figures.Cell) cell {
	out := cell{status: c.Status}
	if c.Row == nil {
		return out
	}
	out.warned = len(c.Row.Warnings) > 0
	if c.Status.HasRate() {
		median := figures.Median(c.Row.TTFT)
		out.rate = figures.Text(c.Row.OutputTokPerS, figures.Rate)
		out.ttft = figures.Text(median, figures.TTFT)
		out.bare = figures.Text(median, figures.TTFTBare)
	}
	return out
}

// short is a status in one or two short lines, for the columns of a terminal.
func short(s bundle.Status) []string {
	word := strings.ToLower(figures.Status(s))
	switch s {
	case "":
		return []string{figures.None}
	case bundle.OverCapacity:
		return strings.Fields(word)
	case bundle.Queued: // beside a number, which takes the room
		return []string{word[strings.LastIndexByte(word, ' ')+1:]}
	}
	return []string{word}
}
