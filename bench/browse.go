package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// chromium is the path of the browser, "" if there is none.
func chromium() string {
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	for _, name := range append([]string{cmp.Or(os.Getenv("CHROME"), names[0])}, names...) {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// quietFlags keep a browser to its page.
var quietFlags = []string{"headless", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync"}

// tab opens an address in a browser that has never seen it, and runs actions there.
func (b *bench) tab(address string, actions ...chromedp.Action) error {
	home, err := os.MkdirTemp(b.dir, "profile-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(chromium()), chromedp.UserDataDir(home), chromedp.WindowSize(1280, 900), chromedp.WSURLReadTimeout(time.Minute)}
	for _, flag := range quietFlags {
		options = append(options, chromedp.Flag(flag, true))
	}
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, end := context.WithTimeout(b.ctx, 2*time.Minute)
	defer end()
	ctx, endBrowser := chromedp.NewExecAllocator(ctx, options...)
	defer endBrowser()
	// a newer browser says things that chromedp has no type for: those are no errors
	ctx, endTab := chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {}))
	defer endTab()
	if err := chromedp.Run(ctx); err != nil { // the browser starts
		return fmt.Errorf("start the browser: %w", err)
	}
	defer func() { _ = chromedp.Cancel(ctx) }()
	if err := chromedp.Run(ctx, append([]chromedp.Action{chromedp.Navigate(address)}, actions...)...); err != nil {
		return fmt.Errorf("in the browser: %w", err)
	}
	return nil
}

// evaluate runs a script that gives a promise.
func evaluate(script string, result any) chromedp.Action {
	return chromedp.Evaluate(script, result, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) })
}

// browse looks at lists of results as a reader does.
func (b *bench) browse() error {
	if chromium() == "" {
		b.say("no Chromium: nothing is measured in a browser")
		return nil
	}
	b.report.section("List of results in Chromium")
	for _, n := range b.listSizes() {
		s, err := b.load(n)
		if err != nil {
			return err
		}
		address, end, err := s.serve("index.html", "results.js")
		if err != nil {
			return err
		}
		err = b.paint(n, address)
		if err == nil && n == 1000 {
			err = b.filter(n, address)
		}
		end()
		if err != nil {
			return err
		}
	}
	return nil
}

// firstPaint is when the first text or picture stood, counted from the call of the page.
const firstPaint = `new Promise((done) => new PerformanceObserver((list) => {
  const at = list.getEntriesByName('first-contentful-paint')[0];
  if (at) done(at.startTime);
}).observe({ type: 'paint', buffered: true }))`

func (b *bench) paint(n int, address string) error {
	b.say("first paint of %d", n)
	var all []float64
	for range b.runs(5) {
		var at float64
		if err := b.tab(address, evaluate(firstPaint, &at)); err != nil {
			return err
		}
		all = append(all, at)
	}
	what, text := fmt.Sprintf("first paint, %s results", count(n)), fmt.Sprintf("%.0f ms", middle(all))
	if n == 10000 {
		b.report.target(what, text, "", "under 1,000 ms", middle(all) < 1000)
	} else {
		b.report.row(what, text)
	}
	return nil
}

// filterTimes makes a reader's changes, one after the other, and takes for each the time from the event
// until the frame with the new list is there.
const filterTimes = `(async () => {
  const $ = (s) => document.querySelector(s), body = $('#results tbody'), times = [];
  const frame = () => new Promise((done) => requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = done;
    painted.port2.postMessage(0);
  }));
  while (!window.speedmatrixResults) await frame();
  for (let i = 0; i < 10; i++) await frame(); // what follows the load
  const take = async (act) => {
    const changed = new Promise((done) => new MutationObserver((_, o) => { o.disconnect(); done(); }).observe(body, { childList: true }));
    const from = performance.now();
    act();
    await changed;
    await frame();
    times.push(performance.now() - from);
    await frame();
  };
  const q = $('#find [type=search]');
  const type = (text) => take(() => { q.value = text; q.dispatchEvent(new Event('input', { bubbles: true })); });
  for (const text of ['s', 'sg', 'sgl', 'sgla', 'sglan', 'sglang', 'sglang ', 'sglang h', 'sglang h2', '']) await type(text);
  for (const box of [...document.querySelectorAll('[data-facet]')].map((f) => f.querySelector('input'))) {
    await take(() => box.click());
    await take(() => box.click());
  }
  for (const by of ['request', 'total', 'prefill', 'date']) await take(() => $('#sort [value=' + by + ']').click());
  await take(() => $('#group').click());
  return times;
})()`

func (b *bench) filter(n int, address string) error {
	b.say("filters of %d", n)
	var times []float64
	for range b.runs(3) {
		var some []float64
		if err := b.tab(address, evaluate(filterTimes, &some)); err != nil {
			return err
		}
		times = append(times, some...)
	}
	b.report.target(fmt.Sprintf("letters, filters and orders, %s results", count(n)), fmt.Sprintf("%.0f ms", middle(times)),
		fmt.Sprintf("slowest of %d: %.0f ms", len(times), slices.Max(times)), "under 100 ms", middle(times) < 100)
	return nil
}
