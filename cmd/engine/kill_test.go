package main

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tetrarch/record"
	"tetrarch/tournament"
)

// longKills is the name of a variable that holds how often the tournament is
// killed; without it, a few times.
const longKills = "TETRARCH_KILLS"

// A tournament that is killed again and again, at any moment, and resumed, comes
// to the table and the games of one that was left alone.
func TestKilledAndResumed(t *testing.T) {
	kills := 8
	if text := os.Getenv(longKills); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("%s=%q: want a number", longKills, text)
		}
		kills = n
	}
	plan := []string{
		"--game", "barca", "--players", "tetrarch,nodes=40,hash=1,greedy,random,random", "--format", "swiss", "--rounds", "3",
		"--games", strconv.Itoa(3 * kills), "--opening-plies", "4", "--seed", "3", "--concurrency", "2",
	}
	alone := filepath.Join(t.TempDir(), "alone")
	out, err := program(append(plan, "--dir", alone)...).Output()
	if err != nil {
		t.Fatalf("the tournament that is left alone: %v", err)
	}
	want, wantGames := timeless(out), gamesOf(t, alone)

	dir := filepath.Join(t.TempDir(), "killed")
	rng := rand.New(rand.NewPCG(1, uint64(kills)))
	size := int64(0)
	for n := range kills {
		// A share of what is left, so that the last life has games to play.
		grow := rng.Int64N(max(1, (length(alone)-size)/int64(kills-n+1)))
		size = killAfter(t, life(dir, plan), dir, size+grow, time.Duration(rng.IntN(5000))*time.Microsecond)
	}
	if size >= length(alone) {
		t.Fatal("nothing was left to play for the last life")
	}
	out, err = life(dir, plan).Output()
	if err != nil {
		t.Fatalf("the last life: %v", err)
	}
	if d := cmp.Diff(want, timeless(out)); d != "" {
		t.Errorf("after %d kills the table differs:\n%s", kills, d)
	}
	if d := cmp.Diff(wantGames, gamesOf(t, dir)); d != "" {
		t.Errorf("after %d kills the games differ:\n%s", kills, d)
	}
}

// program is the engine's command, which package testscript puts into the path.
func program(args ...string) *exec.Cmd {
	return exec.Command("engine", append([]string{"tournament", "--json", "--quiet"}, args...)...)
}

// life begins the tournament, or resumes it if there is one.
func life(dir string, plan []string) *exec.Cmd {
	if _, err := os.Stat(filepath.Join(dir, tournament.ResultsFile)); errors.Is(err, fs.ErrNotExist) {
		return program(append(plan, "--dir", dir)...)
	}
	return program("--resume", dir)
}

// killAfter runs a command, kills it when its results have grown to a size and
// some time has passed, and returns their size.
func killAfter(t *testing.T, cmd *exec.Cmd, dir string, size int64, wait time.Duration) int64 {
	t.Helper()
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for until := time.Now().Add(2 * time.Minute); length(dir) < size && time.Now().Before(until); {
		select {
		case err := <-ended:
			t.Fatalf("the tournament ended by itself: %v %s", err, &errs)
		case <-time.After(time.Millisecond):
		}
	}
	time.Sleep(wait)
	_ = cmd.Process.Kill()
	<-ended
	return length(dir)
}

// length returns the size of a folder's results, 0 if there are none.
func length(dir string) int64 {
	info, err := os.Stat(filepath.Join(dir, tournament.ResultsFile))
	if err != nil {
		return 0
	}
	return info.Size()
}

// timeless leaves out times of a summary in JSON.
func timeless(b []byte) string {
	return string(regexp.MustCompile(`(?m)^.*seconds":.*\n`).ReplaceAll(b, nil))
}

// gamesOf returns the games of a folder by their numbers, without times.
func gamesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, tournament.GamesFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := record.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]string{}
	for _, r := range all {
		for i := range r.Actions {
			r.Actions[i].Time = 0
		}
		text, err := r.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		if games[r.Get(record.Round)] != "" {
			t.Errorf("game %s is there twice", r.Get(record.Round))
		}
		games[r.Get(record.Round)] = string(text)
	}
	return games
}
