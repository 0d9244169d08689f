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
	ID, Status, Class string
	None              bool
	Figures           []string
}

func newServingFigure(b *bundle.Bundle) *servingFigure {
	if len(b.Serving) == 0 {
		return nil
	}
	f := &servingFigure{Columns: []string{"Run", "Status", "Arrival", "Asked requests/s", "Most at once", "Mean at once", "Input tokens", "Output tokens",
		"Completed", "Failed", "Requests/s", "Output tok/s", "TTFT", "TTFT p99", "Time between tokens", "Whole request", "Measured for"}}
	for i := range b.Serving {
		r := &b.Serving[i]
		row := servingRow{ID: fmt.Sprintf("serving-%d", i+1), Status: figures.Status(r.Status), Class: statusClass(r.Status), None: !r.Status.HasRate()}
		name := fmt.Sprint(i + 1)
		arrival := figures.None
		if r.Arrival != "" {
			arrival = figures.Arrival(r.Arrival)
		}
		row.Figures = []string{name, row.Status, arrival, opt(r.RequestRateTargetPerS, figures.Rate), opt(r.MaxConcurrency, figures.Count)}
		if row.None {
			for len(row.Figures) < len(f.Columns) {
				row.Figures = append(row.Figures, figures.None)
			}
		} else {
			row.Figures = append(row.Figures,
				opt(r.MeanConcurrency, figures.Active), lengths(r.InputTokensPerRequest), lengths(r.OutputTokensPerRequest),
				opt(r.CompletedRequests, figures.Count), opt(r.FailedRequests, figures.Count),
				opt(r.RequestPerS, figures.Rate), opt(r.OutputTokPerS, figures.Rate),
				opt(figures.Median(r.TTFT), figures.TTFT), opt(p99(r.TTFT), figures.TTFT),
				opt(figures.Median(r.TPOT), figures.BetweenTokens), opt(figures.Median(r.E2E), figures.TTFT),
				opt(r.MeasuredS, figures.MeasuredFor))
			if r.OutputTokPerS != nil {
				f.Bars = append(f.Bars, servingBar(row.ID, r, i))
			}
		}
		f.Rows = append(f.Rows, row)
	}
	f.Ticks = scaleBars(f.Bars)
	return f
}

func servingBar(id string, r *bundle.ServingRow, i int) bar {
	b := bar{ID: "bar-" + id, Name: servingName(r, i), Rate: figures.BarRate(*r.OutputTokPerS), Value: *r.OutputTokPerS, Drawn: true,
		TTFT: opt(figures.Median(r.TTFT), figures.TTFT)}
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

func opt[N int64 | float64](v *N, text func(N) string) string {
	if v == nil {
		return figures.None
	}
	return text(*v)
}

func p99(l *bundle.Latency) *float64 {
	if l == nil {
		return nil
	}
	return l.P99S
}

// lengths is the mean length of a request, or the length that was asked for.
func lengths(l *bundle.Lengths) string {
	switch {
	case l == nil || l.Mean == nil && l.Target == nil:
		return figures.None
	case l.Mean == nil:
		return figures.Tick(*l.Target) + " asked"
	}
	return figures.Rate(*l.Mean)
}
