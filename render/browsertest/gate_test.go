package browsertest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// gate is a server that keeps the scripts back until it is opened.
type gate struct {
	server *httptest.Server
	wait   chan struct{}
	once   sync.Once
}

func gated(t *testing.T, s *built) *gate {
	g := &gate{wait: make(chan struct{})}
	g.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".js") {
			select {
			case <-g.wait:
			case <-r.Context().Done():
				return
			}
		}
		s.serve(w, r)
	}))
	t.Cleanup(g.server.Close)
	t.Cleanup(g.open)
	return g
}

func (g *gate) open() { g.once.Do(func() { close(g.wait) }) }

func (g *gate) at(s *built, id string) string {
	return strings.Replace(s.result(id), s.server.URL, g.server.URL, 1)
}

// start goes to an address and waits until all but its scripts is there.
func (p *tab) start(address string) {
	p.Helper()
	p.url = address
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, _, text, _, err := page.Navigate(address).Do(ctx)
		if err == nil && text != "" {
			p.Errorf("%s: %s", address, text)
		}
		return err
	}))
	p.until(`document.readyState === 'interactive' && document.querySelector('.foot') && getComputedStyle(document.body).margin === '0px'`)
	p.frames()
}
