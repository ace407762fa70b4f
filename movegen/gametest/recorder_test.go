package gametest

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
)

// recorder is a TB that keeps what is reported.
type recorder struct{ failures []string }

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

// verdict runs f and returns what it reports; a panic is a report too.
func verdict(f func(t TB)) string {
	r := &recorder{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if e := recover(); e != nil {
				r.Errorf("panic: %v\n%s", e, debug.Stack())
			}
		}()
		f(r)
	}()
	<-done
	return strings.Join(r.failures, "\n")
}

// full is all that a toy position can do.
type full interface {
	game.Position
	game.Counter
	game.Roller
	game.Tactical
	game.Selective
	game.Ranker
	game.Passer
	game.Indexer
	game.Symmetric
	game.Dropper
	game.Drawer
}

// bug replaces methods of a toy position by broken ones; nil leaves the honest
// one. Each is given the honest position.
type bug struct {
	generate, tactical, selective, rank func(full, *game.MoveList)
	legal                               func(full, game.Move) bool
	make                                func(full, game.Move)
	unmake                              func(full)
	returns                             func(full, *[game.MaxSides]game.Score)
	reason, phase                       func(full) string
	clone                               func(full) game.Position
	appendText                          func(full, []byte) ([]byte, error)
	format                              func(full, game.Move) string
	parseMove                           func(full, string) (game.Move, error)
	count                               func(full) int
	weight                              func(full, game.Move) (int, int)
	makePass, unmakePass                func(full)
	canPass                             func(full) bool
	index                               func(full, game.Move) int
	canonical                           func(full) uint64
	parse                               func(game.Variant, string) (game.Position, error)
	evaluate                            func(to *[game.MaxSides]game.Score)
}

// mutant is a toy position with a bug.
type mutant struct {
	full
	bug *bug
}

func (m *mutant) Generate(l *game.MoveList) {
	pick(m.bug.generate, full.Generate)(m.full, l)
}

func (m *mutant) GenerateTactical(l *game.MoveList) {
	pick(m.bug.tactical, full.GenerateTactical)(m.full, l)
}

func (m *mutant) GenerateSelective(l *game.MoveList) {
	pick(m.bug.selective, full.GenerateSelective)(m.full, l)
}

func (m *mutant) Rank(l *game.MoveList)  { pick(m.bug.rank, full.Rank)(m.full, l) }
func (m *mutant) Legal(x game.Move) bool { return pick(m.bug.legal, full.Legal)(m.full, x) }
func (m *mutant) Make(x game.Move)       { pick(m.bug.make, full.Make)(m.full, x) }
func (m *mutant) Unmake()                { pick(m.bug.unmake, full.Unmake)(m.full) }
func (m *mutant) Reason() string         { return pick(m.bug.reason, full.Reason)(m.full) }
func (m *mutant) Phase() string          { return pick(m.bug.phase, full.Phase)(m.full) }
func (m *mutant) FormatMove(x game.Move) string {
	return pick(m.bug.format, full.FormatMove)(m.full, x)
}
func (m *mutant) Count() int                    { return pick(m.bug.count, full.Count)(m.full) }
func (m *mutant) Weight(x game.Move) (n, d int) { return pick(m.bug.weight, full.Weight)(m.full, x) }
func (m *mutant) MakePass()                     { pick(m.bug.makePass, full.MakePass)(m.full) }
func (m *mutant) UnmakePass()                   { pick(m.bug.unmakePass, full.UnmakePass)(m.full) }
func (m *mutant) CanPass() bool                 { return pick(m.bug.canPass, full.CanPass)(m.full) }
func (m *mutant) MoveIndex(x game.Move) int     { return pick(m.bug.index, full.MoveIndex)(m.full, x) }
func (m *mutant) CanonicalKey() uint64          { return pick(m.bug.canonical, full.CanonicalKey)(m.full) }
func (m *mutant) Returns(to *[game.MaxSides]game.Score) {
	pick(m.bug.returns, full.Returns)(m.full, to)
}

func (m *mutant) ParseMove(s string) (game.Move, error) {
	return pick(m.bug.parseMove, full.ParseMove)(m.full, s)
}

func (m *mutant) AppendText(b []byte) ([]byte, error) {
	return pick(m.bug.appendText, full.AppendText)(m.full, b)
}

func (m *mutant) Clone() game.Position {
	return &mutant{pick(m.bug.clone, full.Clone)(m.full).(full), m.bug}
}

// pick returns the broken method if there is one.
func pick[F any](broken, honest F) F {
	if reflect.ValueOf(broken).IsNil() {
		return honest
	}
	return broken
}

// mutantVariant makes mutants.
type mutantVariant struct {
	game.Variant
	bug *bug
}

func (v mutantVariant) Start() game.Position { return &mutant{v.Variant.Start().(full), v.bug} }

func (v mutantVariant) Parse(text string) (game.Position, error) {
	parse := pick(v.bug.parse, game.Variant.Parse)
	p, err := parse(v.Variant, text)
	if err != nil {
		return nil, err
	}
	return &mutant{p.(full), v.bug}, nil
}

// broken returns a test configuration of toy with a bug.
func broken(b *bug) Config {
	rules := *toy.Rules
	rules.Open = func(s game.Setup) (game.Variant, error) {
		v, err := toy.Rules.Open(s)
		return mutantVariant{v, b}, err
	}
	return Config{
		Rules:      &rules,
		Setups:     []game.Setup{nil, {"dice": "no", "retreat": "yes"}, {"seats": "3", "drop": "yes"}},
		Games:      40,
		Symmetries: []Symmetry{{Name: "mirror", Map: mirror}},
		Encodable: func(yield func(game.Move) bool) {
			for m := range game.Move(0x100) {
				if !yield(m) {
					return
				}
			}
		},
		Evaluator: func(p game.Position) game.Evaluator {
			return mutantEvaluator{toy.Evaluator(p.(*mutant).full), b}
		},
	}
}

type mutantEvaluator struct {
	game.Evaluator
	bug *bug
}

func (e mutantEvaluator) Evaluate(to *[game.MaxSides]game.Score) {
	e.Evaluator.Evaluate(to)
	if e.bug.evaluate != nil {
		e.bug.evaluate(to)
	}
}

// mirror exchanges the lanes in a text of toy.
func mirror(text string) string {
	f := strings.Fields(text)
	seats := strings.Split(f[0], "/")
	for i, s := range seats {
		rest, marked := strings.CutSuffix(s, "*")
		left, right, _ := strings.Cut(rest, ",")
		seats[i] = right + "," + left
		if marked {
			seats[i] += "*"
		}
	}
	f[0] = strings.Join(seats, "/")
	f[2] = strings.NewReplacer("L", "R", "R", "L").Replace(f[2])
	return strings.Join(f, " ")
}
