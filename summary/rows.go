package summary

import (
	"slices"
	"strconv"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// prefillTable is the prefill rows of one kind: the cold ones, or those that began with tokens in the
// cache by design.
type prefillTable struct {
	name string // "" for the cold ones
	rows []prefillRow
}

type prefillRow struct {
	context string
	status  string // "" for valid
	rate    string // as tables write it
	bar     string // as it stands beside a bar
	ttft    string
	value   float64 // the length of the bar
	warned  bool
}

func newPrefill(b *bundle.Bundle) (tables []prefillTable) {
	cold, deep := figures.Prefill(b)
	for _, t := range []struct {
		name string
		rows []*bundle.PrefillRow
	}{{"", cold}, {"With tokens already in the cache", deep}} {
		if len(t.rows) == 0 {
			continue
		}
		out := prefillTable{name: t.name}
		for _, r := range t.rows {
			out.rows = append(out.rows, newPrefillRow(r))
		}
		tables = append(tables, out)
	}
	return tables
}

func newPrefillRow(r *bundle.PrefillRow) prefillRow {
	out := prefillRow{context: prefillName(r), rate: figures.None, bar: figures.None, ttft: figures.None, warned: len(r.Warnings) > 0}
	if r.Status != bundle.Valid {
		out.status = figures.Status(r.Status)
	}
	if r.Status.HasRate() {
		out.rate, out.bar = figures.Text(r.PromptTokPerS, figures.Rate), figures.Text(r.PromptTokPerS, figures.BarRate)
		out.ttft = figures.Text(figures.Median(r.TTFT), figures.TTFT)
		if r.PromptTokPerS != nil {
			out.value = *r.PromptTokPerS
		}
	}
	return out
}

// prefillName is "8K", "2K @ 16K" or "8K × 4", for several prompts at once.
func prefillName(r *bundle.PrefillRow) string {
	depth := int64(0)
	if r.DepthTokens != nil {
		depth = *r.DepthTokens
	}
	name := figures.PrefillContext(r.ContextTokens, depth)
	if r.Concurrency != nil && *r.Concurrency > 1 {
		name += " × " + figures.Count(*r.Concurrency)
	}
	return name
}

// newServing is the table of serving runs, less the columns in which no run has a value.
func newServing(b *bundle.Bundle) *grid {
	if len(b.Serving) == 0 {
		return nil
	}
	columns := []struct {
		head string
		text func(r *bundle.ServingRow) string
	}{
		{"Status", func(r *bundle.ServingRow) string { return figures.Status(r.Status) }},
		{"Arrival", func(r *bundle.ServingRow) string { return figures.Arrival(r.Arrival) }},
		{"Asked requests/s", func(r *bundle.ServingRow) string { return figures.Text(r.RequestRateTargetPerS, figures.Rate) }},
		{"Most at once", func(r *bundle.ServingRow) string { return figures.Text(r.MaxConcurrency, figures.Count) }},
		{"Mean at once", measured(func(r *bundle.ServingRow) string { return figures.Text(r.MeanConcurrency, figures.Active) })},
		{"Input tokens", measured(func(r *bundle.ServingRow) string { return lengths(r.InputTokensPerRequest) })},
		{"Output tokens", measured(func(r *bundle.ServingRow) string { return lengths(r.OutputTokensPerRequest) })},
		{"Completed", measured(func(r *bundle.ServingRow) string { return figures.Text(r.CompletedRequests, figures.Count) })},
		{"Failed", measured(func(r *bundle.ServingRow) string { return figures.Text(r.FailedRequests, figures.Count) })},
		{"Requests/s", measured(func(r *bundle.ServingRow) string { return figures.Text(r.RequestPerS, figures.Rate) })},
		{"Output tok/s", measured(func(r *bundle.ServingRow) string { return figures.Text(r.OutputTokPerS, figures.Rate) })},
		{"TTFT", measured(func(r *bundle.ServingRow) string { return figures.Text(figures.Median(r.TTFT), figures.TTFT) })},
		{"TTFT p99", measured(func(r *bundle.ServingRow) string { return figures.Text(p99(r.TTFT), figures.TTFT) })},
		{"Time between tokens", measured(func(r *bundle.ServingRow) string { return figures.Text(figures.Median(r.TPOT), figures.BetweenTokens) })},
		{"Whole request", measured(func(r *bundle.ServingRow) string { return figures.Text(figures.Median(r.E2E), figures.TTFT) })},
		{"Measured for", measured(func(r *bundle.ServingRow) string { return figures.Text(r.MeasuredS, figures.MeasuredFor) })},
	}
	g := &grid{heads: []string{"Run"}, rows: make([][]string, len(b.Serving))}
	for i := range b.Serving {
		g.rows[i] = []string{strconv.Itoa(i + 1)}
	}
	for _, c := range columns {
		texts := make([]string, len(b.Serving))
		for i := range b.Serving {
			if texts[i] = c.text(&b.Serving[i]); texts[i] == "" {
				texts[i] = figures.None
			}
		}
		if !slices.ContainsFunc(texts, func(t string) bool { return t != figures.None }) {
			continue
		}
		g.heads = append(g.heads, c.head)
		for i, t := range texts {
			g.rows[i] = append(g.rows[i], t)
		}
	}
	return g
}

// measured hides what a run without a trusted result may keep as evidence.
func measured(text func(r *bundle.ServingRow) string) func(r *bundle.ServingRow) string {
	return func(r *bundle.ServingRow) string {
		if !r.Status.HasRate() {
			return figures.None
		}
		return text(r)
	}
}

func p99(l *bundle.Latency) *float64 {
	if l == nil {
		return nil
	}
	return l.P99S
}

// lengths is the mean length of a request, or the one that was asked for.
func lengths(l *bundle.Lengths) string {
	switch {
	case l == nil || l.Mean == nil && l.Target == nil:
		return figures.None
	case l.Mean == nil:
		return figures.Tick(*l.Target) + " asked"
	}
	return figures.Rate(*l.Mean)
}

func count(n int) string { return figures.Count(int64(n)) }
