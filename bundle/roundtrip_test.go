package bundle_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/speedmatrix/speedmatrix/bundle"
)

// everything is the text of a bundle that uses each key, status and cause.
func everything(t testing.TB) []byte {
	data, err := os.ReadFile("testdata/everything.json")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func mustDecode(t testing.TB, file string, data []byte) *bundle.Bundle {
	t.Helper()
	b, problems := bundle.Decode(file, data)
	for _, p := range problems {
		t.Error(p)
	}
	if b == nil {
		t.FailNow()
	}
	return b
}

func mustEncode(t testing.TB, b *bundle.Bundle) []byte {
	t.Helper()
	data, err := bundle.Encode(b)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestCanonical(t *testing.T) {
	// a result that somebody adds may have another layout
	for _, file := range []string{"../results/glm-5.3-flash-nvfp4.json", "../results/kimi-k2.6-nvfp4.json", "testdata/everything.json"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		again := mustEncode(t, mustDecode(t, file, data))
		if diff := cmp.Diff(strings.Split(string(data), "\n"), strings.Split(string(again), "\n")); diff != "" {
			t.Errorf("%s is not in canonical form (-file +encoded):\n%s", file, diff)
		}
	}
}

// Other layouts are read too, and give the canonical one.
func TestCanonicalFromOthers(t *testing.T) {
	const want = `{
  "speedmatrix": 1,
  "status": "partial",
  "origin": "manual",
  "label": "a <b> & 'c' \u2028 é \"\\ {[,:]} \n",
  "tool": {
    "name": "t"
  },
  "guessed": [
    "engine",
    "model"
  ],
  "model": {
    "name": "m"
  },
  "launch": {
    "environment": {
      "A": "",
      "Z": "1,2"
    }
  },
  "method": {
    "duration_s": 0.000001,
    "contexts": [8192, 16384]
  },
  "decode": [
    {
      "context_tokens": 8192,
      "concurrency": 1,
      "status": "valid",
      "output_tok_per_s": 100,
      "ttft": {
        "histogram_s": [[0.021178, 3], [0.042354, 1]]
      }
    }
  ],
  "extra": {
    "b": [1.0, 2e3],
    "a": [
      [1, 2, 3],
      [4]
    ],
    "": {},
    "l": [],
    "p": [[1, 2], 3],
    "s": [
      "x",
      1,
      null,
      "</script>"
    ]
  }
}
`
	b := mustDecode(t, "a.json", []byte(`{"model":{"name":"m"},"extra":{"b":[1.0,2e3],"a":[[1,2,3],[4]],"":{},"l":[ ],"p":[[1,2],3],"s":["x",1,null,"</script>"]},
"decode":[{"ttft":{"histogram_s":[[2.1178e-2,3.0],[0.042354000,1]]},"output_tok_per_s":1.00e2,"status":"valid","concurrency":1.0,"context_tokens":8192.0}],
"method":{"contexts":[8192,16384],"duration_s":1e-6},"launch":{"environment":{"Z":"1,2","A":""}},"guessed":["engine","model"],"hardware":{"gpus":[{}]},
"label":"a <b> \u0026 'c' \u2028 \u00e9 \"\\ {[,:]} \n","origin":"manual","tool":{"name":"t"},"status":"partial","speedmatrix":1.0}`))
	b.Hardware = nil
	if diff := cmp.Diff(want, string(mustEncode(t, b))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The file for tests of others has each field somewhere, each word, and each cause.
func TestEverythingIsThere(t *testing.T) {
	b := mustDecode(t, "everything.json", everything(t))
	set, words := map[string]bool{}, map[string]bool{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Field(i); !f.IsZero() {
					set[v.Type().Name()+"."+v.Type().Field(i).Name] = true
					walk(f)
				}
			}
		case reflect.String:
			words[v.Type().Name()+" "+v.String()] = true
		}
	}
	walk(reflect.ValueOf(b))
	for _, s := range structs() {
		for i := range s.NumField() {
			if name := s.Name() + "." + s.Field(i).Name; !set[name] {
				t.Errorf("%s is nowhere in everything.json", name)
			}
		}
	}
	for _, w := range append(bundle.Status("").Words(), bundle.Arrival("").Words()...) {
		if !words["Status "+w] && !words["Arrival "+w] {
			t.Errorf("%s is nowhere in everything.json", w)
		}
	}
	for _, w := range bundle.Throttle("").Words() {
		if !words["Throttle "+w] {
			t.Errorf("%s is nowhere in everything.json", w)
		}
	}
	for _, s := range bundle.Status("").Words() {
		for _, c := range bundle.Status(s).Causes() {
			if !words["Cause "+string(c)] {
				t.Errorf("%s is nowhere in everything.json", c)
			}
		}
	}
}

// structs are the types of the format, each once.
func structs() []reflect.Type {
	var list []reflect.Type
	seen := map[reflect.Type]bool{}
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || seen[t] {
			return
		}
		seen[t] = true
		list = append(list, t)
		for i := range t.NumField() {
			walk(t.Field(i).Type)
		}
	}
	walk(reflect.TypeFor[bundle.Bundle]())
	return list
}
