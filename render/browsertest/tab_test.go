package browsertest

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// screen is what a page is looked at with. The zero value is a laptop in daylight.
type screen struct {
	width, height int // 1280 × 900 unless told
	dark          bool
	touch         bool // a phone: fingers, and scroll bars that take no room
	still         bool // prefers-reduced-motion
	plain         bool // JavaScript is off
	offline       bool
	before        string // a script that runs before the page's own
}

func (s screen) String() string {
	name := fmt.Sprintf("%d", s.size().width)
	for _, part := range []struct {
		is   bool
		word string
	}{{s.dark, "dark"}, {!s.dark, "light"}, {s.touch, "touch"}, {s.plain, "plain"}} {
		if part.is {
			name += "-" + part.word
		}
	}
	return name
}

func (s screen) size() screen {
	if s.width == 0 {
		s.width = 1280
	}
	if s.height == 0 {
		s.height = 900
	}
	return s
}

// tab is a page in the browser. Whatever the page says on the console, and whomever it asks for
// something, is noted: at the end of the test it must have been silent, and asked its own host only.
type tab struct {
	testing.TB
	ctx    context.Context
	url    string
	screen screen

	mu    sync.Mutex
	said  []string
	asked []string
	seen  chan struct{} // the last word of a tab has arrived
}

const lastWord = "speedmatrix: this tab has said all"

// open shows an address in a new tab and waits for its load event.
func open(t testing.TB, address string, s screen) *tab {
	t.Helper()
	s = s.size()
	ctx, close := chromedp.NewContext(theBrowser(t))
	ctx, cancel := context.WithTimeout(ctx, patience)
	p := &tab{TB: t, ctx: ctx, url: address, screen: s, seen: make(chan struct{})}
	chromedp.ListenTarget(ctx, p.note)
	t.Cleanup(func() {
		p.checkQuiet()
		cancel()
		close()
	})
	scheme, motion := "light", "no-preference"
	if s.dark {
		scheme = "dark"
	}
	if s.still {
		motion = "reduce"
	}
	actions := []chromedp.Action{
		network.Enable(),
		emulation.SetDeviceMetricsOverride(int64(s.width), int64(s.height), 1, s.touch),
		emulation.SetTouchEmulationEnabled(s.touch),
		emulation.SetFocusEmulationEnabled(true),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion},
		}),
		emulation.SetScriptExecutionDisabled(s.plain),
	}
	if s.offline {
		actions = append(actions, network.EmulateNetworkConditions(true, 0, 0, 0))
	}
	if s.before != "" {
		actions = append(actions, runBefore(s.before))
	}
	p.run(append(actions, chromedp.Navigate(address))...)
	return p
}

func (p *tab) run(actions ...chromedp.Action) {
	p.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.Fatalf("%s: %v", p.url, err)
	}
}

// note keeps what a page says and asks for.
func (p *tab) note(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, a := range e.Args {
			words = append(words, strings.Trim(string(a.Value), `"`)+a.Description)
		}
		text := strings.Join(words, " ")
		if text == lastWord {
			close(p.seen)
			return
		}
		p.said = append(p.said, "console: "+text)
	case *runtime.EventExceptionThrown:
		p.said = append(p.said, "exception: "+e.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		if e.Entry.URL == p.url && strings.HasSuffix(p.url, noSuchPage) {
			return // that there is no such page is what the browser has to say
		}
		p.said = append(p.said, fmt.Sprintf("%s: %s (%s)", e.Entry.Source, e.Entry.Text, e.Entry.URL))
	case *network.EventRequestWillBeSent:
		p.asked = append(p.asked, e.Request.URL)
	}
}

// checkQuiet fails a test whose page said something, or asked another host.
func (p *tab) checkQuiet() {
	if p.ctx.Err() != nil {
		p.Errorf("%s: %v", p.url, p.ctx.Err())
		return
	}
	// events come in order: after this one, all others have come
	if err := chromedp.Run(p.ctx, chromedp.Evaluate(`console.debug("`+lastWord+`")`, nil)); err != nil {
		p.Errorf("%s: %v", p.url, err)
		return
	}
	select {
	case <-p.seen:
	case <-p.ctx.Done():
		p.Errorf("%s: the console is gone", p.url)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, text := range p.said {
		p.Errorf("%s: the page said: %s", p.url, text)
	}
	for _, address := range p.asked {
		if !own(p.url, address) {
			p.Errorf("%s: the page asked for %.200s", p.url, address)
		}
	}
}

// own tells whether a page may ask for an address: it lies on the same host, or within the page.
func own(page, address string) bool {
	page, _, _ = strings.Cut(page, "#")
	from, err1 := url.Parse(page)
	to, err2 := url.Parse(address)
	if err1 != nil || err2 != nil {
		return false
	}
	return to.Scheme == "data" || from.Scheme == to.Scheme && from.Host == to.Host
}

// eval is the value of a JavaScript expression in the page; a promise is waited for.
func eval[T any](p *tab, js string) (v T) {
	p.Helper()
	if err := chromedp.Run(p.ctx, chromedp.Evaluate(js, &v, awaitPromise)); err != nil {
		p.Fatalf("%s: evaluate %.300s: %v", p.url, js, err)
	}
	return v
}

func awaitPromise(e *runtime.EvaluateParams) *runtime.EvaluateParams {
	return e.WithAwaitPromise(true)
}

// do runs statements.
func (p *tab) do(js string) {
	p.Helper()
	p.run(chromedp.Evaluate("(async () => {"+js+"})()", nil, awaitPromise))
}

// until waits for a condition, looked at in every frame.
func (p *tab) until(condition string) {
	p.Helper()
	js := `new Promise((yes) => { const look = () => (` + condition + `) ? yes(true) : requestAnimationFrame(look); look(); })`
	if err := chromedp.Run(p.ctx, chromedp.Evaluate(js, nil, awaitPromise)); err != nil {
		p.Fatalf("%s: wait for %s: %v", p.url, condition, err)
	}
}

// frames waits until what was drawn in reaction to something is on the screen: ECharts draws in the
// frame after the one in which it is told to, and the page tells it in a frame of its own.
func (p *tab) frames() {
	p.Helper()
	p.do(`await new Promise((yes) => { let n = 4; const next = () => n-- ? requestAnimationFrame(next) : yes(); next(); })`)
}

// same fails the test where a value of the page is not the one wanted.
func same[T comparable](p *tab, js string, want T) {
	p.Helper()
	if got := eval[T](p, js); got != want {
		p.Errorf("%s: %s is %v, not %v", p.url, js, got, want)
	}
}

// clean fails the test with the faults that an expression lists, as one text or as several.
func clean(p *tab, what, js string) {
	p.Helper()
	if faults := eval[string](p, "(async () => ["+js+"].flat().join('\\n'))()"); faults != "" {
		p.Errorf("%s: %s:\n%s", p.url, what, faults)
	}
}
