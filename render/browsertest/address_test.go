package browsertest

import (
	"fmt"
	"testing"
)

// inSight tells whether an element lies in the window, under nothing that sticks to its edge.
const inSight = `
	window.inSight = (e) => {
		const r = e.getBoundingClientRect(), x = r.left + Math.min(r.width, innerWidth - Math.max(r.left, 0)) / 2, y = r.top + r.height / 2;
		const top = document.elementFromPoint(Math.max(x, 4), y);
		return r.top >= 0 && r.bottom <= innerHeight && e.contains(top);
	}; null`

// A link to a cell or a row brings it into sight and marks it.
func TestPermalinks(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for form, address := range s.forms(all) {
		for _, look := range []screen{{}, {dark: true}, {width: 360, height: 740, touch: true}} {
			t.Run(form+"-"+look.String(), func(t *testing.T) {
				t.Parallel()
				p := openCells(t, address+"#decode-8k-c4", look)
				p.do(inSight)
				p.until(`inSight(document.getElementById('decode-8k-c4'))`)
				same(p, `document.querySelector(':target').id`, "decode-8k-c4")
				ring := `(() => { const s = getComputedStyle(document.querySelector('#%s a')), ink = getComputedStyle(document.body).color; return [s.outlineStyle, s.outlineWidth, s.outlineColor === ink].join(' '); })()`
				same(p, fmt.Sprintf(ring, "decode-8k-c4"), "solid 3px true")
				same(p, fmt.Sprintf(ring, "decode-8k-c8")+` === 'solid 3px true'`, false)
				same(p, readsOut("8k-c4"), true)

				mark := `colour(document.getElementById('%s').cells[%d], 'backgroundColor')`
				plain := eval[string](p, fmt.Sprintf(mark, "row-8k-c4", 0))
				for _, row := range []string{"row-8k-c4", "row-prefill-8k", "row-128k-c4"} {
					p.do(fmt.Sprintf(`location.hash = %q`, row))
					p.until(fmt.Sprintf(`inSight(document.getElementById(%q).cells[1])`, row))
					for cell := range 12 {
						if got := eval[string](p, fmt.Sprintf(mark, row, cell)); got == plain {
							t.Errorf("%s: cell %d of %s is not marked", p.url, cell, row)
						}
					}
				}
				p.do(`location.hash = 'more-8k-c32'`) // opens what it lies in
				p.until(`document.getElementById('more-8k-c32').offsetHeight > 0 && document.querySelector('#details details').open`)
			})
		}
	}
}

// Anchors of old links keep their meaning beside a chosen metric and limits.
func TestStateAndAnchor(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for form, address := range s.forms(all) {
		t.Run(form, func(t *testing.T) {
			p := openCells(t, address+"?metric=ttft&min=80&sort=-total-tok-s&rows=measured#decode-32k-c2", screen{})
			same(p, `document.querySelector('#metric :checked').value`, "ttft")
			same(p, `document.querySelector('[name=min]').value`, "80")
			same(p, `document.getElementById('measured-only').checked`, true)
			same(p, `document.querySelector('[aria-sort]')?.ariaSort`, "descending")
			same(p, readsOut("32k-c2"), true)
			p.click(`#metric input[value=tpot]`) // changes its own part of the address only
			p.until(`location.search === '?metric=tpot&min=80&sort=-total-tok-s&rows=measured' && location.hash === '#decode-32k-c2'`)
			p.click(`#decode-8k-c1 a`) // and so does a cell
			p.until(`location.hash === '#decode-8k-c1'`)
			same(p, `location.search`, "?metric=tpot&min=80&sort=-total-tok-s&rows=measured")
			p.reload()
			p.do(chartHelp)
			p.do(readHelp)
			same(p, readsOut("8k-c1"), true)
			same(p, `document.querySelector('#metric :checked').value`, "tpot")
		})
	}
}

// Nonsense in the address is no reason to break.
func TestOddAddresses(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, tail := range []string{"?metric=nonsense&view=%00&min=-3&ttft=abc&sort=-&rows=1", "#%", "#%E0%A4%A", "#decode-1-c1", "?min=1e999", "?metric=__proto__#<img src=x>"} {
		p := openCharts(t, s.result(all)+tail, screen{})
		checkMetric(p, "total")
		same(p, `document.querySelectorAll('.chart-lines svg').length > 2`, true)
		p.click(`#metric input[value=request]`)
		checkMetric(p, "request")
	}
}
