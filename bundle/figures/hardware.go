package figures

import (
	"fmt"
	"slices"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

func hardware(g *group, b *bundle.Bundle) {
	g.name = "Hardware"
	h := b.Hardware
	if h == nil {
		return
	}
	unified := h.Type == bundle.UnifiedMemory
	g.add("Type", HardwareType(h.Type), "hardware.type")
	g.addGPUs("GPU", perGPU(h.GPUs, gpuName), h.GPUs, "name")
	g.addGPUs("GPU count", gpuCount(h.GPUs), h.GPUs, "count")
	if !unified {
		g.addGPUs("VRAM", VRAM(h.GPUs), h.GPUs, "memory_bytes", "count")
	}
	g.add("OS", h.OS, "hardware.os")
	g.add("CPU", GPUName(h.CPU), "hardware.cpu")
	switch {
	case h.MemoryBytes != nil:
		g.add("Memory", Bytes(*h.MemoryBytes), "hardware.memory_bytes")
	case unified && len(h.GPUs) == 1: // the driver's figure is then that of the machine
		g.addGPUs("Memory", optional(h.GPUs[0].MemoryBytes, Bytes), h.GPUs, "memory_bytes")
	}
	g.add("Driver", h.Driver, "hardware.driver")
	g.addGPUs("GPU link", perGPU(h.GPUs, func(c bundle.GPU) string { return c.Link }), h.GPUs, "link")
	g.addGPUs("Power limit", perGPU(h.GPUs, powerLimit), h.GPUs, "power_limit_w")
	if n := value(h.Nodes); n > 1 {
		g.add("Nodes", Count(n), "hardware.nodes")
	}
}

// addGPUs adds a fact made from some keys of all GPUs.
func (g *group) addGPUs(name, text string, gpus []bundle.GPU, keys ...string) {
	path := "hardware.gpus"
	if len(gpus) == 1 {
		path = "hardware.gpus[0]." + keys[0]
	}
	var from []string
	for i := range gpus {
		for _, key := range keys {
			from = append(from, fmt.Sprintf("hardware.gpus[%d].%s", i, key))
		}
	}
	g.add(name, text, path, from...)
}

func gpuName(c bundle.GPU) string { return GPUName(c.Name) }

func powerLimit(c bundle.GPU) string { return optional(c.PowerLimitW, Watts) }

// perGPU is what is said of each kind of GPU, once if it is the same.
func perGPU(gpus []bundle.GPU, say func(bundle.GPU) string) string {
	var texts []string
	for _, c := range gpus {
		if t := say(c); t != "" && !slices.Contains(texts, t) {
			texts = append(texts, t)
		}
	}
	return strings.Join(texts, " + ")
}

// gpuCount is "8", or "6 (2 + 4)" of several kinds; "" unless all counts are known.
func gpuCount(gpus []bundle.GPU) string {
	var total int64
	var counts []string
	for _, c := range kinds(gpus) {
		if c.Count == nil {
			return ""
		}
		total += *c.Count
		counts = append(counts, Count(*c.Count))
	}
	switch len(counts) {
	case 0:
		return ""
	case 1:
		return counts[0]
	}
	return Count(total) + " (" + strings.Join(counts, " + ") + ")"
}
