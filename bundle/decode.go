package bundle

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Decode reads a bundle and returns every problem of it at once, those of Validate included, in the
// order of their lines. File stands in the problems only. The bundle is nil if one of them is an error.
func Decode(file string, data []byte) (*Bundle, []Problem) {
	p := &parser{file: file, data: data}
	b := &Bundle{}
	if root := p.parse(); root != nil && !root.told && p.recognise(root) {
		p.fill(root, reflect.ValueOf(b).Elem(), nil)
		c := &checker{from: p}
		c.bundle(b)
		p.problems = append(p.problems, c.problems...)
	}
	slices.SortStableFunc(p.problems, func(a, b Problem) int { return a.Line - b.Line })
	if HasErrors(p.problems) {
		return nil, p.problems
	}
	return b, p.problems
}

// recognise looks at the key that is version and file magic in one.
func (p *parser) recognise(root *node) bool {
	obj, ok := root.value.(*object)
	if !ok {
		p.add(p.line(root.start), nil, Error, "not a bundle: an object is expected, not %s", kindOf(root))
		return false
	}
	version := obj.get("speedmatrix")
	if version == nil {
		p.add(p.line(root.start), nil, Error, `not a bundle: no "speedmatrix" key`)
		return false
	}
	number, ok := version.value.(json.Number)
	v, whole := integer(number)
	line, at := p.line(version.keyAt), (*path)(nil).at("speedmatrix")
	switch {
	case !ok:
		p.add(line, at, Error, "the version must be a number, not %s", kindOf(version))
	case !whole || v < 1:
		p.add(line, at, Error, "no such version: %s (this program reads %d)", short(number), Version)
	case v > Version:
		p.add(line, at, Error, "version %d is newer than this program, which reads %d", v, Version)
	default:
		return true
	}
	return false
}

// fail reports why a value is not in the bundle.
func (p *parser) fail(line int, at *path, format string, args ...any) {
	p.add(line, at, Error, format, args...)
	p.skip(at)
}

func (p *parser) skip(at *path) {
	if p.unread == nil {
		p.unread = map[string]bool{}
	}
	p.unread[at.String()] = true
}

// unreadable tells whether a value, or one that contains it, is not in the bundle: then what the
// bundle lacks there is no second problem.
func (p *parser) unreadable(at *path) bool {
	for ; at != nil && len(p.unread) > 0; at = at.up {
		if p.unread[at.String()] {
			return true
		}
	}
	return false
}

