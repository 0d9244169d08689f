// Package summary writes a bundle for reading outside a page: as text for a terminal and as Markdown
// for a pull request. Every figure and word of it is the page's, from package figures.
package summary

import (
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// content is what a summary says, before it is laid out as text or as Markdown.
type content struct {
	title     string
	subtitle  []string
	headlines []headline
	notices   []figures.Notice
	decode    *matrix
	legend    []figures.LegendEntry
	prefill   []prefillTable
	serving   *grid
	facts     []figures.FactGroup
	remarks   []remark
	launch    launch
}

// headline is one of the best figures, and where it stands.
type headline struct{ name, figure, at string }

type launch struct {
	command     string
	environment []string // NAME=value, sorted
}

func (l launch) empty() bool { return l.command == "" && len(l.environment) == 0 }

// grid is a table with heads.
type grid struct {
	heads []string
	rows  [][]string
}

// The longest that single texts of a bundle may be here, in characters; the bundle has them in full.
const (
	longestName     = 400
	longestSentence = 1000
	longestNotice   = 4000
)

func newContent(b *bundle.Bundle) *content {
	shown := b.ForDisplay()
	c := &content{
		title:   clip(oneLine(figures.Title(shown)), longestName),
		decode:  newMatrix(shown),
		legend:  newLegend(shown),
		prefill: newPrefill(shown),
		serving: newServing(shown),
		facts:   newFacts(shown),
		remarks: newRemarks(shown),
		launch:  newLaunch(shown.Launch),
	}
	for _, line := range []string{figures.EngineLine(shown), figures.GridLine(shown)} {
		if line != "" {
			c.subtitle = append(c.subtitle, clip(oneLine(line), longestName))
		}
	}
	c.headlines = newHeadlines(shown)
	for _, n := range figures.Notices(shown) {
		c.notices = append(c.notices, figures.Notice{Lead: n.Lead, Text: clip(strings.TrimSpace(n.Text), longestNotice)})
	}
	return c
}

func newHeadlines(b *bundle.Bundle) (list []headline) {
	request, total, prefill := figures.Headlines(b)
	for _, h := range []struct {
		name string
		of   figures.Headline
	}{{"Best per request", request}, {"Best total", total}, {"Best prefill", prefill}} {
		if h.of.OK {
			list = append(list, headline{h.name, h.of.Text, h.of.Place})
		}
	}
	return list
}

func newLegend(b *bundle.Bundle) []figures.LegendEntry {
	legend := figures.Legend(b)
	for i := range legend {
		legend[i].Meaning = clip(oneLine(legend[i].Meaning), longestSentence)
	}
	return legend
}

func newFacts(b *bundle.Bundle) []figures.FactGroup {
	groups := figures.Facts(b)
	for _, g := range groups {
		for i := range g.Facts {
			g.Facts[i].Value = clip(oneLine(g.Facts[i].Value), longestName)
		}
	}
	return groups
}

func newLaunch(l *bundle.Launch) (out launch) {
	if l == nil {
		return out
	}
	out.command = strings.Trim(l.Command, "\n")
	for _, name := range sortedKeys(l.Environment) {
		out.environment = append(out.environment, name+"="+l.Environment[name])
	}
	return out
}
