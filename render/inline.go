package render

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"io/fs"
	"strings"
)

// inlined is our own assets, to stand inside a page. Nothing of a bundle comes here but as base64.
type inlined struct {
	CSS     template.CSS
	Scripts []template.JS
	Icon    template.URL
	JSON    template.URL // the bundle, as a download
	CSV     template.URL
}

// The scripts of a result page, in the order in which they run.
var resultScripts = []string{"echarts.min.js", "charts.js", "page.js"}

// sitePolicy is the Content-Security-Policy of pages beside their assets. ECharts sets style
// attributes on the texts of its drawings.
const sitePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"

// inline reads assets to stand inside a page, and the policy that allows exactly their bytes.
func (t *theme) inline(scripts ...string) (*inlined, string) {
	in := &inlined{CSS: template.CSS(t.asset("site.css")), Icon: dataURL("image/svg+xml", t.asset("icon.svg"))}
	allowed := "'none'"
	var hashes []string
	for _, name := range scripts {
		in.Scripts = append(in.Scripts, template.JS(t.asset(name)))
		hashes = append(hashes, cspHash(t.asset(name)))
	}
	if hashes != nil {
		allowed = strings.Join(hashes, " ")
	}
	policy := fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; style-src-attr 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
		allowed, cspHash(t.asset("site.css")))
	return in, policy
}

func cspHash(text []byte) string {
	sum := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// dataURL holds bytes inside a link. Base64 has no character that a URL or a page could misread.
func dataURL(mediaType string, data []byte) template.URL {
	return template.URL("data:" + mediaType + ";base64," + base64.StdEncoding.EncodeToString(data))
}

// asset is one of our files. newTheme has read it once: if it is gone since, pages lack it until it is back.
func (t *theme) asset(name string) []byte {
	data, _ := fs.ReadFile(t.static, name)
	return data
}
