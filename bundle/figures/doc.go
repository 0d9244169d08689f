// Package figures is how numbers, contexts, statuses and names are written. Pages, charts,
// summaries and the terminal take every text of a bundle from here, so that a figure reads
// the same wherever it stands. Nothing else formats a number.
//
// A function named ...Bare leaves out the unit, for columns that have it in their head.
package figures

// None stands for a value that is not there.
const None = "—"
