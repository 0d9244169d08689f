package figures

import (
	"slices"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// Fact is one line of what is known about a run. URL is set where the value is a link. Guessed
// marks what the bundle says was guessed. Path is the place in the bundle's JSON.
type Fact struct {
	Name, Value, URL string
	Guessed          bool
	Path             string
}

// FactGroup is the facts of one heading.
type FactGroup struct {
	Name  string
	Facts []Fact
}

// Facts are what is known about hardware, engine and run, in the order of the pages. Unknown
// facts, and groups without any, are left out.
func Facts(b *bundle.Bundle) []FactGroup {
	var groups []FactGroup
	for _, fill := range []func(*group, *bundle.Bundle){hardware, engine, run} {
		g := &group{guessed: b.Guessed}
		if fill(g, b); len(g.facts) > 0 {
			groups = append(groups, FactGroup{g.name, g.facts})
		}
	}
	return groups
}

// group collects facts under one heading.
type group struct {
	name    string
	guessed []string
	facts   []Fact
}

// add takes a fact that is known. It stands at path; where it is made from several values, from
// lists them.
func (g *group) add(name, text, path string, from ...string) {
	if text == "" || text == None {
		return
	}
	if len(from) == 0 {
		from = []string{path}
	}
	g.facts = append(g.facts, Fact{Name: name, Value: text, Guessed: slices.ContainsFunc(from, g.isGuessed), Path: path})
}

// link makes the last fact a link if it was added and there is an address.
func (g *group) link(path, url string) {
	if n := len(g.facts); n > 0 && g.facts[n-1].Path == path {
		g.facts[n-1].URL = url
	}
}

// isGuessed tells whether a path, or an object around it or value within it, is listed as guessed.
func (g *group) isGuessed(path string) bool {
	return slices.ContainsFunc(g.guessed, func(guess string) bool {
		return within(path, guess) || within(guess, path)
	})
}

func within(path, outer string) bool {
	rest, ok := strings.CutPrefix(path, outer)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

func optional[N int64 | float64](v *N, write func(N) string) string {
	if v == nil {
		return ""
	}
	return write(*v)
}

func yesNo(v bool) string {
	if v {
		return "Yes"
	}
	return "No"
}
