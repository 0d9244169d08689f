package bundle_test

import (
	"strings"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// badSyntax is what no reader of JSON can read, and what many read differently.
var badSyntax = []bad{
	{name: "nothing", text: "", want: []string{"empty file (line 1)"}},
	{name: "white space", text: " \n\t\n", want: []string{"empty file (line 1)"}},
	{name: "not JSON", text: "model: m\n", want: []string{"not JSON: invalid character 'm' looking for beginning of value (line 1)"}},
	{name: "HTML", text: "<html>\n", want: []string{"not JSON: invalid character '<' looking for beginning of value (line 1)"}},
	{name: "truncated in a number", text: good[:20], want: []string{"speedmatrix: truncated: the file ends in the middle (line 2)"}},
	{name: "truncated in a text", text: good[:strings.Index(good, "lete")], want: []string{"status: truncated: the file ends in the middle (line 3)"}},
	{name: "truncated in a key", text: good[:strings.Index(good, "odel\"")], want: []string{"truncated: the file ends in the middle (line 6)"}},
	{name: "truncated in a row", text: good[:strings.Index(good, "0.5")], want: []string{"decode[0].ttft.median_s: truncated: the file ends in the middle (line 15)"}},
	{name: "truncated before the end", text: strings.TrimSuffix(good, "}\n"), want: []string{"truncated: the file ends in the middle (line 20)"}},
	{name: "text after the end", text: good + "{}", want: []string{"not JSON: invalid character '{' after top-level value (line 22)"}},
	{name: "trailing comma", edits: []string{`"not_run"}`, `"not_run",}`}, want: []string{"decode[1]: not JSON: invalid character '}' looking for beginning of object key string (line 16)"}},
	{name: "comment", edits: []string{`"status"`, `// "status"`}, want: []string{"not JSON: invalid character '/' looking for beginning of object key string (line 3)"}},
	{name: "control character", edits: []string{`"m"`, "\"m\x00\""}, want: []string{`model.name: not JSON: invalid character '\x00' in string literal (line 6)`}},
	// B7.01
	{name: "NaN", edits: []string{"0.5", "NaN"}, want: []string{"decode[0].ttft.median_s: not JSON: NaN; leave the key out where a value is unknown (line 15)"}},
	{name: "nan", edits: []string{"0.5", "nan"}, want: []string{"decode[0].ttft.median_s: not JSON: nan; leave the key out where a value is unknown (line 15)"}},
	{name: "Infinity", edits: []string{"0.5", "Infinity"}, want: []string{"decode[0].ttft.median_s: not JSON: Infinity; leave the key out where a value is unknown (line 15)"}},
	{name: "-Infinity", edits: []string{"0.5", "-Infinity"}, want: []string{"decode[0].ttft.median_s: not JSON: -Infinity; leave the key out where a value is unknown (line 15)"}},
	{name: "number beyond float", edits: []string{"0.5", "1e999"}, want: []string{"decode[0].ttft.median_s: too large for a number: 1e999 (line 15)"}},
	// B7.12
	{name: "byte order mark", text: "\xef\xbb\xbf" + good, want: []string{"starts with a byte order mark: save the file as UTF-8 without one (line 1)"}},
	{name: "CRLF", text: strings.ReplaceAll(good, "\n", "\r\n"), want: []string{"warning: lines end with CR LF: the format has LF (line 1)"}},
	{name: "CRLF and an error", text: strings.ReplaceAll(strings.Replace(good, "0.5", "-2", 1), "\n", "\r\n"), want: []string{"warning: lines end with CR LF: the format has LF (line 1)", "decode[0].ttft.median_s: negative (line 15)"}},

	{name: "UTF-16, little end first", text: "\xff\xfe{\x00}\x00", want: []string{"UTF-16: save the file as UTF-8 (line 1)"}},
	{name: "UTF-16, big end first", text: "\xfe\xff\x00{\x00}", want: []string{"UTF-16: save the file as UTF-8 (line 1)"}},
	{name: "Latin-1", edits: []string{`"m"`, "\"caf\xe9\""}, want: []string{"not UTF-8: byte 0xe9 (line 6)"}},
	{name: "half a character", edits: []string{`"m"`, `"\ud83d"`}, want: []string{`model.name: \ud83d is half a character (line 6)`}},
	{name: "half a character, second half", edits: []string{`"m"`, `"\\\udE00"`}, want: []string{`model.name: \udE00 is half a character (line 6)`}},
	{name: "half a character in a key", edits: []string{`"A": "1"`, `"\ud83d": "1"`}, want: []string{`launch.environment["�"]: \ud83d is half a character (line 8)`}},
	{name: "half a character in extra", edits: []string{`"tool"`, `"extra": ["\ud83d"], "tool"`}, want: []string{`extra[0]: \ud83d is half a character (line 5)`}},
	{name: "two halves", edits: []string{`"m"`, `"\ud83d\ude00 \ufffd �"`}},

	{name: "key twice", edits: []string{`"tool"`, `"status": "partial", "tool"`}, want: []string{"status: the key stands here twice (line 5)"}},
	{name: "key twice in a row", edits: []string{`"status": "not_run"`, `"status": "not_run", "concurrency": 2`}, want: []string{"decode[1].concurrency: the key stands here twice (line 16)"}},
	{name: "key twice by escape", edits: []string{`"tool"`, `"\u0073tatus": "partial", "tool"`}, want: []string{"status: the key stands here twice (line 5)"}},
	{name: "keys that differ in case", edits: []string{`"tool"`, `"Status": "partial", "tool"`}, want: []string{`Status: differs from the key "status" only in case (line 5)`, "Status: warning: unknown key: keys are in lower case (line 5)"}},
	{name: "keys that differ in a letter that folds", edits: []string{`"tool"`, `"ſtatus": "partial", "tool"`}, want: []string{`["ſtatus"]: differs from the key "status" only in case (line 5)`, `["ſtatus"]: warning: unknown key: keys are in lower case (line 5)`}},
	{name: "variable twice", edits: []string{`"A": "1"`, `"A": "1", "A": "2"`}, want: []string{"launch.environment.A: the key stands here twice (line 8)"}},
	{name: "variables that differ in case", edits: []string{`"A": "1"`, `"A": "1", "a": "2"`}},
	{name: "key of extra twice", edits: []string{`"tool"`, `"extra": {"a": [{"b": 1, "b": 2}]}, "tool"`}, want: []string{"extra.a[0].b: the key stands here twice (line 5)"}},
	{name: "keys of extra that differ in case", edits: []string{`"tool"`, `"extra": {"a": 1, "A": null, "": ""}, "tool"`}},

	{name: "no object", text: "[]", want: []string{"not a bundle: an object is expected, not a list (line 1)"}},
	{name: "null", text: "\nnull", want: []string{"not a bundle: an object is expected, not null (line 2)"}},
	{name: "no speedmatrix key", text: `{"version": 1}`, want: []string{`not a bundle: no "speedmatrix" key (line 1)`}},
	{name: "version in upper case", edits: []string{`"speedmatrix"`, `"SPEEDMATRIX"`}, want: []string{`not a bundle: no "speedmatrix" key (line 1)`}},
	{name: "newer version", edits: []string{`"speedmatrix": 1`, `"speedmatrix": 2`}, want: []string{"speedmatrix: version 2 is newer than this program, which reads 1 (line 2)"}},
	{name: "version 0", edits: []string{`"speedmatrix": 1`, `"speedmatrix": 0`}, want: []string{"speedmatrix: no such version: 0 (this program reads 1) (line 2)"}},
	{name: "version -1", edits: []string{`"speedmatrix": 1`, `"speedmatrix": -1`}, want: []string{"speedmatrix: no such version: -1 (this program reads 1) (line 2)"}},
	{name: "version 1.5", edits: []string{`"speedmatrix": 1`, `"speedmatrix": 1.5`}, want: []string{"speedmatrix: no such version: 1.5 (this program reads 1) (line 2)"}},
	{name: "version as text", edits: []string{`"speedmatrix": 1`, `"speedmatrix": "1"`}, want: []string{`speedmatrix: the version must be a number, not the text "1" (line 2)`}},
	{name: "version null", edits: []string{`"speedmatrix": 1`, `"speedmatrix": null`}, want: []string{"speedmatrix: the version must be a number, not null (line 2)"}},
	{name: "version as list", edits: []string{`"speedmatrix": 1`, `"speedmatrix": [1]`}, want: []string{"speedmatrix: the version must be a number, not a list (line 2)"}},
	{name: "version as float", edits: []string{`"speedmatrix": 1`, `"speedmatrix": 1.0`}},
	{name: "endless version", edits: []string{`"speedmatrix": 1`, `"speedmatrix": 1` + strings.Repeat("0", 400)}, want: []string{"speedmatrix: no such version: 100000000000000000000000000000… (this program reads 1) (line 2)"}},
}

func TestSyntax(t *testing.T) { check(t, badSyntax) }

func TestDeep(t *testing.T) {
	extra := func(levels int) string { // the object of the file is one more
		return edit(t, good, `"tool"`, `"extra": `+strings.Repeat("[", levels)+strings.Repeat("]", levels)+`, "tool"`)
	}
	at := "extra" + strings.Repeat("[0]", bundle.MaxDepth-1)
	deep := at + ": nested deeper than 32 levels (line 5)"
	check(t, []bad{
		{name: "at the limit", text: extra(bundle.MaxDepth - 1)},
		{name: "one more", text: extra(bundle.MaxDepth), want: []string{deep}},
		{name: "100,000 levels", text: extra(100_000), want: []string{deep}}, // more than encoding/json takes
		{name: "100,000 open brackets", text: strings.Repeat("[", 100_000), want: []string{strings.Repeat("[0]", bundle.MaxDepth) + ": nested deeper than 32 levels (line 1)"}},
		{name: "100,000 objects", text: strings.Repeat(`{"a":`, 100_000), want: []string{"a" + strings.Repeat(".a", bundle.MaxDepth-1) + ": nested deeper than 32 levels (line 1)"}},
	})
}

// What a file says must not steer the terminal that shows a problem with it.
func TestKeysOfOthers(t *testing.T) {
	const escape = "\\n\\u001b[2J\u202e" // as JSON source; the last is itself
	check(t, []bad{
		{name: "key", edits: []string{`"tool"`, `"a` + escape + `": 1, "tool"`}, want: []string{`["a\n\x1b[2J\u202e"]: warning: unknown key (line 5)`}},
		{name: "empty key", edits: []string{`"tool"`, `"": 1, "tool"`}, want: []string{`[""]: warning: unknown key (line 5)`}},
		{name: "key of a row", edits: []string{`"status": "not_run"`, `"status": "not_run", "a.b[0]": {"c": null}`}, want: []string{`decode[1]["a.b[0]"]: warning: unknown key (line 16)`}},
		{name: "long key", edits: []string{`"tool"`, `"` + strings.Repeat("ä", 100) + `": 1, "tool"`}, want: []string{`["` + strings.Repeat("ä", 60) + `"…]: warning: unknown key (line 5)`}},
		{name: "word", edits: []string{`"not_run"`, `"` + escape + `"`, `"tool"`, `"extra": 1, "tool"`}, want: []string{
			`decode[1].status: "\n\x1b[2J\u202e" is none of valid, queued, over_capacity, not_run, failed, invalid (line 16)`}},
		{name: "word and cause", edits: []string{`"not_run"`, `"` + escape + `", "cause": "kv_cache"`}, want: []string{
			`decode[1].status: "\n\x1b[2J\u202e" is none of valid, queued, over_capacity, not_run, failed, invalid (line 16)`}},
		{name: "cause", edits: []string{`"not_run"`, `"not_run", "cause": "` + escape + `"`}, want: []string{
			`decode[1].cause: "\n\x1b[2J\u202e": a cause is a word of lower-case letters, digits and _ (line 16)`}},
		{name: "time", edits: []string{`"tool"`, `"started": "` + escape + `", "tool"`}, want: []string{
			`started: "\n\x1b[2J\u202e": not an RFC 3339 time in UTC nor a date (line 5)`}},
	})
	file := bundle.Problem{File: "a\n\x1b.json", Text: "x", Severity: bundle.Error}
	if got, want := file.String(), `a\n\x1b.json: x`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
