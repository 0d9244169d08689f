package figures

import (
	"strconv"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// Plain writes a number as a command takes it, without separators.
func Plain(n int64) string { return strconv.FormatInt(n, 10) }

// PrefillNote says what a prefill bar is, by the way it was measured.
func PrefillNote(m bundle.PrefillMode) string {
	const bar = "The bar is the rate at which the prompt is read, the TTFT the wait for the first token of the answer."
	switch m {
	case bundle.DecodeWarmup:
		return bar + " Measured by the request that fills the prompt cache before decode."
	case bundle.Standalone:
		return bar + " Measured by requests of its own."
	case bundle.EngineInternal:
		return "The bar is the rate at which the engine itself reads a prompt, without a server or a network in between."
	}
	return bar
}
