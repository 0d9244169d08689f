package figures

import (
	"fmt"
	"strings"

	"github.com/speedmatrix/speedmatrix/bundle"
)

const (
	mebibyte = 1 << 20
	gibibyte = 1 << 30
)

// gigabytes rounds up to whole GiB, which vendors call GB: a 96 GB card reports 97,887 MiB.
func gigabytes(bytes int64) int64 {
	n := bytes / gibibyte
	if bytes%gibibyte > 0 {
		n++
	}
	return n
}

// Bytes writes an amount of memory: whole GiB as GB, rounded up; below one of them in MiB as MB.
func Bytes(n int64) string {
	switch {
	case n < 0:
		return None
	case n == 0 || n > gibibyte-mebibyte:
		return Count(gigabytes(n)) + " GB"
	}
	return Count((n+mebibyte-1)/mebibyte) + " MB"
}

// GPUMemory writes the memory of one GPU as titles do, "96GB", and "" where it is unknown (0).
func GPUMemory(bytes int64) string {
	if bytes <= 0 {
		return ""
	}
	return fmt.Sprintf("%dGB", gigabytes(bytes))
}

// VRAM writes the memory of all GPUs, "768 GB (8 × 96 GB)". The total is the sum of the whole GB of
// each card. It is "" as soon as the memory of one kind is unknown, and says "per GPU" where the
// number of cards is.
func VRAM(gpus []bundle.GPU) string {
	var total, cards int64
	var parts []string
	counted := len(gpus) > 0
	for _, g := range kinds(gpus) {
		if g.MemoryBytes == nil || *g.MemoryBytes <= 0 {
			return ""
		}
		each := gigabytes(*g.MemoryBytes)
		part := Count(each) + " GB"
		if g.Count == nil {
			counted = false
		} else {
			total += *g.Count * each
			cards += *g.Count
			if *g.Count != 1 {
				part = Count(*g.Count) + " × " + part
			}
		}
		parts = append(parts, part)
	}
	switch {
	case !counted:
		if len(parts) == 1 {
			return parts[0] + " per GPU"
		}
		return ""
	case cards == 1:
		return Count(total) + " GB"
	}
	return Count(total) + " GB (" + strings.Join(parts, " + ") + ")"
}
