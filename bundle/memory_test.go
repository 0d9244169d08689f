package bundle_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// A bundle made by a program cannot be written where Decode could not read it.
func TestEncodeRefuses(t *testing.T) {
	tests := []struct {
		name   string
		change func(b *bundle.Bundle)
		want   []string
	}{
		{"as it is", func(b *bundle.Bundle) {}, nil},
		// B7.01
		{"NaN", func(b *bundle.Bundle) { b.Decode[0].RequestTokPerS = ptr(math.NaN()) }, []string{"decode[0].request_tok_per_s: NaN: leave the key out where a value is unknown"}},
		{"Inf", func(b *bundle.Bundle) { b.Decode[0].OutputTokPerS = ptr(math.Inf(1)) }, []string{"decode[0].output_tok_per_s: +Inf: leave the key out where a value is unknown"}},
		{"NaN in samples", func(b *bundle.Bundle) { b.Decode[0].TTFT.SamplesS = []float64{1, math.NaN()} }, []string{
			"decode[0].ttft.samples_s[1]: NaN: leave the key out where a value is unknown", "decode[0].ttft.samples_s: not sorted"}},
		{"-1", func(b *bundle.Bundle) { b.Decode[0].CompletedRequests = ptr(int64(-1)) }, []string{"decode[0].completed_requests: -1: leave the key out where a value is unknown"}},
		{"version", func(b *bundle.Bundle) { b.Speedmatrix = 2 }, []string{"speedmatrix: the version is 1, not 2"}},
		{"required words", func(b *bundle.Bundle) { b.Status, b.Origin, b.Decode[1].Status, b.Model.Name = "", "", "", "" }, []string{
			"status: missing", "origin: missing", "model.name: missing", "decode[1].status: missing"}},
		{"empty texts in lists", func(b *bundle.Bundle) {
			b.Guessed = []string{"engine", ""}
			b.Decode[0].Telemetry = &bundle.Telemetry{Throttled: []bundle.Throttle{""}}
		}, []string{"guessed[1]: empty text: leave the entry out", "decode[0].telemetry.throttled[0]: empty text: leave the entry out", `guessed[1]: warning: "" is no key of a bundle`}},
		{"bad UTF-8", func(b *bundle.Bundle) {
			b.Model.Name = "a\xff"
			b.Launch.Environment["B\xff"] = "x"
		}, []string{"model.name: not UTF-8", `launch.environment["B\xff"]: not UTF-8`}},
		{"variable without a name", func(b *bundle.Bundle) { b.Launch.Environment[""] = "x" }, []string{`launch.environment[""]: a variable without a name`}},
		{"too many variables", func(b *bundle.Bundle) {
			for i := range bundle.MaxRows {
				b.Launch.Environment[fmt.Sprint(i)] = "x"
			}
		}, []string{"launch.environment: 4097 entries, at most 4096 are allowed"}},
		{"too many rows", func(b *bundle.Bundle) { b.Serving = make([]bundle.ServingRow, bundle.MaxRows+1) }, []string{"serving: 4097 entries, at most 4096 are allowed"}},
		{"long text", func(b *bundle.Bundle) { b.Label = strings.Repeat("x", bundle.MaxStringBytes+1) }, []string{"label: a text of 64.1 KiB, at most 64 KiB are allowed"}},
		{"extra", func(b *bundle.Bundle) { b.Extra = json.RawMessage(` {"a": [null]} `) }, nil},
		{"no extra", func(b *bundle.Bundle) { b.Extra = json.RawMessage{} }, nil},
		{"extra is null", func(b *bundle.Bundle) { b.Extra = json.RawMessage("null") }, []string{"extra: null: leave the key out where a value is unknown"}},
		{"extra is no JSON", func(b *bundle.Bundle) { b.Extra = json.RawMessage(`{"a": [1`) }, []string{"extra.a[0]: truncated: the file ends in the middle"}},
		{"extra is not UTF-8", func(b *bundle.Bundle) { b.Extra = json.RawMessage("\"\xff\"") }, []string{"extra: not UTF-8: byte 0xff"}},
		{"extra has a key twice", func(b *bundle.Bundle) { b.Decode[1].Extra = json.RawMessage(`{"a": 1, "a": 2}`) }, []string{"decode[1].extra.a: the key stands here twice"}},
		{"extra is deep", func(b *bundle.Bundle) {
			b.Decode[1].Extra = json.RawMessage(strings.Repeat("[", 29) + strings.Repeat("]", 29))
		}, nil},
		{"extra is too deep", func(b *bundle.Bundle) {
			b.Decode[1].Extra = json.RawMessage(strings.Repeat("[", 30) + strings.Repeat("]", 30))
		}, []string{"decode[1].extra" + strings.Repeat("[0]", 29) + ": nested deeper than 32 levels"}},
		{"extra is too long", func(b *bundle.Bundle) {
			b.Extra = json.RawMessage(`"` + strings.Repeat("x", bundle.MaxExtraBytes) + `"`)
		}, []string{"extra: 64.1 KiB, at most 64 KiB are allowed"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := mustDecode(t, "a.json", []byte(good))
			tt.change(b)
			var got []string
			for _, p := range b.Validate() {
				if p.File != "" || p.Line != 0 {
					t.Errorf("%v has a place in a file", p)
				}
				if tt.name != "too many rows" || p.Path == "serving" {
					got = append(got, strings.TrimPrefix(p.String(), ": "))
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			data, err := bundle.Encode(b)
			if (err == nil) != (tt.want == nil) {
				t.Fatalf("Encode: %v", err)
			}
			if err == nil {
				mustDecode(t, "a.json", data)
			}
		})
	}
}

func TestEncodeRefusesSize(t *testing.T) {
	b := mustDecode(t, "a.json", []byte(good))
	for range 70 {
		b.Guessed = append(b.Guessed, strings.Repeat("x", bundle.MaxStringBytes))
	}
	if _, err := bundle.Encode(b); err == nil || err.Error() != "encode bundle: larger than 4 MiB" {
		t.Error(err)
	}
}

func TestReadAll(t *testing.T) {
	data, err := bundle.ReadAll(strings.NewReader(strings.Repeat(" ", bundle.MaxFileBytes+1000)))
	if err != nil || len(data) != bundle.MaxFileBytes+1 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if _, problems := bundle.Decode("a.json", data); len(problems) != 1 || problems[0].Text != "larger than 4 MiB" {
		t.Error(problems)
	}
}
