package figures

import (
	"fmt"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// maxSources is how many source files are listed one by one; the bundle has them all.
const maxSources = 3

func run(g *group, b *bundle.Bundle) {
	g.name = "Run"
	g.add("Served model", b.Model.ServedName, "model.served_name")
	g.add("Revision", b.Model.Revision, "model.revision")
	g.add("Benchmark tool", tool(b.Tool), "tool")
	m := b.Method
	if m == nil {
		m = &bundle.Method{}
	}
	g.add("Decode test", DecodeTest(m.DecodeTest), "method.decode_test")
	g.add("Prefill mode", PrefillMode(m.PrefillMode), "method.prefill_mode")
	g.add("Time per measurement", optional(m.DurationS, Seconds), "method.duration_s")
	g.add("Max output", optional(m.MaxOutputTokens, tokens), "method.max_output_tokens")
	g.add("Date", dates(b), "started", "started", "finished")
	g.add("Prompts", Prompts(m.Prompts), "method.prompts")
	g.add("Endpoint", capitalised(plain(m.Endpoint)), "method.endpoint")
	g.add("Repeats", optional(m.Repeats, Count), "method.repeats")
	if m.IgnoreEOS != nil {
		g.add("Ignore end of text", yesNo(*m.IgnoreEOS), "method.ignore_eos")
	}
	g.add("Temperature", optional(m.Temperature, setting), "method.temperature")
	g.add("Dropped parameters", strings.Join(m.DroppedParameters, ", "), "method.dropped_parameters")
	if m.TLSVerified != nil {
		g.add("TLS certificate", certificate(*m.TLSVerified), "method.tls_verified")
	}
	g.add("Contributor", b.Contributor, "contributor")
	g.add("Licence", b.License, "license")
	g.add("Origin", Origin(b), "origin")
	addSources(g, b.Sources)
}

// dates is the day of a run, or its first and last.
func dates(b *bundle.Bundle) string {
	first, last := b.Started.Date(), b.Finished.Date()
	switch {
	case first == "":
		return last
	case last == "" || last == first:
		return first
	}
	return first + " to " + last
}

func certificate(verified bool) string {
	if verified {
		return "Verified"
	}
	return "Not verified"
}

func addSources(g *group, sources []bundle.Source) {
	if len(sources) == 1 {
		g.add("Source file", source(sources[0]), "sources[0]")
		return
	}
	var texts []string
	for _, s := range sources {
		if t := source(s); t != "" {
			texts = append(texts, t)
		}
	}
	text := strings.Join(texts, ", ")
	if n := len(texts); n > maxSources {
		text = fmt.Sprintf("%s and %s more", strings.Join(texts[:maxSources], ", "), Count(int64(n-maxSources)))
	}
	g.add("Source files", text, "sources")
}
