package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// node is a JSON value with its place. encoding/json drops what a reader of hostile files must
// know: places, duplicate keys, keys that differ only in case, the difference of absent and null.
type node struct {
	start, end int  // bytes of the value in the file
	keyAt      int  // where its key ends, or start where it has none
	value      any  // json.Number, string, bool, nil, []*node or *object
	told       bool // a problem of the whole value is told: the value is not to be used
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
	pos, end int   // of what is read, and where reading stops
	cut      bool  // at a syntax error
	newlines []int // offsets
	problems []Problem
	at       *path // being read, for the place of a syntax error
	root     *node
	unread   map[string]bool // paths of values that a problem kept out of the bundle
}

func (p *parser) line(offset int) int {
	if p.newlines == nil {
		p.newlines = []int{} // a file of one line is counted once, too
		for i, c := range p.data {
			if c == '\n' {
				p.newlines = append(p.newlines, i)
			}
		}
	}
	before, _ := slices.BinarySearch(p.newlines, offset)
	return before + 1
}

// find is the value at a path, or the innermost one that would contain it.
func (p *parser) find(at *path) (n *node, exact bool) {
	if at == nil {
		return p.root, true
	}
	n, exact = p.find(at.up)
	if !exact {
		return n, false
	}
	switch t := n.value.(type) {
	case []*node:
		if at.index >= 0 && at.index < len(t) {
			return t[at.index], true
		}
	case *object:
		if inner := t.get(at.key); inner != nil && at.index < 0 {
			return inner, true
		}
	}
	return n, false
}

func (p *parser) lineOf(at *path) int {
	n, _ := p.find(at)
	return p.line(n.keyAt)
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
	case bytes.HasPrefix(p.data, []byte("\xff\xfe")), bytes.HasPrefix(p.data, []byte("\xfe\xff")):
		p.add(1, nil, Error, "UTF-16: save the file as UTF-8")
		return nil
	case len(bytes.TrimSpace(p.data)) == 0:
		p.add(1, nil, Error, "empty file")
		return nil
	}
	if i := bytes.Index(p.data, []byte("\r\n")); i >= 0 {
		p.add(p.line(i), nil, WarningLevel, "lines end with CR LF: the format has LF")
	}
	p.root = p.tree(nil, false)
	return p.root
}

// tree reads what stands at a path of a bundle.
func (p *parser) tree(at *path, free bool) *node {
	if i := badUTF8(p.data); i >= 0 {
		p.add(p.line(i), at, Error, "not UTF-8: byte 0x%02x", p.data[i])
		return nil
	}
	p.end = len(p.data)
	var whole json.RawMessage
	var broken *json.SyntaxError
	syntax := json.Unmarshal(p.data, &whole)
	if errors.As(syntax, &broken) {
		p.end, p.cut = max(int(broken.Offset)-1, 0), true
		if strings.Contains(broken.Error(), "unexpected end") {
			p.end = len(p.data)
		}
	}
	n, err := p.next(at, at.depth()+1, free)
	switch {
	case errors.Is(err, errDeep): // already told; encoding/json gives up at some depth too
		return nil
	case syntax != nil:
		p.syntax(syntax)
		return nil
	case err != nil: // cannot be: encoding/json took the text
		p.syntax(err)
		return nil
	}
	return n
}

var (
	errDeep = errors.New("deeper than allowed")
	errEnd  = errors.New("no more text that is JSON")
)

// peek is the next byte that is no mere separator, 0 at the end. Whether separators stand where they
// must is checked before: this reads text that encoding/json accepts, or the part of it before an error.
func (p *parser) peek() byte {
	for ; p.pos < p.end; p.pos++ {
		switch c := p.data[p.pos]; c {
		case ' ', '\t', '\r', '\n', ',', ':':
		default:
			return c
		}
	}
	return 0
}

