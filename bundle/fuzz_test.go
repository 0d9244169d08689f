package bundle_test

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/speedmatrix/speedmatrix/bundle"
)

func FuzzDecode(f *testing.F) {
	for _, tests := range [][]bad{badSyntax, badFields, badRules, badLatencies} {
		for _, tt := range tests {
			f.Add([]byte(tt.input(f)))
		}
	}
	f.Add([]byte(good))
	f.Add(everything(f))
	f.Fuzz(property)
}

// FuzzValue puts a value in the place of another, which random bytes rarely do.
func FuzzValue(f *testing.F) {
	b := mustDecode(f, "everything.json", everything(f))
	b.Prefill, b.Decode, b.Serving, b.Method.Contexts, b.Method.PrefillContexts = b.Prefill[6:8], b.Decode[5:6], b.Serving[2:3], nil, nil
	text := strings.Split(string(mustEncode(f, b)), "\n")
	seen := map[string]bool{}
	for i, line := range text {
		key, _, ok := strings.Cut(line, ": ")
		if !ok || seen[key] { // one seed a key and depth is enough
			continue
		}
		seen[key] = true
		for _, value := range []string{"null", "0", "-1", "1.5", `""`, `"x"`, "[]", "[[0.021178, 3]]", "{}", `{"a": {}}`, `[{}, {}]`, `"2026-10-21"`, "9007199254740993"} {
			f.Add(uint(i), value)
		}
	}
	f.Fuzz(func(t *testing.T, line uint, value string) {
		edited := slices.Clone(text)
		line %= uint(len(edited))
		before, after, ok := strings.Cut(edited[line], ": ")
		if !ok || strings.HasSuffix(after, "{") || strings.HasSuffix(after, "[") {
			return
		}
		edited[line] = before + ": " + value
		if strings.HasSuffix(after, ",") {
			edited[line] += ","
		}
		property(t, []byte(strings.Join(edited, "\n")))
	})
}

// property holds for every input.
func property(t *testing.T, data []byte) {
	b, problems := bundle.Decode("a.json", data)
	lines := bytes.Count(data, []byte{'\n'}) + 1
	for _, p := range problems {
		if !clean(p.Text) || !clean(p.Path) || p.Text == "" {
			t.Errorf("not printable: %q at %q", p.Text, p.Path)
		}
		if p.File != "a.json" || p.Line < 1 || p.Line > lines {
			t.Errorf("no place: %+v", p)
		}
		if p.Severity != bundle.Error && p.Severity != bundle.WarningLevel {
			t.Errorf("severity %q", p.Severity)
		}
	}
	if (b == nil) != bundle.HasErrors(problems) {
		t.Fatalf("bundle: %v, problems: %v", b != nil, problems)
	}
	if b == nil {
		return
	}
	encoded, err := bundle.Encode(b)
	if err != nil {
		t.Fatal(err)
	}
	again, problems := bundle.Decode("a.json", encoded)
	if again == nil {
		t.Fatalf("its own text is refused: %v\n%s", problems, encoded)
	}
	if !reflect.DeepEqual(b, again) {
		t.Fatalf("not equal:\n%+v\n%+v", b, again)
	}
	twice, err := bundle.Encode(again)
	if err != nil || !bytes.Equal(encoded, twice) {
		t.Fatalf("%v, not the same bytes:\n%s\n%s", err, encoded, twice)
	}
	b.Identity().Key()
	b.ForDisplay()
}

// clean tells whether a text is one line that cannot steer a terminal.
func clean(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) < 0
}
