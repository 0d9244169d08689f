// Package browsertest opens the pages of render in a real browser. It holds tests only.
//
// It needs Chromium, poppler's pdftotext and pdftoppm, a Java runtime, and the packages of
// package.json (npm ci, in this folder). A test that lacks one of them is skipped, and says what to
// install; with CI=true it fails.
package browsertest
