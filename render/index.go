package render

import (
	"fmt"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// indexPage lists the results of a site.
type indexPage struct {
	base
	Results []indexRow
	LeftOut int
}

type indexRow struct {
	ID, Page, Model, Label string
	Hardware, Engine       string
	Date                   string
	Request, RequestAt     string
	Total, TotalAt         string
	Prefill, PrefillAt     string
	Picture                picture
}

func (s *Site) index() ([]byte, error) {
	p := indexPage{base: s.base("", "results", "index.html"), LeftOut: s.left}
	p.Title = "Results"
	p.Description = "Speed of LLM servers: prefill and sustained decode for every context length and number of simultaneous requests."
	for _, e := range s.entries {
		p.Results = append(p.Results, newIndexRow(e))
	}
	return s.theme.execute("index", p)
}

func newIndexRow(e *entry) indexRow {
	r := indexRow{ID: e.ID, Page: e.Page, Model: bundle.Printable(e.Model), Label: bundle.Printable(e.Label), Hardware: e.hardware, Date: e.Started.Date(), Picture: e.picture,
		Request: e.best.Request, RequestAt: e.best.RequestAt,
		Total: e.best.Total, TotalAt: e.best.TotalAt,
		Prefill: e.best.Prefill, PrefillAt: e.best.PrefillAt}
	var engine []string
	for _, part := range []string{strings.TrimSpace(e.Engine + " " + e.EngineVersion), e.Quantization} {
		if part != "" {
			engine = append(engine, bundle.Printable(part))
		}
	}
	r.Engine = strings.Join(engine, " · ")
	return r
}

// LeftOutText says how many bundles are not shown.
func (p indexPage) LeftOutText() string {
	if p.LeftOut == 1 {
		return "1 bundle could not be read and is left out."
	}
	return fmt.Sprintf("%d bundles could not be read and are left out.", p.LeftOut)
}
