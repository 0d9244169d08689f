package figures

import (
	"math"
	"strconv"
	"strings"
)

// decimal is a number as its shortest decimal digits: 0.DIGITS × 10^point. Rounding works on the
// digits, because the float behind 0.0345 lies below it and would lose the half.
type decimal struct {
	negative bool
	digits   string // no zeros at either end; "" is zero
	point    int
}

// parse gives the shortest decimal that reads back as v; ok is false for NaN and infinities.
func parse(v float64) (d decimal, ok bool) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return decimal{}, false
	}
	text := strconv.FormatFloat(math.Abs(v), 'e', -1, 64) // d.ddde±xx
	mantissa, exponent, _ := strings.Cut(text, "e")
	e, err := strconv.Atoi(exponent)
	if err != nil {
		return decimal{}, false
	}
	d = decimal{negative: v < 0, digits: strings.Replace(mantissa, ".", "", 1), point: e + 1}
	return d.trimmed(), true
}

func (d decimal) trimmed() decimal {
	d.digits = strings.TrimRight(d.digits, "0")
	if d.digits == "" {
		return decimal{}
	}
	return d
}

func (d decimal) zero() bool { return d.digits == "" }

// shift moves the point: × 10^n without arithmetic.
func (d decimal) shift(n int) decimal {
	if !d.zero() {
		d.point += n
	}
	return d
}

// reaches tells whether |d| ≥ unit × 10^exponent, for a unit of 1 to 9.
func (d decimal) reaches(unit byte, exponent int) bool {
	switch {
	case d.zero() || d.point <= exponent:
		return false
	case d.point > exponent+1:
		return true
	}
	return d.digits[0] >= '0'+unit
}

// places rounds to n decimals, half away from zero.
func (d decimal) places(n int) decimal { return d.keep(d.point + n) }

// significant rounds to n digits, half away from zero.
func (d decimal) significant(n int) decimal { return d.keep(n) }

// keep leaves the first n digits and rounds by the next one.
func (d decimal) keep(n int) decimal {
	if d.zero() || n >= len(d.digits) {
		return d
	}
	if n < 0 {
		return decimal{}
	}
	up := d.digits[n] >= '5'
	kept := []byte(d.digits[:n])
	if up {
		i := n - 1
		for i >= 0 && kept[i] == '9' {
			kept[i] = '0'
			i--
		}
		if i >= 0 {
			kept[i]++
		} else { // 99.9 became 100
			kept = append([]byte{'1'}, kept...)
			d.point++
		}
	}
	d.digits = string(kept)
	return d.trimmed()
}

// fixed writes a rounded number with exactly n decimals and thousands separators.
func (d decimal) fixed(n int) string {
	d = d.places(n)
	whole, fraction := "0", ""
	switch {
	case d.point <= 0:
		fraction = strings.Repeat("0", min(-d.point, n)) + d.digits
	case d.point >= len(d.digits):
		whole, fraction = d.digits+strings.Repeat("0", d.point-len(d.digits)), ""
	default:
		whole, fraction = d.digits[:d.point], d.digits[d.point:]
	}
	text := separated(whole)
	if n > 0 {
		text += "." + fraction + strings.Repeat("0", n-len(fraction))
	}
	if d.negative {
		text = "−" + text
	}
	return text
}

// digitsFixed writes d with n significant digits, whole numbers in full.
func (d decimal) digitsFixed(n int) string {
	d = d.significant(n)
	return d.fixed(max(n-d.point, 0))
}

// shortest writes d with no more decimals than it has.
func (d decimal) shortest() string { return d.fixed(max(len(d.digits)-d.point, 0)) }

// separated puts a comma between groups of three digits.
func separated(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	head := len(digits) % 3
	if head == 0 {
		head = 3
	}
	var b strings.Builder
	b.WriteString(digits[:head])
	for i := head; i < len(digits); i += 3 {
		b.WriteByte(',')
		b.WriteString(digits[i : i+3])
	}
	return b.String()
}
