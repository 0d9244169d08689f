package bundle

import (
	"math"
	"slices"
)

// Percentile of sorted samples, linear between ranks: p in [0, 1]. It is NaN without samples.
func Percentile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	rank := p * float64(len(sorted)-1)
	low := int(rank)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[low] + (rank-float64(low))*(sorted[low+1]-sorted[low])
}

// histogramPercentile is the bounds between which a percentile lies: those of the buckets that hold the
// two values around it. So it agrees with each of the usual definitions.
func histogramPercentile(h [][2]float64, count, p float64) (lower, upper float64) {
	rank := p * (count - 1)
	var sum float64
	for _, bucket := range h {
		before := sum
		sum += bucket[1]
		if low := math.Floor(rank); before <= low && low < sum {
			lower = bucket[0] / histogramStep
		}
		if sum > math.Ceil(rank) {
			return lower, bucket[0]
		}
	}
	return lower, math.Inf(1)
}

// The grid of histograms: 1 µs × 1.02^k.
const (
	histogramFloor = 1e-6
	histogramStep  = 1.02
)

func (c *checker) latency(l *Latency, at *path) {
	if l == nil {
		return
	}
	steps := []struct {
		key string
		of  *float64
		p   float64
	}{{"min_s", l.MinS, 0}, {"median_s", l.MedianS, 0.5}, {"p90_s", l.P90S, 0.9}, {"p95_s", l.P95S, 0.95}, {"p99_s", l.P99S, 0.99}, {"max_s", l.MaxS, 1}}
	const slack = 1e-9 // others compute in floats, and the last digit may fall
	var before *float64
	var name string
	for _, s := range steps {
		if s.of == nil {
			continue
		}
		if before != nil && *s.of < *before*(1-slack) {
			c.err(at.at(s.key), "%v is less than %s, %v", *s.of, name, *before)
		}
		before, name = s.of, s.key
	}
	if l.MeanS != nil && (l.MinS != nil && *l.MeanS < *l.MinS*(1-slack) || l.MaxS != nil && *l.MeanS > *l.MaxS*(1+slack)) {
		c.err(at.at("mean_s"), "outside min_s and max_s")
	}
	if l.SamplesS != nil && l.HistogramS != nil {
		c.err(at, "both samples_s and histogram_s: at most one is expected")
	}
	n := float64(deref(l.Count))
	switch {
	case len(l.SamplesS) > 0:
		if !c.samples(l, at) || n != float64(len(l.SamplesS)) {
			return // a part of the samples has percentiles of its own
		}
		for _, s := range steps {
			if is := Percentile(l.SamplesS, s.p); s.of != nil && math.Abs(*s.of-is) > 2e-6+0.001*is {
				c.err(at.at(s.key), "%v, but the samples make %.6g", *s.of, is)
			}
		}
	case len(l.HistogramS) > 0:
		if !c.histogram(l, at) {
			return
		}
		for _, s := range steps {
			// a bucket further on either side: the grid is rounded, and so are ranks
			lower, upper := histogramPercentile(l.HistogramS, n, s.p)
			if s.of != nil && (*s.of < lower/histogramStep || *s.of > upper*histogramStep) {
				c.err(at.at(s.key), "%v, but the histogram has it between %.6g and %.6g", *s.of, lower, upper)
			}
		}
	}
}

func (c *checker) samples(l *Latency, at *path) bool {
	ok := true
	if len(l.SamplesS) > MaxSamples {
		c.err(at.at("samples_s"), "%d samples, at most %d are allowed: use histogram_s", len(l.SamplesS), MaxSamples)
		ok = false
	}
	if !slices.IsSorted(l.SamplesS) {
		c.err(at.at("samples_s"), "not sorted")
		ok = false
	}
	if l.Count != nil && *l.Count < int64(len(l.SamplesS)) {
		c.err(at.at("count"), "%d, but there are %d samples", *l.Count, len(l.SamplesS))
		ok = false
	}
	return ok
}

// histogram checks order, grid and sum. It tells whether percentiles can be checked against it.
func (c *checker) histogram(l *Latency, at *path) bool {
	at = at.at("histogram_s")
	var sum, before float64
	onGrid := true
	for i, bucket := range l.HistogramS {
		upper, count := bucket[0], bucket[1]
		k := math.Round(math.Log(upper/histogramFloor) / math.Log(histogramStep))
		grid := histogramFloor * math.Pow(histogramStep, k)
		switch {
		case upper <= before:
			c.err(at.item(i), "bounds must rise")
			return false
		case count < 1 || count != math.Trunc(count):
			c.err(at.item(i), "a bucket holds a whole number of values, 1 or more, not %v", count)
			return false
		}
		if onGrid && math.Abs(upper-grid) > 0.001*grid+1e-6 { // bounds are rounded to 6 decimals
			c.warn(at.item(i), "%v s is no bound of the grid 1 µs × 1.02^k: histograms of repeats cannot be added", upper)
			onGrid = false
		}
		before = upper
		sum += count
	}
	if l.Count != nil && sum != float64(*l.Count) {
		c.warn(at, "holds %v of %d values", sum, *l.Count)
		return false
	}
	return l.Count != nil
}
