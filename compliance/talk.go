package compliance

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tetrarch/engine"
	"tetrarch/protocol"
)

// talk is one conversation of one point. Its methods end the point by a panic
// with a failure or a skipped, which subject.one recovers: a point is a list of
// steps of which the first that fails tells all there is to tell.
type talk struct {
	*subject
	ctx  context.Context
	game *engine.Game // nil if no game is known to both
	p    *process
	sent string   // the last command
	said []string // both sides, marked
	best []string // bestmove lines that came in between
	note string   // what was measured
}

// failure ends a point badly.
type failure struct{ came, wanted string }

// skipped ends a point without a judgement.
type skipped struct{ why string }

// The bounds of what a report shows.
const (
	maxTalk  = 16  // lines of a conversation
	maxShown = 300 // runes of a line
)

// clip shortens a text for a report.
func clip(text string) string {
	text = strings.ToValidUTF8(text, "?")
	if utf8.RuneCountInString(text) > maxShown {
		return string([]rune(text)[:maxShown]) + "…"
	}
	return text
}

func (t *talk) transcript() []string {
	said := t.said
	if len(said) > maxTalk {
		said = append([]string{"…"}, said[len(said)-maxTalk:]...)
	}
	return said
}

func (t *talk) hear(mark, line string) {
	t.said = append(t.said, mark+clip(line))
	if len(t.said) > 4*maxTalk {
		t.said = slices.Clone(t.said[len(t.said)-2*maxTalk:])
	}
}

// fail ends the point: came is the answer or what happened instead.
func (t *talk) fail(came, wanted string, args ...any) {
	panic(failure{came, fmt.Sprintf(wanted, args...)})
}

// skip ends the point without a judgement.
func (t *talk) skip(why string, args ...any) { panic(skipped{fmt.Sprintf(why, args...)}) }

// launch starts a process in place of the one before, and says nothing to it.
func (t *talk) launch() {
	if t.p != nil {
		t.p.kill()
	}
	t.best = nil
	p, err := start(t.config.Command, t.config.Env)
	if err != nil {
		t.fail(err.Error(), "an engine that starts")
	}
	t.p = p
}

// begin starts a process and exchanges the greetings.
func (t *talk) begin() {
	t.launch()
	t.greet(t.dialect)
}

// greet introduces the client and returns the lines before "…ok".
func (t *talk) greet(d protocol.Dialect) []string {
	t.send("%s", d)
	return t.until(string(d) + "ok")
}

// send writes one line.
func (t *talk) send(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	t.bytes(line, line+"\n")
}

// bytes writes raw bytes, which a report calls name.
func (t *talk) bytes(name, raw string) {
	t.sent = name
	t.hear("> ", name)
	t.p.put([]byte(raw))
}

// next returns the next line that is not empty, if one comes within d; ok is
// false if none does. The end of the output ends the point.
func (t *talk) next(d time.Duration, wanted string) (line string, ok bool) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-t.p.lines:
			if !ok {
				t.fail(t.crash(), "%s", wanted)
			}
			t.hear("< ", line)
			if strings.TrimSpace(line) != "" {
				return line, true
			}
		case <-timer.C:
			return "", false
		case <-t.ctx.Done():
			t.skip("interrupted")
		}
	}
}

// crash says how the engine left.
func (t *talk) crash() string {
	if t.p.err != nil {
		return "the engine's output cannot be read: " + t.p.err.Error()
	}
	select {
	case <-t.p.gone:
		if t.p.exit != nil {
			return "the engine has ended: " + t.p.exit.Error()
		}
		return "the engine has ended"
	case <-time.After(t.config.Slack):
		return "the engine has closed its output"
	}
}

// line returns the next line, which must come within the time for answers.
func (t *talk) line(wanted string) string { return t.lineBefore(t.deadline(), wanted) }

// deadline is when an answer that begins now must be complete. Who reads several
// lines asks once: an engine may not go on for ever line by line.
func (t *talk) deadline() time.Time { return time.Now().Add(t.config.Answer) }

// lineBefore returns the next line, which must come before the deadline.
func (t *talk) lineBefore(deadline time.Time, wanted string) string {
	line, ok := t.next(time.Until(deadline), wanted)
	if !ok {
		t.fail("no such answer within "+t.config.Answer.String(), "%s", wanted)
	}
	return line
}

// until returns the lines before the line last.
func (t *talk) until(last string) []string {
	var lines []string
	for deadline := t.deadline(); ; {
		line := t.lineBefore(deadline, last)
		if strings.TrimSpace(line) == last {
			return lines
		}
		lines = append(lines, line)
	}
}

// settle waits for readyok and returns the lines before it but for those of a
// search.
func (t *talk) settle() []string {
	t.p.put([]byte("isready\n"))
	t.hear("> ", "isready")
	var lines []string
	for _, line := range t.until("readyok") {
		switch word, _, _ := strings.Cut(line, " "); word {
		case "info":
		case "bestmove":
			t.best = append(t.best, line)
		default:
			lines = append(lines, line)
		}
	}
	return lines
}

// ask sends a command and returns the lines that answer it.
func (t *talk) ask(format string, args ...any) []string {
	t.send(format, args...)
	return t.settle()
}

