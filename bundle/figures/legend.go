package figures

import (
	"cmp"
	"slices"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// LegendOrder is the order in which a legend explains statuses. Valid needs no explanation.
var LegendOrder = []bundle.Status{bundle.Queued, bundle.OverCapacity, bundle.NotRun, bundle.Failed, bundle.Invalid}

// LegendEntry explains one status.
type LegendEntry struct {
	Status  bundle.Status
	Word    string
	Meaning string
}

// Legend explains the statuses that occur, and only those.
func Legend(b *bundle.Bundle) []LegendEntry {
	found := map[bundle.Status][]bundle.Cause{}
	for _, r := range b.Prefill {
		found[r.Status] = append(found[r.Status], r.Cause)
	}
	for _, r := range b.Serving {
		found[r.Status] = append(found[r.Status], r.Cause)
	}
	_, matrix := Matrix(b)
	for _, row := range matrix {
		for _, c := range row {
			found[c.Status] = append(found[c.Status], c.cause())
		}
	}
	var entries []LegendEntry
	for _, s := range LegendOrder {
		if causes, ok := found[s]; ok {
			entries = append(entries, LegendEntry{s, Status(s), StatusMeaning(s, causes)})
		}
	}
	return entries
}

// StatusMeaning is the sentence of a legend for a status, by the causes of the rows that have it;
// "" in causes is a row without one. It follows the status word and a colon, so it starts small.
// It claims no cause that no row has.
func StatusMeaning(s bundle.Status, causes []bundle.Cause) string {
	causes = distinct(s, causes)
	switch s {
	case bundle.Queued:
		return "measured, but the server kept some of the requests waiting instead of running all of them together."
	case bundle.OverCapacity:
		return "not measured: " + clauses(causes, overCapacity) + "."
	case bundle.NotRun:
		return "not measured: " + clauses(causes, notRun) + "."
	case bundle.Failed:
		return "begun, but could not be finished" + inBrackets(causes) + "."
	case bundle.Invalid:
		return "measured, but not to be trusted" + inBrackets(causes) + "; its numbers are not shown as a speed."
	}
	return ""
}

func overCapacity(c bundle.Cause, others bool) string {
	switch c {
	case bundle.KVCache:
		return "at this context the server's KV cache has no room for so many requests"
	case bundle.ContextLimit:
		return "context and output together are longer than the server allows"
	case bundle.Refused:
		return "the server refused requests of this size"
	case "":
		if others {
			return "the server cannot hold this load for a reason that is not known"
		}
		return "the server cannot hold this load"
	}
	return phrase(c)
}

func notRun(c bundle.Cause, others bool) string {
	switch c {
	case bundle.RunningLimit:
		return "the server runs fewer requests than this at once"
	case bundle.Skipped:
		return "passed over while the benchmark ran"
	case bundle.Interrupted:
		return "the run ended before its turn"
	case "":
		if others {
			return "left out for a reason that is not known"
		}
		return "passed over while the benchmark ran, or the run ended before its turn"
	}
	return phrase(c)
}

// clauses joins what is said of each cause; said knows whether there are others.
func clauses(causes []bundle.Cause, said func(c bundle.Cause, others bool) string) string {
	if len(causes) == 0 {
		causes = []bundle.Cause{""}
	}
	texts := make([]string, len(causes))
	for i, c := range causes {
		texts[i] = said(c, len(causes) > 1)
	}
	return strings.Join(texts, ", or ")
}

func inBrackets(causes []bundle.Cause) string {
	var texts []string
	for _, c := range causes {
		if c != "" {
			texts = append(texts, phrase(c))
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return " (" + strings.Join(texts, ", ") + ")"
}

// distinct is each cause once: those of the format in its order, then newer words, "" last.
func distinct(s bundle.Status, causes []bundle.Cause) []bundle.Cause {
	known := s.Causes()
	rank := func(c bundle.Cause) int {
		if i := slices.Index(known, c); i >= 0 {
			return i
		}
		if c == "" {
			return len(known) + 1
		}
		return len(known)
	}
	causes = slices.Clone(causes)
	slices.SortFunc(causes, func(a, b bundle.Cause) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
	return slices.Compact(causes)
}

// TTFTNote says what the TTFT of decode cells contains, by the way prefill was measured.
func TTFTNote(m bundle.PrefillMode) string {
	switch m {
	case bundle.DecodeWarmup:
		return "The prompt is already in the server's cache when TTFT is taken, so most of the prefill is not in it."
	case bundle.Standalone:
		return "Prefill was measured by requests of its own. How much of it is in the TTFT of a decode cell depends on what the server's prompt cache held."
	case bundle.EngineInternal:
		return "Measured inside the engine, without a client: no time here contains the way through a server or over a network."
	}
	return "Whether the prompts were in the server's cache is not known, so TTFT may contain the prefill or leave it out."
}
