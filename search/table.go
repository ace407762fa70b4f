package search

import (
	"fmt"
	"math/bits"
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"tetrarch/game"
)

// Table is a transposition table. It may be probed and stored into from many
// goroutines at once: an entry is two words, written without a lock, and a torn
// or foreign entry fails the comparison of its key.
//
//	word 0: key xor word 1
//	word 1: bits 63..32 move | 31..16 score | 15..8 depth+1 | 7..2 age | 1..0 bound
//
// Scores of decided games are stored as distances from the node.
//
// The memory goes back to the system by [Table.Free], or once the Table itself is
// out of reach, so whoever reads or writes a bucket keeps the Table alive until
// that is done.
type Table struct {
	buckets []bucket // those in use: all, or all but what is lent
	whole   []bucket
	age     uint64
	turn    uint64 // grows whenever the whole table is taken or cleared
	free    func() // gives the memory back; nil where the collector does so
	cleanup runtime.Cleanup
}

type entry struct{ check, data uint64 }

// bucket is one cache line.
type bucket [4]entry

const (
	bucketSize = int(unsafe.Sizeof(bucket{}))
	ageCycle   = 64
)

// NewTable returns an empty table of at most mb megabytes, at least 1.
func NewTable(mb int) (*Table, error) {
	if mb < 1 {
		return nil, fmt.Errorf("hash of %d MB: want at least 1", mb)
	}
	n := mb << 20 / bucketSize
	if n <= 0 || n > 1<<40 {
		return nil, fmt.Errorf("hash of %d MB: want less", mb)
	}
	mem, free, err := tableMemory(n * bucketSize)
	if err != nil {
		return nil, fmt.Errorf("hash of %d MB: %w", mb, err)
	}
	t := &Table{whole: unsafe.Slice((*bucket)(unsafe.Pointer(&mem[0])), n), free: free}
	t.buckets = t.whole
	if free != nil {
		t.cleanup = runtime.AddCleanup(t, func(free func()) { free() }, free)
	}
	t.Clear() // the system gives memory when it is first touched: not during a search
	return t, nil
}

// Free gives the memory back at once. A search with the table afterwards panics,
// and so does one by a [Searcher] that was made with it. Not during a search.
func (t *Table) Free() {
	if t.free != nil {
		t.cleanup.Stop()
		t.free()
	}
	t.buckets, t.whole, t.free = nil, nil, nil
}

// Megabytes returns the table's size, 0 once it is freed.
func (t *Table) Megabytes() int { return len(t.whole) * bucketSize >> 20 }

// Clear empties the table, and with it what was lent. Not during a search.
func (t *Table) Clear() {
	parts := runtime.GOMAXPROCS(0)
	var group errgroup.Group
	for part := range parts {
		group.Go(func() error {
			clear(t.whole[len(t.whole)*part/parts : len(t.whole)*(part+1)/parts])
			return nil
		})
	}
	_ = group.Wait()
	t.age = 0
	t.turn++
}

// nextAge begins a search: all of the table is its own again, and what is in it
// is of an earlier one.
func (t *Table) nextAge() {
	if len(t.whole) == 0 {
		panic("search: the table was freed")
	}
	t.age = (t.age + 1) % ageCycle
	t.buckets = t.whole
	t.turn++
}

// lend gives three quarters of the table away until the next search begins.
// What is in it is whatever was left there; turn tells two loans apart: if it
// grew by one since the loan before, nobody else had the memory in between.
func (t *Table) lend() (mem []bucket, turn uint64) {
	own := len(t.whole) / 4
	t.buckets = t.whole[:own]
	return t.whole[own:], t.turn
}

// hashFull returns how many of a thousand entries are of the current search.
func (t *Table) hashFull() int {
	n, of := 0, min(250, len(t.buckets))
	for i := range of {
		for j := range t.buckets[i] {
			d := atomic.LoadUint64(&t.buckets[i][j].data)
			if d != 0 && d>>2&(ageCycle-1) == t.age {
				n++
			}
		}
	}
	runtime.KeepAlive(t)
	return n * 1000 / (of * 4)
}

func (t *Table) bucket(key uint64) *bucket {
	hi, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[hi]
}

// hit is what the table knows of a position.
type hit struct {
	move  game.Move
	score game.Score
	depth int
	bound Bound
}

// probe looks a position up. Scores come back as seen ply actions from the root.
func (t *Table) probe(key uint64, ply int) (hit, bool) {
	b := t.bucket(key)
	for i := range b {
		data := atomic.LoadUint64(&b[i].data)
		if atomic.LoadUint64(&b[i].check)^data != key || data == 0 {
			continue
		}
		runtime.KeepAlive(t)
		return hit{
			move:  game.Move(data >> 32),
			score: fromTable(game.Score(int16(data>>16)), ply),
			depth: int(data>>8&0xff) - 1,
			bound: Bound(data & 3),
		}, true
	}
	runtime.KeepAlive(t)
	return hit{}, false
}

// store remembers a position. Of the same position an entry of this search that
// is more than three plies deeper stays, unless the new one is exact; any other
// gives way, leaving its action to one that has none. Of other positions an
// empty entry gives way, else the shallowest of the bucket, where each search
// since it was stored counts as eight plies less.
func (t *Table) store(key uint64, m game.Move, score game.Score, depth, ply int, bound Bound) {
	depth = min(max(depth, -1), 254)
	b := t.bucket(key)
	victim, worst := 0, 1<<30
	for i := range b {
		data := atomic.LoadUint64(&b[i].data)
		if data == 0 {
			victim = i
			break
		}
		age := (ageCycle + t.age - data>>2&(ageCycle-1)) % ageCycle
		if atomic.LoadUint64(&b[i].check)^data == key {
			if m == game.NoMove {
				m = game.Move(data >> 32)
			}
			if bound != Exact && age == 0 && int(data>>8&0xff)-1 > depth+3 {
				return
			}
			victim = i
			break
		}
		if worth := int(data>>8&0xff) - 8*int(age); worth < worst {
			victim, worst = i, worth
		}
	}
	data := uint64(m)<<32 | uint64(uint16(toTable(score, ply)))<<16 | uint64(depth+1)<<8 | t.age<<2 | uint64(bound)
	atomic.StoreUint64(&b[victim].check, key^data)
	atomic.StoreUint64(&b[victim].data, data)
	runtime.KeepAlive(t)
}

// toTable turns a decided score from plies after the root to actions after the
// node, fromTable back.
func toTable(s game.Score, ply int) game.Score {
	switch {
	case s > game.MaxEval:
		return s + game.Score(ply)
	case s < -game.MaxEval:
		return s - game.Score(ply)
	}
	return s
}

func fromTable(s game.Score, ply int) game.Score {
	switch {
	case s > game.MaxEval:
		return s - game.Score(ply)
	case s < -game.MaxEval:
		return s + game.Score(ply)
	}
	return s
}
