package figures

import "github.com/speedmatrix/speedmatrix/bundle"

// CellName is a cell of the matrix in words: "8K × 4 requests".
func CellName(context, concurrency int64) string {
	noun := " requests"
	if concurrency == 1 {
		noun = " request"
	}
	return Context(context) + " × " + Count(concurrency) + noun
}

// PrefillName is a prefill row in words: "8K", "2K @ 16K" at a depth, "8K × 4" for several prompts at once.
func PrefillName(r *bundle.PrefillRow) string {
	name := PrefillContext(r.ContextTokens, depth(r))
	if c := value(r.Concurrency); c > 1 {
		name += " × " + Count(c)
	}
	return name
}

// Notice is a paragraph that nobody should miss. Its text may have several lines.
type Notice struct{ Lead, Text string }

// Notices are that a run is partial, and what its maker wants to be read on every output.
func Notices(b *bundle.Bundle) (list []Notice) {
	if b.Status == bundle.Partial {
		list = append(list, Notice{"Partial run.", "It ended before every measurement was made; what is here was measured in full."})
	}
	if b.Notice != "" {
		list = append(list, Notice{"Note.", b.Notice})
	}
	return list
}
