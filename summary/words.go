package summary

import (
	"maps"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// oneLine makes every run of white space a single blank.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// clip cuts a text to n characters as a reader counts them.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	rest, state := s, -1
	for count := 0; rest != ""; count++ {
		if count == n-1 {
			if cut := s[:len(s)-len(rest)]; uniseg.GraphemeClusterCount(rest) > 1 {
				return strings.TrimRight(cut, " \n") + "…"
			}
			return s
		}
		_, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
	}
	return s
}

// listed joins names as a sentence does: "a, b and c". Of more than most names the rest is a number.
func listed(names []string, most int) string {
	switch n := len(names); {
	case n == 1:
		return names[0]
	case n > most:
		return strings.Join(names[:most], ", ") + " and " + count(n-most) + " more"
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
