package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// text reads a string literal.
func (p *parser) text() (s string, err error) {
	start := p.pos
	for p.pos++; p.pos < p.end; p.pos++ {
		switch p.data[p.pos] {
		case '\\':
			p.pos++
		case '"':
			p.pos++
			literal := p.data[start:p.pos]
			if !bytes.Contains(literal, []byte{'\\'}) {
				return string(literal[1 : len(literal)-1]), nil
			}
			return s, json.Unmarshal(literal, &s)
		}
	}
	return "", errEnd
}

// badText tells why a literal of a file cannot be taken.
func badText(what, s string, literal []byte) string {
	if len(s) > MaxStringBytes {
		return fmt.Sprintf("a %s of %s, at most %s are allowed", what, kib(len(s)), kib(MaxStringBytes))
	}
	if half := halfCharacter(s, literal); half != "" {
		return half + " is half a character"
	}
	return ""
}

// syntax turns an error of encoding/json into one with a place and, where it is known, a remedy.
func (p *parser) syntax(err error) {
	p.problems = nil // what was found before the break may be wrong
	var broken *json.SyntaxError
	if !errors.As(err, &broken) {
		p.add(0, p.at, Error, "not JSON: %v", err)
		return
	}
	at := max(int(broken.Offset)-1, 0)
	rest := p.data[min(at, len(p.data)):]
	text := "not JSON: " + broken.Error()
	for _, word := range []string{"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf", "-NaN"} {
		if bytes.HasPrefix(rest, []byte(word)) || at > 0 && bytes.HasPrefix(p.data[at-1:], []byte(word)) {
			text = "not JSON: " + word + "; leave the key out where a value is unknown"
		}
	}
	if int(broken.Offset) >= len(p.data) && strings.Contains(broken.Error(), "unexpected end") {
		text = "truncated: the file ends in the middle"
	}
	p.add(p.line(at), p.at, Error, "%s", text)
}

// halfCharacter finds \ud800 and the like, which decoding replaces silently, in the source of a text.
func halfCharacter(text string, source []byte) string {
	if !strings.ContainsRune(text, utf8.RuneError) { // what decoding puts there
		return ""
	}
	unit := func(i int) rune {
		if i+6 > len(source) || source[i] != '\\' || source[i+1] != 'u' {
			return -1
		}
		r, _ := strconv.ParseUint(string(source[i+2:i+6]), 16, 16)
		return rune(r)
	}
	for i := 0; i < len(source); i++ {
		if source[i] != '\\' {
			continue
		}
		switch r := unit(i); {
		case r >= 0xd800 && r < 0xdc00 && unit(i+6) >= 0xdc00 && unit(i+6) < 0xe000:
			i += 11
		case r >= 0xd800 && r < 0xe000:
			return string(source[i : i+6])
		default:
			i++
		}
	}
	return ""
}

// kib writes a size so that a little over a limit does not read as the limit.
func kib(bytes int) string {
	if bytes%1024 == 0 {
		return fmt.Sprintf("%d KiB", bytes/1024)
	}
	return fmt.Sprintf("%.1f KiB", math.Ceil(float64(bytes)/102.4)/10)
}

func badUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
