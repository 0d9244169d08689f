// Package preview serves a site as static hosting would, and reloads the browser when it changes.
package preview

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"path"
	"strings"
	"sync"
	"time"
)

// Content is a site at one moment. Read renders a file of it by its name with slashes; a name that
// Has denies is never asked for, so that nothing beside the site can be read.
type Content struct {
	Has      func(name string) bool
	Read     func(name string) ([]byte, error)
	Problems []string // what is wrong with its input, for the reader of any page
}

// Handler serves the Content that was set last. Its zero value is not usable; see New.
type Handler struct {
	base  string
	hosts func(host string) bool

	mu      sync.Mutex
	content Content
	version int
	waiting map[chan struct{}]bool
	closed  bool
}

// New makes a handler for a site that lies under base ("/" or "/repo/"). Requests are answered only
// if their Host is a name of this machine's loopback or the host of addr: a page elsewhere that had its own
// name resolve to this address (DNS rebinding) reads nothing.
func New(base, addr string) *Handler {
	own, _, err := net.SplitHostPort(addr)
	if err != nil {
		own = addr
	}
	return &Handler{base: base, waiting: map[chan struct{}]bool{}, hosts: func(host string) bool {
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		host = strings.Trim(host, "[]")
		if strings.EqualFold(host, "localhost") || own != "" && strings.EqualFold(host, strings.Trim(own, "[]")) {
			return true
		}
		ip, err := netip.ParseAddr(host)
		if err != nil {
			return false
		}
		any, _ := netip.ParseAddr(strings.Trim(own, "[]"))
		return ip.IsLoopback() || own == "" || any.IsUnspecified() // an address can't be rebound
	}}
}

// Set replaces the content and reloads every open page.
func (h *Handler) Set(c Content) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.content = c
	h.version++
	for wake := range h.waiting {
		select {
		case wake <- struct{}{}:
		default: // it has not yet seen the last change
		}
	}
}

// Close ends the event streams, so that a server can shut down.
func (h *Handler) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for wake := range h.waiting {
		close(wake)
	}
	h.waiting = map[chan struct{}]bool{}
}

func (h *Handler) now() (Content, int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.content, h.version
}

// The names that preview adds. No name of a site begins with an underscore.
const (
	liveScript = "_live.js"
	liveEvents = "_live"
)

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !h.hosts(r.Host) {
		http.Error(w, "this preview answers only to the names of its own machine", http.StatusMisdirectedRequest)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-cache")
	name, ok := strings.CutPrefix(r.URL.Path, h.base)
	if !ok {
		if r.URL.Path == "/" || r.URL.Path+"/" == h.base {
			http.Redirect(w, r, h.base, http.StatusFound)
			return
		}
		http.Error(w, "the site lies under "+h.base, http.StatusNotFound)
		return
	}
	content, version := h.now()
	switch name {
	case liveScript:
		h.send(w, r, liveScript, http.StatusOK, []byte(script))
		return
	case liveEvents:
		h.events(w, r)
		return
	}
	h.file(w, r, content, version, name)
}

// file answers as GitHub Pages does: a folder by its index, a page also without .html, 404.html for the rest.
func (h *Handler) file(w http.ResponseWriter, r *http.Request, c Content, version int, name string) {
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	status := http.StatusOK
	switch {
	case c.Has == nil:
		h.send(w, r, "error.html", http.StatusServiceUnavailable, h.errorPage(c.Problems, version))
		return
	case path.Clean("/"+name) == "/"+name && c.Has(name):
	case c.Has(name + "/index.html"):
		http.Redirect(w, r, path.Base(name)+"/", http.StatusMovedPermanently)
		return
	case c.Has(name + ".html"):
		name += ".html"
	case len(c.Problems) > 0 && strings.HasPrefix(name, "r/"):
		h.send(w, r, "error.html", http.StatusNotFound, h.errorPage(c.Problems, version))
		return
	default:
		name, status = "404.html", http.StatusNotFound
	}
	data, err := c.Read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		http.NotFound(w, r)
		return
	case err != nil:
		h.send(w, r, "error.html", http.StatusInternalServerError, h.errorPage(append([]string{err.Error()}, c.Problems...), version))
		return
	}
	if strings.HasSuffix(name, ".html") {
		data = h.withScript(data, version)
	}
	h.send(w, r, name, status, data)
}

// withScript adds the reload script to a page that may run scripts of its own site.
func (h *Handler) withScript(page []byte, version int) []byte {
	if !bytes.Contains(page, []byte("script-src &#39;self&#39;")) && !bytes.Contains(page, []byte("script-src 'self'")) {
		return page
	}
	tag := fmt.Appendf(nil, "<script src=\"%s%s\" data-version=\"%d\" defer></script>\n</head>", h.base, liveScript, version)
	return bytes.Replace(page, []byte("</head>"), tag, 1)
}

// send writes a file with a tag of its content, compressed where that helps.
func (h *Handler) send(w http.ResponseWriter, r *http.Request, name string, status int, data []byte) {
	kind := mime.TypeByExtension(path.Ext(name))
	switch path.Ext(name) {
	case ".html":
		kind = "text/html; charset=utf-8"
	case ".js":
		kind = "text/javascript; charset=utf-8"
	case ".json":
		kind = "application/json"
	case ".csv":
		kind = "text/csv; charset=utf-8"
	case ".svg":
		kind = "image/svg+xml"
	case "":
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	sum := sha256.Sum256(data)
	tag := hex.EncodeToString(sum[:12])
	w.Header().Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && len(data) > 512 && r.Header.Get("Range") == "" {
		tag += "-gzip"
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = z.Write(data) // into memory
		_ = z.Close()
		data = packed.Bytes()
		w.Header().Set("Content-Encoding", "gzip")
	}
	w.Header().Set("ETag", `"`+tag+`"`)
	if status == http.StatusOK {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
		return
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(data)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(data) // the reader has gone
	}
}
