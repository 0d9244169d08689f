package render

import (
	"fmt"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// pair is a term and what it is.
type pair struct{ Name, Value string }

// cellReadout is one cell in full: what the columns show, then what only some cells have.
type cellReadout struct {
	ID, Title, Mark string
	Pairs           []pair
	detail
}

// detail is what is known of a row beyond its columns.
type detail struct {
	Latencies []latencyLine
	More      []pair
	Reason    string
	Warnings  []string
	Spread    *spread
}

// latencyLine is a distribution in milliseconds; the unit stands in the head of its table.
type latencyLine struct{ Name, Median, P90, P99, Most string }

func (d detail) empty() bool {
	return len(d.Latencies) == 0 && len(d.More) == 0 && d.Reason == "" && len(d.Warnings) == 0 && d.Spread == nil
}

// spread is the tokens of each second of a window, as a line of Width × 100.
type spread struct {
	Width, Seconds int
	Points         string
	Least, Most    string
}

// detailRow is an entry of "Details of single rows".
type detailRow struct {
	ID, Title, Link, Status string
	detail
}

func newReadout(c figures.Cell, best figures.Headline) cellReadout {
	r := cellReadout{ID: cellID("decode", c), Title: figures.CellName(c.Context, c.Concurrency)}
	if best.OK && c.Context == best.Context && c.Concurrency == best.Concurrency {
		r.Mark = "best total"
	}
	texts := figures.DecodeFigures(c)
	for i := 4; i < len(texts); i++ {
		r.Pairs = append(r.Pairs, pair{figures.Columns[i], texts[i]})
	}
	r.detail = decodeDetail(c.Row)
	return r
}

// details are the rows that have more than their columns: prefill, decode, serving.
func details(b *bundle.Bundle) (rows []detailRow) {
	add := func(id, title, link string, s bundle.Status, d detail) {
		if !d.empty() {
			rows = append(rows, detailRow{id, title, link, figures.Status(s), d})
		}
	}
	cold, deep := figures.Prefill(b)
	for _, r := range append(cold, deep...) {
		id := prefillID(r)
		add("more-"+id, "Prefill "+figures.PrefillName(r), id, r.Status, prefillDetail(r))
	}
	_, matrix := figures.Matrix(b)
	causes := map[bundle.Status]map[bundle.Cause]bool{}
	for _, r := range b.Decode {
		if causes[r.Status] == nil {
			causes[r.Status] = map[bundle.Cause]bool{}
		}
		causes[r.Status][r.Cause] = true
	}
	for _, row := range matrix {
		for _, c := range row {
			if c.Row == nil {
				continue
			}
			d := decodeDetail(c.Row)
			// where all cells of a status have one cause, the legend has said it
			if told := len(causes[c.Status]) == 1 && len(d.More) == 1 && d.Latencies == nil && c.Row.Cause != ""; !told || d.Reason != "" || d.Warnings != nil {
				add(cellID("more", c), figures.CellName(c.Context, c.Concurrency), cellID("decode", c), c.Status, d)
			}
		}
	}
	for i := range b.Serving {
		r := &b.Serving[i]
		add(fmt.Sprintf("more-serving-%d", i+1), fmt.Sprintf("Serving run %d", i+1), fmt.Sprintf("serving-%d", i+1), r.Status, servingDetail(r))
	}
	return rows
}

func decodeDetail(r *bundle.DecodeRow) (d detail) {
	d.status(r.Cause, r.Reason, r.Warnings)
	d.latency("TTFT", r.TTFT)
	d.latency("TTFT of later requests", r.RestartTTFT)
	d.latency("Time between tokens", r.TPOT)
	d.latency("Single gaps", r.ITL)
	d.latency("Whole request", r.E2E)
	if s := r.Speculation; s != nil {
		if a := acceptance(s); a != nil {
			d.add("Accepted drafts", figures.Share(*a))
		}
		if s.Steps != nil && *s.Steps > 0 && r.OutputTokens != nil {
			d.add("Tokens a step", figures.Ratio(float64(*r.OutputTokens)/float64(*s.Steps)))
		}
	}
	d.telemetry(r.Telemetry)
	if r.PromptTokens != nil {
		d.add("Prompt tokens", figures.Count(*r.PromptTokens))
	}
	if r.CachedTokens != nil {
		d.add("From the cache", figures.Count(*r.CachedTokens))
	}
	d.evidence(r.Evidence)
	for i, w := range r.Repeats {
		if w.OutputTokens != nil && w.MeasuredS != nil && *w.MeasuredS > 0 {
			d.add(fmt.Sprintf("Window %d of %d", i+1, len(r.Repeats)), figures.Rate(float64(*w.OutputTokens) / *w.MeasuredS)+" tok/s")
		}
	}
	d.started(r.Started)
	d.Spread = newSpread(r.TokensBySecond)
	return d
}

func prefillDetail(r *bundle.PrefillRow) (d detail) {
	d.status(r.Cause, r.Reason, r.Warnings)
	d.latency("TTFT", r.TTFT)
	if r.PromptTokens != nil {
		d.add("Prompt tokens", figures.Count(*r.PromptTokens))
	}
	if r.CachedTokens != nil {
		d.add("From the cache", figures.Count(*r.CachedTokens))
	}
	if r.ServerPromptTokens != nil {
		d.add("Server's count", figures.Count(*r.ServerPromptTokens))
	}
	d.started(r.Started)
	return d
}

func servingDetail(r *bundle.ServingRow) (d detail) {
	d.status(r.Cause, r.Reason, r.Warnings)
	d.latency("TTFT", r.TTFT)
	d.latency("Time between tokens", r.TPOT)
	d.latency("Single gaps", r.ITL)
	d.latency("Whole request", r.E2E)
	if a := acceptance(r.Speculation); a != nil {
		d.add("Accepted drafts", figures.Share(*a))
	}
	d.telemetry(r.Telemetry)
	d.started(r.Started)
	return d
}

func (d *detail) add(name, value string) { d.More = append(d.More, pair{name, value}) }

func (d *detail) status(cause bundle.Cause, reason string, warnings []bundle.Warning) {
	if cause != "" {
		d.add("Cause", figures.Cause(cause))
	}
	d.Reason = reason
	for _, w := range warnings {
		text := w.Text
		if text == "" {
			text = strings.ReplaceAll(w.Code, "_", " ")
		}
		d.Warnings = append(d.Warnings, text)
	}
}

// latency adds a distribution that has more than the median, which a column shows.
func (d *detail) latency(name string, l *bundle.Latency) {
	if l == nil {
		return
	}
	column := name == "TTFT" || name == "Time between tokens"
	if column && l.P90S == nil && l.P95S == nil && l.P99S == nil && l.MaxS == nil && l.MinS == nil && l.MeanS == nil {
		return
	}
	text := func(v *float64) string { return figures.Text(v, figures.MillisecondsBare) }
	d.Latencies = append(d.Latencies, latencyLine{name, text(l.MedianS), text(l.P90S), text(l.P99S), text(l.MaxS)})
	// tools that keep other figures than these four
	if l.P95S != nil && (l.P90S == nil || l.P99S == nil) {
		d.add(name+", p95", figures.Milliseconds(*l.P95S))
	}
	if l.MeanS != nil && l.MedianS == nil {
		d.add(name+", mean", figures.Milliseconds(*l.MeanS))
	}
}

func (d *detail) telemetry(t *bundle.Telemetry) {
	if t == nil {
		return
	}
	add := func(name string, v *float64, text func(float64) string) {
		if v != nil {
			d.add(name, text(*v))
		}
	}
	add("GPU power", t.GPUPowerMeanW, figures.Watts)
	add("GPU power, most", t.GPUPowerMaxW, figures.Watts)
	add("Energy per token", t.GPUEnergyJPerOutputTok, figures.Joules)
	add("GPU temperature, most", t.GPUTemperatureMaxC, figures.Celsius)
	add("GPU clock, mean", t.GPUClockMeanHz, figures.Hertz)
	if t.GPUMemoryUsedBytes != nil {
		d.add("GPU memory used", figures.Bytes(*t.GPUMemoryUsedBytes))
	}
	var throttled []string
	for _, w := range t.Throttled {
		throttled = append(throttled, figures.Throttle(w))
	}
	if throttled != nil {
		d.add("Throttled by", strings.Join(throttled, ", "))
	}
	add("CPU load", t.CPUShare, figures.Share)
	if t.Source != "" {
		d.add("Telemetry from", t.Source)
	}
}

func (d *detail) evidence(e *bundle.Evidence) {
	if e == nil {
		return
	}
	if e.TokenSource != "" {
		d.add("Tokens counted by", figures.TokenSource(e.TokenSource))
	}
	if e.Chunks != nil {
		d.add("Chunks", figures.Count(*e.Chunks))
	}
	if e.ServerOutputTokens != nil {
		d.add("Server's count", figures.Count(*e.ServerOutputTokens))
	}
	if e.ServerRunningMean != nil {
		d.add("Running at once", figures.Active(*e.ServerRunningMean))
	}
	if e.ServerWaitingShare != nil {
		d.add("Time with a queue", figures.Share(*e.ServerWaitingShare))
	}
	if e.ClientLagP99S != nil {
		d.add("Client lag, p99", figures.Milliseconds(*e.ClientLagP99S))
	}
}

func (d *detail) started(t bundle.Time) {
	if t != "" {
		d.add("Started", figures.When(t))
	}
}

func newSpread(tokens []int64) *spread {
	if len(tokens) < 2 {
		return nil
	}
	least, most := tokens[0], tokens[0]
	for _, n := range tokens {
		least, most = min(least, n), max(most, n)
	}
	s := &spread{Width: 4 * (len(tokens) - 1), Seconds: len(tokens), Least: figures.Count(least), Most: figures.Count(most)}
	var points strings.Builder
	for i, n := range tokens {
		y := 100.0
		if most > 0 { // from 0: a small wobble must look small
			y = 100 - 100*float64(n)/float64(most)
		}
		fmt.Fprintf(&points, "%d,%.1f ", 4*i, y)
	}
	s.Points = strings.TrimSpace(points.String())
	return s
}
