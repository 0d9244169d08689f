package main

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
	"github.com/shirou/gopsutil/v4/load"
	"github.com/shirou/gopsutil/v4/mem"
)

// report is what was measured, in tables.
type report struct {
	sections []*section
	profiles []profile
}

type section struct {
	title string
	rows  []row
}

type row struct{ what, value, target string }

// profile is the share of functions, what they call included.
type profile struct {
	title string
	top   [][2]string
}

func (r *report) section(title string) { r.sections = append(r.sections, &section{title: title}) }

func (r *report) row(what, value string) {
	s := r.sections[len(r.sections)-1]
	s.rows = append(s.rows, row{what, value, ""})
}

// target is a row that can be met or missed. Aside stands behind the value.
func (r *report) target(what, value, aside, target string, met bool) {
	word := "**missed**"
	if met {
		word = "met"
	}
	if aside != "" {
		value += "; " + aside
	}
	s := r.sections[len(r.sections)-1]
	s.rows = append(s.rows, row{what, value, target + ": " + word})
}

func (r *report) print(w io.Writer, machine, command string) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, %s.\n\n```sh\n%s\n```\n", time.Now().UTC().Format(time.DateOnly), machine, command)
	for _, s := range r.sections {
		fmt.Fprintf(&out, "\n| %s | measured | target |\n| --- | --- | --- |\n", s.title)
		for _, row := range s.rows {
			fmt.Fprintf(&out, "| %s | %s | %s |\n", row.what, row.value, row.target)
		}
	}
	for _, p := range r.profiles {
		fmt.Fprintf(&out, "\n| CPU | profile of %s |\n| ---: | --- |\n", p.title)
		for _, f := range p.top {
			fmt.Fprintf(&out, "| %s | `%s` |\n", f[0], f[1])
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// machine says what it was measured on.
func machine(ctx context.Context) string {
	parts := []string{"a machine"}
	if of, err := cpu.InfoWithContext(ctx); err == nil && len(of) > 0 && of[0].ModelName != "" {
		parts[0] = strings.Join(strings.Fields(of[0].ModelName), " ")
	}
	parts = append(parts, fmt.Sprintf("%d cores (%d used by builds)", runtime.NumCPU(), processors()))
	if m, err := mem.VirtualMemoryWithContext(ctx); err == nil {
		parts = append(parts, fmt.Sprintf("%.0f GiB", float64(m.Total)/(1<<30)))
	}
	parts = append(parts, runtime.GOOS+"/"+runtime.GOARCH, strings.Replace(runtime.Version(), "go", "Go ", 1))
	if path := chromium(); path != "" {
		if text, err := exec.CommandContext(ctx, path, "--version").Output(); err == nil {
			if words := strings.Fields(string(text)); len(words) > 1 {
				parts = append(parts, words[0]+" "+words[1])
			}
		}
	}
	if l, err := load.AvgWithContext(ctx); err == nil {
		parts = append(parts, fmt.Sprintf("load average at the end %.1f", l.Load5))
	}
	return strings.Join(parts, ", ")
}

// count writes a number with commas.
func count(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
