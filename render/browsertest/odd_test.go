package browsertest

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// markup would be code if it were ever taken for HTML, CSS, a URL or JavaScript.
const markup = `</script><img src=x onerror=alert(1)> "'&` + "`" + ` </style> {{.}} javascript:alert(1) 🚀`

// long is a text that no line can be broken in.
var long = strings.Repeat("Abcdefghij", 30)

// odd are bundles that a page must bear, by id.
func odd(t testing.TB) map[string]*bundle.Bundle {
	wide := grid(12, 20)
	wide.Model.Name = "Twelve contexts, twenty concurrencies"
	bare := grid(2, 3)
	bare.Hardware, bare.Method, bare.Decode = nil, nil, bare.Decode[1:] // a gap that nobody declared
	bare.Prefill = nil
	one := grid(1, 1)
	one.Model.Name = "One cell"
	return map[string]*bundle.Bundle{
		"odd-markup":  fill(everything(t), markup),
		"odd-long":    fill(everything(t), long),
		"odd-wide":    wide,
		"odd-bare":    bare,
		"odd-one":     one,
		"odd-none":    withoutFigures(),
		"odd-prefill": {Speedmatrix: 1, Status: bundle.Complete, Origin: bundle.Manual, Tool: bundle.Tool{Name: "hand"}, Model: bundle.Model{Name: "Prefill only"}, Prefill: one.Prefill},
		"odd-serving": {Speedmatrix: 1, Status: bundle.Complete, Origin: bundle.Manual, Tool: bundle.Tool{Name: "vllm bench serve"}, Model: bundle.Model{Name: "Serving only"}, Serving: everything(t).Serving[:1]},
		"odd-empty":   {Speedmatrix: 1, Status: bundle.Partial, Origin: bundle.Manual, Tool: bundle.Tool{Name: "hand"}, Model: bundle.Model{Name: "Nothing"}},
	}
}

func everything(t testing.TB) *bundle.Bundle {
	t.Helper()
	b, problems := bundle.Decode("everything.json", read(t, "../../bundle/testdata/everything.json"))
	if b == nil {
		t.Fatal(problems)
	}
	return b
}

// fill puts a text into every place where a bundle says something in words of its own.
func fill(b *bundle.Bundle, text string) *bundle.Bundle {
	b.Label, b.Notice, b.Contributor = text, text+"\n"+text, text
	b.Tool.Name, b.Tool.Version = text, text
	b.License = text
	b.Model = bundle.Model{Name: text, ServedName: text, Revision: text}
	words(reflect.ValueOf(b.Hardware).Elem(), text)
	words(reflect.ValueOf(b.Engine).Elem(), text)
	b.Launch = &bundle.Launch{Command: text + " --flag " + text + "\n\t--other=" + text, Environment: map[string]string{"NAME": text, "X_" + strings.Repeat("Y", 200): "1"}}
	for i := range b.Sources {
		b.Sources[i].File, b.Sources[i].Format = text, text
	}
	for i := range b.Decode {
		r := &b.Decode[i]
		if r.Reason != "" {
			r.Reason = text
		}
		if i%2 == 0 && r.Status.HasRate() {
			r.Warnings = []bundle.Warning{{Code: "odd", Text: text}, {Code: "only_a_code"}}
		}
		if r.Telemetry != nil {
			r.Telemetry.Source = text
		}
	}
	for i := range b.Prefill {
		if r := &b.Prefill[i]; r.Reason != "" {
			r.Reason = text
		}
	}
	return b
}

// words sets the plain strings of a struct and of what lies in it.
func words(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			words(v.Elem(), text)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			words(v.Field(i), text)
		}
	case reflect.Slice:
		for i := range v.Len() {
			words(v.Index(i), text)
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString(text)
		}
	}
}

// grid is a full matrix with large figures.
func grid(contexts, concurrencies int) *bundle.Bundle {
	b := &bundle.Bundle{Speedmatrix: 1, Status: bundle.Complete, Origin: bundle.Manual, Tool: bundle.Tool{Name: "made up"}, Model: bundle.Model{Name: "Grid"},
		Hardware: &bundle.Hardware{GPUs: []bundle.GPU{{Name: "NVIDIA H200", Count: new(int64(2)), MemoryBytes: new(int64(150_754_820_096))}}},
		Engine:   &bundle.Engine{Name: "vLLM", Version: "0.9.1"}, Method: &bundle.Method{}}
	for y := range contexts {
		context := int64(1000 * (1 + y*y*37))
		b.Method.Contexts = append(b.Method.Contexts, context)
		b.Method.PrefillContexts = append(b.Method.PrefillContexts, context)
		b.Prefill = append(b.Prefill, bundle.PrefillRow{ContextTokens: context, Status: bundle.Valid, PromptTokPerS: new(11_400.5 + float64(y)), TTFT: &bundle.Latency{MedianS: new(float64(context) / 11_000)}})
		for x := range concurrencies {
			concurrency := int64(1 + 5*x)
			if y == 0 {
				b.Method.Concurrencies = append(b.Method.Concurrencies, concurrency)
			}
			each := 180 / (1 + 0.1*float64(x) + 0.05*float64(y))
			row := bundle.DecodeRow{ContextTokens: context, Concurrency: concurrency, Status: bundle.Valid, OutputTokPerS: new(each * float64(concurrency) * 97), RequestTokPerS: &each,
				TTFT: &bundle.Latency{MedianS: new(0.034 + 7*float64(x*y))}, TPOT: &bundle.Latency{MedianS: new(1 / each)}}
			if (x+y)%5 == 4 {
				row.Status = bundle.Queued
			}
			b.Decode = append(b.Decode, row)
		}
	}
	return b
}

// withoutFigures has a cell of each status that carries no speed.
func withoutFigures() *bundle.Bundle {
	b := grid(1, 4)
	b.Model.Name = "No figures"
	b.Prefill[0] = bundle.PrefillRow{ContextTokens: b.Prefill[0].ContextTokens, Status: bundle.Failed, Cause: bundle.Timeout, Reason: "no answer in 600 s"}
	for i, s := range []bundle.Status{bundle.OverCapacity, bundle.NotRun, bundle.Failed, bundle.Invalid} {
		b.Decode[i] = bundle.DecodeRow{ContextTokens: b.Decode[i].ContextTokens, Concurrency: b.Decode[i].Concurrency, Status: s}
		if causes := s.Causes(); s == bundle.Failed || s == bundle.Invalid {
			b.Decode[i].Cause, b.Decode[i].Reason = causes[0], fmt.Sprintf("because of %s", causes[0])
		}
	}
	return b
}

// manySources are so many small results that their list has pages, and its models a page of their own.
func manySources(t testing.TB) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for i := range 230 {
		b := grid(1, 2)
		b.Model.Name = fmt.Sprintf("Model %03d", i%205) // the last are runs of the configurations of the first
		b.Hardware.GPUs[0].Name = fmt.Sprintf("GPU %d", i%205%11)
		b.Hardware.GPUs[0].Count = new(int64(1 << (i % 205 % 4)))
		b.Engine.Name = []string{"vLLM", "SGLang"}[i%205%2]
		b.Started = bundle.Time(fmt.Sprintf("2026-%02d-%02dT10:00:00Z", 1+i/28, 1+i%28))
		for j := range b.Decode {
			*b.Decode[j].OutputTokPerS *= 1 + float64(i*37%101)/10
		}
		if i%7 == 0 {
			b.Prefill = nil
		}
		text, err := bundle.Encode(b)
		must(t, err)
		files[fmt.Sprintf("run-%03d.json", i)] = &fstest.MapFile{Data: text}
	}
	return files
}
