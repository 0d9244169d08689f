package render

import (
	"fmt"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

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
	cellWidth, cellHeight       = 13, 7
	pictureWidth, pictureHeight = 8 * cellWidth, 8 * cellHeight
)

// stepLetters are the cells of a picture in a few bytes: a to l are the steps of the ramp, . is over
// capacity, x failed or invalid, a blank nothing; rows are parted by /. index.js reads the same.
const stepLetters = "abcdefghijkl"

// matrixSteps writes a decode matrix in stepLetters, by the metric that a page shows first.
func matrixSteps(b *bundle.Bundle) string {
	_, matrix := figures.Matrix(b)
	total := metrics[0]
	var values []float64
	for _, c := range withFigures(matrix) {
		if v := total.value(c.Row, 0); v != nil {
			values = append(values, *v)
		}
	}
	scale := newScale(values, total)
	var s strings.Builder
	for y, row := range matrix {
		if y > 0 {
			s.WriteByte('/')
		}
		for _, c := range row {
			switch {
			case c.Status.HasRate():
				s.WriteByte(stepLetters[scale.step(*total.value(c.Row, 0))-1])
			case c.Status == bundle.OverCapacity:
				s.WriteByte('.')
			case c.Status == "" || c.Status == bundle.NotRun:
				s.WriteByte(' ')
			default:
				s.WriteByte('x')
			}
		}
	}
	return s.String()
}

// picture draws the steps of a matrix.
func (e *entry) picture() (p picture) {
	if e.Steps == "" {
		return p
	}
	rows := strings.Split(e.Steps, "/")
	columns := len(rows[0])
	w, h := min(cellWidth, max(pictureWidth/columns, 2)), min(cellHeight, max(pictureHeight/len(rows), 2))
	p.Width, p.Height = w*columns, h*len(rows)
	paths := map[string]*strings.Builder{}
	var order []string
	measured := 0
	for y, row := range rows {
		for x := range len(row) {
			class := "void"
			if step := strings.IndexByte(stepLetters, row[x]); step >= 0 {
				class = fmt.Sprintf("q%d", step+1)
				measured++
			} else if row[x] == ' ' {
				continue
			}
			if paths[class] == nil {
				paths[class] = &strings.Builder{}
				order = append(order, class)
			}
			if class == "void" { // a quiet dot
				fmt.Fprintf(paths[class], "M%d %dh2v1h-2z", x*w+(w-2)/2, y*h+h/2)
			} else {
				fmt.Fprintf(paths[class], "M%d %dh%dv%dh-%dz", x*w, y*h, w-1, h-1, w-1)
			}
		}
	}
	for _, class := range order {
		p.Paths = append(p.Paths, picturePath{class, paths[class].String()})
	}
	p.Describes = fmt.Sprintf("%d of %d cells measured", measured, columns*len(rows))
	return p
}
