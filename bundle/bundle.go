// Package bundle is the format of one measurement run: a JSON file that holds the
// hardware, the engine, the launch command and every measured cell.
//
// Units stand in the keys: seconds (_s), bytes, tokens, watts (_w), joules (_j),
// hertz (_hz), degrees Celsius (_c). A pointer that is nil, an empty string or an
// empty list means "unknown"; the number 0 is a measurement. docs/format.md
// describes every field.
package bundle

import "encoding/json"

// Version is the format version that this package writes, and the newest that it reads.
const Version = 1

// Bundle is one run.
//
// A key without omitempty is required. The order of the fields is the order in the file.
type Bundle struct {
	Speedmatrix int             `json:"speedmatrix"`
	Run         string          `json:"run,omitempty"`
	Status      Completeness    `json:"status"`
	Origin      Origin          `json:"origin"`
	Started     Time            `json:"started,omitempty"`
	Finished    Time            `json:"finished,omitempty"`
	Label       string          `json:"label,omitempty"`
	Notice      string          `json:"notice,omitempty"`
	Tool        Tool            `json:"tool"`
	Sources     []Source        `json:"sources,omitempty"`
	Guessed     []string        `json:"guessed,omitempty"`
	Contributor string          `json:"contributor,omitempty"`
	License     string          `json:"license,omitempty"`
	Model       Model           `json:"model"`
	Hardware    *Hardware       `json:"hardware,omitempty"`
	Engine      *Engine         `json:"engine,omitempty"`
	Launch      *Launch         `json:"launch,omitempty"`
	Method      *Method         `json:"method,omitempty"`
	Prefill     []PrefillRow    `json:"prefill,omitempty"`
	Decode      []DecodeRow     `json:"decode,omitempty"`
	Serving     []ServingRow    `json:"serving,omitempty"`
	Extra       json.RawMessage `json:"extra,omitempty"`
}

