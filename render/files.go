package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/docs"
)

// Files are the names of everything on the site but files.json, with slashes, in a fixed order.
func (s *Site) Files() []string {
	var names []string
	for _, unit := range s.units() {
		names = append(names, unit...)
	}
	return names
}

// units are Files in groups that are best made one after the other: those of one bundle share its reading.
func (s *Site) units() (units [][]string) {
	for _, name := range []string{"index.json", dataName, "method.html", "404.html", "schema/bundle-1.json", ".nojekyll"} {
		units = append(units, []string{name})
	}
	for n := range s.listPages() {
		units = append(units, []string{listName(n + 1)})
	}
	if len(s.models("")) > manyModels {
		units = append(units, []string{modelsName})
	}
	for _, name := range fileNames(builtInStatic) {
		units = append(units, []string{"static/" + name})
	}
	for _, e := range s.entries {
		units = append(units, []string{e.Page, e.Bundle, e.CSV})
	}
	return units
}

// File renders one of Files.
func (s *Site) File(name string) ([]byte, error) {
	switch name {
	case "index.html":
		return s.index(1)
	case dataName:
		return s.data()
	case modelsName:
		return s.modelsPage()
	case "index.json":
		return s.indexJSON()
	case "method.html":
		return s.method()
	case "404.html":
		return s.missing()
	case "schema/bundle-1.json":
		return bundle.Schema, nil
	case ".nojekyll": // GitHub Pages: serve the files as they are
		return nil, nil
	}
	if asset, ok := strings.CutPrefix(name, "static/"); ok {
		return fs.ReadFile(s.theme.static, asset)
	}
	var number int
	if _, err := fmt.Sscanf(name, "list/%d.html", &number); err == nil && number > 1 && number <= s.listPages() && name == listName(number) {
		return s.index(number)
	}
	if rest, ok := strings.CutPrefix(name, "r/"); ok {
		id, file := path.Split(rest)
		if e := s.byID[strings.TrimSuffix(id, "/")]; e != nil {
			return s.resultFile(e, file)
		}
	}
	return nil, &fs.PathError{Op: "render", Path: name, Err: fs.ErrNotExist}
}

// content is a bundle in memory, with the text it was read from and its notes.
type content struct {
	b           *bundle.Bundle
	data, notes []byte
}

func (s *Site) resultFile(e *entry, file string) ([]byte, error) {
	c, err := s.recent.read(s.fsys, e)
	if err != nil {
		return nil, err
	}
	return s.renderResult(e, c, file)
}

// renderResult makes one of the three files of a bundle.
func (s *Site) renderResult(e *entry, c content, file string) ([]byte, error) {
	switch file {
	case "bundle.json":
		return c.data, nil
	case "cells.csv":
		var out bytes.Buffer
		if err := bundle.WriteCSV(&out, c.b); err != nil {
			return nil, err
		}
		return out.Bytes(), nil
	case "index.html":
		common := s.base("../../", "", e.Page)
		common.Scripts = resultScripts
		page, err := newResultPage(c.b, e.ID, c.notes, common)
		if err != nil {
			return nil, err
		}
		return s.theme.execute("result", page)
	}
	return nil, &fs.PathError{Op: "render", Path: e.ID + "/" + file, Err: fs.ErrNotExist}
}

// base is what the pages of this site share. Name is the page's own address in the site.
func (s *Site) base(root, here, name string) base {
	b := base{Site: s.settings.Title, Root: root, Here: here, Policy: sitePolicy, Version: s.options.Version,
		Links: s.settings.Links, Footer: s.settings.Footer, Accent: s.settings.Accent, AccentDark: s.settings.AccentDark}
	if s.settings.BaseURL != "" && name != "" {
		b.Canonical = s.settings.BaseURL + strings.TrimSuffix(name, "index.html")
	}
	return b
}

func (s *Site) indexJSON() ([]byte, error) {
	index := bundle.Index{SpeedmatrixIndex: bundle.IndexVersion, Results: []bundle.IndexEntry{}}
	for _, e := range s.entries {
		index.Results = append(index.Results, e.IndexEntry)
	}
	text, err := json.MarshalIndent(index, "", "  ")
	return append(text, '\n'), err
}

type docPage struct {
	base
	Body any
}

func (s *Site) method() ([]byte, error) {
	body, err := markdown(docs.Method, 1, true)
	if err != nil {
		return nil, err
	}
	p := docPage{base: s.base("", "method", "method.html"), Body: body}
	p.Title, p.Description = "Method", "What each number on the pages means, and how it is measured."
	return s.theme.execute("doc", p)
}

// missing is the one page that is shown at any address, so its links are absolute and its style is inside.
func (s *Site) missing() ([]byte, error) {
	p := docPage{base: s.base(s.options.Base, "", "")}
	p.Inline, p.Policy = s.theme.inline()
	p.Title, p.Description = "Not found", "There is no page at this address."
	return s.theme.execute("missing", p)
}

// Inputs names what a file is made from, with a hash of each: an unchanged set makes an unchanged file.
func (s *Site) Inputs(name string) map[string]string {
	inputs := map[string]string{"program": s.theme.hash, "settings": s.settings.hash()}
	switch {
	case name == "index.html", name == "index.json", name == dataName, strings.HasPrefix(name, "list/"):
		var all strings.Builder
		for _, e := range s.entries {
			fmt.Fprintln(&all, e.file, e.hash)
		}
		fmt.Fprintln(&all, s.left)
		inputs["results"] = hash([]byte(all.String()))
	default:
		if rest, ok := strings.CutPrefix(name, "r/"); ok {
			id, _, _ := strings.Cut(rest, "/")
			if e := s.byID[id]; e != nil {
				return s.resultInputs(e)
			}
		}
	}
	return inputs
}

func (s *Site) resultInputs(e *entry) map[string]string {
	inputs := map[string]string{"program": s.theme.hash, "settings": s.settings.hash(), e.file: e.hash}
	if e.notesHash != "" {
		inputs[e.notes] = e.notesHash
	}
	return inputs
}
