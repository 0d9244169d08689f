package render

import "math"

// steps of the colour ramp, q1 to q12.
const steps = 12

// scale maps the values of a metric to steps of the ramp. The deep end is always the good one.
type scale struct {
	least, most float64
	log         bool // latencies: equal ratios are equal steps
	lower       bool // lower is better: the ramp is reversed
	Ticks       [4]string
}

// newScale fits a scale to values. Rates start at 0 and end at a number whose thirds are round.
// Latencies run logarithmically from the least to the most. Share ends at 1.
func newScale(values []float64, m metric) scale {
	s := scale{log: m.log, lower: m.lower}
	for i, v := range values {
		if i == 0 || v < s.least {
			s.least = v
		}
		s.most = max(s.most, v)
	}
	if s.log && s.least > 0 {
		for i := range s.Ticks {
			t := float64(i) / 3
			s.Ticks[i] = m.bare(s.most * math.Pow(s.least/s.most, t))
		}
		return s
	}
	s.log = false
	s.least, s.most = 0, roundTop(s.most)
	if m.share {
		s.most = 1
	}
	for i := range s.Ticks {
		v := s.most * float64(i) / 3
		if m.lower {
			v = s.most - v
		}
		s.Ticks[i] = m.tick(v)
	}
	return s
}

// step is 1 to 12.
func (s scale) step(v float64) int {
	var at float64
	switch {
	case s.log && s.most == s.least:
		at = 1
	case s.log:
		at = math.Log(s.most/v) / math.Log(s.most/s.least)
	case s.most == 0:
		at = 0
	default:
		at = v / s.most
		if s.lower {
			at = 1 - at
		}
	}
	return min(max(int(math.Ceil(at*steps-1e-9)), 1), steps)
}

// roundTop is the least of 1.2 1.5 1.8 2.4 3 3.6 4.8 6 7.2 9 12 × 10^n that holds v.
func roundTop(v float64) float64 {
	if v <= 0 {
		return 0
	}
	exponent := math.Floor(math.Log10(v))
	for _, f := range []float64{1.2, 1.5, 1.8, 2.4, 3, 3.6, 4.8, 6, 7.2, 9, 12} {
		if top := scaled(f, exponent); top >= v*(1-1e-12) {
			return top
		}
	}
	return scaled(12, exponent)
}

// scaled is f × 10^exponent without the error of a power of ten below 1.
func scaled(f, exponent float64) float64 {
	if exponent < 0 {
		return f / math.Pow(10, -exponent)
	}
	return f * math.Pow(10, exponent)
}

// axisTicks are 3 to 5 round numbers from 0 up to at most most.
func axisTicks(most float64) []float64 {
	if most <= 0 {
		return []float64{0}
	}
	exponent := math.Floor(math.Log10(most))
	unit := scaled(1, exponent)
	for _, f := range []float64{0.25, 0.5, 1, 2, 2.5} {
		if most/(f*unit) <= 4.5 {
			unit *= f
			break
		}
	}
	var ticks []float64
	for i := 0; float64(i)*unit <= most*(1+1e-9); i++ {
		ticks = append(ticks, float64(i)*unit)
	}
	return ticks
}
