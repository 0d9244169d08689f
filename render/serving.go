package render

import (
	"fmt"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// servingFigure is the section "Serving": runs of a request mix.
type servingFigure struct {
	Columns []string
	Rows    []servingRow
	Bars    []bar
	Ticks   []tick
}

type servingRow struct {
	ID      string
	None    bool
	Figures []string
}

func newServingFigure(b *bundle.Bundle) *servingFigure {
	if len(b.Serving) == 0 {
		return nil
	}
	f := &servingFigure{Columns: append([]string{"Run"}, figures.ServingColumns[:]...)}
	for i := range b.Serving {
		r := &b.Serving[i]
		texts := figures.ServingFigures(r)
		row := servingRow{ID: fmt.Sprintf("serving-%d", i+1), None: !r.Status.HasRate(), Figures: append([]string{fmt.Sprint(i + 1)}, texts[:]...)}
		if r.Status.HasRate() && r.OutputTokPerS != nil {
			f.Bars = append(f.Bars, servingBar(row.ID, r, i))
		}
		f.Rows = append(f.Rows, row)
	}
	f.Ticks = scaleBars(f.Bars)
	return f
}

func servingBar(id string, r *bundle.ServingRow, i int) bar {
	b := bar{ID: "bar-" + id, Name: servingName(r, i), Rate: figures.BarRate(*r.OutputTokPerS), Value: *r.OutputTokPerS, Drawn: true,
		TTFT: figures.Text(figures.Median(r.TTFT), figures.TTFT)}
	b.Tip = []string{b.Name, b.Rate + " output tok/s", b.TTFT + " TTFT"}
	return b
}

// servingName says what load a run had: what was asked for, else what came.
func servingName(r *bundle.ServingRow, i int) string {
	switch {
	case r.RequestRateTargetPerS != nil:
		if *r.RequestRateTargetPerS == 1 {
			return "1 request/s"
		}
		return figures.Tick(*r.RequestRateTargetPerS) + " requests/s"
	case r.MaxConcurrency != nil:
		return figures.Count(*r.MaxConcurrency) + " at once"
	case r.RequestPerS != nil:
		return figures.Rate(*r.RequestPerS) + " requests/s"
	}
	return fmt.Sprintf("Run %d", i+1)
}
