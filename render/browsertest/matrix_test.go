package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// forms are the ways to open a result: from a server, from disk, and as one file.
func (s *built) forms(id string) map[string]string {
	return map[string]string{"http": s.result(id), "disk": s.disk("r/" + id + "/index.html"), "single": s.single(id)}
}

// columnOf is where the table of all measurements has a metric.
var columnOf = map[string]int{"total": 4, "request": 5, "ttft": 6, "tpot": 7}

// The switch of the metric changes the texts and colours of cells, and the address; a reload brings
// both back.
func TestMetrics(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for form, address := range s.forms(all) {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			p := openCharts(t, address, screen{})
			metrics := eval[[]string](p, `$$('#metric input').map((e) => e.value)`)
			if got := strings.Join(metrics, " "); got != "total request gpu ttft tpot power energy acceptance" {
				t.Errorf("the metrics are %s", got)
			}
			checkMetric(p, "total")
			before := eval[string](p, `$$('#matrix td').map((e) => e.className).join()`)
			for _, metric := range metrics[1:] {
				p.click(fmt.Sprintf(`#metric input[value=%s]`, metric))
				p.until(fmt.Sprintf(`new URLSearchParams(location.search).get('metric') === %q`, metric))
				checkMetric(p, metric)
				now := eval[string](p, `$$('#matrix td').map((e) => e.className).join()`)
				if now == before && metric != "gpu" { // a share of the totals has their colours
					t.Errorf("%s: the colours do not change to %s", p.url, metric)
				}
				before = now
			}
			p.click(`#metric input[value=ttft]`)
			p.reload()
			p.do(chartHelp)
			same(p, `document.querySelector('#metric :checked').value`, "ttft")
			checkMetric(p, "ttft")
			p.click(`#metric input[value=total]`)
			same(p, `location.search`, "")
			checkMetric(p, "total")
		})
	}
}

// checkMetric compares the cells with the table of all measurements, and the colours with each other:
// a better value is never the paler.
func checkMetric(p *tab, metric string) {
	p.Helper()
	inTable := "null" // or the cell of the table that holds the figure
	if column := columnOf[metric]; column > 0 {
		inTable = fmt.Sprintf(`document.getElementById(id.replace('decode-', 'row-')).cells[%d]`, column)
	}
	clean(p, "metric "+metric, fmt.Sprintf(`(() => {
		const data = JSON.parse(document.getElementById('matrix-data').textContent), m = data.metrics.find((m) => m.key === %q), wrong = [];
		const number = (s) => parseFloat(s.replace(/,/g, '')) * (s.includes('K') ? 1e3 : 1);
		const cells = data.ids.map((id, i) => {
			const td = document.getElementById(id), shown = words(td.querySelector('b'));
			const figure = %s, want = figure ? words(figure).replace(/ ms$/, '') : m.text[i];
			if (shown !== want) wrong.push(id + ' shows ' + shown + ', not ' + want);
			return {id, step: +(td.className.match(/^q(\d+)\b/) ?? [0, 0])[1], value: number(shown)};
		}).filter((c) => !Number.isNaN(c.value));
		if (cells.length < 5) wrong.push('only ' + cells.length + ' cells');
		const lower = ['ttft', 'tpot', 'power', 'energy'].includes(%q);
		cells.sort((a, b) => lower ? b.value - a.value : a.value - b.value).forEach((c, i, { [i - 1]: worse }) => {
			if (!c.step || worse && c.value !== worse.value && c.step < worse.step) wrong.push(c.id + ' has the colour ' + c.step);
		});
		if (cells.at(-1).step - cells[0].step < 1 && m.key !== 'acceptance') wrong.push('all cells have one colour');
		if ($$('[data-unit]').some((e) => e.textContent !== m.unit)) wrong.push('the unit is not ' + m.unit);
		if ($$('[data-ticks] span').map(words).join() !== m.ticks.join()) wrong.push('the ticks are not ' + m.ticks);
		if (document.querySelector('[data-lower]').hidden === lower) wrong.push('"lower is better" is wrong');
		return wrong;
	})()`, metric, inTable, metric))
}

func TestViewSwitch(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for form, address := range s.forms(all) {
		t.Run(form, func(t *testing.T) {
			p := openCharts(t, address, screen{})
			shown := `[document.getElementById('table-view').offsetHeight > 0, document.getElementById('heat-view').offsetHeight > 0].join()`
			same(p, shown, "true,false")
			p.click(`#view input[value=heat]`)
			same(p, shown, "false,true")
			p.until(`location.search === '?view=heat'`)
			p.reload()
			same(p, shown, "false,true")
			p.click(`#view input[value=table]`)
			same(p, shown, "true,false")
			same(p, `location.search`, "")
		})
	}
}

