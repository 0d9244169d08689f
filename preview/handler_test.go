package preview

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
)

const page = `<meta http-equiv="Content-Security-Policy" content="script-src &#39;self&#39;"><head></head>`

func content(problems ...string) Content {
	files := map[string]string{
		"index.html": page + "start", "method.html": page + "method", "404.html": "<head></head>nothing here", "r/a/index.html": page + "a", "r/a/bundle.json": "{}",
		"static/site.css": strings.Repeat("a{}", 1000), "static/icon.svg": "<svg/>", "broken.html": "",
	}
	return Content{
		Has: func(name string) bool { _, ok := files[name]; return ok },
		Read: func(name string) ([]byte, error) {
			if name == "broken.html" {
				return nil, errors.New("render: it <broke>")
			}
			text, ok := files[name]
			if !ok {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		},
		Problems: problems,
	}
}

func ask(h *Handler, method, target string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, target, nil)
	r.Host = "127.0.0.1:8080"
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(r *http.Response) string {
	text, _ := io.ReadAll(r.Body)
	return string(text)
}

func TestServesLikePages(t *testing.T) {
	h := New("/x/", "127.0.0.1:8080")
	h.Set(content())
	for _, c := range []struct {
		target string
		status int
		has    string // of the body, or of the address of a redirect
	}{
		{"/x/", 200, "start"}, {"/x/index.html", 200, "start"}, {"/x/method", 200, "method"}, {"/x/method.html", 200, "method"},
		{"/x/r/a/", 200, "a"}, {"/x/r/a", 301, "/x/r/a/"}, {"/x/r/a/bundle.json", 200, "{}"}, {"/x", 302, "/x/"}, {"/", 302, "/x/"},
		{"/x/nope", 404, "nothing here"}, {"/x/r/", 404, "nothing here"}, {"/method.html", 404, "lies under /x/"},
		{"/x/../secret", 404, ""}, {"/x/%2e%2e/%2e%2e/etc/passwd", 404, ""}, {"/x/r/a/../../index.html", 404, ""}, {"/x//index.html", 404, ""}, {`/x/r\a`, 404, ""}, {"/x/r/a/index.html/", 404, ""},
		{"/x/broken.html", 500, "it &lt;broke&gt;"},
	} {
		r := ask(h, "GET", c.target)
		text := body(r)
		if r.StatusCode != c.status || c.status < 300 && !strings.Contains(text, c.has) || c.status >= 400 && !strings.Contains(text, c.has) || c.status/100 == 3 && r.Header.Get("Location") != c.has {
			t.Errorf("%s: %d %q %.80q", c.target, r.StatusCode, r.Header.Get("Location"), text)
		}
	}
}

func TestHeaders(t *testing.T) {
	h := New("/", "127.0.0.1:8080")
	h.Set(content())
	for name, kind := range map[string]string{"/": "text/html; charset=utf-8", "/static/site.css": "text/css; charset=utf-8", "/r/a/bundle.json": "application/json", "/static/icon.svg": "image/svg+xml", "/_live.js": "text/javascript; charset=utf-8"} {
		r := ask(h, "GET", name)
		if r.Header.Get("Content-Type") != kind || r.Header.Get("X-Content-Type-Options") != "nosniff" || r.Header.Get("ETag") == "" {
			t.Errorf("%s: %v", name, r.Header)
		}
		if again := ask(h, "GET", name, "If-None-Match", r.Header.Get("ETag")); again.StatusCode != http.StatusNotModified || body(again) != "" {
			t.Errorf("%s: %d for a tag it gave", name, again.StatusCode)
		}
		if head := ask(h, "HEAD", name); head.StatusCode != 200 || body(head) != "" {
			t.Errorf("%s: HEAD gives %d", name, head.StatusCode)
		}
	}
	r := ask(h, "GET", "/static/site.css", "Accept-Encoding", "br, gzip")
	z, err := gzip.NewReader(r.Body)
	if err != nil || r.Header.Get("Content-Encoding") != "gzip" {
		t.Fatal(err, r.Header)
	}
	if text, err := io.ReadAll(z); err != nil || len(text) != 3000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if r := ask(h, "POST", "/"); r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", r.StatusCode)
	}
}

