package bundle_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/internal/schemagen"
)

func TestSchemaIsGenerated(t *testing.T) {
	doc, err := os.ReadFile("../docs/format.md")
	if err != nil {
		t.Fatal(err)
	}
	want, err := schemagen.Generate(doc)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bundle.Schema, want) {
		t.Error("bundle-1.schema.json is not that of the types and docs/format.md: run go generate ./bundle")
	}
}

func schema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(bundle.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("bundle-1.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("bundle-1.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func passes(t testing.TB, s *jsonschema.Schema, text string) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(value)
}

func TestSchemaHasNoHost(t *testing.T) {
	var s struct {
		Schema string `json:"$schema"`
		ID     string `json:"$id"`
	}
	if err := json.Unmarshal(bundle.Schema, &s); err != nil {
		t.Fatal(err)
	}
	if s.Schema != "https://json-schema.org/draft/2020-12/schema" || strings.Contains(s.ID, ":") || bytes.Contains(bundle.Schema, []byte(`"description": ": `)) {
		t.Errorf("%+v", s)
	}
}

// What Validate accepts passes: real bundles, and each input of the tables that has only warnings.
func TestSchemaAccepts(t *testing.T) {
	s := schema(t)
	files, err := filepath.Glob("../results/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "testdata/everything.json") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(file) == "site.json" {
			continue
		}
		if err := passes(t, s, string(data)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	accepted := 0
	for _, tests := range [][]bad{badSyntax, badFields, badRules, badLatencies} {
		for _, tt := range tests {
			text := tt.input(t)
			b, _ := bundle.Decode("a.json", []byte(text))
			if b == nil {
				continue
			}
			accepted++
			if err := passes(t, s, text); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			if err := passes(t, s, string(mustEncode(t, b))); err != nil {
				t.Errorf("%s, encoded: %v", tt.name, err)
			}
		}
	}
	if accepted < 30 {
		t.Errorf("only %d inputs were accepted", accepted)
	}
}

// The schema finds by itself what types, words, ranges and required keys tell, and never more than Validate.
func TestSchemaRefuses(t *testing.T) {
	s := schema(t)
	const valid = `"valid", "output_tok_per_s": 100,`
	for _, edits := range [][]string{
		{`"speedmatrix": 1`, `"x": 1`}, {`"speedmatrix": 1`, `"speedmatrix": 2`}, {`"speedmatrix": 1`, `"speedmatrix": "1"`},
		{`"status": "complete"`, `"x": 1`}, {`"complete"`, `"done"`}, {`"complete"`, `null`}, {`"manual"`, `""`}, {`{"name": "t"}`, `{}`}, {`{"name": "m"}`, `"m"`},
		{`"tool"`, `"run": "7F3C9A2E41D0B856", "tool"`}, {`"tool"`, `"started": "yesterday", "tool"`}, {`"tool"`, `"started": "2026-10-21T14:03:22+02:00", "tool"`},
		{`"tool"`, `"extra": null, "tool"`}, {`"tool"`, `"guessed": [], "tool"`}, {`"tool"`, `"guessed": [""], "tool"`}, {`"tool"`, `"label": null, "tool"`},
		{`"nodes": 1`, `"nodes": 0`}, {`"nodes": 1`, `"nodes": 1.5`}, {`"nodes": 1`, `"nodes": -1`}, {`"nodes": 1`, `"nodes": 9007199254740993`}, {`"nodes"`, `"type": "gpu", "nodes"`},
		{`"A": "1"`, `"A": 1`}, {`"A": "1"`, `"": "1"`}, {`{"A": "1"}`, `[]`},
		{`[1, 2]`, `[]`}, {`[1, 2]`, `[0]`}, {`[1, 2]`, `[1, 1]`}, {`[1, 2]`, `[100001]`}, {`[8192, 16384]`, `[2147483649]`}, {`"contexts"`, `"ignore_eos": 1, "contexts"`},
		{`"decode": [`, `"decode": null, "x": [`}, {`"concurrency": 2`, `"concurrency": 0`}, {`"concurrency": 2, `, ``}, {`"not_run"`, `"not run"`}, {`"not_run"`, `"not_run", "cause": "Sun spots"`},
		{valid, `"valid", "output_tok_per_s": 1000000001,`}, {valid, valid + ` "measured_s": 2592001,`}, {valid, valid + ` "active_requests": -0.5,`}, {valid, valid + ` "evidence": {"server_waiting_share": 1.1},`},
		{valid, valid + ` "repeats": [{}],`}, {valid, valid + ` "tokens_by_second": [1, 2.5],`}, {valid, valid + ` "telemetry": {"throttled": ["heat"]},`}, {valid, valid + ` "evidence": {"token_source": "x"},`},
		{`0.5`, `-0.5`}, {`0.5`, `"0.5"`}, {`"median_s": 0.5`, `"samples_s": ` + numbers(1, 65)}, {`"median_s": 0.5`, `"histogram_s": [[0, 1]]`}, {`"median_s": 0.5`, `"histogram_s": [[0.021178, 0]]`}, {`"median_s": 0.5`, `"histogram_s": [[0.021178]]`}, {`"median_s": 0.5`, `"histogram_s": [[0.021178, 1, 2]]`},
		{`{"status": "valid", `, `{"arrival": "x", "status": "valid", `}, {`{"status": "valid", `, `{"max_concurrency": 0, "status": "valid", `}, {`{"status": "valid", `, `{"input_tokens_per_request": {"mean": "1"}, "status": "valid", `},
	} {
		text := edit(t, good, edits...)
		if passes(t, s, text) == nil {
			t.Errorf("%s: passes the schema", edits[1])
		}
		if b, _ := bundle.Decode("a.json", []byte(text)); b != nil {
			t.Errorf("%s: Decode accepts what the schema refuses", edits[1])
		}
	}
}
