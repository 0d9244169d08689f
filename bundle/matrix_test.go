package bundle_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

func ptr[T any](v T) *T { return &v }

func micro(s float64) float64 { return math.Round(s*1e6) / 1e6 }

// latencyOf makes samples or a histogram of n values, as a measurement would give them.
func latencyOf(rng *rand.Rand, n int, median float64) *bundle.Latency {
	values := make([]float64, n)
	for i := range values {
		values[i] = median * math.Exp(0.06*rng.NormFloat64())
		if rng.IntN(200) == 0 { // a stall
			values[i] *= 1 + 4*rng.Float64()
		}
		values[i] = micro(values[i])
	}
	slices.Sort(values)
	at := func(p float64) *float64 { return ptr(micro(bundle.Percentile(values, p))) }
	l := &bundle.Latency{Count: ptr(int64(n)), MedianS: at(0.5), P90S: at(0.9), P99S: at(0.99), MaxS: at(1)}
	if n <= bundle.MaxSamples {
		l.SamplesS = values
		return l
	}
	for _, v := range values {
		upper := micro(1e-6 * math.Pow(1.02, math.Ceil(math.Log(v/1e-6)/math.Log(1.02))))
		if last := len(l.HistogramS) - 1; last >= 0 && l.HistogramS[last][0] == upper {
			l.HistogramS[last][1]++
		} else {
			l.HistogramS = append(l.HistogramS, [2]float64{upper, 1})
		}
	}
	return l
}

// fullMatrix is a run over 8 contexts and 8 concurrencies with all that a cell can tell.
func fullMatrix() *bundle.Bundle {
	rng := rand.New(rand.NewPCG(1, 2))
	b := &bundle.Bundle{Speedmatrix: bundle.Version, Status: bundle.Complete, Origin: bundle.Measured, Tool: bundle.Tool{Name: "speedmatrix"}, Model: bundle.Model{Name: "m"}}
	for context := int64(8192); context <= 1<<20; context *= 2 {
		for concurrency := int64(1); concurrency <= 128; concurrency *= 2 {
			const seconds = 30
			rate := 198 / (1 + 0.1*float64(concurrency)) / (1 + float64(context)/4e5)
			row := bundle.DecodeRow{ContextTokens: context, Concurrency: concurrency, Status: bundle.Valid, Started: "2026-10-21T14:20:03.511Z", MeasuredS: ptr(30.0)}
			var total int64
			for range seconds {
				n := int64(rate * float64(concurrency) * (1 + 0.02*rng.NormFloat64()))
				row.TokensBySecond = append(row.TokensBySecond, n)
				total += n
			}
			steps := total * 2 / 5
			row.OutputTokens, row.OutputTokPerS = &total, ptr(math.Round(float64(total)/seconds*100)/100)
			row.ActiveRequests, row.CompletedRequests = ptr(float64(concurrency)), ptr(int64(0))
			row.PromptTokens, row.CachedTokens = ptr(context-4), ptr(context-64)
			row.TTFT, row.RestartTTFT = latencyOf(rng, int(min(concurrency*2, 64)), 0.4), latencyOf(rng, int(max(1, concurrency/2)), 0.3)
			row.TPOT, row.ITL = latencyOf(rng, int(min(concurrency, 64)), 1/rate), latencyOf(rng, int(steps), 2.5/rate)
			row.RequestTokPerS = ptr(math.Round(100 / *row.TPOT.MedianS) / 100)
			row.Speculation = &bundle.SpeculationCount{Steps: &steps, DraftedTokens: ptr(steps * 8), AcceptedTokens: ptr(total - steps)}
			row.Telemetry = &bundle.Telemetry{Source: "nvidia-smi", GPUPowerMeanW: ptr(1812.4), GPUPowerMaxW: ptr(2011.0), GPUEnergyJPerOutputTok: ptr(1.35812), GPUTemperatureMaxC: ptr(81.0), GPUClockMeanHz: ptr(2.31e9), GPUMemoryUsedBytes: ptr(int64(389201231872)), CPUShare: ptr(0.21)}
			row.Evidence = &bundle.Evidence{TokenSource: bundle.UsageEachChunk, Chunks: &steps, ServerOutputTokens: &total, ServerRunningMean: ptr(float64(concurrency)), ServerWaitingShare: ptr(0.0), ClientLagP99S: ptr(0.0003)}
			b.Decode = append(b.Decode, row)
		}
	}
	return b
}

// A result must stay small enough to be sent around and kept in a repository.
func TestSizeOfAFullMatrix(t *testing.T) {
	data := mustEncode(t, fullMatrix())
	t.Logf("%d cells take %d bytes", len(fullMatrix().Decode), len(data))
	if len(data) >= 256<<10 {
		t.Errorf("%d bytes", len(data))
	}
	mustDecode(t, "matrix.json", data)
}

func BenchmarkDecode(b *testing.B) {
	data := mustEncode(b, fullMatrix())
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if bundle, _ := bundle.Decode("a.json", data); bundle == nil {
			b.Fatal("refused")
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	m := fullMatrix()
	for b.Loop() {
		if _, err := bundle.Encode(m); err != nil {
			b.Fatal(err)
		}
	}
}

// Nothing in 4 MiB may take minutes, or gigabytes.
func BenchmarkHostile(b *testing.B) {
	for name, text := range hostile(bundle.MaxFileBytes) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				bundle.Decode("a.json", []byte(text))
			}
		})
	}
}