// Limits dim the cells that fail them, count the others, and live in the address.
func TestLimits(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for form, address := range s.forms(all) {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			p := openCharts(t, address, screen{})
			same(p, `document.getElementById('passing').textContent`, "")
			p.enter(`[name=min]`, "80")
			checkLimits(p, 80, 1e9)
			p.enter(`[name=ttft]`, "120")
			checkLimits(p, 80, 120)
			if got := eval[string](p, `location.search`); got != "?min=80&ttft=120" {
				t.Errorf("the address holds %s", got)
			}
			p.reload()
			p.do(chartHelp)
			same(p, `$$('#limits input').map((e) => e.value).join()`, "80,120")
			checkLimits(p, 80, 120)
			p.click(`#metric input[value=request]`) // dimmed in every metric
			checkLimits(p, 80, 120)
			p.enter(`[name=min]`, "")
			checkLimits(p, 0, 120)
			p.enter(`[name=ttft]`, "0")
			checkLimits(p, 0, 0)
			p.enter(`[name=ttft]`, "")
			same(p, `document.querySelectorAll('#matrix .dim').length`, 0)
			same(p, `document.getElementById('passing').textContent`, "")
			same(p, `location.search`, "?metric=request")
		})
	}
}

// checkLimits reckons from the table which cells pass.
func checkLimits(p *tab, least, most float64) {
	p.Helper()
	clean(p, "limits", fmt.Sprintf(`(() => {
		const number = (e) => parseFloat(words(e).replace(/,/g, '')), cells = $$('#matrix td[class^="q"]'), wrong = [];
		const pass = cells.filter((td) => {
			const row = document.getElementById(td.id.replace('decode-', 'row-')), ok = number(row.cells[5]) >= %v && number(row.cells[6]) <= %v;
			const paper = colour(td, 'backgroundColor') === 'rgba(0, 0, 0, 0)';
			if (ok === td.classList.contains('dim') || ok === paper) wrong.push(td.id + (ok ? ' is dim' : ' is not dim'));
			return ok;
		});
		const said = document.getElementById('passing').textContent, want = pass.length + ' of ' + cells.length + ' cells pass';
		if (said !== want) wrong.push('it says ' + said + ', not ' + want);
		return wrong;
	})()`, least, most))
}

// readHelp compares what is read out with the row of the cell.
const readHelp = `
	window.isReadOut = (key) => {
		const row = [...document.getElementById('row-' + key).cells].map(words), heads = $$('#all-table thead th').map(words);
		const title = row[1] + ' × ' + row[2] + (row[2] === '1' ? ' request' : ' requests');
		const said = $$('#readout > dl > div').map((e) => [...e.children].map(words).join(': ')).join('\n');
		const measured = !document.getElementById('row-' + key).classList.contains('none');
		const want = measured ? heads.slice(4).map((h, i) => h + ': ' + row[i + 4]).join('\n') : 'Status: ' + row[3];
		const more = document.getElementById('more-' + key), inFull = (list) => list.map(words).join('\n');
		return words(document.querySelector('#readout h3')).startsWith(title) && said === want
			&& inFull([...document.querySelector('#readout [data-more]').children]) === inFull(more ? [...more.children].slice(1) : [])
			&& $$('#matrix a[aria-current]').map((a) => a.hash).join() === '#decode-' + key;
	}; null`

func openCells(t testing.TB, address string, s screen) *tab {
	t.Helper()
	p := openCharts(t, address, s)
	p.do(readHelp)
	return p
}

func readsOut(key string) string { return fmt.Sprintf(`isReadOut(%q)`, key) }

func TestCellByHover(t *testing.T) {
	t.Parallel()
	p := openCells(t, theSite(t).result(all), screen{})
	same(p, readsOut("8k-c32"), true) // the best total stands there from the start
	for _, key := range []string{"8k-c4", "32k-c64", "8k-c128", "128k-c4", "32k-c16", "8k-c1"} {
		p.point("#decode-" + key + " a")
		p.until(readsOut(key))
	}
}

func TestCellByKeys(t *testing.T) {
	t.Parallel()
	p := openCells(t, theSite(t).result(all), screen{})
	same(p, `$$('#matrix a').filter((a) => a.tabIndex === 0).length`, 1)
	p.do(`document.querySelector('#decode-8k-c4 a').focus()`)
	for _, step := range []struct{ key, at string }{
		{kb.ArrowRight, "8k-c8"}, {kb.ArrowDown, "32k-c8"}, {kb.ArrowLeft, "32k-c4"}, {kb.ArrowUp, "8k-c4"},
		{kb.ArrowUp, "8k-c4"}, {kb.Home, "8k-c1"}, {kb.ArrowLeft, "8k-c1"}, {kb.End, "8k-c128"}, {kb.ArrowRight, "8k-c128"},
		{kb.ArrowDown, "32k-c128"}, {kb.ArrowDown, "128k-c128"},
	} {
		p.press(step.key)
		p.until(fmt.Sprintf(`document.activeElement.hash === '#decode-%s'`, step.at))
		p.until(readsOut(step.at))
		same(p, `$$('#matrix a').filter((a) => a.tabIndex === 0).map((a) => a === document.activeElement).join()`, "true")
	}
	p.press(kb.Enter)
	p.until(`location.hash === '#decode-128k-c128'`)
}

func TestCellByTap(t *testing.T) {
	t.Parallel()
	p := openCells(t, theSite(t).result(all), screen{width: 360, height: 740, touch: true})
	for _, key := range []string{"8k-c1", "32k-c2", "128k-c8"} {
		p.tap("#decode-" + key + " a")
		p.until(readsOut(key))
	}
}
