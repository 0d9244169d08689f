package render_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// hostile is text that must never become anything but text.
const hostile = `</SCRIPT><img src=x onerror=alert(1)>"'<!--<script>` + "\u2028\u202e" + `=1+1 {{.}} javascript:alert(1) 🦙👩‍💻`

// run is a small complete bundle; change adapts it.
func run(change func(b *bundle.Bundle)) *bundle.Bundle {
	b := &bundle.Bundle{
		Speedmatrix: 1, Status: bundle.Complete, Origin: bundle.Manual,
		Tool: bundle.Tool{Name: "stopwatch", Version: "2"}, Model: bundle.Model{Name: "Odd-1B"},
		Hardware: &bundle.Hardware{Type: bundle.DiscreteGPU, GPUs: []bundle.GPU{{Name: "NVIDIA H100 80GB HBM3", Count: new(int64(2)), MemoryBytes: new(int64(85520809984))}}},
		Engine:   &bundle.Engine{Name: "vllm", Version: "0.11.0", Quantization: "FP8"},
		Method:   &bundle.Method{DecodeTest: bundle.FixedDuration, PrefillMode: bundle.Standalone},
		Prefill:  []bundle.PrefillRow{prefill(8192, 9000)},
		Decode:   []bundle.DecodeRow{cell(8192, 1, 100)},
	}
	if change != nil {
		change(b)
	}
	return b
}

func prefill(context int64, rate float64) bundle.PrefillRow {
	return bundle.PrefillRow{ContextTokens: context, Concurrency: new(int64(1)), Status: bundle.Valid, Requests: new(int64(1)),
		PromptTokPerS: &rate, TTFT: &bundle.Latency{MedianS: new(float64(context) / rate)}}
}

func cell(context, concurrency int64, rate float64) bundle.DecodeRow {
	each := rate / float64(concurrency)
	return bundle.DecodeRow{ContextTokens: context, Concurrency: concurrency, Status: bundle.Valid,
		MeasuredS: new(30.0), OutputTokens: new(int64(rate * 30)), OutputTokPerS: &rate, RequestTokPerS: &each,
		ActiveRequests: new(float64(concurrency)), CompletedRequests: new(int64(0)),
		TTFT: &bundle.Latency{MedianS: new(0.02 + float64(context*concurrency)/1e6)}, TPOT: &bundle.Latency{MedianS: new(1 / each)}}
}

func status(context, concurrency int64, s bundle.Status, cause bundle.Cause) bundle.DecodeRow {
	r := bundle.DecodeRow{ContextTokens: context, Concurrency: concurrency, Status: s, Cause: cause}
	if s == bundle.Failed || s == bundle.Invalid {
		r.Reason = "request 3 of 4: " + strings.ReplaceAll(string(cause), "_", " ")
	}
	return r
}

