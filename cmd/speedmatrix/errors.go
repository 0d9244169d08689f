package main

import (
	"errors"
	"strings"
)

const (
	exitFine        = 0
	exitFailed      = 1
	exitMisused     = 2
	exitInterrupted = 130
)

var (
	// errHelp says that --help was among the arguments.
	errHelp = errors.New("help was asked for")
	// errFound says that a command has found, and said, what makes it fail.
	errFound = errors.New("problems were found")
)

// misuse is a command line that cannot be meant so.
type misuse struct{ text, hint string }

func (m misuse) Error() string { return m.text }

// hinted is an error with what may help.
type hinted struct {
	error
	hint string
}

func (h hinted) Unwrap() error { return h.error }

func hintOf(err error) string {
	var m misuse
	if errors.As(err, &m) {
		return m.hint
	}
	var h hinted
	if errors.As(err, &h) {
		return h.hint
	}
	return ""
}

// nearest is the name that a mistyped word is likely to mean, "" if there is none.
func nearest(word string, names []string) (best string) {
	least := len(word)/3 + 2 // more changes than this are another word
	for _, name := range names {
		d := distance(word, name)
		if len(word) >= 2 && strings.HasPrefix(name, word) {
			d = 1
		}
		if d < least {
			best, least = name, d
		}
	}
	return best
}

// distance counts the letters to insert, delete, replace or swap between two words.
func distance(a, b string) int {
	rows := [3][]int{}
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
	}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := range len(a) {
		before, last, now := rows[0], rows[1], rows[2]
		now[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			now[j+1] = min(last[j+1]+1, now[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		rows = [3][]int{last, now, before}
	}
	return rows[1][len(b)]
}

// list names arguments in a message.
func list(args []string) string { return strings.Join(args, " ") }
