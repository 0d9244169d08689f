package bundle

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Validate returns every problem of a bundle at once: words, ranges, and what the parts say of each
// other. File and Line are those of Decode; here they are empty.
func (b *Bundle) Validate() []Problem {
	c := &checker{}
	c.bundle(b)
	return c.problems
}

func (c *checker) bundle(b *Bundle) {
	c.value(reflect.ValueOf(b).Elem(), nil)
	c.whole(b)
	c.grid(b)
	for i := range b.Prefill {
		c.prefill(&b.Prefill[i], key("prefill").item(i))
	}
	for i := range b.Decode {
		c.decode(&b.Decode[i], key("decode").item(i), b.Origin)
	}
	for i := range b.Serving {
		c.serving(&b.Serving[i], key("serving").item(i), b.Origin)
	}
}

func key(k string) *path { return (*path)(nil).at(k) }

type checker struct {
	problems []Problem
	from     *parser // that read the bundle; nil for one made in memory
}

func (c *checker) add(at *path, severity Severity, format string, args ...any) {
	q := Problem{Path: at.String(), Severity: severity, Text: fmt.Sprintf(format, args...)}
	if c.from != nil {
		if c.from.unreadable(at) {
			return
		}
		q.File, q.Line = c.from.file, c.from.lineOf(at)
	}
	c.problems = append(c.problems, q)
}

// unread tells whether a value is missing only because it could not be read.
func (c *checker) unread(at *path) bool { return c.from != nil && c.from.unreadable(at) }

func (c *checker) err(at *path, format string, args ...any) { c.add(at, Error, format, args...) }
func (c *checker) warn(at *path, format string, args ...any) {
	c.add(at, WarningLevel, format, args...)
}

// value checks one value by its type and its key.
func (c *checker) value(v reflect.Value, at *path) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			c.value(v.Elem(), at)
		}
	case reflect.Struct:
		for i, f := range fieldsOf(v.Type()).list {
			if f.required && v.Field(i).Kind() == reflect.String && v.Field(i).Len() == 0 {
				c.err(at.at(f.key), "missing")
			} else if !v.Field(i).IsZero() || f.required {
				c.value(v.Field(i), at.at(f.key))
			}
		}
	case reflect.Slice, reflect.Array:
		if raw, ok := v.Interface().(json.RawMessage); ok {
			c.extra(raw, at)
			return
		}
		if v.Len() > MaxRows {
			c.err(at, "%d entries, at most %d are allowed", v.Len(), MaxRows)
			return
		}
		for i := range v.Len() {
			if v.Index(i).Kind() == reflect.String && v.Index(i).Len() == 0 {
				c.err(at.item(i), "empty text: leave the entry out")
				continue
			}
			c.value(v.Index(i), at.item(i))
		}
	case reflect.Map:
		if v.Len() > MaxRows {
			c.err(at, "%d entries, at most %d are allowed", v.Len(), MaxRows)
			return
		}
		names := make([]string, 0, v.Len())
		for _, k := range v.MapKeys() {
			names = append(names, k.String())
		}
		slices.Sort(names)
		for _, name := range names {
			if strings.Trim(name, " \t\r\n") == "" {
				c.err(at.at(name), "a variable without a name")
			}
			// together, since the name tells what the value is
			c.text(name, v.MapIndex(reflect.ValueOf(name)).String(), at.at(name))
		}
	case reflect.String:
		c.word(v, at)
	case reflect.Int64:
		if v.Int() > maxCount { // where a float rounds to the limit
			c.err(at, "%d is absurd: at most %d is allowed", v.Int(), int64(maxCount))
			return
		}
		c.number(float64(v.Int()), at)
	case reflect.Float64:
		c.number(v.Float(), at)
	}
}

func (c *checker) extra(raw json.RawMessage, at *path) {
	switch {
	case len(raw) == 0:
	case len(raw) > MaxExtraBytes:
		c.err(at, "%s, at most %s are allowed", kib(len(raw)), kib(MaxExtraBytes))
	case c.from == nil: // not read by Decode, which must be able to read what Encode writes
		p := &parser{data: raw}
		if n := p.tree(at, true); n != nil && n.value == nil {
			c.err(at, "null: leave the key out where a value is unknown")
		}
		for _, q := range p.problems {
			c.problems = append(c.problems, Problem{Path: q.Path, Severity: q.Severity, Text: q.Text})
		}
	}
}

