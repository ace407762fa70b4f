package net

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawRow draws the cells or weights of some lanes within a bound.
func drawRow(t *rapid.T, lanes, most int) []int16 {
	row := make([]int16, lanes)
	for i := range row {
		row[i] = int16(rapid.IntRange(-most, most).Draw(t, "weight"))
	}
	return row
}

// The loops of this machine do what the plain ones do, also where cells leave the
// range that counts.
func TestLoopsAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lanes := block * rapid.IntRange(1, MaxLanes/block).Draw(t, "blocks")
		one, other := drawRow(t, lanes, MaxWeight*cellStep), drawRow(t, lanes, MaxWeight*cellStep)
		outputs := drawRow(t, lanes, 2*outputStep-1)
		cells := drawRow(t, lanes, 30000)
		plain := append([]int16(nil), cells...)
		for _, step := range []struct{ got, want func() }{
			{func() { add(&cells[0], &one[0], lanes) }, func() { addPlain(&plain[0], &one[0], lanes) }},
			{func() { remove(&cells[0], &other[0], lanes) }, func() { removePlain(&plain[0], &other[0], lanes) }},
			{func() { change(&cells[0], &one[0], &other[0], lanes) }, func() { changePlain(&plain[0], &one[0], &other[0], lanes) }},
		} {
			step.got()
			step.want()
			for i := range cells {
				if cells[i] != plain[i] {
					t.Fatalf("lane %d of %d: %d, want %d", i, lanes, cells[i], plain[i])
				}
			}
		}
		if got, want := squares(&cells[0], &outputs[0], lanes), squaresPlain(&plain[0], &outputs[0], lanes); got != want {
			t.Fatalf("sum of squares %d, want %d", got, want)
		}
	})
}

// The greatest sum that there can be is still counted right.
func TestSquaresHaveRoom(t *testing.T) {
	cells, outputs := make([]int16, MaxLanes), make([]int16, MaxLanes)
	for i := range cells {
		cells[i], outputs[i] = math.MaxInt16, 2*outputStep-1
	}
	want := int64(MaxLanes) * cellStep * cellStep * (2*outputStep - 1)
	if got := squares(&cells[0], &outputs[0], MaxLanes); int64(got) != want {
		t.Errorf("%d, want %d", got, want)
	}
	if MaxActive*MaxWeight*cellStep+MaxWeight*cellStep > math.MaxInt16 {
		t.Errorf("%d inputs of weight %d leave 16 bits", MaxActive, MaxWeight)
	}
}

// random makes a network with two symmetries, of which the second exchanges inputs
// of even and odd numbers.
func random(rng *rand.Rand) (*Raw, [][]uint16) {
	r := &Raw{Shape: Shape{Inputs: 20, Filters: 5, Symmetries: 2, Roles: 2}}
	fill := func(n int, width float64) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(rng.NormFloat64() * width)
		}
		return v
	}
	r.Weights, r.Bias, r.Outputs, r.Offsets = fill(100, 0.3), fill(5, 0.3), fill(10, 0.6), fill(2, 0.5)
	turned := [][]uint16{make([]uint16, 20), make([]uint16, 20)}
	for i := range 20 {
		turned[0][i], turned[1][i] = uint16(i), uint16(i^1)
	}
	return r, turned
}

// nats is what a network of fractions thinks, computed as its description says.
func (r *Raw) nats(turned [][]uint16, inputs []int, role int) float64 {
	sum := float64(r.Offsets[role])
	for _, t := range turned {
		for f := range r.Filters {
			cell := float64(r.Bias[f])
			for _, i := range inputs {
				cell += float64(r.Weights[int(t[i])*r.Filters+f])
			}
			cell = min(max(cell, 0), 1)
			sum += cell * cell * float64(r.Outputs[role*r.Filters+f])
		}
	}
	return sum
}

