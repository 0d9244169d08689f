package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/speedmatrix/speedmatrix/bundle"
)

func TestGenerated(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(example)))
	if err != nil {
		t.Fatal(err)
	}
	const n = 300
	ids, models, configurations := map[string]bool{}, map[string]bool{}, map[bundle.Identity]int{}
	for i := range n {
		id, b, err := variation(data, i)
		if err != nil {
			t.Fatal(err)
		}
		if err := bundle.CheckID(id); err != nil || ids[id] {
			t.Errorf("id %s: taken: %t, %v", id, ids[id], err)
		}
		for _, p := range b.Validate() {
			t.Errorf("%s: %s", id, p)
		}
		text, err := bundle.Encode(b)
		if err != nil {
			t.Fatal(err)
		}
		if size := float64(len(text)) / float64(len(data)); size < 0.9 || size > 1.1 {
			t.Errorf("%s has %.2f times the size of the example", id, size)
		}
		_, again, err := variation(data, i)
		if err != nil {
			t.Fatal(err)
		}
		if same, err := bundle.Encode(again); err != nil || !bytes.Equal(text, same) {
			t.Errorf("%s differs from one time to the next: %v", id, err)
		}
		ids[id], models[b.Model.Name] = true, true
		configurations[b.Identity()]++
	}
	if len(models) < 30 {
		t.Errorf("%d models", len(models))
	}
	several := 0
	for _, runs := range configurations {
		if runs > 1 {
			several++
		}
	}
	if several < n/10 {
		t.Errorf("%d configurations have several runs", several)
	}
}
