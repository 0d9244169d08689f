package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/summary"
)

const summaryUsage = `Show a bundle as text, Markdown, CSV or JSON.

Usage:

  speedmatrix summary BUNDLE [--format text|markdown|csv|json]

BUNDLE is a file, or - for standard input.

  --format text       for a terminal, as wide as it is (default)
  --format markdown   for a comment on GitHub, cut to the 65,536 characters that it takes
  --format csv        a line for each row, the figures as measured
  --format json       the bundle itself, in canonical form

Examples:

  speedmatrix summary results/kimi-k2.6-nvfp4.json
  speedmatrix summary results/kimi-k2.6-nvfp4.json --format markdown >> "$GITHUB_STEP_SUMMARY"
`

func runSummary(_ context.Context, args []string, std streams) error {
	flags := newFlags("summary")
	format := flags.String("format", "text", "")
	if err := parse(flags, args, 1, 1, "one bundle"); err != nil {
		return err
	}
	if err := oneOf("format", *format, "text", "markdown", "csv", "json"); err != nil {
		return err
	}
	in, err := readInput(flags.Arg(0), std.in)
	if err != nil {
		return err
	}
	in.warn(std.err)
	switch *format {
	case "markdown":
		return summary.Markdown(std.out, in.bundle, summary.CommentLimit)
	case "csv":
		return bundle.WriteCSV(std.out, in.bundle)
	case "json":
		return canonical(in, std)
	}
	return summary.Text(std.out, in.bundle, terminalWidth(std.out))
}

// canonical writes the bundle anew, unless that would lose a part of it.
func canonical(in input, std streams) error {
	for _, p := range in.warnings {
		if strings.HasPrefix(p.Text, "unknown key") {
			return fmt.Errorf("%s: writing the bundle anew would lose a key that is not known: %s", in.name, p.Path)
		}
	}
	data, err := bundle.Encode(in.bundle)
	if err != nil {
		return err
	}
	_, err = std.out.Write(data)
	return err
}
