package bundle

import (
	"cmp"
	"regexp"
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

// TimeForm is stricter than package time, which takes 9:03 and a comma for RFC 3339.
const TimeForm = `^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z)?$`

var timeForm = regexp.MustCompile(TimeForm)

func (t Time) problem() string {
	_, err := t.Parse()
	switch {
	case err == nil && len(t) != len(time.DateOnly) && !strings.HasSuffix(string(t), "Z"):
		return "not in UTC (it must end with Z)"
	case err != nil || !timeForm.MatchString(string(t)):
		return "not an RFC 3339 time in UTC nor a date"
	}
	return ""
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
