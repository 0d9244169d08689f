// Package templates holds the HTML templates of the pages.
package templates

import "embed"

//go:embed *.tmpl
var FS embed.FS
