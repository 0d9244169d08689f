package summary

import (
	"strconv"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// remark is why some rows have no figures, or a warning about them. Rows of which the same is to be
// said are together.
type remark struct {
	places []string
	lead   string // "Not run", "Warning"
	text   string
}

// mostPlaces is how many rows a remark names.
const mostPlaces = 6

// where names the rows of a remark.
func (r remark) where() string { return listed(r.places, mostPlaces) }

// newRemarks lists prefill, decode and serving, each in the order of the page. A status that has
// nothing but its cause is left to the legend.
func newRemarks(b *bundle.Bundle) []remark {
	var list remarks
	cold, deep := figures.Prefill(b)
	for _, r := range append(cold, deep...) {
		list.add("Prefill "+figures.PrefillName(r), r.Status, r.Cause, r.Reason, r.Warnings)
	}
	_, matrix := figures.Matrix(b)
	for _, row := range matrix {
		for _, c := range row {
			if r := c.Row; r != nil {
				list.add(figures.CellName(c.Context, c.Concurrency), r.Status, r.Cause, r.Reason, r.Warnings)
			}
		}
	}
	for i, r := range b.Serving {
		list.add("Serving run "+strconv.Itoa(i+1), r.Status, r.Cause, r.Reason, r.Warnings)
	}
	return list.all
}

type remarks struct {
	all []remark
	at  map[[2]string]int
}

func (l *remarks) add(place string, s bundle.Status, cause bundle.Cause, reason string, warnings []bundle.Warning) {
	if reason != "" {
		lead := figures.Status(s)
		if cause != "" {
			lead += " (" + figures.Cause(cause) + ")"
		}
		l.put(place, lead, reason)
	}
	for _, w := range warnings {
		text := w.Text
		if text == "" {
			text = strings.ReplaceAll(w.Code, "_", " ")
		}
		l.put(place, "Warning", text)
	}
}

func (l *remarks) put(place, lead, text string) {
	lead, text = clip(oneLine(lead), longestName), clip(oneLine(text), longestSentence)
	key := [2]string{lead, text}
	if i, ok := l.at[key]; ok {
		if places := l.all[i].places; places[len(places)-1] != place {
			l.all[i].places = append(places, place)
		}
		return
	}
	if l.at == nil {
		l.at = map[[2]string]int{}
	}
	l.at[key] = len(l.all)
	l.all = append(l.all, remark{[]string{place}, lead, text})
}
