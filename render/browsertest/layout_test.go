package browsertest

import (
	"fmt"
	"testing"
)

// windows are small phones, a tablet, and a laptop.
var windows = []screen{{width: 320, touch: true}, {width: 360, touch: true}, {width: 768, touch: true}, {width: 1280}}

// No page scrolls sideways, whatever stands on it; what is wide scrolls inside its own region.
func TestNothingOverflows(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, page := range s.pages() {
		t.Run(page.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, page.address, windows[0])
			p.do(`for (const d of document.querySelectorAll('details')) d.open = true`)
			for _, w := range windows {
				p.become(w)
				checkWidth(p, w.width, "as a table")
			}
			if !eval[bool](p, `Boolean(document.getElementById('heat-view'))`) {
				return
			}
			p.do(`document.querySelector('[name=view][value=heat]').click()`)
			for _, w := range []screen{windows[0], windows[len(windows)-1]} {
				p.become(w)
				checkWidth(p, w.width, "as a heat map")
			}
		})
	}
}

func checkWidth(p *tab, width int, view string) {
	p.Helper()
	p.frames()
	clean(p, fmt.Sprintf("%d px wide, %s", width, view), `(() => {
		const root = document.documentElement, wrong = [];
		if (root.scrollWidth > root.clientWidth) {
			wrong.push(root.scrollWidth + ' px of content in ' + root.clientWidth);
			for (const e of document.querySelectorAll('body *')) {
				const r = e.getBoundingClientRect();
				if (r.right > root.clientWidth + 1 && !e.closest('.scroll') && wrong.length < 4) wrong.push(e.outerHTML.slice(0, 100) + ' ends at ' + r.right);
			}
		}
		// no text of a cell leaves its cell
		for (const e of document.querySelectorAll('#matrix a, #matrix a > *')) if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth && wrong.length < 4) wrong.push(e.closest('td').id + ' overflows: ' + e.textContent);
		return wrong;
	})()`)
}

// What a finger has to hit is at least 44 px high and wide on a phone. A link in running text, in a
// list of facts or in a heading is as large as its words.
func TestTargets(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, page := range s.pages() {
		t.Run(page.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, page.address, screen{width: 360, height: 740, touch: true})
			p.do(`document.querySelector('.skip').focus(); for (const d of document.querySelectorAll('details')) d.open = true`)
			clean(p, "too small for a finger", `[...document.querySelectorAll('a, button, input, summary, select')].filter((e) => {
				if (e.matches('.prose a, .prose input, dd a, h2 a, h3 a, .missing a') || !e.checkVisibility()) return false;
				const boxes = [e, e.closest('label')].filter(Boolean).map((b) => b.getBoundingClientRect());
				return Math.max(...boxes.map((r) => r.width)) < 43.5 || Math.max(...boxes.map((r) => r.height)) < 43.5;
			}).map((e) => e.outerHTML.slice(0, 90) + ' is ' + Math.round(e.getBoundingClientRect().width) + ' × ' + Math.round(e.getBoundingClientRect().height))`)
		})
	}
}

// Nothing moves when the scripts arrive late: what they draw has its room.
func TestNoShift(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, id := range []string{all, larger, "odd-wide", "odd-serving"} {
		for _, width := range []int{360, 1280} {
			t.Run(fmt.Sprint(id, "-", width), func(t *testing.T) {
				t.Parallel()
				gate := gated(t, s)
				p := open(t, "about:blank", screen{width: width, height: 20000})
				p.start(gate.at(s, id))
				p.do(watchShifts)
				before := eval[map[string]float64](p, places)
				if len(before) < 10 {
					t.Fatalf("only %d places", len(before))
				}
				same(p, `document.querySelectorAll('.chart svg').length`, 0)
				gate.open()
				p.until(`document.readyState === 'complete' && document.querySelector('.chart svg')`)
				p.frames()
				for name, y := range eval[map[string]float64](p, places) {
					if d := y - before[name]; d > 0.5 || d < -0.5 {
						t.Errorf("%s moves by %.1f px when the scripts arrive", name, d)
					}
				}
				clean(p, "what the browser saw move", `shifts()`)
			})
		}
	}
}

// places are the tops of everything that has a name.
const places = `Object.fromEntries([...document.querySelectorAll('[id]:not(.chart)')].filter((e) => e.checkVisibility()).map((e) => [e.id, e.getBoundingClientRect().top]))`

const watchShifts = `
	const moved = [];
	const add = (list) => {
		for (const e of list) moved.push(e.value.toFixed(5), ...e.sources.map((s) => (s.node?.outerHTML ?? s.node?.textContent ?? '?').slice(0, 100) + JSON.stringify([s.previousRect, s.currentRect])));
	};
	const observer = new PerformanceObserver((list) => add(list.getEntries()));
	observer.observe({type: 'layout-shift'});
	window.shifts = () => { add(observer.takeRecords()); return moved.join('\n'); };
	null`
