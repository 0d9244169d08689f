package browsertest

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// paper is what a page looks like when it is printed: words with their places, and pictures.
type paper struct {
	testing.TB
	file  string
	sheet []sheet
}

type sheet struct {
	Width  float64 `xml:"width,attr"`
	Height float64 `xml:"height,attr"`
	Words  []word  `xml:"word"`

	pixels                 []byte // red, green and blue of each
	pixelsWide, pixelsHigh int
}

// word has its place in points from the top left.
type word struct {
	Left   float64 `xml:"xMin,attr"`
	Top    float64 `xml:"yMin,attr"`
	Right  float64 `xml:"xMax,attr"`
	Bottom float64 `xml:"yMax,attr"`
	Text   string  `xml:",chardata"`
}

// dots is how many pixels a point has in the pictures.
const dots = 2

// print makes a PDF as a user's browser does who does not ask for backgrounds.
func (p *tab) print() *paper {
	p.Helper()
	text := tool(p, "install poppler-utils", "pdftotext")
	picture := tool(p, "install poppler-utils", "pdftoppm")
	var pdf []byte
	p.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).WithPrintBackground(false).Do(ctx)
		return err
	}))
	dir := p.TempDir()
	out := &paper{TB: p.TB, file: filepath.Join(dir, "page.pdf")}
	must(p, os.WriteFile(out.file, pdf, 0o644))
	words, err := exec.CommandContext(p.Context(), text, "-bbox", out.file, "-").Output()
	must(p, err)
	var doc struct {
		Sheets []sheet `xml:"body>doc>page"`
	}
	decoder := xml.NewDecoder(bytes.NewReader(words))
	decoder.Entity, decoder.Strict = xml.HTMLEntity, false
	must(p, decoder.Decode(&doc))
	out.sheet = doc.Sheets
	if message, err := exec.CommandContext(p.Context(), picture, "-r", fmt.Sprint(72*dots), out.file, filepath.Join(dir, "sheet")).CombinedOutput(); err != nil {
		p.Fatalf("pdftoppm: %v: %s", err, message)
	}
	names, err := filepath.Glob(filepath.Join(dir, "sheet*.ppm")) // in the order of their numbers, which have one width
	must(p, err)
	if len(names) != len(out.sheet) || len(names) == 0 {
		p.Fatalf("%s: %d pictures of %d sheets", p.url, len(names), len(out.sheet))
	}
	for i, name := range names {
		s, data := &out.sheet[i], read(p, name)
		var most int
		if _, err := fmt.Sscanf(string(data[:min(len(data), 40)]), "P6\n%d %d\n%d\n", &s.pixelsWide, &s.pixelsHigh, &most); err != nil || most != 255 {
			p.Fatalf("%s is no picture of bytes: %v", name, err)
		}
		s.pixels = data[len(data)-3*s.pixelsWide*s.pixelsHigh:]
	}
	return out
}

// colourAt is the colour of a sheet at a place.
func (s *sheet) colourAt(x, y float64) (r, g, b int) {
	at := 3 * (int(y*dots)*s.pixelsWide + int(x*dots))
	return int(s.pixels[at]), int(s.pixels[at+1]), int(s.pixels[at+2])
}

// find gives the places of a text of one word.
func (s *sheet) find(text string) (list []word) {
	for _, w := range s.Words {
		if w.Text == text {
			list = append(list, w)
		}
	}
	return list
}
