package figures

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// Origin says how the bundle came to be, as a phrase: "Converted from vllm-bench-serve (c32.json)".
func Origin(b *bundle.Bundle) string {
	switch b.Origin {
	case bundle.Measured:
		return "Measured on a running server"
	case bundle.Converted:
		return "Converted" + from(b.Sources)
	case bundle.Transcribed:
		return "Transcribed from a page that shows these figures"
	case bundle.Manual:
		return "Written by hand"
	}
	return capitalised(plain(string(b.Origin)))
}

func from(sources []bundle.Source) string {
	var formats, files []string
	for _, s := range sources {
		if s.Format != "" && !slices.Contains(formats, s.Format) {
			formats = append(formats, s.Format)
		}
		if s.File != "" {
			files = append(files, s.File)
		}
	}
	named := ""
	switch {
	case len(files) == 1:
		named = files[0]
	case len(files) > 1:
		named = counted(int64(len(files)), "file", "files")
	}
	switch {
	case len(formats) > 0 && named != "":
		return " from " + strings.Join(formats, ", ") + " (" + named + ")"
	case len(formats) > 0 || named != "":
		return " from " + joined("", strings.Join(formats, ", "), named)
	}
	return ""
}

// source is one file of a converted bundle, with enough of its hash to recognise it by.
func source(s bundle.Source) string {
	hash := ""
	if s.SHA256 != "" {
		hash = "SHA-256 " + s.SHA256[:min(12, len(s.SHA256))]
	}
	if s.File != "" && hash != "" {
		return s.File + " (" + hash + ")"
	}
	return joined("", s.File, hash)
}

// tool is "llm-inference-bench v0.7.9"; a version that is no number stands as it is.
func tool(t bundle.Tool) string {
	if t.Version != "" && t.Version[0] >= '0' && t.Version[0] <= '9' {
		return t.Name + " v" + t.Version
	}
	return joined(" ", t.Name, t.Version)
}

// webAddress parses an address that a page may link. Others (git@…, javascript:…, one with a
// password) are only text.
func webAddress(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return nil
	}
	return u
}

// repository is a source repository without its scheme, and its link if it is one.
func repository(text string) (shown, link string) {
	u := webAddress(text)
	if u == nil {
		return text, ""
	}
	_, rest, _ := strings.Cut(text, "://")
	return strings.TrimRight(rest, "/"), text
}

var (
	commitHash = regexp.MustCompile(`^[0-9a-fA-F]{7,64}$`)
	forges     = []string{"github.com", "gitlab.com", "codeberg.org", "huggingface.co"}
)

// commitLink is the page of a commit, "" where no address is sure: the forge must be one that has
// REPO/commit/HASH, and the commit a plain hash.
func commitLink(repository, commit string) string {
	u := webAddress(repository)
	if u == nil || !commitHash.MatchString(commit) || u.RawQuery != "" || u.Fragment != "" {
		return ""
	}
	host := strings.TrimPrefix(strings.ToLower(u.Host), "www.")
	if !slices.Contains(forges, host) && !strings.HasPrefix(host, "gitlab.") {
		return ""
	}
	path := strings.TrimSuffix(strings.Trim(u.EscapedPath(), "/"), ".git")
	if strings.Count(path, "/") < 1 {
		return ""
	}
	return fmt.Sprintf("%s://%s/%s/commit/%s", u.Scheme, u.Host, path, commit)
}