// Tool is the program that made the measurements.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// Source is a file that a converted bundle was made from.
type Source struct {
	Format string `json:"format,omitempty"`
	File   string `json:"file,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
}

// Model is what was served. Name is the short name that pages show.
type Model struct {
	Name       string `json:"name"`
	ServedName string `json:"served_name,omitempty"`
	Revision   string `json:"revision,omitempty"`
}

// Hardware is the machine, or each of Nodes equal machines, that ran the engine.
type Hardware struct {
	Type        HardwareType `json:"type,omitempty"`
	Nodes       *int64       `json:"nodes,omitempty"`
	GPUs        []GPU        `json:"gpus,omitempty"`
	Driver      string       `json:"driver,omitempty"`
	CPU         string       `json:"cpu,omitempty"`
	MemoryBytes *int64       `json:"memory_bytes,omitempty"`
	OS          string       `json:"os,omitempty"`
}

// GPU is one kind of GPU. MemoryBytes and PowerLimitW are those of one card, Count is over all nodes.
type GPU struct {
	Name        string   `json:"name,omitempty"`
	Count       *int64   `json:"count,omitempty"`
	MemoryBytes *int64   `json:"memory_bytes,omitempty"`
	PowerLimitW *float64 `json:"power_limit_w,omitempty"`
	Link        string   `json:"link,omitempty"`
}

// Engine is the inference server.
type Engine struct {
	Name         string       `json:"name,omitempty"`
	Version      string       `json:"version,omitempty"`
	Quantization string       `json:"quantization,omitempty"`
	KVCacheType  string       `json:"kv_cache_type,omitempty"`
	Backend      string       `json:"backend,omitempty"`
	Repository   string       `json:"repository,omitempty"`
	Build        string       `json:"build,omitempty"`
	Commit       string       `json:"commit,omitempty"`
	Parallelism  *Parallelism `json:"parallelism,omitempty"`
	Speculation  *Speculation `json:"speculation,omitempty"`
	Limits       *Limits      `json:"limits,omitempty"`
}

// Parallelism counts ranks of each kind.
type Parallelism struct {
	Tensor   *int64 `json:"tensor,omitempty"`
	Pipeline *int64 `json:"pipeline,omitempty"`
	Data     *int64 `json:"data,omitempty"`
	Expert   *int64 `json:"expert,omitempty"`
}

// Speculation is the setting of speculative decoding.
type Speculation struct {
	Method      string `json:"method,omitempty"`
	DraftModel  string `json:"draft_model,omitempty"`
	DraftTokens *int64 `json:"draft_tokens,omitempty"`
}

// Limits are what the server said it can hold.
type Limits struct {
	ContextTokens   *int64 `json:"context_tokens,omitempty"`
	KVCacheTokens   *int64 `json:"kv_cache_tokens,omitempty"`
	RunningRequests *int64 `json:"running_requests,omitempty"`
}

// Launch is how the server was started, secrets and home paths taken out.
type Launch struct {
	Command     string            `json:"command,omitempty"`
	Environment map[string]string `json:"environment,omitempty"`
}

// Method is how the run was measured.
type Method struct {
	DecodeTest        DecodeTest  `json:"decode_test,omitempty"`
	PrefillMode       PrefillMode `json:"prefill_mode,omitempty"`
	Prompts           Prompts     `json:"prompts,omitempty"`
	Endpoint          string      `json:"endpoint,omitempty"`
	DurationS         *float64    `json:"duration_s,omitempty"`
	MaxOutputTokens   *int64      `json:"max_output_tokens,omitempty"`
	Repeats           *int64      `json:"repeats,omitempty"`
	IgnoreEOS         *bool       `json:"ignore_eos,omitempty"`
	Temperature       *float64    `json:"temperature,omitempty"`
	Contexts          []int64     `json:"contexts,omitempty"`
	Concurrencies     []int64     `json:"concurrencies,omitempty"`
	PrefillContexts   []int64     `json:"prefill_contexts,omitempty"`
	DroppedParameters []string    `json:"dropped_parameters,omitempty"`
	TLSVerified       *bool       `json:"tls_verified,omitempty"`
}

// PrefillRow is one row of prompt processing. DepthTokens were in the cache by design; a cold row has 0 or none.
type PrefillRow struct {
	ContextTokens      int64           `json:"context_tokens"`
	Concurrency        *int64          `json:"concurrency,omitempty"`
	Status             Status          `json:"status"`
	Cause              Cause           `json:"cause,omitempty"`
	Reason             string          `json:"reason,omitempty"`
	Started            Time            `json:"started,omitempty"`
	PromptTokens       *int64          `json:"prompt_tokens,omitempty"`
	DepthTokens        *int64          `json:"depth_tokens,omitempty"`
	CachedTokens       *int64          `json:"cached_tokens,omitempty"`
	Requests           *int64          `json:"requests,omitempty"`
	PromptTokPerS      *float64        `json:"prompt_tok_per_s,omitempty"`
	TTFT               *Latency        `json:"ttft,omitempty"`
	ServerPromptTokens *int64          `json:"server_prompt_tokens,omitempty"`
	Warnings           []Warning       `json:"warnings,omitempty"`
	Extra              json.RawMessage `json:"extra,omitempty"`
}

// DecodeRow is one cell of the matrix: sustained generation at a context length and a number of simultaneous requests.
type DecodeRow struct {
	ContextTokens     int64             `json:"context_tokens"`
	Concurrency       int64             `json:"concurrency"`
	Status            Status            `json:"status"`
	Cause             Cause             `json:"cause,omitempty"`
	Reason            string            `json:"reason,omitempty"`
	Started           Time              `json:"started,omitempty"`
	MeasuredS         *float64          `json:"measured_s,omitempty"`
	OutputTokens      *int64            `json:"output_tokens,omitempty"`
	OutputTokPerS     *float64          `json:"output_tok_per_s,omitempty"`
	RequestTokPerS    *float64          `json:"request_tok_per_s,omitempty"`
	ActiveRequests    *float64          `json:"active_requests,omitempty"`
	CompletedRequests *int64            `json:"completed_requests,omitempty"`
	PromptTokens      *int64            `json:"prompt_tokens,omitempty"`
	CachedTokens      *int64            `json:"cached_tokens,omitempty"`
	TTFT              *Latency          `json:"ttft,omitempty"`
	RestartTTFT       *Latency          `json:"restart_ttft,omitempty"`
	TPOT              *Latency          `json:"tpot,omitempty"`
	ITL               *Latency          `json:"itl,omitempty"`
	E2E               *Latency          `json:"e2e,omitempty"`
	TokensBySecond    []int64           `json:"tokens_by_second,omitempty"`
	Repeats           []Repeat          `json:"repeats,omitempty"`
	Speculation       *SpeculationCount `json:"speculation,omitempty"`
	Telemetry         *Telemetry        `json:"telemetry,omitempty"`
	Evidence          *Evidence         `json:"evidence,omitempty"`
	Warnings          []Warning         `json:"warnings,omitempty"`
	Extra             json.RawMessage   `json:"extra,omitempty"`
}

// ServingRow is one run of a request mix: requests that arrive by a pattern, as users would send them.
type ServingRow struct {
	Status                 Status            `json:"status"`
	Cause                  Cause             `json:"cause,omitempty"`
	Reason                 string            `json:"reason,omitempty"`
	Arrival                Arrival           `json:"arrival,omitempty"`
	RequestRateTargetPerS  *float64          `json:"request_rate_target_per_s,omitempty"`
	MaxConcurrency         *int64            `json:"max_concurrency,omitempty"`
	MeanConcurrency        *float64          `json:"mean_concurrency,omitempty"`
	Started                Time              `json:"started,omitempty"`
	MeasuredS              *float64          `json:"measured_s,omitempty"`
	InputTokensPerRequest  *Lengths          `json:"input_tokens_per_request,omitempty"`
	OutputTokensPerRequest *Lengths          `json:"output_tokens_per_request,omitempty"`
	CompletedRequests      *int64            `json:"completed_requests,omitempty"`
	FailedRequests         *int64            `json:"failed_requests,omitempty"`
	InputTokens            *int64            `json:"input_tokens,omitempty"`
	OutputTokens           *int64            `json:"output_tokens,omitempty"`
	RequestPerS            *float64          `json:"request_per_s,omitempty"`
	OutputTokPerS          *float64          `json:"output_tok_per_s,omitempty"`
	TTFT                   *Latency          `json:"ttft,omitempty"`
	TPOT                   *Latency          `json:"tpot,omitempty"`
	ITL                    *Latency          `json:"itl,omitempty"`
	E2E                    *Latency          `json:"e2e,omitempty"`
	Speculation            *SpeculationCount `json:"speculation,omitempty"`
	Telemetry              *Telemetry        `json:"telemetry,omitempty"`
	Warnings               []Warning         `json:"warnings,omitempty"`
	Extra                  json.RawMessage   `json:"extra,omitempty"`
}

// Latency is a distribution of seconds. At most one of SamplesS (sorted, at most MaxSamples)
// and HistogramS is set. Percentiles of samples are linear between ranks.
type Latency struct {
	Count      *int64       `json:"count,omitempty"`
	MeanS      *float64     `json:"mean_s,omitempty"`
	MedianS    *float64     `json:"median_s,omitempty"`
	P90S       *float64     `json:"p90_s,omitempty"`
	P95S       *float64     `json:"p95_s,omitempty"`
	P99S       *float64     `json:"p99_s,omitempty"`
	MinS       *float64     `json:"min_s,omitempty"`
	MaxS       *float64     `json:"max_s,omitempty"`
	SamplesS   []float64    `json:"samples_s,omitempty"`
	HistogramS [][2]float64 `json:"histogram_s,omitempty"`
}

// Lengths of one request, in tokens.
type Lengths struct {
	Target *float64 `json:"target,omitempty"`
	Mean   *float64 `json:"mean,omitempty"`
}

// Repeat is one of several windows of a cell.
type Repeat struct {
	Started      Time     `json:"started,omitempty"`
	MeasuredS    *float64 `json:"measured_s,omitempty"`
	OutputTokens *int64   `json:"output_tokens,omitempty"`
}

// SpeculationCount counts speculative decoding in a window: accepted / drafted is the acceptance,
// output tokens / steps the tokens a step.
type SpeculationCount struct {
	Steps          *int64 `json:"steps,omitempty"`
	DraftedTokens  *int64 `json:"drafted_tokens,omitempty"`
	AcceptedTokens *int64 `json:"accepted_tokens,omitempty"`
}

// Telemetry is what the machine reported during a window. Power and energy are over all GPUs.
type Telemetry struct {
	Source                 string     `json:"source,omitempty"`
	GPUPowerMeanW          *float64   `json:"gpu_power_mean_w,omitempty"`
	GPUPowerMaxW           *float64   `json:"gpu_power_max_w,omitempty"`
	GPUEnergyJPerOutputTok *float64   `json:"gpu_energy_j_per_output_token,omitempty"`
	GPUTemperatureMaxC     *float64   `json:"gpu_temperature_max_c,omitempty"`
	GPUClockMeanHz         *float64   `json:"gpu_clock_mean_hz,omitempty"`
	GPUMemoryUsedBytes     *int64     `json:"gpu_memory_used_bytes,omitempty"`
	Throttled              []Throttle `json:"throttled,omitempty"`
	CPUShare               *float64   `json:"cpu_share,omitempty"`
}

// Evidence is why a cell's speed is believed.
type Evidence struct {
	TokenSource        TokenSource `json:"token_source,omitempty"`
	Chunks             *int64      `json:"chunks,omitempty"`
	ServerOutputTokens *int64      `json:"server_output_tokens,omitempty"`
	ServerRunningMean  *float64    `json:"server_running_mean,omitempty"`
	ServerWaitingShare *float64    `json:"server_waiting_share,omitempty"`
	ClientLagP99S      *float64    `json:"client_lag_p99_s,omitempty"`
}

// Warning is a reservation about a row: a word for programs, a sentence for people.
type Warning struct {
	Code string `json:"code,omitempty"`
	Text string `json:"text,omitempty"`
}
