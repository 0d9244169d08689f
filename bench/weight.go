package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/render"
)

// listSizes are the numbers of results whose list is looked at.
func (b *bench) listSizes() []int {
	if b.quick {
		return []int{2, 1000}
	}
	return []int{2, 1000, 10000}
}

// weights tells the sizes of what a reader loads.
func (b *bench) weights() error {
	b.report.section("Weight, plain and in gzip")
	row := func(what string, data []byte) { b.report.row(what, weight(data)) }
	for _, n := range b.listSizes() {
		b.say("weight of %d", n)
		s, err := b.load(n)
		if err != nil {
			return err
		}
		for _, name := range []string{"index.html", "results.js"} {
			f, err := s.file(name)
			if err != nil {
				return err
			}
			row(fmt.Sprintf("`%s`, %s results", name, count(n)), f.plain)
		}
		if n != 2 {
			continue
		}
		f, err := s.file("r/" + strings.TrimSuffix(filepath.Base(example), ".json") + "/index.html")
		if err != nil {
			return err
		}
		row("page of the larger example", f.plain)
		for _, name := range []string{"site.css", "index.js", "page.js", "charts.js", "echarts.min.js"} {
			f, err := s.file("static/" + name)
			if err != nil {
				return err
			}
			row("`"+name+"`", f.plain)
		}
	}
	run, _ := bundle.Decode(example, b.example)
	notes, err := os.ReadFile(strings.TrimSuffix(filepath.FromSlash(example), ".json") + ".md")
	if err != nil {
		return err
	}
	page, err := render.Page(run, b.example, notes, render.PageOptions{ID: "example", Version: version})
	if err != nil {
		return err
	}
	row("the larger example as one file", page)
	return nil
}

func weight(data []byte) string {
	return fmt.Sprintf("%s, %s", kilobytes(len(data)), kilobytes(len(packed(data))))
}

func kilobytes(n int) string {
	if n < 10_000 {
		return fmt.Sprintf("%.1f kB", float64(n)/1000)
	}
	return count((n+500)/1000) + " kB"
}
