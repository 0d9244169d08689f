package render

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Text must be readable: 4.5 to 1 on what lies behind it (WCAG 2.2, 1.4.3), in both schemes and on
// every step of the ramp. The browser tests check what is drawn; this checks what the sheet promises.
func TestContrast(t *testing.T) {
	sheet, err := os.ReadFile("../static/site.css")
	if err != nil {
		t.Fatal(err)
	}
	light := tokens(t, string(sheet), ":root {")
	dark := map[string]string{}
	for k, v := range light {
		dark[k] = v
	}
	for k, v := range tokens(t, string(sheet)[strings.Index(string(sheet), "@media screen and (prefers-color-scheme: dark)"):], ":root {") {
		dark[k] = v
	}
	for scheme, colours := range map[string]map[string]string{"light": light, "dark": dark} {
		turn := map[string]int{"light": 8, "dark": 7}[scheme] // the first step with on-deep
		check := func(text, ground string, least float64) {
			t.Helper()
			if c := contrast(colours[text], colours[ground]); c < least {
				t.Errorf("%s: %s on %s has %.2f, less than %v", scheme, text, ground, c, least)
			}
		}
		for step := 1; step <= 12; step++ {
			text := "on-pale"
			if step >= turn {
				text = "on-deep"
			}
			check(text, fmt.Sprint("q", step), 4.5)
		}
		for _, text := range []string{"ink", "ink-2", "ink-3", "accent"} {
			for _, ground := range []string{"paper", "wash", "mark"} {
				check(text, ground, 4.5)
			}
		}
		check("ink-3", "hatch", 4.5)
		for line := 1; line <= 8; line++ { // marks need 3 to 1 (1.4.11)
			check(fmt.Sprint("l", line), "paper", 3)
		}
		check("bar", "paper", 3)
		check("caution", "paper", 3)
	}
}

var token = regexp.MustCompile(`--([a-z0-9-]+): (?:var\([a-z-]+, )?(#[0-9a-f]{6})\)?;`)

func tokens(t *testing.T, sheet, block string) map[string]string {
	t.Helper()
	sheet = sheet[strings.Index(sheet, block):]
	found := map[string]string{}
	for _, m := range token.FindAllStringSubmatch(sheet[:strings.Index(sheet, "}")], -1) {
		found[m[1]] = m[2]
	}
	if len(found) < 30 {
		t.Fatalf("only %d colours found", len(found))
	}
	return found
}
