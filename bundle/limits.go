package bundle

import "strings"

// Limits of hostile input. A file that exceeds one is refused, not cut.
const (
	MaxFileBytes   = 4 << 20
	MaxRows        = 4096 // entries of a list or of an object
	MaxStringBytes = 64 << 10
	MaxExtraBytes  = 64 << 10
	MaxDepth       = 32
	MaxSamples     = 64
)

// Limits of numbers.
const (
	maxRate        = 1e9
	maxSeconds     = 30 * 24 * 3600
	maxConcurrency = 1e5
	maxContext     = 1 << 31
	maxCount       = 1 << 53
)

// Range is what a number under a key may be: the key tells its unit. For a list it is the range of an entry.
// Validate and the JSON Schema both ask here.
func Range(key string) (least, most float64) {
	switch {
	case key == "concurrency" || key == "concurrencies" || key == "max_concurrency":
		return 1, maxConcurrency
	case key == "mean_concurrency" || key == "active_requests":
		return 0, maxConcurrency
	case key == "context_tokens" || key == "contexts" || key == "prefill_contexts":
		return 0, maxContext
	case key == "nodes":
		return 1, maxCount
	case strings.HasSuffix(key, "_per_s"):
		return 0, maxRate
	case strings.HasSuffix(key, "_s"):
		return 0, maxSeconds
	case strings.HasSuffix(key, "_share"):
		return 0, 1
	}
	return 0, maxCount
}