// odd are bundles that are right, but not what one has in mind when drawing a page.
func odd() map[string]*bundle.Bundle {
	all := map[string]*bundle.Bundle{
		"one-by-one": run(nil),
		"one-row": run(func(b *bundle.Bundle) {
			b.Decode = nil
			for c := int64(1); c <= 64; c *= 2 {
				b.Decode = append(b.Decode, cell(4096, c, 80*float64(c)/(1+float64(c)/40)))
			}
		}),
		"all-equal": run(func(b *bundle.Bundle) {
			b.Decode = nil
			for _, context := range []int64{1024, 2048, 5000} {
				for c := int64(1); c <= 4; c *= 2 {
					r := cell(context, c, 50)
					r.TTFT.MedianS = new(0.1)
					b.Decode = append(b.Decode, r)
				}
			}
		}),
		"all-over-capacity": run(func(b *bundle.Bundle) {
			b.Prefill = nil
			b.Decode = []bundle.DecodeRow{status(8192, 1, bundle.OverCapacity, bundle.KVCache), status(16384, 1, bundle.OverCapacity, bundle.ContextLimit)}
		}),
		"none-valid": run(func(b *bundle.Bundle) {
			b.Prefill[0].Status, b.Prefill[0].Cause, b.Prefill[0].Reason = bundle.Invalid, bundle.CachedPrefill, "9,000 of 10,000 prompt tokens came from the cache"
			queued := cell(8192, 4, 90)
			queued.Status = bundle.Queued
			b.Decode = []bundle.DecodeRow{status(8192, 1, bundle.Failed, bundle.HTTPError), status(8192, 2, bundle.Invalid, bundle.RepetitionLoop), queued}
			b.Decode[1].OutputTokPerS = new(87654.0)
		}),
		"twelve-by-twenty": run(func(b *bundle.Bundle) {
			b.Decode = nil
			for row := range int64(12) {
				for column := range int64(20) {
					b.Decode = append(b.Decode, cell(1024*(row+1), column+1, 30*float64(column+1)/(1+0.02*float64(row*column))))
				}
			}
		}),
		"zero-context": run(func(b *bundle.Bundle) {
			b.Decode = append(b.Decode, cell(0, 1, 120), cell(0, 2, 230))
		}),
		"only-prefill": run(func(b *bundle.Bundle) { b.Decode = nil }),
		"only-decode":  run(func(b *bundle.Bundle) { b.Prefill = nil }),
		"only-serving": run(func(b *bundle.Bundle) {
			b.Prefill, b.Decode = nil, nil
			for i, arrival := range []bundle.Arrival{bundle.Poisson, bundle.Constant, bundle.ClosedLoop, bundle.Unlimited} {
				rate := float64(i + 1)
				b.Serving = append(b.Serving, bundle.ServingRow{Status: bundle.Valid, Arrival: arrival, RequestRateTargetPerS: &rate, RequestPerS: new(rate * 0.99),
					OutputTokPerS: new(rate * 250), MeasuredS: new(60.0), CompletedRequests: new(int64(60 * (i + 1))), FailedRequests: new(int64(0)),
					InputTokensPerRequest: &bundle.Lengths{Target: new(1024.0)}, OutputTokensPerRequest: &bundle.Lengths{Mean: new(252.5)},
					TTFT: &bundle.Latency{MedianS: new(0.1 * rate), P99S: new(0.4 * rate * rate)}, TPOT: &bundle.Latency{MedianS: new(0.02)}, E2E: &bundle.Latency{MedianS: new(5.2)}})
			}
			b.Serving = append(b.Serving, bundle.ServingRow{Status: bundle.Failed, Cause: bundle.ServerGone, Reason: "connection refused after 12 s"})
		}),
		"cpu-only": run(func(b *bundle.Bundle) {
			b.Hardware = &bundle.Hardware{Type: bundle.CPU, CPU: "AMD EPYC 9575F", MemoryBytes: new(int64(811748818944)), OS: "linux"}
		}),
		"mixed-gpus": run(func(b *bundle.Bundle) {
			b.Hardware.GPUs = append(b.Hardware.GPUs, bundle.GPU{Name: "AMD Instinct MI300X", Count: new(int64(4)), MemoryBytes: new(int64(206158430208))})
		}),
		"unified-memory": run(func(b *bundle.Bundle) {
			b.Hardware = &bundle.Hardware{Type: bundle.UnifiedMemory, GPUs: []bundle.GPU{{Name: "Apple M4 Max", Count: new(int64(1))}}, MemoryBytes: new(int64(137438953472)), OS: "darwin"}
		}),
		"unknown-hardware": run(func(b *bundle.Bundle) { b.Hardware, b.Engine, b.Method = nil, nil, nil }),
		"long-command": run(func(b *bundle.Bundle) {
			b.Launch = &bundle.Launch{Command: "vllm serve " + strings.Repeat("--some-long-flag a-value-of-some-length ", 99) + strings.Repeat("x", 400), Environment: map[string]string{"CUDA_VISIBLE_DEVICES": "0,1", "EMPTY": ""}}
		}),
		"with-depth": run(func(b *bundle.Bundle) {
			deep := prefill(2048, 7000)
			deep.DepthTokens = new(int64(16384))
			b.Prefill = append(b.Prefill, prefill(16384, 8000), deep)
		}),
		"every-cause": run(func(b *bundle.Bundle) {
			b.Decode = nil
			context := int64(1024)
			for _, s := range []bundle.Status{bundle.OverCapacity, bundle.NotRun, bundle.Failed, bundle.Invalid} {
				for i, cause := range append(s.Causes(), "a_word_of_tomorrow") {
					b.Decode = append(b.Decode, status(context, int64(i+1), s, cause))
				}
				context *= 2
			}
			b.Decode = append(b.Decode, cell(context, 1, 70))
		}),
		"repeats": run(func(b *bundle.Bundle) {
			r := cell(8192, 2, 150)
			r.MeasuredS, r.OutputTokens = new(60.0), new(int64(9000))
			r.Repeats = []bundle.Repeat{{MeasuredS: new(30.0), OutputTokens: new(int64(4400))}, {MeasuredS: new(30.0), OutputTokens: new(int64(4600))}}
			b.Decode = append(b.Decode, r)
		}),
		"partial": run(func(b *bundle.Bundle) {
			b.Status, b.Notice = bundle.Partial, "The server ran out of memory.\nTwo cells are missing."
			b.Method.Contexts, b.Method.Concurrencies = []int64{8192, 16384}, []int64{1, 2}
		}),
		"partial-empty": run(func(b *bundle.Bundle) { b.Status, b.Prefill, b.Decode = bundle.Partial, nil, nil }),
		"gaps":          run(func(b *bundle.Bundle) { b.Decode = append(b.Decode, cell(16384, 2, 190)) }),
		"tiny-numbers": run(func(b *bundle.Bundle) {
			b.Decode = []bundle.DecodeRow{cell(512, 1, 0.04), cell(512, 2, 0)}
			b.Decode[1].RequestTokPerS, b.Decode[1].TPOT = nil, nil
			b.Decode[0].TTFT.MedianS, b.Prefill[0].PromptTokPerS = new(0.0), new(0.0)
		}),
		"huge-numbers": run(func(b *bundle.Bundle) {
			b.Decode = []bundle.DecodeRow{cell(1<<31, 1, 1e9), cell(1<<31, 100000, 999499), cell(1<<31, 3, 999500)}
			for i := range b.Decode {
				b.Decode[i].TTFT.MedianS = new(2e6)
			}
		}),
		"long-names": run(func(b *bundle.Bundle) {
			b.Model.Name, b.Label = strings.Repeat("Model", 60), strings.Repeat("label ", 50)
			b.Engine.Version, b.Hardware.GPUs[0].Name = strings.Repeat("0.1.", 75), strings.Repeat("G", 300)
		}),
	}
	return all
}

