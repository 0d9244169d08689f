package figures

// Tick is a number at an axis or a scale, with no more digits than it needs: 0, 0.5, 500, 1,500, 5K,
// 12.5K, 1M. Ticks are round by choice, so that nothing is lost; a bound that is not keeps four digits.
func Tick(v float64) string {
	d, ok := parse(v)
	if !ok {
		return None
	}
	d = d.significant(4)
	for _, u := range []struct {
		exponent int
		letter   string
	}{{9, "G"}, {6, "M"}, {4, "K"}} {
		if d.reaches(1, u.exponent) {
			return d.shift(-u.exponent/3*3).shortest() + u.letter
		}
	}
	return d.shortest()
}
