package summary

import (
	"net/url"
	"regexp"
	"strings"
)

// GitHub makes links and pictures of some texts even where Markdown does not: it looks for them in what
// was rendered, so an escape does not help. A space without width inside breaks them.
const zeroWidth = "&#8203;"

var (
	emojiName = regexp.MustCompile(`^:[\w+-]+:`)
	webName   = regexp.MustCompile(`(?i)^www\.`)
	issueName = regexp.MustCompile(`(?i)^gh-\d`)
	blockSign = regexp.MustCompile(`^(?:[-+=:]|\d+[.)])`)
)

// escapeLine is escape for a text at the start of a line, where a list, a rule or a heading could begin.
func escapeLine(text string) string {
	line := escape(text)
	if sign := blockSign.FindString(line); sign != "" {
		last := len(sign) - 1
		line = line[:last] + `\` + line[last:]
	}
	return line
}

// escape makes any text of a bundle a part of a line of Markdown that shows as that text: no markup,
// no link, no mention of a user or an issue.
func escape(text string) string {
	text = oneLine(text)
	var out strings.Builder
	for i, r := range text {
		rest := text[i:]
		switch r {
		case '&':
			out.WriteString("&amp;")
		case '<':
			out.WriteString("&lt;")
		case '>':
			out.WriteString("&gt;")
		case '\\', '`', '*', '_', '~', '|', '[', ']', '$':
			out.WriteByte('\\')
			out.WriteRune(r)
		case '@': // a user, or an address of mail
			out.WriteString("@" + zeroWidth)
		case '#': // an issue
			out.WriteString(`\#`)
			if len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9' {
				out.WriteString(zeroWidth)
			}
		case ':':
			out.WriteByte(':')
			if strings.HasPrefix(rest, "://") || emojiName.MatchString(rest) {
				out.WriteString(zeroWidth)
			}
		case 'w', 'W', 'g', 'G':
			out.WriteRune(r)
			if webName.MatchString(rest) || issueName.MatchString(rest) {
				out.WriteString(zeroWidth)
			}
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// link is a text that leads to an address. The address is one that figures found to be of the web.
func link(text, address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return escape(text)
	}
	var to strings.Builder
	for _, b := range []byte(u.String()) {
		switch {
		case b == '&':
			to.WriteString("&amp;")
		case b <= ' ' || b >= 0x7f || strings.IndexByte("<>()[]\\`|*\"$", b) >= 0:
			const hex = "0123456789ABCDEF"
			to.Write([]byte{'%', hex[b>>4], hex[b&15]})
		default:
			to.WriteByte(b)
		}
	}
	return "[" + escape(text) + "](" + to.String() + ")"
}

// fenced is a block of code. Its fence is longer than any run of backticks inside.
func fenced(language, text string) string {
	fence, run := 3, 0
	for _, r := range text {
		if run++; r != '`' {
			run = 0
		}
		fence = max(fence, run+1)
	}
	marks := strings.Repeat("`", fence)
	return marks + language + "\n" + text + "\n" + marks
}
