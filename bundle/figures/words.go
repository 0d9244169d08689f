package figures

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// Status is the status as tables and cells say it.
func Status(s bundle.Status) string {
	switch s {
	case bundle.Valid:
		return "Valid"
	case bundle.Queued:
		return "Requests queued"
	case bundle.OverCapacity:
		return "Over capacity"
	case bundle.NotRun:
		return "Not run"
	case bundle.Failed:
		return "Failed"
	case bundle.Invalid:
		return "Invalid"
	}
	return string(s)
}

var causes = map[bundle.Cause]string{
	bundle.KVCache:         "KV cache full",
	bundle.ContextLimit:    "context limit exceeded",
	bundle.Refused:         "refused by the server",
	bundle.RunningLimit:    "more requests than the server runs at once",
	bundle.Skipped:         "skipped",
	bundle.Interrupted:     "run ended first",
	bundle.HTTPError:       "HTTP error",
	bundle.StreamBroken:    "stream broke off",
	bundle.Timeout:         "timed out",
	bundle.NotDrained:      "server did not become idle",
	bundle.ServerGone:      "server went away",
	bundle.RepetitionLoop:  "output repeats itself",
	bundle.ShortOutputs:    "outputs too short",
	bundle.TruncatedPrompt: "prompt cut by the server",
	bundle.CachedPrefill:   "prompt came from the cache",
	bundle.BufferedStream:  "stream was buffered",
	bundle.ClientLimit:     "client was the limit",
	bundle.OtherTraffic:    "other traffic on the server",
	bundle.WrongModel:      "another model answered",
}

// Cause is a cause as a short phrase: "KV cache full".
func Cause(c bundle.Cause) string { return capitalised(phrase(c)) }

// phrase is a cause inside a sentence.
func phrase(c bundle.Cause) string {
	if p, ok := causes[c]; ok {
		return p
	}
	return plain(string(c))
}

// HardwareType is the kind of hardware as a fact.
func HardwareType(t bundle.HardwareType) string {
	switch t {
	case bundle.DiscreteGPU:
		return "Discrete GPU"
	case bundle.UnifiedMemory:
		return "Unified memory"
	case bundle.CPU:
		return "CPU"
	}
	return capitalised(plain(string(t)))
}

// DecodeTest is what ended a decode measurement.
func DecodeTest(t bundle.DecodeTest) string { return capitalised(plain(string(t))) }

// PrefillMode is how prefill was measured.
func PrefillMode(m bundle.PrefillMode) string {
	switch m {
	case bundle.DecodeWarmup:
		return "Measured during decode warm-up"
	case bundle.Standalone:
		return "Measured on its own"
	case bundle.EngineInternal:
		return "Measured inside the engine"
	}
	return capitalised(plain(string(m)))
}

// Prompts says what the requests of a cell sent.
func Prompts(p bundle.Prompts) string {
	switch p {
	case bundle.Shared:
		return "The same for all requests of a cell"
	case bundle.Distinct:
		return "Different for each request"
	}
	return capitalised(plain(string(p)))
}

// Arrival is the pattern in which serving requests came.
func Arrival(a bundle.Arrival) string {
	switch a {
	case bundle.ClosedLoop:
		return "Closed loop"
	case bundle.Constant:
		return "Constant rate"
	case bundle.Poisson:
		return "Poisson"
	case bundle.Unlimited:
		return "All at once"
	}
	return capitalised(plain(string(a)))
}

// TokenSource is what output tokens were counted by.
func TokenSource(s bundle.TokenSource) string {
	switch s {
	case bundle.UsageEachChunk:
		return "Usage on every chunk"
	case bundle.UsageFinalRatio:
		return "Text chunks × tokens per chunk of finished requests"
	case bundle.Chunks:
		return "Text chunks (an estimate)"
	case bundle.EngineCount:
		return "The engine's own count"
	}
	return capitalised(plain(string(s)))
}

// Throttle is why a GPU lowered its clock.
func Throttle(t bundle.Throttle) string {
	switch t {
	case bundle.PowerCap:
		return "Power limit"
	case bundle.Thermal:
		return "Temperature"
	}
	return capitalised(plain(string(t)))
}

// plain is a word of a file as text for people: a newer word than we know stays readable.
func plain(word string) string { return strings.ReplaceAll(word, "_", " ") }

func capitalised(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 || r == utf8.RuneError {
		return text
	}
	return string(unicode.ToUpper(r)) + text[size:]
}
