package render

// base is what every page has.
type base struct {
	Site        string // the name of the site
	Title       string
	Description string
	Policy      string // Content-Security-Policy
	Root        string // the way to the site's start: "", "../../" or, on the 404 page, absolute
	Here        string // the page's place in the navigation
	Scripts     []string
	Inline      *inlined // set where the assets stand inside the page
	Alone       bool     // the single page: no site around it
	Version     string

	// from site.json
	Links              []link
	Footer             string
	Accent, AccentDark string
	Canonical          string
}
