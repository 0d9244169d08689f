package browsertest

import (
	"slices"
	"strings"
	"testing"
)

// entry is a page to look at.
type entry struct{ name, address string }

// noSuchPage is an address that shows 404.html.
const noSuchPage = "r/no-such-page/x/index.html"

// pages are all pages: of the site behind a server, and alone on disk.
func (s *built) pages() (list []entry) {
	list = []entry{
		{"index", s.at("index.html")}, {"method", s.at("method.html")}, {"404", s.at(noSuchPage)},
		{"index-empty", fileURL(s.empty + "/index.html")}, {"index-many", fileURL(s.many + "/index.html")}, {"list-2", fileURL(s.many + "/list/2.html")},
		{"models", fileURL(s.many + "/list/models.html")}, {"single-" + all, s.single(all)},
	}
	for _, id := range s.ids {
		list = append(list, entry{id, s.result(id)})
	}
	return list
}

// fromDisk are pages of each kind without a server.
func (s *built) fromDisk() (list []entry) {
	list = []entry{{"disk-index", s.disk("index.html")}, {"disk-method", s.disk("method.html")}, {"disk-404", s.disk("404.html")}}
	for _, id := range []string{all, larger, "odd-markup", "odd-empty"} {
		list = append(list, entry{"disk-" + id, s.disk("r/" + id + "/index.html")}, entry{"single-" + id, s.single(id)})
	}
	return list
}

// No page says anything on the console, breaks its policy, or asks another host, whatever is done
// with it: every tab of these tests watches that. Here each page is opened, and all of it is used.
func TestQuiet(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for _, page := range append(s.pages(), s.fromDisk()...) {
		t.Run(page.name, func(t *testing.T) {
			t.Parallel()
			alone := strings.HasPrefix(page.name, "single-")
			p := open(t, page.address, screen{offline: alone})
			if title := eval[string](p, `document.title`); !strings.HasSuffix(title, " · speedmatrix") {
				t.Errorf("%s: the title is %q", page.name, title)
			}
			p.do(`
				for (const e of document.querySelectorAll('main input[type=radio], main input[type=checkbox], main button, summary')) e.click();
				for (const e of document.querySelectorAll('#limits input')) { e.value = '10'; e.dispatchEvent(new Event('input')); }
				for (const e of [...document.querySelectorAll('#matrix a')].slice(0, 40)) { e.focus(); e.click(); } // more than 200 are throttled
				const view = document.querySelector('[name=view][value=heat]');
				if (view) view.click();`)
			p.size(500, 700)
			p.frames()
			p.mu.Lock()
			defer p.mu.Unlock()
			if documents := slices.DeleteFunc(slices.Clone(p.asked), func(a string) bool { return strings.HasPrefix(a, "data:") }); alone && len(documents) != 1 {
				t.Errorf("the single page asks for %s", documents)
			}
		})
	}
}

// The watch itself: it hears a script of another kind, a broken policy and a foreign host.
func TestWatchHears(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for what, js := range map[string]string{
		"console":   `console.log('something')`,
		"exception": `setTimeout(() => { throw new Error('oops'); })`,
		"policy":    `document.body.append(Object.assign(document.createElement('script'), {textContent: '1'}))`,
		"host":      `document.body.append(Object.assign(document.createElement('img'), {src: 'https://example.invalid/x.png'}))`,
	} {
		t.Run(what, func(t *testing.T) {
			heard := &listener{TB: t}
			p := open(heard, s.at("index.html"), screen{})
			p.do(js + `; await new Promise((yes) => setTimeout(yes))`)
			heard.end()
			if len(heard.faults) == 0 {
				t.Errorf("nobody heard %s", js)
			}
		})
	}
}

// listener notes the faults of a test within a test.
type listener struct {
	testing.TB
	faults []string
	last   []func()
}

func (l *listener) Errorf(format string, args ...any) { l.faults = append(l.faults, format) }
func (l *listener) Cleanup(f func())                  { l.last = append(l.last, f) }
func (l *listener) end() {
	for _, f := range slices.Backward(l.last) {
		f()
	}
}
