package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/render"
)

func TestAnnotation(t *testing.T) {
	for _, c := range []struct {
		problem bundle.Problem
		want    string
	}{
		{bundle.Problem{File: "a.json", Line: 3, Path: "decode[0].ttft", Severity: bundle.Error, Text: "negative"}, "::error file=a.json,line=3,title=decode[0].ttft::negative"},
		{bundle.Problem{File: "a,b:c%.json", Path: `["x,y:z"]`, Severity: bundle.WarningLevel, Text: "50 %: a, b\r\nc"},
			`::warning file=a%2Cb%3Ac%25.json,title=["x%2Cy%3Az"]::50 %25: a, b%0D%0Ac`},
		{bundle.Problem{File: "a\n::error::b.json", Severity: bundle.Error, Text: "x"}, `::error file=a\n%3A%3Aerror%3A%3Ab.json::x`},
	} {
		if got := annotation(c.problem); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestProgress(t *testing.T) {
	at := func(p *progress, milliseconds, done int) {
		p.at(p.started.Add(time.Duration(milliseconds)*time.Millisecond), done, 10)
	}
	var out bytes.Buffer
	lines := newProgress(&out)
	for i, ms := range []int{1, 900, 1100, 1200, 5000, 6100, 7000} {
		at(lines, ms, i+1)
	}
	at(lines, 20_000, 10) // the last line is not progress
	lines.end()
	if got := out.String(); got != "3 of 10 files\n6 of 10 files\n" {
		t.Errorf("%q", got)
	}
	out.Reset()
	moving := newProgress(&out)
	moving.moves = true
	for i, ms := range []int{1, 1100, 1150, 1300} {
		at(moving, ms, i+1)
	}
	moving.end()
	if got := out.String(); got != "\r\x1b[K2 of 10 files\r\x1b[K4 of 10 files\r\x1b[K" {
		t.Errorf("%q", got)
	}
}

// Nothing that is not a terminal has its lines rewritten, or a width of its own.
func TestNoTerminal(t *testing.T) {
	t.Setenv("COLUMNS", "97")
	f, err := os.Create(filepath.Join(t.TempDir(), "x"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if moves(f) || moves(&bytes.Buffer{}) {
		t.Error("a file is a terminal")
	}
	if got := terminalWidth(f); got != 97 {
		t.Errorf("width %d", got)
	}
	t.Setenv("COLUMNS", "wide")
	if got := terminalWidth(&bytes.Buffer{}); got != 0 {
		t.Errorf("width %d", got)
	}
}

func TestSizeText(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 1: "1 byte", 1023: "1023 bytes", 1024: "1 KB", 1025: "2 KB", 873 << 10: "873 KB", 1 << 20: "1.0 MB", 26_000_000: "24.8 MB"} {
		if got := sizeText(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestWrittenText(t *testing.T) {
	for _, c := range []struct {
		written render.Written
		want    string
	}{
		{render.Written{Pages: 2, Files: 24, Changed: 23, Bytes: 873 << 10}, "2 pages, 873 KB, 0.3 s"},
		{render.Written{Pages: 1, Files: 24, Bytes: 5}, "1 page, 5 bytes, 0.3 s; all 24 files unchanged"},
		{render.Written{Pages: 2, Files: 24, Changed: 3, Removed: 3}, "2 pages, 0 bytes, 0.3 s; 20 of 24 files unchanged, 3 removed"},
	} {
		if got := writtenText(c.written, 300*time.Millisecond); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestWriteFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs links")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := writeFile(at("new"), []byte("1")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("new", at("link")); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(at("link"), []byte("2")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(at("new")); err != nil || string(got) != "2" {
		t.Errorf("%s, %v", got, err)
	}
	if info, err := os.Lstat(at("link")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v", err)
	}
	if err := writeFile(os.DevNull, []byte("3")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s was replaced", os.DevNull)
	}
	if err := writeFile(at("none/x"), nil); err == nil || err.Error() != at("none/x")+": no such file or directory" {
		t.Errorf("%v", err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Errorf("something is left behind: %v, %v", list, err)
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ stdin, want string }{
		{"", "speedmatrix: stdin: "}, {"[]", "not a bundle"},
		{strings.Repeat(" ", bundle.MaxFileBytes+1), "4 MiB"},
	} {
		code, stdout, stderr := try(t.Context(), c.stdin, "summary", "-")
		if code != exitFailed || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%.20q: %d, %q, %q", c.stdin, code, stdout, stderr)
		}
	}
}
