package render_test

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

// The two example pages come out of the two bundles: every fact, bar, cell and row of their texts, in
// their order, found in the built HTML.
func TestExamplePages(t *testing.T) {
	site := load(t, os.DirFS("../results"))
	for id, text := range map[string]string{"kimi-k2.6-nvfp4": "kimi.txt", "glm-5.3-flash-nvfp4": "glm.txt"} {
		t.Run(id, func(t *testing.T) {
			seed, err := os.ReadFile("../bundle/figures/testdata/" + text)
			if err != nil {
				t.Fatal(err)
			}
			page, err := html.Parse(bytes.NewReader(file(t, site, "r/"+id+"/index.html")))
			if err != nil {
				t.Fatal(err)
			}
			comparePages(t, strings.Split(string(seed), "\n"), page)
		})
	}
}

func comparePages(t *testing.T, seed []string, page *html.Node) {
	at := func(line string) int {
		i := slices.IndexFunc(seed, func(s string) bool { return strings.HasPrefix(s, line) })
		if i < 0 {
			t.Fatalf("the example text has no line %q", line)
		}
		return i
	}
	same := func(what string, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", what, got, want)
		}
	}
	same("kicker, title, subtitle", []string{words(one(t, page, "p.kicker")), words(one(t, page, "h1")), tight(words(one(t, page, "p.sub")))},
		[]string{seed[0], seed[1], tight(seed[2])})

	// facts: groups, names and values, in their order; what we add comes after
	var want, got []string
	for _, line := range seed[at("Hardware"):at("Launch command")] {
		want = append(want, strings.TrimPrefix(line, "- "))
	}
	want = append(want, "")
	for _, group := range all(page, "section.facts div") {
		for _, n := range all(group, "h2") {
			got = append(got, words(n))
		}
	}
	facts := map[string]string{}
	for _, n := range all(page, "section.facts dt") {
		facts[words(n)] = words(next(n))
	}
	for i, name := range want {
		if !slices.Contains([]string{"Hardware", "Engine", "Run"}, name) && i+1 < len(want) && facts[name] != "" && facts[name] != want[i+1] {
			t.Errorf("fact %s: got %q, want %q", name, facts[name], want[i+1])
		}
	}
	pairs := 0
	for _, name := range want {
		if facts[name] != "" {
			pairs++
		}
	}
	if pairs < 19 {
		t.Errorf("only %d facts of the example are on the page: %v", pairs, facts)
	}
	same("groups of facts", got, []string{"Hardware", "Engine", "Run"})
	if got := one(t, page, "#launch-text"); text(got) != seed[at("Launch command")+1] {
		t.Errorf("launch command:\n got %s\nwant %s", text(got), seed[at("Launch command")+1])
	}

	// bars: "8K context", "11.4K", "718 ms TTFT" run together in the text
	got, want = nil, nil
	for _, row := range all(one(t, page, "#prefill"), "tbody tr") {
		got = append(got, tight(words(row)))
	}
	for _, line := range seed[at("prompt tok/s by context length"):at("Sustained decode")] {
		want = append(want, tight(strings.TrimPrefix(line, "prompt tok/s by context length")))
	}
	same("prefill bars", got, want)

	// the matrix
	got = nil
	for _, row := range all(one(t, page, "#matrix"), "tr") {
		got = append(got, cells(row))
	}
	same("decode matrix", got, tableOf(seed[at("total tok/s · rows"):]))

	// all measurements
	got = nil
	for _, row := range all(one(t, page, "#all-table"), "tr") {
		got = append(got, cells(row))
	}
	same("all measurements", got, tableOf(seed[at("Latencies are medians"):]))

	// headings, in their order
	got = nil
	for _, n := range all(page, "h2") {
		if h := words(n); slices.Contains([]string{"Hardware", "Engine", "Run", "Launch command", "Prefill", "Sustained decode", "All measurements"}, h) {
			got = append(got, h)
		}
	}
	same("headings", got, []string{"Hardware", "Engine", "Run", "Launch command", "Prefill", "Sustained decode", "All measurements"})

	// legends: twice, after the matrix and after the table, for the statuses of the example's own legend
	var statuses []string
	for _, s := range figures.LegendOrder {
		if word := figures.Status(s); strings.Contains(strings.Join(seed[len(seed)-2:], "\n"), word+":") {
			statuses = append(statuses, word+":")
		}
	}
	for _, section := range []string{"#decode", "#all"} {
		got = nil
		for _, n := range all(one(t, page, section), "dl.legend dt") {
			got = append(got, words(n))
		}
		same("legend in "+section, got, statuses)
	}
	if note := words(one(t, page, "#decode p.note")); note != figures.TTFTNote(bundle.DecodeWarmup) {
		t.Errorf("note on TTFT: %q", note)
	}
}

// tableOf reads the Markdown table that begins in the first line, behind other text.
func tableOf(lines []string) (rows []string) {
	for i, line := range lines {
		if i == 0 {
			line = line[strings.Index(line, "|"):]
		}
		if !strings.HasPrefix(line, "|") {
			break
		}
		if !strings.HasPrefix(line, "|---") {
			rows = append(rows, tight(line))
		}
	}
	return rows
}

func cells(row *html.Node) string {
	s := "|"
	for c := range row.ChildNodes() {
		if c.Data == "td" || c.Data == "th" {
			s += words(c) + "|"
		}
	}
	return tight(s)
}

var space = regexp.MustCompile(`\s+`)

func tight(s string) string { return space.ReplaceAllString(s, "") }

// words is what a reader sees of an element: white space joined, hidden text left out.
func words(n *html.Node) string { return strings.TrimSpace(space.ReplaceAllString(text(n), " ")) }

func text(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	if n.Data == "svg" || n.Data == "caption" || strings.Contains(attribute(n, "class"), "unseen") {
		return ""
	}
	var s strings.Builder
	for c := range n.ChildNodes() {
		s.WriteString(text(c))
	}
	return s.String()
}

func next(n *html.Node) *html.Node {
	for n = n.NextSibling; n != nil && n.Type != html.ElementNode; n = n.NextSibling {
	}
	return n
}

// all finds elements by a chain of tag, .class and #id.
func all(from *html.Node, selector string) (found []*html.Node) {
	chain := strings.Fields(selector)
	for n := range from.Descendants() {
		if !matches(n, chain[len(chain)-1]) {
			continue
		}
		rest := chain[:len(chain)-1]
		for p := n.Parent; p != nil && len(rest) > 0; p = p.Parent {
			if matches(p, rest[len(rest)-1]) {
				rest = rest[:len(rest)-1]
			}
		}
		if len(rest) == 0 {
			found = append(found, n)
		}
	}
	return found
}

func matches(n *html.Node, selector string) bool {
	if n.Type != html.ElementNode {
		return false
	}
	if id, ok := strings.CutPrefix(selector, "#"); ok {
		return attribute(n, "id") == id
	}
	tag, class, _ := strings.Cut(selector, ".")
	return (tag == "" || n.Data == tag) && (class == "" || slices.Contains(strings.Fields(attribute(n, "class")), class))
}

func one(t *testing.T, from *html.Node, selector string) *html.Node {
	t.Helper()
	found := all(from, selector)
	if len(found) == 0 {
		t.Fatalf("the page has no %s", selector)
	}
	return found[0]
}
