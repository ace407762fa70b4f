// Package compliance examines any engine, run as a program, for what the line
// protocol promises: TGI in full, UCI and UGI as far as they go.
//
// The examination is a table of points, each a small function that talks to a
// fresh process of the engine and says what it wanted where it got something
// else. [Points] lists the table, [Run] goes through it. What an engine answers
// is compared with the project's own rules of the games that both know.
//
// No point waits for ever: an answer has [Config.Answer] to come, and a process
// that keeps silent is killed.
package compliance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tetrarch/engine"
	"tetrarch/protocol"
)

// Config says what to examine and how patiently.
type Config struct {
	// Command is the engine's program and its arguments.
	Command []string
	// Env is added to the environment of the engine, "KEY=value".
	Env []string
	// Dialect is the protocol to speak; empty to find out, TGI first.
	Dialect protocol.Dialect
	// Only restricts the points to those whose group, name or number it holds;
	// empty means all.
	Only []string
	// Games are the games whose rules are known; nil for those built in.
	Games engine.Catalogue
	// Answer is how long an engine has for an answer that needs no search;
	// 0 for [DefaultAnswer].
	Answer time.Duration
	// Slack is how much later than its limits say a search may answer, and how
	// long a stop may take; 0 for [DefaultSlack].
	Slack time.Duration
	// Each, if not nil, is called with every result as it is known.
	Each func(Result)
}

// The default patience.
const (
	DefaultAnswer = 10 * time.Second
	DefaultSlack  = time.Second
)

// Status is how a point ended.
type Status string

// The statuses. A point is skipped if the engine's protocol or games do not have
// what it examines.
const (
	Pass Status = "pass"
	Fail Status = "fail"
	Skip Status = "skip"
)

// Point is a row of the table of points.
type Point struct {
	// Number counts the rows from 1.
	Number int `json:"number"`
	// Name is "group.word".
	Name  string `json:"name"`
	Group string `json:"group"`
	// Promise is what the protocol promises here.
	Promise string `json:"promise"`
}

// Result is how a point went, with one game where it is examined with several.
type Result struct {
	Point
	Game   string `json:"game,omitempty"`
	Status Status `json:"status"`
	// Note is what was measured, or why the point was skipped.
	Note string `json:"note,omitempty"`
	// Sent, Came and Wanted tell of a failure: the last command, the answer or
	// what happened instead, and what should have come.
	Sent   string `json:"sent,omitempty"`
	Came   string `json:"came,omitempty"`
	Wanted string `json:"wanted,omitempty"`
	// Talk is the end of the conversation that failed, "> " before what was
	// sent and "< " before what came.
	Talk []string `json:"talk,omitempty"`
	// Stderr is the end of what the engine wrote to standard error, if the
	// point failed.
	Stderr  string        `json:"stderr,omitempty"`
	Elapsed time.Duration `json:"elapsed_ns"`
}

// Report is a whole examination.
type Report struct {
	Name    string           `json:"engine"`
	Author  string           `json:"author"`
	Dialect protocol.Dialect `json:"protocol"`
	// Games are those that the engine declares and whose rules are known.
	Games   []string `json:"games"`
	Passed  int      `json:"passed"`
	Failed  int      `json:"failed"`
	Skipped int      `json:"skipped"`
	Results []Result `json:"results"`
}

// ErrRequest is wrapped by errors of [Run] that a [Config] is to blame for.
var ErrRequest = errors.New("the request makes no sense")

// badRequest is an error that counts as [ErrRequest] and tells only its own text.
type badRequest struct{ error }

func (badRequest) Is(target error) bool { return target == ErrRequest }

// Points returns the table of points.
func Points() []Point {
	rows := table()
	points := make([]Point, len(rows))
	for i := range rows {
		points[i] = rows[i].describe(i + 1)
	}
	return points
}

// Groups returns the names of the groups, in the table's order.
func Groups() []string {
	var names []string
	for _, p := range Points() {
		if !slices.Contains(names, p.Group) {
			names = append(names, p.Group)
		}
	}
	return names
}

// Run examines an engine. An error means that there was no examination: a word
// of Only that names nothing, a program that does not start, or one that does
// not introduce itself in any dialect asked for. When ctx ends, Run returns what
// it has with the context's error.
func Run(ctx context.Context, c Config) (*Report, error) {
	if len(c.Command) == 0 {
		return nil, badRequest{errors.New("the engine's program is missing")}
	}
	if c.Games == nil {
		c.Games = engine.Games()
	}
	if c.Answer <= 0 {
		c.Answer = DefaultAnswer
	}
	if c.Slack <= 0 {
		c.Slack = DefaultSlack
	}
	wanted, err := choose(c.Only)
	if err != nil {
		return nil, err
	}
	x, err := meet(ctx, &c)
	if err != nil {
		return nil, err
	}
	r := &Report{Name: x.name, Author: x.author, Dialect: x.dialect, Games: []string{}}
	for _, g := range x.games {
		r.Games = append(r.Games, g.Rules.Name)
	}
	for i, row := range table() {
		if !wanted[i] {
			continue
		}
		for _, result := range x.examine(ctx, &row, i+1) {
			if ctx.Err() != nil {
				return r, context.Cause(ctx)
			}
			r.add(result)
			if c.Each != nil {
				c.Each(result)
			}
		}
	}
	return r, nil
}

func (r *Report) add(result Result) {
	r.Results = append(r.Results, result)
	switch result.Status {
	case Pass:
		r.Passed++
	case Fail:
		r.Failed++
	default:
		r.Skipped++
	}
}

// choose says which points the words name; all if there are no words.
func choose(words []string) ([]bool, error) {
	points := Points()
	wanted := make([]bool, len(points))
	for _, word := range words {
		found := false
		for i, p := range points {
			if word == p.Group || word == p.Name || word == strconv.Itoa(p.Number) {
				wanted[i], found = true, true
			}
		}
		if !found {
			return nil, badRequest{fmt.Errorf("point %q is unknown: want a group (%s), a name or a number up to %d", word, strings.Join(Groups(), ", "), len(points))}
		}
	}
	if len(words) == 0 {
		for i := range wanted {
			wanted[i] = true
		}
	}
	return wanted, nil
}