// next reads one value. Inside free JSON (extra) only what breaks every reader is a problem.
func (p *parser) next(at *path, depth int, free bool) (n *node, err error) {
	p.at = at
	c := p.peek()
	n = &node{start: p.pos, keyAt: p.pos}
	switch c {
	case 0:
		return nil, errEnd
	case '{', '[':
		if err := p.container(n, at, depth, free); err != nil {
			return nil, err
		}
		p.at = at
	case '"':
		s, err := p.text()
		if err != nil {
			return nil, err
		}
		n.value = s
		if problem := badText("text", s, p.data[n.start:p.pos]); problem != "" {
			p.add(p.line(n.start), at, Error, "%s", problem)
			n.told = true
		}
	default:
		for p.pos < p.end && strings.IndexByte(" \t\r\n,:]}", p.data[p.pos]) < 0 {
			p.pos++
		}
		if p.cut && p.pos == p.end {
			return nil, errEnd
		}
		switch word := string(p.data[n.start:p.pos]); word {
		case "null":
		case "true", "false":
			n.value = word == "true"
		default:
			n.value = json.Number(word)
		}
	}
	n.end = p.pos
	return n, nil
}

func (p *parser) container(n *node, at *path, depth int, free bool) error {
	if depth > MaxDepth {
		p.add(p.line(n.start), at, Error, "nested deeper than %d levels", MaxDepth)
		return errDeep
	}
	var count int
	var err error
	if p.data[p.pos] == '[' {
		n.value, count, err = p.list(at, depth, free)
	} else {
		n.value, count, err = p.object(at, depth, free)
	}
	if err != nil {
		return err
	}
	if count > MaxRows && !free {
		p.add(p.line(n.start), at, Error, "%d entries, at most %d are allowed", count, MaxRows)
		n.told = true
	}
	return nil
}

// more tells whether a list or an object goes on; else it steps over the closing bracket.
func (p *parser) more(at *path, closing byte) (bool, error) {
	switch p.peek() {
	case 0:
		p.at = at
		return false, errEnd
	case closing:
		p.pos++
		return false, nil
	}
	return true, nil
}

// list reads to the end of a list, and counts. It keeps no more than may be used: nothing of free JSON.
func (p *parser) list(at *path, depth int, free bool) (list []*node, count int, err error) {
	list = []*node{}
	for p.pos++; ; count++ {
		if more, err := p.more(at, ']'); !more {
			return list, count, err
		}
		item, err := p.next(at.item(count), depth+1, free)
		if err != nil {
			return nil, 0, err
		}
		if count < MaxRows && !free {
			list = append(list, item)
		}
	}
}

func (p *parser) object(at *path, depth int, free bool) (obj *object, count int, err error) {
	// where keys are data of others, http_proxy beside HTTP_PROXY is two things
	exact := free || at != nil && at.key == "environment"
	obj = &object{}
	seen := map[string]string{}
	for p.pos++; ; count++ {
		if more, err := p.more(at, '}'); !more {
			return obj, count, err
		}
		start := p.pos
		key, err := p.text()
		if err != nil {
			p.at = at
			return nil, 0, err
		}
		keyAt := p.pos
		inner := at.at(key)
		fold := key
		if !exact {
			fold = foldCase(key)
		}
		if first, ok := seen[fold]; ok && first == key {
			p.add(p.line(keyAt), inner, Error, "the key stands here twice")
		} else if ok {
			p.add(p.line(keyAt), inner, Error, "differs from the key %s only in case", quote(first))
		}
		if problem := badText("key", key, p.data[start:keyAt]); problem != "" {
			p.add(p.line(keyAt), inner, Error, "%s", problem)
		}
		seen[fold] = key
		value, err := p.next(inner, depth+1, free || key == "extra")
		if err != nil {
			return nil, 0, err
		}
		value.keyAt = keyAt
		if count < MaxRows && !free {
			obj.keys = append(obj.keys, key)
			obj.values = append(obj.values, value)
		}
	}
}

// foldCase makes keys equal that encoding/json and others take for the same: case, and letters such as ſ.
func foldCase(key string) string {
	if strings.IndexFunc(key, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsUpper(r) }) < 0 {
		return key
	}
	return strings.ToLower(strings.ToUpper(key))
}

// ReadAll reads a bundle file. It stops just past MaxFileBytes, where Decode refuses it.
func ReadAll(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, MaxFileBytes+1)) }
