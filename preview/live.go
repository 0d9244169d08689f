package preview

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"
)

// script reloads a page when the site has changed, and shows what is wrong with its input.
//
//go:embed live.js
var script string

// keepAlive is how often a silent stream says that it is alive.
const keepAlive = 20 * time.Second

// events is a stream of server-sent events: the version of the site, at once and after each change.
func (h *Handler) events(w http.ResponseWriter, r *http.Request) {
	wake := make(chan struct{}, 1)
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		http.Error(w, "the preview has ended", http.StatusServiceUnavailable)
		return
	}
	h.waiting[wake] = true
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		delete(h.waiting, wake)
		h.mu.Unlock()
	}()
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	tick := time.NewTicker(keepAlive)
	defer tick.Stop()
	for {
		content, version := h.now()
		state, err := json.Marshal(struct {
			Version  int      `json:"version"`
			Problems []string `json:"problems"`
		}{version, content.Problems})
		if err != nil {
			return
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", state); err != nil || out.Flush() != nil {
			return
		}
	silent:
		for {
			select {
			case <-r.Context().Done():
				return
			case _, open := <-wake:
				if !open {
					return
				}
				break silent
			case <-tick.C:
				if _, err := fmt.Fprint(w, ": alive\n\n"); err != nil || out.Flush() != nil {
					return
				}
			}
		}
	}
}

var errorTemplate = template.Must(template.New("error").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not to be shown · preview</title>
<link rel="icon" href="{{.Base}}static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{{.Base}}static/site.css">
<script src="{{.Base}}{{.Script}}" data-version="{{.Version}}" data-quiet defer></script>
</head>
<body>
<main>
<header class="title"><p class="kicker">Preview</p><h1>This page cannot be shown</h1>
<p class="sub"><span>It comes back by itself when the file is mended.</span></p></header>
<ul class="problems">{{range .Problems}}<li>{{.}}</li>{{end}}</ul>
<p><a href="{{.Base}}">All results</a></p>
</main>
</body>
</html>
`))

// errorPage stands where a page would be that its input does not give.
func (h *Handler) errorPage(problems []string, version int) []byte {
	var page strings.Builder
	err := errorTemplate.Execute(&page, struct {
		Base, Script string
		Version      int
		Problems     []string
	}{h.base, liveScript, version, problems})
	if err != nil { // the template and its data are ours
		panic(err)
	}
	return []byte(page.String())
}
