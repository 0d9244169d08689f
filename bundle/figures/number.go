package figures

import (
	"strconv"
	"strings"
)

// Context writes a context length in tokens: exact multiples of 1,024 as "8K", others in full
// ("5,000").
func Context(tokens int64) string {
	if tokens != 0 && tokens%1024 == 0 {
		return strconv.FormatInt(tokens/1024, 10) + "K"
	}
	return Count(tokens)
}

// ContextSlug is Context for anchors and names: "8k", "5000".
func ContextSlug(tokens int64) string {
	if tokens != 0 && tokens%1024 == 0 {
		return strconv.FormatInt(tokens/1024, 10) + "k"
	}
	return strconv.FormatInt(tokens, 10)
}

// PrefillContext is the context of a prefill row, with the tokens that were in the cache by
// design: "8K", "2K @ 16K".
func PrefillContext(tokens, depth int64) string {
	if depth == 0 {
		return Context(tokens)
	}
	return Context(tokens) + " @ " + Context(depth)
}

// Count writes a number of things with separators: "40,730".
func Count(n int64) string {
	text := strconv.FormatInt(n, 10)
	if digits, negative := strings.CutPrefix(text, "-"); negative {
		return "−" + separated(digits)
	}
	return separated(text)
}

// Active writes a mean number of active requests, with one decimal.
func Active(v float64) string { return oneDecimal(v) }

// Ratio writes a quotient, like tokens a step, with one decimal; below 0.1 two significant digits.
func Ratio(v float64) string {
	d, ok := parse(v)
	if !ok {
		return None
	}
	return small(d, tenth).text
}

// Share writes a part of 1 in percent: whole from 10 %, one decimal below, and two significant
// digits below 0.1 %. 0 is "0 %".
func Share(v float64) string {
	d, ok := parse(v)
	if !ok {
		return None
	}
	d = d.shift(2)
	w := small(d, tenth)
	if d.zero() || w.value.reaches(1, 1) {
		return d.fixed(0) + " %"
	}
	return w.text + " %"
}

// Watts writes power: whole from 100 W, else up to three significant digits.
func Watts(v float64) string { return unit(WattsBare(v), "W") }

// WattsBare is Watts without the unit.
func WattsBare(v float64) string { return brief(v, 0) }

// Joules writes energy per output token with three significant digits, whole from 100 J.
func Joules(v float64) string { return unit(JoulesBare(v), "J") }

// JoulesBare is Joules without the unit.
func JoulesBare(v float64) string {
	d, ok := parse(v)
	switch {
	case !ok:
		return None
	case d.zero():
		return "0"
	case d.significant(3).reaches(1, 2):
		return d.fixed(0)
	}
	return d.digitsFixed(3)
}

// setting writes a number that somebody chose: up to three decimals, and no more than it has.
func setting(v float64) string {
	d, ok := parse(v)
	if !ok {
		return None
	}
	r := d.places(3)
	if r.zero() {
		r = d.significant(2)
	}
	return r.shortest()
}

// brief writes v × 10^shift as a whole number from 100, else with up to three significant digits.
// Zeros are not added: 5.6 stays 5.6.
func brief(v float64, shift int) string {
	d, ok := parse(v)
	if !ok {
		return None
	}
	d = d.shift(shift)
	if r := d.significant(3); !r.reaches(1, 2) {
		return r.shortest()
	}
	return d.fixed(0)
}

func oneDecimal(v float64) string {
	d, ok := parse(v)
	if !ok {
		return None
	}
	return d.fixed(1)
}

// unit appends a unit to a number that is there.
func unit(number, unit string) string {
	if number == None {
		return None
	}
	return number + " " + unit
}
