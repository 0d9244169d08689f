package summary

import (
	"bytes"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	unsafe "github.com/yuin/goldmark/renderer/html"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// github renders as GitHub does, and lets HTML through so that it would be seen.
func github(t testing.TB, text string) string {
	t.Helper()
	var out bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(unsafe.WithUnsafe()))
	if err := md.Convert([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var element = regexp.MustCompile(`<[^>]*>`)

// shown is the text of a page without its elements, as a reader sees it.
func shown(page string) string {
	return oneLine(strings.ReplaceAll(html.UnescapeString(element.ReplaceAllString(page, " ")), "\u200b", ""))
}

// Whatever a text is, the page has the elements that it has for a plain word, and shows that text.
func TestHostileTextIsText(t *testing.T) {
	plain := dressed("word")
	plain.Notice = ""
	want := element.FindAllString(github(t, markdown(t, plain, 0)), -1)
	for _, h := range hostile {
		b := dressed(h)
		b.Notice = "" // may have lines, see below
		page := github(t, markdown(t, b, 0))
		if got := element.FindAllString(page, -1); !slices.Equal(got, want) {
			t.Errorf("%q makes other elements:\n%s\nwant %s", h, got, want)
		}
		if seen := oneLine(bundle.Printable(h)); !strings.Contains(shown(page), "Model "+seen) && !strings.Contains(shown(page), seen+" on ") {
			t.Errorf("%q is not shown as it is: %s", h, shown(page))
		}
	}
}

func TestHostileNotice(t *testing.T) {
	for _, h := range hostile {
		b := plain()
		b.Notice = h
		page := github(t, markdown(t, b, 0))
		for _, e := range element.FindAllString(page, -1) {
			if name := strings.Trim(e, "</>"); !slices.Contains([]string{`h2 id="model-7b"`, "h2", "h3", "blockquote", "p", "strong", "ul", "li"}, name) {
				t.Errorf("%q makes %s:\n%s", h, e, page)
			}
		}
		if !strings.Contains(shown(page), "Note. "+oneLine(bundle.Printable(strings.ReplaceAll(strings.ReplaceAll(h, "\r\n", " "), "\n", " ")))) {
			t.Errorf("%q is not shown as it is: %s", h, shown(page))
		}
	}
}

// GitHub looks for these in the rendered text.
func TestNothingForGitHubToFind(t *testing.T) {
	found := regexp.MustCompile(`(?i)@[a-z]|#\d|\bgh-\d|www\.|https?://|ftp://|:[\w+-]+:`)
	for _, h := range hostile {
		b := dressed(h)
		b.Launch = nil // stands in a fence, where nothing is looked for
		page := html.UnescapeString(github(t, markdown(t, b, 0)))
		if hit := found.FindString(element.ReplaceAllString(page, " ")); hit != "" {
			t.Errorf("%q leaves %q", h, hit)
		}
	}
}

func TestLinks(t *testing.T) {
	b := plain()
	b.Engine = &bundle.Engine{Repository: `https://github.com/a/b?x=1&copy=2|)[]<>"'*_` + "`", Commit: "0123456789ab"}
	b.Decode = []bundle.DecodeRow{decode(8192, 1, 1)}
	page := github(t, markdown(t, b, 0))
	links := regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(links) != 1 || links[0][1] != "https://github.com/a/b?x=1&amp;copy=2%7C%29%5B%5D%3C%3E%22'%2A_%60" {
		t.Errorf("%v", links)
	}
	b.Engine.Repository = "https://github.com/a/b"
	if page := github(t, markdown(t, b, 0)); !strings.Contains(page, `<a href="https://github.com/a/b/commit/0123456789ab">0123456789ab</a>`) {
		t.Error("the commit is no link: " + page)
	}
	for _, no := range []string{"javascript:alert(1)", "data:text/html,x", "git@github.com:a/b", "https://u:p@h/"} {
		b.Engine.Repository = no
		if page := github(t, markdown(t, b, 0)); strings.Contains(page, "<a ") {
			t.Errorf("%s is a link: %s", no, page)
		}
	}
}

func TestFence(t *testing.T) {
	for _, text := range []string{"plain", "```\n# out\n```", "````", "~~~", "a ``````` b", ""} {
		page := github(t, fenced("sh", text))
		if got := html.UnescapeString(strings.TrimSuffix(element.ReplaceAllString(page, ""), "\n")); strings.TrimSuffix(got, "\n") != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// The cells are those of the example pages.
func TestMatrixIsThePages(t *testing.T) {
	for page, id := range map[string]string{"kimi.txt": "kimi-k2.6-nvfp4.json", "glm.txt": "glm-5.3-flash-nvfp4.json"} {
		seed, err := os.ReadFile(filepath.Join("..", "bundle", "figures", "testdata", page))
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for line := range strings.SplitSeq(markdown(t, load(t, "results", id), CommentLimit), "\n") {
			if !strings.HasPrefix(line, "| **") || strings.Contains(line, "Valid") {
				continue // a row of prefill
			}
			line = strings.ReplaceAll(strings.ReplaceAll(line, " · ", ""), "**", "")
			line = strings.ReplaceAll(line, " ms |", " ms TTFT |")
			if rows++; !strings.Contains(string(seed), line+"\n") {
				t.Errorf("%s has no line %s", page, line)
			}
		}
		if rows < 5 {
			t.Errorf("%s: %d rows", page, rows)
		}
	}
}

func TestLimit(t *testing.T) {
	for name, b := range map[string]*bundle.Bundle{
		"64 by 64": huge(64, 64), "4096 by 1": huge(4096, 1), "1 by 4096": huge(1, 4096), "all": load(t, "bundle", "testdata", "everything.json"),
	} {
		for _, limit := range []int{CommentLimit, 20_000, 9_000, 5_000} {
			got := markdown(t, b, limit)
			if len(got) > limit || len(utf16.Encode([]rune(got))) > limit {
				t.Errorf("%s: %d bytes, at most %d are allowed", name, len(got), limit)
			}
			if !strings.Contains(got, "## ") || !strings.Contains(got, "Best total: **") {
				t.Errorf("%s at %d lacks title or headlines", name, limit)
			}
			if whole := markdown(t, b, 0); len(whole) > limit != strings.Contains(got, "Left out here") {
				t.Errorf("%s at %d does not say what is left out, or says it in vain:\n%s", name, limit, got)
			}
			if lines := strings.Split(github(t, got), "\n"); strings.Contains(lines[len(lines)-2], "|") {
				t.Errorf("%s at %d: the last table is broken: %s", name, limit, lines[len(lines)-2])
			}
		}
	}
}

// What is left out comes in the order of its worth.
func TestLeftOutOrder(t *testing.T) {
	b := load(t, "bundle", "testdata", "everything.json")
	last := 0
	for limit := len(markdown(t, b, 0)); limit > 2000; limit -= 250 {
		got := markdown(t, b, limit)
		for i, part := range []string{"### Sustained decode", "| **8K** |", "### Prefill", "### Serving", "### Reasons and warnings", "### Facts", "### Launch command"} {
			if i < last && !strings.Contains(got, part) {
				last = i
			} else if i > last && last > 0 && strings.Contains(got, part) && !strings.HasPrefix(part, "### Launch") {
				t.Errorf("at %d: %s is there without what comes before it", limit, part)
			}
		}
	}
}

func TestLimitTooSmall(t *testing.T) {
	var out bytes.Buffer
	if err := Markdown(&out, plain(), 10); err == nil || out.Len() > 0 {
		t.Errorf("%v, %q", err, out.String())
	}
}

// The longest texts that a bundle may have still leave room for title and headlines.
func TestLongTexts(t *testing.T) {
	for _, word := range []string{"x", "@", "漢", "🧑🏽‍💻", "e\u0301\u0301\u0301", "|"} {
		b := dressed(strings.Repeat(word, bundle.MaxStringBytes/len(word)))
		if got := markdown(t, b, CommentLimit); !strings.Contains(got, "Best total: **63.4 tok/s**") {
			t.Errorf("%s: no headline", word)
		}
		text(t, b, 80)
	}
}

func FuzzEscape(f *testing.F) {
	for _, h := range hostile {
		f.Add(h)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = oneLine(bundle.Printable(s))
		if s == "" || len(s) > 500 {
			return
		}
		for _, source := range []string{escapeLine(s), "> " + escapeLine(s), "| a |\n| --- |\n| " + escape(s) + " |"} {
			page := github(t, source)
			if tags := element.FindAllString(page, -1); len(tags) > 14 || strings.Contains(page, "<a") || strings.Contains(page, "<em") || strings.Contains(page, "<del") || strings.Contains(page, "<code") || strings.Contains(page, "<h") {
				t.Errorf("%q makes %s", s, page)
			}
			if got := strings.TrimPrefix(shown(page), "a "); got != s && !strings.HasSuffix(shown(page), s) {
				t.Errorf("%q is shown as %q", s, got)
			}
		}
	})
}
