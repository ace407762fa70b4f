package process

// Reasons why a player that is a program loses a game which the rules would let
// go on. They stand in records and results.
const (
	Crash       = "crash"        // the program ended
	Hang        = "hang"         // it gave no answer, not even when told to stop
	Timeout     = "timeout"      // under limits that are no time it had to be told to stop
	TimeForfeit = "time-forfeit" // it took more time than it had
	Flood       = "flood"        // it wrote too much without an answer
	Disconnect  = "disconnect"   // it lives, and has closed its input or its output
	EngineError = "engine-error" // it answered with an error line
)

// Fault is what a player did wrong in a game, which it loses.
type Fault struct {
	Reason string // one hyphenated word
	Text   string // for people, on one line
}

func (f *Fault) Error() string { return f.Text }
