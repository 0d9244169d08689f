package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/speedmatrix/speedmatrix/render"
)

// gcPercent is that of the command.
const gcPercent = 400

// profiles says where the time goes, of three things that this process does itself.
func (b *bench) profiles() error {
	if b.profile == "" {
		return nil
	}
	if err := os.MkdirAll(b.profile, 0o755); err != nil {
		return err
	}
	results, err := b.results(b.sizes[0])
	if err != nil {
		return err
	}
	out := filepath.Join(b.dir, "profiled")
	build := func() error {
		defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
		_, _, err := render.Build(b.ctx, os.DirFS(results), out, render.Options{Version: version}, render.WriteOptions{})
		return err
	}
	before, names, err := b.settled(results)
	if err != nil {
		return err
	}
	reload := func() (err error) {
		for i := range 200 {
			now := time.Now().Add(-time.Hour + time.Duration(i)*time.Second)
			if err := os.Chtimes(names[i%len(names)], now, now); err != nil {
				return err
			}
			if before, err = render.Load(b.ctx, os.DirFS(results), render.Options{Version: version, Before: before}); err != nil {
				return err
			}
		}
		return nil
	}
	for _, p := range []struct {
		name, title string
		do          func() error
	}{{"cold", "a cold build", build}, {"unchanged", "a build without changes", build}, {"reload", "200 reloads, each after one change", reload}} {
		b.say("profile: %s", p.title)
		top, err := b.profileOf(p.name, p.do)
		if err != nil {
			return err
		}
		b.report.profiles = append(b.report.profiles, profile{fmt.Sprintf("%s, %s results", p.title, count(b.sizes[0])), top})
	}
	return nil
}

// settled loads a site whose files are old enough that their times tell whether they have changed.
func (b *bench) settled(results string) (*render.Site, []string, error) {
	names, err := filepath.Glob(filepath.Join(results, "*.json"))
	if err != nil {
		return nil, nil, err
	}
	old := time.Now().Add(-2 * time.Hour)
	for _, name := range names {
		if err := os.Chtimes(name, old, old); err != nil {
			return nil, nil, err
		}
	}
	s, err := render.Load(b.ctx, os.DirFS(results), render.Options{Version: version})
	return s, names, err
}

// telling are the functions by which a reader finds the place: ours, and the large ones that they call.
const telling = `speedmatrix/(bundle|render).*[A-Za-z]$|template\.\(\*Template\)\.Execute$|json\.(Unmarshal|Marshal)$|os\.\(\*Root\)|os\.(Open|ReadFile|Stat)|sha256\.Sum256$|runtime\.(mallocgc|gcBgMarkWorker)$`

// profileOf gives the functions with the largest shares, what they call included.
func (b *bench) profileOf(name string, do func() error) (top [][2]string, err error) {
	path := filepath.Join(b.profile, name+".pprof")
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, err
	}
	err = do()
	pprof.StopCPUProfile()
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	out, err := exec.CommandContext(b.ctx, "go", "tool", "pprof", "-top", "-cum", "-nodecount=60", "-show="+telling, path).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go tool pprof: %w\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) { // flat, its share, sum, cum, its share, name
		if f := strings.Fields(line); len(f) >= 6 && strings.HasSuffix(f[4], "%") && !strings.Contains(f[5], ".func") && len(top) < 16 {
			top = append(top, [2]string{f[4], strings.TrimPrefix(f[5], "github.com/speedmatrix/speedmatrix/")})
		}
	}
	return top, nil
}
