package bundle_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// good is a bundle without any problem. Tests break one place of it; every line keeps its number.
const good = `{
  "speedmatrix": 1,
  "status": "complete",
  "origin": "manual",
  "tool": {"name": "t"},
  "model": {"name": "m"},
  "hardware": {"nodes": 1, "gpus": [{"name": "g", "count": 2}]},
  "launch": {"environment": {"A": "1"}},
  "method": {"contexts": [8192, 16384], "concurrencies": [1, 2], "prefill_contexts": [8192]},
  "prefill": [
    {"context_tokens": 8192, "status": "valid", "prompt_tok_per_s": 100}
  ],
  "decode": [
    {"context_tokens": 8192, "concurrency": 1, "status": "valid", "output_tok_per_s": 100,
     "ttft": {"median_s": 0.5}},
    {"context_tokens": 8192, "concurrency": 2, "status": "not_run"}
  ],
  "serving": [
    {"status": "valid", "output_tok_per_s": 100}
  ]
}
`

// bad is an input with its problems as Problem.String writes them after the name of the file. Edits are pairs:
// what is replaced in good, and by what. Without edits, text is the input.
type bad struct {
	name  string
	edits []string
	text  string
	want  []string
}

func (b bad) input(t testing.TB) string {
	if b.edits == nil {
		return b.text
	}
	return edit(t, good, b.edits...)
}

// edit replaces the first of each pair, which must be there.
func edit(t testing.TB, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("nothing to replace: %s", pairs[i])
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

// lines are the problems without the name of the file, so that a table can hold them.
func lines(problems []bundle.Problem) []string {
	var list []string
	for _, p := range problems {
		list = append(list, strings.TrimPrefix(p.String(), "a.json: "))
	}
	return list
}

func check(t *testing.T, tests []bad) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, problems := bundle.Decode("a.json", []byte(tt.input(t)))
			if diff := cmp.Diff(tt.want, lines(problems)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if (b == nil) != bundle.HasErrors(problems) {
				t.Errorf("bundle is %v with problems %v", b, problems)
			}
		})
	}
}

func TestGood(t *testing.T) {
	check(t, []bad{{name: "as it is", text: good}})
}

func TestValidateAgrees(t *testing.T) { // Decode tells what Validate tells, with places
	for _, tt := range badRules {
		b, problems := bundle.Decode("a.json", []byte(tt.input(t)))
		if b == nil {
			continue
		}
		for i := range problems {
			problems[i].File, problems[i].Line = "", 0
		}
		if diff := cmp.Diff(problems, b.Validate()); diff != "" {
			t.Errorf("%s (-Decode +Validate):\n%s", tt.name, diff)
		}
	}
}
