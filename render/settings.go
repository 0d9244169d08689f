package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// settingsName is the file beside the bundles that says what the site is called and looks like.
const settingsName = "site.json"

// settings are what a site may choose. Every one is optional.
type settings struct {
	Title       string
	Description string
	BaseURL     string // where the site will be published, with a slash at the end
	Accent      string // #rrggbb on white paper
	AccentDark  string // #rrggbb on dark paper
	Links       []link // in the navigation
	Footer      string
}

type link struct{ Text, URL string }

// The sizes of settings, and the papers that an accent must stand out from (--paper in site.css).
const (
	maxSettings  = 64 << 10
	maxLinks     = 8
	leastAccent  = 4.5 // WCAG 2.2, 1.4.3
	lightPaper   = "#ffffff"
	darkPaper    = "#0e1317"
	defaultTitle = "speedmatrix"
)

// readSettings reads site.json; without one, everything is as it comes. A setting with a problem
// keeps its default.
func readSettings(fsys fs.FS) (s settings, problems []bundle.Problem) {
	s.Title = defaultTitle
	text, err := fs.ReadFile(fsys, settingsName)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, []bundle.Problem{problem(settingsName, "%v", cause(err))}
	}
	return s, s.decode(text)
}

func (s *settings) decode(text []byte) (problems []bundle.Problem) {
	bad := func(severity bundle.Severity, key, format string, args ...any) {
		p := bundle.Problem{File: settingsName, Path: bundle.Printable(key), Severity: severity, Text: bundle.Printable(fmt.Sprintf(format, args...))}
		if at := bytes.Index(text, []byte(`"`+key+`"`)); key != "" && at >= 0 {
			p.Line = 1 + bytes.Count(text[:at], []byte("\n"))
		}
		problems = append(problems, p)
	}
	var keys map[string]json.RawMessage
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(text, &keys); {
	case len(text) > maxSettings:
		bad(bundle.Error, "", "larger than %d KiB", maxSettings>>10)
		return problems
	case errors.As(err, &syntax):
		bad(bundle.Error, "", "not JSON: %v", syntax)
		problems[0].Line = 1 + bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
		return problems
	case err != nil || keys == nil:
		bad(bundle.Error, "", "an object is expected")
		return problems
	case !utf8.Valid(text):
		bad(bundle.Error, "", "not UTF-8")
		return problems
	}
	str := func(key string, longest int, check func(string) string) (value string) {
		raw, ok := keys[key]
		delete(keys, key)
		if !ok {
			return ""
		}
		if json.Unmarshal(raw, &value) != nil || strings.TrimSpace(value) == "" {
			bad(bundle.Error, key, "text is expected; leave the key out for none")
			return ""
		}
		if n := utf8.RuneCountInString(value); n > longest {
			bad(bundle.Error, key, "%d characters, at most %d are allowed", n, longest)
			return ""
		}
		if check != nil {
			if wrong := check(value); wrong != "" {
				bad(bundle.Error, key, "%s", wrong)
				return ""
			}
		}
		return bundle.Printable(strings.TrimSpace(value))
	}
	if title := str("title", 80, nil); title != "" {
		s.Title = title
	}
	s.Description = str("description", 300, nil)
	s.BaseURL = str("base_url", 300, checkBaseURL)
	if s.BaseURL != "" && !strings.HasSuffix(s.BaseURL, "/") {
		s.BaseURL += "/"
	}
	s.Accent = strings.ToLower(str("accent", 7, checkAccent(lightPaper)))
	s.AccentDark = strings.ToLower(str("accent_dark", 7, checkAccent(darkPaper)))
	s.Footer = str("footer", 500, nil)
	if raw, ok := keys["links"]; ok {
		delete(keys, "links")
		s.Links = decodeLinks(raw, func(format string, args ...any) { bad(bundle.Error, "links", format, args...) })
	}
	for key := range keys {
		bad(bundle.WarningLevel, key, "unknown key")
	}
	return problems
}

// path is where the site will lie on its host.
func (s settings) path() string {
	u, err := url.Parse(s.BaseURL)
	if err != nil || u.Path == "" {
		return "/"
	}
	return u.Path
}

// hash tells whether a page would come out differently.
func (s settings) hash() string { return hash(fmt.Appendf(nil, "%q", s)) }

func decodeLinks(raw json.RawMessage, bad func(format string, args ...any)) (links []link) {
	var list []struct {
		Text string `json:"text"`
		URL  string `json:"url"`
	}
	if json.Unmarshal(raw, &list) != nil {
		bad(`a list of {"text": …, "url": …} is expected`)
		return nil
	}
	if len(list) > maxLinks {
		bad("%d links, at most %d are allowed", len(list), maxLinks)
		return nil
	}
	for i, l := range list {
		u, err := url.Parse(l.URL)
		switch {
		case strings.TrimSpace(l.Text) == "" || utf8.RuneCountInString(l.Text) > 40:
			bad("link %d: a text of 1 to 40 characters is expected", i)
		case err != nil || (u.Scheme != "http" && u.Scheme != "https" || u.Host == "") && u.Scheme != "mailto":
			bad("link %d: %q is no http, https or mailto address", i, l.URL)
		default:
			links = append(links, link{bundle.Printable(l.Text), l.URL})
		}
	}
	return links
}

func checkBaseURL(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return "an address such as https://example.org/results/ is expected"
	}
	return ""
}

var hexColour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// checkAccent makes sure that text in the accent colour can be read on a paper.
func checkAccent(paper string) func(string) string {
	return func(s string) string {
		if !hexColour.MatchString(s) {
			return "a colour such as #04657f is expected"
		}
		if c := contrast(s, paper); c < leastAccent {
			return fmt.Sprintf("has a contrast of %.1f on %s: text needs %.1f or more", c, paper, leastAccent)
		}
		return ""
	}
}
