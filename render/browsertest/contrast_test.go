package browsertest

import (
	"fmt"
	"testing"
)

// contrastHelp computes the contrast of two colours as WCAG does.
const contrastHelp = `
	window.parse = (c) => { const m = c.match(/[\d.]+/g).map(Number); return m.length > 3 && m[3] === 0 ? null : m; };
	const light = (m) => { const [r, g, b] = m.map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	window.contrast = (a, b) => { const [x, y] = [light(parse(a)), light(parse(b))].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
	window.paper = () => getComputedStyle(document.body).backgroundColor;
	window.token = (name) => { const e = document.createElement('i'); e.style.color = 'var(' + name + ')'; document.body.append(e); const c = getComputedStyle(e).color; e.remove(); return c; };
	window.tooPale = (what, ink, ground) => { const c = contrast(ink, ground); return c >= 4.5 ? [] : [what + ': ' + ink + ' on ' + ground + ' has ' + c.toFixed(2)]; };
	null`

// Each text of a matrix cell can be read on its colour, in every metric and theme, dimmed or not.
func TestMatrixContrast(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, id := range []string{all, larger, "odd-wide", "odd-none"} {
		for _, look := range schemes {
			t.Run(id+"-"+look.String(), func(t *testing.T) {
				t.Parallel()
				p := openCharts(t, s.result(id), look)
				p.do(contrastHelp)
				cells := `$$('#matrix td a > *, #matrix thead th, #matrix tbody th, #matrix caption').flatMap((e) => {
					const td = e.closest('td'), style = getComputedStyle(td ?? e), own = style.backgroundColor;
					const grounds = [parse(own) ? own : paper()];
					if (td && style.backgroundImage !== 'none') grounds.push(token('--hatch')); // the lines of a hatch
					return getComputedStyle(e).opacity === '1' ? grounds.flatMap((g) => tooPale((td?.id ?? 'head') + ' ' + words(e), colour(e, 'color'), g)) : ['opacity of ' + words(e)];
				})`
				clean(p, "pale cells", cells)
				for _, metric := range eval[[]string](p, `$$('#metric input').map((e) => e.value)`) {
					p.do(fmt.Sprintf(`document.querySelector('#metric input[value=%s]').click()`, metric))
					clean(p, "pale cells, "+metric, cells)
				}
				if eval[bool](p, `Boolean(document.querySelector('[name=min]'))`) {
					p.do(`const e = document.querySelector('[name=min]'); e.value = 1e6; e.dispatchEvent(new Event('input'))`)
					clean(p, "pale dimmed cells", cells)
				}
			})
		}
	}
}

// All twelve steps of the ramp carry text that can be read, whether a page uses them or not.
func TestRampContrast(t *testing.T) {
	t.Parallel()
	for _, look := range schemes {
		p := openCharts(t, theSite(t).result(all), look)
		p.do(contrastHelp)
		same(p, `$$('.ramp i').length`, 12)
		clean(p, "pale steps", `$$('.ramp i').flatMap((e) => tooPale(e.className, colour(e, 'color'), colour(e, 'backgroundColor')))`)
		same(p, `new Set($$('.ramp i').map((e) => colour(e, 'backgroundColor'))).size`, 12)
	}
}

// Texts of drawings, which axe does not look at.
func TestDrawingContrast(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, id := range []string{all, larger, "odd-wide"} {
		for _, look := range schemes {
			t.Run(id+"-"+look.String(), func(t *testing.T) {
				t.Parallel()
				p := openCharts(t, s.result(id), look)
				p.do(contrastHelp)
				texts := `(() => {
					const all = $$('svg text').filter((e) => e.checkVisibility() && e.getClientRects().length);
					if (all.length < 20) return ['only ' + all.length + ' texts'];
					const shapes = new Map($$('.chart svg').map((svg) => [svg, $$('path', svg).map((e) => [e, e.getBoundingClientRect()]).filter(([e, r]) => r.width > 20 && r.height > 20 && colour(e, 'fill') !== 'none')]));
					return all.flatMap((e) => {
						const r = e.getBoundingClientRect(), x = (r.left + r.right) / 2, y = (r.top + r.bottom) / 2;
						// what lies under it in the same drawing
						const under = (shapes.get(e.closest('svg')) ?? []).filter(([, q]) => q.left <= x && x <= q.right && q.top <= y && y <= q.bottom)
							.map(([s]) => colour(s, 'fill')).map((c) => c.startsWith('url(') ? token('--hatch') : c).filter((c) => parse(c));
						return tooPale(e.closest('.chart')?.id + ' ' + words(e), colour(e, 'fill'), under.at(-1) ?? paper());
					});
				})()`
				clean(p, "pale texts", texts)
				for _, metric := range eval[[]string](p, `$$('#metric input').map((e) => e.value)`) {
					p.do(fmt.Sprintf(`document.querySelector('[name=view][value=heat]').click(); document.querySelector('#metric input[value=%s]').click()`, metric))
					p.frames()
					clean(p, "pale texts of the heat map, "+metric, texts)
				}
			})
		}
	}
}
