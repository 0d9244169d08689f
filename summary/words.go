package summary

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// oneLine makes every run of white space a single blank.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// clip cuts a text to n characters, not within what a reader sees as one.
func clip(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	kept, room := "", n-1
	for rest, state := s, -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if room -= utf8.RuneCountInString(cluster); room < 0 {
			break
		}
		kept = s[:len(s)-len(rest)]
	}
	return strings.TrimRight(kept, " \n") + "…"
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
