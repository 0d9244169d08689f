package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// stdinName stands for standard input in messages.
const stdinName = "stdin"

// input is a bundle that a command has read.
type input struct {
	name     string // path, or stdinName
	data     []byte
	bundle   *bundle.Bundle
	warnings []bundle.Problem
}

// readInput reads a bundle from a path, or from standard input for "-". A bundle with errors is none.
func readInput(path string, stdin io.Reader) (in input, err error) {
	in.name = path
	if path == "-" {
		in.name = stdinName
		in.data, err = bundle.ReadAll(stdin)
	} else {
		in.data, err = readFile(path)
	}
	if err != nil {
		return in, readError(path, err)
	}
	var problems []bundle.Problem
	in.bundle, problems = bundle.Decode(filepath.ToSlash(in.name), in.data)
	if in.bundle == nil {
		return in, unusable(path, problems)
	}
	in.warnings = problems
	return in, nil
}

var errFolder = errors.New("is a folder")

// readFile reads a bundle's file, but no more than a bundle may have.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errFolder}
	}
	return bundle.ReadAll(f)
}

// readError adds what may help to an error of readFile.
func readError(path string, err error) error {
	switch {
	case errors.Is(err, errFolder):
		return hinted{fmt.Errorf("%s is a folder", path), "name one bundle in it, such as " + filepath.Join(path, "ID.json")}
	case errors.Is(err, fs.ErrNotExist):
		for _, other := range []string{path + ".json", filepath.Join("results", path), filepath.Join("results", path+".json")} {
			if info, statErr := os.Stat(other); statErr == nil && info.Mode().IsRegular() {
				return hinted{err, "did you mean " + other + "?"}
			}
		}
	}
	return err
}

// unusable is the error for a bundle with errors: the first, and how to see the others.
func unusable(path string, problems []bundle.Problem) error {
	var first *bundle.Problem
	more := -1
	for i, p := range problems {
		if p.Severity == bundle.Error {
			if more++; first == nil {
				first = &problems[i]
			}
		}
	}
	switch {
	case first == nil:
		return errors.New(path + ": not a bundle")
	case more == 0:
		return errors.New(first.String())
	}
	return hinted{fmt.Errorf("%s, and %s more", first, counted(more, "error", "errors")), "speedmatrix validate " + path + " lists all of them"}
}

// mostWarnings is how many warnings a command shows that was not asked for them.
const mostWarnings = 5

// warn shows the warnings of a bundle that is used nevertheless.
func (in input) warn(w io.Writer) {
	for i, p := range in.warnings {
		if i == mostWarnings {
			fmt.Fprintf(w, "%s: %s more\n", bundle.Printable(in.name), counted(len(in.warnings)-i, "warning", "warnings"))
			return
		}
		fmt.Fprintln(w, p)
	}
}

// id is the file name without .json, which must be one that a bundle can have.
func (in input) id() (string, error) {
	base := filepath.Base(in.name)
	id, ok := strings.CutSuffix(base, ".json")
	if !ok {
		return "", fmt.Errorf("%s: the name must end in .json", in.name)
	}
	if err := bundle.CheckID(id); err != nil {
		return "", fmt.Errorf("%s: %w", in.name, err)
	}
	return id, nil
}

// counted is a number with its noun.
func counted(n int, singular, plural string) string {
	if n == 1 {
		return "1 " + singular
	}
	return fmt.Sprintf("%d %s", n, plural)
}
