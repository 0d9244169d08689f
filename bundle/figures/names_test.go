package figures

import (
	"strconv"
	"strings"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// reading is the number that a text says.
func reading(t *testing.T, text string) float64 {
	t.Helper()
	factor := 1.0
	for suffix, f := range map[string]float64{"K": 1e3, "M": 1e6, "G": 1e9} {
		if rest, ok := strings.CutSuffix(text, suffix); ok {
			text, factor = rest, f
		}
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v * factor
}

func TestGPUName(t *testing.T) {
	for name, want := range map[string]string{
		"NVIDIA RTX PRO 6000 Blackwell Server Edition":   "RTX PRO 6000 Blackwell Server Edition",
		"NVIDIA H100 80GB HBM3":                          "H100 80GB HBM3",
		"NVIDIA Corporation GB202":                       "GB202",
		"nvidia GeForce RTX 4090":                        "GeForce RTX 4090",
		"Tesla T4":                                       "Tesla T4",
		"AMD Radeon 8060S Graphics":                      "Radeon 8060S Graphics",
		"Advanced Micro Devices, Inc. [AMD/ATI] Navi 31": "Navi 31",
		"Intel(R) Arc(TM) A770 Graphics":                 "Arc A770 Graphics",
		"Intel® Data Center GPU Max 1550":                "Data Center GPU Max 1550",
		"Apple M2 Ultra":                                 "M2 Ultra",
		"NVIDIA":                                         "NVIDIA",
		"AMDGPU thing":                                   "AMDGPU thing",
		"  NVIDIA   L40S ":                               "L40S",
		"":                                               "",
		"</script><img src=x>":                           "</script><img src=x>",
	} {
		if got := GPUName(name); got != want {
			t.Errorf("GPUName(%q) = %q, want %q", name, got, want)
		}
	}
}

func gpu(name string, count, memory int64) bundle.GPU {
	g := bundle.GPU{Name: name}
	if count > 0 {
		g.Count = &count
	}
	if memory > 0 {
		g.MemoryBytes = &memory
	}
	return g
}

const gib = 1 << 30

func TestHardwareTitle(t *testing.T) {
	for _, c := range []struct {
		hardware *bundle.Hardware
		want     string
	}{
		{nil, ""},
		{&bundle.Hardware{}, ""},
		{&bundle.Hardware{OS: "linux"}, ""},
		{hw(gpu("NVIDIA H100 80GB HBM3", 8, 81559<<20)), "H100 HBM3 80GB ×8"},
		{hw(gpu("NVIDIA H100 80GB HBM3", 8, 0)), "H100 80GB HBM3 ×8"},
		{hw(gpu("NVIDIA A100-SXM4-80GB", 1, 80*gib)), "A100-SXM4 80GB"},
		{hw(gpu("NVIDIA A100-SXM4-80GB MIG 1g.10gb", 1, 10*gib)), "A100-SXM4 MIG 1g.10gb 10GB"},
		{hw(gpu("NVIDIA A100 (80 GB) PCIe", 2, 80*gib)), "A100 PCIe 80GB ×2"},
		{hw(gpu("NVIDIA GeForce RTX 4090", 0, 24564<<20)), "GeForce RTX 4090 24GB"},
		{hw(gpu("", 4, 24*gib)), "GPU 24GB ×4"},
		{hw(gpu("", 4, 0)), "GPU ×4"},
		{hw(gpu("", 0, 0)), ""},
		{hw(gpu("NVIDIA L40S", 2, 48*gib), gpu("Tesla T4", 1, 16*gib)), "L40S 48GB ×2 + Tesla T4 16GB"},
		{hw(gpu("NVIDIA L4", 1, 24*gib), gpu("NVIDIA L4", 1, 24*gib)), "L4 24GB ×2"},
		{&bundle.Hardware{Type: bundle.UnifiedMemory, GPUs: []bundle.GPU{gpu("NVIDIA GB10", 1, 120*gib)}}, "GB10"},
		{&bundle.Hardware{Type: bundle.UnifiedMemory, GPUs: []bundle.GPU{gpu("NVIDIA GB10", 2, 0)}}, "GB10 ×2"},
		{&bundle.Hardware{CPU: "AMD EPYC 9575F"}, "EPYC 9575F"},
		{&bundle.Hardware{Type: bundle.CPU, CPU: "Intel(R) Xeon(R) Platinum 8480+", GPUs: []bundle.GPU{gpu("Tesla T4", 1, 16*gib)}}, "Xeon Platinum 8480+"},
	} {
		if got := HardwareTitle(c.hardware); got != c.want {
			t.Errorf("HardwareTitle = %q, want %q", got, c.want)
		}
	}
}

func hw(gpus ...bundle.GPU) *bundle.Hardware {
	return &bundle.Hardware{Type: bundle.DiscreteGPU, GPUs: gpus}
}

func TestVRAM(t *testing.T) {
	for _, c := range []struct {
		gpus []bundle.GPU
		want string
	}{
		{nil, ""},
		{[]bundle.GPU{gpu("a", 8, 102641958912)}, "768 GB (8 × 96 GB)"},
		{[]bundle.GPU{gpu("a", 1, 24*gib)}, "24 GB"},
		{[]bundle.GPU{gpu("a", 0, 24*gib)}, "24 GB per GPU"},
		{[]bundle.GPU{gpu("a", 8, 0)}, ""},
		{[]bundle.GPU{gpu("a", 2, 48*gib), gpu("b", 4, 16*gib)}, "160 GB (2 × 48 GB + 4 × 16 GB)"},
		{[]bundle.GPU{gpu("a", 1, 24*gib), gpu("b", 1, 16*gib)}, "40 GB (24 GB + 16 GB)"},
		{[]bundle.GPU{gpu("a", 1, 24*gib), gpu("a", 1, 24*gib)}, "48 GB (2 × 24 GB)"},
		{[]bundle.GPU{gpu("a", 2, 48*gib), gpu("b", 4, 0)}, ""},
		{[]bundle.GPU{gpu("a", 2, 48*gib), gpu("b", 0, 16*gib)}, ""},
		{[]bundle.GPU{gpu("a", 32, 80*gib)}, "2,560 GB (32 × 80 GB)"},
	} {
		if got := VRAM(c.gpus); got != c.want {
			t.Errorf("VRAM(%v) = %q, want %q", c.gpus, got, c.want)
		}
	}
}

func TestTitle(t *testing.T) {
	b := &bundle.Bundle{Model: bundle.Model{Name: "M"}, Label: "TP 4"}
	if got := Title(b); got != "M · TP 4" {
		t.Errorf("without hardware: %q", got)
	}
	b.Hardware = hw(gpu("NVIDIA L4", 2, 0))
	if got := Title(b); got != "M on L4 ×2 · TP 4" {
		t.Errorf("with all: %q", got)
	}
}

func TestEngineLine(t *testing.T) {
	for _, c := range []struct {
		engine *bundle.Engine
		want   string
	}{
		{nil, ""},
		{&bundle.Engine{Backend: "cuda"}, ""},
		{&bundle.Engine{Name: "vllm"}, "vllm"},
		{&bundle.Engine{Name: "sglang", Version: "0.5.6", Quantization: "NVFP4"}, "sglang · 0.5.6 · NVFP4"},
		{&bundle.Engine{Name: "sglang", Quantization: "NVFP4"}, "sglang · NVFP4"},
	} {
		if got := EngineLine(&bundle.Bundle{Engine: c.engine}); got != c.want {
			t.Errorf("EngineLine = %q, want %q", got, c.want)
		}
	}
}

func TestGridLine(t *testing.T) {
	decode := []bundle.DecodeRow{{ContextTokens: 8192, Concurrency: 1}}
	prefill := []bundle.PrefillRow{{ContextTokens: 16384}, {ContextTokens: 8192}, {ContextTokens: 512, DepthTokens: new(int64(4096))}}
	for _, c := range []struct {
		bundle bundle.Bundle
		want   string
	}{
		{bundle.Bundle{}, ""},
		{bundle.Bundle{Decode: decode}, "1 context (8K) × 1 concurrency level (1)"},
		{bundle.Bundle{Prefill: prefill}, "prefill at 8K, 16K"},
		{bundle.Bundle{Prefill: prefill[2:]}, "prefill at 512"},
		{bundle.Bundle{Decode: decode, Prefill: prefill[:1]}, "1 context (8K) × 1 concurrency level (1) · prefill at 16K"},
		{bundle.Bundle{Serving: make([]bundle.ServingRow, 1)}, "1 serving run"},
		{bundle.Bundle{Serving: make([]bundle.ServingRow, 3), Decode: decode}, "1 context (8K) × 1 concurrency level (1) · 3 serving runs"},
		{bundle.Bundle{Method: &bundle.Method{Contexts: []int64{5000, 0}, Concurrencies: []int64{4, 1, 1024}}}, "2 contexts (0–5,000) × 3 concurrency levels (1–1,024)"},
	} {
		if got := GridLine(&c.bundle); got != c.want {
			t.Errorf("GridLine = %q, want %q", got, c.want)
		}
	}
}
