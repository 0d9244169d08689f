package bundle

import (
	"cmp"
	"strings"
	"time"
)

// Time is an RFC 3339 time in UTC ("2026-10-21T14:03:22Z"), or a date alone where the source
// gave local time without a zone. It keeps the text of the file.
type Time string

// Parse gives the instant, midnight UTC for a date alone.
func (t Time) Parse() (time.Time, error) {
	if len(t) == len(time.DateOnly) {
		return time.Parse(time.DateOnly, string(t))
	}
	return time.Parse(time.RFC3339Nano, string(t))
}

// Date is the day, "" for an absent or malformed time.
func (t Time) Date() string {
	if _, err := t.Parse(); err != nil {
		return ""
	}
	return string(t[:len(time.DateOnly)])
}

// Compare orders by instant; an absent or malformed time comes after every other.
func (t Time) Compare(u Time) int {
	a, errA := t.Parse()
	b, errB := u.Parse()
	if errA != nil || errB != nil {
		return cmp.Compare(boolInt(errA != nil), boolInt(errB != nil))
	}
	return a.Compare(b)
}

func (t Time) problem() string {
	switch _, err := t.Parse(); {
	case err != nil:
		return "not an RFC 3339 time in UTC nor a date"
	case len(t) != len(time.DateOnly) && !strings.HasSuffix(string(t), "Z"):
		return "not in UTC (it must end with Z)"
	}
	return ""
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
