package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/render"
)

const validateUsage = `List every problem of bundles, with its place.

Usage:

  speedmatrix validate FILE... [--format text|json|github]

FILE is a bundle, a folder (then every *.json in and below it, as "build" would
read it), or - for standard input. The file name is a part of the result's
address, so it is checked too. site.json holds settings and is passed over.

  --format text     a line for each problem (default)
  --format json     an array of problems
  --format github   annotations for a workflow of GitHub Actions

Problems go to standard output. The exit code is 1 if one of them is an error;
warnings alone leave it 0.

Examples:

  speedmatrix validate results
  speedmatrix validate results/*.json --format github
`

func runValidate(ctx context.Context, args []string, std streams) error {
	flags := newFlags("validate")
	format := flags.String("format", "text", "")
	if err := parse(flags, args, 1, -1, "a file"); err != nil {
		return err
	}
	if err := oneOf("format", *format, "text", "json", "github"); err != nil {
		return err
	}
	problems, files := []bundle.Problem{}, 0
	stdinUsed := false
	for _, name := range flags.Args() {
		if name == "-" {
			if stdinUsed {
				return misuse{"- is standard input and can be read only once", ""}
			}
			stdinUsed = true
		}
		found, n, err := check(ctx, name, std)
		if err != nil {
			return err
		}
		problems, files = append(problems, found...), files+n
	}
	if err := writeProblems(std.out, *format, problems); err != nil {
		return err
	}
	errs := 0
	for _, p := range problems {
		if p.Severity == bundle.Error {
			errs++
		}
	}
	fmt.Fprintf(std.err, "%s, %s, %s\n", counted(files, "file", "files"), counted(errs, "error", "errors"),
		counted(len(problems)-errs, "warning", "warnings"))
	if errs > 0 {
		return errFound
	}
	return nil
}

// check finds the problems of one argument, and how many files it stands for.
func check(ctx context.Context, name string, std streams) ([]bundle.Problem, int, error) {
	if name == "-" {
		data, err := bundle.ReadAll(std.in)
		if err != nil {
			return nil, 0, err
		}
		_, problems := bundle.Decode(stdinName, data)
		return problems, 1, nil
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return checkFolder(ctx, name)
	}
	if filepath.Base(name) == "site.json" {
		fmt.Fprintln(std.err, bundle.Printable(name)+": settings of a site, not a bundle: passed over")
		return nil, 0, nil
	}
	return checkFile(name), 1, nil
}

func checkFile(name string) (problems []bundle.Problem) {
	shown := filepath.ToSlash(name)
	problem := func(err error) {
		problems = append(problems, bundle.Problem{File: shown, Severity: bundle.Error, Text: bundle.Printable(err.Error())})
	}
	base := path.Base(shown)
	if id, ok := strings.CutSuffix(base, ".json"); !ok {
		problem(errors.New("the name must end in .json, in lower case"))
	} else if err := bundle.CheckID(id); err != nil {
		problem(err)
	}
	data, err := readFile(name)
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		if len(problems) == 0 { // a name that no system takes is told already
			problem(err)
		}
		return problems
	}
	_, found := bundle.Decode(shown, data)
	return append(problems, found...)
}

// checkFolder reads a folder as build does, so that both find the same.
func checkFolder(ctx context.Context, dir string) ([]bundle.Problem, int, error) {
	site, err := render.Load(ctx, os.DirFS(dir), render.Options{})
	switch {
	case errors.Is(err, render.ErrNoBundles):
		return []bundle.Problem{{File: filepath.ToSlash(dir), Severity: bundle.Error, Text: err.Error()}}, 0, nil
	case err != nil:
		return nil, 0, err
	}
	return located(dir, site.Problems()), site.Results() + site.LeftOut(), nil
}

// located gives problems of a folder real paths.
func located(dir string, problems []bundle.Problem) []bundle.Problem {
	problems = slices.Clone(problems)
	for i := range problems {
		problems[i].File = path.Join(filepath.ToSlash(dir), problems[i].File)
	}
	return problems
}

func writeProblems(w io.Writer, format string, problems []bundle.Problem) error {
	var out strings.Builder
	switch format {
	case "json":
		enc := json.NewEncoder(&out)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(problems); err != nil {
			return err
		}
	case "github":
		for _, p := range problems {
			out.WriteString(annotation(p) + "\n")
		}
	default:
		for _, p := range problems {
			out.WriteString(p.String() + "\n")
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

var (
	annotationText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	annotationProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// annotation is a workflow command of GitHub Actions.
func annotation(p bundle.Problem) string {
	level := "error"
	if p.Severity == bundle.WarningLevel {
		level = "warning"
	}
	properties := "file=" + annotationProperty.Replace(bundle.Printable(p.File))
	if p.Line > 0 {
		properties += fmt.Sprintf(",line=%d", p.Line)
	}
	if p.Path != "" {
		properties += ",title=" + annotationProperty.Replace(p.Path)
	}
	return "::" + level + " " + properties + "::" + annotationText.Replace(p.Text)
}
