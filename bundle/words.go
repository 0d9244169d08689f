package bundle

import "strings"

type (
	// Completeness says whether a run did all that it meant to.
	Completeness string
	// Origin says how a bundle came to be.
	Origin string
	// HardwareType is the kind of memory that the model lay in.
	HardwareType string
	// DecodeTest is what ended a decode measurement.
	DecodeTest string
	// PrefillMode is how prefill was measured.
	PrefillMode string
	// Prompts says whether the requests of a cell sent the same prompt.
	Prompts string
	// Status is what became of a row.
	Status string
	// Cause is the word for programs beside a status. Readers show an unknown one as text.
	Cause string
	// Arrival is the pattern in which serving requests arrive.
	Arrival string
	// TokenSource is what output tokens were counted by.
	TokenSource string
	// Throttle is a reason for which a GPU lowered its clock.
	Throttle string
)

const (
	Complete Completeness = "complete"
	Partial  Completeness = "partial"

	Measured    Origin = "measured"
	Converted   Origin = "converted"
	Transcribed Origin = "transcribed"
	Manual      Origin = "manual"

	DiscreteGPU   HardwareType = "discrete_gpu"
	UnifiedMemory HardwareType = "unified_memory"
	CPU           HardwareType = "cpu"
	OtherHardware HardwareType = "other"

	FixedDuration DecodeTest = "fixed_duration"
	FixedRequests DecodeTest = "fixed_requests"
	FixedTokens   DecodeTest = "fixed_tokens"

	DecodeWarmup   PrefillMode = "decode_warmup"
	Standalone     PrefillMode = "standalone"
	EngineInternal PrefillMode = "engine_internal"

	Shared   Prompts = "shared"
	Distinct Prompts = "distinct"

	Valid        Status = "valid"
	Queued       Status = "queued"
	OverCapacity Status = "over_capacity"
	NotRun       Status = "not_run"
	Failed       Status = "failed"
	Invalid      Status = "invalid"

	KVCache      Cause = "kv_cache"
	ContextLimit Cause = "context_limit"
	Refused      Cause = "refused"

	RunningLimit Cause = "running_limit"
	Skipped      Cause = "skipped"
	Interrupted  Cause = "interrupted"

	HTTPError    Cause = "http_error"
	StreamBroken Cause = "stream_broken"
	Timeout      Cause = "timeout"
	NotDrained   Cause = "not_drained"
	ServerGone   Cause = "server_gone"

	RepetitionLoop  Cause = "repetition_loop"
	ShortOutputs    Cause = "short_outputs"
	TruncatedPrompt Cause = "truncated_prompt"
	CachedPrefill   Cause = "cached_prefill"
	BufferedStream  Cause = "buffered_stream"
	ClientLimit     Cause = "client_limit"
	OtherTraffic    Cause = "other_traffic"
	WrongModel      Cause = "wrong_model"

	ClosedLoop Arrival = "closed_loop"
	Constant   Arrival = "constant"
	Poisson    Arrival = "poisson"
	Unlimited  Arrival = "unlimited"

	UsageEachChunk  TokenSource = "usage_each_chunk"
	UsageFinalRatio TokenSource = "usage_final_ratio"
	Chunks          TokenSource = "chunks"
	EngineCount     TokenSource = "engine"

	PowerCap         Throttle = "power_cap"
	Thermal          Throttle = "thermal"
	HardwareSlowdown Throttle = "hardware_slowdown"
	PowerBrake       Throttle = "power_brake"
)

func (c Cause) isWord() bool {
	return strings.Trim(string(c), "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

func wordsOf[W ~string](ws ...W) []string {
	list := make([]string, len(ws))
	for i, w := range ws {
		list[i] = string(w)
	}
	return list
}

func (Completeness) Words() []string { return wordsOf(Complete, Partial) }
func (Origin) Words() []string       { return wordsOf(Measured, Converted, Transcribed, Manual) }
func (HardwareType) Words() []string {
	return wordsOf(DiscreteGPU, UnifiedMemory, CPU, OtherHardware)
}
func (DecodeTest) Words() []string  { return wordsOf(FixedDuration, FixedRequests, FixedTokens) }
func (PrefillMode) Words() []string { return wordsOf(DecodeWarmup, Standalone, EngineInternal) }
func (Prompts) Words() []string     { return wordsOf(Shared, Distinct) }
func (Status) Words() []string {
	return wordsOf(Valid, Queued, OverCapacity, NotRun, Failed, Invalid)
}
func (Arrival) Words() []string { return wordsOf(ClosedLoop, Constant, Poisson, Unlimited) }
func (TokenSource) Words() []string {
	return wordsOf(UsageEachChunk, UsageFinalRatio, Chunks, EngineCount)
}
func (Throttle) Words() []string {
	return wordsOf(PowerCap, Thermal, HardwareSlowdown, PowerBrake)
}

// Causes are the words of today for a status, nil for one that has no cause.
func (s Status) Causes() []Cause {
	switch s {
	case OverCapacity:
		return []Cause{KVCache, ContextLimit, Refused}
	case NotRun:
		return []Cause{RunningLimit, Skipped, Interrupted}
	case Failed:
		return []Cause{HTTPError, StreamBroken, Timeout, NotDrained, ServerGone}
	case Invalid:
		return []Cause{RepetitionLoop, ShortOutputs, TruncatedPrompt, CachedPrefill, BufferedStream, ClientLimit, OtherTraffic, WrongModel}
	}
	return nil
}

// HasRate tells whether rows of this status carry a speed that may be shown as one.
func (s Status) HasRate() bool { return s == Valid || s == Queued }
