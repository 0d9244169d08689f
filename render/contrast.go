package render

import (
	"math"
	"strconv"
)

// contrast is the ratio of two colours #rrggbb, 1 to 21 (WCAG 2.2, "contrast ratio").
func contrast(a, b string) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance is the relative luminance of sRGB, 0 to 1; a text that is no colour counts as black.
func luminance(hex string) (sum float64) {
	if len(hex) != 7 {
		return 0
	}
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			return 0
		}
		c := float64(v) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
