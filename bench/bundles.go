package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// example is the bundle that all others are variations of: the larger of the two in results/.
const example = "results/glm-5.3-flash-nvfp4.json"

// families and sizes make 40 models.
var (
	families = []string{"GLM-5.3", "Kimi-K2.6", "Qwen4", "DeepSeek-V4", "Llama-5", "Mistral-Large-4", "Gemma-4", "gpt-oss", "MiniMax-M3", "Nemotron-4"}
	sizes    = []string{"Flash", "Air", "Base", "Max"}
	engines  = []struct{ name, version string }{
		{"sglang", "0.6.2"}, {"vllm", "0.14.1"}, {"vllm", "0.13.0"}, {"tensorrt-llm", "1.3.0"}, {"llama.cpp", "b7421"}, {"lmdeploy", "0.11.0"},
	}
	quantizations = []string{"NVFP4", "FP8", "BF16", "AWQ", "MXFP4", "Q4_K_M"}
	counts        = []int64{1, 2, 4, 8, 16}
	labels        = []string{"", "", "", "tuned", "power limit 400 W", "no speculation"}
	cards         = []struct {
		name  string
		bytes int64
	}{
		{"NVIDIA RTX PRO 6000 Blackwell Server Edition", 102641958912}, {"NVIDIA H100 80GB HBM3", 85520809984}, {"NVIDIA H200", 150754820096},
		{"NVIDIA B200", 192265846784}, {"NVIDIA GeForce RTX 5090", 34190917632}, {"NVIDIA GeForce RTX 4090", 25757220864}, {"NVIDIA A100-SXM4-80GB", 85899345920},
		{"NVIDIA L40S", 48305799168}, {"AMD Instinct MI300X", 206141652992}, {"AMD Instinct MI355X", 309220868096}, {"AMD Radeon RX 9070 XT", 17095983104},
	}
)

// variation is the i-th of a fixed sequence of bundles: the rows of the example with figures of their
// own, for some model on some machine. Of five in a row, three are runs of one configuration.
func variation(data []byte, i int) (id string, b *bundle.Bundle, err error) {
	b, problems := bundle.Decode(example, data)
	if b == nil {
		return "", nil, fmt.Errorf("read the example: %s", problems[0])
	}
	configuration := i
	if i%5 > 2 {
		configuration = i - i%5 + 2
	}
	of, run := rand.New(rand.NewPCG(uint64(configuration), 1)), rand.New(rand.NewPCG(uint64(i), 2))
	family, size := pick(of, families), pick(of, sizes)
	engine, card, quantization := pick(of, engines), pick(of, cards), pick(of, quantizations)
	count := pick(of, counts)
	served := "example/" + family + "-" + size
	b.Launch.Command = strings.ReplaceAll(b.Launch.Command, b.Model.ServedName, served)
	b.Model = bundle.Model{Name: family + "-" + size, ServedName: served}
	b.Engine.Name, b.Engine.Version, b.Engine.Quantization = engine.name, engine.version, quantization
	b.Engine.Repository, b.Engine.Commit = "", ""
	b.Hardware.GPUs = []bundle.GPU{{Name: card.name, Count: &count, MemoryBytes: &card.bytes}}
	b.Label = pick(of, labels)
	day := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(run.IntN(600*24*60)) * time.Minute)
	b.Started, b.Finished = bundle.Time(day.Format(time.RFC3339)), bundle.Time(day.Add(50*time.Minute).Format(time.RFC3339))
	scale(b, math.Exp(of.Float64()*3-1)*(0.98+0.04*run.Float64()))
	id = strings.ToLower(fmt.Sprintf("%s-%s-%dx-%s-%05d", family, size, count, engine.name, i))
	return id, b, nil
}

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// scale makes a machine so many times as fast.
func scale(b *bundle.Bundle, by float64) {
	rate := func(v *float64, digits int) *float64 { return scaled(v, by, digits) }
	latency := func(l *bundle.Latency) {
		if l != nil {
			l.MedianS = scaled(l.MedianS, 1/by, 6)
		}
	}
	for i := range b.Prefill {
		r := &b.Prefill[i]
		r.PromptTokPerS = rate(r.PromptTokPerS, 0)
		latency(r.TTFT)
	}
	for i := range b.Decode {
		r := &b.Decode[i]
		if r.OutputTokens != nil && r.MeasuredS != nil {
			tokens := int64(float64(*r.OutputTokens) * by)
			r.OutputTokens, r.OutputTokPerS = &tokens, scaled(new(float64(tokens)), 1 / *r.MeasuredS, 2)
		}
		r.RequestTokPerS = rate(r.RequestTokPerS, 1)
		latency(r.TTFT)
		latency(r.TPOT)
	}
}

func scaled(v *float64, by float64, digits int) *float64 {
	if v == nil {
		return nil
	}
	unit := math.Pow10(digits)
	return new(cmp.Or(math.Round(*v*by*unit), 1) / unit)
}

// generate writes the first n of the sequence into a folder.
func generate(data []byte, dir string, n int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for i := range n {
		id, b, err := variation(data, i)
		if err != nil {
			return err
		}
		text, err := bundle.Encode(b)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, id+".json"), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
