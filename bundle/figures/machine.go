package figures

import (
	"time"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// Celsius writes a temperature: "81 °C".
func Celsius(v float64) string { return unit(brief(v, 0), "°C") }

// Hertz writes a clock rate in MHz: "2,310 MHz".
func Hertz(v float64) string { return unit(brief(v, -6), "MHz") }

// When writes a time to the minute, in UTC, or the date where that is all that is known.
func When(t bundle.Time) string {
	at, err := t.Parse()
	switch {
	case err != nil:
		return None
	case len(t) == len(time.DateOnly):
		return string(t)
	}
	return at.UTC().Format("2006-01-02 15:04 UTC")
}
