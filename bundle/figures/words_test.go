package figures

import (
	"strings"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

func TestStatus(t *testing.T) {
	for s, want := range map[bundle.Status]string{
		bundle.Valid: "Valid", bundle.Queued: "Requests queued", bundle.OverCapacity: "Over capacity",
		bundle.NotRun: "Not run", bundle.Failed: "Failed", bundle.Invalid: "Invalid", "half_done": "half_done", "": "",
	} {
		if got := Status(s); got != want {
			t.Errorf("Status(%q) = %q, want %q", s, got, want)
		}
	}
}

// Every word of the format has a text for people: not "", no underscores, and no text twice.
func TestWordsAreWritten(t *testing.T) {
	texts := map[string][]string{}
	write(texts, bundle.HardwareType.Words, HardwareType)
	write(texts, bundle.DecodeTest.Words, DecodeTest)
	write(texts, bundle.PrefillMode.Words, PrefillMode)
	write(texts, bundle.Prompts.Words, Prompts)
	write(texts, bundle.Arrival.Words, Arrival)
	write(texts, bundle.TokenSource.Words, TokenSource)
	write(texts, bundle.Throttle.Words, Throttle)
	for _, s := range bundle.Status("").Words() {
		for _, c := range bundle.Status(s).Causes() {
			if _, ok := causes[c]; !ok {
				t.Errorf("cause %q has no phrase", c)
			}
			texts[Cause(c)] = append(texts[Cause(c)], string(c))
		}
	}
	for text, words := range texts {
		if text == "" || strings.Contains(text, "_") || len(words) > 1 {
			t.Errorf("%q is written for %q", text, words)
		}
	}
}

func write[W ~string](texts map[string][]string, words func(W) []string, text func(W) string) {
	for _, w := range words("") {
		texts[text(W(w))] = append(texts[text(W(w))], w)
	}
}

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		HardwareType(bundle.DiscreteGPU):   "Discrete GPU",
		HardwareType(bundle.OtherHardware): "Other",
		HardwareType("wafer_scale"):        "Wafer scale",
		DecodeTest(bundle.FixedDuration):   "Fixed duration",
		DecodeTest(bundle.FixedRequests):   "Fixed requests",
		PrefillMode(bundle.DecodeWarmup):   "Measured during decode warm-up",
		PrefillMode(bundle.Standalone):     "Measured on its own",
		Cause(bundle.KVCache):              "KV cache full",
		Cause(bundle.Timeout):              "Timed out",
		Cause("moon_phase"):                "Moon phase",
		Cause(""):                          "",
		Arrival("über_rate"):               "Über rate",
		Throttle(bundle.HardwareSlowdown):  "Hardware slowdown",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestStatusMeaning(t *testing.T) {
	kv := "at this context the server's KV cache has no room for so many requests"
	for _, c := range []struct {
		status bundle.Status
		causes []bundle.Cause
		want   string
	}{
		{bundle.Valid, nil, ""},
		{"half_done", nil, ""},
		{bundle.Queued, nil, "measured, but the server kept some of the requests waiting instead of running all of them together."},
		{bundle.OverCapacity, []bundle.Cause{"kv_cache", "kv_cache"}, "not measured: " + kv + "."},
		{bundle.OverCapacity, nil, "not measured: the server cannot hold this load."},
		{bundle.OverCapacity, []bundle.Cause{"", ""}, "not measured: the server cannot hold this load."},
		{bundle.OverCapacity, []bundle.Cause{"context_limit"}, "not measured: context and output together are longer than the server allows."},
		{bundle.OverCapacity, []bundle.Cause{"", "moon_phase", "refused", "kv_cache"}, "not measured: " + kv +
			", or the server refused requests of this size, or moon phase, or the server cannot hold this load for a reason that is not known."},
		{bundle.NotRun, nil, "not measured: passed over while the benchmark ran, or the run ended before its turn."},
		{bundle.NotRun, []bundle.Cause{"running_limit"}, "not measured: the server runs fewer requests than this at once."},
		{bundle.NotRun, []bundle.Cause{"interrupted", "skipped"}, "not measured: passed over while the benchmark ran, or the run ended before its turn."},
		{bundle.NotRun, []bundle.Cause{"", "running_limit"}, "not measured: the server runs fewer requests than this at once, or left out for a reason that is not known."},
		{bundle.Failed, nil, "begun, but could not be finished."},
		{bundle.Failed, []bundle.Cause{"timeout", "http_error"}, "begun, but could not be finished (HTTP error, timed out)."},
		{bundle.Invalid, []bundle.Cause{"", "repetition_loop"}, "measured, but not to be trusted (output repeats itself); its numbers are not shown as a speed."},
	} {
		if got := StatusMeaning(c.status, c.causes); got != c.want {
			t.Errorf("StatusMeaning(%q, %q)\n got %s\nwant %s", c.status, c.causes, got, c.want)
		}
	}
}

func TestTTFTNote(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range append(bundle.PrefillMode("").Words(), "", "newer") {
		seen[TTFTNote(bundle.PrefillMode(m))] = true
	}
	if len(seen) != 4 { // the three modes, and one note for all that is unknown
		t.Errorf("%d notes: %v", len(seen), seen)
	}
	if n := TTFTNote(bundle.DecodeWarmup); !strings.Contains(n, "cache") {
		t.Errorf("the note for a warm cache doesn't say so: %s", n)
	}
}

func TestLegend(t *testing.T) {
	b := &bundle.Bundle{
		Prefill: []bundle.PrefillRow{{Status: bundle.Invalid, Cause: bundle.CachedPrefill}, {Status: bundle.Valid}},
		Decode:  []bundle.DecodeRow{{ContextTokens: 1, Concurrency: 1, Status: bundle.Queued}, {ContextTokens: 2, Concurrency: 2, Status: "newer"}},
		Serving: []bundle.ServingRow{{Status: bundle.Failed, Cause: bundle.HTTPError}},
	}
	words := func() (w []string) {
		for _, e := range Legend(b) {
			w = append(w, e.Word+": "+e.Meaning)
		}
		return w
	}
	queued := "Requests queued: " + StatusMeaning(bundle.Queued, nil)
	failed := "Failed: begun, but could not be finished (HTTP error)."
	invalid := "Invalid: measured, but not to be trusted (prompt came from the cache); its numbers are not shown as a speed."
	same(t, words(), []string{queued, failed, invalid})

	// in a declared grid the two absent cells are not run
	b.Method = &bundle.Method{Contexts: []int64{1, 2}, Concurrencies: []int64{1, 2}}
	same(t, words(), []string{queued, "Not run: " + StatusMeaning(bundle.NotRun, nil), failed, invalid})
}
