// Bench measures what the tests must not: how fast, how large and how light the program and its sites
// are. It prints tables in Markdown; docs/benchmarks.md keeps the last. See bench/run.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

const usage = `Measure speed, memory, weight and scale, and print tables in Markdown.

Usage:

  bench/run [-n LIST] [-hugo] [-lighthouse] [-quick] [-profile DIR]

  -n LIST       sizes of the sites whose builds are timed. Default: 1000,5000
  -hugo         build pages of the same bundles with Hugo too, in turns
  -lighthouse   ask Lighthouse about the pages, as a phone and as a desktop; needs
                Node 20 or later, and npm for the first time
  -quick        smaller sites and fewer runs: to see that everything works
  -profile DIR  profile a build, a build without changes and a reload; write the
                profiles into DIR (below the project unless absolute), print the
                functions at their top

It takes minutes, and a machine that does nothing else meanwhile. What needs
Chromium finds it on the PATH or in CHROME, and is left out where there is none.
`

// bench is one run of everything.
type bench struct {
	sizes                   []int
	hugo, lighthouse, quick bool
	profile                 string

	ctx     context.Context
	dir     string // for all that is made
	example []byte
	program string // the command under test
	log     io.Writer
	report  report
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errMisused):
		os.Exit(2)
	default:
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// errMisused has been told already, with the usage.
var errMisused = errors.New("misused")

func run(ctx context.Context, args []string, out, log io.Writer) error {
	b := &bench{ctx: ctx, log: log}
	flags := flag.NewFlagSet("bench/run", flag.ContinueOnError)
	flags.SetOutput(log)
	flags.Usage = func() { fmt.Fprint(log, usage) }
	sizes := flags.String("n", "1000,5000", "")
	flags.BoolVar(&b.hugo, "hugo", false, "")
	flags.BoolVar(&b.lighthouse, "lighthouse", false, "")
	flags.BoolVar(&b.quick, "quick", false, "")
	flags.StringVar(&b.profile, "profile", "", "")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return errMisused
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("what is %s? bench/run -h tells what it takes", flags.Arg(0))
	}
	for size := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil || n < 1 {
			return fmt.Errorf("-n %s: not a list of sizes such as 1000,5000", *sizes)
		}
		b.sizes = append(b.sizes, n)
	}
	if b.quick {
		b.sizes = []int{100}
	}
	command := "bench/run"
	flags.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "n":
			command += " -n " + *sizes
		case "profile":
			command += " -profile DIR"
		default:
			command += " -" + f.Name
		}
	})
	if err := b.all(); err != nil {
		return err
	}
	return b.report.print(out, machine(ctx), command)
}

func (b *bench) all() (err error) {
	if b.dir, err = os.MkdirTemp("", "speedmatrix-bench-*"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if b.example, err = os.ReadFile(filepath.FromSlash(example)); err != nil {
		return fmt.Errorf("%w: start it by bench/run", err)
	}
	b.say("building the program")
	b.program = filepath.Join(b.dir, "speedmatrix")
	// a version of its own: a program without one renders everything again, changed or not
	if _, err := b.command(".", "go", "build", "-trimpath", "-ldflags", "-X main.release=v0.0.0-bench", "-o", b.program, "./cmd/speedmatrix"); err != nil {
		return err
	}
	steps := []func() error{b.builds, b.reload, b.weights, b.browse, b.judge, b.profiles}
	for _, step := range steps { // builds first: see command
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// results is a folder with the first n bundles of the sequence.
func (b *bench) results(n int) (dir string, err error) {
	dir = filepath.Join(b.dir, fmt.Sprint("results-", n))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	b.say("writing %d bundles", n)
	return dir, generate(b.example, dir, n)
}

func (b *bench) say(format string, args ...any) { fmt.Fprintf(b.log, format+"\n", args...) }

// runs is how often something is measured.
func (b *bench) runs(n int) int {
	if b.quick {
		return 1
	}
	return n
}
