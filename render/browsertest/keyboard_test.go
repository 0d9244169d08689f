package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// focusSeen tells how the focus shows, and whether what has it lies in the window.
const focusSeen = `(() => {
	const e = document.activeElement;
	if (!e || e === document.body) return '';
	const ringed = e.matches('.switch input') ? e.nextElementSibling : e, s = getComputedStyle(ringed), r = ringed.getBoundingClientRect();
	const name = e.tagName.toLowerCase() + (e.id ? '#' + e.id : '') + (e.name ? '[' + e.name + ']' : '') + ' ' + e.textContent.trim().slice(0, 30);
	const faults = [];
	if (s.outlineStyle === 'none' || parseFloat(s.outlineWidth) < 2) faults.push('has no ring');
	if (r.bottom <= 0 || r.top >= innerHeight || r.right <= 0 || r.left >= innerWidth) faults.push('is out of sight');
	return name + (faults.length ? ' FAULT ' + faults.join(', ') : '');
})()`

// A walk by the keyboard alone: it begins with the link over the navigation, sees every control once,
// shows where it is, and comes out at the end.
func TestKeyboardWalk(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, page := range []entry{{"result", s.result(all)}, {"single", s.single(all)}, {"index", s.at("index.html")}, {"method", s.at("method.html")}, {"404", s.at(noSuchPage)}} {
		for _, look := range []screen{{}, {width: 360, height: 740, dark: true}} {
			t.Run(page.name+"-"+look.String(), func(t *testing.T) {
				t.Parallel()
				p := open(t, page.address, look)
				var stops []string
				for {
					p.press(kb.Tab)
					at := eval[string](p, focusSeen)
					if at == "" {
						break
					}
					if strings.Contains(at, "FAULT") {
						t.Errorf("%s: stop %d, %s", p.url, len(stops)+1, at)
					}
					stops = append(stops, at)
					if len(stops) > 200 {
						t.Fatalf("%s: no end of stops: %q", p.url, stops[190:])
					}
				}
				if len(stops) == 0 || stops[0] != "a Skip to content" {
					t.Fatalf("%s: the walk is %q", p.url, stops)
				}
				want := eval[int](p, `(() => {
					const groups = new Set(), all = [...document.querySelectorAll('a[href], button, input, summary, [tabindex="0"]')].filter((e) => e.tabIndex >= 0 && e.checkVisibility());
					return all.filter((e) => e.type !== 'radio' || !groups.has(e.name) && groups.add(e.name)).length;
				})()`)
				if len(stops) != want {
					t.Errorf("%s: %d stops, not %d: %q", p.url, len(stops), want, stops)
				}
			})
		}
	}
}

// The first link leads past the navigation.
func TestSkipLink(t *testing.T) {
	t.Parallel()
	p := open(t, theSite(t).result(all), screen{})
	same(p, `document.querySelector('.skip').getBoundingClientRect().bottom <= 0`, true) // out of sight
	p.press(kb.Tab)
	same(p, `document.querySelector('.skip').getBoundingClientRect().top >= 0`, true)
	p.press(kb.Enter)
	p.until(`location.hash === '#main'`)
	p.press(kb.Tab)
	same(p, `document.getElementById('main').contains(document.activeElement)`, true)
}

// The switches work by the keyboard.
func TestSwitchesByKeys(t *testing.T) {
	t.Parallel()
	p := openCharts(t, theSite(t).result(all), screen{})
	p.do(`document.querySelector('#metric input').focus()`)
	p.press(kb.ArrowRight)
	p.until(`document.querySelector('#metric :checked').value === 'request'`)
	checkMetric(p, "request")
	p.do(`document.querySelector('#view input').focus()`)
	p.press(kb.ArrowRight)
	p.until(`document.querySelector('#chart-heat svg')`)
	p.do(`document.querySelector('#measured-only').focus()`)
	p.press(" ")
	p.until(`document.querySelector('#all-table.measured')`)
}

// Who asks for less motion gets none.
func TestReducedMotion(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, address := range []string{s.result(all), s.at("index.html"), s.at("method.html")} {
		p := open(t, address, screen{still: true})
		same(p, `matchMedia('(prefers-reduced-motion: reduce)').matches`, true)
		p.do(`for (const e of document.querySelectorAll('[name=metric][value=ttft], [name=view][value=heat], summary')) e.click();
			for (const e of document.querySelectorAll('.chart-lines path')) e.dispatchEvent(new MouseEvent('mousemove', {bubbles: true}));`)
		same(p, `document.getAnimations().length`, 0)
		same(p, `document.querySelectorAll('svg animate, svg animateTransform, svg style').length`, 0)
		clean(p, "motion", `[...document.querySelectorAll('*')].filter((e) => {
			const s = getComputedStyle(e);
			return s.animationName !== 'none' || /[1-9]/.test(s.transitionDuration) || s.scrollBehavior !== 'auto';
		}).map((e) => e.outerHTML.slice(0, 80))`)
	}
}
