package static_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// maxEChartsGzip leaves the project's own scripts 30 KB of the 230 KB that a page may load.
const maxEChartsGzip = 200_000

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The single page holds the script between two tags: what would end it, or change how HTML is
// read after it, can't be in it.
func TestEChartsHasNoMarkup(t *testing.T) {
	script := readFile(t, "echarts.min.js")
	if at := regexp.MustCompile(`(?i)</script|<!--`).FindIndex(script); at != nil {
		t.Errorf("echarts.min.js holds %q at byte %d", script[at[0]:at[1]], at[0])
	}
}

// The pages' Content-Security-Policy forbids code made from strings.
func TestEChartsNeedsNoEval(t *testing.T) {
	script := readFile(t, "echarts.min.js")
	if at := regexp.MustCompile(`(^|[^\w$.])(eval|Function)\s*\(`).FindIndex(script); at != nil {
		t.Errorf("echarts.min.js makes code from a string at byte %d: %q", at[0], script[at[0]:at[1]])
	}
}

func TestEChartsMatchesVersions(t *testing.T) {
	match := regexp.MustCompile(`(?m)^echarts\.min\.js\n  sha256: ([0-9a-f]{64})$`).FindSubmatch(readFile(t, "VERSIONS"))
	if match == nil {
		t.Fatal("VERSIONS names no sha256 for echarts.min.js")
	}
	got := fmt.Sprintf("%x", sha256.Sum256(readFile(t, "echarts.min.js")))
	if want := string(match[1]); got != want {
		t.Errorf("sha256 of echarts.min.js is %s, VERSIONS says %s: run echarts/build.sh", got, want)
	}
}

func TestEChartsSize(t *testing.T) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(readFile(t, "echarts.min.js")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("echarts.min.js: %d bytes after gzip -9", packed.Len())
	if packed.Len() > maxEChartsGzip {
		t.Errorf("echarts.min.js: %d bytes after gzip -9, at most %d wanted", packed.Len(), maxEChartsGzip)
	}
}

// With an address in it, the lock would hold for one registry only: not for a mirror.
func TestEChartsLockHasNoAddress(t *testing.T) {
	if at := regexp.MustCompile(`"resolved"|https?://`).Find(readFile(t, "echarts/package-lock.json")); at != nil {
		t.Errorf("echarts/package-lock.json holds %s: make it again with echarts/.npmrc in force", at)
	}
}

func TestEChartsIsReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("builds with npm")
	}
	ci := os.Getenv("CI") == "true"
	for _, tool := range []string{"bash", "node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			if ci {
				t.Fatalf("%s is missing: install bash, Node.js 20 or later and npm", tool)
			}
			t.Skipf("%s is missing: install bash, Node.js 20 or later and npm to rebuild ECharts", tool)
		}
	}
	if !ci {
		probe := exec.CommandContext(t.Context(), "npm", "view", "echarts@6.1.0", "version", "--fetch-retries=0", "--fetch-timeout=10000")
		if out, err := probe.CombinedOutput(); err != nil {
			t.Skipf("npm's registry can't be reached, which rebuilding ECharts needs: %v\n%s", err, out)
		}
	}

	// The copy proves that the build needs nothing else of the repository.
	src, dst := filepath.Join(t.TempDir(), "echarts"), t.TempDir()
	if err := os.Mkdir(src, 0o755); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir("echarts")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.IsDir() { // node_modules, if somebody ran npm by hand
			continue
		}
		if err := os.WriteFile(filepath.Join(src, entry.Name()), readFile(t, filepath.Join("echarts", entry.Name())), 0o644); err != nil {
			t.Fatal(err)
		}
	}

	cmd := exec.CommandContext(t.Context(), "bash", filepath.Join(src, "build.sh"), filepath.Join(dst, "echarts.min.js"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build.sh: %v\n%s", err, out)
	}

	err = fs.WalkDir(os.DirFS(dst), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !bytes.Equal(readFile(t, name), readFile(t, filepath.Join(dst, name))) {
			t.Errorf("%s is not what echarts/build.sh makes: run it, or look at what changed", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
