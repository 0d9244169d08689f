package render

import (
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// decodeFigure is the section "Sustained decode": the matrix as a table, and the same for the
// metric switch and the heat map.
type decodeFigure struct {
	Concurrencies []string
	Rows          []matrixRow
	Metrics       []metricView // those with a value; the first is shown
	Read          cellReadout  // the cell that is read out at first
	Note          string
	Data          matrixData
}

type matrixRow struct {
	ID, Context string
	Cells       []matrixCell
}

type matrixCell struct {
	ID, Class, Value, Words, Sub string
	Step                         int // of the first metric, 0 without a figure
	Read, Gap                    bool
}

type metricView struct {
	Key, Name, Unit string
	Lower           bool
	Ticks           [4]string
}

// matrixData is what the page's script needs to show another metric. Lists run over the cells with
// a figure, row by row. The script formats nothing: every text is here.
type matrixData struct {
	IDs     []string     `json:"ids"`
	Metrics []metricData `json:"metrics"`
	Request []*float64   `json:"request"` // tok/s of one request, for the limit
	TTFT    []*float64   `json:"ttft"`    // milliseconds, for the limit
}

type metricData struct {
	Key   string    `json:"key"`
	Unit  string    `json:"unit"`
	Lower bool      `json:"lower,omitempty"`
	Ticks [4]string `json:"ticks"`
	Text  []string  `json:"text"`
	Step  []int     `json:"step"` // 0 has no value in this metric
	Sub   []string  `json:"sub"`
}

func newDecodeFigure(b *bundle.Bundle) *decodeFigure {
	grid, matrix := figures.Matrix(b)
	if len(grid.Contexts) == 0 || len(grid.Concurrencies) == 0 {
		return nil
	}
	f := &decodeFigure{Note: figures.TTFTNote(prefillMode(b))}
	for _, c := range grid.Concurrencies {
		f.Concurrencies = append(f.Concurrencies, figures.Count(c))
	}
	cells := withFigures(matrix)
	f.measure(cells, gpuCount(b))
	_, best, _ := figures.Headlines(b)
	read := bestCell(cells, best)
	i := 0
	for _, row := range matrix {
		r := matrixRow{ID: "decode-" + figures.ContextSlug(row[0].Context), Context: figures.Context(row[0].Context)}
		for _, c := range row {
			m := matrixCell{ID: cellID("decode", c), Class: statusClass(c.Status), Words: figures.Status(c.Status)}
			if c.Status.HasRate() {
				if len(f.Data.Metrics) > 0 {
					shown := f.Data.Metrics[0]
					m.Value, m.Sub, m.Step = shown.Text[i], shown.Sub[i], shown.Step[i]
					m.Class = strings.TrimSpace("q" + figures.Plain(int64(m.Step)) + " " + m.Class)
				}
				if c.Status == bundle.Valid {
					m.Words = ""
				}
				if len(c.Row.Warnings) > 0 {
					m.Class += " warn"
				}
				i++
			}
			m.Read, m.Gap = c == read, c.Status == ""
			r.Cells = append(r.Cells, m)
		}
		f.Rows = append(f.Rows, r)
	}
	if read.Row != nil {
		f.Read = newReadout(read, best)
	}
	return f
}

// withFigures are the cells that carry a speed, row by row.
func withFigures(matrix [][]figures.Cell) (cells []figures.Cell) {
	for _, row := range matrix {
		for _, c := range row {
			if c.Status.HasRate() {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// bestCell is the cell of the best total; without one, the first with a figure.
func bestCell(cells []figures.Cell, best figures.Headline) (read figures.Cell) {
	for i, c := range cells {
		if i == 0 || best.OK && c.Context == best.Context && c.Concurrency == best.Concurrency {
			read = c
		}
	}
	return read
}

// measure fills in every metric that a cell has a value of.
func (f *decodeFigure) measure(cells []figures.Cell, gpus int64) {
	for _, c := range cells {
		f.Data.IDs = append(f.Data.IDs, cellID("decode", c))
		f.Data.Request = append(f.Data.Request, c.Row.RequestTokPerS)
		var ttft *float64
		if m := figures.Median(c.Row.TTFT); m != nil {
			ttft = new(*m * 1000)
		}
		f.Data.TTFT = append(f.Data.TTFT, ttft)
	}
	for _, m := range metrics {
		var values []float64
		for _, c := range cells {
			if v := m.value(c.Row, gpus); v != nil {
				values = append(values, *v)
			}
		}
		if len(values) == 0 {
			continue
		}
		s := newScale(values, m)
		d := metricData{Key: m.Key, Unit: m.Unit, Lower: m.lower, Ticks: s.Ticks}
		for _, c := range cells {
			text, step := figures.None, 0
			if v := m.value(c.Row, gpus); v != nil {
				text, step = m.bare(*v), s.step(*v)
			}
			d.Text, d.Step, d.Sub = append(d.Text, text), append(d.Step, step), append(d.Sub, below(m, c.Row))
		}
		f.Data.Metrics = append(f.Data.Metrics, d)
		f.Metrics = append(f.Metrics, metricView{m.Key, m.Name, m.Unit, m.lower, s.Ticks})
	}
}

// below is the small line under a cell's number: TTFT, or the total where the number is the TTFT.
func below(m metric, r *bundle.DecodeRow) string {
	if m.Key == "ttft" {
		if r.OutputTokPerS == nil {
			return ""
		}
		return figures.Rate(*r.OutputTokPerS) + " tok/s"
	}
	if median := figures.Median(r.TTFT); median != nil {
		return figures.TTFT(*median) + " TTFT"
	}
	return ""
}

// cellID is an address for ever: decode-8k-c4 in the matrix, row-8k-c4 in the table.
func cellID(prefix string, c figures.Cell) string {
	return prefix + "-" + figures.ContextSlug(c.Context) + "-c" + figures.Plain(c.Concurrency)
}

func statusClass(s bundle.Status) string {
	switch s {
	case bundle.Valid:
		return ""
	case bundle.Queued:
		return "queued"
	case bundle.OverCapacity:
		return "over"
	case bundle.NotRun:
		return "unrun"
	case bundle.Failed:
		return "failed"
	case bundle.Invalid:
		return "invalid"
	}
	return "gap"
}

func prefillMode(b *bundle.Bundle) bundle.PrefillMode {
	if b.Method == nil {
		return ""
	}
	return b.Method.PrefillMode
}
