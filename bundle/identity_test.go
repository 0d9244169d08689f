package bundle_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/speedmatrix/speedmatrix/bundle"
)

func TestIdentity(t *testing.T) {
	decoded := func() *bundle.Bundle { return mustDecode(t, "everything.json", everything(t)) }
	b := decoded()
	want := bundle.Identity{
		Model: "GLM-5.3-Flash-NVFP4", Engine: "sglang", Quantization: "NVFP4", KVCacheType: "fp8_e4m3", Parallelism: [4]int64{4, 1, 1, 1},
		SpeculationMethod: "DFLASH", GPUs: "NVIDIA RTX PRO 6000 Blackwell Server Edition × 4", Nodes: 1, Label: "DFlash, TP 4",
	}
	if diff := cmp.Diff(want, b.Identity()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	same := map[string]func(b *bundle.Bundle){
		"version, date and driver": func(b *bundle.Bundle) {
			b.Engine.Version, b.Engine.Commit, b.Started, b.Hardware.Driver, b.Launch = "9", "f", "", "1", nil
		},
		"GPUs in two entries": func(b *bundle.Bundle) {
			g := b.Hardware.GPUs[0]
			g.Count = ptr(int64(2))
			b.Hardware.GPUs = []bundle.GPU{g, g}
		},
		"rows": func(b *bundle.Bundle) { b.Decode = nil },
	}
	for name, change := range same {
		c := decoded()
		if change(c); c.Identity().Key() != b.Identity().Key() {
			t.Errorf("%s: another identity", name)
		}
	}
	other := map[string]func(b *bundle.Bundle){
		"model":        func(b *bundle.Bundle) { b.Model.Name += "x" },
		"engine":       func(b *bundle.Bundle) { b.Engine.Name = "vllm" },
		"quantization": func(b *bundle.Bundle) { b.Engine.Quantization = "FP8" },
		"KV cache":     func(b *bundle.Bundle) { b.Engine.KVCacheType = "bf16" },
		"parallelism":  func(b *bundle.Bundle) { b.Engine.Parallelism.Data = ptr(int64(2)) },
		"speculation":  func(b *bundle.Bundle) { b.Engine.Speculation = nil },
		"GPU":          func(b *bundle.Bundle) { b.Hardware.GPUs[0].Name = "H100" },
		"GPU count":    func(b *bundle.Bundle) { b.Hardware.GPUs[0].Count = ptr(int64(8)) },
		"nodes":        func(b *bundle.Bundle) { b.Hardware.Nodes = ptr(int64(2)) },
		"label":        func(b *bundle.Bundle) { b.Label = "" },
	}
	for name, change := range other {
		c := decoded()
		if change(c); c.Identity().Key() == b.Identity().Key() {
			t.Errorf("%s: the same identity", name)
		}
	}
	two, swapped := decoded(), decoded()
	two.Hardware.GPUs = append(two.Hardware.GPUs, bundle.GPU{Name: "A", Count: ptr(int64(1))})
	swapped.Hardware.GPUs = slices.Clone(two.Hardware.GPUs)
	slices.Reverse(swapped.Hardware.GPUs)
	if two.Identity() != swapped.Identity() {
		t.Errorf("the order of GPUs matters: %+v, %+v", two.Identity(), swapped.Identity())
	}
	if key := (&bundle.Bundle{}).Identity().Key(); len(key) != 16 || strings.Trim(key, "0123456789abcdef") != "" {
		t.Errorf("key %q", key)
	}
}

func TestCheckID(t *testing.T) {
	for _, id := range []string{"a", "0", "glm-5.3-flash-nvfp4", "a.b-c", "console", "com10", "sites", strings.Repeat("a", 80)} {
		if err := bundle.CheckID(id); err != nil {
			t.Errorf("%q: %v", id, err)
		}
	}
	for id, want := range map[string]string{
		"":                      "may hold",
		"site":                  "site.json",
		"A":                     "may hold", // so that no two ids differ only in case
		"Glm":                   "may hold",
		"-a":                    "may hold",
		".a":                    "may hold",
		"a b":                   "may hold",
		"a/b":                   "may hold",
		`a\b`:                   "may hold",
		"ä":                     "may hold",
		"a_b":                   "may hold",
		"a\n":                   "may hold",
		"a..b":                  "double dot",
		"a.":                    "dot at its end",
		"con":                   "Windows",
		"nul.x":                 "Windows",
		"com1":                  "Windows",
		"lpt9.a.b":              "Windows",
		strings.Repeat("a", 81): "at most 80",
	} {
		if err := bundle.CheckID(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", id, err, want)
		}
	}
}

func TestTime(t *testing.T) {
	ordered := []bundle.Time{"2025-12-31", "2026-10-20T23:59:59Z", "2026-10-21", "2026-10-21T00:00:00.001Z", "2026-10-21T14:03:22Z", ""}
	for i, a := range ordered {
		for j, b := range ordered {
			if got := a.Compare(b); got != compare(i, j) {
				t.Errorf("%q.Compare(%q) = %d", a, b, got)
			}
		}
	}
	if got := bundle.Time("x").Compare(""); got != 0 {
		t.Errorf("two unknown times are %d apart", got)
	}
	for in, want := range map[bundle.Time]string{"2026-10-21T14:03:22Z": "2026-10-21", "2026-10-21": "2026-10-21", "": "", "yesterday!": ""} {
		if got := in.Date(); got != want {
			t.Errorf("%q.Date() = %q, want %q", in, got, want)
		}
	}
}

func compare(i, j int) int {
	switch {
	case i < j:
		return -1
	case i > j:
		return 1
	}
	return 0
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain, with spaces": "plain, with spaces",
		"ä 模型 🚀 × −":         "ä 模型 🚀 × −",
		"a\nb\tc":            `a\nb\tc`,
		"\x1b[2J":            `\x1b[2J`,
		"a\u202eb\u2066":     `a\u202eb\u2066`,
		"\u200b\u2028":       `\u200b\u2028`,
		"\xff":               `\ufffd`,
		"</script>":          "</script>",
	} {
		if got := bundle.Printable(in); got != want {
			t.Errorf("Printable(%q) = %q, want %q", in, got, want)
		}
	}
}
