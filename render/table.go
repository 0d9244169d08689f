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
	ID      string
	Figures [12]string
	None    bool // no figures
	First   bool // of its context: there the context is said aloud
}

func newMeasurements(b *bundle.Bundle) *measurements {
	m := &measurements{Columns: figures.Columns}
	cold, deep := figures.Prefill(b)
	var group []measurement
	last := ""
	for _, r := range append(cold, deep...) {
		texts := figures.PrefillFigures(r)
		group = append(group, measurement{"row-" + prefillID(r), texts, !r.Status.HasRate(), texts[1] != last})
		last = texts[1]
	}
	m.add(group)
	_, matrix := figures.Matrix(b)
	for _, row := range matrix {
		group = nil
		for _, c := range row {
			if c.Status == "" {
				continue // a gap of a grid that nobody declared is no measurement
			}
			group = append(group, measurement{cellID("row", c), figures.DecodeFigures(c), !c.Status.HasRate(), len(group) == 0})
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
		if !r.None {
			m.Measured++
		}
	}
}
