// Command speedmatrix turns speed measurements of LLM servers into pages.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/speedmatrix/speedmatrix/bundle"
)

const usage = `speedmatrix turns speed measurements of LLM servers into pages.

A result is a JSON file, called a bundle: one run, with its hardware, engine,
launch command and every measured cell.

Usage:

  speedmatrix COMMAND [arguments]

Commands:

  build      make a site of all bundles in a folder
  page       make one HTML file of one bundle, with everything inside
  serve      preview the site of a folder, with live reload
  summary    show a bundle as text, Markdown, CSV or JSON
  validate   list every problem of bundles, with its place
  version    print the version of this program

Examples:

  speedmatrix build results -o public
  speedmatrix summary results/kimi-k2.6-nvfp4.json

"speedmatrix help COMMAND" tells more about a command.
`

// streams are the standard streams: data goes to out, everything else to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

type command struct {
	name  string
	usage string
	run   func(ctx context.Context, args []string, std streams) error
}

func commands() []command {
	return []command{
		{"build", buildUsage, runBuild},
		{"page", pageUsage, runPage},
		{"serve", serveUsage, runServe},
		{"summary", summaryUsage, runSummary},
		{"validate", validateUsage, runValidate},
		{"version", versionUsage, runVersion},
	}
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals // asks a command to end in good order
		cancel()
		<-signals // does not wait for it
		os.Exit(exitInterrupted)
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program. It prints what went wrong, once, and gives the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := dispatch(ctx, args, streams{stdin, stdout, stderr})
	if err == nil || errors.Is(err, errHelp) {
		return exitFine
	}
	var wrong misuse
	misused := errors.As(err, &wrong)
	switch {
	case errors.Is(err, errFound): // the command's output says it
		return exitFailed
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "speedmatrix: interrupted")
		return exitInterrupted
	case wrong.text == "" && misused: // no command at all
		fmt.Fprint(stderr, usage)
		return exitMisused
	}
	fmt.Fprintln(stderr, "speedmatrix: "+bundle.Printable(err.Error()))
	if hint := hintOf(err); hint != "" {
		fmt.Fprintln(stderr, "speedmatrix: hint: "+bundle.Printable(hint))
	}
	if misused {
		return exitMisused
	}
	return exitFailed
}

func dispatch(ctx context.Context, args []string, std streams) error {
	if len(args) == 0 {
		return misuse{}
	}
	name, rest := args[0], args[1:]
	switch name {
	case "help", "--help", "-h", "-help":
		return help(rest, std)
	case "--version", "-version":
		name = "version"
	}
	for _, c := range commands() {
		if c.name == name {
			err := c.run(ctx, rest, std)
			if errors.Is(err, errHelp) {
				fmt.Fprint(std.out, c.usage)
			}
			return err
		}
	}
	return unknownCommand(name)
}

// help prints the usage of the program or of a command.
func help(args []string, std streams) error {
	if len(args) == 0 || args[0] == "help" {
		_, err := fmt.Fprint(std.out, usage)
		return err
	}
	if len(args) > 1 {
		return misuse{"help takes one command, not " + list(args), "speedmatrix help " + args[0]}
	}
	for _, c := range commands() {
		if c.name == args[0] {
			_, err := fmt.Fprint(std.out, c.usage)
			return err
		}
	}
	return unknownCommand(args[0])
}

func unknownCommand(name string) error {
	if strings.HasPrefix(name, "-") {
		return misuse{"unknown flag: " + name, "flags stand after a command; \"speedmatrix help\" lists the commands"}
	}
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	hint := `"speedmatrix help" lists the commands`
	if near := nearest(name, append(names, "help")); near != "" {
		hint = "did you mean " + near + "?"
	}
	return misuse{"unknown command: " + name, hint}
}
