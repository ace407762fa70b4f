package report

import (
	"math"
	"slices"
)

// Spread says how values are spread.
type Spread struct {
	Count  int     `json:"count"`
	Mean   float64 `json:"mean"`
	Least  float64 `json:"least"`
	Median float64 `json:"median"`
	Most   float64 `json:"most"`
	Bins   []Bin   `json:"bins"` // neighbours, of equal width but for the last
}

// Bin counts the values from From up to but not including To; the last bin of a
// spread holds all above From, To among them.
type Bin struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Count int     `json:"count"`
}

// mostBins is about how many bins a spread has.
const mostBins = 30

// spread sorts values and says how they are spread. Bins are as wide as shows
// the lower 99 of 100 values well; whole wants widths of whole numbers.
func spread(values []float64, whole bool) Spread {
	s := Spread{Count: len(values)}
	if len(values) == 0 {
		return s
	}
	slices.Sort(values)
	for _, v := range values {
		s.Mean += v / float64(len(values))
	}
	last := len(values) - 1
	s.Least, s.Median, s.Most = values[0], (values[last/2]+values[(last+1)/2])/2, values[last]
	high := values[last*99/100]
	width := nice((high - s.Least) / mostBins)
	if whole {
		width = max(1, width)
	}
	if !(width > 0) {
		width = 1
	}
	from := math.Floor(s.Least/width) * width
	n := int((high-from)/width) + 1
	for i := range n {
		s.Bins = append(s.Bins, Bin{From: from + float64(i)*width, To: from + float64(i+1)*width})
	}
	for _, v := range values {
		s.Bins[int(min((v-from)/width, float64(n-1)))].Count++
	}
	s.Bins[n-1].To = max(s.Bins[n-1].To, s.Most)
	return s
}

// nice returns the least of 1, 2 and 5 times a power of ten that is at least x,
// 0 if x is not positive.
func nice(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return 0
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, f := range []float64{1, 2, 5} {
		if f*power >= x*(1-1e-9) {
			return f * power
		}
	}
	return 10 * power
}
