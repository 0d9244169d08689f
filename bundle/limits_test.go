package bundle_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// cells are n rows of a matrix with a context of their own.
func cells(n int) string {
	var rows []string
	for i := range n {
		rows = append(rows, fmt.Sprintf(`{"context_tokens": %d, "concurrency": 1, "status": "not_run"}`, i))
	}
	return strings.Join(rows, ",")
}

func numbers(from, n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprint(from+i))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// free is good without a declared grid.
func free(t *testing.T) string {
	return edit(t, good, `{"contexts": [8192, 16384], "concurrencies": [1, 2], "prefill_contexts": [8192]}`, "{}")
}

func TestLimitsOfSize(t *testing.T) {
	long := func(n int) string { return strings.Repeat("ä", n/2) } // two bytes each: the limit is bytes
	row := `{"context_tokens": 8192, "concurrency": 2, "status": "not_run"}`
	tests := []bad{
		{name: "text", text: edit(t, good, `"m"`, `"`+long(bundle.MaxStringBytes)+`"`)},
		{name: "text, too long", text: edit(t, good, `"m"`, `"`+long(bundle.MaxStringBytes+2)+`"`), want: []string{"model.name: a text of 64.1 KiB, at most 64 KiB are allowed (line 6)"}},
		{name: "key, too long", text: edit(t, good, `"A": "1"`, `"`+long(bundle.MaxStringBytes+2)+`": "1"`), want: []string{`launch.environment["` + long(120) + `"…]: a key of 64.1 KiB, at most 64 KiB are allowed (line 8)`}},
		{name: "extra", text: edit(t, good, `"tool"`, `"extra": [ "`+long(bundle.MaxExtraBytes-4)+`"  ], "tool"`)},
		{name: "extra, too long", text: edit(t, good, `"tool"`, `"extra": ["`+long(bundle.MaxExtraBytes-4)+`",1], "tool"`), want: []string{"extra: 64.1 KiB, at most 64 KiB are allowed (line 5)"}},
		{name: "extra of a row, too long", text: edit(t, good, `"not_run"`, `"not_run", "extra": ["`+long(bundle.MaxExtraBytes-4)+`",1]`), want: []string{"decode[1].extra: 64.1 KiB, at most 64 KiB are allowed (line 16)"}},
		{name: "many entries in extra", text: edit(t, good, `"tool"`, `"extra": `+numbers(1, 10_000)+`, "tool"`)},
		{name: "samples", text: edit(t, good, `"median_s": 0.5`, `"samples_s": `+numbers(1, 64))},
		{name: "samples, too many", text: edit(t, good, `"median_s": 0.5`, `"samples_s": `+numbers(1, 65)), want: []string{"decode[0].ttft.samples_s: 65 samples, at most 64 are allowed: use histogram_s (line 15)"}},
		{name: "rows", text: edit(t, free(t), row, cells(bundle.MaxRows-1))},
		{name: "rows, too many", text: edit(t, free(t), row, cells(bundle.MaxRows)), want: []string{"decode: 4097 entries, at most 4096 are allowed (line 13)"}},
		{name: "only rows, too many", text: `{"speedmatrix": 1, "status": "complete", "origin": "manual", "tool": {"name": "t"}, "model": {"name": "m"}, "decode": [` + cells(5000) + `]}`, want: []string{"decode: 5000 entries, at most 4096 are allowed (line 1)"}},
		{name: "numbers", text: edit(t, good, `"ttft"`, `"tokens_by_second": `+numbers(1, bundle.MaxRows)+`, "ttft"`)},
		{name: "numbers, too many", text: edit(t, good, `"ttft"`, `"tokens_by_second": `+numbers(1, bundle.MaxRows+1)+`, "ttft"`), want: []string{"decode[0].tokens_by_second: 4097 entries, at most 4096 are allowed (line 15)"}},
		{name: "variables, too many", text: edit(t, good, `{"A": "1"}`, variables(bundle.MaxRows+1)), want: []string{"launch.environment: 4097 entries, at most 4096 are allowed (line 8)"}},
		{name: "variables", text: edit(t, good, `{"A": "1"}`, variables(bundle.MaxRows))},
		{name: "keys of the file, too many", text: `{"speedmatrix": 1, "x": ` + variables(bundle.MaxRows+1) + strings.Repeat(`, "x": 1`, bundle.MaxRows+1) + `}`, want: append(
			[]string{"x: 4097 entries, at most 4096 are allowed (line 1)"}, append(repeat("x: the key stands here twice (line 1)", bundle.MaxRows+1), "4099 entries, at most 4096 are allowed (line 1)")...)},
		{name: "grid", text: edit(t, good, "[8192, 16384]", numbers(8192, 64), "[1, 2]", numbers(1, 64))},
		{name: "grid, too large", text: edit(t, good, "[8192, 16384]", numbers(8192, 64), "[1, 2]", numbers(1, 65)), want: []string{"method.contexts: a grid of 4160 cells, at most 4096 are allowed (line 9)"}},
		{name: "rows that span too large a grid", text: edit(t, free(t), row, diagonal(65)), want: []string{"decode: the rows span a grid of 4356 cells, at most 4096 are allowed (line 13)"}},
		{name: "file", text: padded(bundle.MaxFileBytes)},
		{name: "file, too large", text: padded(bundle.MaxFileBytes + 1), want: []string{"larger than 4 MiB"}},
	}
	check(t, tests)
}

