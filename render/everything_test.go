package render_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"
)

// What later work brings to bundles shows as soon as a bundle has it.
func TestEverythingShows(t *testing.T) {
	fsys := fstest.MapFS{"everything.json": {Data: everything(t)}}
	page, err := html.Parse(bytes.NewReader(file(t, load(t, fsys), "r/everything/index.html")))
	if err != nil {
		t.Fatal(err)
	}
	var switches []string
	for _, n := range all(one(t, page, "#metric"), "label") {
		switches = append(switches, words(n))
	}
	if want := []string{"Total tok/s", "Per request tok/s", "Per GPU tok/s", "TTFT", "Time between tokens", "GPU power", "Energy per token", "Acceptance"}; !slices.Equal(switches, want) {
		t.Errorf("metrics: %q, want %q", switches, want)
	}
	readout := words(one(t, page, "#readout"))
	for _, want := range []string{"Warning.", "p99", "Accepted drafts", "Tokens a step", "GPU power", "Energy per token", "Tokens counted by", "Server's count", "Client lag", "Window 1 of 2", "Tokens in each of 60 seconds", "From the cache"} {
		if !strings.Contains(readout, want) {
			t.Errorf("the cell read out does not say %q: %s", want, readout)
		}
	}
	for _, section := range []string{"#prefill", "#decode", "#scaling", "#serving", "#all", "#details", "#repeat", "#about", "p.notice"} {
		one(t, page, section)
	}
	if command := words(one(t, page, "#repeat-text")); !strings.Contains(command, "speedmatrix measure --url") || !strings.Contains(command, "--concurrency 1,2,4") {
		t.Errorf("repeat: %s", command)
	}
	if deep := all(page, "h3.sub-head"); len(deep) == 0 || words(deep[0]) != "With tokens already in the cache" {
		t.Error("rows with depth are not apart")
	}
}

// An invalid cell keeps its numbers in the bundle; no page shows them as a speed.
func TestInvalidIsNoSpeed(t *testing.T) {
	site := load(t, folder(t, odd()))
	page := file(t, site, "r/none-valid/index.html")
	for _, number := range []string{"87,654", "87654", "87.7K", "9,000.0"} {
		if bytes.Contains(page, []byte(number)) {
			t.Errorf("the page shows %s of an invalid row", number)
		}
	}
	if index := string(file(t, site, "index.json")); strings.Contains(index, "87654") {
		t.Error("index.json has a headline of an invalid row")
	}
}

// A chart's texts are those of the table: nothing is formatted twice. B7.13
func TestChartTexts(t *testing.T) {
	fsys := fstest.MapFS{"everything.json": {Data: everything(t)}}
	page, err := html.Parse(bytes.NewReader(file(t, load(t, fsys), "r/everything/index.html")))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for _, row := range all(one(t, page, "#all-table"), "tr") {
		for c := range row.ChildNodes() {
			rows[attribute(row, "id")] = append(rows[attribute(row, "id")], words(c))
		}
	}
	points := 0
	for _, source := range all(page, "script") {
		name := strings.TrimPrefix(attribute(source, "data-chart"), "chart-")
		column := map[string]int{"scaling-total": 4, "scaling-request": 5, "heat": 4}[name]
		if column == 0 {
			continue
		}
		var option struct {
			Series []struct {
				Data []struct {
					Cell, Text string
					Tip        []string
				}
			}
		}
		if err := json.Unmarshal([]byte(source.FirstChild.Data), &option); err != nil {
			t.Fatal(err)
		}
		for _, s := range option.Series {
			for _, p := range s.Data {
				if p.Cell == "" {
					continue
				}
				row := rows["row-"+strings.TrimPrefix(p.Cell, "decode-")]
				text := p.Text
				if name != "heat" {
					text = strings.Fields(p.Tip[1])[0]
				}
				want := row[column]
				if name == "heat" && want == "—" {
					want = row[3] // a status stands in the cell
				}
				if text != want {
					t.Errorf("%s: %s has %q, the table %q", name, p.Cell, text, want)
				}
				points++
			}
		}
	}
	if points < 40 {
		t.Errorf("only %d points seen", points)
	}
}