func (c *checker) word(v reflect.Value, at *path) {
	s := v.String()
	if s == "" {
		return
	}
	if w, ok := v.Interface().(interface{ Words() []string }); ok {
		if !slices.Contains(w.Words(), s) {
			c.err(at, "%s is none of %s", quote(s), strings.Join(w.Words(), ", "))
		}
		return
	}
	if t, ok := v.Interface().(Time); ok {
		if problem := t.problem(); problem != "" {
			c.err(at, "%s: %s", quote(s), problem)
		}
		return
	}
	if cause, ok := v.Interface().(Cause); ok && !cause.isWord() {
		c.err(at, "%s: a cause is a word of lower-case letters, digits and _", quote(s))
	}
	c.text("", s, at)
}

// text checks the value of a variable, or a text without a name.
func (c *checker) text(name, s string, at *path) {
	switch {
	case len(s) > MaxStringBytes:
		c.err(at, "a text of %s, at most %s are allowed", kib(len(s)), kib(MaxStringBytes))
		return
	case !utf8.ValidString(s) || !utf8.ValidString(name):
		c.err(at, "not UTF-8")
		return
	}
	if name != "" {
		s = name + "=" + s
	}
	if found := private(s); found != "" {
		c.warn(at, "looks like %s", found)
	}
}

// number checks the range that the unit in a key implies.
func (c *checker) number(f float64, at *path) {
	name := at.key
	if at.index >= 0 {
		if at.up.index >= 0 { // a pair of a histogram: [seconds, count]
			if at.index == 0 {
				name = "_s"
			}
		} else {
			name = at.up.key
		}
	}
	least, most := Range(name)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		c.err(at, "%v: leave the key out where a value is unknown", f)
	case f == -1:
		c.err(at, "-1: leave the key out where a value is unknown")
	case f < 0:
		c.err(at, "negative")
	case f < least:
		c.err(at, "at least %v is expected, not %v", least, f)
	case f > most:
		c.err(at, "%s is absurd: at most %s is allowed", plain(f), plain(most))
	}
}

// plain writes a number without an exponent where it stays readable.
func plain(f float64) string {
	if math.Abs(f) < 1e17 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// whole checks what concerns the bundle as one.
func (c *checker) whole(b *Bundle) {
	if b.Speedmatrix != Version {
		c.err(key("speedmatrix"), "the version is %d, not %d", Version, b.Speedmatrix)
	}
	if b.Run != "" && !isHex(b.Run, 16) {
		c.err(key("run"), "%s: 16 hexadecimal digits in lower case are expected", quote(b.Run))
	}
	if b.Started != "" && b.Finished != "" && b.Started.problem() == "" && b.Finished.problem() == "" &&
		b.Finished.Compare(b.Started) < 0 && b.Finished.Date() != string(b.Started) && b.Started.Date() != string(b.Finished) {
		c.err(key("finished"), "before started")
	}
	if b.Origin == Converted && len(b.Sources) == 0 {
		c.err(key("sources"), "missing: a converted bundle names what it was made from")
	}
	for i, s := range b.Sources {
		if s.SHA256 != "" && !isHex(s.SHA256, 64) {
			c.warn(key("sources").item(i).at("sha256"), "not the 64 hexadecimal digits of a SHA-256")
		}
	}
	for i, g := range b.Guessed {
		if !hasPath(reflect.TypeFor[Bundle](), g) {
			c.warn(key("guessed").item(i), "%s is no key of a bundle", quote(g))
		}
	}
	if b.Hardware != nil {
		for i, g := range b.Hardware.GPUs {
			if g.Count != nil && *g.Count == 0 {
				c.err(key("hardware").at("gpus").item(i).at("count"), "0: leave the entry out")
			}
		}
	}
	if b.Status == Complete && len(b.Prefill)+len(b.Decode)+len(b.Serving) == 0 {
		if !c.unread(key("prefill")) && !c.unread(key("decode")) && !c.unread(key("serving")) {
			c.err(key("status"), "complete, but without any row in prefill, decode or serving")
		}
	}
}

func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

func isHex(s string, digits int) bool {
	return len(s) == digits && strings.Trim(s, "0123456789abcdef") == ""
}

// hasPath tells whether a path such as engine.limits.context_tokens or decode[].ttft names a key.
func hasPath(t reflect.Type, p string) bool {
	for step := range strings.SplitSeq(p, ".") {
		step, _, _ = strings.Cut(step, "[")
		if t.Kind() == reflect.Map || t == reflect.TypeFor[json.RawMessage]() {
			return true
		}
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct {
			return false
		}
		i, ok := fieldsOf(t).index[step]
		if !ok {
			return false
		}
		t = t.Field(i).Type
	}
	return true
}
