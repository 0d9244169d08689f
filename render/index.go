package render

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// pageSize is the number of results on one page of the list: what a phone lays out at once.
const pageSize = 100

// indexPage is one page of the list of results.
type indexPage struct {
	base
	Results  []indexRow
	Total    int
	Number   int // of this page, from 1
	Pages    []pageLink
	Facets   []facet
	Models   []modelLink
	ModelsAt string // the page of the models, where they are many
	Broken   []string
	LeftOut  int
	DataFile string
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

type pageLink struct {
	Number  int
	Address string
	Here    bool
}

// modelLink leads to the newest result of a model.
type modelLink struct {
	Model, Address string
	Count          int
}

// facet is a way to narrow the list, with the number of results for each of its values.
type facet struct {
	Key, Name string
	Values    []facetValue
}

// few is the number of values that a facet shows before it is asked for all.
const few = 8

// First are the values that a page shows at once, More the number of all if there are others.
func (f facet) First() []facetValue { return f.Values[:min(few, len(f.Values))] }
func (f facet) More() string {
	if len(f.Values) <= few {
		return ""
	}
	return figures.Count(int64(len(f.Values)))
}

type facetValue struct {
	Value string
	Count int
}

// listName is the address of a page of the list.
func listName(number int) string {
	if number == 1 {
		return "index.html"
	}
	return fmt.Sprintf("list/%d.html", number)
}

func (s *Site) listPages() int { return max(1, (len(s.entries)+pageSize-1)/pageSize) }

func (s *Site) index(number int) ([]byte, error) {
	root := ""
	if number > 1 {
		root = "../"
	}
	p := indexPage{base: s.base(root, "results", listName(number)), Total: len(s.entries), Number: number, LeftOut: s.left, DataFile: root + dataName}
	p.Title = "Results"
	if number > 1 {
		p.Title = fmt.Sprintf("Results, page %d", number)
	}
	p.Description = s.settings.Description
	if p.Description == "" {
		p.Description = "Speed of LLM servers: prefill and sustained decode for every context length and number of simultaneous requests."
	}
	p.Scripts = []string{"index.js"}
	if s.options.ListProblems {
		for _, problem := range s.problems {
			p.Broken = append(p.Broken, problem.String())
		}
	}
	from := min((number-1)*pageSize, len(s.entries))
	for _, e := range s.entries[from:min(from+pageSize, len(s.entries))] {
		p.Results = append(p.Results, newIndexRow(e, root))
	}
	if last := s.listPages(); last > 1 {
		for n := 1; n <= last; n++ {
			p.Pages = append(p.Pages, pageLink{n, root + listName(n), n == number})
		}
	}
	p.Facets = s.facets()
	if p.Models = s.models(root); len(p.Models) > manyModels {
		p.Models, p.ModelsAt = nil, root+modelsName
	}
	return s.theme.execute("index", p)
}

// manyModels is from where on the jump list is a page of its own.
const (
	manyModels = 200
	modelsName = "list/models.html"
)

func (s *Site) modelsPage() ([]byte, error) {
	p := indexPage{base: s.base("../", "results", modelsName), Models: s.models("../")}
	p.Title, p.Description = "Models", "Each model leads to its newest result in the list."
	return s.theme.execute("models", p)
}

func newIndexRow(e *entry, root string) indexRow {
	return indexRow{ID: e.ID, Page: root + e.Page, Model: bundle.Printable(e.Model), Label: bundle.Printable(e.Label), Hardware: e.Shown,
		Engine: e.engineLine(), Date: e.Started.Date(), Picture: e.picture(),
		Request: e.Best.Request, RequestAt: e.Best.RequestAt,
		Total: e.Best.Total, TotalAt: e.Best.TotalAt,
		Prefill: e.Best.Prefill, PrefillAt: e.Best.PrefillAt}
}

func (e *entry) engineLine() string {
	line := strings.TrimSpace(e.Engine + " " + e.EngineVersion)
	if e.Quantization != "" {
		if line != "" {
			line += " · "
		}
		line += e.Quantization
	}
	return bundle.Printable(line)
}

// Count is the number of results in words.
func (p indexPage) Count() string {
	if p.Total == 1 {
		return "1 result"
	}
	return figures.Count(int64(p.Total)) + " results"
}

// LeftOutText says how many bundles are not shown.
func (p indexPage) LeftOutText() string {
	if p.LeftOut == 1 {
		return "1 bundle could not be read and is left out."
	}
	return fmt.Sprintf("%d bundles could not be read and are left out.", p.LeftOut)
}

// facetKinds are the facets in the order in which they are shown.
var facetKinds = []struct {
	key, name string
	of        func(e *entry) string
}{
	{"model", "Model", func(e *entry) string { return bundle.Printable(e.Model) }},
	{"gpu", "GPU", func(e *entry) string { return bundle.Printable(e.GPU) }},
	{"count", "GPU count", func(e *entry) string {
		if e.GPUCount == 0 {
			return ""
		}
		return figures.Count(e.GPUCount)
	}},
	{"engine", "Engine", func(e *entry) string { return bundle.Printable(e.Engine) }},
	{"quantization", "Quantization", func(e *entry) string { return bundle.Printable(e.Quantization) }},
}

// facets counts values, the most frequent first. One value alone narrows nothing.
func (s *Site) facets() (list []facet) {
	for _, kind := range facetKinds {
		counts := map[string]int{}
		for _, e := range s.entries {
			if v := kind.of(e); v != "" {
				counts[v]++
			}
		}
		f := facet{Key: kind.key, Name: kind.name}
		for v, n := range counts {
			f.Values = append(f.Values, facetValue{v, n})
		}
		slices.SortFunc(f.Values, func(a, b facetValue) int {
			if a.Count != b.Count && kind.key != "count" {
				return b.Count - a.Count
			}
			if len(a.Value) != len(b.Value) && kind.key == "count" { // 2 before 16
				return len(a.Value) - len(b.Value)
			}
			return strings.Compare(strings.ToLower(a.Value)+a.Value, strings.ToLower(b.Value)+b.Value)
		})
		list = append(list, f)
	}
	return list
}

// models lists each model once, by name.
func (s *Site) models(root string) (list []modelLink) {
	at := map[string]int{}
	for i, e := range s.entries {
		model := bundle.Printable(e.Model)
		if j, ok := at[model]; ok {
			list[j].Count++
			continue
		}
		at[model] = len(list)
		list = append(list, modelLink{model, root + listName(1+i/pageSize) + "#" + e.ID, 1})
	}
	slices.SortFunc(list, func(a, b modelLink) int {
		return strings.Compare(strings.ToLower(a.Model)+a.Model, strings.ToLower(b.Model)+b.Model)
	})
	return list
}

// dataName is the list for the script of the list. It is a script itself: a page from disk may load
// one, but not fetch a file.
const dataName = "results.js"

// listEntry is a result for the script: texts to show, values to sort by.
type listEntry struct {
	ID       string      `json:"id"`
	Model    string      `json:"model"`
	Label    string      `json:"label,omitempty"`
	Hardware string      `json:"hardware,omitempty"`
	Line     string      `json:"line,omitempty"`
	Date     string      `json:"date,omitempty"`
	GPU      string      `json:"gpu,omitempty"`
	Count    string      `json:"count,omitempty"`
	Engine   string      `json:"engine,omitempty"`
	Quant    string      `json:"quantization,omitempty"`
	Request  *[2]string  `json:"request,omitempty"` // the figure, and where it stands
	Total    *[2]string  `json:"total,omitempty"`
	Prefill  *[2]string  `json:"prefill,omitempty"`
	Values   [3]*float64 `json:"values"` // of these three, to sort by
	Group    int         `json:"group"`  // equal for runs of one configuration
	Matrix   string      `json:"matrix,omitempty"`
}

func (s *Site) data() ([]byte, error) {
	groups := map[bundle.Identity]int{}
	list := []listEntry{}
	for _, e := range s.entries {
		if _, ok := groups[e.Identity]; !ok {
			groups[e.Identity] = len(groups)
		}
		figure := func(text, at string) *[2]string {
			if text == "" {
				return nil
			}
			return &[2]string{text, at}
		}
		of := func(i int) string { return facetKinds[i].of(e) }
		list = append(list, listEntry{ID: e.ID, Model: of(0), Label: bundle.Printable(e.Label), Hardware: e.Shown, Line: e.engineLine(), Date: e.Started.Date(),
			GPU: of(1), Count: of(2), Engine: of(3), Quant: of(4),
			Request: figure(e.Best.Request, e.Best.RequestAt), Total: figure(e.Best.Total, e.Best.TotalAt), Prefill: figure(e.Best.Prefill, e.Best.PrefillAt),
			Values: [3]*float64{e.BestRequestTokPerS, e.BestTotalTokPerS, e.BestPrefillTokPerS},
			Group:  groups[e.Identity], Matrix: e.Steps})
	}
	text, err := json.Marshal(list) // escapes <, > and &
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "window.speedmatrixResults = %s;\n", text), nil
}
