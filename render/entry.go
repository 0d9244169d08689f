package render

import (
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// entry is what a site keeps of a bundle.
type entry struct {
	summary
	file, notes     string // names in the file system of the site
	hash, notesHash string // notesHash is "" where notes cannot be used
	stamp           stamp
}

// summary is a bundle's line in the list, and what was said of it. files.json keeps it for the next build.
type summary struct {
	bundle.IndexEntry
	Shown    string           `json:"shown,omitempty"` // the hardware, as a title has it
	Best     best             `json:"best"`
	Steps    string           `json:"steps,omitempty"` // the matrix in small, see matrixSteps
	Identity bundle.Identity  `json:"identity"`
	Problems []bundle.Problem `json:"problems,omitempty"` // warnings
}

func newEntry(name string, data []byte, b *bundle.Bundle) *entry {
	shown := b.ForDisplay()
	id := idOf(name)
	e := &entry{file: name, hash: hash(data)}
	e.Shown, e.Best, e.Steps, e.Identity = figures.HardwareTitle(shown.Hardware), newBest(shown), matrixSteps(shown), b.Identity()
	e.IndexEntry = bundle.IndexEntry{
		ID:      id,
		Started: b.Started, Label: b.Label, Model: b.Model.Name, Hardware: e.Shown, GPUCount: gpuCount(b),
	}
	e.setAddresses()
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

func (e *entry) setAddresses() {
	e.Page, e.Bundle, e.CSV = "r/"+e.ID+"/index.html", "r/"+e.ID+"/bundle.json", "r/"+e.ID+"/cells.csv"
}
