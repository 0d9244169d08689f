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
	out := prefillRow{context: figures.PrefillName(r), rate: figures.None, bar: figures.None, ttft: figures.None, warned: len(r.Warnings) > 0}
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

// newServing is the table of serving runs, less the columns in which no run has a value.
func newServing(b *bundle.Bundle) *grid {
	if len(b.Serving) == 0 {
		return nil
	}
	g := &grid{heads: []string{"Run"}, rows: make([][]string, len(b.Serving))}
	for i := range b.Serving {
		g.rows[i] = []string{strconv.Itoa(i + 1)}
	}
	for column, head := range figures.ServingColumns {
		texts := make([]string, len(b.Serving))
		for i := range b.Serving {
			texts[i] = figures.ServingFigures(&b.Serving[i])[column]
		}
		if !slices.ContainsFunc(texts, func(t string) bool { return t != figures.None }) {
			continue
		}
		g.heads = append(g.heads, head)
		for i, t := range texts {
			g.rows[i] = append(g.rows[i], t)
		}
	}
	return g
}

func count(n int) string { return figures.Count(int64(n)) }
