package render

import (
	"slices"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle/figures"
)

func TestRoundTop(t *testing.T) {
	for _, c := range []struct{ most, want float64 }{
		{0, 0}, {1, 1.2}, {1.2, 1.2}, {1.2001, 1.5}, {9.1, 12}, {12, 12}, {12.1, 15}, {1357.7, 1500}, {487.4, 600}, {184.2, 240}, {7201, 9000}, {0.07, 0.072}, {1e9, 1.2e9},
	} {
		if got := roundTop(c.most); got < c.want*(1-1e-12) || got > c.want*(1+1e-12) {
			t.Errorf("roundTop(%v) = %v, want %v", c.most, got, c.want)
		}
	}
}

func TestAxisTicks(t *testing.T) {
	for _, c := range []struct {
		most float64
		want []string
	}{
		{12800, []string{"0", "5,000", "10K"}}, {2929, []string{"0", "1,000", "2,000"}}, {1, []string{"0", "0.25", "0.5", "0.75", "1"}}, {0, []string{"0"}}, {9000, []string{"0", "2,000", "4,000", "6,000", "8,000"}}, {1e9, []string{"0", "250M", "500M", "750M", "1G"}},
	} {
		var got []string
		for _, v := range axisTicks(c.most) {
			got = append(got, figures.Tick(v))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("axisTicks(%v) = %q, want %q", c.most, got, c.want)
		}
	}
}

func byKey(key string) metric {
	return metrics[slices.IndexFunc(metrics, func(m metric) bool { return m.Key == key })]
}

func TestScales(t *testing.T) {
	for _, c := range []struct {
		metric string
		values []float64
		steps  []int
		ticks  [4]string
	}{
		// rates: from 0, each twelfth of the top is a step
		{"total", []float64{0, 1, 125, 125.1, 750, 1357.7, 1500}, []int{1, 1, 1, 2, 6, 11, 12}, [4]string{"0", "500", "1,000", "1,500"}},
		{"total", []float64{50, 50}, []int{10, 10}, [4]string{"0", "20", "40", "60"}},
		{"total", []float64{0}, []int{1}, [4]string{"0", "0", "0", "0"}},
		// latencies: equal ratios are equal steps, the least is the deep end
		{"ttft", []float64{0.001, 1, 0.0317, 0.5}, []int{12, 1, 6, 2}, [4]string{"1,000", "100", "10", "1"}},
		{"ttft", []float64{0.2, 0.2}, []int{12, 12}, [4]string{"200", "200", "200", "200"}},
		// with a latency of 0 no ratio exists: linear, still reversed
		{"ttft", []float64{0, 0.3}, []int{12, 1}, [4]string{"300", "200", "100", "0"}},
		{"power", []float64{0, 600, 1200}, []int{12, 6, 1}, [4]string{"1,200", "800", "400", "0"}},
		{"acceptance", []float64{0.5, 1, 0.01}, []int{6, 12, 1}, [4]string{"0 %", "33 %", "67 %", "100 %"}},
	} {
		s := newScale(c.values, byKey(c.metric))
		if s.Ticks != c.ticks {
			t.Errorf("%s %v: ticks %q, want %q", c.metric, c.values, s.Ticks, c.ticks)
		}
		for i, v := range c.values {
			if got := s.step(v); got != c.steps[i] {
				t.Errorf("%s %v: step(%v) = %d, want %d", c.metric, c.values, v, got, c.steps[i])
			}
		}
	}
}
