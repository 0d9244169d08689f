package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// schemes are the two themes.
var schemes = []screen{{}, {dark: true}}

// chartHelp is JavaScript that reads what ECharts drew.
const chartHelp = `
	window.$$ = (s, e = document) => [...e.querySelectorAll(s)];
	window.words = (e) => e.textContent.replace(/\s+/g, ' ').trim();
	window.chartOf = (id) => echarts.getInstanceByDom(document.getElementById(id));
	window.colour = (e, of) => getComputedStyle(e)[of];
	window.close = (a, b, by = 1) => Math.abs(a - b) <= by;
	// all points of a chart: what stands for them in its option, and where they lie in the window
	window.points = (id) => {
		const chart = chartOf(id), box = document.getElementById(id).getBoundingClientRect();
		return chart.getOption().series.flatMap((s, i) => s.data.map((d, j) => {
			if (d.value === undefined || d.value === '-' || d.value === null) return null;
			const horizontal = s.type === 'bar';
			const [x, y] = chart.convertToPixel({seriesIndex: i}, Array.isArray(d.value) ? d.value : horizontal ? [d.value, j] : [j, d.value]);
			return {series: s.name, tip: d.tip, cell: d.cell, x: box.x + (horizontal ? x / 2 : x), y: box.y + y};
		})).filter(Boolean);
	};
	null`

func openCharts(t testing.TB, address string, s screen) *tab {
	t.Helper()
	p := open(t, address, s)
	p.until(`window.echarts || !document.querySelector('[data-chart]')`)
	p.do(`dispatchEvent(new Event('beforeprint'))`) // draws what no reader has come near
	p.do(chartHelp)
	return p
}

func TestBars(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, look := range schemes {
		t.Run(look.String(), func(t *testing.T) {
			p := openCharts(t, s.result(all), look)
			for _, name := range []string{"prefill", "prefill-deep", "serving"} {
				checkBars(p, name)
			}
			p.size(700, 900) // and again when the window has changed
			for _, name := range []string{"prefill", "serving"} {
				checkBars(p, name)
			}
		})
	}
}

