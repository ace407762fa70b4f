package game

// The abilities below are optional. Search and tools ask for them once, when
// they start on a position, never inside the tree; a position that lacks one
// simply goes without the feature that needs it.

// Counter counts legal actions faster than by listing them; perft uses it at
// its last ply.
type Counter interface {
	// Count returns the number of actions that Generate would add.
	Count() int
}

// Roller knows the exact odds of an outcome. Every game with dice is a Roller.
type Roller interface {
	// Weight returns the probability of outcome m at this roll as num/den;
	// over all outcomes of a roll den is the same and the nums sum to it.
	Weight(m Move) (num, den int)
}

// Tactical lists the actions that quiescence looks at.
type Tactical interface {
	// GenerateTactical adds the legal actions that change the balance at once;
	// none if the position is quiet.
	GenerateTactical(l *MoveList)
}

// Ranker knows which actions look good before any search.
type Ranker interface {
	// Rank sets Order of every entry of l, which holds actions legal here:
	// 0 for an ordinary action, up to ±10 000 for the best and worst looking.
	Rank(l *MoveList)
}

// Selective replaces a huge list of actions by a declared subset.
type Selective interface {
	// GenerateSelective adds a subset of what Generate adds, with at least
	// one action where Generate has one.
	GenerateSelective(l *MoveList)
}

// Passer can give up its turn although the rules do not allow it: the null move
// of search.
type Passer interface {
	// CanPass says that passing here is sound: having the move is hardly ever
	// a burden and the rules force nothing on the actor.
	CanPass() bool
	// MakePass gives the turn to the next seat; UnmakePass takes it back.
	MakePass()
	UnmakePass()
}

// Indexer numbers actions for history tables: actions that mean much the same
// thing in different positions share an index.
type Indexer interface {
	// MoveIndex is in 0..MoveIndexes()-1, and a function of m alone.
	MoveIndex(m Move) int
	// MoveIndexes is constant and at most 4096.
	MoveIndexes() int
}

// Symmetric gives one key to all positions that a symmetry of the game maps to
// one another.
type Symmetric interface {
	CanonicalKey() uint64
}

// Quiet counts the actions of a kind that, too many in a row, end the game in a
// draw. A position without it has no counter by which what can follow differs
// between positions of one key.
type Quiet interface {
	// Quiet returns the count, which grows by at most one an action, and the
	// count that is a draw, 0 for none.
	Quiet() (count, limit int)
}

// Exact tells apart positions that are alike for all that can follow, and so
// share a key, but are not the same on the board. The rules of repetition ask.
type Exact interface {
	ExactKey() uint64
}

// Featured lists the active inputs of a learned evaluation.
type Featured interface {
	Features(dst []uint16) []uint16
}

// Term is one named part of an evaluation, for each side, in the evaluator's
// own units.
type Term struct {
	Name   string
	Values [MaxSides]Score
}

// Explainer is an [Evaluator] that can say how it came to its value.
type Explainer interface {
	// Explain returns the terms; for each side they sum to what Evaluate fills
	// in, up to a last term named "rest" where the sum is shaped further.
	Explain() []Term
}

// Shade is how a place of the board is coloured, in the game's own meaning.
type Shade uint8

// The shades that renderers know.
const (
	Plain   Shade = iota // an ordinary place
	Light                // a light place of a many-coloured board
	Dark                 // a dark place of a many-coloured board
	Accent               // a red place of a many-coloured board
	Special              // a place that matters for winning: a watering hole, the last field
	Blocked              // a place that holds a neutral obstacle
)

// Cell is one place of the board as a person sees it.
type Cell struct {
	// Name is the place's name in texts: "a1", "37".
	Name string
	// X and Y place the cell in half cells from the upper left: neighbours in
	// a row are 2 apart, rows are 2 apart on square boards too; on hexagons
	// every second row is shifted by 1.
	X, Y int
	// Text is what stands there, empty if nothing.
	Text string
	// Owner is the seat that controls Text, or Chance for nobody's.
	Owner Player
	Shade Shade
}

// Picture is a position as a person sees it: places, and lines of text beside
// the board such as pawns at home or the die.
type Picture struct {
	Cells []Cell
	Hex   bool
	Notes []string
}

// Drawer can be drawn by any front end.
type Drawer interface {
	Picture() Picture
}
