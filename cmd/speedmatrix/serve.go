package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/speedmatrix/speedmatrix/bundle"
	"github.com/speedmatrix/speedmatrix/preview"
	"github.com/speedmatrix/speedmatrix/render"
)

const serveUsage = `Preview the site of a folder in a browser, as GitHub Pages would serve it. Pages
are made when they are asked for, and reload when a bundle, its notes or
site.json change.

Usage:

  speedmatrix serve [RESULTS] [--addr 127.0.0.1:8080] [--base /x/] [--open]

RESULTS is the folder with the bundles. Default: results

  --addr HOST:PORT   where to listen. Default: 127.0.0.1:8080, which only this
                     machine reaches; port 0 takes a free one
  --base /x/         serve the site below a path, as a project page has it
  --open             open the site in a browser
  --dev              take templates and static files from the folders templates
                     and static of a source tree, and reload when they change

A bundle with errors is named here and on every page, and comes back when it is
mended. Ctrl-C ends.

Examples:

  speedmatrix serve
  speedmatrix serve results --addr 127.0.0.1:0 --open
`

func runServe(ctx context.Context, args []string, std streams) error {
	flags := newFlags("serve")
	addr := flags.String("addr", "127.0.0.1:8080", "")
	base := flags.String("base", "/", "")
	open := flags.Bool("open", false, "")
	dev := flags.Bool("dev", false, "")
	if err := parse(flags, args, 0, 1, "one folder"); err != nil {
		return err
	}
	results := "results"
	if flags.NArg() == 1 {
		results = flags.Arg(0)
	}
	home, err := sitePath(*base)
	if err != nil {
		return err
	}
	if home == "" {
		home = "/"
	}
	if info, err := os.Stat(results); err != nil || !info.IsDir() {
		return hinted{fmt.Errorf("read results: %s: no such folder", results), "name the folder with the bundles: speedmatrix serve FOLDER"}
	}
	if _, _, err := net.SplitHostPort(*addr); err != nil {
		return misuse{"not an address: --addr " + *addr, "--addr takes HOST:PORT, such as 127.0.0.1:8080"}
	}
	p := &previewed{results: results, base: home, std: std, handler: preview.New(home, *addr)}
	folders := []string{results}
	if *dev {
		p.dev = true
		folders = append(folders, "templates", "static")
		for _, name := range folders[1:] {
			if info, err := os.Stat(name); err != nil || !info.IsDir() {
				return hinted{fmt.Errorf("read %s: no such folder", name), "--dev is for the source tree of speedmatrix: run it there"}
			}
		}
	}
	listener, err := net.Listen("tcp", *addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return hinted{fmt.Errorf("listen on %s: the port is taken%s", *addr, holder(*addr)), "take a free one with --addr 127.0.0.1:0"}
	}
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	changes, err := watch(ctx, folders)
	if err != nil {
		_ = listener.Close()
		return fmt.Errorf("watch %s: %w", results, err)
	}
	p.reload(ctx)
	server := &http.Server{Handler: p.handler, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	address := "http://" + listener.Addr().String() + home
	fmt.Fprintf(std.err, "serving %s at %s\n", bundle.Printable(results), address)
	if *open {
		if err := openBrowser(address); err != nil {
			fmt.Fprintf(std.err, "warning: open a browser: %v\n", err)
		}
	}
	for {
		select {
		case err := <-served:
			return fmt.Errorf("serve: %w", err)
		case <-changes:
			p.reload(ctx)
		case <-ctx.Done():
			p.handler.Close()
			rest, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if server.Shutdown(rest) != nil {
				_ = server.Close()
			}
			return nil // to be ended is what a preview is for
		}
	}
}

// previewed is a folder whose site is shown.
type previewed struct {
	results, base string
	dev           bool
	std           streams
	handler       *preview.Handler
	site          *render.Site
	told          string // the problems that were printed last
}

// reload reads what has changed, and tells the pages.
func (p *previewed) reload(ctx context.Context) {
	options := render.Options{Base: p.base, Version: version(), ListProblems: true, Before: p.site}
	if p.dev {
		options.Templates, options.Static = os.DirFS("templates"), os.DirFS("static")
	}
	site, err := render.Load(ctx, os.DirFS(p.results), options)
	if ctx.Err() != nil {
		return
	}
	var problems []string
	if err != nil && !errors.Is(err, render.ErrNoBundles) {
		problems = append(problems, bundle.Printable(err.Error()))
		site = p.site // the last that could be shown
	} else {
		p.site = site
	}
	if site != nil {
		for _, problem := range located(p.results, site.Problems()) {
			problems = append(problems, problem.String())
		}
	}
	if told := strings.Join(problems, "\n"); told != p.told {
		p.told = told
		if told == "" {
			told = "all problems are mended"
		}
		fmt.Fprintln(p.std.err, told)
	}
	content := preview.Content{Problems: problems}
	if site != nil {
		names := map[string]bool{}
		for _, name := range site.Files() {
			names[name] = true
		}
		content.Has = func(name string) bool { return names[name] }
		content.Read = site.File
	}
	p.handler.Set(content)
}
