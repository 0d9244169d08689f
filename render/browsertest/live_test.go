package browsertest

import (
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/preview"
	"github.com/speedmatrix/speedmatrix/render"
)

// live is a preview whose bundles a test changes.
type live struct {
	testing.TB
	handler *preview.Handler
	server  *httptest.Server
}

func newLive(t testing.TB) *live {
	l := &live{TB: t, handler: preview.New("/", "127.0.0.1:0")}
	l.server = httptest.NewServer(l.handler)
	t.Cleanup(func() {
		l.handler.Close()
		l.server.Close()
	})
	return l
}

// show loads bundles and hands them to the preview, as the command serve does.
func (l *live) show(files fstest.MapFS) {
	l.Helper()
	site, err := render.Load(l.Context(), files, render.Options{Version: "devel", ListProblems: true})
	must(l, err)
	names := map[string]bool{}
	for _, name := range site.Files() {
		names[name] = true
	}
	var problems []string
	for _, p := range site.Problems() {
		problems = append(problems, p.String())
	}
	l.handler.Set(preview.Content{Has: func(name string) bool { return names[name] }, Read: site.File, Problems: problems})
}

func labelled(t testing.TB, label string) fstest.MapFS {
	b := grid(2, 2)
	b.Label = label
	text, err := bundle.Encode(b)
	must(t, err)
	other, err := bundle.Encode(grid(1, 1))
	must(t, err)
	return fstest.MapFS{"a.json": {Data: text}, "b.json": {Data: other}}
}

// eventually looks until the page, which may reload meanwhile, is as it should be.
func (p *tab) eventually(condition string) {
	p.Helper()
	for {
		var yes bool
		err := chromedp.Run(p.ctx, chromedp.Evaluate(condition, &yes))
		if err == nil && yes {
			return
		}
		if p.ctx.Err() != nil {
			p.Fatalf("%s: never: %s (%v)", p.url, condition, err)
		}
	}
}

// reload loads the page anew and waits until its scripts have run: what is asked meanwhile may still
// hear the old page.
func (p *tab) reload() {
	p.Helper()
	p.do(`window.stale = true`)
	p.run(chromedp.Reload())
	p.eventually(`!window.stale && document.readyState === 'complete'`)
}

// Open pages reload when the site changes, each of several tabs; what is wrong with a bundle stands on
// every page and in its own, and goes when it is mended.
func TestLiveReload(t *testing.T) {
	t.Parallel()
	l := newLive(t)
	l.show(labelled(t, "first"))
	var tabs []*tab
	for _, name := range []string{"/r/a/", "/r/a/", "/", "/method"} {
		tabs = append(tabs, open(t, l.server.URL+name, screen{}))
	}
	said := `!!document.getElementById('preview-problems')`
	for _, p := range tabs {
		p.do(`window.old = true`)
	}
	l.show(labelled(t, "second"))
	for _, p := range tabs {
		p.eventually(`!window.old && document.readyState === 'complete'`)
	}
	tabs[0].eventually(`document.querySelector('h1').textContent.includes('second')`)

	broken := labelled(t, "second")
	broken["a.json"].Data = broken["a.json"].Data[:len(broken["a.json"].Data)/2]
	l.show(broken)
	for _, p := range tabs[2:] {
		p.eventually(said + ` && document.getElementById('preview-problems').textContent.includes('a.json: ')`)
	}
	for _, p := range tabs[:2] {
		p.eventually(`document.querySelector('h1').textContent === 'This page cannot be shown' && document.querySelector('.problems').textContent.includes('truncated')`)
		p.forget("404") // the browser says that the page could not be had, which is so
	}
	l.show(labelled(t, "third"))
	for _, p := range tabs[:2] {
		p.eventually(`document.querySelector('h1').textContent.includes('third')`)
	}
	for _, p := range tabs[2:] {
		p.eventually(`!` + said + ` && document.readyState === 'complete'`)
	}
}

// forget takes back what a page has said, where that is as it should be.
func (p *tab) forget(word string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept := p.said[:0]
	for _, text := range p.said {
		if !strings.Contains(text, word) {
			kept = append(kept, text)
		}
	}
	p.said = kept
}
