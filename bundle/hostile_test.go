package bundle_test

import (
	"strings"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// hostile are files of a size that are slow to read or to complain about.
func hostile(size int) map[string]string {
	fill := func(before, unit, after string) string {
		return before + strings.Repeat(unit, (size-len(before)-len(after))/len(unit)) + after
	}
	const start = `{"speedmatrix": 1, "status": "partial", "origin": "manual", "tool": {"name": "t"}, "model": {"name": "m"}, `
	return map[string]string{
		"numbers":          fill(start+`"x": [`, "1,", "1]}"),
		"lists":            fill(start+`"x": [`, "[],", "1]}"),
		"rows":             fill(start+`"decode": [`, "{},", "1]}"),
		"keys twice":       fill(start, `"a":1,`, `"b": 1}`),
		"numbers in extra": fill(start+`"extra": [`, "1,", "1]}"),
		"digits":           fill(start+`"x": `, "1", "}"),
		"open brackets":    fill("", "[", ""),
		"text":             fill(start+`"x": "`, "api-key_token-", `"}`),
		"texts":            fill(start+`"guessed": [`, `"`+strings.Repeat("api-key=token-", 4000)+`",`, `"x"]}`),
		"escapes":          fill(start+`"x": "`, `\ud83d\ude00`, `"}`),
		"broken rows":      fill(start+`"decode": [`, `{"context_tokens":-1,"concurrency":0,"status":"x","ttft":{"median_s":-1}},`, `1]}`),
		"wrong texts":      fill(start+`"decode": [`, `{"evidence":"`+strings.Repeat("x", 1000)+`"},`, `1]}`),
	}
}

func TestHostile(t *testing.T) {
	harmless := map[string]bool{"digits": true, "texts": true} // a number and texts that nobody asked for
	for name, text := range hostile(bundle.MaxFileBytes / 4) {
		b, problems := bundle.Decode("a.json", []byte(text))
		if (b != nil) != harmless[name] || len(problems) == 0 {
			t.Errorf("%s: accepted: %v, with %d problems", name, b != nil, len(problems))
		}
	}
}
