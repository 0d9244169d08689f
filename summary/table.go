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

// width is that of a column.
func (t *table) width(column int) (w int) {
	for _, line := range t.heads[column] {
		w = max(w, uniseg.StringWidth(line))
	}
	for _, row := range t.rows {
		for _, line := range row[column] {
			w = max(w, uniseg.StringWidth(line))
		}
	}
	return w
}

// total is the width of all columns side by side.
func (t *table) total(gap int) int {
	w := -gap
	for c := range t.heads {
		w += t.width(c) + gap
	}
	return w
}

// blocks are the columns that stand side by side, so that each block fits into width.
func (t *table) blocks(width, gap int) (blocks [][]int) {
	var keys []int
	keyWidth := 0
	for c := range t.key {
		keys = append(keys, c)
		keyWidth += t.width(c) + gap
	}
	block, used := keys, keyWidth-gap
	for c := t.key; c < len(t.heads); c++ {
		w := gap + t.width(c)
		if len(block) > t.key && used+w > width {
			blocks = append(blocks, block)
			block, used = keys, keyWidth-gap
		}
		block = append(slices.Clip(block), c)
		used += w
	}
	return append(blocks, block)
}

// write gives the lines of the table, in blocks where it is wider than width. A table whose cells
// have several lines is spaced.
func (t *table) write(width, gap int) (lines []string) {
	spaced := slices.ContainsFunc(t.rows, func(row [][]string) bool { return height(row) > 1 })
	for i, block := range t.blocks(width, gap) {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, t.line(t.heads, block, gap, true)...)
		for _, row := range t.rows {
			if spaced {
				lines = append(lines, "")
			}
			lines = append(lines, t.line(row, block, gap, false)...)
		}
	}
	return lines
}

// line lays out one row, its cells side by side. Heads stand on the ground, the others hang.
func (t *table) line(row [][]string, columns []int, gap int, heads bool) []string {
	high := height(row)
	lines := make([]string, high)
	for i := range lines {
		var out strings.Builder
		for n, c := range columns {
			at := i
			if heads {
				at -= high - len(row[c])
			}
			text := ""
			if at >= 0 && at < len(row[c]) {
				text = row[c][at]
			}
			if n > 0 {
				out.WriteString(strings.Repeat(" ", gap))
			}
			out.WriteString(pad(text, t.width(c), t.left[c]))
		}
		lines[i] = strings.TrimRight(out.String(), " ")
	}
	return lines
}

func height(row [][]string) (n int) {
	for _, cell := range row {
		n = max(n, len(cell))
	}
	return n
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
	line, used := "", 0
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
