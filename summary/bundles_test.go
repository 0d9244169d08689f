package summary

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// load reads a bundle of the project.
func load(t testing.TB, path ...string) *bundle.Bundle {
	t.Helper()
	name := filepath.Join(append([]string{".."}, path...)...)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b, problems := bundle.Decode(name, data)
	if b == nil {
		t.Fatal(problems)
	}
	return b
}

// odd are bundles that lack, or have too much of, what others have.
func odd() map[string]*bundle.Bundle {
	list := map[string]*bundle.Bundle{}

	serving := plain()
	serving.Serving = []bundle.ServingRow{
		{Status: bundle.Valid, Arrival: bundle.Poisson, RequestRateTargetPerS: new(4.0), RequestPerS: new(3.995), OutputTokPerS: new(1022.7),
			TTFT: median(0.18), Warnings: []bundle.Warning{{Code: "late_requests"}}},
		{Status: bundle.Failed, Arrival: bundle.Unlimited, Cause: bundle.Timeout, Reason: "no answer within 60 s", RequestPerS: new(0.1)},
	}
	list["only-serving"] = serving

	prefill := plain()
	prefill.Prefill = []bundle.PrefillRow{
		{ContextTokens: 5000, Status: bundle.Valid, PromptTokPerS: new(0.04), TTFT: median(125000)},
		{ContextTokens: 8192, Status: bundle.NotRun},
	}
	list["only-prefill"] = prefill

	single := plain()
	single.Decode = []bundle.DecodeRow{decode(8192, 1, 63.4)}
	list["one-cell"] = single

	large := plain()
	large.Method = &bundle.Method{}
	for i := range int64(12) {
		large.Method.Contexts = append(large.Method.Contexts, 1024<<i)
	}
	for i := range int64(20) {
		large.Method.Concurrencies = append(large.Method.Concurrencies, 1+5*i)
	}
	for _, context := range large.Method.Contexts[:11] {
		for i, n := range large.Method.Concurrencies {
			if i%7 == 3 {
				large.Decode = append(large.Decode, bundle.DecodeRow{ContextTokens: context, Concurrency: n, Status: bundle.OverCapacity, Cause: bundle.KVCache})
			} else {
				large.Decode = append(large.Decode, decode(context, n, float64(n)*1234.5/float64(context/1024)))
			}
		}
	}
	list["12-by-20"] = large

	full := plain()
	for _, context := range []int64{8192, 16384} {
		for _, n := range []int64{1, 2} {
			full.Decode = append(full.Decode, bundle.DecodeRow{ContextTokens: context, Concurrency: n, Status: bundle.OverCapacity})
		}
	}
	list["all-over-capacity"] = full

	gap := plain() // nobody declared the grid, so a gap in it is nothing
	gap.Decode = []bundle.DecodeRow{decode(8192, 1, 10), decode(16384, 2, 20)}
	list["undeclared-gap"] = gap

	mixed := plain()
	mixed.Hardware = &bundle.Hardware{Type: bundle.DiscreteGPU, Nodes: new(int64(2)), GPUs: []bundle.GPU{
		{Name: "NVIDIA H100 80GB HBM3", Count: new(int64(4)), MemoryBytes: new(int64(85520809984))},
		{Name: "AMD Instinct MI300X", Count: new(int64(2)), MemoryBytes: new(int64(206158430208))},
	}}
	mixed.Decode = []bundle.DecodeRow{decode(8192, 4, 1234.5)}
	list["mixed-gpus"] = mixed

	wide := plain() // characters of two columns, of none, and a word without an end
	wide.Model.Name = "通义千问-72B 🧑🏽‍💻 Café"
	wide.Label = strings.Repeat("漢字", 60)
	wide.Decode = []bundle.DecodeRow{decode(8192, 1, 63.4)}
	wide.Engine = &bundle.Engine{Name: "推論", Version: "１.０"}
	list["wide-characters"] = wide

	empty := plain()
	empty.Status, empty.Notice = bundle.Partial, "The power failed.\n\n- not a list\n1. nor this\n=== nor a heading"
	list["empty-partial"] = empty
	return list
}

func plain() *bundle.Bundle {
	return &bundle.Bundle{Speedmatrix: bundle.Version, Status: bundle.Complete, Origin: bundle.Manual,
		Tool: bundle.Tool{Name: "by hand"}, Model: bundle.Model{Name: "Model-7B"}}
}

