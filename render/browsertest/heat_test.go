package browsertest

import (
	"fmt"
	"testing"
)

// The heat map shows each cell of the table, with its texts and its colour, in both themes and in
// every metric.
func TestHeatMap(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, id := range []string{all, larger, "odd-wide"} {
		for _, look := range schemes {
			t.Run(id+"-"+look.String(), func(t *testing.T) {
				t.Parallel()
				p := openCharts(t, s.result(id), look)
				p.click(`#view input[value=heat]`)
				p.until(`document.querySelector('#chart-heat svg')`)
				same(p, `document.getElementById('table-view').hidden`, true)
				checkHeat(p)
				for _, metric := range eval[[]string](p, `$$('#metric input').map((e) => e.value)`) {
					p.click(fmt.Sprintf(`#metric input[value=%s]`, metric))
					checkHeat(p)
				}
			})
		}
	}
}

// A change of the scheme while the page is open recolours what is drawn.
func TestSchemeChanges(t *testing.T) {
	t.Parallel()
	p := openCharts(t, theSite(t).result(all)+"?view=heat", screen{})
	p.until(`document.querySelector('#chart-heat svg')`)
	checkHeat(p)
	p.scheme("dark")
	p.until(`$$('#chart-heat svg path').some((e) => e.getAttribute('fill') === getComputedStyle(document.documentElement).getPropertyValue('--q2').trim())`)
	checkHeat(p)
	p.scheme("light")
	p.until(`$$('#chart-heat svg path').some((e) => e.getAttribute('fill') === getComputedStyle(document.documentElement).getPropertyValue('--q2').trim())`)
	checkHeat(p)
}

// checkHeat compares the drawing with the table, cell by cell.
func checkHeat(p *tab) {
	p.Helper()
	p.frames()
	metric := eval[string](p, `document.querySelector('#metric :checked').value`)
	clean(p, "the heat map of "+metric+" differs from the table", `(() => {
		const chart = chartOf('chart-heat'), box = document.getElementById('chart-heat').getBoundingClientRect(), matrix = document.getElementById('matrix');
		const shapes = $$('#chart-heat svg path').map((e) => [e, e.getBoundingClientRect()]);
		const texts = $$('#chart-heat svg text').map((e) => [e, e.getBoundingClientRect()]);
		const inside = (r, x, y) => r.left < x && x < r.right && r.top < y && y < r.bottom;
		const wrong = [], heads = [...matrix.rows[0].cells].slice(1).map(words);
		let cells = 0;
		[...matrix.rows].slice(1).forEach((row, y) => [...row.cells].slice(1).forEach((td, x) => {
			cells++;
			const [cx, cy] = chart.convertToPixel({seriesIndex: 0}, [x, y]).map((v, i) => v + (i ? box.top : box.left));
			const [wide, high] = [chart.convertToPixel({seriesIndex: 0}, [1, 0])[0] - chart.convertToPixel({seriesIndex: 0}, [0, 0])[0] || box.width, 48];
			const all = texts.filter(([, r]) => Math.abs((r.top + r.bottom) / 2 - cy) < high / 2 && r.right <= cx + wide / 2 + 1 && r.right > cx - wide / 2);
			const said = all.sort(([, a], [, b]) => a.top - b.top).map(([e]) => words(e)).join(' ');
			const want = td.classList.contains('gap') ? '' : words(td);
			if (said !== want) wrong.push(td.id + ' says ' + said + ', not ' + want);
			for (const [e, r] of all) if (r.left < cx - wide / 2) wrong.push(td.id + ': ' + words(e) + ' leaves its cell');
			const ground = shapes.filter(([e, r]) => inside(r, cx, cy) && r.width < wide + 4 && e.getAttribute('fill') !== 'none').map(([e]) => colour(e, 'fill'));
			const wanted = /^q\d/.test(td.className) ? colour(td, 'backgroundColor') : colour(document.body, 'backgroundColor');
			if (want && ground[0] !== wanted) wrong.push(td.id + ' is ' + ground[0] + ', not ' + wanted);
		}));
		const top = texts.filter(([, r]) => r.bottom < box.top + 26 && r.left > box.left + 20).sort(([, a], [, b]) => a.left - b.left).map(([e]) => words(e));
		if (top.join() !== heads.join()) wrong.push('the heads are ' + top.join() + ', not ' + heads.join());
		if (!cells) wrong.push('no cells');
		return wrong;
	})()`)
}

// The mouse on a cell of the heat map reads it out.
func TestHeatReadsCell(t *testing.T) {
	t.Parallel()
	p := openCharts(t, theSite(t).result(all)+"?view=heat", screen{})
	p.until(`document.querySelector('#chart-heat svg')`)
	p.middle("#chart-heat")
	at := eval[spot](p, `(() => { const box = document.getElementById('chart-heat').getBoundingClientRect(), [x, y] = chartOf('chart-heat').convertToPixel({seriesIndex: 0}, [2, 1]); return {X: box.x + x, Y: box.y + y}; })()`)
	p.pointAt(at.X, at.Y)
	p.until(`document.querySelector('#readout h3').textContent.startsWith('32K × 4 requests')`)
}
