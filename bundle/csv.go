package bundle

import (
	"encoding/csv"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// The columns of a CSV file. Their order is for ever; a new one comes at the end. A name of several
// keys is a way through objects: ttft_median_s is ttft.median_s.
var csvColumns = []struct{ name, path string }{
	{"context_tokens", ""}, {"concurrency", ""}, {"status", ""}, {"cause", ""}, {"reason", ""},
	{"output_tok_per_s", ""}, {"request_tok_per_s", ""},
	{"ttft_median_s", "ttft.median_s"}, {"ttft_p99_s", "ttft.p99_s"}, {"tpot_median_s", "tpot.median_s"},
	{"active_requests", ""}, {"completed_requests", ""}, {"output_tokens", ""}, {"measured_s", ""},
	{"prompt_tok_per_s", ""}, {"prompt_tokens", ""}, {"depth_tokens", ""}, {"cached_tokens", ""}, {"requests", ""},
	{"ttft_p90_s", "ttft.p90_s"}, {"tpot_p90_s", "tpot.p90_s"}, {"tpot_p99_s", "tpot.p99_s"},
	{"itl_median_s", "itl.median_s"}, {"itl_p90_s", "itl.p90_s"}, {"itl_p99_s", "itl.p99_s"}, {"itl_max_s", "itl.max_s"},
	{"e2e_median_s", "e2e.median_s"}, {"e2e_p99_s", "e2e.p99_s"},
	{"arrival", ""}, {"request_rate_target_per_s", ""}, {"max_concurrency", ""}, {"mean_concurrency", ""},
	{"input_tokens_per_request_mean", "input_tokens_per_request.mean"}, {"output_tokens_per_request_mean", "output_tokens_per_request.mean"},
	{"failed_requests", ""}, {"input_tokens", ""}, {"request_per_s", ""},
	{"gpu_power_mean_w", "telemetry.gpu_power_mean_w"}, {"gpu_energy_j_per_output_token", "telemetry.gpu_energy_j_per_output_token"},
	{"accepted_tokens", "speculation.accepted_tokens"}, {"drafted_tokens", "speculation.drafted_tokens"},
	{"token_source", "evidence.token_source"}, {"started", ""},
}

// WriteCSV writes a bundle's rows as they stand in it: a head, then one line a row, the phase
// (prefill, decode, serving) first. An unknown value is empty. Numbers are those of the JSON; a text
// that a spreadsheet would run as a formula gets an apostrophe before it.
func WriteCSV(w io.Writer, b *Bundle) error {
	out := csv.NewWriter(w)
	head := []string{"phase"}
	for _, c := range csvColumns {
		head = append(head, c.name)
	}
	if err := out.Write(head); err != nil {
		return err
	}
	write := func(phase string, rows reflect.Value) error {
		for i := range rows.Len() {
			line := []string{phase}
			for _, c := range csvColumns {
				path := c.path
				if path == "" {
					path = c.name
				}
				line = append(line, csvField(rows.Index(i), path))
			}
			if err := out.Write(line); err != nil {
				return err
			}
		}
		return nil
	}
	for _, list := range []struct {
		phase string
		rows  any
	}{{"prefill", b.Prefill}, {"decode", b.Decode}, {"serving", b.Serving}} {
		if err := write(list.phase, reflect.ValueOf(list.rows)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func csvField(v reflect.Value, path string) string {
	for step := range strings.SplitSeq(path, ".") {
		v = fieldByKey(v, step)
		if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
			return ""
		}
		v = reflect.Indirect(v)
	}
	switch v.Kind() {
	case reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	}
	s := v.String()
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		s = "'" + s
	}
	return s
}

func fieldByKey(v reflect.Value, name string) reflect.Value {
	for i := range v.NumField() {
		if k, _ := tag(v.Type().Field(i)); k == name {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}
