package bundle

import (
	"net/netip"
	"regexp"
	"strings"
)

var (
	// a flag, variable or header that carries a secret, with a value that is not redacted
	secretByName = regexp.MustCompile(`(?i)(?:--?[a-z0-9-]*(?:api[-_]?key|token|secret|password|passwd)[= ]+|\b[A-Z0-9_]*(?:API_?KEY|_TOKEN|SECRET|PASSWORD|PASSWD)[A-Z0-9_]*=|\bauthorization: *(?:bearer )? *|\bbearer +)["']?([^\s"'<>]{6,})`)
	// shapes of well-known keys
	secretByShape = regexp.MustCompile(`\b(?:sk-[A-Za-z0-9_-]{16,}|hf_[A-Za-z0-9]{20,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|AKIA[0-9A-Z]{16}|xox[abprs]-[A-Za-z0-9-]{10,}|eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,})`)
	secretInURL   = regexp.MustCompile(`\b[a-z][a-z0-9+.-]*://[^\s/@:]*:([^\s/@]+)@`)
	homePath      = regexp.MustCompile(`(?:^|[\s"'=:,(])(?:/home/[^/\s"']+|/Users/[^/\s"']+|/root(?:/|\b)|[A-Za-z]:\\Users\\[^\\\s"']+)`)
	address       = regexp.MustCompile(`\b\d{1,3}(?:\.\d{1,3}){3}\b|\[[0-9a-fA-F:.]{2,}\]`)
)

// private names what in a text should not be published, "" for nothing. It warns only: a search by
// shape can be wrong both ways.
func private(s string) string {
	if len(s) < 6 {
		return ""
	}
	for _, m := range secretByName.FindAllStringSubmatch(s, -1) {
		// a number is a setting (--max-token 4096), a $VARIABLE names a secret without telling it
		if value := m[1]; strings.Trim(value, "0123456789kKmM") != "" && !strings.HasPrefix(value, "$") && !strings.Contains(value, "redacted") && !strings.HasPrefix(value, "--") {
			return "a secret"
		}
	}
	if secretByShape.MatchString(s) {
		return "a secret"
	}
	for _, m := range secretInURL.FindAllStringSubmatch(s, -1) {
		if !strings.Contains(m[1], "redacted") {
			return "a secret in a URL"
		}
	}
	if homePath.MatchString(s) {
		return "a home path"
	}
	for _, a := range address.FindAllString(s, -1) {
		ip, err := netip.ParseAddr(strings.Trim(a, "[]"))
		if err == nil && (ip.IsPrivate() || ip.IsLinkLocalUnicast()) { // loopback and wildcard may stay
			return "a private address"
		}
	}
	return ""
}
