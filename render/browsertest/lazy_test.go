package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// A figure is drawn when its reader comes near it, the heat map when it is asked for.
func TestDrawnWhenNear(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	for form, address := range s.forms(larger) {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			p := open(t, address, screen{width: 412, height: 800})
			p.until(`window.echarts`)
			p.frames()
			same(p, `document.querySelectorAll('.chart-lines').length > 0 && document.querySelectorAll('.chart-lines svg').length`, 0)
			p.run(chromedp.ScrollIntoView(`#scaling`))
			p.until(`document.querySelector('.chart-lines svg')`)
			same(p, `document.querySelectorAll('.chart-heat svg').length`, 0)
			p.click(`#view [value=heat]`)
			p.until(`document.querySelector('.chart-heat svg')`)
			same(p, `document.getElementById('table-view').hidden`, true)
		})
	}
}