// A network that was written and read thinks what the one of fractions does, but for
// rounding, and the same of an image.
func TestNetworkThinksWhatItLearnt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	worst := 0.0
	for range 200 {
		r, turned := random(rng)
		n, err := Parse(r.Append(nil), r.Shape, turned)
		if err != nil {
			t.Fatal(err)
		}
		var a, image Accumulator
		n.Reset(&a)
		n.Reset(&image)
		var on []int
		for i := range 20 {
			if rng.IntN(3) == 0 {
				on = append(on, i)
				n.Add(&a, i)
				n.Add(&image, i^1)
			}
		}
		for role := range 2 {
			got := float64(n.Strength(&a, role, 1000)) / 1000
			want := r.nats(turned, on, role)
			worst = max(worst, math.Abs(got-want))
			if again := float64(n.Strength(&image, role, 1000)) / 1000; again != got {
				t.Fatalf("strength %v, of the image %v", got, again)
			}
		}
	}
	if worst > 0.2 {
		t.Errorf("a strength misses by %.3f nats: want at most 0.2", worst)
	}
}

// Switching inputs on and off in any order ends where adding those that are on does.
func TestChangesAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	r, turned := random(rng)
	n, err := Parse(r.Append(nil), r.Shape, turned)
	if err != nil {
		t.Fatal(err)
	}
	var a Accumulator
	n.Reset(&a)
	on := map[int]bool{}
	for range 2000 {
		i, j := rng.IntN(20), rng.IntN(20)
		switch {
		case !on[i]:
			n.Add(&a, i)
			on[i] = true
		case !on[j]:
			n.Change(&a, i, j)
			on[i], on[j] = false, true
		default:
			n.Remove(&a, i)
			on[i] = false
		}
		var fresh Accumulator
		n.Reset(&fresh)
		for i, is := range on {
			if is {
				n.Add(&fresh, i)
			}
		}
		if a != fresh {
			t.Fatal("the changes do not add up")
		}
	}
}

func TestParseRefuses(t *testing.T) {
	r, turned := random(rand.New(rand.NewPCG(5, 6)))
	good := r.Append(nil)
	with := func(at int, value uint32) []byte {
		b := bytes.Clone(good)
		binary.LittleEndian.PutUint32(b[at:], value)
		return b
	}
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"nothing", nil, "no network"},
		{"other magic", append([]byte("x"), good[1:]...), "no network"},
		{"cut in the header", good[:20], "no network"},
		{"cut", good[:len(good)-1], "bytes of weights"},
		{"longer", append(bytes.Clone(good), 0), "bytes of weights"},
		{"other inputs", with(8, 21), "21 inputs"},
		{"no filters", with(12, 0), "0 filters"},
		{"many filters", with(12, 1<<30), "filters"},
		{"other symmetries", with(16, 3), "3 symmetries"},
		{"other roles", with(20, 1<<31), "roles"},
		{"a great weight", with(24, 0x7fff7fff), "weight of 32767"},
		{"a great offset", with(len(good)-4, 0x7fffffff), "offset of 2147483647"},
	} {
		if _, err := Parse(c.file, r.Shape, turned); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
	if _, err := Parse(good, r.Shape, turned); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	r, turned := random(rand.New(rand.NewPCG(7, 8)))
	f.Add(r.Append(nil))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, file []byte) {
		n, err := Parse(file, r.Shape, turned)
		if err != nil {
			return
		}
		var a Accumulator
		n.Reset(&a)
		n.Add(&a, 19)
		n.Strength(&a, 1, 1024)
	})
}

func BenchmarkNetwork(b *testing.B) {
	lanes := 96
	row, cells, outputs := make([]int16, lanes), make([]int16, lanes), make([]int16, lanes)
	b.Run("change", func(b *testing.B) {
		for b.Loop() {
			change(&cells[0], &row[0], &outputs[0], lanes)
		}
	})
	b.Run("squares", func(b *testing.B) {
		for b.Loop() {
			squares(&cells[0], &outputs[0], lanes)
		}
	})
	b.Run("change/plain", func(b *testing.B) {
		for b.Loop() {
			changePlain(&cells[0], &row[0], &outputs[0], lanes)
		}
	})
	b.Run("squares/plain", func(b *testing.B) {
		for b.Loop() {
			squaresPlain(&cells[0], &outputs[0], lanes)
		}
	})
}
