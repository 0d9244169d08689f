package schemagen

import (
	"reflect"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// Row is a field as docs/format.md describes it.
type Row struct {
	Key, Type, Meaning, Example string
	Required                    bool
}

// Section is the table under one heading of docs/format.md.
type Section []Row

// headings are where docs/format.md describes a type.
var headings = map[reflect.Type]string{
	reflect.TypeFor[bundle.Bundle]():           "The file",
	reflect.TypeFor[bundle.Tool]():             "tool",
	reflect.TypeFor[bundle.Source]():           "sources[]",
	reflect.TypeFor[bundle.Model]():            "model",
	reflect.TypeFor[bundle.Hardware]():         "hardware",
	reflect.TypeFor[bundle.GPU]():              "hardware.gpus[]",
	reflect.TypeFor[bundle.Engine]():           "engine",
	reflect.TypeFor[bundle.Parallelism]():      "engine.parallelism",
	reflect.TypeFor[bundle.Speculation]():      "engine.speculation",
	reflect.TypeFor[bundle.Limits]():           "engine.limits",
	reflect.TypeFor[bundle.Launch]():           "launch",
	reflect.TypeFor[bundle.Method]():           "method",
	reflect.TypeFor[bundle.PrefillRow]():       "prefill[]",
	reflect.TypeFor[bundle.DecodeRow]():        "decode[]",
	reflect.TypeFor[bundle.ServingRow]():       "serving[]",
	reflect.TypeFor[bundle.Latency]():          "ttft, restart_ttft, tpot, itl, e2e",
	reflect.TypeFor[bundle.Lengths]():          "input_tokens_per_request, output_tokens_per_request",
	reflect.TypeFor[bundle.Repeat]():           "decode[].repeats[]",
	reflect.TypeFor[bundle.SpeculationCount](): "speculation of a row",
	reflect.TypeFor[bundle.Telemetry]():        "telemetry",
	reflect.TypeFor[bundle.Evidence]():         "evidence",
	reflect.TypeFor[bundle.Warning]():          "warnings[]",
}

// Heading is the title of the section that describes a type, "" where there is none.
func Heading(t reflect.Type) string { return headings[t] }

// Key is the name of a field in the file.
func Key(f reflect.StructField) string {
	key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return key
}

// Sections reads the tables of docs/format.md that describe fields, by their heading.
func Sections(doc []byte) map[string]Section {
	sections := map[string]Section{}
	heading, table := "", false
	for line := range strings.Lines(string(doc)) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "#") {
			heading, table = plain(title), false
			continue
		}
		cells := split(line)
		switch {
		case len(cells) != 4:
			table = false
		case cells[0] == "key":
			table = true
		case table && !strings.HasPrefix(cells[0], "-"):
			key, required := strings.CutSuffix(cells[0], " *")
			sections[heading] = append(sections[heading], Row{plain(key), plain(cells[1]), plain(cells[2]), plain(cells[3]), required})
		}
	}
	return sections
}

// split gives the cells of a line of a table.
func split(line string) []string {
	if !strings.HasPrefix(line, "|") || !strings.HasSuffix(line, "|") {
		return nil
	}
	const bar = "\x00"
	cells := strings.Split(strings.ReplaceAll(strings.Trim(line, "|"), `\|`, bar), "|")
	for i, c := range cells {
		cells[i] = strings.TrimSpace(strings.ReplaceAll(c, bar, "|"))
	}
	return cells
}

// plain is text without its marks for code.
func plain(s string) string { return strings.ReplaceAll(s, "`", "") }

// describe is a field's unit and meaning.
func (s Section) describe(key string) string {
	for _, row := range s {
		if row.Key == key {
			return row.Type + ": " + row.Meaning
		}
	}
	return ""
}
