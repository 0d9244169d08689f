package render

import (
	"io/fs"
	"os"
	"path"
)

// disk is the output folder. All names are below it: os.Root follows no link out of it. Fault, which
// only tests set, is asked before each operation and can make it fail.
type disk struct {
	root  *os.Root
	fault func(operation, name string) error
}

func (d disk) try(operation, name string, do func() error) error {
	if d.fault != nil {
		if err := d.fault(operation, name); err != nil {
			return &fs.PathError{Op: operation, Path: name, Err: err}
		}
	}
	return do()
}

func (d disk) read(name string) (data []byte, err error) {
	err = d.try("read", name, func() error { data, err = d.root.ReadFile(name); return err })
	return data, err
}

// write makes a new file and the folders to it.
func (d disk) write(name string, data []byte) error {
	if err := d.folder(path.Dir(name)); err != nil {
		return err
	}
	return d.try("write", name, func() error { return d.root.WriteFile(name, data, 0o644) })
}

func (d disk) folder(name string) error {
	return d.try("mkdir", name, func() error { return d.root.MkdirAll(name, 0o755) })
}

func (d disk) stat(name string) (info fs.FileInfo, err error) {
	err = d.try("stat", name, func() error { info, err = d.root.Lstat(name); return err })
	return info, err
}

func (d disk) link(from, to string) error {
	return d.try("link", to, func() error { return d.root.Link(from, to) })
}

func (d disk) rename(from, to string) error {
	return d.try("rename", to, func() error { return d.root.Rename(from, to) })
}

func (d disk) remove(name string) error {
	return d.try("remove", name, func() error { return d.root.Remove(name) })
}

func (d disk) removeAll(name string) error {
	return d.try("remove", name, func() error { return d.root.RemoveAll(name) })
}
