package game

// Position is one state of one game. It is not safe for concurrent use: every
// worker takes its own [Position.Clone].
//
// Generate, Legal, Make and Unmake do not allocate once the position's own
// stacks have grown.
type Position interface {
	// Base returns the embedded state; the pointer stays valid and current for
	// the life of the position.
	Base() *State

	// Seating returns who plays; constant for the life of the position.
	Seating() *Seating

	// Generate adds every legal action to l, each once, or every outcome at a
	// roll. It adds nothing once the game is over and at least one action
	// before that.
	Generate(l *MoveList)

	// Legal says whether m, any value at all, is one of the actions that
	// Generate would add here.
	Legal(m Move) bool

	// Make plays m, which must be legal here.
	Make(m Move)

	// Unmake takes back the last Make, exactly.
	Unmake()

	// Returns fills each side's final share of the game, summing to [Whole].
	// Only once Over.
	Returns(to *[MaxSides]Score)

	// Reason says in one hyphenated word why the game is over ("three-holes");
	// empty while it is not.
	Reason() string

	// Phase is the game's own word for the decision that is due: "move",
	// "place" or "roll".
	Phase() string

	// Clone returns an independent copy. The copy can unmake what is made on
	// it, and need not unmake what was made before.
	Clone() Position

	// AppendText appends the canonical text of the position, as in
	// encoding.TextAppender. The variant's Parse reads it back to an equal
	// position.
	AppendText(b []byte) ([]byte, error)

	// FormatMove writes a legal action as the game's rules page does.
	FormatMove(m Move) string

	// ParseMove reads an action that is legal here; any other text is an
	// error that says what was read and what was wanted.
	ParseMove(s string) (Move, error)
}

// Evaluator judges the position that it was bound to when it was made.
type Evaluator interface {
	// Evaluate fills the value of the position for every side, within
	// [MaxEval]. With two sides to[1] = -to[0]. With more, a value is linear
	// in the side's expected share of the game, from -MaxEval for nothing to
	// MaxEval for everything, so that the values of n sides sum to
	// (2-n)·MaxEval, up to rounding by one a side; with dice the same holds
	// for two. It is called at positions that are not over, and does not
	// allocate.
	Evaluate(to *[MaxSides]Score)
}

// Text returns the canonical text of p.
func Text(p Position) string {
	b, err := p.AppendText(nil)
	if err != nil {
		return "invalid position: " + err.Error()
	}
	return string(b)
}
