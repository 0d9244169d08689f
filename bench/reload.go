package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// reload times a preview: from the write of one changed bundle to the event that reloads its readers.
func (b *bench) reload() error {
	n := 1000
	if b.quick {
		n = 100
	}
	results, err := b.results(n)
	if err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(results, "*.json"))
	if err != nil {
		return err
	}
	b.say("preview of %d", n)
	ctx, end := context.WithTimeout(b.ctx, 2*time.Minute)
	defer end()
	address, wait, err := b.serve(ctx, results)
	if err != nil {
		return err
	}
	defer func() { end(); wait() }()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"_live", nil)
	if err != nil {
		return err
	}
	stream, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer stream.Body.Close()
	events := bufio.NewScanner(stream.Body)
	next := func() error {
		for events.Scan() {
			if strings.HasPrefix(events.Text(), "data:") {
				return nil
			}
		}
		return errors.Join(errors.New("the preview ended its events"), events.Err())
	}
	if err := next(); err != nil { // the first tells the state
		return err
	}
	var took []time.Duration
	for i := range 10 {
		name := names[i*len(names)/10]
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		changed := bytes.Replace(data, []byte(`"os": "linux"`), fmt.Appendf(nil, `"os": "linux %d"`, i), 1)
		if bytes.Equal(changed, data) {
			return fmt.Errorf("%s: there is nothing to change in it", filepath.Base(name))
		}
		started := time.Now()
		if err := os.WriteFile(name, changed, 0o644); err != nil {
			return err
		}
		if err := next(); err != nil {
			return err
		}
		took = append(took, time.Since(started))
		if err := os.WriteFile(name, data, 0o644); err != nil { // as it was
			return err
		}
		if err := next(); err != nil {
			return err
		}
	}
	b.report.section(fmt.Sprintf("Preview of %s results", count(n)))
	b.report.target("one changed bundle, until the browser is told", fmt.Sprintf("%.0f ms", milliseconds(middle(took))),
		fmt.Sprintf("slowest of 10: %.0f ms", milliseconds(slices.Max(took))), "under 150 ms", middle(took) < 150*time.Millisecond)
	return nil
}

var served = regexp.MustCompile(`at (http://\S+)`)

// serve starts a preview, which ends with the context, and gives its address.
func (b *bench) serve(ctx context.Context, results string) (address string, wait func(), err error) {
	cmd := exec.CommandContext(ctx, b.program, "serve", results, "--addr", "127.0.0.1:0")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	said, err := cmd.StderrPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	wait = func() { _ = cmd.Wait() } // ended by us
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if at := served.FindStringSubmatch(lines.Text()); at != nil {
			return at[1], wait, nil
		}
	}
	return "", nil, fmt.Errorf("serve: %w", cmd.Wait())
}