// quiet sends a command that is answered by nothing.
func (t *talk) quiet(format string, args ...any) {
	if lines := t.ask(format, args...); len(lines) > 0 && (t.dialect == protocol.TGI || strings.HasPrefix(lines[0], "error ")) {
		t.fail(lines[0], "no answer")
	}
}

// refuse sends a command that is answered by one error line with one of the
// codes, written "bad_value or bad_command", and returns what follows the code.
func (t *talk) refuse(codes, format string, args ...any) string {
	return t.refusal(codes, t.ask(format, args...))
}

// refusal reads the answer to what must be refused.
func (t *talk) refusal(codes string, lines []string) string {
	wanted := "one line: error " + codes + " …"
	switch {
	case len(lines) == 0:
		t.fail("no answer before readyok", "%s", wanted)
	case len(lines) > 1:
		t.fail(lines[0]+" and "+fmt.Sprint(len(lines)-1)+" more", "%s", wanted)
	}
	words := strings.SplitN(lines[0], " ", 3)
	if words[0] != "error" || len(words) < 2 || !slices.Contains(strings.Split(codes, " or "), words[1]) {
		t.fail(lines[0], "%s", wanted)
	}
	if len(words) < 3 || strings.TrimSpace(words[2]) == "" {
		t.fail(lines[0], "%s, with a detail after the code", wanted)
	}
	return words[2]
}

// query asks one question and returns the answer without "response" and the
// question's name.
func (t *talk) query(what string) string {
	t.send("query %s", what)
	wanted := "response " + what + " …"
	for deadline := t.deadline(); ; {
		line := t.lineBefore(deadline, wanted)
		if strings.HasPrefix(line, "info ") {
			continue
		}
		rest, ok := strings.CutPrefix(line, "response "+what)
		if !ok || rest != "" && rest[0] != ' ' {
			t.fail(line, "%s", wanted)
		}
		return strings.TrimSpace(rest)
	}
}

// answer asks one question and wants this answer.
func (t *talk) answer(what, want string) {
	if got := t.query(what); got != want {
		t.fail(strings.TrimSpace("response "+what+" "+got), "%s", strings.TrimSpace("response "+what+" "+want))
	}
}

// meet starts the engine once, finds out what it speaks and what it declares.
func meet(ctx context.Context, c *Config) (x *subject, err error) {
	dialects := []protocol.Dialect{protocol.TGI, protocol.UCI, protocol.UGI}
	if c.Dialect != "" {
		dialects = []protocol.Dialect{c.Dialect}
	}
	var last error
	for _, d := range dialects {
		x := &subject{config: c, dialect: d}
		lines, err := x.introduce(ctx, len(dialects) > 1)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err == nil {
			x.learn(lines)
			return x, nil
		}
		last = err
	}
	if len(dialects) > 1 {
		return nil, fmt.Errorf("the engine introduces itself neither in tgi nor in uci nor in ugi: %w", last)
	}
	return nil, last
}

// introduce exchanges greetings. With hurry an engine that is ready before it
// has answered the greeting counts as not knowing it.
func (x *subject) introduce(ctx context.Context, hurry bool) (lines []string, err error) {
	t := &talk{subject: x, ctx: ctx}
	defer func() {
		stderr := ""
		if t.p != nil {
			t.p.kill()
			if text := t.p.errs.text(); text != "" {
				stderr = "; it wrote to standard error: " + clip(text)
			}
		}
		switch f := recover().(type) {
		case nil:
		case failure:
			err = fmt.Errorf("%s: %s: want %s%s", x.dialect, f.came, f.wanted, stderr)
		case skipped:
			err = fmt.Errorf("%s: %s", x.dialect, f.why)
		default:
			panic(f)
		}
	}()
	t.launch()
	ok := string(x.dialect) + "ok"
	t.send("%s", x.dialect)
	if hurry {
		t.send("isready")
	}
	for deadline := t.deadline(); ; {
		line := strings.TrimSpace(t.lineBefore(deadline, ok))
		switch {
		case line == ok:
			return lines, nil
		case hurry && line == "readyok":
			t.fail(line, "%s", ok)
		}
		lines = append(lines, line)
	}
}

// learn reads the lines of the greeting.
func (x *subject) learn(lines []string) {
	for _, line := range lines {
		words := strings.Fields(line)
		switch {
		case len(words) > 2 && words[0] == "id" && words[1] == "name":
			x.name = strings.Join(words[2:], " ")
		case len(words) > 2 && words[0] == "id" && words[1] == "author":
			x.author = strings.Join(words[2:], " ")
		case len(words) > 1 && words[0] == "option":
			if o, err := parseOption(line); err == nil {
				x.options = append(x.options, o)
			}
		}
	}
	declared := gameNames(lines)
	if o := x.option("UCI_Variant"); o != nil {
		declared = append(declared, o.values...)
		x.choice = true
	}
	for _, g := range x.config.Games {
		if slices.Contains(declared, g.Rules.Name) {
			x.games = append(x.games, g)
		}
	}
}

// option returns the declared option of that name, nil if there is none.
func (x *subject) option(name string) *option {
	for i := range x.options {
		if strings.EqualFold(x.options[i].name, name) {
			return &x.options[i]
		}
	}
	return nil
}
