package main

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// terminal gives the terminal that a stream is, if it is one.
func terminal(stream any) (fd int, ok bool) {
	f, ok := stream.(*os.File)
	if !ok {
		return 0, false
	}
	return int(f.Fd()), term.IsTerminal(int(f.Fd()))
}

// terminalWidth is that of a terminal, else what COLUMNS says, 0 where nobody knows.
func terminalWidth(w io.Writer) int {
	if fd, ok := terminal(w); ok {
		if width, _, err := term.GetSize(fd); err == nil && width > 0 {
			return width
		}
	}
	width, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil {
		return 0
	}
	return width
}

// moves tells whether lines on a stream may be rewritten: on a terminal whose user has not asked for
// plain lines.
func moves(w io.Writer) bool {
	_, ok := terminal(w)
	return ok && os.Getenv("TERM") != "dumb" && os.Getenv("NO_COLOR") == "" && os.Getenv("CI") == ""
}
