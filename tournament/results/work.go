package results

import "time"

// Work is how one player spent its time in one game or in many.
type Work struct {
	Player  string        `json:"player"`
	Moves   int           `json:"moves"`   // actions chosen
	Time    time.Duration `json:"time"`    // in nanoseconds, over all of them
	Longest time.Duration `json:"longest"` // for one of them
	Nodes   uint64        `json:"nodes"`
	Depth   int           `json:"depth"` // summed over the actions
}

// Add adds what x says to w, whose player stays.
func (w *Work) Add(x *Work) {
	w.Moves += x.Moves
	w.Time += x.Time
	w.Longest = max(w.Longest, x.Longest)
	w.Nodes += x.Nodes
	w.Depth += x.Depth
}

// MeanTime returns the mean time of an action, 0 if there is none.
func (w *Work) MeanTime() time.Duration { return w.Time / time.Duration(max(1, w.Moves)) }

// MeanDepth returns the mean depth of an action, 0 if there is none.
func (w *Work) MeanDepth() float64 { return float64(w.Depth) / float64(max(1, w.Moves)) }

// KNPS returns the speed in thousands of nodes a second, 0 if it took no time.
func (w *Work) KNPS() float64 {
	if w.Time <= 0 {
		return 0
	}
	return float64(w.Nodes) / w.Time.Seconds() / 1000
}
