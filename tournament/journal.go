package tournament

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tetrarch/record"
	"tetrarch/tournament/results"
)

// The files of a run in its folder.
const (
	DefinitionFile = "tournament.toml" // the plan in effect
	ResultsFile    = "results.jsonl"   // a line a finished game, see package results
	GamesFile      = "games.txt"       // the games, see package record
)

// Journal keeps the finished games of a match in a folder: in [ResultsFile] a
// line each and in [GamesFile] the game itself. Both only grow. A program that is
// killed at any moment leaves at most one cut game at the end of each, which
// [ResumeJournal] removes.
type Journal struct {
	dir     string
	plan    string // digest
	results *os.File
	games   *os.File
	offset  int64          // length of games
	old     []results.Game // found when the folder was opened, until the run takes them
	played  int            // how many these are
	begun   bool           // the results have their header
}

// NewJournal begins a run in a folder, which it makes if it is not there.
// definition is the text of the plan, kept beside the results, digest what must
// not change when the run is resumed. It refuses a folder that holds a run.
func NewJournal(dir string, definition []byte, digest string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, ResultsFile)); !errors.Is(err, fs.ErrNotExist) {
		if err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("folder %s holds a run already: want another folder, or --resume %s", dir, dir)
	}
	// The plan is there, whole, before the results: what can be resumed has one.
	plan := filepath.Join(dir, DefinitionFile)
	if err := os.WriteFile(plan+".new", definition, 0o644); err != nil {
		return nil, err
	}
	if err := os.Rename(plan+".new", plan); err != nil {
		return nil, err
	}
	j := &Journal{dir: dir, plan: digest}
	if err := j.open(); err != nil {
		return nil, err
	}
	return j, nil
}

// ResumeJournal opens the folder of a run that has begun. It refuses one that
// another program is writing to, and one whose plan has another digest.
func ResumeJournal(dir, digest string) (*Journal, error) {
	j := &Journal{dir: dir, plan: digest}
	if err := j.open(); err != nil {
		return nil, fmt.Errorf("resuming %s: %w", dir, err)
	}
	if err := j.recover(); err != nil {
		return nil, errors.Join(fmt.Errorf("resuming %s: %w", dir, err), j.Close())
	}
	return j, nil
}

// open opens both files and locks the first.
func (j *Journal) open() (err error) {
	if j.results, err = os.OpenFile(filepath.Join(j.dir, ResultsFile), os.O_CREATE|os.O_RDWR, 0o644); err != nil {
		return err
	}
	if err := lock(j.results); err != nil {
		return errors.Join(fmt.Errorf("folder %s is in use by another run: %w", j.dir, err), j.results.Close())
	}
	if j.games, err = os.OpenFile(filepath.Join(j.dir, GamesFile), os.O_CREATE|os.O_RDWR, 0o644); err != nil {
		return errors.Join(err, j.results.Close())
	}
	return nil
}

// recover reads what is there and cuts off what was not finished.
func (j *Journal) recover() error {
	file, err := results.Read(j.results)
	switch {
	case errors.Is(err, results.ErrEmpty):
		file = &results.File{} // the run was killed before its first line
	case err != nil:
		return err
	case file.Header.Plan != j.plan:
		return errors.New("the folder holds a run of another plan: want the same game, players, format, limits and seed")
	default:
		j.begun, j.old, j.played = true, file.Games, len(file.Games)
	}
	for i := range file.Games {
		j.offset = max(j.offset, file.Games[i].Offset+file.Games[i].Length)
	}
	return errors.Join(cut(j.results, file.Whole), cut(j.games, j.offset))
}

// cut shortens a file to a length and goes to its end.
func cut(f *os.File, length int64) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() < length {
		return fmt.Errorf("file %s has %d bytes: want at least %d", f.Name(), info.Size(), length)
	}
	if err := f.Truncate(length); err != nil {
		return err
	}
	_, err = f.Seek(length, io.SeekStart)
	return err
}

// begin writes the header of a run that has none. It hands over the games that
// the folder held.
func (j *Journal) begin(h results.Header) ([]results.Game, error) {
	if j.begun {
		old := j.old
		j.old = nil
		return old, nil
	}
	h.Plan = j.plan
	if err := results.Append(j.results, &h); err != nil {
		return nil, err
	}
	j.begun = true
	return nil, j.results.Sync()
}

// Played returns the number of games that the folder held when it was opened.
func (j *Journal) Played() int { return j.played }

// add writes a game: first the record, then the line that says where it is, each
// in one call of Write.
func (j *Journal) add(r *record.Record, g *results.Game) error {
	b, err := r.Append(nil)
	if err != nil {
		return fmt.Errorf("record of game %s: %w", r.Get(record.Round), err)
	}
	if _, err := j.games.Write(append(b, '\n')); err != nil {
		return err
	}
	g.Offset, g.Length = j.offset, int64(len(b)+1)
	j.offset += g.Length
	return results.Append(j.results, g)
}

// stderrFile returns the name of the file in which a player that failed left its
// standard error, empty if there is none.
func (j *Journal) stderrFile(round, player string) string {
	name := fmt.Sprintf("stderr-%s-%s.txt", round, fileName(player))
	if _, err := os.Stat(filepath.Join(j.dir, name)); err != nil {
		return ""
	}
	return name
}

// sync brings all that was added to the disk.
func (j *Journal) sync() error { return errors.Join(j.games.Sync(), j.results.Sync()) }

// Close closes the files.
func (j *Journal) Close() error { return errors.Join(j.games.Close(), j.results.Close()) }
