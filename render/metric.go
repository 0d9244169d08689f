package render

import (
	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// metric is what the matrix can show of a cell.
type metric struct {
	Key, Name string // in addresses, and at the switch
	Unit      string // under the heading and at the scale
	log       bool
	lower     bool
	share     bool
	value     func(r *bundle.DecodeRow, gpus int64) *float64
	bare      func(float64) string // the number in a cell
	tick      func(float64) string
}

var metrics = []metric{
	{Key: "total", Name: "Total tok/s", Unit: "total tok/s", bare: figures.Rate, tick: figures.Tick,
		value: func(r *bundle.DecodeRow, _ int64) *float64 { return r.OutputTokPerS }},
	{Key: "request", Name: "Per request tok/s", Unit: "per request tok/s", bare: figures.Rate, tick: figures.Tick,
		value: func(r *bundle.DecodeRow, _ int64) *float64 { return r.RequestTokPerS }},
	{Key: "gpu", Name: "Per GPU tok/s", Unit: "total tok/s per GPU", bare: figures.Rate, tick: figures.Tick, value: perGPU},
	{Key: "ttft", Name: "TTFT", Unit: "TTFT, ms", log: true, lower: true, bare: figures.TTFTBare, tick: milliTick,
		value: func(r *bundle.DecodeRow, _ int64) *float64 { return figures.Median(r.TTFT) }},
	{Key: "tpot", Name: "Time between tokens", Unit: "time between tokens, ms", log: true, lower: true, bare: figures.BetweenTokensBare, tick: milliTick,
		value: func(r *bundle.DecodeRow, _ int64) *float64 { return figures.Median(r.TPOT) }},
	{Key: "power", Name: "GPU power", Unit: "mean power of all GPUs, W", lower: true, bare: figures.WattsBare, tick: figures.Tick,
		value: func(r *bundle.DecodeRow, _ int64) *float64 {
			if r.Telemetry == nil {
				return nil
			}
			return r.Telemetry.GPUPowerMeanW
		}},
	{Key: "energy", Name: "Energy per token", Unit: "GPU energy per output token, J", log: true, lower: true, bare: figures.JoulesBare, tick: figures.Tick,
		value: func(r *bundle.DecodeRow, _ int64) *float64 {
			if r.Telemetry == nil {
				return nil
			}
			return r.Telemetry.GPUEnergyJPerOutputTok
		}},
	{Key: "acceptance", Name: "Acceptance", Unit: "accepted share of drafted tokens", share: true, bare: figures.Share, tick: figures.Share,
		value: func(r *bundle.DecodeRow, _ int64) *float64 { return acceptance(r.Speculation) }},
}

func milliTick(seconds float64) string { return figures.Tick(seconds * 1000) }

func perGPU(r *bundle.DecodeRow, gpus int64) *float64 {
	if r.OutputTokPerS == nil || gpus == 0 {
		return nil
	}
	return new(*r.OutputTokPerS / float64(gpus))
}

// acceptance is accepted / drafted, nil where it is not known or nothing was drafted.
func acceptance(s *bundle.SpeculationCount) *float64 {
	if s == nil || s.AcceptedTokens == nil || s.DraftedTokens == nil || *s.DraftedTokens == 0 {
		return nil
	}
	return new(float64(*s.AcceptedTokens) / float64(*s.DraftedTokens))
}

// gpuCount is the number of GPUs of a run, 0 where one count is unknown.
func gpuCount(b *bundle.Bundle) (n int64) {
	if b.Hardware == nil {
		return 0
	}
	for _, g := range b.Hardware.GPUs {
		if g.Count == nil {
			return 0
		}
		n += *g.Count
	}
	return n
}
