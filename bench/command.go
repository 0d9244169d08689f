package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

// used is what a command took.
type used struct {
	wall, cpu time.Duration
	memory    int64 // the most that was resident, in bytes
}

// processors is how many a measured command may use.
func processors() int { return min(2, runtime.NumCPU()) }

// command runs a program to its end.
//
// On Linux a process begins with the peak of the one that starts it, so commands whose memory counts
// run before this process has grown.
func (b *bench) command(dir, name string, args ...string) (used, error) {
	cmd := exec.CommandContext(b.ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), fmt.Sprint("GOMAXPROCS=", processors()), "CGO_ENABLED=0")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	started := time.Now()
	err := cmd.Run()
	took := time.Since(started)
	if err != nil {
		return used{}, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, &out)
	}
	return used{took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak(cmd.ProcessState)}, nil
}

// middle is the median, the upper of two.
func middle[T cmp.Ordered](of []T) T {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}

// typical is the median of each.
func typical(of []used) used {
	var wall, cpu []time.Duration
	var memory []int64
	for _, u := range of {
		wall, cpu, memory = append(wall, u.wall), append(cpu, u.cpu), append(memory, u.memory)
	}
	return used{middle(wall), middle(cpu), slices.Max(memory)}
}
