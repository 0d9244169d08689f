package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile writes a file beside its target and renames it: nobody sees half of it.
func writeFile(target string, data []byte) error {
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		return writeInto(target, data)
	}
	if real, err := filepath.EvalSymlinks(target); err == nil {
		target = real // what a link leads to is written, the link stays
	}
	beside := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%d", filepath.Base(target), os.Getpid()))
	if err := os.WriteFile(beside, data, 0o666); err != nil {
		os.Remove(beside)
		return withoutName(err, target)
	}
	if err := os.Rename(beside, target); err != nil {
		os.Remove(beside)
		return withoutName(err, target)
	}
	return nil
}

// writeInto writes to what is no file, such as /dev/null, and must not be replaced.
func writeInto(target string, data []byte) error {
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// withoutName names the target in an error, not the file beside it.
func withoutName(err error, target string) error {
	switch e := err.(type) {
	case *fs.PathError:
		return fmt.Errorf("%s: %w", target, e.Err)
	case *os.LinkError:
		return fmt.Errorf("%s: %w", target, e.Err)
	}
	return err
}

// sizeText is the size of a file for people.
func sizeText(n int64) string {
	const kilo, mega = 1 << 10, 1 << 20
	switch {
	case n < kilo:
		return counted(int(n), "byte", "bytes")
	case n < mega:
		return fmt.Sprintf("%d KB", (n+kilo-1)/kilo)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/mega)
}
