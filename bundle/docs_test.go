package bundle_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/internal/schemagen"
)

func format(t *testing.T) []byte {
	doc, err := os.ReadFile("../docs/format.md")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// The page about the format has each field of each type in the section of the type, and no other.
func TestDocsHaveEveryField(t *testing.T) {
	sections := schemagen.Sections(format(t))
	described := map[string]bool{}
	for _, s := range structs() {
		heading := schemagen.Heading(s)
		described[heading] = true
		rows := sections[heading]
		if heading == "" || rows == nil {
			t.Errorf("%s has no section", s.Name())
			continue
		}
		var want, got []string
		for i := range s.NumField() {
			want = append(want, schemagen.Key(s.Field(i)))
		}
		for _, row := range rows {
			got = append(got, row.Key)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-type +docs):\n%s", heading, diff)
			continue
		}
		for i, row := range rows {
			f := s.Field(i)
			if required := !strings.Contains(f.Tag.Get("json"), "omitempty"); row.Required != required {
				t.Errorf("%s %s: marked as required: %v", heading, row.Key, row.Required)
			}
			if row.Type == "" || row.Meaning == "" {
				t.Errorf("%s %s: no unit or meaning", heading, row.Key)
			}
			example(t, heading+" "+row.Key, row.Example, f.Type)
		}
	}
	for heading := range sections {
		if !described[heading] {
			t.Errorf("%s describes fields of nothing", heading)
		}
	}
}

// example checks that an example is a value of the field, every key in it known.
func example(t *testing.T, name, text string, field reflect.Type) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	value := reflect.New(field)
	if err := dec.Decode(value.Interface()); err != nil || value.Elem().IsZero() && text != "0" && text != "false" {
		t.Errorf("%s: example %s: %v", name, text, err)
	}
}

// words are the first cells of the table under a heading, and of the second for causes.
func words(doc []byte, heading string, column int) (list []string) {
	_, after, _ := strings.Cut(string(doc), "\n### "+heading+"\n")
	for line := range strings.Lines(after) {
		if strings.HasPrefix(line, "#") {
			break
		}
		if cells := strings.Split(line, "|"); len(cells) > column+1 && strings.Contains(cells[column+1], "`") {
			list = append(list, strings.Trim(cells[column+1], " `"))
		}
	}
	return list
}

func TestDocsHaveEveryWord(t *testing.T) {
	doc := format(t)
	for heading, want := range map[string][]string{
		"status of a bundle":  bundle.Completeness("").Words(),
		"status of a row":     bundle.Status("").Words(),
		"origin":              bundle.Origin("").Words(),
		"hardware.type":       bundle.HardwareType("").Words(),
		"method.decode_test":  bundle.DecodeTest("").Words(),
		"method.prefill_mode": bundle.PrefillMode("").Words(),
		"method.prompts":      bundle.Prompts("").Words(),
		"arrival":             bundle.Arrival("").Words(),
		"token_source":        bundle.TokenSource("").Words(),
		"throttled":           bundle.Throttle("").Words(),
	} {
		if diff := cmp.Diff(want, words(doc, heading, 0)); diff != "" {
			t.Errorf("%s (-type +docs):\n%s", heading, diff)
		}
	}
	var want, got []string
	for _, s := range bundle.Status("").Words() {
		for _, c := range bundle.Status(s).Causes() {
			want = append(want, s+" "+string(c))
		}
	}
	statuses, causes := words(doc, "cause", 0), words(doc, "cause", 1)
	for i := range causes {
		got = append(got, statuses[i]+" "+causes[i])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cause (-type +docs):\n%s", diff)
	}
}

// Whoever copies the example has a bundle.
func TestDocsExample(t *testing.T) {
	_, after, _ := strings.Cut(string(format(t)), "```json\n")
	text, _, ok := strings.Cut(after, "```")
	if !ok {
		t.Fatal("no example")
	}
	b := mustDecode(t, "docs/format.md", []byte(text))
	mustEncode(t, b)
	if err := passes(t, schema(t), text); err != nil {
		t.Error(err)
	}
}

func TestDocsHaveOtherFiles(t *testing.T) {
	doc := string(format(t))
	var got []string
	_, index, _ := strings.Cut(doc, "\n## index.json\n")
	for line := range strings.Lines(index) {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for cell := range strings.SplitSeq(cells[1], ",") {
				if cell = strings.TrimSpace(cell); strings.HasPrefix(cell, "`") {
					got = append(got, strings.Trim(cell, "`"))
				}
			}
		}
	}
	var want []string
	for _, s := range []reflect.Type{reflect.TypeFor[bundle.Index](), reflect.TypeFor[bundle.IndexEntry]()} {
		for i := range s.NumField() {
			want = append(want, schemagen.Key(s.Field(i)))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("index.json (-type +docs):\n%s", diff)
	}

	var out bytes.Buffer
	if err := bundle.WriteCSV(&out, mustDecode(t, "everything.json", everything(t))); err != nil {
		t.Fatal(err)
	}
	head, err := csv.NewReader(&out).Read()
	if err != nil {
		t.Fatal(err)
	}
	_, columns, _ := strings.Cut(doc, "\n## CSV\n")
	columns, _, _ = strings.Cut(columns, "\n## ")
	var named []string
	for i, part := range strings.Split(columns, "`") {
		if i%2 == 1 && slices.Contains(head, part) {
			named = append(named, part)
		}
	}
	if diff := cmp.Diff(head, named); diff != "" {
		t.Errorf("CSV (-columns +docs):\n%s", diff)
	}
}

// The limits in the docs are those of the code.
func TestDocsHaveLimits(t *testing.T) {
	doc := string(format(t))
	_, section, _ := strings.Cut(doc, "**Limits.**")
	section, _, _ = strings.Cut(section, "\n## ")
	_, rate := bundle.Range("output_tok_per_s")
	_, seconds := bundle.Range("measured_s")
	_, concurrency := bundle.Range("concurrency")
	_, context := bundle.Range("context_tokens")
	_, other := bundle.Range("output_tokens")
	for _, limit := range []float64{4, bundle.MaxRows, bundle.MaxStringBytes >> 10, bundle.MaxExtraBytes >> 10, bundle.MaxDepth, bundle.MaxSamples, rate, seconds, concurrency, context, other} {
		if !strings.Contains(section, "| "+separated(int64(limit))) {
			t.Errorf("%v is no limit in the docs", limit)
		}
	}
}

func separated(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10)
	}
	rest := strconv.FormatInt(n%1000, 10)
	return separated(n/1000) + "," + strings.Repeat("0", 3-len(rest)) + rest
}
