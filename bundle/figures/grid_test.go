package figures

import (
	"slices"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

func TestMatrix(t *testing.T) {
	b := &bundle.Bundle{Decode: []bundle.DecodeRow{
		{ContextTokens: 16384, Concurrency: 4, Status: bundle.Valid, OutputTokPerS: new(2.0)},
		{ContextTokens: 8192, Concurrency: 1, Status: bundle.Valid, OutputTokPerS: new(1.0)},
		{ContextTokens: 8192, Concurrency: 1, Status: bundle.Failed},
	}}
	check := func(statuses [][]bundle.Status) {
		t.Helper()
		grid, matrix := Matrix(b)
		if len(matrix) != len(statuses) || len(grid.Contexts) != len(statuses) {
			t.Fatalf("%d contexts, want %d", len(matrix), len(statuses))
		}
		for i, cells := range matrix {
			for j, c := range cells {
				if c.Status != statuses[i][j] || c.Context != grid.Contexts[i] || c.Concurrency != grid.Concurrencies[j] {
					t.Errorf("cell %d,%d is %+v, want %q", i, j, c, statuses[i][j])
				}
				if (c.Row != nil) != (c.Status == bundle.Valid) {
					t.Errorf("cell %d,%d has row %v", i, j, c.Row)
				}
			}
		}
	}
	check([][]bundle.Status{{"valid", ""}, {"", "valid"}})
	if !slices.Equal(DecodeGrid(b).Contexts, []int64{8192, 16384}) {
		t.Errorf("contexts are not ascending: %v", DecodeGrid(b))
	}
	_, matrix := Matrix(b)
	if matrix[0][0].Row != &b.Decode[1] {
		t.Error("the cell's row is not that of the bundle")
	}

	b.Method = &bundle.Method{Contexts: []int64{16384, 8192, 32768}} // one axis alone declares nothing
	check([][]bundle.Status{{"valid", ""}, {"", "valid"}})
	b.Method.Concurrencies = []int64{4, 1, 1}
	check([][]bundle.Status{{"valid", "not_run"}, {"not_run", "valid"}, {"not_run", "not_run"}})
	if !slices.Equal(b.Method.Contexts, []int64{16384, 8192, 32768}) {
		t.Error("the bundle was sorted")
	}

	b = &bundle.Bundle{}
	if grid, matrix := Matrix(b); len(grid.Contexts)+len(grid.Concurrencies)+len(matrix) != 0 {
		t.Errorf("a matrix of nothing: %v %v", grid, matrix)
	}
}

func TestPrefill(t *testing.T) {
	b := &bundle.Bundle{Prefill: []bundle.PrefillRow{
		{ContextTokens: 16384},
		{ContextTokens: 512, DepthTokens: new(int64(8192))},
		{ContextTokens: 8192, DepthTokens: new(int64(0))},
		{ContextTokens: 512, DepthTokens: new(int64(4096))},
	}}
	cold, deep := Prefill(b)
	if len(cold) != 2 || cold[0].ContextTokens != 8192 || cold[1] != &b.Prefill[0] {
		t.Errorf("cold: %v", cold)
	}
	if len(deep) != 2 || *deep[0].DepthTokens != 4096 {
		t.Errorf("deep: %v", deep)
	}
}

// An invalid row may keep numbers; none is shown. A row without some numbers shows dashes.
func TestFigures(t *testing.T) {
	r := bundle.DecodeRow{
		Status: bundle.Invalid, OutputTokPerS: new(99999.0), RequestTokPerS: new(99.0), OutputTokens: new(int64(9)),
		TTFT: &bundle.Latency{MedianS: new(0.1)}, CompletedRequests: new(int64(0)),
	}
	got := DecodeFigures(Cell{&r, r.Status, 5000, 1024})
	same(t, got[:], []string{"Sustained decode", "5,000", "1,024", "Invalid", None, None, None, None, None, None, None, None})
	r.Status = bundle.Queued
	got = DecodeFigures(Cell{&r, r.Status, 0, 1})
	same(t, got[:], []string{"Sustained decode", "0", "1", "Requests queued", "100K", "99.0", "100 ms", None, None, "0", "9", None})
	got = DecodeFigures(Cell{nil, "", 8192, 1})
	same(t, got[:], []string{"Sustained decode", "8K", "1", None, None, None, None, None, None, None, None, None})

	p := bundle.PrefillRow{ContextTokens: 2048, DepthTokens: new(int64(4096)), Status: bundle.Valid, PromptTokPerS: new(9999.95)}
	got = PrefillFigures(&p)
	same(t, got[:], []string{"Prefill", "2K @ 4K", None, "Valid", "10.0K", None, None, None, None, None, None, None})
	p.Concurrency, p.Requests, p.TTFT = new(int64(1)), new(int64(3)), &bundle.Latency{MedianS: new(0.5)}
	got = PrefillFigures(&p)
	same(t, got[:], []string{"Prefill", "2K @ 4K", "1", "Valid", "10.0K", None, "500 ms", None, None, "3", None, None})
	p.Status = bundle.Invalid
	if got = PrefillFigures(&p); got[4] != None {
		t.Errorf("an invalid prefill rate is shown: %s", got[4])
	}
}

func TestHeadlines(t *testing.T) {
	row := func(context, concurrency int64, s bundle.Status, total, request float64) bundle.DecodeRow {
		r := bundle.DecodeRow{ContextTokens: context, Concurrency: concurrency, Status: s}
		if total > 0 {
			r.OutputTokPerS = &total
		}
		if request > 0 {
			r.RequestTokPerS = &request
		}
		return r
	}
	prefill := func(context int64, depth *int64, s bundle.Status, rate float64) bundle.PrefillRow {
		return bundle.PrefillRow{ContextTokens: context, DepthTokens: depth, Status: s, PromptTokPerS: &rate, Concurrency: new(int64(1))}
	}
	at := func(text, place string, context, concurrency int64) Headline {
		return Headline{reading(t, text), text, place, context, concurrency, true}
	}
	for name, c := range map[string]struct {
		bundle                  bundle.Bundle
		request, total, prefill Headline
	}{
		"nothing": {},
		"only valid rows": {
			bundle: bundle.Bundle{
				Decode: []bundle.DecodeRow{
					row(8192, 1, "valid", 50, 60), row(16384, 1, "queued", 500, 600), row(32768, 1, "invalid", 500, 600),
					row(8192, 2, "valid", 90, 70), row(16384, 2, "failed", 900, 700),
				},
				Prefill: []bundle.PrefillRow{prefill(8192, nil, "valid", 900), prefill(8192, new(int64(512)), "valid", 5000), prefill(16384, new(int64(0)), "valid", 950), prefill(32768, nil, "invalid", 5000)},
			},
			request: at("60.0", "8K", 8192, 1), total: at("90.0", "8K × 2 requests", 8192, 2), prefill: at("950.0", "16K", 16384, 1),
		},
		"total stands for the request at one": {
			bundle:  bundle.Bundle{Decode: []bundle.DecodeRow{row(8192, 1, "valid", 50, 0), row(8192, 2, "valid", 90, 70)}},
			request: at("50.0", "8K", 8192, 1), total: at("90.0", "8K × 2 requests", 8192, 2),
		},
		"no cell at one": {
			bundle:  bundle.Bundle{Decode: []bundle.DecodeRow{row(8192, 1, "not_run", 0, 0), row(8192, 4, "valid", 90, 30), row(8192, 2, "valid", 70, 40)}},
			request: at("40.0", "8K × 2 requests", 8192, 2), total: at("90.0", "8K × 4 requests", 8192, 4),
		},
		"of equal ones the first": {
			bundle:  bundle.Bundle{Decode: []bundle.DecodeRow{row(16384, 1, "valid", 50, 50), row(8192, 1, "valid", 50, 50)}},
			request: at("50.0", "8K", 8192, 1), total: at("50.0", "8K × 1 request", 8192, 1),
		},
	} {
		request, total, prefill := Headlines(&c.bundle)
		if request != c.request || total != c.total || prefill != c.prefill {
			t.Errorf("%s:\n got %v %v %v\nwant %v %v %v", name, request, total, prefill, c.request, c.total, c.prefill)
		}
	}
}

func TestSeedHeadlines(t *testing.T) {
	for id, want := range map[string][3]Headline{
		"kimi-k2.6-nvfp4":     {{63.5, "63.5", "8K", 8192, 1, true}, {487.4, "487.4", "8K × 16 requests", 8192, 16, true}, {2929, "2,929.0", "8K", 8192, 1, true}},
		"glm-5.3-flash-nvfp4": {{184.2, "184.2", "128K", 131072, 1, true}, {1357.7, "1,357.7", "32K × 32 requests", 32768, 32, true}, {12800, "12.8K", "32K", 32768, 1, true}},
	} {
		request, total, prefill := Headlines(load(t, id))
		if got := [3]Headline{request, total, prefill}; got != want {
			t.Errorf("%s: got %v, want %v", id, got, want)
		}
	}
}
