package bundle

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

var (
	// a flag, variable, header or key of nested JSON that carries a secret, and its value. The name must end
	// in the word: --token-file and HF_TOKENIZER are something else.
	secretByName = regexp.MustCompile(`(?i)(?:^|[^a-z0-9])((?:[a-z0-9]+[-_])*(?:(?:api|access|secret|private|auth)[-_]?key|secret|password|passwd|passphrase|(?:auth)?token))` +
		`(?:["']?=["']?|["']: *["']|["']? +["']?)([^\s"'<>,;&]{6,})`)
	secretInHeader = regexp.MustCompile(`(?i)\b(?:authorization: *(?:(?:bearer|basic|token) +)?|x-[a-z-]*(?:key|token): *|bearer +)["']?([^\s"'<>]{8,})`)
	// shapes of well-known keys
	secretByShape = regexp.MustCompile(`\b(?:sk-[A-Za-z0-9_-]{16,}|hf_[A-Za-z0-9]{20,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}|nvapi-[A-Za-z0-9_-]{16,}|AIza[A-Za-z0-9_-]{30,}|AKIA[0-9A-Z]{16}|xox[abprs]-[A-Za-z0-9-]{10,}|eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,})|-----BEGIN [A-Z ]*PRIVATE KEY`)
	secretInURL   = regexp.MustCompile(`\b[a-z][a-z0-9+.-]*://[^\s/@:]*:([^\s/@]+)@`)
	homePath      = regexp.MustCompile("(?:^|[\\s\"'`=:,;(\\[{<>|&]|://|/mnt/[a-z])" + `(?:/home/[^/\s"']+|/Users/[^/\s"']+|/root(?:/|\b)|[A-Za-z]:[\\/]+Users[\\/]+[^\\/\s"']+)`)
	address       = regexp.MustCompile(`\b\d{1,3}(?:\.\d{1,3}){3}\b|\[[0-9a-fA-F:.]{2,}\]`)
	// what stands before "token" where a model's vocabulary is meant
	vocabulary = regexp.MustCompile(`(?i)(?:^|[-_])(?:eos|bos|eot|pad|stop|unk|mask|sep|cls|special|image|audio|video|think|start|end|first|last|next|prev|max|min|num|per|new|draft|input|output|prompt|extra|ignore|skip|trust)[-_]?token$`)
	carrier    = netip.MustParsePrefix("100.64.0.0/10")
)

// private names what in a text should not be published, "" for nothing. It warns only: a search by
// shape can be wrong both ways.
func private(s string) string {
	if len(s) < 6 {
		return ""
	}
	// each expression runs only where a cheap look says it could match
	lower := strings.ToLower(s)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(lower, w) })
	}
	if has("key", "token", "secret", "pass") && namedSecret(s) {
		return "a secret"
	}
	if has("authorization", "bearer", "x-") {
		for _, m := range secretInHeader.FindAllStringSubmatch(s, -1) {
			if strings.ContainsAny(m[1], "0123456789") && tells(m[1]) {
				return "a secret"
			}
		}
	}
	if has("sk-", "hf_", "gh", "github_pat_", "glpat-", "nvapi-", "aiza", "akia", "xox", "eyj", "-----begin") {
		if m := secretByShape.FindString(s); strings.ContainsAny(m, "0123456789") || strings.HasPrefix(m, "-----") {
			return "a secret"
		}
	}
	if has("://") && has("@") {
		for _, m := range secretInURL.FindAllStringSubmatch(s, -1) {
			if tells(m[1]) {
				return "a secret in a URL"
			}
		}
	}
	if has("/home/", "/users/", "/root", `\users\`) && homePath.MatchString(s) {
		return "a home path"
	}
	if strings.Count(s, ".") >= 3 || has("[f") {
		for _, a := range address.FindAllString(s, -1) {
			ip, err := netip.ParseAddr(strings.Trim(a, "[]"))
			if err == nil && (ip.IsPrivate() || ip.IsLinkLocalUnicast() || carrier.Contains(ip)) { // loopback and wildcard may stay
				return "a private address"
			}
		}
	}
	return ""
}

func namedSecret(s string) bool {
	for _, m := range secretByName.FindAllStringSubmatchIndex(s, -1) {
		name, value := s[m[2]:m[3]], s[m[4]:m[5]]
		// a space parts only a flag from its value; elsewhere it is prose
		spaced := strings.Trim(s[m[3]:m[4]], `"' `) == ""
		flag := m[2] > 0 && s[m[2]-1] == '-'
		if (flag || !spaced) && !vocabulary.MatchString(name) && tells(value) {
			return true
		}
	}
	return false
}

// tells whether a value gives its secret away: a number is a setting, a $VARIABLE or a path only names where
// the secret is, and some words stand for none.
func tells(value string) bool {
	return strings.Trim(value, "0123456789.kKmM") != "" &&
		strings.Trim(value, "*xX.•…") != "" &&
		strings.IndexAny(value, "$%{[/@-.") != 0 &&
		!strings.Contains(strings.ToLower(value), "redacted") &&
		!slices.Contains([]string{"dummy", "placeholder", "not-needed", "unused", "required", "sk-no-key-required"}, strings.ToLower(value))
}
