package figures

import (
	"math"
	"testing"
)

type figure[N int64 | float64] struct {
	value N
	want  string
}

func table[N int64 | float64](t *testing.T, name string, write func(N) string, figures []figure[N]) {
	t.Helper()
	for _, f := range figures {
		if got := write(f.value); got != f.want {
			t.Errorf("%s(%v) = %q, want %q", name, f.value, got, f.want)
		}
	}
}

func TestContext(t *testing.T) {
	table(t, "Context", Context, []figure[int64]{
		{0, "0"}, {1, "1"}, {1023, "1,023"}, {1024, "1K"}, {1025, "1,025"}, {5000, "5,000"}, {8191, "8,191"},
		{8192, "8K"}, {125952, "123K"}, {131072, "128K"}, {1043456, "1019K"}, {1048576, "1024K"}, {1 << 31, "2097152K"},
	})
	table(t, "ContextSlug", ContextSlug, []figure[int64]{
		{0, "0"}, {5000, "5000"}, {8192, "8k"}, {1043456, "1019k"}, {1000000, "1000000"},
	})
	if got := PrefillContext(2048, 16384); got != "2K @ 16K" {
		t.Errorf("PrefillContext = %q", got)
	}
}

func TestCount(t *testing.T) {
	table(t, "Count", Count, []figure[int64]{
		{0, "0"}, {999, "999"}, {1000, "1,000"}, {40730, "40,730"}, {123456, "123,456"}, {1234567, "1,234,567"},
		{-5, "−5"}, {-1234, "−1,234"}, {math.MinInt64, "−9,223,372,036,854,775,808"},
	})
}

func TestRate(t *testing.T) {
	table(t, "Rate", Rate, []figure[float64]{
		{0, "0.0"}, {math.Copysign(0, -1), "0.0"},
		// two significant digits below 0.1
		{0.0000123, "0.000012"}, {0.04, "0.040"}, {0.0445, "0.045"}, {0.0994, "0.099"}, {0.0995, "0.1"}, {0.0999, "0.1"},
		{0.1, "0.1"}, {0.149, "0.1"}, {0.15, "0.2"}, {0.95, "1.0"},
		// the floats behind these lie below the half
		{1.005, "1.0"}, {1.15, "1.2"}, {2.675, "2.7"}, {8.35, "8.4"}, {1234.45, "1,234.5"}, {0.35, "0.4"},
		{63.3, "63.3"}, {999.94, "999.9"}, {999.95, "1,000.0"}, {2929, "2,929.0"}, {9479, "9,479.0"},
		{9999.94, "9,999.9"}, {9999.95, "10.0K"}, {9999.96, "10.0K"}, {10000, "10.0K"}, {10049, "10.0K"}, {10050, "10.1K"},
		{11400, "11.4K"}, {99949, "99.9K"}, {99950, "100K"}, {108000, "108K"}, {999499, "999K"}, {999499.9, "999K"},
		{999500, "1.00M"}, {1e6, "1.00M"}, {1004999, "1.00M"}, {1005000, "1.01M"}, {123456789, "123M"},
		{999499999, "999M"}, {999500000, "1.00G"}, {1e9, "1.00G"}, {1.5e12, "1,500G"},
		{-63.35, "−63.4"}, {-0.04, "−0.040"}, {-11400, "−11.4K"},
	})
	table(t, "BarRate", BarRate, []figure[float64]{
		{0, "0.0"}, {0.0445, "0.045"}, {0.0999, "0.1"}, {879, "879.0"}, {999.94, "999.9"}, {999.95, "1,000"},
		{999.96, "1,000"}, {1000.4, "1,000"}, {1000.5, "1,001"}, {2929, "2,929"}, {9111.4, "9,111"}, {9999.4, "9,999"}, {9999.5, "10.0K"},
		{10000, "10.0K"}, {11400, "11.4K"}, {999499, "999K"}, {999500, "1.00M"},
	})
}

func TestTTFT(t *testing.T) {
	table(t, "TTFT", TTFT, []figure[float64]{
		{0, "0 ms"}, {0.000001, "0.0010 ms"}, {0.00045, "0.45 ms"}, {0.000994, "0.99 ms"}, {0.000995, "1 ms"}, {0.000999, "1 ms"},
		{0.001, "1 ms"}, {0.001499, "1 ms"}, {0.0015, "2 ms"},
		{0.0345, "35 ms"}, {0.0344999, "34 ms"}, {0.034, "34 ms"}, {0.0105, "11 ms"}, {1.0005, "1,001 ms"}, {0.9995, "1,000 ms"},
		{0.9994, "999 ms"}, {108.938, "108,938 ms"}, {2592000, "2,592,000,000 ms"},
	})
	table(t, "TTFTBare", TTFTBare, []figure[float64]{{0.034, "34"}, {0.00045, "0.45"}, {108.126, "108,126"}})
}

func TestBetweenTokens(t *testing.T) {
	table(t, "BetweenTokens", BetweenTokens, []figure[float64]{
		{0, "0.0 ms"}, {0.00003, "0.030 ms"}, {0.0000445, "0.045 ms"}, {0.0000494, "0.049 ms"},
		// rounds to 0.050, so it is written by the next rule and not as 0.0
		{0.0000495, "0.1 ms"}, {0.0000499, "0.1 ms"}, {0.00005, "0.1 ms"}, {0.000149, "0.1 ms"}, {0.00015, "0.2 ms"},
		{0.0056, "5.6 ms"}, {0.00565, "5.7 ms"}, {0.007, "7.0 ms"}, {0.0322, "32.2 ms"}, {1.23456, "1,234.6 ms"}, {0.99995, "1,000.0 ms"},
	})
	table(t, "BetweenTokensBare", BetweenTokensBare, []figure[float64]{{0.0056, "5.6"}})
}

