package bundle_test

import "testing"

// badFields are values of another type than their field's. Each is told once: what the bundle lacks because
// of it is no second problem.
var badFields = []bad{
	{name: "missing keys", text: `{"speedmatrix": 1}`, want: []string{
		"status: missing (line 1)", "origin: missing (line 1)", "tool: missing (line 1)", "model: missing (line 1)"}},
	{name: "missing names", edits: []string{`{"name": "t"}`, `{}`, `{"name": "m"}`, `{"revision": "r"}`}, want: []string{
		"tool.name: missing (line 5)", "model.name: missing (line 6)"}},
	{name: "missing keys of rows", edits: []string{`"context_tokens": 8192, "concurrency": 2, "status": "not_run"`, `"reason": "r"`}, want: []string{
		"decode[1].context_tokens: missing (line 16)", "decode[1].concurrency: missing (line 16)", "decode[1].status: missing (line 16)"}},
	{name: "null", edits: []string{`{"median_s": 0.5}`, "null"}, want: []string{"decode[0].ttft: null: leave the key out where a value is unknown (line 15)"}},
	{name: "null for a required object", edits: []string{`{"name": "m"}`, "null"}, want: []string{"model: null: leave the key out where a value is unknown (line 6)"}},
	{name: "null for a required word", edits: []string{`"complete"`, "null"}, want: []string{"status: null: leave the key out where a value is unknown (line 3)"}},
	{name: "null for a rate", edits: []string{`"output_tok_per_s": 100`, `"output_tok_per_s": null`}, want: []string{"decode[0].output_tok_per_s: null: leave the key out where a value is unknown (line 14)"}},
	{name: "null for a row", edits: []string{`{"context_tokens": 8192, "concurrency": 2, "status": "not_run"}`, "null"}, want: []string{"decode[1]: null: leave the key out where a value is unknown (line 16)"}},
	{name: "null for all rows", edits: []string{`"prefill": [`, `"prefill": null, "x": [`, `"decode": [`, `"decode": null, "y": [`, `"serving": [`, `"serving": null, "z": [`}, want: []string{
		"prefill: null: leave the key out where a value is unknown (line 10)", "x: warning: unknown key (line 10)",
		"decode: null: leave the key out where a value is unknown (line 13)", "y: warning: unknown key (line 13)",
		"serving: null: leave the key out where a value is unknown (line 18)", "z: warning: unknown key (line 18)"}},
	{name: "null in a list", edits: []string{"[1, 2]", "[1, null]"}, want: []string{"method.concurrencies[1]: null: leave the key out where a value is unknown (line 9)"}},
	{name: "null for a variable", edits: []string{`"A": "1"`, `"A": null`}, want: []string{"launch.environment.A: null: leave the key out where a value is unknown (line 8)"}},
	{name: "null for extra", edits: []string{`"tool"`, `"extra": null, "tool"`}, want: []string{"extra: null: leave the key out where a value is unknown (line 5)"}},
	{name: "null for the object of a method", edits: []string{`{"contexts": [8192, 16384], "concurrencies": [1, 2], "prefill_contexts": [8192]}`, "null"}, want: []string{"method: null: leave the key out where a value is unknown (line 9)"}},

	{name: "empty texts", edits: []string{`{"name": "t"}`, `{"name": "", "version": ""}`}, want: []string{
		"tool.name: empty text: leave the key out where a value is unknown (line 5)", "tool.version: empty text: leave the key out where a value is unknown (line 5)"}},
	{name: "empty words", edits: []string{`"complete"`, `""`, `"not_run"`, `"not_run", "cause": "", "started": ""`}, want: []string{
		"status: empty text: leave the key out where a value is unknown (line 3)",
		"decode[1].cause: empty text: leave the key out where a value is unknown (line 16)", "decode[1].started: empty text: leave the key out where a value is unknown (line 16)"}},
	{name: "empty variable", edits: []string{`"A": "1"`, `"A": ""`}},
	{name: "variable without a name", edits: []string{`"A": "1"`, `"": "1", " ": "2"`}, want: []string{
		`launch.environment[""]: a variable without a name (line 8)`, `launch.environment[" "]: a variable without a name (line 8)`}},
	{name: "no variables", edits: []string{`{"A": "1"}`, `{}`}},
	{name: "objects that say nothing", edits: []string{`{"median_s": 0.5}`, `{}`, `{"nodes": 1, "gpus": [{"name": "g", "count": 2}]}`, `{}`}},
	{name: "empty lists", edits: []string{"[8192, 16384]", "[]", "[1, 2]", "[]", "[8192]", "[]"}, want: []string{
		"method.contexts: empty list: leave the key out (line 9)", "method.concurrencies: empty list: leave the key out (line 9)", "method.prefill_contexts: empty list: leave the key out (line 9)"}},
	{name: "no rows", text: `{"speedmatrix": 1, "status": "complete", "origin": "manual", "tool": {"name": "t"}, "model": {"name": "m"},
"decode": []}`, want: []string{"status: complete, but without any row in prefill, decode or serving (line 1)", "decode: empty list: leave the key out (line 2)"}},

	{name: "other types", edits: []string{`{"name": "t"}`, `{"name": 1}`, `{"name": "m"}`, `"m"`, `"nodes": 1, "gpus": [`, `"nodes": "1", "gpus": {}, "x": [`}, want: []string{
		"tool.name: text is expected, not the number 1 (line 5)", `model: an object is expected, not the text "m" (line 6)`,
		`hardware.nodes: a whole number is expected, not the text "1" (line 7)`, "hardware.gpus: a list is expected, not an object (line 7)", "hardware.x: warning: unknown key (line 7)"}},
	{name: "more other types", edits: []string{`{"A": "1"}`, `["A=1"]`, `"contexts"`, `"ignore_eos": "yes", "temperature": true, "contexts"`}, want: []string{
		"launch.environment: an object is expected, not a list (line 8)", `method.ignore_eos: true or false is expected, not the text "yes" (line 9)`, "method.temperature: a number is expected, not true (line 9)"}},
	{name: "variable of another type", edits: []string{`"A": "1"`, `"A": 1`}, want: []string{"launch.environment.A: text is expected, not the number 1 (line 8)"}},
	{name: "rows of another type", edits: []string{`"decode": [`, `"decode": 5, "x": [`}, want: []string{"decode: a list is expected, not the number 5 (line 13)", "x: warning: unknown key (line 13)"}},
	{name: "part of a number", edits: []string{`"nodes": 1`, `"nodes": 1.5`}, want: []string{"hardware.nodes: a whole number is expected, not 1.5 (line 7)"}},
	{name: "integral float", edits: []string{`"nodes": 1`, `"nodes": 1.0`, `"count": 2`, `"count": 2e0`}},
	{name: "integer beyond 64 bits", edits: []string{`"nodes": 1`, `"nodes": 99999999999999999999`}, want: []string{"hardware.nodes: a whole number is expected, not 99999999999999999999 (line 7)"}},

	// a broken context or concurrency must not look like a second row of one cell, nor one outside the grid
	{name: "broken contexts", edits: []string{`{"context_tokens": 8192, "concurrency": 1`, `{"context_tokens": "8K", "concurrency": 1`, `{"context_tokens": 8192, "concurrency": 2`, `{"context_tokens": "8K", "concurrency": 1`}, want: []string{
		`decode[0].context_tokens: a whole number is expected, not the text "8K" (line 14)`, `decode[1].context_tokens: a whole number is expected, not the text "8K" (line 16)`}},
	{name: "broken concurrencies", edits: []string{`"concurrency": 1`, `"concurrency": 1.5`, `"concurrency": 2`, `"concurrency": "2"`}, want: []string{
		"decode[0].concurrency: a whole number is expected, not 1.5 (line 14)", `decode[1].concurrency: a whole number is expected, not the text "2" (line 16)`}},
	{name: "broken declaration", edits: []string{"[8192, 16384]", `["8K", 16384]`, "[8192]", `[[8192]]`}, want: []string{
		`method.contexts[0]: a whole number is expected, not the text "8K" (line 9)`, "method.prefill_contexts[0]: a whole number is expected, not a list (line 9)"}},
	{name: "broken depth", edits: []string{`"prompt_tok_per_s": 100}`, `"prompt_tok_per_s": 100}, {"context_tokens": 8192, "depth_tokens": "4K", "status": "not_run"}`}, want: []string{
		`prefill[1].depth_tokens: a whole number is expected, not the text "4K" (line 11)`}},
	{name: "broken samples", edits: []string{`"median_s": 0.5`, `"count": 3, "median_s": 0.5, "samples_s": [0.4, "x", 0.6]`}, want: []string{
		`decode[0].ttft.samples_s[1]: a number is expected, not the text "x" (line 15)`}},
	{name: "broken histogram", edits: []string{`"median_s": 0.5`, `"count": 3, "median_s": 0.5, "histogram_s": [[0.5, 1], [0.6], 7, [0.7, true]]`}, want: []string{
		"decode[0].ttft.histogram_s[1]: 2 numbers are expected, not 1 (line 15)", "decode[0].ttft.histogram_s[2]: a list is expected, not the number 7 (line 15)",
		"decode[0].ttft.histogram_s[3][1]: a number is expected, not true (line 15)"}},
	{name: "broken repeat", edits: []string{`"output_tok_per_s": 100,`, `"output_tok_per_s": 100, "output_tokens": 5, "repeats": [{"output_tokens": 2}, {"output_tokens": "3"}],`}, want: []string{
		`decode[0].repeats[1].output_tokens: a whole number is expected, not the text "3" (line 14)`}},
	{name: "broken sources", edits: []string{`"manual"`, `"converted", "sources": {"file": "a"}`}, want: []string{"sources: a list is expected, not an object (line 4)"}},

	{name: "unknown keys", edits: []string{`"tool"`, `"colour": 1, "tool"`, `"not_run"`, `"not_run", "ttft_ms": 4`, `"median_s"`, `"p98_s": [null], "median_s"`}, want: []string{
		"colour: warning: unknown key (line 5)", "decode[0].ttft.p98_s: warning: unknown key (line 15)", "decode[1].ttft_ms: warning: unknown key (line 16)"}},
	{name: "key in upper case", edits: []string{`"decode": [`, `"Decode": [`}, want: []string{"Decode: warning: unknown key: keys are in lower case (line 13)"}},
	{name: "several at once, in the order of lines", edits: []string{`"complete"`, `"done"`, `"nodes": 1`, `"nodes": -4`, `0.5`, `-0.5`, `"m"`, `7`}, want: []string{
		`status: "done" is none of complete, partial (line 3)`, "model.name: text is expected, not the number 7 (line 6)",
		"hardware.nodes: negative (line 7)", "decode[0].ttft.median_s: negative (line 15)"}},
}

func TestFields(t *testing.T) { check(t, badFields) }
