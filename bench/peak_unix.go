//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the most memory that an ended process had, in bytes; 0 if that is not known.
func peak(state *os.ProcessState) int64 {
	u, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
