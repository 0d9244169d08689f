package browsertest

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// The Nu HTML checker finds no error in any page, nor in the style sheet.
func TestMarkup(t *testing.T) {
	t.Parallel()
	java := tool(t, "install a Java runtime (default-jre-headless)", "java")
	jar := npmFile(t, "vnu-jar/build/dist/vnu.jar")
	s := theSite(t)
	// Warnings are left out: vnu takes the page's own policy for one that blocks scripts and styles of
	// the same host, which a browser does not (TestQuiet), and guesses at the language of model names.
	command := exec.CommandContext(t.Context(), java, "-Xss8m", "-jar", jar, "--errors-only", "--format", "json", "--exit-zero-always", "--skip-non-html", s.dir, s.alone, s.empty, s.many+"/index.html", s.many+"/list")
	var out bytes.Buffer
	command.Stderr = &out
	if err := command.Run(); err != nil {
		t.Fatalf("vnu: %v\n%s", err, out.Bytes())
	}
	var report struct {
		Messages []struct {
			URL, Message, Extract string
			LastLine              int
		}
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatalf("vnu says %s", out.Bytes())
	}
	for _, m := range report.Messages {
		t.Errorf("%s:%d: %s: %s", strings.TrimPrefix(m.URL, "file:"), m.LastLine, m.Message, m.Extract)
	}
}
