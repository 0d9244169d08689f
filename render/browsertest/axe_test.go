package browsertest

import (
	"fmt"
	"testing"
)

// axe-core finds nothing on any kind of page, in both themes, on a phone and on a laptop.
func TestAxe(t *testing.T) {
	t.Parallel()
	source := string(read(t, npmFile(t, "axe-core/axe.min.js")))
	s := theSite(t)
	for _, page := range s.pages() {
		for _, dark := range []bool{false, true} {
			t.Run(page.name+"-"+screen{dark: dark}.String(), func(t *testing.T) {
				t.Parallel()
				p := open(t, page.address, screen{dark: dark})
				p.do(source + `;window.axe = axe`)
				for _, width := range []int{1280, 360} {
					p.size(width, 800)
					p.frames()
					p.axe(fmt.Sprintf("%d px", width))
				}
			})
		}
	}
}

// And nothing in what a page can be turned into.
func TestAxeStates(t *testing.T) {
	t.Parallel()
	source := string(read(t, npmFile(t, "axe-core/axe.min.js")))
	s := theSite(t)
	for _, look := range []screen{{}, {dark: true}, {width: 360, touch: true}} {
		t.Run(look.String(), func(t *testing.T) {
			t.Parallel()
			p := open(t, s.result(all)+"?metric=ttft&min=100&sort=-total-tok-s&rows=measured#decode-32k-c2", look)
			p.do(source + `;window.axe = axe`)
			p.do(`for (const d of document.querySelectorAll('details')) d.open = true`)
			p.axe("limits, sorted, details open")
			p.do(`document.querySelector('[name=view][value=heat]').click()`)
			p.frames()
			p.axe("heat map")
		})
	}
}

func (p *tab) axe(state string) {
	p.Helper()
	clean(p, "axe, "+state, `await axe.run({preload: false, resultTypes: ['violations']})
		.then((r) => r.passes.length < 10 ? ['axe looked at nothing'] : r.violations.map((v) => v.id + ': ' + v.help + '\n' + v.nodes.slice(0, 3).map((n) => '    ' + n.html.slice(0, 160) + ' ' + n.any.concat(n.all, n.none).map((c) => c.message).join(' ')).join('\n')))`)
}
