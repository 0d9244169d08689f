package browsertest

import (
	"testing"
)

// Without JavaScript everything of a page is there, and nothing that needs it.
func TestPlain(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for form, address := range s.forms(all) {
		for _, look := range []screen{{plain: true}, {plain: true, dark: true, width: 360}} {
			t.Run(form+"-"+look.String(), func(t *testing.T) {
				t.Parallel()
				p := open(t, address, look)
				checkPlain(p)
			})
		}
	}
	for _, id := range s.ids {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p := open(t, s.result(id), screen{plain: true})
			checkPlain(p)
		})
	}
}

func checkPlain(p *tab) {
	p.Helper()
	p.do(`
		window.$$ = (s, e = document) => [...e.querySelectorAll(s)];
		window.words = (e) => e.textContent.replace(/\s+/g, ' ').trim();
		null`)
	clean(p, "without JavaScript", `(() => {
		const wrong = [], seen = (e) => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && e.getClientRects().length > 0;
		// the controls and drawings of scripts, and only they, are hidden
		const ours = 'script, style, .live, .live *, .chart, .chart *, [hidden], [hidden] *, details:not([open]) > :not(summary), details:not([open]) > :not(summary) *';
		for (const e of $$('main *')) if (!seen(e) && !e.matches(ours) && (words(e) || e.matches('rect, path'))) wrong.push('hidden: ' + e.outerHTML.slice(0, 80));
		for (const e of $$('.live, .live *, button, input')) if (e.checkVisibility() && !e.matches('.prose input')) wrong.push('of no use: ' + e.outerHTML.slice(0, 80));
		const columns = $$('#matrix thead th').length, rows = $$('#matrix tbody tr');
		for (const row of rows) {
			if (row.cells.length !== columns) wrong.push(row.id + ' has ' + row.cells.length + ' cells');
			for (const td of row.cells) if (!words(td)) wrong.push(td.id + ' is empty');
		}
		for (const row of $$('#matrix td[class^="q"]')) if (getComputedStyle(row).backgroundColor === 'rgba(0, 0, 0, 0)') wrong.push(row.id + ' has no colour');
		for (const row of $$('#all-table tr')) if (row.cells.length !== 12) wrong.push(row.id + ' has ' + row.cells.length + ' columns');
		for (const td of $$('#matrix td')) if (!td.classList.contains('gap') && !document.getElementById(td.id.replace('decode-', 'row-'))) wrong.push(td.id + ' is not in the table');
		// a bar for each row of a chart that has a figure, from nothing to the right length
		for (const figure of $$('.bars')) {
			const widths = $$('tbody tr:not(.none)', figure).map((r) => r.querySelector('rect').getBoundingClientRect().width);
			if (widths.some((w) => w < 1)) wrong.push('bars are ' + widths.join() + ' wide');
		}
		return wrong;
	})()`)
}

// The other pages need no script at all.
func TestOtherPagesHaveNoScript(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, name := range []string{"method.html", "404.html"} {
		if html := string(read(t, s.dir+"/"+name)); len(html) < 500 {
			t.Errorf("%s holds little", name)
		}
		p := open(t, s.disk(name), screen{})
		same(p, `document.scripts.length`, 0)
	}
}
