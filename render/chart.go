package render

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"slices"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// chart is a figure that static/charts.js draws from Option. Colours, fonts and the lines' names at
// their ends are the script's; every text that holds a number is in the option.
type chart struct {
	Kind, Name string
	Title      string
	Describes  string // the text alternative
	Option     template.JS
}

// point is a datum with its texts. go-echarts has a type for each kind of chart, none of which
// carries text of ours, so its series get these.
type point struct {
	Value any      `json:"value"`
	Tip   []string `json:"tip,omitempty"`   // lines of the tooltip: a title, then figures
	Cell  string   `json:"cell,omitempty"`  // address of the matrix cell that it shows
	Text  string   `json:"text,omitempty"`  // heat map: written in the cell
	Words string   `json:"words,omitempty"` // heat map: a status beside a figure
	Sub   string   `json:"sub,omitempty"`
	Class string   `json:"class,omitempty"` // heat map: a status that has no colour
}

// option marshals what go-echarts built, less what the page decides. json.Marshal escapes <, > and &,
// so that no text in it can end the script element it stands in.
func option(built map[string]any, ours map[string]any) template.JS {
	for _, key := range []string{"color", "title", "toolbox", "legend"} {
		delete(built, key)
	}
	for key, value := range ours {
		built[key] = value
	}
	text, err := json.Marshal(built)
	if err != nil { // a NaN, which Validate lets nobody bring here
		panic(fmt.Sprintf("chart option: %v", err))
	}
	return template.JS(text)
}

// valueAxis runs from 0 to a round number; texts are what stands at its ticks, one by one.
func valueAxis(most float64) map[string]any {
	ticks := axisTicks(most)
	interval := 1.0
	if len(ticks) > 1 {
		interval = ticks[1]
	}
	top := math.Ceil(most/interval-1e-9) * interval
	if top <= 0 {
		top = interval
	}
	var texts []string
	for i := 0; float64(i)*interval <= top*(1+1e-9); i++ {
		texts = append(texts, figures.Tick(float64(i)*interval))
	}
	return map[string]any{"type": "value", "min": 0, "max": top, "interval": interval, "texts": texts}
}

// barChart draws the rows of a bar figure over the bars that the page has without a script.
func barChart(name, describes string, rows []bar) *chart {
	bars := charts.NewBar()
	var names []string
	var data []point
	most := 0.0
	for _, r := range rows {
		names = append(names, r.Name)
		p := point{Tip: r.Tip, Cell: r.ID}
		if r.Drawn {
			p.Value = r.Value
		}
		data = append(data, p)
		most = max(most, r.Value)
	}
	if most == 0 {
		return nil
	}
	bars.SetXAxis(names).AddSeries(name, []opts.BarData{})
	bars.MultiSeries[0].Data = data
	bars.Validate()
	return &chart{Kind: "bars", Name: name, Describes: describes, Option: option(bars.JSON(), map[string]any{
		"xAxis": map[string]any{"type": "value", "min": 0, "max": most},
		"yAxis": map[string]any{"type": "category", "data": names, "inverse": true},
	})}
}

// plots are the figures "Scaling" and "Trade-off": a line a context.
func plots(b *bundle.Bundle) (list []*chart) {
	grid, matrix := figures.Matrix(b)
	gpus := gpuCount(b)
	total, request := metrics[0], metrics[1]
	var names []string
	for _, c := range grid.Concurrencies[:lastMeasured(matrix)] {
		names = append(names, figures.Count(c))
	}
	for _, m := range []metric{total, request} {
		if c := scaling(m, names, matrix, gpus); c != nil {
			list = append(list, c)
		}
	}
	if c := tradeOff(matrix, gpus); c != nil {
		list = append(list, c)
	}
	return list
}

func scaling(m metric, names []string, matrix [][]figures.Cell, gpus int64) *chart {
	line := charts.NewLine()
	line.SetXAxis(names)
	most, points := 0.0, 0
	for _, row := range matrix {
		data := make([]point, len(names))
		any := false
		for i, c := range row[:len(names)] {
			if v := shown(m, c, gpus); v != nil {
				data[i] = point{Value: *v, Cell: cellID("decode", c), Tip: []string{figures.CellName(c.Context, c.Concurrency), m.bare(*v) + " " + m.Unit}}
				most = max(most, *v)
				points++
				any = true
			} else {
				data[i] = point{Value: "-"} // ECharts' word for a gap
			}
		}
		if any {
			addLine(line, figures.Context(row[0].Context), data)
		}
	}
	if points < 2 {
		return nil // one point scales nothing
	}
	line.Validate()
	return &chart{
		Kind: "lines", Name: "scaling-" + m.Key, Title: m.Name,
		Describes: m.Name + " against simultaneous requests, a line for each context length. The same figures are in the table “All measurements”.",
		Option: option(line.JSON(), map[string]any{
			"xAxis": map[string]any{"type": "category", "data": names, "name": "simultaneous requests"},
			"yAxis": valueAxis(most),
			"names": map[string]string{"total": "top", "request": "bottom"}[m.Key], // away from the lines that go on
		}),
	}
}

// addLine adds a series with points of ours. AddSeries would fill in defaults by reflection, which the
// script replaces anyway.
func addLine(line *charts.Line, name string, data []point) {
	line.MultiSeries = append(line.MultiSeries, charts.SingleSeries{Name: name, Type: line.Type(), Data: data})
}

