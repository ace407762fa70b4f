package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tetrarch/engine"
	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/record"
)

func find(t *testing.T, name string) *engine.Game {
	t.Helper()
	g, err := engine.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// near says that an estimate is within four standard errors, and that these are
// of use.
func near(t *testing.T, what string, got, err, want, most float64) {
	t.Helper()
	if math.Abs(got-want) > 4*err || err <= 0 || err > most {
		t.Errorf("%s %.3f ± %.3f, want %.3f with an error up to %.3f", what, got, err, want, most)
	}
}

// synthetic makes a group in which results follow a scale and a bias, in nats, of
// who acts. Positions of a block share their luck, as those of a game do.
func synthetic(g *engine.Game, truth eval.Scale, bias float64) *group {
	rng := rand.New(rand.NewPCG(3, 3))
	made := &group{game: g, sides: 2, scale: g.Model.Scale, blocks: 1500, games: 1500}
	nat := truth.Odds / math.Log(3)
	for block := range made.blocks {
		u := rng.Float64()
		luck := math.Log(u/(1-u)) * nat
		for range 5 {
			s := sample{block: block, score: math.Round(rng.NormFloat64() * 500), share: 0.5}
			switch shift := s.score + bias*nat + luck; {
			case shift > truth.Draw:
				s.share = 1
			case shift < -truth.Draw:
				s.share = 0
			}
			made.samples = append(made.samples, s)
		}
	}
	return made
}

// TestRecovers fits results that follow a known scale, far from today's.
func TestRecovers(t *testing.T) {
	for name, c := range map[string]struct {
		truth eval.Scale
		bias  float64
	}{
		"no draws":   {eval.Scale{Odds: 400}, 0},
		"draws":      {eval.Scale{Odds: 300, Draw: 350}, 0},
		"few draws":  {eval.Scale{Odds: 900, Draw: 20}, 0},
		"with sting": {eval.Scale{Odds: 500, Draw: 200}, 0.6},
	} {
		t.Run(name, func(t *testing.T) {
			g := synthetic(find(t, "barca"), c.truth, c.bias)
			r, err := g.judge(options{rounds: 40, seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			near(t, "bias", r.bias, r.errs.bias, c.bias, 0.15)
			if c.bias != 0 {
				return // a scale has no bias, so that the other numbers suffer
			}
			near(t, "odds", r.scale.Odds, r.errs.scale.Odds, c.truth.Odds, c.truth.Odds/8)
			near(t, "third", r.third.value, r.third.err, c.truth.Third(), c.truth.Third()/8)
			if c.truth.Draw == 0 {
				if r.scale.Draw != 0 {
					t.Errorf("draw %v without any", r.scale.Draw)
				}
			} else {
				near(t, "draw", r.scale.Draw, r.errs.scale.Draw, c.truth.Draw, c.truth.Draw/4)
			}
			if r.miss[1] >= r.miss[0] {
				t.Errorf("deviance %v by today's scale, %v by the fitted one", r.miss[0], r.miss[1])
			}
		})
	}
}

// TestRecoversShares fits shares among three sides that are off by a known factor
// of their odds from an equal share.
func TestRecoversShares(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	g := &group{game: find(t, "tricolor"), sides: 3, scale: eval.Scale{}.For(3), blocks: 1000}
	for block := range g.blocks {
		for range 4 {
			p := 0.05 + 0.9*rng.Float64()
			s := sample{block: block, score: (2*p - 1) * float64(game.MaxEval)}
			if rng.Float64() < (eval.Scale{Sharp: 0.7}).For(3).Share(game.Score(s.score)) {
				s.share = 1
			}
			g.samples = append(g.samples, s)
		}
	}
	r, err := g.judge(options{rounds: 40, seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "slope", r.slope, r.errs.slope, 0.7, 0.05)
	near(t, "sharp", r.scale.Sharp, r.errs.scale.Sharp, 0.7, 0.05)
	near(t, "bias", r.bias, r.errs.bias, 0, 0.1)
	for i, row := range r.rows {
		if d := share(row.predicted) - share(row.measured); i == len(r.rows)-1 && d < 0.02 {
			t.Errorf("the highest shares are told too high, by %.3f: want more than 0.02", d)
		}
	}
}

// The fit is where the likelihood is highest, and its slopes are those of the
// deviance.
func TestFitIsHighest(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	var points []point
	for range 300 {
		p := point{x: rng.NormFloat64()}
		*[]*float64{&p.win, &p.draw, &p.loss}[rng.IntN(3)] = 1 + rng.Float64()
		points = append(points, p)
	}
	const small = 1e-4
	shifts := []logit{{small, 0, 0}, {0, small, 0}, {0, 0, small}}
	m := logit{0.3, 0.8, 0.6}
	gradient, _ := m.slopes(points)
	for i, s := range shifts {
		up := logit{m.bias + s.bias, m.slope + s.slope, m.zone + s.zone}.deviance(points)
		down := logit{m.bias - s.bias, m.slope - s.slope, m.zone - s.zone}.deviance(points)
		if numeric := (down - up) / (2 * small); math.Abs(numeric-gradient[i]) > 1e-3*(1+math.Abs(numeric)) {
			t.Errorf("slope %d is %v, by differences %v", i, gradient[i], numeric)
		}
	}
	best := logit{zone: 0.5}.fit(points, free{true, true, true})
	if gradient, _ := best.slopes(points); max(math.Abs(gradient[0]), math.Abs(gradient[1]), math.Abs(gradient[2])) > 1e-3 {
		t.Errorf("slopes %v at the fit, want none", gradient)
	}
}

// random plays a game by lot and records it, with a score for every action: what
// is due to the side that wins, so that the sign of a score tells the result.
func random(t *testing.T, setup string, seed uint64, most int) *record.Record {
	t.Helper()
	g := find(t, "tricolor")
	given, err := game.ParseSetup(strings.Fields(setup))
	if err != nil {
		t.Fatal(err)
	}
	v, err := g.Rules.Variant(given)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, seed))
	play := game.NewPlay(g.Rules, v.Start())
	rec := &record.Record{}
	var sides []game.Side
	for !play.Over() && len(rec.Actions) < most {
		var l game.MoveList
		play.Position().Generate(&l)
		m := l.Moves[rng.IntN(l.Len())].Move
		sides = append(sides, play.Position().Base().Side)
		rec.Actions = append(rec.Actions, record.Action{Text: play.Position().FormatMove(m), Depth: 1})
		play.Push(m)
	}
	var shares [game.MaxSides]game.Score
	play.Returns(&shares)
	for i := range rec.Actions {
		s := &rec.Actions[i].Score
		s.Kind, s.Value = record.Centi, (int(shares[sides[i]])-6)*20
		if i == 3 {
			*s = record.Score{}
		}
	}
	rec.Set(record.Game, g.Rules.Name)
	rec.Set(record.Setup, setup)
	rec.Set(record.Opening, "2")
	rec.Set(record.Round, fmt.Sprintf("%d.%d", seed/2+1, seed%2+1))
	return rec
}

func write(t *testing.T, records ...*record.Record) string {
	t.Helper()
	var text []byte
	for _, r := range records {
		var err error
		if text, err = r.Append(text); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "games.rec")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// Samples are taken after the opening, from actions with scores, of games that
// ended by their rules and repeat no other; games of a pair are one block.
func TestCollects(t *testing.T) {
	const all = 1 << 20
	var records []*record.Record
	actions := 0
	for seed := range uint64(6) {
		r := random(t, "", seed, all)
		records = append(records, r)
		actions += len(r.Actions) - 3
	}
	records = append(records, random(t, "", 4, all), random(t, "", 9, 20), random(t, "players=3", 1, all))
	c := newCollection(options{perGame: all, seed: 1})
	if err := c.readFile(write(t, records...)); err != nil {
		t.Fatal(err)
	}
	if len(c.groups) != 2 || c.groups[0].sides != 2 || c.groups[1].sides != 3 {
		t.Fatalf("%d groups, want one of two sides and one of three", len(c.groups))
	}
	g := c.groups[0]
	if g.games != 6 || g.copies != 1 || g.open != 1 || g.blocks != 3 || len(g.samples) != actions {
		t.Errorf("%d games, %d copies, %d open, %d blocks, %d samples, want 6, 1, 1, 3, %d", g.games, g.copies, g.open, g.blocks, len(g.samples), actions)
	}
	for _, s := range g.samples {
		if (s.score > 0) != (s.share > 0.5) || (s.score < 0) != (s.share < 0.5) {
			t.Fatalf("score %v with a share of %v", s.score, s.share)
		}
		if third := g.scale.Third(); s.score != 0 && math.Abs(math.Abs(s.score)-1.2*third) > 1e-9*third {
			t.Fatalf("score %v, want 120 hundredths of %v", s.score, third)
		}
	}
	c = newCollection(options{perGame: 5, seed: 1, third: 50})
	if err := c.readFile(write(t, records...)); err != nil {
		t.Fatal(err)
	}
	if g := c.groups[0]; len(g.samples) != 30 || math.Abs(math.Abs(g.samples[0].score)-60) > 1e-9 {
		t.Errorf("%d samples, the first at %v, want 30 at ±60", len(g.samples), g.samples[0].score)
	}
}

// The whole command, and its picture.
func TestCommand(t *testing.T) {
	var records []*record.Record
	for seed := range uint64(8) {
		r := random(t, "", seed, 1<<20)
		for i := range r.Actions {
			r.Actions[i].Score.Value += (i*37%101 - 50) * 4 // so that scores err
		}
		records = append(records, r)
	}
	picture := filepath.Join(t.TempDir(), "picture.svg")
	c := newCommand()
	var out bytes.Buffer
	c.SetOut(&out)
	c.SetArgs([]string{"--bootstrap", "5", "--svg", picture, write(t, records...)})
	if err := c.Execute(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## Tricolor, 2 sides (usual rules)", " of 8 games in 4 blocks", "fitted: Scale{Odds: ", "| score | positions |"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	svg, err := os.ReadFile(picture)
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(svg, new(struct{})); err != nil || bytes.Count(svg, []byte("<circle")) != bins || bytes.Contains(svg, []byte("%!")) {
		t.Errorf("%d points in the picture, want %d; %v", bytes.Count(svg, []byte("<circle")), bins, err)
	}
}

// docs/calibration.md tells the scales that there are, and where 100 hundredths are.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/calibration.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range engine.Games() {
		s := g.Model.Scale
		if terms := g.Model.Terms; terms.Sharp > 0 && !regexp.MustCompile(fmt.Sprintf("(?m)^\\| %s.*`Sharp: %g`", g.Rules.Title, terms.Sharp)).Match(page) {
			t.Errorf("docs/calibration.md has no row of %s with the scale %+v that it has without a network", g.Rules.Title, terms)
		}
		want := fmt.Sprintf("`Sharp: %g`", s.Sharp)
		switch {
		case s.Odds > 0 && s.Draw > 0:
			want = fmt.Sprintf("`Odds: %g, Draw: %g` \\|.*\\| %.0f ", s.Odds, s.Draw, s.Third())
		case s.Odds > 0:
			want = fmt.Sprintf("`Odds: %g` \\|.*\\| %.0f ", s.Odds, s.Third())
		}
		if !regexp.MustCompile(`(?m)^\| ` + g.Rules.Title + `.* \| 2 \|.*` + want).Match(page) {
			t.Errorf("docs/calibration.md has no row of %s with %s", g.Rules.Title, want)
		}
	}
}

// Requests without sense, and files that hold nothing to fit.
func TestRefuses(t *testing.T) {
	none := write(t, random(t, "", 1, 10))
	for want, args := range map[string][]string{
		"no file: want files": {},
		"--per-game 0: want":  {"--per-game", "0", none},
		"--bootstrap 1: want": {"--bootstrap", "1", none},
		"--sharp -1: want":    {"--sharp", "-1", none},
		"--third -1: want":    {"--third", "-1", none},
		"no such file":        {filepath.Join(t.TempDir(), "none.rec")},
		"tricolor, 2 sides: want games of at least two": {none},
	} {
		c := newCommand()
		c.SetArgs(args)
		if err := c.Execute(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
}
