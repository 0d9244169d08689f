package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var idForm = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{0,79}$`)

// CheckID tells why a name cannot be a bundle's id: the file name without .json, a part of addresses for ever.
func CheckID(id string) error {
	stem, _, _ := strings.Cut(id, ".")
	switch {
	case id == "site":
		return errors.New("site.json holds the settings of the site and cannot be a bundle")
	case len(id) > 80:
		return fmt.Errorf("a name of %d characters: at most 80 are allowed before .json", len(id))
	case !idForm.MatchString(id):
		return errors.New("the name may hold a-z, 0-9, dot and hyphen before .json, and begins with a letter or digit")
	case strings.Contains(id, ".."), strings.HasSuffix(id, "."):
		return errors.New("the name may hold no double dot and no dot at its end")
	case deviceName.MatchString(stem):
		return errors.New("a name that Windows keeps for a device")
	}
	return nil
}

var deviceName = regexp.MustCompile(`(?i)^(con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])$`)

// Identity is the configuration that a bundle measured: bundles of one Identity are runs of the same
// thing, at different times or versions. It is computed and never stored.
type Identity struct {
	Model             string
	Engine            string
	Quantization      string
	KVCacheType       string
	Parallelism       [4]int64 // tensor, pipeline, data, expert; 0 is unknown
	SpeculationMethod string
	GPUs              string // "NAME × 4 + …", sorted
	Nodes             int64
	Label             string
}

// Identity computes the configuration of a bundle.
func (b *Bundle) Identity() Identity {
	id := Identity{Model: b.Model.Name, Label: b.Label}
	if e := b.Engine; e != nil {
		id.Engine, id.Quantization, id.KVCacheType = e.Name, e.Quantization, e.KVCacheType
		if p := e.Parallelism; p != nil {
			id.Parallelism = [4]int64{deref(p.Tensor), deref(p.Pipeline), deref(p.Data), deref(p.Expert)}
		}
		if e.Speculation != nil {
			id.SpeculationMethod = e.Speculation.Method
		}
	}
	if h := b.Hardware; h != nil {
		id.Nodes = deref(h.Nodes)
		count := map[string]int64{} // two entries of one name are one kind
		for _, g := range h.GPUs {
			count[g.Name] += deref(g.Count)
		}
		var kinds []string
		for name, n := range count {
			kinds = append(kinds, fmt.Sprintf("%s × %d", name, n))
		}
		slices.Sort(kinds)
		id.GPUs = strings.Join(kinds, " + ")
	}
	return id
}

// Key is a short stable text for an Identity: 16 hexadecimal digits.
func (id Identity) Key() string {
	text, _ := json.Marshal(id) // strings and numbers cannot fail
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
