package bundle

import (
	"math"
	"slices"
)

func (c *checker) prefill(r *PrefillRow, at *path) {
	c.status(r.Status, r.Cause, r.Reason, at)
	c.rate(r.Status, r.PromptTokPerS, "prompt_tok_per_s", at)
	c.latency(r.TTFT, at.at("ttft"))
	if r.CachedTokens != nil && r.PromptTokens != nil && *r.CachedTokens > *r.PromptTokens {
		c.err(at.at("cached_tokens"), "more than prompt_tokens")
	}
}

func (c *checker) decode(r *DecodeRow, at *path, origin Origin) {
	c.status(r.Status, r.Cause, r.Reason, at)
	c.rate(r.Status, r.OutputTokPerS, "output_tok_per_s", at)
	c.quotient(r.Status, r.OutputTokPerS, r.OutputTokens, r.MeasuredS, at.at("output_tok_per_s"), origin)
	for _, l := range []struct {
		key string
		of  *Latency
	}{{"ttft", r.TTFT}, {"restart_ttft", r.RestartTTFT}, {"tpot", r.TPOT}, {"itl", r.ITL}, {"e2e", r.E2E}} {
		c.latency(l.of, at.at(l.key))
	}
	if r.TPOT != nil && r.TPOT.MedianS != nil && r.RequestTokPerS != nil {
		if product := *r.RequestTokPerS * *r.TPOT.MedianS; product > 0 && math.Abs(product-1) > 0.05 {
			c.warn(at.at("request_tok_per_s"), "times the median tpot makes %.3g, not about 1", product)
		}
	}
	if r.CachedTokens != nil && r.PromptTokens != nil && *r.CachedTokens > *r.PromptTokens {
		c.err(at.at("cached_tokens"), "more than prompt_tokens")
	}
	c.repeats(r, at)
	c.speculation(r.Speculation, at)
}

func (c *checker) serving(r *ServingRow, at *path, origin Origin) {
	c.status(r.Status, r.Cause, r.Reason, at)
	if r.RequestPerS == nil {
		c.rate(r.Status, r.OutputTokPerS, "output_tok_per_s", at)
	}
	c.quotient(r.Status, r.OutputTokPerS, r.OutputTokens, r.MeasuredS, at.at("output_tok_per_s"), origin)
	for _, l := range []struct {
		key string
		of  *Latency
	}{{"ttft", r.TTFT}, {"tpot", r.TPOT}, {"itl", r.ITL}, {"e2e", r.E2E}} {
		c.latency(l.of, at.at(l.key))
	}
	c.speculation(r.Speculation, at)
}

func (c *checker) speculation(s *SpeculationCount, at *path) {
	if s != nil && s.DraftedTokens != nil && s.AcceptedTokens != nil && *s.AcceptedTokens > *s.DraftedTokens {
		c.err(at.at("speculation").at("accepted_tokens"), "more than drafted_tokens")
	}
}

// status checks that the words beside a status belong to it.
func (c *checker) status(s Status, cause Cause, reason string, at *path) {
	if s == Failed || s == Invalid {
		if cause == "" {
			c.err(at.at("cause"), "missing: a row that is %s has one", s)
		}
		if reason == "" {
			c.err(at.at("reason"), "missing: a row that is %s has one", s)
		}
	}
	if cause == "" || !cause.isWord() || !slices.Contains(s.Words(), string(s)) || slices.Contains(s.Causes(), cause) {
		return // right, or a problem of the words themselves
	}
	if s.HasRate() {
		c.warn(at.at("cause"), "a row that is %s has none", s)
		return
	}
	for _, other := range []Status{OverCapacity, NotRun, Failed, Invalid} {
		if slices.Contains(other.Causes(), cause) {
			c.warn(at.at("cause"), "%s belongs to %s, not to %s", cause, other, s)
			return
		}
	}
	c.warn(at.at("cause"), "%s is a word that this version does not know", quote(string(cause)))
}

// rate checks that a row has its speed where its status promises one, and none where nothing was measured.
func (c *checker) rate(s Status, rate *float64, key string, at *path) {
	switch {
	case s.HasRate() && rate == nil:
		c.err(at.at(key), "missing: a row that is %s has its rate", s)
	case (s == NotRun || s == OverCapacity) && rate != nil:
		c.warn(at.at(key), "not shown: the row is %s", s)
	}
}

// quotient checks rate = tokens / seconds. Figures from a page are rounded, ours are not.
func (c *checker) quotient(s Status, rate *float64, tokens *int64, seconds *float64, at *path, origin Origin) {
	if !s.HasRate() || rate == nil || tokens == nil || seconds == nil || *seconds == 0 {
		return
	}
	is := float64(*tokens) / *seconds
	if math.Abs(*rate-is) <= 0.005*is {
		return
	}
	severity := WarningLevel
	if origin == Measured {
		severity = Error
	}
	c.add(at, severity, "%v, but %d tokens in %v s make %.6g", *rate, *tokens, *seconds, is)
}

// repeats checks that the sums of the windows are the row's.
func (c *checker) repeats(r *DecodeRow, at *path) {
	if r.Repeats == nil {
		return
	}
	if len(r.Repeats) < 2 {
		c.err(at.at("repeats"), "one window is the row itself: two or more are expected")
		return
	}
	var seconds float64
	var tokens int64
	allSeconds, allTokens := true, true
	for _, w := range r.Repeats {
		allSeconds, allTokens = allSeconds && w.MeasuredS != nil, allTokens && w.OutputTokens != nil
		seconds += deref(w.MeasuredS)
		tokens += deref(w.OutputTokens)
	}
	rounding := 1e-6 * float64(len(r.Repeats)+1)
	if allSeconds && r.MeasuredS != nil && math.Abs(seconds-*r.MeasuredS) > rounding {
		c.err(at.at("measured_s"), "%v, but the repeats make %.6g", *r.MeasuredS, seconds)
	}
	if allTokens && r.OutputTokens != nil && tokens != *r.OutputTokens {
		c.err(at.at("output_tokens"), "%d, but the repeats make %d", *r.OutputTokens, tokens)
	}
}
