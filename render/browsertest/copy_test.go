package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// grantClipboard lets pages write to the clipboard and read from it.
func (p *tab) grantClipboard() {
	p.Helper()
	c := chromedp.FromContext(p.ctx)
	grant := browser.GrantPermissions([]browser.PermissionType{browser.PermissionTypeClipboardReadWrite, browser.PermissionTypeClipboardSanitizedWrite})
	if err := grant.Do(cdp.WithExecutor(p.ctx, c.Browser)); err != nil {
		p.Fatal(err)
	}
}

// The clipboard is one for all tabs, so everything that is copied is copied in one test.
func TestCopy(t *testing.T) {
	s := theSite(t)
	command := everything(t).Launch.Command
	for form, address := range s.forms(all) {
		p := open(t, address, screen{})
		p.do(chartHelp)
		p.grantClipboard()
		p.click(`[data-copy=launch-text]`)
		p.until(`document.querySelector('[data-copy=launch-text]').textContent === 'Copied'`)
		same(p, `navigator.clipboard.readText()`, command)
		p.until(`document.querySelector('[data-copy=launch-text]').textContent === 'Copy'`)
		p.click(`[data-copy=repeat-text]`)
		p.until(`document.querySelector('[data-copy=repeat-text]').textContent === 'Copied'`)
		if got := eval[string](p, `navigator.clipboard.readText()`); !strings.HasPrefix(got, "speedmatrix measure --url ") {
			t.Errorf("%s: what repeats a run is %q", form, got)
		}
		p.click(`#copy-markdown`)
		p.until(`document.getElementById('copy-markdown').textContent === 'Copied'`)
		checkMarkdown(p, eval[string](p, `navigator.clipboard.readText()`), form != "http")
	}
	p := open(t, s.result("odd-markup"), screen{})
	p.do(chartHelp)
	p.grantClipboard()
	p.click(`[data-copy=launch-text]`)
	p.until(`document.querySelector('[data-copy=launch-text]').textContent === 'Copied'`)
	same(p, `navigator.clipboard.readText()`, markup+" --flag "+markup+"\n\t--other="+markup)
	p.click(`#copy-markdown`)
	p.until(`document.getElementById('copy-markdown').textContent === 'Copied'`)
	checkMarkdown(p, eval[string](p, `navigator.clipboard.readText()`), false)
}

// checkMarkdown wants a title, and tables with the figures of the page's.
func checkMarkdown(p *tab, text string, fromDisk bool) {
	p.Helper()
	lines := strings.Split(text, "\n")
	if !strings.HasPrefix(lines[0], "# ") || strings.ContainsAny(text, "\t\r") {
		p.Errorf("%s: the Markdown begins with %q", p.url, lines[0])
	}
	if strings.Contains(text, "<img") || strings.Contains(text, "</script") {
		p.Errorf("%s: the Markdown holds HTML", p.url)
	}
	if got := strings.Contains(text, p.url); got == fromDisk {
		p.Errorf("%s: whether the Markdown says where it is from: %v", p.url, got)
	}
	var tables [][]string // lines of each
	for i, line := range lines {
		switch {
		case !strings.HasPrefix(line, "|"):
			continue
		case i == 0 || !strings.HasPrefix(lines[i-1], "|"):
			tables = append(tables, nil)
		}
		tables[len(tables)-1] = append(tables[len(tables)-1], line)
	}
	if len(tables) != 2 {
		p.Fatalf("%s: %d tables in the Markdown:\n%s", p.url, len(tables), text)
	}
	for i, table := range tables {
		columns := strings.Count(table[0], "|")
		if table[1] != "|"+strings.Repeat(" --- |", columns-1) {
			p.Errorf("%s: table %d has no rule under its head: %q", p.url, i, table[1])
		}
		for _, line := range table {
			if strings.Count(line, "|") != columns {
				p.Errorf("%s: a row of table %d has other columns than its head: %s", p.url, i, line)
			}
		}
	}
	if want := eval[int](p, `document.querySelectorAll('#all-table tr[id^="row-prefill"]').length + 2`); len(tables[0]) != want {
		p.Errorf("%s: the table of prefill has %d lines, not %d", p.url, len(tables[0]), want)
	}
	for _, row := range eval[[][]string](p, `[...document.getElementById('matrix').rows].map((r) => [...r.cells].map(words))`) {
		if want := "| " + strings.Join(row, " | ") + " |"; !strings.Contains(text, want) {
			p.Errorf("%s: the Markdown lacks the row %s", p.url, want)
		}
	}
}

// Where the clipboard may not be written, the text is selected, to be copied by hand.
func TestCopyRefused(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for what, before := range map[string]string{
		"refused": `navigator.clipboard.writeText = () => Promise.reject(new Error('no'));`,
		"missing": `Object.defineProperty(navigator, 'clipboard', {value: undefined});`, // as over plain http
	} {
		p := open(t, s.result(all), screen{before: before})
		p.click(`[data-copy=launch-text]`)
		p.until(`document.querySelector('[data-copy=launch-text]').textContent === 'Selected'`)
		if got, want := eval[string](p, `getSelection().toString()`), everything(t).Launch.Command; got != want {
			t.Errorf("%s: %q is selected, not %q", what, got, want)
		}
		p.click(`#copy-markdown`)
		p.until(`document.getElementById('copy-markdown').textContent === 'Not copied'`)
		same(p, fmt.Sprintf(`(%q, document.getElementById('copy-markdown').textContent.length > 0)`, what), true)
	}
}