// fill stores a node in a field. Ranges and words are left to Validate, which bundles made in memory pass too.
func (p *parser) fill(n *node, v reflect.Value, at *path) {
	line := p.line(n.keyAt)
	if n.told {
		p.skip(at)
		return
	}
	if n.value == nil {
		p.fail(line, at, "null: leave the key out where a value is unknown")
		return
	}
	if v.Type() == reflect.TypeFor[json.RawMessage]() {
		var compact bytes.Buffer
		json.Compact(&compact, p.data[n.start:n.end]) // known to be JSON
		v.SetBytes(compact.Bytes())
		return
	}
	switch t := n.value.(type) {
	case string:
		if t == "" && !(at.up != nil && at.up.key == "environment") {
			p.fail(line, at, "empty text: leave the key out where a value is unknown")
			return
		}
	case []*node:
		if len(t) == 0 && v.Kind() == reflect.Slice {
			p.add(line, at, Error, "empty list: leave the key out")
			return
		}
	}
	wrong := func(want string) { p.fail(line, at, "%s is expected, not %s", want, kindOf(n)) }
	switch v.Kind() {
	case reflect.Pointer:
		inner := reflect.New(v.Type().Elem())
		before := len(p.problems)
		p.fill(n, inner.Elem(), at)
		// a value that could not be read stays unknown; an object keeps what could be
		if v.Type().Elem().Kind() == reflect.Struct || len(p.problems) == before {
			v.Set(inner)
		}
	case reflect.String:
		if s, ok := n.value.(string); ok {
			v.SetString(s)
		} else {
			wrong("text")
		}
	case reflect.Bool:
		if b, ok := n.value.(bool); ok {
			v.SetBool(b)
		} else {
			wrong("true or false")
		}
	case reflect.Int, reflect.Int64:
		number, ok := n.value.(json.Number)
		if !ok {
			wrong("a whole number")
		} else if i, ok := integer(number); ok {
			v.SetInt(i)
		} else {
			p.fail(line, at, "a whole number is expected, not %s", short(number))
		}
	case reflect.Float64:
		number, ok := n.value.(json.Number)
		if !ok {
			wrong("a number")
		} else if f, err := number.Float64(); err == nil {
			v.SetFloat(f + 0) // -0 is 0
		} else {
			p.fail(line, at, "too large for a number: %s", short(number))
		}
	case reflect.Slice, reflect.Array:
		list, ok := n.value.([]*node)
		switch {
		case !ok:
			wrong("a list")
			return
		case v.Kind() == reflect.Array && len(list) != v.Len():
			p.fail(line, at, "%d numbers are expected, not %d", v.Len(), len(list))
			return
		case v.Kind() == reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
		}
		before := len(p.problems)
		for i, item := range list {
			p.fill(item, v.Index(i), at.item(i))
		}
		// a list of numbers with a hole says nothing; of rows, the others still do
		if len(p.problems) > before && v.Type().Elem().Kind() != reflect.Struct {
			v.SetZero()
			p.skip(at)
		}
	case reflect.Map:
		obj, ok := n.value.(*object)
		if !ok {
			wrong("an object")
			return
		}
		if len(obj.keys) == 0 { // as an absent one
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for i, key := range obj.keys {
			value := reflect.New(v.Type().Elem()).Elem()
			p.fill(obj.values[i], value, at.at(key))
			v.SetMapIndex(reflect.ValueOf(key), value)
		}
	case reflect.Struct:
		obj, ok := n.value.(*object)
		if !ok {
			wrong("an object")
			return
		}
		p.fillStruct(obj, v, at, line)
	}
}

func (p *parser) fillStruct(obj *object, v reflect.Value, at *path, line int) {
	fields := fieldsOf(v.Type())
	for _, f := range fields.list {
		if f.required && obj.get(f.key) == nil {
			p.fail(line, at.at(f.key), "missing")
		}
	}
	for i, key := range obj.keys {
		if f, ok := fields.index[key]; ok {
			p.fill(obj.values[i], v.Field(f), at.at(key))
		} else {
			text := "unknown key"
			if _, ok := fields.index[foldCase(key)]; ok {
				text += ": keys are in lower case"
			}
			p.add(p.line(obj.values[i].keyAt), at.at(key), WarningLevel, "%s", text)
		}
	}
}

// fields are those of a struct, in order and by key.
type fields struct {
	list  []field
	index map[string]int
}

// field is a key, and whether a bundle must have it.
type field struct {
	key      string
	required bool
}

var fieldsCache sync.Map // reflect.Type to *fields: tags are slow to read for each row

func fieldsOf(t reflect.Type) *fields {
	if known, ok := fieldsCache.Load(t); ok {
		return known.(*fields)
	}
	fs := &fields{index: map[string]int{}}
	for i := range t.NumField() {
		key, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		fs.list = append(fs.list, field{key, options != "omitempty"})
		fs.index[key] = i
	}
	fieldsCache.Store(t, fs)
	return fs
}

// integer accepts integral floats too (5110.0, 5.11e3), as other languages write them.
func integer(n json.Number) (int64, bool) {
	if i, err := strconv.ParseInt(string(n), 10, 64); err == nil {
		return i, true
	}
	f, err := n.Float64()
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

// short cuts a number that goes on and on.
func short(n json.Number) string {
	if len(n) > 30 {
		return string(n[:30]) + "…"
	}
	return string(n)
}

func kindOf(n *node) string {
	switch t := n.value.(type) {
	case json.Number:
		return "the number " + short(t)
	case string:
		return "the text " + quote(t)
	case bool:
		return strconv.FormatBool(t)
	case []*node:
		return "a list"
	case *object:
		return "an object"
	}
	return "null"
}
