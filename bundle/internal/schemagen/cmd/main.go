// Command cmd writes bundle-1.schema.json. It runs in the folder of package bundle, by go generate.
package main

import (
	"fmt"
	"os"

	"github.com/speedmatrix/speedmatrix/bundle/internal/schemagen"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "schemagen:", err)
		os.Exit(1)
	}
}

func run() error {
	doc, err := os.ReadFile("../docs/format.md")
	if err != nil {
		return err
	}
	schema, err := schemagen.Generate(doc)
	if err != nil {
		return err
	}
	return os.WriteFile("bundle-1.schema.json", schema, 0o644)
}
