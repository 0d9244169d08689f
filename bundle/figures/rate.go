package figures

// threshold is unit × 10^exponent.
type threshold struct {
	unit     byte
	exponent int
}

var (
	one       = threshold{1, 0}
	tenth     = threshold{1, -1}
	twentieth = threshold{5, -2}
)

// written is a figure with the rounded value behind it, by which the next rule is chosen.
type written struct {
	value decimal
	text  string
}

// small writes d with one decimal, but with two significant digits below the threshold, where one
// decimal would say 0.0 of something that is there.
func small(d decimal, t threshold) written {
	d, text, ok := tiny(d, t)
	if !ok {
		d = d.places(1)
		text = d.fixed(1)
	}
	return written{d, text}
}

// tiny writes a number below the threshold with two significant digits. One that rounds up to the
// threshold is given back rounded, for the rule it lands in.
func tiny(d decimal, t threshold) (decimal, string, bool) {
	if d.zero() || d.reaches(t.unit, t.exponent) {
		return d, "", false
	}
	d = d.significant(2)
	if d.reaches(t.unit, t.exponent) {
		return d, "", false
	}
	return d, d.digitsFixed(2), true
}

// Rate writes tokens (or requests) per second in tables, matrix cells and headlines: one decimal
// below 10,000 ("2,929.0"), then three significant digits in thousands or millions ("11.4K",
// "1.00M"), and two significant digits below 0.1.
func Rate(v float64) string {
	d, ok := parse(v)
	if !ok {
		return None
	}
	w := small(d, tenth)
	if !w.value.reaches(1, 4) {
		return w.text
	}
	return large(d)
}

// BarRate writes a rate beside a bar: as Rate, but without decimals from 1,000 ("2,929").
func BarRate(v float64) string {
	d, ok := parse(v)
	if !ok {
		return None
	}
	w := small(d, tenth)
	if !w.value.reaches(1, 3) {
		return w.text
	}
	if whole := d.places(0); !whole.reaches(1, 4) {
		return whole.fixed(0)
	}
	return large(d)
}

// large writes three significant digits in thousands, millions or billions.
func large(d decimal) string {
	d = d.significant(3)
	switch {
	case !d.reaches(1, 6):
		return d.shift(-3).digitsFixed(3) + "K"
	case !d.reaches(1, 9):
		return d.shift(-6).digitsFixed(3) + "M"
	}
	return d.shift(-9).digitsFixed(3) + "G"
}
