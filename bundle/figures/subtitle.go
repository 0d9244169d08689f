package figures

import (
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// EngineLine is the first part of a subtitle: "sglang · 0.5.6 · NVFP4", as far as it is known.
func EngineLine(b *bundle.Bundle) string {
	if b.Engine == nil {
		return ""
	}
	return joined(" · ", b.Engine.Name, b.Engine.Version, b.Engine.Quantization)
}

// GridLine is the second part of a subtitle, what was measured: "5 contexts (8K–123K) × 8
// concurrency levels (1–128) · prefill at 8K, 16K". A phase that the run does not have is left out.
func GridLine(b *bundle.Bundle) string {
	var decode, prefill, serving string
	if g := DecodeGrid(b); len(g.Contexts) > 0 {
		decode = axis(g.Contexts, "context", "contexts", Context) + " × " +
			axis(g.Concurrencies, "concurrency level", "concurrency levels", Count)
	}
	if contexts := prefillContexts(b); len(contexts) > 0 {
		texts := make([]string, len(contexts))
		for i, c := range contexts {
			texts[i] = Context(c)
		}
		prefill = "prefill at " + strings.Join(texts, ", ")
	}
	if n := len(b.Serving); n > 0 {
		serving = counted(int64(n), "serving run", "serving runs")
	}
	return joined(" · ", decode, prefill, serving)
}

// axis is "1 context (8K)" or "5 contexts (8K–123K)", for ascending values.
func axis(values []int64, singular, plural string, write func(int64) string) string {
	extent := write(values[0])
	if n := len(values); n > 1 {
		extent += "–" + write(values[n-1])
	}
	return counted(int64(len(values)), singular, plural) + " (" + extent + ")"
}

func counted(n int64, singular, plural string) string {
	if n == 1 {
		return "1 " + singular
	}
	return Count(n) + " " + plural
}

// joined joins the texts that are not empty.
func joined(separator string, texts ...string) string {
	var some []string
	for _, t := range texts {
		if t != "" {
			some = append(some, t)
		}
	}
	return strings.Join(some, separator)
}
