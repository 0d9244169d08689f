package bundle

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// Limits of numbers.
const (
	maxRate        = 1e9
	maxSeconds     = 30 * 24 * 3600
	maxConcurrency = 1e5
	maxContext     = 1 << 31
	maxCount       = 1 << 53
)

// Validate returns every problem of a bundle at once: words, ranges, and what the parts say of each
// other. File and Line are those of Decode; here they are empty.
func (b *Bundle) Validate() []Problem {
	c := &checker{}
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
	return c.problems
}

func key(k string) *path { return (*path)(nil).at(k) }

type checker struct{ problems []Problem }

func (c *checker) add(at *path, severity Severity, format string, args ...any) {
	c.problems = append(c.problems, Problem{Path: at.String(), Severity: severity, Text: fmt.Sprintf(format, args...)})
}

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
		for i := range v.NumField() {
			f := v.Type().Field(i)
			k, required := tag(f)
			if required && v.Field(i).Kind() == reflect.String && v.Field(i).Len() == 0 {
				c.err(at.at(k), "missing")
				continue
			}
			c.value(v.Field(i), at.at(k))
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
			c.value(v.Index(i), at.item(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			c.text(k.String(), at.at(k.String()))
			c.text(v.MapIndex(k).String(), at.at(k.String()))
		}
	case reflect.String:
		c.word(v, at)
	case reflect.Int64:
		c.number(float64(v.Int()), at)
	case reflect.Float64:
		c.number(v.Float(), at)
	}
}

func (c *checker) extra(raw json.RawMessage, at *path) {
	switch {
	case raw == nil:
	case len(raw) > MaxExtraBytes:
		c.err(at, "%d KiB, at most %d are allowed", len(raw)>>10, MaxExtraBytes>>10)
	case !json.Valid(raw):
		c.err(at, "not JSON")
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
	if cause, ok := v.Interface().(Cause); ok && strings.Trim(string(cause), "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		c.err(at, "%s: a cause is a word of lower-case letters, digits and _", quote(s))
	}
	c.text(s, at)
}

func (c *checker) text(s string, at *path) {
	if len(s) > MaxStringBytes {
		c.err(at, "a text of %d KiB, at most %d are allowed", len(s)>>10, MaxStringBytes>>10)
		return
	}
	if found := private(s); found != "" {
		c.warn(at, "looks like %s", found)
	}
}

// number checks the range that the unit in a key implies.
func (c *checker) number(f float64, at *path) {
	name, most := at.key, float64(maxCount)
	if at.index >= 0 {
		if at.up.index >= 0 { // a pair of a histogram: [seconds, count]
			if at.index == 0 {
				name = "_s"
			}
		} else {
			name = at.up.key
		}
	}
	switch {
	case name == "concurrency" || name == "concurrencies" || name == "max_concurrency" || name == "mean_concurrency" || name == "active_requests":
		most = maxConcurrency
	case name == "context_tokens" || name == "contexts" || name == "prefill_contexts":
		most = maxContext
	case strings.HasSuffix(name, "_per_s"):
		most = maxRate
	case strings.HasSuffix(name, "_s"):
		most = maxSeconds
	case strings.HasSuffix(name, "_share"):
		most = 1
	}
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		c.err(at, "%v: leave the key out where a value is unknown", f)
	case f == -1:
		c.err(at, "-1: leave the key out where a value is unknown")
	case f < 0:
		c.err(at, "negative")
	case f > most:
		c.err(at, "%v is absurd: more than %v", f, most)
	}
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
		if n := b.Hardware.Nodes; n != nil && *n == 0 {
			c.err(key("hardware").at("nodes"), "0 nodes")
		}
	}
	if b.Status == Complete && len(b.Prefill)+len(b.Decode)+len(b.Serving) == 0 {
		c.err(nil, "complete, but without any row in prefill, decode or serving")
	}
}

// grid checks that each row stands once, and inside the grid that the method declares.
func (c *checker) grid(b *Bundle) {
	var m Method
	if b.Method != nil {
		m = *b.Method
	}
	once := func(list []int64, at *path, least int64) {
		for i, v := range list {
			if v < least {
				c.err(at.item(i), "at least %d is expected, not %d", least, v)
			}
			if slices.Contains(list[:i], v) {
				c.err(at.item(i), "%d stands here twice", v)
			}
		}
	}
	once(m.Contexts, key("method").at("contexts"), 0)
	once(m.Concurrencies, key("method").at("concurrencies"), 1)
	once(m.PrefillContexts, key("method").at("prefill_contexts"), 0)
	inside := func(list []int64, v int64, at *path) {
		if len(list) > 0 && !slices.Contains(list, v) {
			c.err(at, "%d is outside the declared grid", v)
		}
	}
	type place struct{ depth, context, concurrency int64 }
	prefill := map[place]int{}
	for i, r := range b.Prefill {
		at := key("prefill").item(i)
		// a row at depth is no row of the declared, cold, series
		if deref(r.DepthTokens) == 0 {
			inside(m.PrefillContexts, r.ContextTokens, at.at("context_tokens"))
		}
		p := place{deref(r.DepthTokens), r.ContextTokens, 1}
		if r.Concurrency != nil {
			p.concurrency = *r.Concurrency
		}
		if first, ok := prefill[p]; ok {
			c.err(at, "the same depth, context and concurrency as prefill[%d]", first)
		} else {
			prefill[p] = i
		}
	}
	decode := map[place]int{}
	for i, r := range b.Decode {
		at := key("decode").item(i)
		inside(m.Contexts, r.ContextTokens, at.at("context_tokens"))
		inside(m.Concurrencies, r.Concurrency, at.at("concurrency"))
		p := place{0, r.ContextTokens, r.Concurrency}
		if first, ok := decode[p]; ok {
			c.err(at, "the same context and concurrency as decode[%d]", first)
		} else {
			decode[p] = i
		}
	}
	if len(m.Contexts)*len(m.Concurrencies) > MaxRows {
		c.err(key("method").at("contexts"), "a grid of %d cells, at most %d are allowed", len(m.Contexts)*len(m.Concurrencies), MaxRows)
	} else if cells := gridSize(b); cells > MaxRows {
		c.err(key("decode"), "the rows span a grid of %d cells, at most %d are allowed", cells, MaxRows)
	}
}

// gridSize is the number of cells between all contexts and all concurrencies of the rows.
func gridSize(b *Bundle) int {
	contexts, concurrencies := map[int64]bool{}, map[int64]bool{}
	for _, r := range b.Decode {
		contexts[r.ContextTokens], concurrencies[r.Concurrency] = true, true
	}
	return len(contexts) * len(concurrencies)
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
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() == reflect.Map {
			return true
		}
		if t.Kind() != reflect.Struct {
			return false
		}
		found := false
		for i := range t.NumField() {
			if k, _ := tag(t.Field(i)); k == step {
				t, found = t.Field(i).Type, true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}
