package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// node is a JSON value with its place. encoding/json drops what a reader of hostile files must
// know: places, duplicate keys, keys that differ only in case, the difference of absent and null.
type node struct {
	start, end int // bytes of the value in the file
	keyAt      int // where its key ends, or start where it has none
	value      any // json.Number, string, bool, nil, []*node or *object
}

type object struct {
	keys   []string
	values []*node
}

func (o *object) get(key string) *node {
	for i, k := range o.keys {
		if k == key {
			return o.values[i]
		}
	}
	return nil
}

// parser makes nodes. It goes on after a problem wherever the rest still has a meaning.
type parser struct {
	file     string
	data     []byte
	dec      *json.Decoder
	newlines []int // offsets
	problems []Problem
	at       *path // being read, for the place of a syntax error
}

func (p *parser) line(offset int) int {
	if p.newlines == nil {
		for i, c := range p.data {
			if c == '\n' {
				p.newlines = append(p.newlines, i)
			}
		}
	}
	before, _ := slices.BinarySearch(p.newlines, offset)
	return before + 1
}

// lines is the line of every path in a tree.
func (p *parser) lines(root *node) map[string]int {
	lines := map[string]int{}
	var walk func(n *node, at *path)
	walk = func(n *node, at *path) {
		lines[at.String()] = p.line(n.keyAt)
		switch t := n.value.(type) {
		case []*node:
			for i, item := range t {
				walk(item, at.item(i))
			}
		case *object:
			for i, key := range t.keys {
				walk(t.values[i], at.at(key))
			}
		}
	}
	walk(root, nil)
	return lines
}

func (p *parser) add(line int, at *path, severity Severity, format string, args ...any) {
	p.problems = append(p.problems, Problem{p.file, line, at.String(), severity, fmt.Sprintf(format, args...)})
}

// parse returns nil where the text has no meaning as JSON.
func (p *parser) parse() *node {
	switch {
	case len(p.data) > MaxFileBytes:
		p.add(0, nil, Error, "larger than %d MiB", MaxFileBytes>>20)
		return nil
	case bytes.HasPrefix(p.data, []byte("\xef\xbb\xbf")):
		p.add(1, nil, Error, "starts with a byte order mark: save the file as UTF-8 without one")
		return nil
	case len(bytes.TrimSpace(p.data)) == 0:
		p.add(1, nil, Error, "empty file")
		return nil
	}
	if i := badUTF8(p.data); i >= 0 {
		p.add(p.line(i), nil, Error, "not UTF-8: byte 0x%02x", p.data[i])
		return nil
	}
	if i := bytes.Index(p.data, []byte("\r\n")); i >= 0 {
		p.add(p.line(i), nil, WarningLevel, "lines end with CR LF: the format has LF")
	}
	p.dec = json.NewDecoder(bytes.NewReader(p.data))
	p.dec.UseNumber()
	var whole json.RawMessage
	syntax := json.Unmarshal(p.data, &whole)
	n, err := p.next(nil, 1, false)
	if syntax != nil {
		p.syntax(syntax)
		return nil
	}
	if err != nil { // deeper than allowed, already told
		return nil
	}
	p.surrogates()
	return n
}

var errDeep = errors.New("deeper than allowed")

// next reads one value. Inside free JSON (extra) only what breaks every reader is a problem.
func (p *parser) next(at *path, depth int, free bool) (*node, error) {
	p.at = at
	before := int(p.dec.InputOffset())
	t, err := p.dec.Token()
	if err != nil {
		return nil, err
	}
	n := &node{start: before + skip(p.data[before:]), end: int(p.dec.InputOffset()), value: t}
	n.keyAt = n.start
	if s, ok := t.(string); ok && len(s) > MaxStringBytes {
		p.add(p.line(n.start), at, Error, "a text of %d KiB, at most %d are allowed", len(s)>>10, MaxStringBytes>>10)
		n.value = s[:1] // told; nothing after this needs the rest
	}
	delim, ok := t.(json.Delim)
	if !ok {
		return n, nil
	}
	if depth > MaxDepth {
		p.add(p.line(n.start), at, Error, "nested deeper than %d levels", MaxDepth)
		return nil, errDeep
	}
	if delim == '[' {
		n.value, err = p.list(at, depth, free)
	} else {
		n.value, err = p.object(at, depth, free)
	}
	if err != nil {
		return nil, err
	}
	p.at = at
	if _, err := p.dec.Token(); err != nil {
		return nil, err
	}
	n.end = int(p.dec.InputOffset())
	return n, nil
}

func (p *parser) list(at *path, depth int, free bool) ([]*node, error) {
	list := []*node{}
	for p.dec.More() {
		item, err := p.next(at.item(len(list)), depth+1, free)
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	return list, nil
}

func (p *parser) object(at *path, depth int, free bool) (*object, error) {
	// where keys are data of others, http_proxy beside HTTP_PROXY is two things
	exact := free || at != nil && at.key == "environment"
	obj := &object{}
	seen := map[string]string{}
	for p.dec.More() {
		t, err := p.dec.Token()
		if err != nil {
			return nil, err
		}
		key := t.(string)
		keyAt := int(p.dec.InputOffset())
		inner := at.at(key)
		fold := key
		if !exact {
			fold = strings.ToLower(key)
		}
		if first, ok := seen[fold]; ok && first == key {
			p.add(p.line(keyAt), inner, Error, "the key stands here twice")
		} else if ok {
			p.add(p.line(keyAt), inner, Error, "differs from the key %s only in case", quote(first))
		}
		if len(key) > MaxStringBytes {
			p.add(p.line(keyAt), inner, Error, "a key of %d KiB", len(key)>>10)
		}
		seen[fold] = key
		value, err := p.next(inner, depth+1, free || key == "extra")
		if err != nil {
			return nil, err
		}
		value.keyAt = keyAt
		obj.keys = append(obj.keys, key)
		obj.values = append(obj.values, value)
	}
	return obj, nil
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
	for _, word := range []string{"NaN", "Infinity", "-Infinity", "-NaN"} {
		if bytes.HasPrefix(rest, []byte(word)) || at > 0 && bytes.HasPrefix(p.data[at-1:], []byte(word)) {
			text = "not JSON: " + word + "; leave the key out where a value is unknown"
		}
	}
	if int(broken.Offset) >= len(p.data) && strings.Contains(broken.Error(), "unexpected end") {
		text = "truncated: the file ends in the middle"
	}
	p.add(p.line(at), p.at, Error, "%s", text)
}

// surrogates reports \ud800 and the like: half a character, which decoding replaces silently.
func (p *parser) surrogates() {
	unit := func(i int) rune {
		if i+6 > len(p.data) || p.data[i] != '\\' || p.data[i+1] != 'u' {
			return -1
		}
		var r rune
		fmt.Sscanf(string(p.data[i+2:i+6]), "%04x", &r)
		return r
	}
	for i := 0; i < len(p.data); i++ {
		if p.data[i] != '\\' {
			continue
		}
		switch r := unit(i); {
		case r >= 0xd800 && r < 0xdc00 && unit(i+6) >= 0xdc00 && unit(i+6) < 0xe000:
			i += 11
		case r >= 0xd800 && r < 0xe000:
			p.add(p.line(i), nil, Error, "not UTF-8: %s is half a character", p.data[i:i+6])
			i += 5
		default:
			i++
		}
	}
}

func skip(b []byte) int { return len(b) - len(bytes.TrimLeft(b, " \t\r\n:,")) }

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

// ReadAll reads a bundle file. It stops just past MaxFileBytes, where Decode refuses it.
func ReadAll(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, MaxFileBytes+1)) }
