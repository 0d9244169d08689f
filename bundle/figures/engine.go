package figures

import (
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

func engine(g *group, b *bundle.Bundle) {
	g.name = "Engine"
	e := b.Engine
	if e == nil {
		return
	}
	g.add("Engine", e.Name, "engine.name")
	g.add("Version", e.Version, "engine.version")
	g.add("Quantization", e.Quantization, "engine.quantization")
	g.add("Backend", e.Backend, "engine.backend")
	shown, link := repository(e.Repository)
	g.add("Repository", shown, "engine.repository")
	g.link("engine.repository", link)
	g.add("Build", e.Build, "engine.build")
	g.add("Commit", e.Commit, "engine.commit")
	g.link("engine.commit", commitLink(e.Repository, e.Commit))
	g.add("Parallelism", parallelism(e.Parallelism), "engine.parallelism")
	g.add("KV cache type", e.KVCacheType, "engine.kv_cache_type")
	g.add("Speculation", speculation(e.Speculation), "engine.speculation")
	if l := e.Limits; l != nil {
		g.add("Context limit", optional(l.ContextTokens, tokens), "engine.limits.context_tokens")
		g.add("KV cache", optional(l.KVCacheTokens, tokens), "engine.limits.kv_cache_tokens")
		g.add("Running requests", optional(l.RunningRequests, atMost), "engine.limits.running_requests")
	}
}

// parallelism names the kinds that split the model: "tensor 4, data 2".
func parallelism(p *bundle.Parallelism) string {
	if p == nil {
		return ""
	}
	known := false
	var parts []string
	for _, kind := range []struct {
		name  string
		ranks *int64
	}{{"tensor", p.Tensor}, {"pipeline", p.Pipeline}, {"data", p.Data}, {"expert", p.Expert}} {
		known = known || kind.ranks != nil
		if value(kind.ranks) > 1 {
			parts = append(parts, kind.name+" "+Count(*kind.ranks))
		}
	}
	if known && len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func speculation(s *bundle.Speculation) string {
	if s == nil {
		return ""
	}
	return joined(" · ", s.Method, s.DraftModel, optional(s.DraftTokens, func(n int64) string {
		return counted(n, "draft token", "draft tokens")
	}))
}

func tokens(n int64) string { return counted(n, "token", "tokens") }

func atMost(n int64) string { return "at most " + Count(n) }
