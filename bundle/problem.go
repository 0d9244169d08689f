package bundle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Severity tells whether a bundle with the problem can be used.
type Severity string

const (
	Error        Severity = "error"   // the bundle is refused
	WarningLevel Severity = "warning" // the bundle is usable, somebody should look
)

// Problem is one thing that is wrong with a bundle, with its place. Line counts from 1, 0 is unknown.
// Path is a JSON path such as decode[3].ttft.median_s, "" for the whole file.
// Text is safe for a terminal: control and direction characters of the file are escaped in it.
type Problem struct {
	File     string   `json:"file"`
	Line     int      `json:"line,omitempty"`
	Path     string   `json:"path,omitempty"`
	Severity Severity `json:"severity"`
	Text     string   `json:"text"`
}

// String is "results/a.json: decode[3].ttft.median_s: negative (line 17)".
func (p Problem) String() string {
	var s strings.Builder
	s.WriteString(Printable(p.File) + ": ")
	if p.Path != "" {
		s.WriteString(p.Path + ": ")
	}
	if p.Severity == WarningLevel {
		s.WriteString("warning: ")
	}
	s.WriteString(p.Text)
	if p.Line > 0 {
		fmt.Fprintf(&s, " (line %d)", p.Line)
	}
	return s.String()
}

// HasErrors tells whether one of the problems is an error.
func HasErrors(problems []Problem) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool { return p.Severity == Error })
}

// Printable escapes what could steer a terminal or reorder a line (control characters, format
// characters such as U+202E, invalid UTF-8). Everything else stays as it is.
func Printable(s string) string {
	const nonJoiner, joiner = '\u200c', '\u200d' // parts of words and emoji
	clean := func(r rune) bool {
		return unicode.IsPrint(r) && r != unicode.ReplacementChar || r == nonJoiner || r == joiner || unicode.Is(unicode.Zs, r)
	}
	if strings.IndexFunc(s, func(r rune) bool { return !clean(r) }) < 0 {
		return s
	}
	var out strings.Builder
	for _, r := range s {
		if clean(r) {
			out.WriteRune(r)
		} else {
			q := strconv.QuoteRuneToASCII(r)
			out.WriteString(q[1 : len(q)-1])
		}
	}
	return out.String()
}

// quote shows a value of a file inside a message, cut to a length that stays readable.
func quote(s string) string {
	const longest = 60
	if r := []rune(s); len(r) > longest {
		return strconv.Quote(string(r[:longest])) + "…"
	}
	return strconv.Quote(s)
}

// path is a place in a bundle. It is a list of steps, so that naming a place costs only where it is told.
type path struct {
	up    *path
	key   string
	index int // in a list, -1 for a key
}

func (p *path) at(key string) *path { return &path{up: p, key: key, index: -1} }
func (p *path) item(i int) *path    { return &path{up: p, index: i} }

func (p *path) depth() int {
	if p == nil {
		return 0
	}
	return p.up.depth() + 1
}

// String is "decode[3].ttft.median_s". A key that is no plain word is quoted, so that a path is one line.
func (p *path) String() string {
	if p == nil {
		return ""
	}
	up := p.up.String()
	plain := p.key != "" && strings.IndexFunc(p.key, func(r rune) bool {
		return r != '_' && r != '-' && !(r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)))
	}) < 0
	switch {
	case p.index >= 0:
		return fmt.Sprintf("%s[%d]", up, p.index)
	case !plain:
		return up + "[" + quote(p.key) + "]"
	case up == "":
		return p.key
	}
	return up + "." + p.key
}
