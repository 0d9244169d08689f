package figures

// Times are given in seconds. Latencies are written in milliseconds, however long, so that a
// column has one unit.

// TTFT writes a time to first token in whole milliseconds ("108,938 ms"), below 1 ms with two
// significant digits.
func TTFT(seconds float64) string { return unit(TTFTBare(seconds), "ms") }

// TTFTBare is TTFT without the unit.
func TTFTBare(seconds float64) string {
	d, ok := parse(seconds)
	if !ok {
		return None
	}
	d, text, ok := tiny(d.shift(3), one)
	if ok {
		return text
	}
	return d.fixed(0)
}

// BetweenTokens writes a time between tokens in milliseconds with one decimal ("5.6 ms"), below
// 0.05 ms with two significant digits.
func BetweenTokens(seconds float64) string { return unit(BetweenTokensBare(seconds), "ms") }

// BetweenTokensBare is BetweenTokens without the unit.
func BetweenTokensBare(seconds float64) string {
	d, ok := parse(seconds)
	if !ok {
		return None
	}
	return small(d.shift(3), twentieth).text
}

// Milliseconds writes any latency in details: whole milliseconds from 100, else up to three
// significant digits ("0.45 ms", "22.8 ms", "1,504 ms").
func Milliseconds(seconds float64) string { return unit(MillisecondsBare(seconds), "ms") }

// MillisecondsBare is Milliseconds without the unit, for a table that names it.
func MillisecondsBare(seconds float64) string { return brief(seconds, 3) }

// MeasuredFor writes the length of a window with one decimal: "30.0 s".
func MeasuredFor(seconds float64) string { return unit(oneDecimal(seconds), "s") }

// Seconds writes a time that somebody chose: "30 s", "0.5 s".
func Seconds(s float64) string { return unit(setting(s), "s") }
