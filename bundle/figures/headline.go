package figures

import "github.com/speedmatrix/speedmatrix/bundle"

// Headline is the best figure of its kind, in tokens per second, and the cell it stands in.
// Text is the figure as written; OK is false where no valid row has one.
type Headline struct {
	Value       float64
	Text        string
	Place       string // "128K", "32K × 32 requests"
	Context     int64
	Concurrency int64
	OK          bool
}

// offer takes a better figure; of equal ones the first stays, so that the order of rows decides.
func (h *Headline) offer(v *float64, context, concurrency int64) {
	if v == nil || h.OK && *v <= h.Value {
		return
	}
	*h = Headline{*v, Rate(*v), Context(context), context, concurrency, true}
}

// Headlines are the best single-request decode, the best total decode and the best cold prefill.
// Only valid rows count: a queued cell is not the load it is named after.
//
// Single-request decode is the per-request rate at one request (the total, which is then the same
// stream, where that is absent). A run without such a cell gives its best per-request rate, and
// Concurrency says where.
func Headlines(b *bundle.Bundle) (bestRequest, bestTotal, bestPrefill Headline) {
	var single, overall Headline
	_, matrix := Matrix(b)
	for _, cells := range matrix {
		for _, c := range cells {
			if c.Row == nil || c.Status != bundle.Valid {
				continue
			}
			bestTotal.offer(c.Row.OutputTokPerS, c.Context, c.Concurrency)
			overall.offer(c.Row.RequestTokPerS, c.Context, c.Concurrency)
			if c.Concurrency == 1 {
				rate := c.Row.RequestTokPerS
				if rate == nil {
					rate = c.Row.OutputTokPerS
				}
				single.offer(rate, c.Context, c.Concurrency)
			}
		}
	}
	bestRequest = single
	if !single.OK {
		bestRequest = overall
	}
	cold, _ := Prefill(b)
	for _, r := range cold {
		if r.Status == bundle.Valid {
			bestPrefill.offer(r.PromptTokPerS, r.ContextTokens, value(r.Concurrency))
		}
	}
	// one request, and one prompt, go without saying
	if bestRequest.Concurrency > 1 {
		bestRequest.Place = CellName(bestRequest.Context, bestRequest.Concurrency)
	}
	if bestTotal.OK {
		bestTotal.Place = CellName(bestTotal.Context, bestTotal.Concurrency)
	}
	return bestRequest, bestTotal, bestPrefill
}
