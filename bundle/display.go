package bundle

import (
	"reflect"
	"strings"
)

// ForDisplay is a copy whose texts are safe to show: control characters and characters that turn the
// direction of a line stand there as escapes. Line breaks stay where a text may have several lines
// (launch command, notice). Pages and summaries show this copy; files keep the original.
func (b *Bundle) ForDisplay() *Bundle {
	shown := clone(reflect.ValueOf(b)).Interface().(*Bundle)
	if b.Launch != nil {
		shown.Launch.Command = printableLines(b.Launch.Command)
	}
	shown.Notice = printableLines(b.Notice)
	return shown
}

func clone(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		c := reflect.New(v.Type().Elem())
		c.Elem().Set(clone(v.Elem()))
		return c
	case reflect.Struct:
		c := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			c.Field(i).Set(clone(v.Field(i)))
		}
		return c
	case reflect.Slice:
		if v.IsNil() || !holdsText(v.Type().Elem()) {
			return v // numbers are shared: nobody changes them
		}
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			c.Index(i).Set(clone(v.Index(i)))
		}
		return c
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		c := reflect.MakeMap(v.Type())
		for _, k := range v.MapKeys() {
			c.SetMapIndex(clone(k), clone(v.MapIndex(k)))
		}
		return c
	case reflect.String:
		c := reflect.New(v.Type()).Elem()
		c.SetString(Printable(v.String()))
		return c
	}
	return v
}

func holdsText(t reflect.Type) bool { return t.Kind() == reflect.Struct || t.Kind() == reflect.String }

func printableLines(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		parts := strings.Split(line, "\t")
		for j, part := range parts {
			parts[j] = Printable(part)
		}
		lines[i] = strings.Join(parts, "\t")
	}
	return strings.Join(lines, "\n")
}
