package bundle

import "slices"

// grid checks that each row stands once, and inside the grid that the method declares.
func (c *checker) grid(b *Bundle) {
	var m Method
	if b.Method != nil {
		m = *b.Method
	}
	once := func(list []int64, at *path) {
		for i, v := range list {
			if slices.Contains(list[:i], v) {
				c.err(at.item(i), "%d stands here twice", v)
			}
		}
	}
	once(m.Contexts, key("method").at("contexts"))
	once(m.Concurrencies, key("method").at("concurrencies"))
	once(m.PrefillContexts, key("method").at("prefill_contexts"))
	inside := func(list []int64, v int64, at *path) {
		if len(list) > 0 && !slices.Contains(list, v) {
			c.err(at, "%d is outside the declared grid", v)
		}
	}
	type place struct{ depth, context, concurrency int64 }
	prefill := map[place]int{}
	for i, r := range b.Prefill {
		at := key("prefill").item(i)
		// a row at depth is no row of the declared, cold, series
		if deref(r.DepthTokens) == 0 {
			inside(m.PrefillContexts, r.ContextTokens, at.at("context_tokens"))
		}
		p := place{deref(r.DepthTokens), r.ContextTokens, 1}
		if r.Concurrency != nil {
			p.concurrency = *r.Concurrency
		}
		if c.unread(at.at("context_tokens")) || c.unread(at.at("concurrency")) || c.unread(at.at("depth_tokens")) {
			continue
		}
		if first, ok := prefill[p]; ok {
			c.err(at, "the same depth, context and concurrency as prefill[%d]", first)
		} else {
			prefill[p] = i
		}
	}
	decode := map[place]int{}
	for i, r := range b.Decode {
		at := key("decode").item(i)
		inside(m.Contexts, r.ContextTokens, at.at("context_tokens"))
		inside(m.Concurrencies, r.Concurrency, at.at("concurrency"))
		p := place{0, r.ContextTokens, r.Concurrency}
		if c.unread(at.at("context_tokens")) || c.unread(at.at("concurrency")) {
			continue
		}
		if first, ok := decode[p]; ok {
			c.err(at, "the same context and concurrency as decode[%d]", first)
		} else {
			decode[p] = i
		}
	}
	if len(m.Contexts)*len(m.Concurrencies) > MaxRows {
		c.err(key("method").at("contexts"), "a grid of %d cells, at most %d are allowed", len(m.Contexts)*len(m.Concurrencies), MaxRows)
	} else if cells := gridSize(b); cells > MaxRows {
		c.err(key("decode"), "the rows span a grid of %d cells, at most %d are allowed", cells, MaxRows)
	}
}

// gridSize is the number of cells between all contexts and all concurrencies of the rows.
func gridSize(b *Bundle) int {
	contexts, concurrencies := map[int64]bool{}, map[int64]bool{}
	for _, r := range b.Decode {
		contexts[r.ContextTokens], concurrencies[r.Concurrency] = true, true
	}
	return len(contexts) * len(concurrencies)
}
