package bundle

// IndexVersion is the version of index.json.
const IndexVersion = 1

// Index is the list of a site's results, index.json, for programs.
type Index struct {
	SpeedmatrixIndex int          `json:"speedmatrix_index"`
	Results          []IndexEntry `json:"results"`
}

// IndexEntry is one result. Page, Bundle and CSV are addresses relative to index.json. The best
// figures are those of valid cells only; one that is unknown is absent.
type IndexEntry struct {
	ID                     string   `json:"id"`
	Page                   string   `json:"page"`
	Bundle                 string   `json:"bundle"`
	CSV                    string   `json:"csv"`
	Started                Time     `json:"started,omitempty"`
	Label                  string   `json:"label,omitempty"`
	Model                  string   `json:"model"`
	Hardware               string   `json:"hardware,omitempty"`
	GPU                    string   `json:"gpu,omitempty"`
	GPUCount               int64    `json:"gpu_count,omitempty"`
	Engine                 string   `json:"engine,omitempty"`
	EngineVersion          string   `json:"engine_version,omitempty"`
	Quantization           string   `json:"quantization,omitempty"`
	BestRequestTokPerS     *float64 `json:"best_request_tok_per_s,omitempty"`
	BestTotalTokPerS       *float64 `json:"best_total_tok_per_s,omitempty"`
	BestTotalContextTokens *int64   `json:"best_total_context_tokens,omitempty"`
	BestTotalConcurrency   *int64   `json:"best_total_concurrency,omitempty"`
	BestPrefillTokPerS     *float64 `json:"best_prefill_tok_per_s,omitempty"`
}
