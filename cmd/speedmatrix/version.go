package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

const versionUsage = `Print the version of this program.

Usage:

  speedmatrix version

A program that was built from a work tree is "devel".

Examples:

  speedmatrix version
  speedmatrix --version
`

func runVersion(_ context.Context, args []string, std streams) error {
	if err := parse(newFlags("version"), args, 0, 0, ""); err != nil {
		return err
	}
	details := runtime.Version()
	if revision := revision(); revision != "" {
		details = "commit " + revision + ", " + details
	}
	_, err := fmt.Fprintf(std.out, "speedmatrix %s (%s)\n", version(), details)
	return err
}

// release is the version of a build for which Go records none, such as that of a packager:
// go build -ldflags "-X main.release=v1.2.3".
var release string

// version is that of the module, "devel" without one.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// revision is the commit that the program was built from, "" where that is not known.
func revision() (text string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	modified := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			text = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " with changes"
		}
	}
	if text == "" {
		return ""
	}
	return text + modified
}
