package bundle

import (
	"encoding/csv"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"
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

// csvFields are the columns in a kind of row: the way of fields to each, nil where such rows have none.
func csvFields(row reflect.Type) (ways [][]int) {
	for _, c := range csvColumns {
		path := c.path
		if path == "" {
			path = c.name
		}
		t, way := row, []int{}
		for step := range strings.SplitSeq(path, ".") {
			if t.Kind() == reflect.Pointer {
				t = t.Elem()
			}
			i, ok := fieldsOf(t).index[step]
			if !ok {
				way = nil
				break
			}
			way, t = append(way, i), t.Field(i).Type
		}
		ways = append(ways, way)
	}
	return ways
}

var csvWays = sync.OnceValue(func() map[reflect.Type][][]int {
	ways := map[reflect.Type][][]int{}
	for _, t := range []reflect.Type{reflect.TypeFor[PrefillRow](), reflect.TypeFor[DecodeRow](), reflect.TypeFor[ServingRow]()} {
		ways[t] = csvFields(t)
	}
	return ways
})

// WriteCSV writes a bundle's rows as they stand in it: a head, then one line a row, the phase
// (prefill, decode, serving) first. An unknown value is empty. Numbers are those of the JSON; a text
// that a spreadsheet would run as a formula gets an apostrophe before it.
func WriteCSV(w io.Writer, b *Bundle) error {
	out := csv.NewWriter(w)
	line := []string{"phase"}
	for _, c := range csvColumns {
		line = append(line, c.name)
	}
	if err := out.Write(line); err != nil {
		return err
	}
	for _, list := range []struct {
		phase string
		rows  any
	}{{"prefill", b.Prefill}, {"decode", b.Decode}, {"serving", b.Serving}} {
		rows := reflect.ValueOf(list.rows)
		ways := csvWays()[rows.Type().Elem()]
		for i := range rows.Len() {
			line = append(line[:0], list.phase)
			for _, way := range ways {
				line = append(line, csvText(rows.Index(i), way))
			}
			if err := out.Write(line); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

func csvText(v reflect.Value, way []int) string {
	if way == nil {
		return ""
	}
	for _, i := range way {
		v = v.Field(i)
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return ""
			}
			v = v.Elem()
		}
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
