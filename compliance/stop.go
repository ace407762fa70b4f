package compliance

import (
	"fmt"
	"slices"
	"time"
)

// stops is how often the latency of stop is measured.
const stops = 15

var stopPoints = []row{
	{"stop.latency", "stop is answered by bestmove at once", 0, checkLatency},
	{"stop.at-once", "a stop right after go is answered by bestmove", 0, checkStopAtOnce},
	{"stop.idle", "stop without a search is taken in silence", 0, func(t *talk) {
		t.setting()
		t.quiet("stop")
		if len(t.best) > 0 {
			t.fail(t.best[0], "no bestmove without a search")
		}
	}},
	{"stop.twice", "a second stop is taken in silence", 0, func(t *talk) {
		t.setting()
		t.send("go infinite")
		t.settle()
		t.stop()
		t.quiet("stop")
		if len(t.best) > 0 {
			t.fail(t.best[0], "one bestmove alone")
		}
	}},
	{"stop.next", "the next search can begin right after the answer", 0, func(t *talk) {
		t.setting()
		for range 10 {
			t.send("go infinite")
			t.stop()
			t.sound(0, "go depth 1")
		}
	}},
	{"ponder.hit", "go ponder answers after ponderhit, within the limits from there", 0, checkPonderHit},
	{"ponder.stop", "go ponder answers after stop", 0, func(t *talk) {
		play := t.setting()
		t.send("go ponder wtime 60000 btime 60000")
		t.stillSearching()
		f := t.stop()
		t.legal(&f, play)
	}},
	{"ponder.depth", "go ponder depth N holds its answer back until ponderhit", 0, func(t *talk) {
		play := t.setting()
		t.send("go ponder depth 1")
		t.stillSearching()
		f := t.hit(0)
		t.legal(&f, play)
	}},
	{"ponder.idle", "ponderhit without go ponder is refused with bad_state", tgi, func(t *talk) { t.refuse("bad_state", "ponderhit") }},
}

func checkLatency(t *talk) {
	play := t.setting()
	var took []time.Duration
	for i := range stops {
		t.send("go infinite")
		t.settle()
		time.Sleep(time.Duration(i%5) * 10 * time.Millisecond) // a search at different depths
		f := t.stop()
		t.legal(&f, play)
		took = append(took, f.elapsed)
	}
	slices.Sort(took)
	t.note = fmt.Sprintf("median %v, worst %v of %d", took[len(took)/2].Round(10*time.Microsecond), took[len(took)-1].Round(10*time.Microsecond), stops)
}

func checkStopAtOnce(t *talk) {
	play := t.setting()
	for range stops {
		t.send("go infinite")
		f := t.stop()
		t.legal(&f, play)
	}
}

// hit tells that the action pondered on was played and returns the answer.
func (t *talk) hit(limit time.Duration) found {
	if len(t.best) > 0 {
		t.fail(t.best[0], "no bestmove before ponderhit")
	}
	began := time.Now()
	t.send("ponderhit")
	f := t.finish(began, limit)
	if f.elapsed > limit+t.config.Slack {
		t.fail(fmt.Sprintf("an answer after %v", f.elapsed.Round(time.Millisecond)), "an answer within %v of ponderhit and %v of slack", limit, t.config.Slack)
	}
	return f
}

func checkPonderHit(t *talk) {
	play := t.setting()
	t.send("go ponder movetime 50")
	t.stillSearching()
	f := t.hit(50 * time.Millisecond)
	t.legal(&f, play)
	t.send("go ponder wtime 400 btime 400")
	t.stillSearching()
	f = t.hit(400 * time.Millisecond)
	t.legal(&f, play)
}
