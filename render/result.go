package render

import (
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// resultPage is one bundle as a page, on a site or alone.
type resultPage struct {
	base
	ID                     string
	Model, Hardware, Label string
	Engine, Grid           string
	Best                   best
	Notices                []figures.Notice
	Facts                  []figures.FactGroup
	Launch                 *launch
	Notes                  template.HTML
	Prefill, Deep          *prefillFigure
	PrefillNote            string
	Decode                 *decodeFigure
	Heat                   *chart
	Plots                  []*chart
	Serving                *servingFigure
	ServingBars            *chart
	ServingLatency         *chart
	PrefillBars, DeepBars  *chart
	All                    *measurements
	Details                []detailRow
	Legend                 []figures.LegendEntry
	Repeat                 []launchPart
	Terms                  []pair
}

// best is the three headlines in words; one that is unknown is empty.
type best struct{ Request, RequestAt, Total, TotalAt, Prefill, PrefillAt string }

// launch is the command that started the server, cut where a line may break.
type launch struct {
	Parts       []launchPart
	Environment []pair
}

// launchPart is a flag with its value, and the white space after it: together they are the exact text.
type launchPart struct{ Flag, Value, Space string }

func newResultPage(b *bundle.Bundle, id string, notes []byte, common base) (*resultPage, error) {
	shown := b.ForDisplay()
	p := &resultPage{base: common, ID: id}
	p.Model, p.Hardware, p.Label = figures.TitleParts(shown)
	p.Engine, p.Grid = figures.EngineLine(shown), figures.GridLine(shown)
	p.Title = figures.Title(shown)
	p.Best = newBest(shown)
	p.Description = p.Best.sentence(p.Engine)
	p.Notices = figures.Notices(shown)
	p.Facts = figures.Facts(shown)
	p.Launch = newLaunch(shown.Launch)
	if len(notes) > 0 {
		html, err := markdown(notes, 3, false)
		if err != nil {
			return nil, err
		}
		p.Notes = html
	}
	cold, deep := figures.Prefill(shown)
	p.Prefill = newPrefillFigure("prefill-figure", "Prefill: prompt tok/s and TTFT by context length", cold)
	p.Deep = newPrefillFigure("deep-figure", "Prefill with tokens already in the cache: prompt tok/s and TTFT", deep)
	p.PrefillBars, p.DeepBars = barsOf(p.Prefill, "prefill"), barsOf(p.Deep, "prefill-deep")
	p.PrefillNote = figures.PrefillNote(prefillMode(shown))
	if p.Decode = newDecodeFigure(shown); p.Decode != nil {
		p.Heat = heatMap(p.Decode)
	}
	p.Plots = plots(shown)
	if p.Serving = newServingFigure(shown); p.Serving != nil {
		p.ServingBars = barChart("serving", "Output tok/s of each run. The same figures are in the table.", p.Serving.Bars)
		p.ServingLatency = servingChart(shown)
	}
	p.All = newMeasurements(shown)
	p.Details = details(shown)
	p.Legend = figures.Legend(shown)
	p.Repeat = repeatCommand(shown)
	p.Terms = terms(shown, p)
	return p, nil
}

func barsOf(f *prefillFigure, name string) *chart {
	if f == nil {
		return nil
	}
	return barChart(name, f.Caption+". The figures stand beside the bars.", f.Rows)
}

func newBest(b *bundle.Bundle) (h best) {
	request, total, prefill := figures.Headlines(b)
	h.Request, h.RequestAt = request.Text, request.Place
	h.Total, h.TotalAt = total.Text, total.Place
	h.Prefill, h.PrefillAt = prefill.Text, prefill.Place
	return h
}

// sentence is what a search engine or a link preview shows.
func (h best) sentence(engine string) string {
	var parts []string
	if engine != "" {
		parts = append(parts, engine+".")
	}
	if h.Total != "" {
		parts = append(parts, "Best total decode "+h.Total+" tok/s at "+h.TotalAt+".")
	}
	if h.Request != "" {
		parts = append(parts, "Best per request "+h.Request+" tok/s at "+h.RequestAt+".")
	}
	if h.Prefill != "" {
		parts = append(parts, "Best prefill "+h.Prefill+" tok/s at "+h.PrefillAt+".")
	}
	if parts == nil {
		return "Speed of an LLM server: prefill and sustained decode."
	}
	return strings.Join(parts, " ")
}

var commandWords = regexp.MustCompile(`\S+\s*`)

// newLaunch groups a flag with its values, so that lines break between flags.
func newLaunch(l *bundle.Launch) *launch {
	if l == nil {
		return nil
	}
	v := &launch{Parts: commandParts(l.Command)}
	for name, value := range l.Environment {
		v.Environment = append(v.Environment, pair{name, value})
	}
	slices.SortFunc(v.Environment, func(a, b pair) int { return strings.Compare(a.Name, b.Name) })
	if len(v.Parts) == 0 && len(v.Environment) == 0 {
		return nil
	}
	return v
}

func commandParts(command string) (parts []launchPart) {
	lead := command[:len(command)-len(strings.TrimLeft(command, " \t\n"))]
	if lead != "" {
		parts = append(parts, launchPart{Space: lead})
	}
	for _, match := range commandWords.FindAllString(command, -1) {
		word := strings.TrimRight(match, " \t\n\r\v\f")
		space := match[len(word):]
		last := len(parts) - 1
		if last >= 0 && parts[last].Flag != "" && !strings.HasPrefix(word, "-") && !strings.Contains(parts[last].Space, "\n") {
			parts[last].Value += parts[last].Space + word
			parts[last].Space = space
			continue
		}
		parts = append(parts, launchPart{Flag: word, Space: space})
	}
	return parts
}

// repeatCommand measures again with the settings of a bundle that this program measured.
func repeatCommand(b *bundle.Bundle) []launchPart {
	if b.Origin != bundle.Measured || b.Tool.Name != "speedmatrix" || b.Method == nil {
		return nil
	}
	words := []string{"speedmatrix", "measure", "--url", "http://127.0.0.1:8000"}
	add := func(flag, value string) {
		if value != "" {
			words = append(words, flag, value)
		}
	}
	list := func(values []int64, text func(int64) string) string {
		var texts []string
		for _, v := range values {
			texts = append(texts, text(v))
		}
		return strings.Join(texts, ",")
	}
	m := b.Method
	if simpleWord.MatchString(b.Model.ServedName) {
		add("--model", b.Model.ServedName)
	}
	add("--contexts", list(m.Contexts, figures.ContextSlug))
	add("--concurrency", list(m.Concurrencies, figures.Plain))
	if m.DurationS != nil {
		add("--duration", strings.ReplaceAll(figures.Seconds(*m.DurationS), " ", ""))
	}
	if m.MaxOutputTokens != nil {
		add("--max-output", figures.Plain(*m.MaxOutputTokens))
	}
	if m.Repeats != nil && *m.Repeats > 1 {
		add("--repeat", figures.Plain(*m.Repeats))
	}
	add("--prompts", string(m.Prompts))
	return commandParts(strings.Join(words, " "))
}

// simpleWord needs no quotes in a shell.
var simpleWord = regexp.MustCompile(`^[A-Za-z0-9_./:@+][A-Za-z0-9_./:@+-]*$`)

// terms is the glossary: only what this page uses.
func terms(b *bundle.Bundle, p *resultPage) (list []pair) {
	if p.Prefill != nil || p.Deep != nil {
		list = append(list, pair{"Prefill", "Reading the prompt, before the first token of the answer. Its rate is prompt tokens divided by the time until that token."})
	}
	if p.Decode != nil {
		list = append(list, pair{"Sustained decode", "Writing the answers while a fixed number of requests is kept running, at a given length of context."})
	}
	list = append(list, pair{"TTFT", "Time to first token: from sending a request to the first token of its answer."})
	if p.Decode != nil {
		list = append(list, pair{"Time between tokens", "From the first to the last token of an answer, divided by the tokens after the first."})
		list = append(list, pair{"Total and per request", totalBesideRequest(b)})
	}
	for _, l := range p.Legend {
		if l.Status == bundle.Queued {
			list = append(list, pair{"Requests queued", "Some requests waited for their turn, so fewer than the column says were running at once."})
		}
	}
	return list
}

// totalBesideRequest explains, with figures of this page where it has such a cell, why one request's
// rate can be higher than the total at one request.
func totalBesideRequest(b *bundle.Bundle) string {
	why := "The total is every token of the window divided by its length, waiting for first tokens included; per request counts only from the first token of an answer to its last."
	_, matrix := figures.Matrix(b)
	for _, row := range matrix {
		for _, c := range row {
			if c.Status == bundle.Valid && c.Concurrency == 1 && c.Row.RequestTokPerS != nil && *c.Row.RequestTokPerS > *c.Row.OutputTokPerS {
				total, request := figures.Rate(*c.Row.OutputTokPerS), figures.Rate(*c.Row.RequestTokPerS)
				if total != request {
					return why + " So " + request + " per request can stand beside " + total + " in all."
				}
			}
		}
	}
	return why
}
