package render

import (
	"fmt"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// prefillFigure is a bar chart: one row a context.
type prefillFigure struct {
	ID, Caption string
	Rows        []bar
	Ticks       []tick
	Concurrent  bool // some row has more than one prompt at a time
}

// bar is a row of a bar chart. Share is the bar's length in percent of the scale.
type bar struct {
	ID, Name, Unit    string
	Rate, TTFT, Words string
	Share             string
	Value             float64
	Drawn             bool
	Tip               []string
}

type tick struct{ At, Text, Anchor string }

func newPrefillFigure(id, caption string, rows []*bundle.PrefillRow) *prefillFigure {
	if len(rows) == 0 {
		return nil
	}
	f := &prefillFigure{ID: id, Caption: caption}
	for _, r := range rows {
		b := bar{ID: prefillID(r), Name: figures.PrefillName(r), Unit: "context", Rate: figures.None, TTFT: figures.None}
		if figures.PrefillContext(r.ContextTokens, 0) != figures.PrefillContext(r.ContextTokens, deref(r.DepthTokens)) {
			b.Unit = ""
		}
		if deref(r.Concurrency) > 1 {
			f.Concurrent, b.Unit = true, ""
		}
		if r.Status != bundle.Valid {
			b.Words = figures.Status(r.Status)
		}
		if r.Status.HasRate() && r.PromptTokPerS != nil {
			b.Rate, b.Value, b.Drawn = figures.BarRate(*r.PromptTokPerS), *r.PromptTokPerS, true
		}
		if m := figures.Median(r.TTFT); m != nil && r.Status.HasRate() {
			b.TTFT = figures.TTFT(*m)
		}
		b.Tip = []string{b.Name + " context", b.Rate + " prompt tok/s", b.TTFT + " TTFT"}
		f.Rows = append(f.Rows, b)
	}
	f.Ticks = scaleBars(f.Rows)
	return f
}

// scaleBars gives every bar its length on a scale from 0 to the longest, and the scale its ticks.
func scaleBars(rows []bar) (ticks []tick) {
	most := 0.0
	for _, b := range rows {
		most = max(most, b.Value)
	}
	for i := range rows {
		rows[i].Share = "0%"
		if most > 0 {
			rows[i].Share = percent(rows[i].Value / most)
		}
	}
	if most == 0 {
		return nil
	}
	for _, v := range axisTicks(most) {
		t := tick{At: "0%", Text: figures.Tick(v), Anchor: "start"}
		if v > 0 {
			t.At, t.Anchor = percent(v/most), "middle"
			if v/most > 0.97 {
				t.Anchor = "end"
			}
		}
		ticks = append(ticks, t)
	}
	return ticks
}

func percent(share float64) string { return fmt.Sprintf("%.2f%%", 100*share) }

// prefillID is an address for ever: prefill-8k, with -d4k at a depth and -c4 for several prompts at once.
func prefillID(r *bundle.PrefillRow) string {
	id := "prefill-" + figures.ContextSlug(r.ContextTokens)
	if d := deref(r.DepthTokens); d > 0 {
		id += "-d" + figures.ContextSlug(d)
	}
	if c := deref(r.Concurrency); c > 1 {
		id += fmt.Sprintf("-c%d", c)
	}
	return id
}

func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
