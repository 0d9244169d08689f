package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A head sorts by its column: most first, least first, then the table's own order again. Rows
// without a value come last, and the order lives in the address.
func TestSort(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for form, address := range s.forms(larger) {
		t.Run(form, func(t *testing.T) {
			p := openCharts(t, address, screen{})
			order := `$$('#all-table tbody tr').map((r) => r.id).join()`
			own := eval[string](p, order)
			for column := range 12 {
				head := fmt.Sprintf(`#all-table thead th:nth-child(%d)`, column+1)
				for _, to := range []string{"descending", "ascending"} {
					p.click(head + " button")
					same(p, fmt.Sprintf(`document.querySelector(%q).ariaSort`, head), to)
					same(p, `$$('#all-table [aria-sort]').length`, 1)
					same(p, `$$('#all-table tbody tr').length`, len(eval[[]string](p, `[...document.querySelectorAll('#all-table tbody tr')].map((r) => r.id)`)))
					checkSorted(p, column, to)
				}
				p.click(head + " button")
				same(p, order, own)
				same(p, `location.search`, "")
			}
			p.click(`#all-table thead th:nth-child(7) button`)
			p.press(kb.Enter) // least first, by the keyboard
			p.until(`location.search === '?sort=ttft'`)
			sorted := eval[string](p, order)
			checkSorted(p, 6, "ascending")
			p.reload()
			p.do(chartHelp)
			same(p, order, sorted)
			same(p, `document.querySelector('#all-table [aria-sort]').textContent`, "TTFT")
		})
	}
}

func checkSorted(p *tab, column int, to string) {
	p.Helper()
	clean(p, "order "+to, fmt.Sprintf(`(() => {
		const text = [0, 3].includes(%[1]d), wrong = [];
		const value = (s) => s === '—' ? null : text ? s : /^[\d.,]+[KM]?/.exec(s)[0].replace(/,/g, '').replace('K', 'e3').replace('M', 'e6');
		const keys = $$('#all-table tbody tr').map((r) => value(words(r.cells[%[1]d]))).map((v) => v === null || text ? v : +v);
		// a context that is K is so many times 1,024 and shown among the others by its size
		const sign = %[2]q === 'ascending' ? 1 : -1;
		keys.forEach((k, i) => {
			const before = keys[i - 1];
			if (i && (before === null ? k !== null : k !== null && (k < before ? -1 : k > before ? 1 : 0) * sign < 0)) wrong.push('column %[1]d: ' + k + ' after ' + before);
		});
		if (!keys.some((k) => k !== null)) wrong.push('column %[1]d has no value');
		return wrong;
	})()`, column, to))
}

// "Measured rows only" leaves out the rows without figures, says how many are left, and is kept.
func TestMeasuredOnly(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for form, address := range s.forms(all) {
		t.Run(form, func(t *testing.T) {
			p := openCharts(t, address, screen{})
			shown := `$$('#all-table tbody tr').filter((r) => r.offsetHeight > 0).length`
			rows, measured := eval[int](p, shown), eval[int](p, `$$('#all-table tbody tr').filter((r) => words(r.cells[4]) !== '—').length`)
			if rows <= measured || measured == 0 {
				t.Fatalf("%d rows, %d of them measured", rows, measured)
			}
			before := eval[string](p, `document.getElementById('all-count').textContent`)
			p.click(`#measured-only`)
			p.until(`location.search === '?rows=measured'`)
			same(p, shown, measured)
			same(p, `document.getElementById('all-count').textContent`, fmt.Sprintf("%d of %d rows", measured, rows))
			p.reload()
			p.do(chartHelp)
			same(p, shown, measured)
			p.click(`#measured-only`)
			same(p, shown, rows)
			same(p, `document.getElementById('all-count').textContent`, before)
			same(p, `location.search`, "")
		})
	}
}
