package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"speedmatrix": main})
}

func TestScripts(t *testing.T) {
	results, err := filepath.Abs(filepath.Join("..", "..", "results"))
	if err != nil {
		t.Fatal(err)
	}
	everything, err := filepath.Abs(filepath.Join("..", "..", "bundle", "testdata", "everything.json"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("RESULTS", results)
			env.Setenv("EVERYTHING", everything)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":    exits,
			"snapshot": snapshot,
		},
	})
}

// exits CODE PROGRAM ARG... runs a program and expects an exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARG...")
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// snapshot DIR FILE writes what a folder holds: names, times of change and hashes.
func snapshot(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: snapshot DIR FILE")
	}
	var out strings.Builder
	dir := ts.MkAbs(args[0])
	ts.Check(filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil || d.IsDir() {
			fmt.Fprintln(&out, strings.TrimPrefix(name, dir))
			return err
		}
		data, err := os.ReadFile(name)
		fmt.Fprintf(&out, "%s %s %x\n", strings.TrimPrefix(name, dir), info.ModTime(), sha256.Sum256(data))
		return err
	}))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(out.String()), 0o644))
}

// try runs the program inside this process.
func try(ctx context.Context, stdin string, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(ctx, args, strings.NewReader(stdin), &out, &err)
	return code, out.String(), err.String()
}

// Each usage text has two examples, and a script runs them; TestServeExamples runs those that do not end.
func TestUsageExamples(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("testdata", "script", "examples.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{usage}
	for _, c := range commands() {
		texts = append(texts, c.usage)
		if !strings.Contains(usage, "\n  "+c.name+" ") {
			t.Errorf("the usage of the program does not list %s", c.name)
		}
	}
	for _, text := range texts {
		_, examples, _ := strings.Cut(text, "\nExamples:\n\n")
		lines := 0
		for line := range strings.SplitSeq(examples, "\n") {
			line, ok := strings.CutPrefix(line, "  speedmatrix ")
			if !ok {
				continue
			}
			if lines++; !strings.HasPrefix(line, "serve") && !strings.Contains(string(script), "exec sh -c 'speedmatrix "+line+"'\n") {
				t.Errorf("no script runs: speedmatrix %s", line)
			}
		}
		if lines != 2 {
			t.Errorf("%d examples in\n%s", lines, text)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if len(line) > 100 || strings.TrimRight(line, " ") != line {
				t.Errorf("not laid out well: %q", line)
			}
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := filepath.Join(t.TempDir(), "public")
	code, _, stderr := try(ctx, "", "build", filepath.Join("..", "..", "results"), "-o", out)
	if code != exitInterrupted || stderr != "speedmatrix: interrupted\n" {
		t.Errorf("%d, %q", code, stderr)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("something was written")
	}
}

func TestNearest(t *testing.T) {
	names := []string{"build", "page", "summary", "validate", "version", "help"}
	for word, want := range map[string]string{
		"bild": "build", "biuld": "build", "pages": "page", "sumary": "summary", "summarize": "summary", "val": "validate",
		"check": "", "x": "", "ver": "version", "publish": "", "": "",
	} {
		if got := nearest(word, names); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestSingleDash(t *testing.T) {
	for _, c := range []struct {
		args []string
		hint string // "" where it is no mistake
	}{
		{[]string{"-output", "x"}, "--output"}, {[]string{"-output=x"}, "--output"}, {[]string{"-strict"}, "--strict"}, {[]string{"-strcit"}, "--strict"},
		{[]string{"-help"}, "--help"}, {[]string{"-o", "-strict"}, ""}, {[]string{"--output", "-strict"}, ""}, {[]string{"-opublic"}, ""},
		{[]string{"-o", "-"}, ""}, {[]string{"-"}, ""}, {[]string{"--", "-strict"}, ""}, {[]string{"--strict", "-base", "/"}, "--base"},
	} {
		flags := newFlags("test")
		flags.StringP("output", "o", "", "")
		flags.String("base", "", "")
		flags.Bool("strict", false, "")
		err := singleDash(flags, c.args)
		if c.hint == "" && err != nil || c.hint != "" && hintOf(err) != "did you mean "+c.hint+"?" {
			t.Errorf("%v: %v, %q", c.args, err, hintOf(err))
		}
	}
}

func TestSitePath(t *testing.T) {
	for base, want := range map[string]string{"/": "/", "/x/": "/x/", "/x": "/x/", "/x/y//": "/x/y/", "x": "", "https://a.b/c/": "", "//a/b": "", "/?x": ""} {
		got, err := sitePath(base)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", base, got, err)
		}
	}
}

// Arguments are shown without what steers a terminal.
func TestHostileArguments(t *testing.T) {
	for _, args := range [][]string{{"\x1b[31m"}, {"build", "\x1b[2J"}, {"validate", "\x1b[2J.json"}, {"summary", "a\u202e.json"}, {"page", "x", "\x07"}, {"build", "--\x1b"}} {
		code, stdout, stderr := try(t.Context(), "", args...)
		if code == exitFine || strings.ContainsAny(stdout+stderr, "\x1b\x07\u202e") {
			t.Errorf("%q: %d, %q, %q", args, code, stdout, stderr)
		}
		if lines := strings.Split(strings.TrimSpace(stderr), "\n"); slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, "panic") }) {
			t.Error(stderr)
		}
	}
}
