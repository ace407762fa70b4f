package stats

import (
	"encoding/binary"
	"math"
)

// model is the likelihood of the shares that were seen, as a function of the
// players' strengths θ; it is concave with one maximum, as every player has the
// prior's games.
type model struct {
	players   int
	prior     float64   // games of half a block
	won, lost []float64 // games of each player against a strength of 0
	tables    []*table
	index     map[string]int
	at        [][]int // by pattern: the table of each entry

	gradient, hessian []float64 // scratch
}

// table is a set of sides that met.
type table struct {
	players []int       // who sits there
	part    [][]float64 // by side and place in players: part of the side's strength
	shares  []float64   // weighted games that each side won

	odds, mean []float64 // scratch: by side, by place
}

func newModel(players int) *model {
	return &model{
		players: players, prior: 0.5, won: make([]float64, players), lost: make([]float64, players),
		index: map[string]int{}, gradient: make([]float64, players), hessian: make([]float64, players*players),
	}
}

// seats returns the index of an entry's table, which it makes if need be.
func (m *model) seats(e entry) int {
	var key []byte
	for _, side := range e.sides {
		key = binary.AppendUvarint(key, uint64(len(side)))
		for _, p := range side {
			key = binary.AppendUvarint(key, uint64(p))
		}
	}
	if i, ok := m.index[string(key)]; ok {
		return i
	}
	t := &table{shares: make([]float64, len(e.sides)), odds: make([]float64, len(e.sides))}
	place := map[int]int{}
	for _, side := range e.sides {
		for _, p := range side {
			if _, ok := place[p]; !ok {
				place[p] = len(t.players)
				t.players = append(t.players, p)
			}
		}
	}
	t.mean = make([]float64, len(t.players))
	for _, side := range e.sides {
		part := make([]float64, len(t.players))
		for _, p := range side {
			part[place[p]] += 1 / float64(len(side))
		}
		t.part = append(t.part, part)
	}
	m.index[string(key)] = len(m.tables)
	m.tables = append(m.tables, t)
	return len(m.tables) - 1
}

// weigh sets the tables' shares to the results with these weights.
func (m *model) weigh(patterns []*pattern, weights []float64) {
	for _, t := range m.tables {
		clear(t.shares)
	}
	for i, p := range patterns {
		for k, e := range p.entries {
			t := m.tables[m.at[i][k]]
			for side, share := range e.shares {
				t.shares[side] += weights[i] * float64(share) / Unit
			}
		}
	}
}

// fit returns the strengths of the maximum, found with Newton's steps from
// theta, which it overwrites.
func (m *model) fit(theta []float64) []float64 {
	const (
		steps   = 100
		longest = 3.0  // of a step, where the quadratic is no guide
		enough  = 1e-7 // of a step: less than a ten-thousandth of an Elo
	)
	value := m.derive(theta)
	next := make([]float64, len(theta))
	for range steps {
		step := m.newton()
		if step == nil {
			return theta
		}
		size := 0.0
		for _, s := range step {
			size = max(size, math.Abs(s))
		}
		if size < enough {
			return theta
		}
		scale := min(1, longest/size)
		for ; ; scale /= 2 {
			for i := range next {
				next[i] = theta[i] + scale*step[i]
			}
			v := m.derive(next)
			if v >= value {
				value = v
				break
			}
			if scale*size < enough {
				return theta // no digits are left to gain
			}
		}
		copy(theta, next)
	}
	return theta
}

// derive returns the log-likelihood at theta and sets the gradient and the
// negative Hessian.
func (m *model) derive(theta []float64) float64 {
	clear(m.gradient)
	clear(m.hessian)
	sum := 0.0
	for i, x := range theta {
		games := m.won[i] + m.lost[i]
		p := 1 / (1 + math.Exp(-x))
		sum += m.won[i]*x - games*softplus(x)
		m.gradient[i] += m.won[i] - games*p
		m.hessian[i*m.players+i] += games * p * (1 - p)
	}
	for _, t := range m.tables {
		sum += t.derive(theta, m)
	}
	return sum
}

// softplus returns log(1+e^x).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// derive adds a table's terms and returns its log-likelihood.
func (t *table) derive(theta []float64, m *model) float64 {
	games, top := 0.0, math.Inf(-1)
	for s, part := range t.part {
		x := 0.0
		for k, p := range t.players {
			x += part[k] * theta[p]
		}
		t.odds[s] = x
		top = max(top, x)
		games += t.shares[s]
	}
	if games == 0 {
		return 0
	}
	sum, total := 0.0, 0.0
	for s, x := range t.odds {
		sum += t.shares[s] * (x - top)
		t.odds[s] = math.Exp(x - top)
		total += t.odds[s]
	}
	sum -= games * math.Log(total)
	clear(t.mean)
	for s, part := range t.part {
		t.odds[s] /= total
		for k, x := range part {
			t.mean[k] += t.odds[s] * x
		}
	}
	for s, part := range t.part {
		for k, p := range t.players {
			m.gradient[p] += (t.shares[s] - games*t.odds[s]) * part[k]
			for l, q := range t.players {
				m.hessian[p*m.players+q] += games * t.odds[s] * (part[k] - t.mean[k]) * (part[l] - t.mean[l])
			}
		}
	}
	return sum
}

// newton returns the step to the maximum of the quadratic with the gradient and
// Hessian at hand, by Cholesky's factors, which take the Hessian's place; nil if
// rounding has left none.
func (m *model) newton() []float64 {
	n, h := m.players, m.hessian
	for i := range n {
		row := h[i*n : i*n+n]
		for j := range i + 1 {
			col := h[j*n : j*n+n]
			sum := row[j]
			for k := range j {
				sum -= row[k] * col[k]
			}
			if i != j {
				row[j] = sum / col[j]
				continue
			}
			if !(sum > 0) {
				return nil
			}
			row[i] = math.Sqrt(sum)
		}
	}
	step := make([]float64, n)
	for i := range n {
		sum := m.gradient[i]
		for k := range i {
			sum -= h[i*n+k] * step[k]
		}
		step[i] = sum / h[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		sum := step[i]
		for k := i + 1; k < n; k++ {
			sum -= h[k*n+i] * step[k]
		}
		step[i] = sum / h[i*n+i]
	}
	return step
}
