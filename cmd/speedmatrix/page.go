package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/render"
)

const pageUsage = `Make one HTML file of one bundle, with everything inside: it opens from disk,
asks nothing of any host, and can be attached to a pull request.

Usage:

  speedmatrix page BUNDLE [-o FILE.html]

BUNDLE is a file, or - for standard input. Notes in ID.md beside ID.json are
shown too.

  -o, --output FILE   where to write; - is standard output. Default: ID.html in
                      the current folder, page.html for standard input

The page names itself by the id of the bundle, which is its file name; one from
standard input by the name of the output.

Examples:

  speedmatrix page results/kimi-k2.6-nvfp4.json
  speedmatrix page - -o report.html < results/kimi-k2.6-nvfp4.json
`

const (
	largestAttachment = 25 << 20 // what GitHub takes as a file in a comment
	mostNotes         = 1 << 20  // as on a site
)

func runPage(_ context.Context, args []string, std streams) error {
	flags := newFlags("page")
	output := flags.StringP("output", "o", "", "")
	if err := parse(flags, args, 1, 1, "one bundle"); err != nil {
		return err
	}
	in, err := readInput(flags.Arg(0), std.in)
	if err != nil {
		return err
	}
	id, target, err := pageNames(in, *output)
	if err != nil {
		return err
	}
	notes, err := readNotes(in)
	if err != nil {
		return err
	}
	if err := checkTarget(target, in.name); err != nil {
		return err
	}
	in.warn(std.err)
	page, err := render.Page(in.bundle, in.data, notes, render.PageOptions{ID: id, Version: version()})
	if err != nil {
		return err
	}
	if target == "-" {
		_, err = std.out.Write(page)
		return err
	}
	if err := writeFile(target, page); err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	fmt.Fprintf(std.err, "%s: %s\n", bundle.Printable(target), sizeText(int64(len(page))))
	if len(page) > largestAttachment {
		fmt.Fprintf(std.err, "warning: GitHub takes attachments up to %s\n", sizeText(largestAttachment))
	}
	return nil
}

// pageNames are the id that a page goes by, and where it is written.
func pageNames(in input, output string) (id, target string, err error) {
	if in.name != stdinName {
		if id, err = in.id(); err != nil {
			return "", "", hinted{err, "rename it, or give it on standard input: speedmatrix page - -o FILE.html"}
		}
	} else {
		id = strings.TrimSuffix(filepath.Base(output), filepath.Ext(output))
		if bundle.CheckID(id) != nil {
			id = "page"
		}
	}
	if output == "" {
		output = id + ".html"
	}
	return id, output, nil
}

// readNotes reads ID.md beside a bundle, nil if there is none.
func readNotes(in input) ([]byte, error) {
	if in.name == stdinName {
		return nil, nil
	}
	name := strings.TrimSuffix(in.name, ".json") + ".md"
	notes, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read notes: %w", err)
	case len(notes) > mostNotes:
		return nil, fmt.Errorf("%s: larger than %s", name, sizeText(mostNotes))
	case !utf8.Valid(notes) || strings.ContainsRune(string(notes), 0):
		return nil, fmt.Errorf("%s: not UTF-8 text", name)
	}
	return notes, nil
}

// checkTarget refuses to write over a folder, or over the bundle itself.
func checkTarget(target, from string) error {
	there, err := os.Stat(target)
	if target == "-" || err != nil {
		return nil
	}
	if there.IsDir() {
		return hinted{fmt.Errorf("%s is a folder", target), "-o names the file: -o " + filepath.Join(target, "ID.html")}
	}
	if source, err := os.Stat(from); err == nil && os.SameFile(there, source) {
		return fmt.Errorf("%s is the bundle itself: nothing was written", target)
	}
	return nil
}
