package render

import (
	"fmt"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// entry is what a site keeps of a bundle: its line in the index.
type entry struct {
	bundle.IndexEntry
	file, notes     string // names in the file system of the site
	hash, notesHash string
	title           string
	hardware        string
	best            best
	picture         picture
}

func newEntry(name string, data []byte, b *bundle.Bundle) *entry {
	shown := b.ForDisplay()
	id := idOf(name)
	e := &entry{file: name, hash: hash(data), title: figures.Title(shown), hardware: figures.HardwareTitle(shown.Hardware), best: newBest(shown)}
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
	e.picture = newPicture(shown)
	return e
}

// picture is a matrix in small: a path for each step of the ramp that occurs, so that a thousand
// pictures stay light.
type picture struct {
	Width, Height int
	Paths         []picturePath
	Describes     string
}

type picturePath struct{ Class, D string }

// The size of a picture's cells, and of the whole at most.
const (
	pictureCell   = 13
	pictureWidth  = 8 * pictureCell
	pictureHeight = 8 * 7
)

func newPicture(b *bundle.Bundle) picture {
	f := newDecodeFigure(b)
	if f == nil {
		return picture{}
	}
	columns, rows := len(f.Concurrencies), len(f.Rows)
	w, h := min(pictureCell, max(pictureWidth/columns, 2)), min(7, max(pictureHeight/rows, 2))
	p := picture{Width: w * columns, Height: h * rows}
	paths := map[string]*strings.Builder{}
	var order []string
	measured := 0
	for y, row := range f.Rows {
		for x, c := range row.Cells {
			class := c.Class
			if c.Value != "" {
				class = fmt.Sprintf("q%d", c.Step)
				measured++
			} else if class == "gap" || class == "unrun" {
				continue
			} else if class != "over" {
				class = "void"
			}
			if paths[class] == nil {
				paths[class] = &strings.Builder{}
				order = append(order, class)
			}
			if class == "over" || class == "void" { // a quiet dot
				fmt.Fprintf(paths[class], "M%d %dh2v1h-2z", x*w+(w-2)/2, y*h+h/2)
			} else {
				fmt.Fprintf(paths[class], "M%d %dh%dv%dh-%dz", x*w, y*h, w-1, h-1, w-1)
			}
		}
	}
	for _, class := range order {
		p.Paths = append(p.Paths, picturePath{class, paths[class].String()})
	}
	p.Describes = fmt.Sprintf("%d of %d cells measured", measured, columns*rows)
	return p
}
