package bundle_test

import (
	"math"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

func latency(value string) []string { return []string{`{"median_s": 0.5}`, value} }

// badLatencies are distributions that cannot be one.
var badLatencies = []bad{
	{name: "percentiles that fall", edits: latency(`{"min_s": 0.2, "median_s": 0.1, "p90_s": 0.4, "p95_s": 0.3, "p99_s": 0.5, "max_s": 0.45}`), want: []string{
		"decode[0].ttft.median_s: 0.1 is less than min_s, 0.2 (line 15)", "decode[0].ttft.p95_s: 0.3 is less than p90_s, 0.4 (line 15)", "decode[0].ttft.max_s: 0.45 is less than p99_s, 0.5 (line 15)"}},
	{name: "percentiles that are equal but for the last digit", edits: latency(`{"min_s": 0.30000000000000004, "mean_s": 0.3, "median_s": 0.3, "p90_s": 0.30000000000000004, "p99_s": 0.3}`)},
	{name: "mean outside", edits: latency(`{"min_s": 0.2, "mean_s": 0.5, "max_s": 0.4}`), want: []string{"decode[0].ttft.mean_s: outside min_s and max_s (line 15)"}},
	{name: "mean below", edits: latency(`{"min_s": 0.2, "mean_s": 0.1}`), want: []string{"decode[0].ttft.mean_s: outside min_s and max_s (line 15)"}},
	{name: "both", edits: latency(`{"samples_s": [0.5], "histogram_s": [[0.5, 1]]}`), want: []string{"decode[0].ttft: both samples_s and histogram_s: at most one is expected (line 15)"}},

	{name: "unsorted samples", edits: latency(`{"count": 3, "median_s": 9, "samples_s": [0.1, 0.3, 0.2]}`), want: []string{"decode[0].ttft.samples_s: not sorted (line 15)"}},
	{name: "more samples than values", edits: latency(`{"count": 1, "samples_s": [0.1, 0.3]}`), want: []string{"decode[0].ttft.count: 1, but there are 2 samples (line 15)"}},
	{name: "part of the samples", edits: latency(`{"count": 9, "median_s": 9, "samples_s": [0.1, 0.3]}`)},
	{name: "samples without count", edits: latency(`{"median_s": 9, "samples_s": [0.1, 0.3]}`)},
	{name: "samples that disagree", edits: latency(`{"count": 3, "min_s": 0.1, "median_s": 0.21, "p90_s": 0.28, "max_s": 0.4, "samples_s": [0.1, 0.2, 0.3]}`), want: []string{
		"decode[0].ttft.median_s: 0.21, but the samples make 0.2 (line 15)", "decode[0].ttft.max_s: 0.4, but the samples make 0.3 (line 15)"}},
	{name: "one sample", edits: latency(`{"count": 1, "min_s": 0.1, "median_s": 0.1, "p99_s": 0.1, "max_s": 0.1, "samples_s": [0.1]}`)}, // B7.01

	{name: "histogram", edits: latency(`{"count": 4, "median_s": 0.021, "p99_s": 0.0422, "histogram_s": [[0.021178, 3], [0.042354, 1]]}`)},
	{name: "median between buckets", edits: latency(`{"count": 2, "median_s": 0.031, "histogram_s": [[0.021178, 1], [0.042354, 1]]}`)},
	{name: "histogram that disagrees", edits: latency(`{"count": 4, "median_s": 0.022, "p99_s": 0.06, "histogram_s": [[0.021178, 3], [0.042354, 1]]}`), want: []string{
		"decode[0].ttft.median_s: 0.022, but the histogram has it between 0.0207627 and 0.021178 (line 15)",
		"decode[0].ttft.p99_s: 0.06, but the histogram has it between 0.0207627 and 0.042354 (line 15)"}},
	{name: "bounds that fall", edits: latency(`{"count": 2, "histogram_s": [[0.042354, 1], [0.021178, 1]]}`), want: []string{"decode[0].ttft.histogram_s[1]: bounds must rise (line 15)"}},
	{name: "bound twice", edits: latency(`{"count": 2, "histogram_s": [[0.021178, 1], [0.021178, 1]]}`), want: []string{"decode[0].ttft.histogram_s[1]: bounds must rise (line 15)"}},
	{name: "bound of 0", edits: latency(`{"count": 1, "histogram_s": [[0, 1]]}`), want: []string{"decode[0].ttft.histogram_s[0]: bounds must rise (line 15)"}},
	{name: "empty bucket", edits: latency(`{"count": 1, "histogram_s": [[0.021178, 0], [0.042354, 1]]}`), want: []string{"decode[0].ttft.histogram_s[0]: a bucket holds a whole number of values, 1 or more, not 0 (line 15)"}},
	{name: "half a value", edits: latency(`{"count": 1, "histogram_s": [[0.021178, 1.5]]}`), want: []string{"decode[0].ttft.histogram_s[0]: a bucket holds a whole number of values, 1 or more, not 1.5 (line 15)"}},
	{name: "another sum", edits: latency(`{"count": 9, "median_s": 5, "histogram_s": [[0.021178, 1], [0.042354, 1]]}`), want: []string{"decode[0].ttft.histogram_s: warning: holds 2 of 9 values (line 15)"}},
	{name: "histogram without count", edits: latency(`{"median_s": 5, "histogram_s": [[0.021178, 1], [0.042354, 1]]}`)},
	{name: "off the grid", edits: latency(`{"count": 2, "histogram_s": [[0.0211, 1], [0.0422, 1]]}`), want: []string{
		"decode[0].ttft.histogram_s[0]: warning: 0.0211 s is no bound of the grid 1 µs × 1.02^k: histograms of repeats cannot be added (line 15)"}},
	{name: "milliseconds", edits: latency(`{"median_s": 3000000}`), want: []string{"decode[0].ttft.median_s: 3000000 is absurd: at most 2592000 is allowed (line 15)"}}, // B7.12
}

func TestLatencies(t *testing.T) { check(t, badLatencies) }

// Each list of latencies is checked, and by its own name.
func TestEveryLatency(t *testing.T) {
	const broken = `{"min_s": 2, "max_s": 1}`
	at := func(path string) string { return path + ".max_s: 1 is less than min_s, 2" }
	text := edit(t, good, `"prompt_tok_per_s"`, `"ttft": `+broken+`, "prompt_tok_per_s"`,
		`"ttft": {"median_s": 0.5}`, `"ttft": `+broken+`, "restart_ttft": `+broken+`, "tpot": `+broken+`, "itl": `+broken+`, "e2e": `+broken,
		`{"status": "valid", `, `{"ttft": `+broken+`, "tpot": `+broken+`, "itl": `+broken+`, "e2e": `+broken+`, "status": "valid", `)
	check(t, []bad{{name: "all", text: text, want: []string{
		at("prefill[0].ttft") + " (line 11)",
		at("decode[0].ttft") + " (line 15)", at("decode[0].restart_ttft") + " (line 15)", at("decode[0].tpot") + " (line 15)", at("decode[0].itl") + " (line 15)", at("decode[0].e2e") + " (line 15)",
		at("serving[0].ttft") + " (line 19)", at("serving[0].tpot") + " (line 19)", at("serving[0].itl") + " (line 19)", at("serving[0].e2e") + " (line 19)"}}})
}

func TestPercentile(t *testing.T) {
	four := []float64{1, 2, 3, 4}
	for _, tt := range []struct {
		samples []float64
		p, want float64
	}{{four, 0, 1}, {four, 0.5, 2.5}, {four, 0.9, 3.7}, {four, 1, 4}, {[]float64{7}, 0.99, 7}} {
		if got := bundle.Percentile(tt.samples, tt.p); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("Percentile(%v, %v) = %v, want %v", tt.samples, tt.p, got, tt.want)
		}
	}
	if got := bundle.Percentile(nil, 0.5); !math.IsNaN(got) {
		t.Errorf("Percentile of nothing = %v", got)
	}
}
