package bundle

import _ "embed"

//go:generate go run ./internal/schemagen/cmd

// Schema is the JSON Schema (draft 2020-12) of a bundle. It knows types, words, ranges and required keys;
// what the parts of a bundle say of each other only Validate can check.
//
//go:embed bundle-1.schema.json
var Schema []byte
