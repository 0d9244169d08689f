package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// quiet is how long nothing must happen before a change is told: an editor saves in several steps.
const quiet = 15 * time.Millisecond

// watch tells of changes below folders, until the context ends. Folders are watched rather than
// files, so that a file saved by renaming another over it is seen too.
func watch(ctx context.Context, folders []string) (<-chan struct{}, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		if err := watchBelow(w, folder); err != nil {
			_ = w.Close()
			return nil, err
		}
	}
	changes := make(chan struct{}, 1)
	go func() {
		defer w.Close()
		settled := time.NewTimer(time.Hour)
		settled.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case event, ok := <-w.Events:
				if !ok {
					return
				}
				if event.Op == fsnotify.Chmod || strings.HasPrefix(filepath.Base(event.Name), ".") {
					continue // hidden files are no results; editors keep theirs so
				}
				if event.Has(fsnotify.Create) {
					if info, err := os.Stat(event.Name); err == nil && info.IsDir() {
						_ = watchBelow(w, event.Name) // gone again: there is nothing to watch
					}
				}
				settled.Reset(quiet)
			case <-w.Errors: // events were lost: look at everything
				settled.Reset(quiet)
			case <-settled.C:
				select {
				case changes <- struct{}{}:
				default: // one is waiting already
				}
			}
		}
	}()
	return changes, nil
}

func watchBelow(w *fsnotify.Watcher, folder string) error {
	return filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name == folder:
			return err
		case err != nil || !d.IsDir():
			return nil
		case name != folder && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		}
		return w.Add(name)
	})
}
