package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// listHelp reads the list of results.
const listHelp = `
	window.$$ = (s, e = document) => [...e.querySelectorAll(s)];
	window.words = (e) => e.textContent.replace(/\s+/g, ' ').trim();
	window.listed = () => $$('#results tbody tr').filter((r) => r.checkVisibility());
	window.count = () => document.getElementById('count').textContent;
	window.search = () => new URLSearchParams(location.search);
	null`

func openList(t testing.TB, address string, s screen) *tab {
	t.Helper()
	p := open(t, address, s)
	p.do(listHelp)
	return p
}

// lists are the list from a server and from disk.
func (s *built) lists() map[string]string {
	return map[string]string{"http": s.at("index.html"), "disk": s.disk("index.html")}
}

// Rows that the script makes are the page's own rows, picture and figures included.
func TestListRows(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for form, address := range s.lists() {
		t.Run(form, func(t *testing.T) {
			plain := openList(t, address, screen{plain: true})
			row := `((r) => r.id + ': ' + [...r.cells].map(words).join(' | ') + [...r.querySelectorAll('a')].map((a) => a.href).join() + [...r.querySelectorAll('svg')].map((e) => [e.getAttribute('width'), e.getAttribute('height'), e.ariaLabel, ...[...e.children].map((c) => c.getAttribute('class') + c.getAttribute('d')).sort()].join(' ')).join())`
			want := eval[[]string](plain, `listed().map(`+row+`).sort()`)
			p := openList(t, address, screen{})
			p.click(`#sort input[value=total]`)
			p.until(`search().get('sort') === 'total' && words(document.querySelector('#results tbody')) !== ''`)
			p.until(fmt.Sprintf(`listed().length === %d`, len(want)))
			p.until(`listed()[0].id !== '` + eval[string](plain, `listed()[0].id`) + `'`)
			for i, got := range eval[[]string](p, `listed().map(`+row+`).sort()`) {
				if got != want[i] {
					t.Errorf("the script makes\n%s\nof\n%s", got, want[i])
				}
			}
		})
	}
}

// Search, facets, sort and groups narrow the list, say so, and live in the address, also with Back.
func TestListControls(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for form, address := range s.lists() {
		t.Run(form, func(t *testing.T) {
			p := openList(t, address, screen{})
			total := eval[int](p, `listed().length`)
			p.enter(`[name=q]`, "kimi sglang")
			p.until(`listed().length === 1 && listed()[0].id.startsWith('kimi')`)
			same(p, `count()`, fmt.Sprintf("1 of %d results", total))
			same(p, `search().get('q')`, "kimi sglang")
			p.reload()
			p.do(listHelp)
			p.until(`listed().length === 1 && document.querySelector('[name=q]').value === 'kimi sglang'`)
			p.enter(`[name=q]`, "nothing is called so")
			p.until(`!document.getElementById('empty').hidden && listed().length === 0`)
			p.click(`#clear`)
			p.until(fmt.Sprintf(`listed().length === %d && location.search === '' && document.getElementById('empty').hidden`, total))

			// the count beside a value is what choosing it gives
			first := eval[struct{ Key, Value, Count string }](p, `(() => { const l = document.querySelector('[data-facet=engine] label'); return {Key: 'engine', Value: l.querySelector('input').value, Count: words(l.querySelector('i'))}; })()`)
			p.click(`[data-facet=engine] label`)
			p.until(fmt.Sprintf(`search().get(%q) === %q && String(listed().length) === %q`, first.Key, first.Value, first.Count))
			same(p, `count()`, fmt.Sprintf("%s of %d results", first.Count, total))
			second := eval[string](p, `words($$('[data-facet=engine] label')[1].querySelector('i'))`)
			p.click(`[data-facet=engine] label:nth-of-type(2)`)
			p.until(fmt.Sprintf(`search().getAll('engine').length === 2 && listed().length === %s + %s`, first.Count, second))
			p.run(chromedp.NavigateBack())
			p.do(listHelp)
			p.until(fmt.Sprintf(`search().getAll('engine').length === 1 && String(listed().length) === %q`, first.Count))
			same(p, `$$('[data-facet=engine] input:checked').length`, 1)
		})
	}
}

// Each headline sorts the list, the most first and no value last.
func TestListSort(t *testing.T) {
	t.Parallel()
	p := openList(t, theSite(t).at("index.html"), screen{})
	for i, by := range []string{"request", "total", "prefill"} {
		p.click(fmt.Sprintf(`#sort input[value=%s]`, by))
		sorted := fmt.Sprintf(`(() => {
			const number = (s) => s === undefined ? -1 : parseFloat(s.replace(/,/g, '')) * (/K$/.test(s) ? 1e3 : /M$/.test(s) ? 1e6 : 1);
			const values = listed().map((r) => number(r.querySelectorAll('td.num')[%d].querySelector('b')?.textContent));
			return values.length > 5 && values[0] > 0 && values.every((v, i) => !i || v <= values[i - 1]);
		})()`, i)
		p.until(fmt.Sprintf(`search().get('sort') === %q && %s`, by, sorted))
		p.reload()
		p.do(listHelp)
		p.until(sorted)
	}
	p.click(`#sort input[value=date]`)
	p.until(`location.search === ''`)
}

// A long list has pages without a script, and more rows on demand with one.
func TestLongList(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	address := fileURL(s.many + "/index.html")
	plain := openList(t, address, screen{plain: true})
	same(plain, `listed().length`, 100)
	same(plain, `$$('#pages a').map((a) => a.getAttribute('href')).join(' ')`, "index.html list/2.html list/3.html")
	seen := map[string]bool{}
	for _, name := range []string{"index.html", "list/2.html", "list/3.html"} {
		page := openList(t, fileURL(s.many+"/"+name), screen{plain: true})
		for _, id := range eval[[]string](page, `listed().map((r) => r.id)`) {
			seen[id] = true
		}
	}
	if len(seen) != 230 {
		t.Errorf("the pages of the list have %d results, not 230", len(seen))
	}

	p := openList(t, address, screen{})
	p.enter(`[name=q]`, "vllm")
	p.until(`search().get('q') === 'vllm' && listed().length === 100 && !count().startsWith('Page')`)
	found := eval[string](p, `count()`)
	p.click(`#more`)
	p.until(`listed().length > 100 && document.getElementById('more').hidden`)
	same(p, `listed().length + ' of 230 results'`, found)
	same(p, `document.activeElement === listed()[100].querySelector('a')`, true)

	// runs of one configuration stand in one row
	p.click(`#clear-all, .facets [type=reset]`)
	p.until(`location.search === ''`)
	p.click(`#group`)
	p.until(`search().get('group') === '1' && count().includes('205 configurations')`)
	p.until(`document.querySelector('#results .runs')`)
	before := eval[int](p, `listed().length`)
	p.click(`#results .runs`)
	p.until(fmt.Sprintf(`listed().length === %d && document.querySelector('#results .runs').ariaExpanded === 'true'`, before+1))
	same(p, `new Set($$('#results tr:has(.runs[aria-expanded=true]), #results tr.run').map((r) => r.querySelector('a').textContent)).size`, 1)

	// all values of a facet on demand
	p.click(`[data-facet=gpu] [data-all]`)
	p.until(`$$('[data-facet=gpu] label').length === 11`)
	if strings.Contains(eval[string](p, `$$('[data-facet=gpu] i').map((e) => e.textContent).join()`), ",,") {
		t.Error("a value of a facet has no count")
	}
}