func TestTimes(t *testing.T) {
	table(t, "MeasuredFor", MeasuredFor, []figure[float64]{{30, "30.0 s"}, {29.9, "29.9 s"}, {29.95, "30.0 s"}, {29.949, "29.9 s"}, {3600, "3,600.0 s"}, {0, "0.0 s"}})
	table(t, "Seconds", Seconds, []figure[float64]{
		{30, "30 s"}, {0.5, "0.5 s"}, {160.2, "160.2 s"}, {0, "0 s"}, {1800, "1,800 s"}, {2592000, "2,592,000 s"},
		{1.23456, "1.235 s"}, {0.0001234, "0.00012 s"}, {29.99999, "30 s"},
	})
	table(t, "Milliseconds", Milliseconds, []figure[float64]{
		{0, "0 ms"}, {0.0003, "0.3 ms"}, {0.000451, "0.451 ms"}, {0.0056, "5.6 ms"}, {0.005678, "5.68 ms"}, {0.0228, "22.8 ms"},
		{0.09994, "99.9 ms"}, {0.09995, "100 ms"}, {0.1004, "100 ms"}, {0.812, "812 ms"}, {1.5044, "1,504 ms"}, {108.1265, "108,127 ms"},
	})
}

func TestOtherNumbers(t *testing.T) {
	table(t, "Active", Active, []figure[float64]{{0.9, "0.9"}, {1, "1.0"}, {15.95, "16.0"}, {15.949, "15.9"}, {0, "0.0"}, {1000, "1,000.0"}})
	table(t, "Ratio", Ratio, []figure[float64]{{3.5, "3.5"}, {3.45, "3.5"}, {3.4499, "3.4"}, {1, "1.0"}, {0, "0.0"}, {0.034, "0.034"}})
	table(t, "Share", Share, []figure[float64]{
		{0, "0 %"}, {0.21, "21 %"}, {0.205, "21 %"}, {0.2049, "20 %"}, {0.1045, "10 %"}, {0.0995, "10 %"}, {0.0996, "10 %"}, {0.0994, "9.9 %"},
		{0.028, "2.8 %"}, {0.003, "0.3 %"}, {0.0003, "0.030 %"}, {0.995, "100 %"}, {0.9949, "99 %"}, {1, "100 %"},
	})
	table(t, "Watts", Watts, []figure[float64]{{600, "600 W"}, {1812.4, "1,812 W"}, {1812.5, "1,813 W"}, {45.34, "45.3 W"}, {99.95, "100 W"}, {0, "0 W"}})
	table(t, "Joules", Joules, []figure[float64]{
		{1.358, "1.36 J"}, {1.5, "1.50 J"}, {0.01234, "0.0123 J"}, {12.345, "12.3 J"}, {99.95, "100 J"}, {1234.5, "1,235 J"}, {0, "0 J"}, {9.995, "10.0 J"},
	})
	table(t, "Bytes", Bytes, []figure[int64]{
		{811748818944, "756 GB"}, {811748818945, "757 GB"}, {1 << 30, "1 GB"}, {1<<30 - 1, "1 GB"}, {1 << 29, "512 MB"},
		{1<<30 - 1<<20, "1,023 MB"}, {1, "1 MB"}, {0, "0 GB"}, {1536 << 30, "1,536 GB"}, {-1, None},
		{math.MaxInt64, "8,589,934,592 GB"},
	})
	table(t, "GPUMemory", GPUMemory, []figure[int64]{
		{102641958912, "96GB"}, {96 << 30, "96GB"}, {96<<30 + 1, "97GB"}, {81559 << 20, "80GB"}, {24564 << 20, "24GB"}, {0, ""}, {-1, ""},
	})
}

func TestNumbersThatAreNone(t *testing.T) {
	for name, write := range map[string]func(float64) string{
		"Rate": Rate, "BarRate": BarRate, "TTFT": TTFT, "TTFTBare": TTFTBare, "BetweenTokens": BetweenTokens,
		"BetweenTokensBare": BetweenTokensBare, "MeasuredFor": MeasuredFor, "Active": Active, "Seconds": Seconds,
		"Milliseconds": Milliseconds, "Watts": Watts, "WattsBare": WattsBare, "Joules": Joules, "JoulesBare": JoulesBare,
		"Share": Share, "Ratio": Ratio,
	} {
		for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			if got := write(v); got != None {
				t.Errorf("%s(%v) = %q, want %q", name, v, got, None)
			}
		}
		for _, v := range []float64{math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, -1e-9} {
			if got := write(v); got == "" || got == None {
				t.Errorf("%s(%v) = %q", name, v, got)
			}
		}
	}
}

// FuzzRate: no text for a greater rate may say less, and a rate above 0 is never written as 0.
func FuzzRate(f *testing.F) {
	for _, v := range []float64{0, 0.05, 0.0995, 0.1, 999.95, 9999.95, 999499, 999500, 1e9} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, v float64) {
		if math.IsNaN(v) || v <= 0 || v > 1e9 {
			return
		}
		for name, write := range map[string]func(float64) string{"Rate": Rate, "BarRate": BarRate} {
			read := reading(t, write(v))
			if read <= 0 {
				t.Errorf("%s(%v) = %q", name, v, write(v))
			}
			if math.Abs(read-v) > 0.0501+v*0.00501 {
				t.Errorf("%s(%v) = %q is not near", name, v, write(v))
			}
			if next := reading(t, write(v*1.01)); next < read {
				t.Errorf("%s(%v) = %q, but of 1 %% more %q", name, v, write(v), write(v*1.01))
			}
		}
	})
}
