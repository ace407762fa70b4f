package search

import "runtime"

// proofTable remembers proof numbers in memory lent by a [Table], in its
// buckets of four entries:
//
//	word 0: key xor word 1
//	word 1: bits 63..45 proof number | 44..26 disproof number | 25..20 effort | 19..0 generation
//
// What other searches left in the memory is not cleared away first, which could
// take longer than a search: it fails the comparison of keys, and all but one
// entry in a million are of another generation, and so free.
type proofTable struct {
	owner   *Table
	buckets []bucket
	gen     uint64
	salt    uint64 // of the keys of this generation
}

// endless is the proof number of what is disproved and the disproof number of
// what is proved.
const endless = 1<<19 - 1

const (
	genMask    = 1<<20 - 1
	effortMask = 1<<6 - 1
)

// borrow takes most of t's memory and forgets what was in it.
func (p *proofTable) borrow(t *Table) {
	t.nextAge()
	p.owner = t
	p.buckets, _ = t.lend()
	p.forget()
}

// forget begins a new generation.
func (p *proofTable) forget() {
	p.owner.turn++
	p.gen = p.owner.turn & genMask
	p.salt = (p.owner.turn + 1) * 0x9e3779b97f4a7c15
}

func (p *proofTable) bucket(key uint64) *bucket {
	return &p.buckets[key%uint64(len(p.buckets))]
}

// probe returns the numbers of a position.
func (p *proofTable) probe(key uint64) (pn, dn uint32, ok bool) {
	b := p.bucket(key)
	for i := range b {
		if data := b[i].data; data != 0 && b[i].check^data == key^p.salt {
			runtime.KeepAlive(p.owner)
			return uint32(data >> 45), uint32(data>>26) & endless, true
		}
	}
	return 0, 0, false
}

// store remembers a position that took so many nodes. The same position or a
// free entry gives way, else that of the least effort, where what is decided
// counts as four times the nodes.
func (p *proofTable) store(key uint64, pn, dn uint32, nodes uint64) {
	effort := uint64(0)
	if pn == 0 || dn == 0 {
		nodes *= 4
	}
	for ; nodes > 0 && effort < effortMask; effort++ {
		nodes >>= 1
	}
	b := p.bucket(key)
	victim, least := 0, uint64(1<<63)
	for i := range b {
		data := b[i].data
		if b[i].check^data == key^p.salt || data&genMask != p.gen {
			victim = i
			break
		}
		if e := data >> 20 & effortMask; e < least {
			victim, least = i, e
		}
	}
	data := uint64(pn)<<45 | uint64(dn)<<26 | effort<<20 | p.gen
	b[victim] = entry{check: key ^ p.salt ^ data, data: data}
	runtime.KeepAlive(p.owner)
}

// full returns how many of a thousand entries are in use.
func (p *proofTable) full() int {
	n, of := 0, min(250, len(p.buckets))
	for i := range of {
		for _, e := range p.buckets[i] {
			if e.data != 0 && e.data&genMask == p.gen {
				n++
			}
		}
	}
	runtime.KeepAlive(p.owner)
	return n * 1000 / (of * 4)
}
