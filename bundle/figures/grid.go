package figures

import (
	"cmp"
	"slices"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// Grid is the axes of a decode matrix, ascending.
type Grid struct {
	Contexts      []int64 // tokens
	Concurrencies []int64 // simultaneous requests
}

// Cell is one place of the matrix. Row is nil where the bundle has none: the status is then
// not_run in a declared grid, and "" (nothing is known) otherwise.
type Cell struct {
	Row         *bundle.DecodeRow
	Status      bundle.Status
	Context     int64
	Concurrency int64
}

func (c Cell) cause() bundle.Cause {
	if c.Row == nil {
		return ""
	}
	return c.Row.Cause
}

// DecodeGrid is the grid that the bundle declares, else the values of its rows.
func DecodeGrid(b *bundle.Bundle) Grid {
	if declared(b) {
		return Grid{ascending(b.Method.Contexts), ascending(b.Method.Concurrencies)}
	}
	var g Grid
	for _, r := range b.Decode {
		g.Contexts = append(g.Contexts, r.ContextTokens)
		g.Concurrencies = append(g.Concurrencies, r.Concurrency)
	}
	return Grid{ascending(g.Contexts), ascending(g.Concurrencies)}
}

func declared(b *bundle.Bundle) bool {
	return b.Method != nil && len(b.Method.Contexts) > 0 && len(b.Method.Concurrencies) > 0
}

// Matrix is the grid and its cells, a slice for each context. Of two rows for a cell, which
// Validate refuses, the first counts.
func Matrix(b *bundle.Bundle) (Grid, [][]Cell) {
	type place struct{ context, concurrency int64 }
	rows := map[place]*bundle.DecodeRow{}
	for i := range b.Decode {
		r := &b.Decode[i]
		at := place{r.ContextTokens, r.Concurrency}
		if _, taken := rows[at]; !taken {
			rows[at] = r
		}
	}
	absent := bundle.Status("")
	if declared(b) {
		absent = bundle.NotRun
	}
	grid := DecodeGrid(b)
	matrix := make([][]Cell, len(grid.Contexts))
	for i, context := range grid.Contexts {
		for _, concurrency := range grid.Concurrencies {
			c := Cell{rows[place{context, concurrency}], absent, context, concurrency}
			if c.Row != nil {
				c.Status = c.Row.Status
			}
			matrix[i] = append(matrix[i], c)
		}
	}
	return grid, matrix
}

// Prefill is the prefill rows by context, those that began with tokens in the cache by design
// apart: the two are never one chart.
func Prefill(b *bundle.Bundle) (cold, deep []*bundle.PrefillRow) {
	for i := range b.Prefill {
		r := &b.Prefill[i]
		if depth(r) == 0 {
			cold = append(cold, r)
		} else {
			deep = append(deep, r)
		}
	}
	order := func(a, b *bundle.PrefillRow) int {
		return cmp.Or(cmp.Compare(a.ContextTokens, b.ContextTokens), cmp.Compare(depth(a), depth(b)),
			cmp.Compare(value(a.Concurrency), value(b.Concurrency)))
	}
	slices.SortStableFunc(cold, order)
	slices.SortStableFunc(deep, order)
	return cold, deep
}

// prefillContexts is what a subtitle lists: the declared contexts, else those of the cold rows,
// else those of the others.
func prefillContexts(b *bundle.Bundle) []int64 {
	if b.Method != nil && len(b.Method.PrefillContexts) > 0 {
		return ascending(b.Method.PrefillContexts)
	}
	rows, deep := Prefill(b)
	if len(rows) == 0 {
		rows = deep
	}
	var contexts []int64
	for _, r := range rows {
		contexts = append(contexts, r.ContextTokens)
	}
	return ascending(contexts)
}

func depth(r *bundle.PrefillRow) int64 { return value(r.DepthTokens) }

func ascending(values []int64) []int64 {
	values = slices.Clone(values)
	slices.Sort(values)
	return slices.Compact(values)
}

// value is 0 for an absent number, where that means the same.
func value[N int64 | float64](p *N) N {
	if p == nil {
		return 0
	}
	return *p
}
