// Package docs_test holds the documents, and the code that they describe, to each other.
package docs_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

const root = ".."

// files lists the project's own files of an extension, with slashes and relative to its root.
func files(t *testing.T, extension string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch base := d.Name(); {
			case name != "." && strings.HasPrefix(base, "."), base == "testdata", base == "node_modules", name == "public":
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) == extension {
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Fatalf("no file with %s", extension)
	}
	return names
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// block is a fenced block of code.
type block struct{ language, text string }

// document is what the tests ask of a Markdown file.
type document struct {
	links   []string // and images
	anchors map[string]bool
	blocks  []block
	spans   []string // code within a line
	html    bool
}

func parse(t *testing.T, name string) document {
	t.Helper()
	source := read(t, name)
	doc := document{anchors: map[string]bool{}}
	tree := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			doc.links = append(doc.links, string(n.Destination))
		case *ast.Image:
			doc.links = append(doc.links, string(n.Destination))
		case *ast.Heading:
			doc.anchors[anchor(plain(n, source), doc.anchors)] = true
		case *ast.FencedCodeBlock:
			doc.blocks = append(doc.blocks, block{string(n.Language(source)), string(n.Lines().Value(source))})
		case *ast.CodeSpan:
			doc.spans = append(doc.spans, plain(n, source))
		case *ast.RawHTML, *ast.HTMLBlock:
			doc.html = true
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// plain is the text under a node, without its marks.
func plain(n ast.Node, source []byte) string {
	var out strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if leaf, ok := c.(*ast.Text); ok {
			out.Write(leaf.Value(source))
		} else {
			out.WriteString(plain(c, source))
		}
	}
	return out.String()
}

// anchor is the address that GitHub gives to a heading.
func anchor(heading string, taken map[string]bool) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsNumber(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
	for i := 0; ; i++ {
		candidate := name
		if i > 0 {
			candidate = fmt.Sprintf("%s-%d", name, i)
		}
		if !taken[candidate] {
			return candidate
		}
	}
}

func TestLinks(t *testing.T) {
	for _, name := range files(t, ".md") {
		doc := parse(t, name)
		if doc.html {
			t.Errorf("%s holds raw HTML, whose links this test cannot see", name)
		}
		for _, link := range doc.links {
			if problem := follow(t, name, link); problem != "" {
				t.Errorf("%s: link %s: %s", name, link, problem)
			}
		}
	}
}

func follow(t *testing.T, from, link string) (problem string) {
	to, err := url.Parse(link)
	switch {
	case err != nil:
		return err.Error()
	case to.Scheme != "" || to.Host != "":
		return "" // somebody else's
	case to.Path != "" && from == "docs/method.md":
		return "this document is shown on sites, where the file is not"
	}
	target := from
	if to.Path != "" {
		target = path.Join(path.Dir(from), to.Path)
	}
	if !filepath.IsLocal(filepath.FromSlash(target)) {
		return "leaves the project"
	}
	if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(target))); err != nil {
		return "no such file"
	}
	if to.Fragment != "" && (path.Ext(target) != ".md" || !parse(t, target).anchors[to.Fragment]) {
		return "no such heading in " + target
	}
	return ""
}

// The documents name no place of the machine they were written on, and no registry: Go's own settings
// say where packages come from.
func TestNoForeignPlaces(t *testing.T) {
	bad := []*regexp.Regexp{
		regexp.MustCompile(`(?:^|[\s"'(=` + "`" + `])(?:file://)?/(?:home|root|Users|tmp|work|var|etc|opt|mnt|usr|private)(?:/|\b)`),
		regexp.MustCompile(`(?i)\b[a-z]:\\`),
		regexp.MustCompile(`(?i)\b(?:registry|proxy|sum|mirror|index)\.[a-z0-9-]+\.[a-z]{2,}`),
		regexp.MustCompile(`(?i)\b(?:npmjs\.(?:com|org)|pypi\.org|goproxy\.[a-z]+|crates\.io)\b`),
	}
	for _, name := range files(t, ".md") {
		for i, line := range strings.Split(string(read(t, name)), "\n") {
			for _, b := range bad {
				if found := b.FindString(line); found != "" {
					t.Errorf("%s:%d: %q", name, i+1, found)
				}
			}
		}
	}
}

