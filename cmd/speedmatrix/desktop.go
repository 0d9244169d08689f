package main

import (
	"fmt"
	"net"
	"os/exec"
	"runtime"
	"strconv"

	psnet "github.com/shirou/gopsutil/v4/net"
	"github.com/shirou/gopsutil/v4/process"
)

// holder names the program that listens on a port, as far as this user may know: ", by NAME (PID 7)".
func holder(addr string) string {
	_, text, err := net.SplitHostPort(addr)
	if err != nil {
		return ""
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return ""
	}
	connections, err := psnet.Connections("tcp")
	if err != nil {
		return ""
	}
	for _, c := range connections {
		if c.Status != "LISTEN" || int(c.Laddr.Port) != port || c.Pid == 0 {
			continue
		}
		if p, err := process.NewProcess(c.Pid); err == nil {
			if name, err := p.Name(); err == nil {
				return fmt.Sprintf(" by %q (process %d)", name, c.Pid)
			}
		}
		return fmt.Sprintf(" by process %d", c.Pid)
	}
	return ""
}

// openBrowser asks the desktop to show an address.
func openBrowser(address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	command := exec.Command(name, args...)
	if err := command.Start(); err != nil {
		return err
	}
	go func() { _ = command.Wait() }() // the browser's own business
	return nil
}
