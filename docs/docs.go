// Package docs holds the documents that the site shows.
package docs

import _ "embed"

// Method is method.md: what each number on a page means.
//
//go:embed method.md
var Method []byte
