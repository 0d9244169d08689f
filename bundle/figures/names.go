package figures

import (
	"regexp"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// vendors are the words that drivers put before a name, longer ones first.
var vendors = []string{
	"Advanced Micro Devices, Inc. [AMD/ATI]", "Advanced Micro Devices, Inc.", "Advanced Micro Devices",
	"NVIDIA Corporation", "NVIDIA", "AMD/ATI", "AMD", "ATI",
	"Intel Corporation", "Intel", "Apple", "Qualcomm", "Moore Threads", "Huawei",
}

var trademarks = strings.NewReplacer("(R)", "", "(TM)", "", "(r)", "", "(tm)", "", "®", "", "™", "")

// memorySize is a size within a name ("80GB", "-80GB", "(80 GB)"), but not that of a slice ("1g.10gb").
var memorySize = regexp.MustCompile(`(?i)(^|[\s_-]+)\(?\d+\s?Gi?B\)?($|[\s,_-])`)

// GPUName is the driver's name of a GPU (or of a CPU) without a leading vendor word and trademark
// signs: "RTX PRO 6000 Blackwell Server Edition".
func GPUName(driverName string) string {
	name := strings.Join(strings.Fields(trademarks.Replace(driverName)), " ")
	for _, v := range vendors {
		if len(name) > len(v) && strings.EqualFold(name[:len(v)], v) && name[len(v)] == ' ' {
			return name[len(v)+1:]
		}
	}
	return name
}

// gpuTitle is a GPU as titles name it: with its memory, which then is not in the name too.
func gpuTitle(g bundle.GPU, unified bool) string {
	name := GPUName(g.Name)
	memory := ""
	if !unified && g.MemoryBytes != nil {
		memory = GPUMemory(*g.MemoryBytes)
	}
	if memory != "" {
		short := strings.TrimSpace(memorySize.ReplaceAllString(name, " "))
		if short != "" {
			name = short
		}
	}
	if name == "" && (memory != "" || g.Count != nil) {
		name = "GPU"
	}
	if name != "" && memory != "" {
		name += " " + memory
	}
	if name != "" && g.Count != nil && *g.Count >= 2 {
		name += " ×" + Count(*g.Count)
	}
	return name
}

// HardwareTitle names the hardware in a title: "RTX PRO 6000 Blackwell Server Edition 96GB ×8".
// Several kinds of GPU are joined with " + ", unified memory has no size per GPU, without a GPU
// the CPU is named, and unknown hardware is "".
func HardwareTitle(h *bundle.Hardware) string {
	if h == nil {
		return ""
	}
	if h.Type == bundle.CPU && h.CPU != "" {
		return GPUName(h.CPU)
	}
	var titles []string
	for _, g := range kinds(h.GPUs) {
		if t := gpuTitle(g, h.Type == bundle.UnifiedMemory); t != "" {
			titles = append(titles, t)
		}
	}
	if len(titles) == 0 {
		return GPUName(h.CPU)
	}
	return strings.Join(titles, " + ")
}

// kinds puts cards of the same name and memory together: some tools list each card by itself.
func kinds(gpus []bundle.GPU) []bundle.GPU {
	var merged []bundle.GPU
next:
	for _, g := range gpus {
		for i := range merged {
			m := &merged[i]
			if m.Name == g.Name && value(m.MemoryBytes) == value(g.MemoryBytes) && m.Count != nil && g.Count != nil {
				sum := *m.Count + *g.Count
				m.Count = &sum
				continue next
			}
		}
		merged = append(merged, g)
	}
	return merged
}

// TitleParts are the parts of Title, "" where there is none.
func TitleParts(b *bundle.Bundle) (model, hardware, label string) {
	return b.Model.Name, HardwareTitle(b.Hardware), b.Label
}

// Title is the title of a run: "MODEL on HARDWARE · label".
func Title(b *bundle.Bundle) string {
	model, hardware, label := TitleParts(b)
	title := model
	if hardware != "" {
		title += " on " + hardware
	}
	if label != "" {
		title += " · " + label
	}
	return title
}