// poisoned is a bundle with hostile text wherever text goes.
func poisoned() *bundle.Bundle {
	b := run(func(b *bundle.Bundle) {
		b.Status, b.Label, b.Notice, b.Contributor, b.License = bundle.Partial, hostile, hostile, hostile, hostile
		b.Model = bundle.Model{Name: hostile, ServedName: hostile, Revision: hostile}
		b.Tool = bundle.Tool{Name: hostile, Version: hostile}
		b.Sources = []bundle.Source{{Format: hostile, File: hostile}}
		b.Hardware = &bundle.Hardware{Driver: hostile, CPU: hostile, OS: hostile, GPUs: []bundle.GPU{{Name: hostile, Count: new(int64(1)), Link: hostile}}}
		b.Engine = &bundle.Engine{Name: hostile, Version: hostile, Quantization: hostile, KVCacheType: hostile, Backend: hostile, Repository: "javascript:alert(1)", Build: hostile, Commit: hostile,
			Speculation: &bundle.Speculation{Method: hostile, DraftModel: hostile}}
		b.Launch = &bundle.Launch{Command: hostile, Environment: map[string]string{hostile: hostile}}
		b.Method.Endpoint, b.Method.DroppedParameters = hostile, []string{hostile}
		b.Decode[0].Warnings = []bundle.Warning{{Code: hostile, Text: hostile}}
		b.Decode[0].Telemetry = &bundle.Telemetry{Source: hostile}
		bad := status(8192, 2, bundle.Invalid, bundle.WrongModel)
		bad.Reason = "=" + hostile
		b.Decode = append(b.Decode, bad)
		b.Serving = []bundle.ServingRow{{Status: bundle.Failed, Cause: bundle.HTTPError, Reason: hostile}}
	})
	return b
}

// folder makes a results folder of bundles.
func folder(t testing.TB, bundles map[string]*bundle.Bundle) fstest.MapFS {
	t.Helper()
	fsys := fstest.MapFS{}
	for id, b := range bundles {
		text, err := bundle.Encode(b)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		fsys[fmt.Sprintf("%s.json", id)] = &fstest.MapFile{Data: text}
	}
	return fsys
}