// lastMeasured is the number of columns up to the last with a figure: an axis ends where its lines do.
func lastMeasured(matrix [][]figures.Cell) (n int) {
	for _, row := range matrix {
		for i, c := range row {
			if c.Status.HasRate() {
				n = max(n, i+1)
			}
		}
	}
	return n
}

// shown is a metric's value where a cell carries a speed.
func shown(m metric, c figures.Cell, gpus int64) *float64 {
	if c.Row == nil || !c.Status.HasRate() {
		return nil
	}
	return m.value(c.Row, gpus)
}

// tradeOff shows what each request gets against what a GPU gives in all.
func tradeOff(matrix [][]figures.Cell, gpus int64) *chart {
	total, request := metrics[0], metrics[1]
	title, unit := "Per request tok/s against total tok/s per GPU", " total tok/s per GPU"
	if gpus == 0 {
		gpus, title, unit = 1, "Per request tok/s against total tok/s", " total tok/s"
	}
	line := charts.NewLine()
	mostX, mostY, points := 0.0, 0.0, 0
	for _, row := range matrix {
		var data []point
		for _, c := range row {
			x, y := shown(request, c, gpus), shown(total, c, gpus)
			if x == nil || y == nil {
				continue
			}
			each := *y / float64(gpus)
			data = append(data, point{Value: [2]float64{*x, each}, Cell: cellID("decode", c),
				Tip: []string{figures.CellName(c.Context, c.Concurrency), figures.Rate(*x) + " per request tok/s", figures.Rate(each) + unit}})
			mostX, mostY = max(mostX, *x), max(mostY, each)
		}
		points += len(data)
		if data != nil {
			addLine(line, figures.Context(row[0].Context), data)
		}
	}
	if points < 2 {
		return nil
	}
	line.Validate()
	x := valueAxis(mostX)
	x["name"] = "per request tok/s"
	return &chart{Kind: "lines", Name: "trade-off", Title: title,
		Describes: title + ", a line for each context length. The same figures are in the table “All measurements”.",
		Option:    option(line.JSON(), map[string]any{"xAxis": x, "yAxis": valueAxis(mostY), "names": "bottom"})}
}

// heatMap is the matrix once more: same cells, same colours, same texts.
func heatMap(f *decodeFigure) *chart {
	if len(f.Data.Metrics) == 0 {
		return nil
	}
	heat := charts.NewHeatMap()
	var contexts []string
	var data []point
	for y, row := range f.Rows {
		contexts = append(contexts, row.Context)
		for x, c := range row.Cells {
			p := point{Value: [3]int{x, y, c.Step}, Cell: c.ID, Text: c.Value, Words: c.Words, Sub: c.Sub}
			if c.Value == "" {
				p.Class, p.Text, p.Words = c.Class, c.Words, ""
			}
			data = append(data, p)
		}
	}
	heat.AddSeries("decode", nil)
	heat.MultiSeries[0].Data = data
	heat.Validate()
	var pieces []map[string]int
	for step := range steps {
		pieces = append(pieces, map[string]int{"gte": step + 1, "lt": step + 2})
	}
	axis := func(names []string) map[string]any { return map[string]any{"type": "category", "data": names} }
	x, y := axis(f.Concurrencies), axis(contexts)
	y["inverse"], x["position"] = true, "top"
	return &chart{Kind: "heat", Name: "heat", Describes: "Heat map of the decode matrix, the same figures as in the table view.",
		Option: option(heat.JSON(), map[string]any{
			"xAxis": x, "yAxis": y,
			"visualMap": map[string]any{"type": "piecewise", "show": false, "dimension": 2, "pieces": pieces},
		})}
}

// servingChart shows how latency grows with load.
func servingChart(b *bundle.Bundle) *chart {
	line := charts.NewLine()
	mostX, mostY := 0.0, 0.0
	for _, l := range []struct {
		name string
		of   func(*bundle.ServingRow) *float64
	}{{"median", func(r *bundle.ServingRow) *float64 { return figures.Median(r.TTFT) }}, {"p99", func(r *bundle.ServingRow) *float64 { return figures.P99(r.TTFT) }}} {
		var data []point
		for i := range b.Serving {
			r := &b.Serving[i]
			v := l.of(r)
			if !r.Status.HasRate() || r.RequestPerS == nil || v == nil {
				continue
			}
			data = append(data, point{Value: [2]float64{*r.RequestPerS, *v * 1000}, Cell: fmt.Sprintf("serving-%d", i+1),
				Tip: []string{servingName(r, i), figures.TTFT(*v) + " TTFT, " + l.name, figures.Rate(*r.RequestPerS) + " requests/s"}})
			mostX, mostY = max(mostX, *r.RequestPerS), max(mostY, *v*1000)
		}
		if len(data) > 1 {
			slices.SortStableFunc(data, func(a, b point) int { return cmp.Compare(a.Value.([2]float64)[0], b.Value.([2]float64)[0]) })
			addLine(line, l.name, data)
		}
	}
	if len(line.MultiSeries) == 0 {
		return nil
	}
	line.Validate()
	x := valueAxis(mostX)
	x["name"] = "requests/s"
	return &chart{Kind: "lines", Name: "serving-latency", Title: "TTFT in ms against requests/s",
		Describes: "TTFT against the rate of requests, median and 99th percentile. The same figures are in the table.",
		Option:    option(line.JSON(), map[string]any{"xAxis": x, "yAxis": valueAxis(mostY)})}
}