// A page of another origin whose name was made to resolve to this machine reads nothing.
func TestForeignHosts(t *testing.T) {
	for _, c := range []struct {
		addr, host string
		served     bool
	}{
		{"127.0.0.1:8080", "127.0.0.1:8080", true}, {"127.0.0.1:8080", "localhost:8080", true}, {"127.0.0.1:8080", "LOCALHOST", true}, {"127.0.0.1:8080", "[::1]:8080", true}, {"127.0.0.1:8080", "127.0.0.2", true},
		{"127.0.0.1:8080", "evil.example:8080", false}, {"127.0.0.1:8080", "127.0.0.1.evil.example", false}, {"127.0.0.1:8080", "localhost.evil.example", false}, {"127.0.0.1:8080", "", false}, {"127.0.0.1:8080", "192.168.1.5:8080", false},
		{"0.0.0.0:8080", "192.168.1.5:8080", true}, {":8080", "10.0.0.1:8080", true}, {"[::]:8080", "[fe80::1]:8080", true}, {"0.0.0.0:8080", "evil.example", false}, {"gpu-box:8080", "gpu-box:8080", true}, {"gpu-box:8080", "evil.example", false},
	} {
		h := New("/", c.addr)
		h.Set(content())
		if r := ask(h, "GET", "/", "Host", c.host); (r.StatusCode == 200) != c.served {
			t.Errorf("on %s, Host %q: %d", c.addr, c.host, r.StatusCode)
		}
	}
}

// The script goes into pages that allow it; the version in it is that of the content it came with.
func TestScript(t *testing.T) {
	h := New("/x/", "127.0.0.1:8080")
	h.Set(content())
	h.Set(content())
	if text := body(ask(h, "GET", "/x/")); !strings.Contains(text, `<script src="/x/_live.js" data-version="2" defer></script>`) {
		t.Error(text)
	}
	if text := body(ask(h, "GET", "/x/nope")); strings.Contains(text, "script") {
		t.Errorf("a page whose policy has no scripts got one: %s", text)
	}
}

func TestProblems(t *testing.T) {
	h := New("/", "127.0.0.1:8080")
	h.Set(Content{Problems: []string{"results/a.json: <b>bad</b>"}})
	if r := ask(h, "GET", "/"); r.StatusCode != 503 || !strings.Contains(body(r), "&lt;b&gt;bad") {
		t.Errorf("without a site: %d", r.StatusCode)
	}
	h.Set(content("results/b.json: bad"))
	if r := ask(h, "GET", "/r/b/"); r.StatusCode != 404 || !strings.Contains(body(r), "results/b.json: bad") {
		t.Errorf("the page of a broken bundle: %d", r.StatusCode)
	}
}

// Each change reaches every listener, once; a silent stream stays alive; Close ends them all.
func TestEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New("/", "127.0.0.1:8080")
		h.Set(content("a problem"))
		var lines []chan string
		for range 3 {
			pipe, w := io.Pipe()
			go func() {
				h.ServeHTTP(&stream{w, http.Header{}}, request())
				w.Close()
			}()
			ch := make(chan string, 100)
			lines = append(lines, ch)
			go func() {
				defer close(ch)
				for s := bufio.NewScanner(pipe); s.Scan(); {
					if s.Text() != "" {
						ch <- s.Text()
					}
				}
			}()
		}
		expect := func(want string) {
			t.Helper()
			synctest.Wait()
			for i, ch := range lines {
				if got := <-ch; got != want {
					t.Errorf("listener %d: %q, want %q", i, got, want)
				}
			}
		}
		expect(`data: {"version":1,"problems":["a problem"]}`)
		h.Set(content())
		expect(`data: {"version":2,"problems":null}`)
		expect(": alive") // the clock of the bubble runs on
		h.Close()
		synctest.Wait()
		for i, ch := range lines {
			if got, open := <-ch; open {
				t.Errorf("listener %d still hears %q", i, got)
			}
		}
		if r := ask(h, "GET", "/_live"); r.StatusCode != 503 {
			t.Errorf("after Close: %d", r.StatusCode)
		}
	})
}

func request() *http.Request {
	r := httptest.NewRequest("GET", "/_live", nil)
	r.Host = "localhost"
	return r
}

type stream struct {
	io.Writer
	header http.Header
}

func (s *stream) Header() http.Header { return s.header }
func (s *stream) WriteHeader(int)     {}
func (s *stream) Flush()              {}

func ExampleNew() {
	h := New("/", "127.0.0.1:8080")
	h.Set(Content{
		Has:  func(name string) bool { return name == "index.html" },
		Read: func(string) ([]byte, error) { return []byte("hello"), nil },
	})
	fmt.Println(ask(h, "GET", "/").StatusCode)
	// Output: 200
}
