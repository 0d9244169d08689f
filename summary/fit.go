package summary

import (
	"fmt"
	"sort"
)

// share is how much of each part of the content is written.
type share struct {
	contexts, concurrencies, prefill, serving, remarks, facts, launch int
}

// firstRemarks is how many reasons and warnings are worth more than facts.
const firstRemarks = 20

// all is the share that leaves nothing out.
func (c *content) all() (s share) {
	if c.decode != nil {
		s.contexts, s.concurrencies = len(c.decode.contexts), len(c.decode.concurrencies)
	}
	for _, t := range c.prefill {
		s.prefill += len(t.rows)
	}
	if c.serving != nil {
		s.serving = len(c.serving.rows)
	}
	s.remarks, s.facts = len(c.remarks), len(c.facts)
	if !c.launch.empty() {
		s.launch = 1
	}
	return s
}

// fit lays the content out in at most limit bytes. Title, headlines and notices are always there; the
// other parts get what room is left, the most important first.
func (c *content) fit(limit int) (string, error) {
	all := c.all()
	text := c.markdown(all)
	if limit <= 0 || len(text) <= limit {
		return text, nil
	}
	s := share{concurrencies: all.concurrencies}
	grow := func(part *int, most int) {
		least := *part
		fits := func(n int) bool {
			*part = n
			return len(c.markdown(s)) <= limit
		}
		if most <= least || fits(most) {
			return
		}
		// the first of least+1 … most that does not fit
		over := sort.Search(most-least, func(i int) bool { return !fits(least + 1 + i) })
		*part = least + over
	}
	grow(&s.contexts, all.contexts)
	if s.contexts == 0 && all.contexts > 0 { // not even one row
		s.contexts, s.concurrencies = 1, 0
		grow(&s.concurrencies, all.concurrencies)
	}
	grow(&s.prefill, all.prefill)
	grow(&s.serving, all.serving)
	grow(&s.remarks, min(all.remarks, firstRemarks))
	grow(&s.facts, all.facts)
	grow(&s.launch, all.launch)
	grow(&s.remarks, all.remarks)
	text = c.markdown(s)
	if len(text) > limit {
		return "", fmt.Errorf("title and headlines need %d bytes, more than the limit of %d", len(text), limit)
	}
	return text, nil
}

// leftOut names what a share leaves out.
func (c *content) leftOut(s share) (list []string) {
	all := c.all()
	some := func(n, of int, what, whole string) {
		switch {
		case n == of:
		case n == 0:
			list = append(list, "the "+whole)
		default:
			list = append(list, fmt.Sprintf("%s of the %s %s", count(of-n), count(of), what))
		}
	}
	if s.contexts == 0 || s.concurrencies == 0 {
		if all.contexts > 0 {
			list = append(list, "the decode matrix")
		}
	} else {
		if n := len(c.decode.contexts); s.contexts < n {
			list = append(list, fmt.Sprintf("the rows of the decode matrix from %s on (%s of %s)",
				c.decode.contexts[s.contexts], count(n-s.contexts), count(n)))
		}
		if n := len(c.decode.concurrencies); s.concurrencies < n {
			list = append(list, fmt.Sprintf("the columns of the decode matrix from %s on (%s of %s)",
				c.decode.concurrencies[s.concurrencies], count(n-s.concurrencies), count(n)))
		}
	}
	some(s.prefill, all.prefill, "prefill rows", "prefill rows")
	some(s.serving, all.serving, "serving runs", "serving runs")
	some(s.remarks, all.remarks, "reasons and warnings", "reasons and warnings")
	some(s.facts, all.facts, "groups of facts", "facts")
	some(s.launch, all.launch, "", "launch command")
	return list
}
