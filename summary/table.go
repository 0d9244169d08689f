package summary

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// table is laid out for a terminal. A cell is a list of lines; figures stand right, texts left.
type table struct {
	heads [][]string
	rows  [][][]string
	left  []bool // columns of text
	key   int    // columns that every block of a split table repeats
}

// widths are those of the columns.
func (t *table) widths() []int {
	widths := make([]int, len(t.heads))
	for _, row := range append([][][]string{t.heads}, t.rows...) {
		for c, lines := range row {
			for _, line := range lines {
				widths[c] = max(widths[c], uniseg.StringWidth(line))
			}
		}
	}
	return widths
}

// total is the width of all columns side by side.
func (t *table) total(gap int) int {
	sum := -gap
	for _, w := range t.widths() {
		sum += w + gap
	}
	return sum
}

// blocks are the columns that stand side by side so that each block fits into width, about as many
// in each.
func (t *table) blocks(widths []int, width, gap int) [][]int {
	blocks := t.fill(widths, width, gap)
	for w := width - 1; w > 0 && len(blocks) > 1; w-- {
		narrower := t.fill(widths, w, gap)
		if len(narrower) > len(blocks) {
			break
		}
		blocks = narrower
	}
	return blocks
}

// fill puts as many columns into a block as fit, one at least.
func (t *table) fill(widths []int, width, gap int) (blocks [][]int) {
	var block []int
	used := 0
	begin := func() {
		block, used = nil, -gap
		for c := range t.key {
			block = append(block, c)
			used += gap + widths[c]
		}
	}
	begin()
	for c := t.key; c < len(widths); c++ {
		if len(block) > t.key && used+gap+widths[c] > width {
			blocks = append(blocks, block)
			begin()
		}
		block = append(block, c)
		used += gap + widths[c]
	}
	return append(blocks, block)
}

// write gives the lines of the table, in blocks where it is wider than width. A table whose cells
// have several lines is spaced.
func (t *table) write(width, gap int) (lines []string) {
	spaced := slices.ContainsFunc(t.rows, func(row [][]string) bool {
		return slices.ContainsFunc(row, func(cell []string) bool { return len(cell) > 1 })
	})
	widths := t.widths()
	for i, block := range t.blocks(widths, width, gap) {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, t.line(t.heads, block, widths, gap, true)...)
		for _, row := range t.rows {
			if spaced {
				lines = append(lines, "")
			}
			lines = append(lines, t.line(row, block, widths, gap, false)...)
		}
	}
	return lines
}

// line lays out one row, its cells side by side. Heads stand on the ground, the others hang.
func (t *table) line(row [][]string, columns, widths []int, gap int, heads bool) []string {
	high := 0
	for _, c := range columns {
		high = max(high, len(row[c]))
	}
	lines := make([]string, high)
	for i := range lines {
		var out strings.Builder
		for n, c := range columns {
			at, text := i, ""
			if heads {
				at -= high - len(row[c])
			}
			if at >= 0 && at < len(row[c]) {
				text = row[c][at]
			}
			if n > 0 {
				out.WriteString(strings.Repeat(" ", gap))
			}
			out.WriteString(pad(text, widths[c], t.left[c]))
		}
		lines[i] = strings.TrimRight(out.String(), " ")
	}
	return lines
}

// pad fills a text up to a width.
func pad(text string, width int, left bool) string {
	space := strings.Repeat(" ", max(width-uniseg.StringWidth(text), 0))
	if left {
		return text + space
	}
	return space + text
}

// wrap breaks a text into lines between words. The lines after the first begin with indent. A word
// that is wider than a line is broken.
func wrap(text string, width int, indent string) (lines []string) {
	return wrapFrom("", text, width, indent)
}

// wrapFrom is wrap with an indent for the first line too.
func wrapFrom(first, text string, width int, indent string) (lines []string) {
	line, used := first, uniseg.StringWidth(first)
	push := func() {
		lines = append(lines, strings.TrimRight(line, " "))
		line, used = indent, uniseg.StringWidth(indent)
	}
	empty := true
	for _, word := range strings.Fields(text) {
		w := uniseg.StringWidth(word)
		if !empty && used+1+w > width {
			push()
			empty = true
		}
		if !empty {
			line, used = line+" ", used+1
		}
		for used+w > width && w > 0 {
			head, rest := breakWord(word, max(width-used, 1))
			if rest == "" {
				break
			}
			line += head
			push()
			word, w = rest, uniseg.StringWidth(rest)
		}
		line, used, empty = line+word, used+w, false
	}
	return append(lines, strings.TrimRight(line, " "))
}

// breakWord cuts a word where it has filled width, but after one character at least.
func breakWord(word string, width int) (head, rest string) {
	rest = word
	for used, state := 0, -1; rest != ""; {
		cluster, after, w, next := uniseg.FirstGraphemeClusterInString(rest, state)
		if used > 0 && used+w > width {
			break
		}
		used, state, rest = used+max(w, 1), next, after
		head += cluster
	}
	return head, rest
}
