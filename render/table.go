package render

import (
	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// measurements is the section "All measurements": prefill rows, then every cell of the grid.
type measurements struct {
	Columns  [12]string
	Groups   [][]measurement // a group for all of prefill, then one a context
	Rows     int
	Measured int
}

type measurement struct {
	ID              string
	Decode          bool // of the decode matrix; a prefill row otherwise
	Context, Status string
	AtOnce          figure
	Figures         []figure // the other eight; nil where nothing was measured
}

// figure is a number as written, or none. Templates ask None, which costs them nothing.
type figure struct {
	Text string
	None bool
}

func newFigure(text string) figure { return figure{text, text == figures.None} }

func newMeasurement(id string, texts [12]string, measured bool) measurement {
	m := measurement{ID: id, Decode: texts[0] == figures.PhaseDecode, Context: texts[1], AtOnce: newFigure(texts[2]), Status: texts[3]}
	if measured {
		m.Figures = make([]figure, 0, 8)
		for _, text := range texts[4:] {
			m.Figures = append(m.Figures, newFigure(text))
		}
	}
	return m
}

func newMeasurements(b *bundle.Bundle) *measurements {
	m := &measurements{Columns: figures.Columns}
	cold, deep := figures.Prefill(b)
	var group []measurement
	for _, r := range append(cold, deep...) {
		group = append(group, newMeasurement("row-"+prefillID(r), figures.PrefillFigures(r), r.Status.HasRate()))
	}
	m.add(group)
	_, matrix := figures.Matrix(b)
	for _, row := range matrix {
		group = nil
		for _, c := range row {
			if c.Status == "" {
				continue // a gap of a grid that nobody declared is no measurement
			}
			group = append(group, newMeasurement(cellID("row", c), figures.DecodeFigures(c), c.Status.HasRate()))
		}
		m.add(group)
	}
	if m.Rows == 0 {
		return nil
	}
	return m
}

func (m *measurements) add(group []measurement) {
	if len(group) == 0 {
		return
	}
	m.Groups = append(m.Groups, group)
	for _, r := range group {
		m.Rows++
		if r.Figures != nil {
			m.Measured++
		}
	}
}
