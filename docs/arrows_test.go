package docs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/speedmatrix/speedmatrix/"

// arrows says what each package may import of ours. Only the programs under cmd/ may import everything.
var arrows = map[string][]string{
	"bundle":                        {},
	"bench":                         {"bundle", "render"},
	"bundle/figures":                {"bundle"},
	"bundle/internal/schemagen":     {"bundle"},
	"bundle/internal/schemagen/cmd": {"bundle/internal/schemagen"},
	"bundle/redact":                 {},
	"compare":                       {"bundle"},
	"convert":                       {"bundle", "bundle/redact"},
	"docs":                          {},
	"measure":                       {"bundle", "bundle/redact"},
	"measure/live":                  {"bundle", "bundle/figures", "measure"},
	"measure/selftest":              {"bundle", "measure", "simulate"},
	"preview":                       {},
	"render":                        {"bundle", "bundle/figures", "compare", "docs", "static", "templates"},
	"render/browsertest":            {},
	"simulate":                      {},
	"static":                        {},
	"summary":                       {"bundle", "bundle/figures", "compare"},
	"templates":                     {},
}

// listed is a package as go list tells it, without what only its tests import.
type listed struct {
	ImportPath string
	Standard   bool
	GoFiles    []string
	Imports    []string
	Deps       []string
}

func (p listed) ours() []string {
	var names []string
	for _, path := range p.Imports {
		if name, ok := strings.CutPrefix(path, module); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// list gives the packages of this module that hold code, by name, and which packages are Go's own.
func list(t *testing.T) (ours map[string]listed, standard map[string]bool) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Standard,GoFiles,Imports,Deps", "./...")
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	ours, standard = map[string]listed{}, map[string]bool{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		standard[p.ImportPath] = p.Standard
		if name, ok := strings.CutPrefix(p.ImportPath, module); ok && len(p.GoFiles) > 0 {
			ours[name] = p
		}
	}
	if len(ours) == 0 {
		t.Fatal("go list names no package of ours")
	}
	return ours, standard
}

func TestArrows(t *testing.T) {
	ours, standard := list(t)
	for name, p := range ours {
		for _, path := range p.Imports {
			if strings.HasPrefix(path, "github.com/spf13/pflag") && !strings.HasPrefix(name, "cmd/") {
				t.Errorf("%s imports pflag: flags are read by cmd alone", name)
			}
		}
		if strings.HasPrefix(name, "cmd/") {
			continue
		}
		allowed, known := arrows[name]
		if !known {
			t.Errorf("package %s: say in docs/arrows_test.go and docs/architecture.md what it may import", name)
		}
		for _, of := range p.ours() {
			if known && !slices.Contains(allowed, of) {
				t.Errorf("%s imports %s, which is against the arrows", name, of)
			}
		}
	}
	for _, path := range ours["bundle"].Deps {
		if !standard[path] {
			t.Errorf("bundle needs %s: it is made of the standard library alone", path)
		}
	}
}

// The table of docs/architecture.md says what is.
func TestArchitectureTable(t *testing.T) {
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|[^|]+\\| ([^|]+) \\|$")
	_, section, _ := strings.Cut(string(read(t, "docs/architecture.md")), "\n## Packages\n")
	section, _, _ = strings.Cut(section, "\n## ")
	told := map[string]string{}
	for _, match := range row.FindAllStringSubmatch(section, -1) {
		told[match[1]] = match[2]
	}
	ours, _ := list(t)
	for name, p := range ours {
		imports := "none"
		if names := p.ours(); names != nil {
			imports = "`" + strings.Join(names, "`, `") + "`"
		}
		if told[name] != imports {
			t.Errorf("docs/architecture.md, Packages: %s imports %s, the table says %q", name, imports, told[name])
		}
		delete(told, name)
	}
	for name := range told {
		t.Errorf("docs/architecture.md, Packages: there is no %s", name)
	}
}
