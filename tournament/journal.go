package tournament

import (
	"bufio"
	"bytes"
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
// not change when the run is resumed. It refuses a folder that holds a run of
// which a game was finished.
func NewJournal(dir string, definition []byte, digest string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	j := &Journal{dir: dir, plan: digest}
	_, err := os.Stat(filepath.Join(dir, ResultsFile))
	if errors.Is(err, fs.ErrNotExist) {
		// The plan is there, whole, before the results: what can be resumed has one.
		if err := j.define(definition); err != nil {
			return nil, err
		}
		if err := j.open(); err != nil {
			return nil, err
		}
		return j, nil
	}
	if err != nil {
		return nil, err
	}
	if err := j.takeOver(definition); err != nil {
		return nil, err
	}
	return j, nil
}

// takeOver begins anew in a folder whose run has finished no game: one that a
// program refused, say.
func (j *Journal) takeOver(definition []byte) error {
	if err := j.open(); err != nil {
		return err
	}
	file, err := results.Read(j.results)
	switch {
	case errors.Is(err, results.ErrEmpty), err == nil && len(file.Games) == 0:
		err = errors.Join(cut(j.results, 0), cut(j.games, 0), j.define(definition))
	default:
		err = fmt.Errorf("folder %s holds a run already: want another folder, or --resume %s", j.dir, j.dir)
	}
	if err != nil {
		return errors.Join(err, j.Close())
	}
	return nil
}

// define writes the plan.
func (j *Journal) define(definition []byte) error {
	plan := filepath.Join(j.dir, DefinitionFile)
	if err := os.WriteFile(plan+".new", definition, 0o644); err != nil {
		return err
	}
	return os.Rename(plan+".new", plan)
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
		if err := j.trim(file); err != nil {
			return err
		}
		j.begun, j.old, j.played = true, file.Games, len(file.Games)
	}
	for i := range file.Games {
		j.offset = max(j.offset, file.Games[i].Offset+file.Games[i].Length)
	}
	return errors.Join(cut(j.results, file.Whole), cut(j.games, j.offset))
}

// trim leaves out the last games if their records are not there. Both files are
// brought to the disk when a block is complete; between, a machine that dies may
// have kept a line and lost the record before it. More than that is no accident.
func (j *Journal) trim(file *results.File) error {
	info, err := j.games.Stat()
	if err != nil {
		return err
	}
	kept, end := 0, int64(0)
	for _, g := range file.Games {
		if end = max(end, g.Offset+g.Length); end > info.Size() {
			break
		}
		kept++
	}
	if kept == len(file.Games) {
		return nil
	}
	if len(results.Blocks(file.Games))-len(results.Blocks(file.Games[:kept])) > 1 {
		return fmt.Errorf("file %s has %d bytes, which end before the record of game %d of %d in %s: want all of them",
			j.games.Name(), info.Size(), kept+1, len(file.Games), ResultsFile)
	}
	file.Games = file.Games[:kept]
	file.Whole, err = lines(j.results, kept+1)
	return err
}

// lines returns the length of the first lines of a file that are not blank.
func lines(f *os.File, n int) (length int64, err error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	in := bufio.NewReader(f)
	for n > 0 {
		text, err := in.ReadBytes('\n')
		if err != nil {
			return 0, err
		}
		length += int64(len(text))
		if len(bytes.TrimSpace(text)) > 0 {
			n--
		}
	}
	return length, nil
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
	name := stderrName(round, player)
	if _, err := os.Stat(filepath.Join(j.dir, name)); err != nil {
		return ""
	}
	return name
}

// sync brings all that was added to the disk.
func (j *Journal) sync() error { return errors.Join(j.games.Sync(), j.results.Sync()) }

// Close closes the files.
func (j *Journal) Close() error { return errors.Join(j.games.Close(), j.results.Close()) }
