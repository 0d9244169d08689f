package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"bufio"
)

// output is what a running command prints, safe to read meanwhile.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// eventually waits for a condition, with a limit that only a hanging program reaches.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
		time.Sleep(2 * time.Millisecond) // polls; nothing is measured by it
	}
}

var served = regexp.MustCompile(`at (http://\S+)`)

// serve starts the command and gives its address and what it prints; it ends with the test.
func serve(t *testing.T, args ...string) (address string, printed *output) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	printed = &output{}
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, append([]string{"serve"}, args...), strings.NewReader(""), io.Discard, printed)
	}()
	t.Cleanup(func() {
		cancel()
		if got := <-code; got != exitFine {
			t.Errorf("exit code %d: %s", got, printed)
		}
		host := strings.TrimPrefix(address, "http://")
		host, _, _ = strings.Cut(host, "/")
		l, err := net.Listen("tcp", host) // the port is free again
		if err != nil {
			t.Error(err)
			return
		}
		_ = l.Close()
	})
	eventually(t, "the address is printed", func() bool { return served.MatchString(printed.String()) })
	return served.FindStringSubmatch(printed.String())[1], printed
}

func get(t *testing.T, address string) (int, string) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(text)
}

// copyResults makes a folder with the bundled results.
func copyResults(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "results")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "results"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestServe walks through what an author does: look, break a bundle, mend it by renaming another file
// over it, write notes and settings, add a folder.
func TestServe(t *testing.T) {
	dir := copyResults(t)
	address, printed := serve(t, dir, "--addr", "127.0.0.1:0", "--base", "/speed")
	if !strings.HasSuffix(address, "/speed/") {
		t.Fatal(address)
	}
	const kimi = "kimi-k2.6-nvfp4"
	page := address + "r/" + kimi + "/"
	if status, text := get(t, page); status != 200 || !strings.Contains(text, "/speed/_live.js") {
		t.Errorf("%d, %.200s", status, text)
	}
	whole, err := os.ReadFile(filepath.Join(dir, kimi+".json"))
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, text []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(kimi+".json", whole[:len(whole)/2])
	eventually(t, "the broken bundle's error stands in its page", func() bool {
		status, text := get(t, page)
		return status == 404 && strings.Contains(text, "truncated")
	})
	eventually(t, "it stands in the list and in the terminal", func() bool {
		_, text := get(t, address)
		return strings.Contains(text, "truncated") && strings.Contains(printed.String(), kimi+".json: ")
	})
	write("saved.tmp", whole) // as editors save
	if err := os.Rename(filepath.Join(dir, "saved.tmp"), filepath.Join(dir, kimi+".json")); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the page is back", func() bool { status, _ := get(t, page); return status == 200 })
	eventually(t, "the error is gone from the list", func() bool { _, text := get(t, address); return !strings.Contains(text, "truncated") })
	write(kimi+".md", []byte("A *note*."))
	eventually(t, "the notes are shown", func() bool { _, text := get(t, page); return strings.Contains(text, "<em>note</em>") })
	write("site.json", []byte(`{"title": "Our speeds"}`))
	eventually(t, "the title is changed", func() bool { _, text := get(t, page); return strings.Contains(text, "· Our speeds</title>") })
	if err := os.MkdirAll(filepath.Join(dir, "more"), 0o755); err != nil {
		t.Fatal(err)
	}
	write("more/copy.json", whole)
	eventually(t, "a bundle in a new folder is found", func() bool { status, _ := get(t, address+"r/copy/"); return status == 200 })
	if err := os.Remove(filepath.Join(dir, kimi+".json")); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a bundle that went has no page", func() bool { status, _ := get(t, page); return status == 404 })
}

// A change is told to a listening browser.
func TestServeEvents(t *testing.T) {
	dir := copyResults(t)
	address, _ := serve(t, dir, "--addr", "127.0.0.1:0")
	r, err := http.Get(address + "_live")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	events := bufio.NewScanner(r.Body)
	next := func() string {
		for events.Scan() {
			if data, ok := strings.CutPrefix(events.Text(), "data: "); ok {
				return data
			}
		}
		t.Fatal("the stream ended")
		return ""
	}
	if got := next(); got != `{"version":1,"problems":null}` {
		t.Error(got)
	}
	if err := os.WriteFile(filepath.Join(dir, "bad.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := next(); !strings.HasPrefix(got, `{"version":2,"problems":["`) {
		t.Error(got)
	}
}

func TestServeTakenPort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	code, _, stderr := try(t.Context(), "", "serve", copyResults(t), "--addr", l.Addr().String())
	if code != exitFailed || !strings.Contains(stderr, "the port is taken") || !strings.Contains(stderr, "hint: take a free one") {
		t.Errorf("%d, %s", code, stderr)
	}
}

func TestServeMisused(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"nowhere"}, exitFailed, "no such folder"},
		{[]string{copyResults(t), "--addr", "8080"}, exitMisused, "HOST:PORT"},
		{[]string{copyResults(t), "--base", "x"}, exitMisused, "not a path"},
		{[]string{copyResults(t), "--dev"}, exitFailed, "source tree"},
	} {
		code, _, stderr := try(t.Context(), "", append([]string{"serve"}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: %d, %s", c.args, code, stderr)
		}
	}
}

// The examples of the usage text work. They would open a browser, which is not found here.
func TestServeExamples(t *testing.T) {
	t.Chdir(filepath.Dir(copyResults(t)))
	t.Setenv("PATH", "")
	_, examples, _ := strings.Cut(serveUsage, "\nExamples:\n\n")
	ran := 0
	for line := range strings.SplitSeq(strings.TrimSpace(examples), "\n") {
		args := strings.Fields(line)[2:]
		ran++
		t.Run(fmt.Sprint(args), func(t *testing.T) {
			address, _ := serve(t, append(args, "--addr", "127.0.0.1:0")...)
			if status, _ := get(t, address); status != 200 {
				t.Errorf("status %d", status)
			}
		})
	}
	if ran != 2 {
		t.Errorf("%d examples", ran)
	}
}

// Templates and assets of a source tree are taken from disk, and one that does not parse is said.
func TestServeDev(t *testing.T) {
	dir := copyResults(t)
	root := filepath.Dir(dir)
	for _, name := range []string{"templates", "static"} {
		if err := os.CopyFS(filepath.Join(root, name), os.DirFS(filepath.Join("..", "..", name))); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	address, printed := serve(t, "results", "--addr", "127.0.0.1:0", "--dev")
	change := func(name, old, new string) {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte(old)) {
			t.Fatalf("%s has no %q", name, old)
		}
		if err := os.WriteFile(name, bytes.Replace(text, []byte(old), []byte(new), 1), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	change("templates/index.tmpl", "Speed test matrix", "Changed on disk")
	eventually(t, "a template's change is seen", func() bool { _, text := get(t, address); return strings.Contains(text, "Changed on disk") })
	change("static/site.css", "/* ground */", "/* earth */")
	eventually(t, "a sheet's change is seen", func() bool {
		_, text := get(t, address+"static/site.css")
		return strings.Contains(text, "/* earth */")
	})
	change("templates/index.tmpl", "{{define", "{{defin")
	eventually(t, "a template that does not parse is said", func() bool { return strings.Contains(printed.String(), "parse templates") })
	if status, text := get(t, address); status != 200 || !strings.Contains(text, "Changed on disk") {
		t.Errorf("the last good page is gone: %d", status)
	}
}