func repeat(s string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = s
	}
	return list
}

func variables(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`"V%d": "x"`, i))
	}
	return "{" + strings.Join(list, ", ") + "}"
}

func diagonal(n int) string {
	var rows []string
	for i := range n {
		rows = append(rows, fmt.Sprintf(`{"context_tokens": %d, "concurrency": %d, "status": "not_run"}`, i, i+2))
	}
	return strings.Join(rows, ",")
}

func padded(n int) string { return good + strings.Repeat("\n", n-len(good)) }

func TestLimitsOfNumbers(t *testing.T) {
	const valid = `"valid", "output_tok_per_s": 100,`
	for _, tt := range []struct {
		most, over string
		edits      []string // with % for the number
		path       string
	}{
		{"1000000000", "1000000001", []string{valid, `"valid", "output_tok_per_s": %,`}, "decode[0].output_tok_per_s: % is absurd: at most 1000000000 is allowed (line 14)"},
		{"2592000", "2592000.5", []string{"0.5", "%"}, "decode[0].ttft.median_s: % is absurd: at most 2592000 is allowed (line 15)"},
		{"2592000", "2592001", []string{`{"median_s": 0.5}`, `{"samples_s": [1, %]}`}, "decode[0].ttft.samples_s[1]: % is absurd: at most 2592000 is allowed (line 15)"},
		{"9007199254740992", "9007199254740994", []string{`{"median_s": 0.5}`, `{"histogram_s": [[0.021178, %]]}`}, "decode[0].ttft.histogram_s[0][1]: % is absurd: at most 9007199254740992 is allowed (line 15)"},
		{"100000", "100001", []string{"[1, 2]", "[1, 2, %]"}, "method.concurrencies[2]: % is absurd: at most 100000 is allowed (line 9)"},
		{"100000", "100000.5", []string{valid, valid + ` "active_requests": %,`}, "decode[0].active_requests: % is absurd: at most 100000 is allowed (line 14)"},
		{"100000", "100001", []string{`{"status": "valid", `, `{"status": "valid", "max_concurrency": %, `}, "serving[0].max_concurrency: % is absurd: at most 100000 is allowed (line 19)"},
		{"100000", "100001", []string{`{"status": "valid", `, `{"status": "valid", "mean_concurrency": %, `}, "serving[0].mean_concurrency: % is absurd: at most 100000 is allowed (line 19)"},
		{"2147483648", "2147483649", []string{"[8192, 16384]", "[8192, %]"}, "method.contexts[1]: % is absurd: at most 2147483648 is allowed (line 9)"},
		{"2147483648", "2147483649", []string{`"tool"`, `"engine": {"limits": {"context_tokens": %}}, "tool"`}, "engine.limits.context_tokens: % is absurd: at most 2147483648 is allowed (line 5)"},
		{"1", "1.5", []string{valid, valid + ` "evidence": {"server_waiting_share": %},`}, "decode[0].evidence.server_waiting_share: % is absurd: at most 1 is allowed (line 14)"},
		{"9007199254740992", "9007199254740993", []string{valid, valid + ` "prompt_tokens": %,`}, "decode[0].prompt_tokens: % is absurd: at most 9007199254740992 is allowed (line 14)"},
		{"9007199254740992", "9007199254740994", []string{`"contexts"`, `"temperature": %, "contexts"`}, "method.temperature: % is absurd: at most 9007199254740992 is allowed (line 9)"},
	} {
		with := func(number string) string {
			return edit(t, good, tt.edits[0], strings.ReplaceAll(tt.edits[1], "%", number))
		}
		check(t, []bad{
			{name: tt.edits[1] + " at most", text: with(tt.most)},
			{name: tt.edits[1] + " over", text: with(tt.over), want: []string{strings.ReplaceAll(tt.path, "%", tt.over)}},
		})
	}
}
