// Package schemagen makes the JSON Schema of a bundle: structure from the types of package bundle, limits
// from bundle.Range, descriptions from docs/format.md.
package schemagen

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/invopop/jsonschema"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// Generate gives the text of the schema. Doc is docs/format.md.
func Generate(doc []byte) ([]byte, error) {
	sections := Sections(doc)
	r := jsonschema.Reflector{
		Anonymous:                 true,
		AllowAdditionalProperties: true, // unknown keys are a warning, never an error
		ExpandedStruct:            true,
		Mapper:                    word,
		LookupComment: func(t reflect.Type, field string) string {
			if field == "" || t.Kind() != reflect.Struct {
				return ""
			}
			f, _ := t.FieldByName(field)
			return sections[Heading(t)].describe(Key(f))
		},
	}
	s := r.Reflect(&bundle.Bundle{})
	s.ID = "bundle-1.json" // its name on a site; a host would be asked by some editors
	s.Title = "A bundle of speedmatrix, version 1"
	limitAll(s)
	for _, def := range s.Definitions {
		limitAll(def)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(s)
	return out.Bytes(), err
}

// word is the schema of a text with a form of its own.
func word(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[bundle.Time]():
		return &jsonschema.Schema{Type: "string", Pattern: bundle.TimeForm}
	case reflect.TypeFor[bundle.Cause]():
		return &jsonschema.Schema{Type: "string", Pattern: "^[a-z0-9_]+$", MaxLength: size(bundle.MaxStringBytes)}
	case reflect.TypeFor[json.RawMessage]():
		return &jsonschema.Schema{Not: &jsonschema.Schema{Type: "null"}}
	}
	w, ok := reflect.Zero(t).Interface().(interface{ Words() []string })
	if !ok {
		return nil
	}
	s := &jsonschema.Schema{Type: "string"}
	for _, value := range w.Words() {
		s.Enum = append(s.Enum, value)
	}
	return s
}

func limitAll(s *jsonschema.Schema) {
	if s.Properties == nil {
		return
	}
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		limit(p.Value, p.Key)
	}
}

// limit adds what the key says about a value.
func limit(s *jsonschema.Schema, key string) {
	switch key {
	case "speedmatrix":
		s.Const = bundle.Version
		return
	case "run":
		s.Pattern = "^[0-9a-f]{16}$"
		return
	}
	switch s.Type {
	case "integer", "number":
		least, most := bundle.Range(key)
		s.Minimum, s.Maximum = number(least), number(most)
	case "string":
		if s.Enum == nil && s.Pattern == "" {
			s.MinLength, s.MaxLength = size(1), size(bundle.MaxStringBytes)
		}
	case "object": // the environment, where an empty value says something
		s.MaxProperties = size(bundle.MaxRows)
		s.PropertyNames = &jsonschema.Schema{Pattern: `[^ \t\r\n]`, MaxLength: size(bundle.MaxStringBytes)}
		s.AdditionalProperties = &jsonschema.Schema{Type: "string", MaxLength: size(bundle.MaxStringBytes)}
	case "array":
		s.MinItems, s.MaxItems = size(1), size(bundle.MaxRows)
		switch key {
		case "samples_s":
			s.MaxItems = size(bundle.MaxSamples)
		case "repeats":
			s.MinItems = size(2)
		case "contexts", "concurrencies", "prefill_contexts":
			s.UniqueItems = true
		case "histogram_s":
			s.Items = pair()
			return
		}
		limit(s.Items, key)
	}
}

// pair is a bucket: [upper bound in seconds, count].
func pair() *jsonschema.Schema {
	_, seconds := bundle.Range("_s")
	_, count := bundle.Range("count")
	return &jsonschema.Schema{Type: "array", MinItems: size(2), MaxItems: size(2), PrefixItems: []*jsonschema.Schema{
		{Type: "number", ExclusiveMinimum: "0", Maximum: number(seconds)},
		{Type: "integer", Minimum: "1", Maximum: number(count)},
	}}
}

func number(f float64) json.Number { return json.Number(strconv.FormatFloat(f, 'f', -1, 64)) }

func size(n uint64) *uint64 { return &n }
