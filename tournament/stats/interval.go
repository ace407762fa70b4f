package stats

import (
	"encoding/json"
	"fmt"
	"math"
)

// Interval is a range with an estimate inside it; an end that is infinite is
// open, and null in JSON.
type Interval struct{ Low, Estimate, High float64 }

// Margin returns half the width of the range, +Inf if the range is open.
func (i Interval) Margin() float64 { return (i.High - i.Low) / 2 }

// String writes the estimate with its margin to a tenth. Where the estimate lies
// far from the middle it writes the range, where one end is open the other end as
// a bound, and where both are, "unknown".
func (i Interval) String() string {
	below, above := i.Estimate-i.Low, i.High-i.Estimate
	low, high := math.IsInf(i.Low, -1), math.IsInf(i.High, 1)
	switch {
	case low && high:
		return "unknown"
	case high:
		return fmt.Sprintf("> %+.1f", i.Low)
	case low:
		return fmt.Sprintf("< %+.1f", i.High)
	case max(below, above) > 1.25*min(below, above)+0.1:
		return fmt.Sprintf("%+.1f (%+.1f to %+.1f)", i.Estimate, i.Low, i.High)
	}
	return fmt.Sprintf("%+.1f ± %.1f", i.Estimate, i.Margin())
}

// MarshalJSON implements [json.Marshaler].
func (i Interval) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Value *float64 `json:"value"`
		Low   *float64 `json:"low"`
		High  *float64 `json:"high"`
	}{Finite(i.Estimate), Finite(i.Low), Finite(i.High)})
}

// Finite returns x for JSON, which has no word for what is not finite: nil then.
func Finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