// checkBars wants a bar of the chart exactly over each bar of the page, in its colour.
func checkBars(p *tab, name string) {
	p.Helper()
	type bar struct{ Row, Drawn, Page, Fill, Wanted string }
	figure := fmt.Sprintf(`document.getElementById('chart-%s').parentNode`, name)
	p.until(fmt.Sprintf(`(() => { // it is drawn anew after the window has changed
		const a = %s.querySelector('.space').getBoundingClientRect(), b = document.querySelector('#chart-%s svg')?.getBoundingClientRect();
		return b && close(a.width, b.width) && close(a.left, b.left);
	})()`, figure, name))
	p.frames()
	bars := eval[[]bar](p, fmt.Sprintf(`(() => {
		const at = (e) => { const r = e.getBoundingClientRect(); return [r.left, r.right, r.top, r.height].map((v) => Math.round(v)).join(' '); };
		const drawn = $$('#chart-%s svg path').filter((e) => e.getAttribute('fill') === 'var(--bar)' && e.getBoundingClientRect().width > 0);
		const page = $$('.bars tbody rect', %s);
		return page.map((rect, i) => ({Row: rect.closest('tr').id, Page: at(rect), Drawn: drawn[i] ? at(drawn[i]) : 'nothing',
			Fill: drawn[i] ? colour(drawn[i], 'fill') : '', Wanted: colour(rect, 'fill')})).concat(drawn.length > page.length ? [{Row: 'no row', Page: '', Drawn: 'a bar'}] : []);
	})()`, name, figure))
	if len(bars) == 0 {
		p.Errorf("%s: no bars in %s", p.url, name)
	}
	for _, b := range bars {
		var a, d [4]int
		_, _ = fmt.Sscan(b.Page, &a[0], &a[1], &a[2], &a[3])
		_, err := fmt.Sscan(b.Drawn, &d[0], &d[1], &d[2], &d[3])
		near := err == nil
		for i := range a {
			near = near && a[i]-d[i] <= 1 && d[i]-a[i] <= 1
		}
		if !near || b.Fill != b.Wanted {
			p.Errorf("%s: the bar of %s is drawn at %s in %q, and stands in the page at %s in %q", p.url, b.Row, b.Drawn, b.Fill, b.Page, b.Wanted)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, look := range schemes {
		t.Run(look.String(), func(t *testing.T) {
			p := openCharts(t, s.result(larger), look)
			// the contexts and cells with a figure, told by the table of all measurements
			contexts := eval[string](p, `[...new Set($$('#all-table tbody tr:not(.none)').filter((r) => r.id.startsWith('row-') && !r.id.startsWith('row-prefill')).map((r) => words(r.cells[1])))].join()`)
			cells := eval[int](p, `$$('#matrix td[class^="q"]').length`)
			for _, name := range []string{"scaling-total", "scaling-request", "trade-off"} {
				chart := "#chart-" + name
				same(p, fmt.Sprintf(`points('chart-%s').length`, name), cells)
				same(p, fmt.Sprintf(`$$('%s svg path[transform]').filter((e) => /^var\(--l\d\)$/.test(e.getAttribute('fill'))).length`, chart), cells) // the dots
				same(p, fmt.Sprintf(`chartOf('chart-%s').getOption().series.map((s) => s.name).join()`, name), contexts)
				same(p, fmt.Sprintf(`$$('%s svg path[stroke-width="1.75"]').length`, chart), strings.Count(contexts, ",")+1)
				// each line is named in the drawing, in a colour that exists, and inside it
				same(p, fmt.Sprintf(`%q.split(',').filter((c) => !$$('%s svg text').some((e) => {
					const r = e.getBoundingClientRect(), box = document.querySelector('%s').getBoundingClientRect();
					return words(e) === c && r.left >= box.left - 1 && r.right <= box.right + 1 && r.top >= box.top - 1 && r.bottom <= box.bottom + 1; })).join()`, contexts, chart, chart), "")
				same(p, fmt.Sprintf(`new Set($$('%s svg path[stroke-width="1.75"]').map((e) => colour(e, 'stroke'))).size`, chart), strings.Count(contexts, ",")+1)
			}
		})
	}
}

// Every name of a line can be read: none lies over another.
func TestLineNamesApart(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, id := range []string{larger, all, "odd-wide"} {
		p := openCharts(t, s.result(id), screen{})
		for _, chart := range eval[[]string](p, `$$('.chart-lines').map((e) => e.id)`) {
			clean(p, "names of lines in "+chart, fmt.Sprintf(`(() => {
				const names = new Set(chartOf('%[1]s').getOption().series.map((s) => s.name));
				const boxes = $$('#%[1]s svg text').filter((e) => names.has(words(e)) && colour(e, 'stroke') !== 'none').map((e) => [words(e), e.getBBox(), e.getBoundingClientRect()]);
				const over = [];
				boxes.forEach(([a, , r], i) => boxes.slice(i + 1).forEach(([b, , q]) => {
					const across = Math.min(r.right, q.right) - Math.max(r.left, q.left), down = Math.min(r.bottom, q.bottom) - Math.max(r.top, q.top);
					if (across > 1 && down > 5) over.push(a + ' over ' + b);
				}));
				return boxes.length < names.size ? boxes.length + ' names of ' + names.size + ' lines' : over;
			})()`, chart))
		}
	}
}

// A tooltip says what the table says of the same cell.
func TestTooltips(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	p := openCharts(t, s.result(all), screen{})
	// what each chart's tooltip has to say of a cell, found in the page's tables
	p.do(`
		const row = (cell) => document.getElementById(cell.replace(/^decode-/, 'row-'));
		const noun = (n) => n + (n === '1' ? ' request' : ' requests');
		const cellsOf = (cell) => [...row(cell).cells].map(words);
		const title = (c) => c[1] + ' × ' + noun(c[2]);
		const gpu = (cell) => { const d = JSON.parse(document.getElementById('matrix-data').textContent); return d.metrics.find((m) => m.key === 'gpu').text[d.ids.indexOf(cell)]; };
		const bar = (what, suffix) => (cell) => {
			const r = document.getElementById(cell), name = r.cells[0].firstChild.textContent.trim();
			return [name + suffix, words(r.cells[1]) + what, words(r.cells[2])];
		};
		window.wanted = {
			'chart-prefill': bar(' prompt tok/s', ' context'),
			'chart-prefill-deep': bar(' prompt tok/s', ' context'),
			'chart-serving': (cell) => bar(' output tok/s', '')('bar-' + cell.replace(/^bar-/, '')),
			'chart-scaling-total': (cell) => { const c = cellsOf(cell); return [title(c), c[4] + ' total tok/s']; },
			'chart-scaling-request': (cell) => { const c = cellsOf(cell); return [title(c), c[5] + ' per request tok/s']; },
			'chart-trade-off': (cell) => { const c = cellsOf(cell); return [title(c), c[5] + ' per request tok/s', gpu(cell) + ' total tok/s per GPU']; },
		};`)
	for _, chart := range eval[[]string](p, `Object.keys(wanted)`) {
		clean(p, "tooltips of "+chart, fmt.Sprintf(`points('%[1]s').filter((d) => d.tip.join('|') !== wanted['%[1]s'](d.cell).join('|')).map((d) => d.tip.join('|') + ' is not ' + wanted['%[1]s'](d.cell).join('|'))`, chart))
		// and the mouse brings it out
		p.middle("#" + chart)
		last := eval[struct {
			X, Y float64
			Tip  []string
		}](p, fmt.Sprintf(`(() => { const d = points('%s').at(-1); return {X: d.x, Y: d.y, Tip: d.tip}; })()`, chart))
		p.pointAt(last.X, last.Y)
		p.until(fmt.Sprintf(`[...document.querySelectorAll('#%s .tip > *')].map(words).join('|') === %q`, chart, strings.Join(last.Tip, "|")))
		same(p, fmt.Sprintf(`document.querySelector('#%s .tip').getBoundingClientRect().width > 40`, chart), true)
	}
}

// A click on a point of a line reads its cell out beside the matrix.
func TestPointReadsCell(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	p := openCharts(t, s.result(all), screen{})
	p.middle("#chart-scaling-total")
	at := eval[spot](p, `(() => { const d = points('chart-scaling-total').find((d) => d.cell === 'decode-32k-c4'); return {X: d.x, Y: d.y}; })()`)
	p.clickAt(at.X, at.Y)
	p.until(`document.querySelector('#readout h3').textContent.startsWith('32K × 4 requests')`)
}
