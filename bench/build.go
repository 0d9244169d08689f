package main

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// hugoVersion is what we compare with: the most used generator of its kind, and the fastest.
const hugoVersion = "v0.165.0"

//go:embed hugo
var hugoSite embed.FS

// builds times whole commands: cold, into a new folder, and again without a change. Hugo builds in
// turns with us, so that what else the machine does meets both.
func (b *bench) builds() error {
	hugo := ""
	if b.hugo {
		b.say("building Hugo %s", hugoVersion)
		hugo = filepath.Join(b.dir, "bin", "hugo")
		cmd := []string{"env", "GOBIN=" + filepath.Dir(hugo), "go", "install", "github.com/gohugoio/hugo@" + hugoVersion}
		if _, err := b.command(b.dir, cmd[0], cmd[1:]...); err != nil {
			return err
		}
	}
	for _, n := range b.sizes {
		if err := b.buildsOf(n, hugo); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) buildsOf(n int, hugo string) error {
	results, err := b.results(n)
	if err != nil {
		return err
	}
	out := filepath.Join(b.dir, "public")
	defer os.RemoveAll(out)
	var source, hugoOut string
	if hugo != "" {
		source, hugoOut = filepath.Join(b.dir, fmt.Sprint("hugo-", n)), filepath.Join(b.dir, "hugo-public")
		defer os.RemoveAll(source)
		defer os.RemoveAll(hugoOut)
		if err := hugoSource(source, results); err != nil {
			return err
		}
	}
	times := b.runs(3)
	if n > 2000 {
		times = 1 // for the memory
	}
	var cold, same, theirs []used
	for i := range times {
		b.say("build of %d, run %d of %d", n, i+1, times)
		if err := os.RemoveAll(out); err != nil {
			return err
		}
		u, err := b.command(b.dir, b.program, "build", results, "-o", out)
		if err != nil {
			return err
		}
		cold = append(cold, u)
		if hugo == "" {
			continue
		}
		if err := os.RemoveAll(hugoOut); err != nil {
			return err
		}
		u, err = b.command(source, hugo, "--quiet", "--destination", hugoOut, "--cacheDir", filepath.Join(b.dir, "hugo-cache"))
		if err != nil {
			return err
		}
		theirs = append(theirs, u)
	}
	for range times {
		u, err := b.command(b.dir, b.program, "build", results, "-o", out)
		if err != nil {
			return err
		}
		same = append(same, u)
	}
	b.reportBuilds(n, typical(cold), typical(same), theirs)
	return nil
}

func (b *bench) reportBuilds(n int, cold, same used, theirs []used) {
	b.report.section(fmt.Sprintf("Build of %s results", count(n)))
	rate := func(u used) float64 { return float64(n) / u.wall.Seconds() }
	each := func(u used) string {
		return fmt.Sprintf("%s, %.0f a second, %.2f ms of CPU each", seconds(u.wall), rate(u), milliseconds(u.cpu)/float64(n))
	}
	r := &b.report
	if theirs == nil {
		r.row("cold", each(cold))
	} else {
		hugo := typical(theirs)
		times := rate(cold) / rate(hugo)
		r.target("cold", each(cold), fmt.Sprintf("%.2f × the rate of Hugo", times), "at least 1 ×, aim 2 ×", times >= 1)
		r.row("cold, Hugo "+hugoVersion, each(hugo))
		r.row("memory, Hugo", megabytes(hugo.memory))
	}
	if n == 5000 {
		r.target("memory at its peak", megabytes(cold.memory), "", "at most 300 MB", cold.memory <= 300e6)
	} else {
		r.row("memory at its peak", megabytes(cold.memory))
	}
	times := float64(cold.wall) / float64(same.wall)
	r.target("unchanged", each(same), fmt.Sprintf("%.1f × as fast as cold", times), "at least 10 ×", times >= 10)
}

// hugoSource is a site of the same pages for Hugo: each bundle is the front matter of a page.
func hugoSource(dir, results string) error {
	layout, err := fs.Sub(hugoSite, "hugo")
	if err != nil {
		return err
	}
	if err := os.CopyFS(dir, layout); err != nil {
		return err
	}
	content := filepath.Join(dir, "content", "r")
	if err := os.MkdirAll(content, 0o755); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(results, "*.json"))
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		id := filepath.Base(name)
		id = id[:len(id)-len(".json")]
		if err := os.WriteFile(filepath.Join(content, id+".md"), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func seconds(d time.Duration) string       { return fmt.Sprintf("%.2f s", d.Seconds()) }
func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
func megabytes(n int64) string             { return fmt.Sprintf("%.0f MB", float64(n)/1e6) }
