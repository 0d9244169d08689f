package render

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestSettings(t *testing.T) {
	read := func(text string) (settings, string) {
		s, problems := readSettings(fstest.MapFS{"site.json": {Data: []byte(text)}})
		var all []string
		for _, p := range problems {
			all = append(all, p.String())
		}
		return s, strings.Join(all, "\n")
	}
	s, problems := read(`{"title": "Our GPUs", "description": "What they do", "base_url": "https://example.org/speed", "accent": "#7A1F5C", "accent_dark": "#f0a0d0",
		"links": [{"text": "Home", "url": "https://example.org/"}, {"text": "Mail", "url": "mailto:a@example.org"}], "footer": "Measured by us."}`)
	if problems != "" || s.Title != "Our GPUs" || s.BaseURL != "https://example.org/speed/" || s.path() != "/speed/" || s.Accent != "#7a1f5c" || len(s.Links) != 2 || s.Footer == "" {
		t.Errorf("%+v\n%s", s, problems)
	}
	for text, want := range map[string]string{
		`{`:                "site.json: not JSON",
		`[]`:               "site.json: an object is expected",
		`null`:             "site.json: an object is expected",
		"{\n\"title\": 3}": "site.json: title: text is expected; leave the key out for none (line 2)",
		`{"title": ""}`:    "site.json: title: text is expected",
		`{"title": "` + strings.Repeat("x", 81) + `"}`:             "site.json: title: 81 characters, at most 80 are allowed",
		`{"base_url": "javascript:alert(1)"}`:                      "site.json: base_url: an address such as",
		`{"base_url": "/x/"}`:                                      "site.json: base_url: an address such as",
		`{"accent": "red"}`:                                        "site.json: accent: a colour such as #04657f is expected",
		`{"accent": "#ffee00"}`:                                    "site.json: accent: has a contrast of 1.2 on #ffffff: text needs 4.5 or more",
		`{"accent_dark": "#04657f"}`:                               "site.json: accent_dark: has a contrast of 2.8 on #0e1317",
		`{"links": [{"text": "x", "url": "javascript:alert(1)"}]}`: `site.json: links: link 0: "javascript:alert(1)" is no http, https or mailto address`,
		`{"links": [{"text": "", "url": "https://a.b"}]}`:          "site.json: links: link 0: a text of 1 to 40 characters is expected",
		`{"links": {}}`:                                            "site.json: links: a list of",
		`{"colour": "#000000"}`:                                    "site.json: colour: warning: unknown key",
	} {
		s, problems := read(text)
		if !strings.HasPrefix(problems, want) {
			t.Errorf("%s:\n got %s\nwant %s", text, problems, want)
		}
		if s.Title != defaultTitle || s.BaseURL+s.Accent+s.AccentDark != "" || len(s.Links) > 0 {
			t.Errorf("%s: a setting with a problem is used: %+v", text, s)
		}
	}
	if s, problems := readSettings(fstest.MapFS{}); problems != nil || s.Title != defaultTitle || s.path() != "/" {
		t.Errorf("without site.json: %+v, %v", s, problems)
	}
}
