package bundle

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Encode gives the canonical text of a bundle: two-space indent, keys in the order of the structs, an
// array of numbers or of pairs of numbers on one line, one newline at the end. It refuses what
// Validate refuses, so that no file of ours can be unreadable.
func Encode(b *Bundle) ([]byte, error) {
	for _, p := range b.Validate() {
		if p.Severity == Error {
			return nil, fmt.Errorf("encode bundle: %s: %s", p.Path, p.Text)
		}
	}
	var compact bytes.Buffer
	enc := json.NewEncoder(&compact)
	enc.SetEscapeHTML(false) // a reader should see <redacted>, not <redacted>
	if err := enc.Encode(b); err != nil {
		return nil, fmt.Errorf("encode bundle: %w", err)
	}
	var out bytes.Buffer
	dec := json.NewDecoder(&compact)
	dec.UseNumber()
	var whole json.RawMessage
	if err := dec.Decode(&whole); err != nil {
		return nil, fmt.Errorf("encode bundle: %w", err)
	}
	layOut(&out, whole, "")
	out.WriteByte('\n')
	if out.Len() > MaxFileBytes {
		return nil, fmt.Errorf("encode bundle: larger than %d MiB", MaxFileBytes>>20)
	}
	return out.Bytes(), nil
}

// layOut writes compact JSON with indents.
func layOut(out *bytes.Buffer, value []byte, indent string) {
	inner := indent + "  "
	open, closing := value[0], byte(0)
	switch {
	case len(value) == 2 && (open == '{' || open == '['): // empty
		out.Write(value)
		return
	case open == '{':
		closing = '}'
	case open == '[' && !numbersOnly(value):
		closing = ']'
	case open == '[':
		out.Write(bytes.ReplaceAll(value, []byte(","), []byte(", ")))
		return
	default:
		out.Write(value)
		return
	}
	out.WriteByte(open)
	for i, part := range split(value[1 : len(value)-1]) {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n" + inner)
		if open == '{' {
			key := end(part)
			out.Write(part[:key])
			out.WriteString(": ")
			part = part[key+1:]
		}
		layOut(out, part, inner)
	}
	out.WriteString("\n" + indent)
	out.WriteByte(closing)
}

// numbersOnly tells whether a list holds numbers, or pairs of numbers, and nothing else.
func numbersOnly(list []byte) bool {
	for _, item := range split(list[1 : len(list)-1]) {
		if item[0] == '[' {
			pair := split(item[1 : len(item)-1])
			if len(pair) != 2 || !isNumber(pair[0]) || !isNumber(pair[1]) {
				return false
			}
		} else if !isNumber(item) {
			return false
		}
	}
	return true
}

func isNumber(v []byte) bool {
	return len(v) > 0 && (v[0] == '-' || v[0] >= '0' && v[0] <= '9')
}

// split cuts the inside of a compact list or object at its own commas.
func split(inside []byte) [][]byte {
	var parts [][]byte
	depth, from := 0, 0
	for i := 0; i < len(inside); i++ {
		switch inside[i] {
		case '"':
			i += end(inside[i:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, inside[from:i])
				from = i + 1
			}
		}
	}
	if from < len(inside) {
		parts = append(parts, inside[from:])
	}
	return parts
}

// end is the length of the string literal that text starts with.
func end(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}
