package bundle_test

import "testing"

// badRules are values of the right type that cannot be true.
var badRules = []bad{
	{name: "words", edits: []string{`"complete"`, `"done"`, `"manual"`, `"Manual"`, `"nodes"`, `"type": "gpu", "nodes"`, `"contexts"`, `"decode_test": "a", "prefill_mode": "b", "prompts": "c", "contexts"`}, want: []string{
		`status: "done" is none of complete, partial (line 3)`,
		`origin: "Manual" is none of measured, converted, transcribed, manual (line 4)`,
		`hardware.type: "gpu" is none of discrete_gpu, unified_memory, cpu, other (line 7)`,
		`method.decode_test: "a" is none of fixed_duration, fixed_requests, fixed_tokens (line 9)`,
		`method.prefill_mode: "b" is none of decode_warmup, standalone, engine_internal (line 9)`,
		`method.prompts: "c" is none of shared, distinct (line 9)`}},
	{name: "words of rows", edits: []string{`"not_run"}`, `"not run", "evidence": {"token_source": "x"}, "telemetry": {"throttled": ["power_cap", "y"]}}`, `"output_tok_per_s": 100}
  ]`, `"output_tok_per_s": 100, "arrival": "z"}
  ]`}, want: []string{
		`decode[1].status: "not run" is none of valid, queued, over_capacity, not_run, failed, invalid (line 16)`,
		`decode[1].telemetry.throttled[1]: "y" is none of power_cap, thermal, hardware_slowdown, power_brake (line 16)`,
		`decode[1].evidence.token_source: "x" is none of usage_each_chunk, usage_final_ratio, chunks, engine (line 16)`,
		`serving[0].arrival: "z" is none of closed_loop, constant, poisson, unlimited (line 19)`}},
	{name: "run", edits: []string{`"tool"`, `"run": "7F3C9A2E41D0B856", "tool"`}, want: []string{`run: "7F3C9A2E41D0B856": 16 hexadecimal digits in lower case are expected (line 5)`}},
	{name: "times", edits: []string{`"tool"`, `"started": "21.10.2026", "finished": "2026-10-21T14:03:22+02:00", "tool"`}, want: []string{
		`started: "21.10.2026": not an RFC 3339 time in UTC nor a date (line 5)`, `finished: "2026-10-21T14:03:22+02:00": not in UTC (it must end with Z) (line 5)`}},
	{name: "times that package time takes", edits: []string{`"tool"`, `"started": "2026-10-21T4:03:22Z", "finished": "2026-10-21T14:03:22,5Z", "tool"`}, want: []string{
		`started: "2026-10-21T4:03:22Z": not an RFC 3339 time in UTC nor a date (line 5)`, `finished: "2026-10-21T14:03:22,5Z": not an RFC 3339 time in UTC nor a date (line 5)`}},
	{name: "no such day", edits: []string{`"tool"`, `"started": "2026-02-30", "tool"`}, want: []string{`started: "2026-02-30": not an RFC 3339 time in UTC nor a date (line 5)`}},
	{name: "finished before started", edits: []string{`"tool"`, `"started": "2026-10-21T14:03:22Z", "finished": "2026-10-21T14:03:21.9Z", "tool"`}, want: []string{"finished: before started (line 5)"}},
	{name: "finished the day before", edits: []string{`"tool"`, `"started": "2026-10-21T14:03:22Z", "finished": "2026-10-20", "tool"`}, want: []string{"finished: before started (line 5)"}},
	{name: "finished on the day", edits: []string{`"tool"`, `"started": "2026-10-21T14:03:22Z", "finished": "2026-10-21", "tool"`}},
	{name: "converted from nothing", edits: []string{`"manual"`, `"converted"`}, want: []string{"sources: missing: a converted bundle names what it was made from (line 1)"}},
	{name: "converted", edits: []string{`"manual"`, `"converted", "sources": [{"file": "a", "sha256": "abc"}]`}, want: []string{"sources[0].sha256: warning: not the 64 hexadecimal digits of a SHA-256 (line 4)"}},
	{name: "guessed", edits: []string{`"tool"`, `"guessed": ["engine.limits.context_tokens", "hardware.gpus[0].link", "launch.environment.A", "extra.vllm", "decode[].ttft.p99_s", "engine.colour", "model.name.x"], "tool"`}, want: []string{
		`guessed[5]: warning: "engine.colour" is no key of a bundle (line 5)`, `guessed[6]: warning: "model.name.x" is no key of a bundle (line 5)`}},
	{name: "nothing in it", text: `{"speedmatrix": 1, "status": "complete", "origin": "manual", "tool": {"name": "t"}, "model": {"name": "m"}}`, want: []string{
		"status: complete, but without any row in prefill, decode or serving (line 1)"}},
	{name: "nothing in it yet", text: `{"speedmatrix": 1, "status": "partial", "origin": "manual", "tool": {"name": "t"}, "model": {"name": "m"}}`},

	{name: "negative", edits: []string{"0.5", "-0.5", "[1, 2]", "[1, 2, -3]", `"nodes": 1`, `"nodes": -2`}, want: []string{
		"hardware.nodes: negative (line 7)", "method.concurrencies[2]: negative (line 9)", "decode[0].ttft.median_s: negative (line 15)"}},
	{name: "-1 for unknown", edits: []string{"0.5", "-1", `"nodes": 1`, `"nodes": -1`}, want: []string{
		"hardware.nodes: -1: leave the key out where a value is unknown (line 7)", "decode[0].ttft.median_s: -1: leave the key out where a value is unknown (line 15)"}},
	{name: "absurd", edits: []string{"0.5", "1e300"}, want: []string{"decode[0].ttft.median_s: 1e+300 is absurd: at most 2592000 is allowed (line 15)"}},
	{name: "0 where 1 is least", edits: []string{`"nodes": 1`, `"nodes": 0`, `"count": 2`, `"count": 0`, "[1, 2]", "[0, 1, 2]", `"prompt_tok_per_s": 100`, `"prompt_tok_per_s": 100, "concurrency": 0`, `"concurrency": 2`, `"concurrency": 0`, `{"status": "valid", `, `{"status": "valid", "max_concurrency": 0, `}, want: []string{
		"hardware.nodes: at least 1 is expected, not 0 (line 7)", "hardware.gpus[0].count: 0: leave the entry out (line 7)",
		"method.concurrencies[0]: at least 1 is expected, not 0 (line 9)", "prefill[0].concurrency: at least 1 is expected, not 0 (line 11)",
		"decode[1].concurrency: at least 1 is expected, not 0 (line 16)", "serving[0].max_concurrency: at least 1 is expected, not 0 (line 19)"}},
	{name: "0 is a measurement", edits: []string{`"output_tok_per_s": 100,`, `"output_tok_per_s": 0, "output_tokens": 0, "measured_s": 0, "completed_requests": 0,`, "0.5", "-0.0"}},

	{name: "grid", edits: []string{"[8192, 16384]", "[8192, 8192]", "[1, 2]", "[1, 2, 1]", "[8192]", "[0, 0]"}, want: []string{
		"method.contexts[1]: 8192 stands here twice (line 9)", "method.concurrencies[2]: 1 stands here twice (line 9)", "method.prefill_contexts[1]: 0 stands here twice (line 9)",
		"prefill[0].context_tokens: 8192 is outside the declared grid (line 11)"}},
	{name: "outside the grid", edits: []string{`{"context_tokens": 8192, "concurrency": 2`, `{"context_tokens": 9000, "concurrency": 3`}, want: []string{
		"decode[1].context_tokens: 9000 is outside the declared grid (line 16)", "decode[1].concurrency: 3 is outside the declared grid (line 16)"}},
	{name: "depth is outside of the declared series", edits: []string{`{"context_tokens": 8192, "status"`, `{"context_tokens": 512, "depth_tokens": 4096, "status"`}},
	{name: "no declaration", edits: []string{`{"contexts": [8192, 16384], "concurrencies": [1, 2], "prefill_contexts": [8192]}`, "{}"}},
	{name: "cell twice", edits: []string{`"concurrency": 2, "status"`, `"concurrency": 1, "status"`}, want: []string{"decode[1]: the same context and concurrency as decode[0] (line 16)"}},
	{name: "prefill row twice", edits: []string{`"prompt_tok_per_s": 100}`, `"prompt_tok_per_s": 100}, {"context_tokens": 8192, "concurrency": 1, "depth_tokens": 0, "status": "not_run"},
    {"context_tokens": 8192, "concurrency": 2, "status": "not_run"}, {"context_tokens": 8192, "depth_tokens": 1, "status": "not_run"}`}, want: []string{
		"prefill[1]: the same depth, context and concurrency as prefill[0] (line 11)"}},

	{name: "no rate", edits: []string{`, "prompt_tok_per_s": 100`, "", `, "output_tok_per_s": 100`, "", `{"status": "valid", "output_tok_per_s": 100}`, `{"status": "queued"}`}, want: []string{
		"prefill[0].prompt_tok_per_s: missing: a row that is valid has its rate (line 11)", "decode[0].output_tok_per_s: missing: a row that is valid has its rate (line 14)",
		"serving[0].output_tok_per_s: missing: a row that is queued has its rate (line 19)"}},
	{name: "another rate", edits: []string{`{"status": "valid", "output_tok_per_s": 100}`, `{"status": "valid", "request_per_s": 3}`}},
	{name: "rate without measurement", edits: []string{`"not_run"`, `"not_run", "output_tok_per_s": 1`, `"valid", "prompt_tok_per_s"`, `"over_capacity", "prompt_tok_per_s"`}, want: []string{
		"prefill[0].prompt_tok_per_s: warning: not shown: the row is over_capacity (line 11)", "decode[1].output_tok_per_s: warning: not shown: the row is not_run (line 16)"}},
	{name: "no cause", edits: []string{`"not_run"`, `"failed"`, `"valid", "prompt_tok_per_s": 100`, `"invalid", "reason": "r"`}, want: []string{
		"prefill[0].cause: missing: a row that is invalid has one (line 11)",
		"decode[1].cause: missing: a row that is failed has one (line 16)", "decode[1].reason: missing: a row that is failed has one (line 16)"}},
	{name: "cause of another status", edits: []string{`"not_run"`, `"not_run", "cause": "kv_cache"`, `"valid", "prompt_tok_per_s"`, `"valid", "cause": "skipped", "prompt_tok_per_s"`}, want: []string{
		"prefill[0].cause: warning: a row that is valid has none (line 11)", "decode[1].cause: warning: kv_cache belongs to over_capacity, not to not_run (line 16)"}},
	{name: "cause of a later version", edits: []string{`"not_run"`, `"not_run", "cause": "sun_spots_2"`}, want: []string{`decode[1].cause: warning: "sun_spots_2" is a word that this version does not know (line 16)`}},
	{name: "cause that is no word", edits: []string{`"not_run"`, `"not_run", "cause": "Sun spots"`}, want: []string{`decode[1].cause: "Sun spots": a cause is a word of lower-case letters, digits and _ (line 16)`}},

	{name: "rate is not the quotient", edits: []string{`"output_tok_per_s": 100,`, `"output_tok_per_s": 100.51, "output_tokens": 1000, "measured_s": 10,`, `{"status": "valid", "output_tok_per_s": 100}`, `{"status": "valid", "output_tok_per_s": 99.49, "output_tokens": 1000, "measured_s": 10}`}, want: []string{
		"decode[0].output_tok_per_s: warning: 100.51, but 1000 tokens in 10 s make 100 (line 14)", "serving[0].output_tok_per_s: warning: 99.49, but 1000 tokens in 10 s make 100 (line 19)"}},
	{name: "rate is the quotient", edits: []string{`"output_tok_per_s": 100,`, `"output_tok_per_s": 100.49, "output_tokens": 1000, "measured_s": 10,`}},
	{name: "measured rate is not the quotient", edits: []string{`"manual"`, `"measured"`, `"output_tok_per_s": 100,`, `"output_tok_per_s": 100.51, "output_tokens": 1000, "measured_s": 10,`}, want: []string{
		"decode[0].output_tok_per_s: 100.51, but 1000 tokens in 10 s make 100 (line 14)"}},
	{name: "speed of an invalid row need not agree", edits: []string{`"valid", "output_tok_per_s": 100,`, `"invalid", "cause": "client_limit", "reason": "r", "output_tok_per_s": 5, "output_tokens": 1000, "measured_s": 10,`}},
	{name: "request rate and tpot", edits: []string{`"ttft"`, `"request_tok_per_s": 100, "tpot": {"median_s": 0.0106}, "ttft"`}, want: []string{
		"decode[0].request_tok_per_s: warning: times the median tpot makes 1.06, not about 1 (line 15)"}},
	{name: "request rate and tpot agree", edits: []string{`"ttft"`, `"request_tok_per_s": 100, "tpot": {"median_s": 0.0104}, "ttft"`}},
	{name: "more cached than sent", edits: []string{`"ttft"`, `"prompt_tokens": 5, "cached_tokens": 6, "ttft"`, `"prompt_tok_per_s"`, `"prompt_tokens": 5, "cached_tokens": 6, "prompt_tok_per_s"`}, want: []string{
		"prefill[0].cached_tokens: more than prompt_tokens (line 11)", "decode[0].cached_tokens: more than prompt_tokens (line 15)"}},
	{name: "more accepted than drafted", edits: []string{`"ttft"`, `"speculation": {"drafted_tokens": 5, "accepted_tokens": 6}, "ttft"`, `{"status": "valid", `, `{"speculation": {"drafted_tokens": 5, "accepted_tokens": 6}, "status": "valid", `}, want: []string{
		"decode[0].speculation.accepted_tokens: more than drafted_tokens (line 15)", "serving[0].speculation.accepted_tokens: more than drafted_tokens (line 19)"}},
	{name: "one window", edits: []string{`"ttft"`, `"repeats": [{"measured_s": 30}], "ttft"`}, want: []string{"decode[0].repeats: one window is the row itself: two or more are expected (line 15)"}},
	{name: "sums of windows", edits: []string{`"output_tok_per_s": 100,`, `"output_tok_per_s": 100, "measured_s": 60.001, "output_tokens": 6000,`, `"ttft"`, `"repeats": [{"measured_s": 30, "output_tokens": 3000}, {"measured_s": 30, "output_tokens": 3001}], "ttft"`}, want: []string{
		"decode[0].measured_s: 60.001, but the repeats make 60 (line 14)", "decode[0].output_tokens: 6000, but the repeats make 6001 (line 14)"}},
	{name: "windows that say less", edits: []string{`"output_tok_per_s": 100,`, `"output_tok_per_s": 100, "measured_s": 60, "output_tokens": 6000,`, `"ttft"`, `"repeats": [{"measured_s": 30}, {"output_tokens": 3001}], "ttft"`}},
	{name: "private", edits: []string{`"A": "1"`, `"API_KEY": "opensesame", "B": "/home/alice"`, `"environment"`, `"command": "serve --host 192.168.1.5", "environment"`, `"tool"`, `"label": "sk-0123456789abcdefgh", "tool"`}, want: []string{
		"label: warning: looks like a secret (line 5)", "launch.command: warning: looks like a private address (line 8)",
		"launch.environment.API_KEY: warning: looks like a secret (line 8)", "launch.environment.B: warning: looks like a home path (line 8)"}},
}

func TestRules(t *testing.T) { check(t, badRules) }
