package figures

import "github.com/speedmatrix/speedmatrix/bundle"

// The phases of a run, as tables name them.
const (
	PhasePrefill = "Prefill"
	PhaseDecode  = "Sustained decode"
)

// Columns are the heads of "All measurements", and the order of PrefillFigures and DecodeFigures.
var Columns = [12]string{
	"Phase", "Context", "Requests at once", "Status", "Total tok/s", "Per request tok/s", "TTFT",
	"Time between tokens", "Average active requests", "Completed requests", "Output tokens", "Measured for",
}

// PrefillFigures are the texts of a prefill row. A row whose status is no measurement has no
// figures: what it may keep as evidence is not a speed.
func PrefillFigures(r *bundle.PrefillRow) [12]string {
	texts := [12]string{PhasePrefill, PrefillContext(r.ContextTokens, depth(r)), Text(r.Concurrency, Count), Status(r.Status)}
	fill(texts[:])
	if r.Status.HasRate() {
		texts[4] = Text(r.PromptTokPerS, Rate)
		texts[6] = Text(Median(r.TTFT), TTFT)
		texts[9] = Text(r.Requests, Count)
	}
	return texts
}

// DecodeFigures are the texts of a cell of the matrix; see PrefillFigures.
func DecodeFigures(c Cell) [12]string {
	texts := [12]string{PhaseDecode, Context(c.Context), Count(c.Concurrency), Status(c.Status)}
	fill(texts[:])
	if r := c.Row; r != nil && c.Status.HasRate() {
		texts[4] = Text(r.OutputTokPerS, Rate)
		texts[5] = Text(r.RequestTokPerS, Rate)
		texts[6] = Text(Median(r.TTFT), TTFT)
		texts[7] = Text(Median(r.TPOT), BetweenTokens)
		texts[8] = Text(r.ActiveRequests, Active)
		texts[9] = Text(r.CompletedRequests, Count)
		texts[10] = Text(r.OutputTokens, Count)
		texts[11] = Text(r.MeasuredS, MeasuredFor)
	}
	return texts
}

// Median is the figure that tables show of a latency, nil where there is none.
func Median(l *bundle.Latency) *float64 {
	if l == nil {
		return nil
	}
	return l.MedianS
}

// Text writes an optional number: None where it is absent.
func Text[N int64 | float64](v *N, write func(N) string) string {
	if v == nil {
		return None
	}
	return write(*v)
}

func fill(texts []string) {
	for i := range texts {
		if texts[i] == "" {
			texts[i] = None
		}
	}
}