func median(seconds float64) *bundle.Latency { return &bundle.Latency{MedianS: &seconds} }

func decode(context, concurrency int64, rate float64) bundle.DecodeRow {
	return bundle.DecodeRow{ContextTokens: context, Concurrency: concurrency, Status: bundle.Valid, OutputTokPerS: &rate,
		TTFT: median(float64(context) / 1e5)}
}

// hostile texts want to be markup, a link, a mention, or to steer a terminal.
var hostile = []string{
	`</script><img src=x onerror=alert(1)>`, `<!--<script>`, `<b>bold</b>`, `&lt;i&gt; &#64;octocat`, "a | b || c",
	`*a* **b** _c_ __d__ ~~e~~ ~f~`, "`code` ``two`` ```three```", `[text](javascript:alert(1))`, `![x](https://example.com/x.png)`, `[x]: https://example.com`,
	`[^1] [x] [ ]`, `https://example.com/a_b http://x.y ftp://x.y HTTPS://EXAMPLE.COM`, `www.example.com WWW.EXAMPLE.COM`,
	`@octocat @github/docs me@example.com mailto:me@example.com`, `#123 GH-123 gh-7 owner/repo#45`, `:shipit: :+1:`, `$x^2$ $$y$$ \$z\$`,
	"first\nsecond\r\nthird\n\n# heading\n\n---\n- list\n> quote\n```\nfence", `# heading`, `- item`, `+ item`, `1. item`, `2) item`, `=====`, `-----`, `:---`, `> quote`, `    code`,
	`back\slash \* \\`, `ends with \`, "\x1b[31mred\x1b[0m \x07", "turn \u202e around \u2066 here", "line\u2028paragraph\u2029end", "nul\x00",
	"'\"quotes\"'", `..`, `CON`, strings.Repeat("x", 300), "emoji 🧑🏽‍💻 ✅", "{{template}} {% raw %} ${{ secrets.X }}", "||||", "***", "___",
}

// dressed is a bundle with a text in every place that a summary shows.
func dressed(text string) *bundle.Bundle {
	b := plain()
	b.Status, b.Notice, b.Label, b.Contributor = bundle.Partial, text, text, text
	b.Model = bundle.Model{Name: text, ServedName: text, Revision: text}
	b.Tool = bundle.Tool{Name: text, Version: text}
	b.Hardware = &bundle.Hardware{GPUs: []bundle.GPU{{Name: text, Link: text}}, Driver: text, CPU: text, OS: text}
	b.Engine = &bundle.Engine{Name: text, Version: text, Quantization: text, Backend: text, Build: text, Commit: text,
		Speculation: &bundle.Speculation{Method: text}}
	b.Launch = &bundle.Launch{Command: text, Environment: map[string]string{"NAME": text}}
	b.Method = &bundle.Method{Endpoint: text, DroppedParameters: []string{text}}
	row := decode(8192, 1, 63.4)
	row.Warnings = []bundle.Warning{{Code: "code", Text: text}}
	b.Decode = []bundle.DecodeRow{row, {ContextTokens: 8192, Concurrency: 2, Status: bundle.Failed, Cause: bundle.HTTPError, Reason: text}}
	b.Prefill = []bundle.PrefillRow{{ContextTokens: 8192, Status: bundle.Invalid, Cause: bundle.CachedPrefill, Reason: text}}
	b.Serving = []bundle.ServingRow{{Status: bundle.Failed, Cause: bundle.Timeout, Reason: text}}
	return b
}

// huge has as many cells as a bundle may, each with something to say.
func huge(contexts, concurrencies int64) *bundle.Bundle {
	b := dressed("a text of *some* length, 漢字 and | more")
	b.Decode, b.Method = nil, &bundle.Method{}
	for i := range contexts {
		b.Method.Contexts = append(b.Method.Contexts, 1024*(i+1))
		for k := range concurrencies {
			row := decode(1024*(i+1), k+1, float64(i*k)+0.5)
			row.Warnings = []bundle.Warning{{Text: fmt.Sprintf("warning %d of %d: the clock was lowered", k, i)}}
			b.Decode = append(b.Decode, row)
		}
	}
	for k := range concurrencies {
		b.Method.Concurrencies = append(b.Method.Concurrencies, k+1)
	}
	return b
}
