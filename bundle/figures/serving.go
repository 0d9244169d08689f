package figures

import "github.com/speedmatrix/speedmatrix/bundle"

// ServingColumns are the heads of the serving table, and the order of ServingFigures.
var ServingColumns = [16]string{
	"Status", "Arrival", "Asked requests/s", "Most at once", "Mean at once", "Input tokens", "Output tokens", "Completed", "Failed",
	"Requests/s", "Output tok/s", "TTFT", "TTFT p99", "Time between tokens", "Whole request", "Measured for",
}

// ServingFigures are the texts of a serving run. One whose status is no measurement says only what
// was asked for: what it may keep as evidence is not a speed.
func ServingFigures(r *bundle.ServingRow) [16]string {
	texts := [16]string{Status(r.Status), Arrival(r.Arrival), Text(r.RequestRateTargetPerS, Rate), Text(r.MaxConcurrency, Count)}
	if r.Status.HasRate() {
		copy(texts[4:], []string{
			Text(r.MeanConcurrency, Active), lengths(r.InputTokensPerRequest), lengths(r.OutputTokensPerRequest),
			Text(r.CompletedRequests, Count), Text(r.FailedRequests, Count), Text(r.RequestPerS, Rate), Text(r.OutputTokPerS, Rate),
			Text(Median(r.TTFT), TTFT), Text(P99(r.TTFT), TTFT), Text(Median(r.TPOT), BetweenTokens), Text(Median(r.E2E), TTFT),
			Text(r.MeasuredS, MeasuredFor),
		})
	}
	fill(texts[:])
	return texts
}

// lengths is the mean length of a request, or the one that was asked for.
func lengths(l *bundle.Lengths) string {
	switch {
	case l == nil || l.Mean == nil && l.Target == nil:
		return None
	case l.Mean == nil:
		return Tick(*l.Target) + " asked"
	}
	return Rate(*l.Mean)
}

// P99 is the 99th percentile of a latency, nil where there is none.
func P99(l *bundle.Latency) *float64 {
	if l == nil {
		return nil
	}
	return l.P99S
}
