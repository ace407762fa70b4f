package stats

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// Side is one side of a finished game: the players at its seats, by their index
// in a [Field], and the side's share of the game, 0 to [Unit]. A player who has
// several seats may be named once or once a seat.
type Side struct {
	Players []int
	Share   int
}

// Pair is what one player achieved against another: games in which its side got
// a larger share than the other's (a win), the same share, or a smaller one.
// For two sides these are wins, draws and losses.
type Pair struct{ Wins, Draws, Losses int }

// Games returns the number of games.
func (p Pair) Games() int { return p.Wins + p.Draws + p.Losses }

// Points returns the wins and half the draws.
func (p Pair) Points() float64 { return float64(p.Wins) + float64(p.Draws)/2 }

// Field collects the blocks of a tournament of any number of players. It keeps
// the distinct results of blocks with their counts, so that its size does not
// grow with the number of games, and the order of blocks never matters.
type Field struct {
	players       int
	blocks, games int
	patterns      map[string]*pattern
	pairs         []Pair // players × players
	seen          []bool
}

// pattern is a result of a block, and how often it came.
type pattern struct {
	entries []entry
	count   int
}

// entry is what the games of a block at one table came to: who meets whom, and
// the sides' shares summed over these games, in twelfths.
type entry struct {
	sides  [][]int // players of each side, sorted; the sides in order
	shares []int
}

// NewField returns a field of so many players without a game.
func NewField(players int) *Field {
	return &Field{players: players, patterns: map[string]*pattern{}, pairs: make([]Pair, players*players), seen: make([]bool, players)}
}

// Players returns the number of players.
func (f *Field) Players() int { return f.players }

// Blocks returns the number of blocks added.
func (f *Field) Blocks() int { return f.blocks }

// Games returns the number of games in them.
func (f *Field) Games() int { return f.games }

// Pair returns what player a achieved against player b.
func (f *Field) Pair(a, b int) Pair { return f.pairs[a*f.players+b] }

// Add adds one block: its games, each with its sides. An empty block adds
// nothing. On an error, a player out of range, a game with fewer than two sides,
// a side without a player or a share out of range, the field stays as it was.
func (f *Field) Add(block ...[]Side) error {
	for i, game := range block {
		if err := f.check(game); err != nil {
			return fmt.Errorf("game %d of the block: %w", i+1, err)
		}
	}
	if len(block) == 0 {
		return nil
	}
	tables := map[string]*entry{}
	for _, game := range block {
		key, e := canonical(game)
		if old := tables[key]; old != nil {
			for i, s := range e.shares {
				old.shares[i] += s
			}
		} else {
			tables[key] = e
		}
		f.meet(game)
	}
	var key []byte
	var p pattern
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		e := tables[table]
		key = append(key, table...)
		for _, s := range e.shares {
			key = binary.AppendUvarint(key, uint64(s))
		}
		p.entries = append(p.entries, *e)
	}
	if old := f.patterns[string(key)]; old != nil {
		old.count++
	} else {
		p.count = 1
		f.patterns[string(key)] = &p
	}
	f.blocks++
	f.games += len(block)
	return nil
}

func (f *Field) check(game []Side) error {
	if len(game) < 2 {
		return fmt.Errorf("the number of sides is %d: want at least 2", len(game))
	}
	for i, side := range game {
		if len(side.Players) == 0 {
			return fmt.Errorf("side %d has no player", i+1)
		}
		if side.Share < 0 || side.Share > Unit {
			return fmt.Errorf("side %d has %d twelfths of the game: want 0 to %d", i+1, side.Share, Unit)
		}
		for _, p := range side.Players {
			if p < 0 || p >= f.players {
				return fmt.Errorf("side %d has player %d: want 0 to %d", i+1, p, f.players-1)
			}
		}
	}
	return nil
}

// canonical returns a game in an order that does not depend on the seats, and a
// key of who meets whom.
func canonical(game []Side) (string, *entry) {
	sides := make([]Side, len(game))
	for i, s := range game {
		sides[i] = Side{slices.Sorted(slices.Values(s.Players)), s.Share}
	}
	slices.SortFunc(sides, func(a, b Side) int {
		if c := slices.Compare(a.Players, b.Players); c != 0 {
			return c
		}
		return b.Share - a.Share
	})
	key := binary.AppendUvarint(nil, uint64(len(sides)))
	e := &entry{}
	for _, s := range sides {
		key = binary.AppendUvarint(key, uint64(len(s.Players)))
		for _, p := range s.Players {
			key = binary.AppendUvarint(key, uint64(p))
		}
		e.sides = append(e.sides, s.Players)
		e.shares = append(e.shares, s.Share)
	}
	return string(key), e
}

// meet counts a game for every two players of different sides, once each.
func (f *Field) meet(game []Side) {
	for i, own := range game {
		for k, a := range own.Players {
			f.seen[a] = true
			if slices.Contains(own.Players[:k], a) {
				continue
			}
			for j, other := range game {
				if i == j {
					continue
				}
				for l, b := range other.Players {
					if a == b || slices.Contains(other.Players[:l], b) {
						continue
					}
					p := &f.pairs[a*f.players+b]
					switch {
					case own.Share > other.Share:
						p.Wins++
					case own.Share < other.Share:
						p.Losses++
					default:
						p.Draws++
					}
				}
			}
		}
	}
}
