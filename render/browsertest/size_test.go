package browsertest

import (
	"bytes"
	"compress/gzip"
	"testing"
)

func zipped(t *testing.T, name string) int {
	t.Helper()
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	must(t, err)
	_, err = w.Write(read(t, name))
	must(t, err)
	must(t, w.Close())
	return out.Len()
}

// A page is quick on a slow line: what it loads, packed as hosts pack it, stays within bounds.
func TestSizes(t *testing.T) {
	t.Parallel()
	s := theSite(t)
	page := zipped(t, s.dir+"/r/"+larger+"/index.html") + zipped(t, s.dir+"/static/site.css")
	scripts := 0
	for _, l := range parseDocument(t, read(t, s.dir+"/r/"+larger+"/index.html")).links {
		if l.element == "script" {
			scripts += zipped(t, s.dir+"/r/"+larger+"/"+l.address)
		}
	}
	t.Logf("%s: %d bytes of HTML and CSS, %d of JavaScript, packed", larger, page, scripts)
	if page > 45_000 {
		t.Errorf("%s: %d bytes of HTML and CSS, packed: at most 45,000 wanted", larger, page)
	}
	if scripts == 0 || scripts > 230_000 {
		t.Errorf("%s: %d bytes of JavaScript, packed: at most 230,000 wanted", larger, scripts)
	}
	for _, id := range []string{larger, "kimi-k2.6-nvfp4"} {
		size := len(read(t, s.alone+"/"+id+".html"))
		t.Logf("%s alone: %d bytes", id, size)
		if size > 900_000 {
			t.Errorf("%s alone: %d bytes: at most 900,000 wanted", id, size)
		}
	}
	if size := len(read(t, s.alone+"/"+all+".html")); size > 1_300_000 {
		t.Errorf("%s alone: %d bytes: at most 1,300,000 wanted", all, size)
	}
}
