package render

import (
	"bytes"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// PageOptions are what a page alone depends on beside its bundle.
type PageOptions struct {
	ID      string // names the downloads
	Version string // of the program, at the foot
}

// Page renders a bundle as one HTML file with everything inside: it opens from disk and asks nothing
// of any host. Data is the text of the bundle, offered as a download; notes is Markdown or nil.
func Page(b *bundle.Bundle, data, notes []byte, o PageOptions) ([]byte, error) {
	var cells bytes.Buffer
	if err := bundle.WriteCSV(&cells, b); err != nil {
		return nil, err
	}
	in, policy := builtIn().inline(resultScripts...)
	in.JSON, in.CSV = dataURL("application/json", data), dataURL("text/csv;charset=utf-8", cells.Bytes())
	page, err := newResultPage(b, o.ID, notes, base{Site: defaultTitle, Policy: policy, Inline: in, Alone: true, Version: o.Version})
	if err != nil {
		return nil, err
	}
	return builtIn().execute("result", page)
}
