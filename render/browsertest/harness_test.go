package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience is how long a tab may take for all that a test does with it.
const patience = 3 * time.Minute

func TestMain(m *testing.M) {
	code := m.Run()
	for _, end := range atEnd {
		end()
	}
	os.Exit(code)
}

// atEnd undoes what tests share, such as the browser.
var atEnd []func()

// missing ends a test that lacks a tool: on a user's machine it is skipped, in CI it fails.
func missing(t testing.TB, what, install string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s is missing: %s", what, install)
	}
	t.Skipf("%s is missing: %s to run this test", what, install)
}

// tool is the path of a program, found under any of its names.
func tool(t testing.TB, install string, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	missing(t, names[0], install)
	return ""
}

// npmFile is a file of a package that package.json pins.
func npmFile(t testing.TB, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("node_modules", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		missing(t, "node_modules/"+name, "run npm ci in render/browsertest")
	}
	return path
}

func chromium(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("CHROME"); path != "" {
		return path
	}
	return tool(t, "install Chromium, or name its program in CHROME,", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
}

var (
	browserOnce sync.Once
	browserCtx  context.Context
	browserErr  error
)

// theBrowser is the one Chromium of this run. Tabs are opened in it.
func theBrowser(t testing.TB) context.Context {
	t.Helper()
	path := chromium(t)
	browserOnce.Do(func() { browserCtx, browserErr = startBrowser(path) })
	if browserErr != nil {
		t.Fatalf("start %s: %v", path, browserErr)
	}
	return browserCtx
}

func startBrowser(path string) (context.Context, error) {
	home, err := os.MkdirTemp("", "speedmatrix-browser-*")
	if err != nil {
		return nil, err
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(home), chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.DisableGPU,
		chromedp.WSURLReadTimeout(time.Minute),
	}
	for _, flag := range []string{
		"headless", "disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-extensions",
		// tabs that are not in front go on drawing: several are open at once
		"disable-background-timer-throttling", "disable-backgrounding-occluded-windows", "disable-renderer-backgrounding",
	} {
		options = append(options, chromedp.Flag(flag, true))
	}
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	if os.Getenv("CI") == "true" { // a container's /dev/shm is small
		options = append(options, chromedp.Flag("disable-dev-shm-usage", true))
	}
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	// DevTools of a newer browser say things that chromedp has no type for: those are no errors
	ctx, end := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	atEnd = append(atEnd, func() {
		_ = chromedp.Cancel(ctx)
		end()
		endAllocator()
		_ = os.RemoveAll(home)
	})
	if err := chromedp.Run(ctx); err != nil {
		return nil, fmt.Errorf("open the first tab: %w", err)
	}
	return ctx, nil
}