func TestReadmeShowsTheTwoCommands(t *testing.T) {
	var blocks []string
	for _, b := range parse(t, "README.md").blocks {
		blocks = append(blocks, b.text)
	}
	for _, want := range []string{"go run ./cmd/speedmatrix build\n", "go test ./...\n"} {
		if !slices.Contains(blocks, want) {
			t.Errorf("README.md has no block with exactly %q", want)
		}
	}
}

// Source files that the map of the code names are there.
func TestArchitectureNamesFiles(t *testing.T) {
	known := map[string]bool{}
	for _, extension := range []string{".go", ".tmpl", ".js", ".css", ".md", ".json", ".sh"} {
		for _, name := range files(t, extension) {
			known[name], known[path.Base(name)] = true, true
		}
	}
	for _, span := range parse(t, "docs/architecture.md").spans {
		switch path.Ext(span) {
		case ".go", ".tmpl", ".js", ".css":
			if !known[span] {
				t.Errorf("docs/architecture.md names %s, which is not there", span)
			}
		}
	}
}

// command finds a call of the program in a line of a block.
var command = regexp.MustCompile(`^(?:\$ )?(?:go run \./cmd/speedmatrix|speedmatrix)(?: (.*))?$`)

// TestCommands runs every command of ours that a document shows, in the order of the document, where
// results/ is, with the small bundle of format.md in it as results/my-run.json.
func TestCommands(t *testing.T) {
	program := build(t)
	ran := 0
	for _, name := range files(t, ".md") {
		if strings.HasPrefix(name, "results/") {
			continue // notes on results
		}
		var lines [][]string
		for _, b := range parse(t, name).blocks {
			for line := range strings.Lines(b.text) {
				line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
				match := command.FindStringSubmatch(strings.TrimSpace(line))
				if match == nil {
					continue
				}
				if strings.ContainsAny(line, "|&;<>$\"'`\\*") {
					t.Errorf("%s: %s: this test has no shell to run it with", name, line)
					continue
				}
				lines = append(lines, strings.Fields(match[1]))
			}
		}
		if lines == nil {
			continue
		}
		ran += len(lines)
		t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) {
			dir := workspace(t)
			for _, args := range lines {
				if args[0] == "serve" {
					serveOnce(t, program, dir, args)
					continue
				}
				cmd := exec.CommandContext(t.Context(), program, args...)
				cmd.Dir = dir
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("speedmatrix %s: %v\n%s", strings.Join(args, " "), err, out)
				}
			}
			if name != "README.md" {
				return
			}
			for _, made := range []string{"public/index.html", "public/r/my-run/index.html", "public/.nojekyll", "kimi-k2.6-nvfp4.html"} {
				if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(made))); err != nil {
					t.Errorf("README.md says that its commands write %s: %v", made, err)
				}
			}
		})
	}
	if ran == 0 {
		t.Error("no document shows a command")
	}
}

// serveOnce starts a preview, on a free port, and ends it when it says that it serves.
func serveOnce(t *testing.T, program, dir string, args []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, append(args, "--addr", "127.0.0.1:0")...)
	cmd.Dir = dir
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewScanner(out)
	for said.Scan() && !strings.HasPrefix(said.Text(), "serving ") {
	}
	if said.Err() != nil || !strings.HasPrefix(said.Text(), "serving ") {
		t.Errorf("speedmatrix %s: it never serves", strings.Join(args, " "))
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	for said.Scan() {
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("speedmatrix %s: %v", strings.Join(args, " "), err)
	}
}

func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "speedmatrix")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", program, "./cmd/speedmatrix")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

// workspace is a folder in which the documents' commands can be run.
func workspace(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	results := filepath.Join(dir, "results")
	if err := os.CopyFS(results, os.DirFS(filepath.Join(root, "results"))); err != nil {
		t.Fatal(err)
	}
	blocks := parse(t, "docs/format.md").blocks
	at := slices.IndexFunc(blocks, func(b block) bool { return b.language == "json" })
	if at < 0 {
		t.Fatal("docs/format.md has no bundle to copy")
	}
	if err := os.WriteFile(filepath.Join(results, "my-run.json"), []byte(blocks[at].text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Every file that a document is told to hold is in LF, so that its bytes are the same everywhere.
func TestLineEnds(t *testing.T) {
	for _, name := range slices.Concat(files(t, ".md"), files(t, ".json")) {
		if bytes.Contains(read(t, name), []byte("\r")) {
			t.Errorf("%s holds a carriage return", name)
		}
	}
}
