package browsertest

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// runBefore adds a script that runs before those of a page.
func runBefore(js string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(js).Do(ctx)
		return err
	})
}

type spot struct{ X, Y float64 }

// middle brings an element into sight and tells where its middle is.
func (p *tab) middle(selector string) spot {
	p.Helper()
	return eval[spot](p, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e) throw new Error('no element');
		e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
		const r = e.getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})()`, selector))
}

// point moves the mouse over an element.
func (p *tab) point(selector string) {
	p.Helper()
	at := p.middle(selector)
	p.run(input.DispatchMouseEvent(input.MouseMoved, at.X, at.Y))
}

func (p *tab) click(selector string) {
	p.Helper()
	at := p.middle(selector)
	p.run(chromedp.MouseClickXY(at.X, at.Y))
}

// tap touches an element with a finger.
func (p *tab) tap(selector string) {
	p.Helper()
	at := p.middle(selector)
	p.run(
		input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at.X, Y: at.Y}}),
		input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}),
	)
}

// press types keys: letters, or keys by their names in kb.
func (p *tab) press(keys ...string) {
	p.Helper()
	for _, key := range keys {
		p.run(chromedp.KeyEvent(key))
	}
}

// enter replaces the text of an input by typing.
func (p *tab) enter(selector, text string) {
	p.Helper()
	p.click(selector)
	p.do(fmt.Sprintf(`document.querySelector(%q).select()`, selector))
	if text == "" {
		p.press(kb.Delete)
		return
	}
	p.press(text)
}

func (p *tab) pointAt(x, y float64) {
	p.Helper()
	p.run(input.DispatchMouseEvent(input.MouseMoved, x-3, y), input.DispatchMouseEvent(input.MouseMoved, x, y))
}

func (p *tab) clickAt(x, y float64) {
	p.Helper()
	p.pointAt(x, y)
	p.run(chromedp.MouseClickXY(x, y))
}

// size changes the window.
func (p *tab) size(width, height int) {
	p.Helper()
	p.become(screen{width: width, height: height, touch: p.screen.touch})
}

// become gives the tab a window of another device.
func (p *tab) become(s screen) {
	p.Helper()
	p.screen.touch, s = s.touch, s.size()
	p.run(
		emulation.SetDeviceMetricsOverride(int64(s.width), int64(s.height), 1, s.touch),
		emulation.SetTouchEmulationEnabled(s.touch),
	)
	p.until(fmt.Sprintf("innerWidth === %d && matchMedia('(pointer: coarse)').matches === %v", s.width, s.touch))
}

// scheme changes the theme that the user prefers.
func (p *tab) scheme(name string) {
	p.Helper()
	p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}))
	p.until(fmt.Sprintf("matchMedia('(prefers-color-scheme: %s)').matches", name))
}
