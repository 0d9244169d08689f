package browsertest

import (
	"testing"
)

// axe-core finds nothing on any kind of page, in both themes, on a phone and on a laptop. What a theme
// can change is the contrast.
func TestAxe(t *testing.T) {
	t.Parallel()
	source := string(read(t, npmFile(t, "axe-core/axe.min.js")))
	s := theSite(t)
	for _, page := range s.pages() {
		t.Run(page.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, page.address, screen{})
			p.do(source + `;window.axe = axe`)
			p.do(`for (const row of [...document.querySelectorAll('#all-table tbody tr')].slice(40)) row.remove()`) // they are like the others
			for _, w := range []screen{{}, {width: 360, touch: true}} {
				p.become(w)
				p.frames()
				p.scheme("light")
				p.axe(w.String(), `{}`)
				p.scheme("dark")
				p.axe(w.String()+" in the dark", `{runOnly: ['color-contrast']}`)
			}
		})
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
			p.axe("limits, sorted, details open", `{}`)
			p.do(`document.querySelector('[name=view][value=heat]').click()`)
			p.frames()
			p.axe("heat map", `{}`)
		})
	}
}

func (p *tab) axe(state, options string) {
	p.Helper()
	clean(p, "axe, "+state, `await axe.run({preload: false, resultTypes: ['violations'], ...`+options+`})
		.then((r) => !r.passes.length ? ['axe looked at nothing'] : r.violations.map((v) => v.id + ': ' + v.help + '\n' + v.nodes.slice(0, 3).map((n) => '    ' + n.html.slice(0, 160) + ' ' + n.any.concat(n.all, n.none).map((c) => c.message).join(' ')).join('\n')))`)
}
