package render

import (
	"bytes"
	"fmt"
	"html/template"
	"net/url"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// markdown turns a document into HTML. Raw HTML stays off; headings begin at the level given, so that
// they fit into the page's outline; links lead only where a page may send its readers.
func markdown(source []byte, level int, ours bool) (template.HTML, error) {
	transforms := []util.PrioritizedValue{util.Prioritized(&tame{level: level, ours: ours}, 100)}
	options := []parser.Option{parser.WithASTTransformers(transforms...)}
	if ours {
		options = append(options, parser.WithAutoHeadingID())
	}
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.NewLinkify(extension.WithLinkifyAllowedProtocols([]string{"http:", "https:"}))),
		goldmark.WithParserOptions(options...),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(wideTables{}, 100), util.Prioritized(checkBoxes{}, 100))),
	)
	var out bytes.Buffer
	if err := md.Convert([]byte(printableText(source)), &out); err != nil {
		return "", fmt.Errorf("render notes: %w", err)
	}
	return template.HTML(out.String()), nil
}

// printableText keeps line breaks and tabs of a text and escapes what could steer or reorder it.
func printableText(source []byte) string {
	lines := strings.Split(strings.ReplaceAll(string(bytes.TrimPrefix(source, []byte("\xef\xbb\xbf"))), "\r\n", "\n"), "\n")
	for i, line := range lines {
		parts := strings.Split(line, "\t")
		for j := range parts {
			parts[j] = bundle.Printable(parts[j])
		}
		lines[i] = strings.Join(parts, "\t")
	}
	return strings.Join(lines, "\n")
}

// tame lowers headings, takes away links that a page must not have, and makes links of images: a
// page sends no request to another host.
type tame struct {
	level int
	ours  bool
}

func (t *tame) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	source := reader.Source()
	var over []int                      // levels of the headings that the next one may lie under: none is skipped
	replaced := map[ast.Node]ast.Node{} // after the walk: it must not lose its way
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			for len(over) > 0 && over[len(over)-1] >= n.Level {
				over = over[:len(over)-1]
			}
			over = append(over, n.Level)
			n.Level = min(t.level+len(over)-1, 6)
		case *ast.Link:
			if !t.allowed(n.Destination) {
				replaced[n] = ast.NewEmphasis(1) // its words stay
			} else if !t.ours {
				n.SetAttributeString("rel", []byte("nofollow ugc"))
			}
		case *ast.AutoLink:
			if !t.allowed(n.URL(source)) && n.AutoLinkType != ast.AutoLinkEmail {
				replaced[n] = words(n.Label(source))
			}
			n.SetAttributeString("rel", []byte("nofollow ugc"))
		case *ast.Image:
			replaced[n] = t.imageLink(n)
		case *ast.RawHTML: // shown as it was written: nothing runs, and nothing is lost
			replaced[n] = words(n.Segments.Value(source))
		case *ast.HTMLBlock:
			raw := n.Lines().Value(source)
			if n.HasClosure() {
				raw = append(raw, n.ClosureLine.Value(source)...)
			}
			p := ast.NewParagraph()
			p.AppendChild(p, words(bytes.TrimSpace(raw)))
			replaced[n] = p
		}
		return ast.WalkContinue, nil
	})
	for old, new := range replaced {
		switch old.(type) {
		case *ast.Link, *ast.Image:
			move(new, old)
		}
		if !new.HasChildren() && new.Kind() == ast.KindLink {
			new.AppendChild(new, words(new.(*ast.Link).Destination))
		}
		old.Parent().ReplaceChild(old.Parent(), old, new)
	}
}

// imageLink leads to an image that a page does not load.
func (t *tame) imageLink(n *ast.Image) ast.Node {
	if !t.allowed(n.Destination) {
		return ast.NewEmphasis(1)
	}
	link := ast.NewLink()
	link.Destination = n.Destination
	link.SetAttributeString("rel", []byte("nofollow ugc"))
	return link
}

// words is text that is escaped and nothing more.
func words(text []byte) ast.Node {
	n := ast.NewString(text)
	n.SetRaw(true)
	return n
}

func move(to, from ast.Node) {
	for c := from.FirstChild(); c != nil; {
		next := c.NextSibling()
		to.AppendChild(to, c)
		c = next
	}
}

func (t *tame) allowed(destination []byte) bool {
	u, err := url.Parse(string(destination))
	if err != nil {
		return false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		return u.Host != ""
	case "mailto":
		return true
	case "":
		return t.ours // a relative link of notes leads to nothing on the site
	}
	return false
}

// wideTables lets a table scroll inside its own region.
type wideTables struct{}

func (wideTables) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	tables := extension.NewTableHTMLRenderer()
	inner := map[ast.NodeKind]renderer.NodeRendererFunc{}
	tables.RegisterFuncs(registerer(func(k ast.NodeKind, f renderer.NodeRendererFunc) { inner[k] = f }))
	count := 0
	for kind, f := range inner {
		if kind.String() != "Table" {
			r.Register(kind, f)
			continue
		}
		r.Register(kind, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering {
				count++
				_, _ = fmt.Fprintf(w, `<div class="scroll" role="region" aria-label="Table %d" tabindex="0">`, count)
			}
			status, err := f(w, source, n, entering)
			if !entering {
				_, _ = w.WriteString("</div>\n")
			}
			return status, err
		})
	}
}

type registerer func(ast.NodeKind, renderer.NodeRendererFunc)

func (r registerer) Register(k ast.NodeKind, f renderer.NodeRendererFunc) { r(k, f) }

// checkBoxes says what the box before an item of a list means.
type checkBoxes struct{}

func (checkBoxes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(extast.KindTaskCheckBox, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		box := `<input type="checkbox" disabled aria-label="open"> `
		if n.(*extast.TaskCheckBox).IsChecked {
			box = `<input type="checkbox" disabled checked aria-label="done"> `
		}
		if entering {
			_, _ = w.WriteString(box)
		}
		return ast.WalkContinue, nil
	})
}
