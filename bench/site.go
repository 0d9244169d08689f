package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"mime"
	"net"
	"net/http"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/speedmatrix/speedmatrix/render"
)

// version is that of the pages that this process makes.
const version = "v0.0.0-bench"

// site is a site in memory, served as a static host does: gzip, and nothing added to the pages.
type site struct {
	*render.Site
	mu    sync.Mutex
	files map[string]file
}

type file struct{ plain, packed []byte }

// load gives the site of the first n bundles, or, for 2, of the examples.
func (b *bench) load(n int) (*site, error) {
	dir := "results"
	if n != 2 {
		var err error
		if dir, err = b.results(n); err != nil {
			return nil, err
		}
	}
	s, err := render.Load(b.ctx, os.DirFS(dir), render.Options{Version: version})
	if err != nil {
		return nil, err
	}
	return &site{Site: s, files: map[string]file{}}, nil
}

func (s *site) file(name string) (file, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f, ok := s.files[name]; ok {
		return f, nil
	}
	data, err := s.File(name)
	if err != nil {
		return file{}, err
	}
	f := file{data, packed(data)}
	s.files[name] = f
	return f, nil
}

func packed(data []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(data) // into memory
	_ = z.Close()
	return out.Bytes()
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	f, err := s.file(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	data := f.plain
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	w.Header().Set("Cache-Control", "max-age=600")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		data = f.packed
		w.Header().Set("Content-Encoding", "gzip")
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(data)))
	_, _ = w.Write(data) // the reader has gone
}

// serve gives the address of the site, with a slash at its end. The pages that are named are made
// before the first reader asks for them.
func (s *site) serve(names ...string) (address string, end func(), err error) {
	for _, name := range names {
		if _, err := s.file(name); err != nil {
			return "", nil, err
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // until it is closed
	return "http://" + listener.Addr().String() + "/", func() { _ = server.Close() }, nil
}
