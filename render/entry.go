package render

import (
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// entry is what a site keeps of a bundle: its line in the index.
type entry struct {
	bundle.IndexEntry
	file, notes     string // names in the file system of the site
	hash, notesHash string
	stamp           stamp
	problems        []bundle.Problem // warnings
	hardware        string
	best            best
	steps           string // the matrix in small, see matrixSteps
	identity        bundle.Identity
}

func newEntry(name string, data []byte, b *bundle.Bundle) *entry {
	shown := b.ForDisplay()
	id := idOf(name)
	e := &entry{file: name, hash: hash(data), hardware: figures.HardwareTitle(shown.Hardware), best: newBest(shown), steps: matrixSteps(shown), identity: b.Identity()}
	e.IndexEntry = bundle.IndexEntry{
		ID: id, Page: "r/" + id + "/index.html", Bundle: "r/" + id + "/bundle.json", CSV: "r/" + id + "/cells.csv",
		Started: b.Started, Label: b.Label, Model: b.Model.Name, Hardware: e.hardware, GPUCount: gpuCount(b),
	}
	if b.Hardware != nil {
		var names []string
		for _, g := range b.Hardware.GPUs {
			if g.Name != "" {
				names = append(names, figures.GPUName(g.Name))
			}
		}
		e.GPU = strings.Join(names, " + ")
	}
	if g := b.Engine; g != nil {
		e.Engine, e.EngineVersion, e.Quantization = g.Name, g.Version, g.Quantization
	}
	request, total, prefill := figures.Headlines(b)
	if request.OK {
		e.BestRequestTokPerS = &request.Value
	}
	if total.OK {
		e.BestTotalTokPerS, e.BestTotalContextTokens, e.BestTotalConcurrency = &total.Value, &total.Context, &total.Concurrency
	}
	if prefill.OK {
		e.BestPrefillTokPerS = &prefill.Value
	}
	return e
}
