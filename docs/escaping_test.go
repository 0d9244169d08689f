package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A value of these types of html/template goes into a page as it is.
var unescaped = []string{"CSS", "HTML", "HTMLAttr", "JS", "JSStr", "Srcset", "URL"}

// mayMake are the files that make such values, from goldmark, json.Marshal and our own assets.
var mayMake = []string{"render/chart.go", "render/inline.go", "render/markdown.go"}

// Elsewhere these types stand only as types of fields, parameters and results, which hold what one of
// the three files has made. Any other use, a conversion above all, is a way around the escaping.
func TestUnescapedIsMadeInThreeFiles(t *testing.T) {
	makers := map[string]bool{}
	for _, name := range files(t, ".go") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, problem := range unescapedUses(t, name) {
			if slices.Contains(mayMake, name) {
				makers[name] = true
			} else {
				t.Error(problem)
			}
		}
	}
	for _, name := range mayMake {
		if !makers[name] {
			t.Errorf("%s makes nothing unescaped (any more): take it off the list", name)
		}
	}
}

func unescapedUses(t *testing.T, name string) (problems []string) {
	t.Helper()
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, filepath.Join(root, filepath.FromSlash(name)), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	report := func(at token.Pos, text string) {
		problems = append(problems, name+":"+strconv.Itoa(positions.Position(at).Line)+": "+text)
	}
	local := ""
	for _, spec := range file.Imports {
		switch path, _ := strconv.Unquote(spec.Path.Value); path {
		case "text/template":
			report(spec.Pos(), "text/template escapes nothing")
		case "html/template":
			local = "template"
			if spec.Name != nil {
				local = spec.Name.Name
			}
			if local == "." {
				report(spec.Pos(), "imports all names of html/template")
			}
		}
	}
	if local == "" {
		return problems
	}
	declared := map[*ast.SelectorExpr]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok {
			if s, ok := element(field.Type).(*ast.SelectorExpr); ok {
				declared[s] = true
			}
		}
		if s, ok := n.(*ast.SelectorExpr); ok && !declared[s] && slices.Contains(unescaped, s.Sel.Name) {
			if of, ok := s.X.(*ast.Ident); ok && of.Name == local {
				report(s.Pos(), local+"."+s.Sel.Name)
			}
		}
		return true
	})
	return problems
}

// element is the type within slices and pointers.
func element(e ast.Expr) ast.Expr {
	for {
		switch inner := e.(type) {
		case *ast.ArrayType:
			e = inner.Elt
		case *ast.StarExpr:
			e = inner.X
		default:
			return e
		}
	}
}
