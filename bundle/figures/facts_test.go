package figures

import (
	"strings"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// full is a bundle in which every fact is known.
func full() *bundle.Bundle {
	g := gpu("NVIDIA L40S", 2, 48*gib)
	g.Link, g.PowerLimitW = "PCIe 4.0 x16", new(350.0)
	return &bundle.Bundle{
		Origin: bundle.Converted, Started: "2026-10-21T14:03:22Z", Finished: "2026-10-22T01:00:00Z",
		Tool:        bundle.Tool{Name: "llama-bench", Version: "b7034"},
		Sources:     []bundle.Source{{Format: "llama-bench", File: "a.json", SHA256: strings.Repeat("9f2c", 16)}},
		Contributor: "someone", License: "CC0-1.0",
		Model: bundle.Model{Name: "M", ServedName: "org/M", Revision: "main"},
		Hardware: &bundle.Hardware{
			Type: bundle.DiscreteGPU, Nodes: new(int64(2)), GPUs: []bundle.GPU{g}, Driver: "580.95.05",
			CPU: "AMD EPYC 9575F", MemoryBytes: new(int64(756 * gib)), OS: "linux",
		},
		Engine: &bundle.Engine{
			Name: "vllm", Version: "0.11", Quantization: "FP8", KVCacheType: "fp8_e4m3", Backend: "cuda",
			Repository: "https://github.com/vllm-project/vllm", Build: "cuda-13", Commit: "4df49edcf00b",
			Parallelism: &bundle.Parallelism{Tensor: new(int64(2)), Pipeline: new(int64(1)), Data: new(int64(4))},
			Speculation: &bundle.Speculation{Method: "EAGLE", DraftModel: "org/d", DraftTokens: new(int64(1))},
			Limits:      &bundle.Limits{ContextTokens: new(int64(1048576)), KVCacheTokens: new(int64(1600000)), RunningRequests: new(int64(48))},
		},
		Method: &bundle.Method{
			DecodeTest: bundle.FixedTokens, PrefillMode: bundle.EngineInternal, Prompts: bundle.Shared,
			Endpoint: "chat_completions", DurationS: new(0.5), MaxOutputTokens: new(int64(1)), Repeats: new(int64(2)),
			IgnoreEOS: new(true), Temperature: new(0.6), DroppedParameters: []string{"ignore_eos", "seed"}, TLSVerified: new(false),
		},
	}
}

func factTexts(groups []FactGroup) []string {
	var texts []string
	for _, g := range groups {
		texts = append(texts, "# "+g.Name)
		for _, f := range g.Facts {
			text := f.Name + ": " + f.Value
			if f.URL != "" {
				text += " <" + f.URL + ">"
			}
			if f.Guessed {
				text += " (guessed)"
			}
			texts = append(texts, text)
		}
	}
	return texts
}

func TestFacts(t *testing.T) {
	same(t, factTexts(Facts(full())), []string{
		"# Hardware",
		"Type: Discrete GPU", "GPU: L40S", "GPU count: 2", "VRAM: 96 GB (2 × 48 GB)", "OS: linux",
		"CPU: EPYC 9575F", "Memory: 756 GB", "Driver: 580.95.05", "GPU link: PCIe 4.0 x16", "Power limit: 350 W", "Nodes: 2",
		"# Engine",
		"Engine: vllm", "Version: 0.11", "Quantization: FP8", "Backend: cuda",
		"Repository: github.com/vllm-project/vllm <https://github.com/vllm-project/vllm>", "Build: cuda-13",
		"Commit: 4df49edcf00b <https://github.com/vllm-project/vllm/commit/4df49edcf00b>",
		"Parallelism: tensor 2, data 4", "KV cache type: fp8_e4m3", "Speculation: EAGLE · org/d · 1 draft token",
		"Context limit: 1,048,576 tokens", "KV cache: 1,600,000 tokens", "Running requests: at most 48",
		"# Run",
		"Served model: org/M", "Revision: main", "Benchmark tool: llama-bench b7034", "Decode test: Fixed tokens",
		"Prefill mode: Measured inside the engine", "Time per measurement: 0.5 s", "Max output: 1 token",
		"Date: 2026-10-21 to 2026-10-22", "Prompts: The same for all requests of a cell", "Endpoint: Chat completions",
		"Repeats: 2", "Ignore end of text: Yes", "Temperature: 0.6", "Dropped parameters: ignore_eos, seed",
		"TLS certificate: Not verified", "Contributor: someone", "Licence: CC0-1.0",
		"Origin: Converted from llama-bench (a.json)", "Source file: a.json (SHA-256 9f2c9f2c9f2c)",
	})
}

func TestFactsUnknown(t *testing.T) {
	b := &bundle.Bundle{Origin: bundle.Manual, Tool: bundle.Tool{Name: "stopwatch"}, Hardware: &bundle.Hardware{GPUs: []bundle.GPU{{}}}, Engine: &bundle.Engine{}}
	same(t, factTexts(Facts(b)), []string{"# Run", "Benchmark tool: stopwatch", "Origin: Written by hand"})
}

func TestFactsOfSeveralGPUs(t *testing.T) {
	b := full()
	b.Hardware = hw(gpu("NVIDIA L4", 1, 24*gib), gpu("NVIDIA L4", 1, 24*gib), gpu("Tesla T4", 4, 16*gib))
	same(t, factTexts(Facts(b)[:1]), []string{"# Hardware", "Type: Discrete GPU", "GPU: L4 + Tesla T4", "GPU count: 6 (2 + 4)", "VRAM: 112 GB (2 × 24 GB + 4 × 16 GB)"})
	b.Hardware = &bundle.Hardware{Type: bundle.UnifiedMemory, GPUs: []bundle.GPU{gpu("NVIDIA GB10", 1, 120*gib)}}
	same(t, factTexts(Facts(b)[:1]), []string{"# Hardware", "Type: Unified memory", "GPU: GB10", "GPU count: 1", "Memory: 120 GB"})
}

func TestFactsGuessed(t *testing.T) {
	for guess, want := range map[string]string{
		"engine.quantization":           "Quantization",
		"hardware.gpus[0].memory_bytes": "VRAM",
		"hardware.gpus[0].count":        "GPU count, VRAM",
		"hardware.gpus":                 "GPU, GPU count, VRAM, GPU link, Power limit",
		"engine.parallelism.tensor":     "Parallelism",
		"engine.limits":                 "Context limit, KV cache, Running requests",
		"model.served":                  "",
		"tool.version":                  "Benchmark tool",
	} {
		b := full()
		b.Guessed = []string{guess}
		var got []string
		for _, g := range Facts(b) {
			for _, f := range g.Facts {
				if f.Guessed {
					got = append(got, f.Name)
				}
			}
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s: guessed are %q, want %q", guess, s, want)
		}
	}
}

func TestLinks(t *testing.T) {
	for _, c := range []struct{ repository, commit, shown, link, commitLink string }{
		{"https://github.com/a/b", "4df49edcf00b", "github.com/a/b", "https://github.com/a/b", "https://github.com/a/b/commit/4df49edcf00b"},
		{"https://github.com/a/b.git/", "4df49edcf00b", "github.com/a/b.git", "https://github.com/a/b.git/", "https://github.com/a/b/commit/4df49edcf00b"},
		{"http://gitlab.example.org/a/b", "4df49edcf00b", "gitlab.example.org/a/b", "http://gitlab.example.org/a/b", "http://gitlab.example.org/a/b/commit/4df49edcf00b"},
		{"https://codeberg.org/a/b", "4df49edcf00b-dirty", "codeberg.org/a/b", "https://codeberg.org/a/b", ""},
		{"https://codeberg.org/a/b", "main", "codeberg.org/a/b", "https://codeberg.org/a/b", ""},
		{"https://code.example.org/a/b", "4df49edcf00b", "code.example.org/a/b", "https://code.example.org/a/b", ""},
		{"https://github.com", "4df49edcf00b", "github.com", "https://github.com", ""},
		{"github.com/a/b", "4df49edcf00b", "github.com/a/b", "", ""},
		{"git@github.com:a/b", "4df49edcf00b", "git@github.com:a/b", "", ""},
		{"javascript:alert(1)", "4df49edcf00b", "javascript:alert(1)", "", ""},
		{"javascript://github.com/a/b", "4df49edcf00b", "javascript://github.com/a/b", "", ""},
		{"https://me:secret@github.com/a/b", "4df49edcf00b", "https://me:secret@github.com/a/b", "", ""},
		{"https://github.com/a/b\"><script>", "4df49edcf00b", "github.com/a/b\"><script>", "https://github.com/a/b\"><script>", "https://github.com/a/b%22%3E%3Cscript%3E/commit/4df49edcf00b"},
		{"", "4df49edcf00b", "", "", ""},
	} {
		if shown, link := repository(c.repository); shown != c.shown || link != c.link {
			t.Errorf("repository(%q) = %q, %q", c.repository, shown, link)
		}
		if got := commitLink(c.repository, c.commit); got != c.commitLink {
			t.Errorf("commitLink(%q, %q) = %q, want %q", c.repository, c.commit, got, c.commitLink)
		}
	}
}

func TestTool(t *testing.T) {
	for version, want := range map[string]string{"0.7.9": "x v0.7.9", "v1": "x v1", "": "x", "(devel)": "x (devel)", "b7034": "x b7034"} {
		if got := tool(bundle.Tool{Name: "x", Version: version}); got != want {
			t.Errorf("tool with %q = %q, want %q", version, got, want)
		}
	}
}

func TestOrigin(t *testing.T) {
	source := func(n int) []bundle.Source {
		all := []bundle.Source{{Format: "vllm-bench-serve", File: "c1.json"}, {Format: "vllm-bench-serve", File: "c2.json"}, {File: "c3.json"}, {File: "c4.json"}, {}}
		return all[:n]
	}
	for _, c := range []struct {
		origin         bundle.Origin
		sources        int
		want, wantFile string
	}{
		{bundle.Measured, 0, "Measured on a running server", ""},
		{bundle.Converted, 0, "Converted", ""},
		{bundle.Converted, 1, "Converted from vllm-bench-serve (c1.json)", "c1.json"},
		{bundle.Converted, 3, "Converted from vllm-bench-serve (3 files)", "c1.json, c2.json, c3.json"},
		{bundle.Converted, 5, "Converted from vllm-bench-serve (4 files)", "c1.json, c2.json, c3.json and 1 more"},
		{"dreamt_up", 0, "Dreamt up", ""},
	} {
		b := &bundle.Bundle{Origin: c.origin, Sources: source(c.sources)}
		if got := Origin(b); got != c.want {
			t.Errorf("Origin = %q, want %q", got, c.want)
		}
		file := ""
		for _, f := range Facts(b)[0].Facts {
			if strings.HasPrefix(f.Name, "Source file") {
				file = f.Value
			}
		}
		if file != c.wantFile {
			t.Errorf("source files = %q, want %q", file, c.wantFile)
		}
	}
}
