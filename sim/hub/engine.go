package hub

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"varlab/rules"
	"varlab/rules/notation"
)

// A Spec names an engine and its budget for each choice: nodes, depth, or time.
type Spec struct {
	Engine       string // the command, its words separated by spaces
	Nodes, Depth int
	Milliseconds int
	Limit        int    // seconds of silence after which the engine has failed
	Variant      string // value of the engine's parameter of that name; empty: not set
	Dialect      string // of the protocol: scan2, or empty for today's
}

// defaultLimit is the limit of a spec that states none, in seconds.
const defaultLimit = 60

// Kind is the word with which specs of engines begin.
const Kind = "hub"

// Parse reads a spec such as `hub:engine=./scan hub,nodes=1000`.
func Parse(text string) (Spec, error) {
	s := Spec{Limit: defaultLimit}
	kind, rest, _ := strings.Cut(strings.TrimSpace(text), ":")
	if kind != Kind {
		return s, fmt.Errorf("player %q: not an engine (want hub:engine=COMMAND,nodes=N)", text)
	}
	seen := map[string]bool{}
	for item := range strings.SplitSeq(rest, ",") {
		key, value, _ := strings.Cut(item, "=")
		key, value = strings.TrimSpace(key), strings.Join(strings.Fields(value), " ")
		if seen[key] {
			return s, fmt.Errorf("player %q: %s is stated twice (want it once)", text, key)
		}
		seen[key] = true
		number := map[string]*int{"nodes": &s.Nodes, "depth": &s.Depth, "milliseconds": &s.Milliseconds, "limit": &s.Limit}[key]
		switch {
		case key == "engine":
			s.Engine = value
		case key == "variant":
			s.Variant = value
		case key == "dialect":
			if value != scan2 {
				return s, fmt.Errorf("player %q: unknown dialect %q (want %s, or none stated)", text, value, scan2)
			}
			s.Dialect = value
		case number == nil:
			return s, fmt.Errorf("player %q: unknown option %q (want engine, nodes, depth, milliseconds, limit, variant or dialect)", text, key)
		default:
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > 1<<40 {
				return s, fmt.Errorf("player %q: %s cannot be %q (want a whole number above 0)", text, key, value)
			}
			*number = n
		}
	}
	budgets := 0
	for _, n := range []int{s.Nodes, s.Depth, s.Milliseconds} {
		if n > 0 {
			budgets++
		}
	}
	switch {
	case s.Engine == "":
		return s, fmt.Errorf("player %q: no engine (want engine=COMMAND)", text)
	case budgets != 1:
		return s, fmt.Errorf("player %q: %d budgets (want one of nodes, depth and milliseconds)", text, budgets)
	case s.Dialect == scan2 && s.Nodes > 0:
		return s, fmt.Errorf("player %q: nodes cannot be said in the dialect %s (want depth or milliseconds)", text, scan2)
	case s.Dialect == scan2 && s.Variant != "":
		return s, fmt.Errorf("player %q: the dialect %s knows no variants (want none)", text, scan2)
	}
	return s, nil
}

// String returns the normalised form of s.
func (s Spec) String() string {
	text := Kind + ":engine=" + s.Engine
	for _, o := range []struct {
		key            string
		value, unasked int
	}{{"nodes", s.Nodes, 0}, {"depth", s.Depth, 0}, {"milliseconds", s.Milliseconds, 0}, {"limit", s.Limit, defaultLimit}} {
		if o.value != o.unasked {
			text += "," + o.key + "=" + strconv.Itoa(o.value)
		}
	}
	if s.Variant != "" {
		text += ",variant=" + s.Variant
	}
	if s.Dialect != "" {
		text += ",dialect=" + s.Dialect
	}
	return text
}

// An Engine is a player that is another program. It is started when it is first
// asked, and again after it has failed.
type Engine struct {
	spec     Spec
	rules    *rules.Rules
	notation *notation.Notation
	dialect  dialect
	process  *process
	fresh    bool // nothing was asked since the game began
}

// New returns the engine as a player under r. Engines know no claims: it refuses
// rule sets that have them.
func New(r *rules.Rules, s Spec) (*Engine, error) {
	if r.Profile().Capture.Obligation == "claimable" {
		return nil, errors.New("an engine of the Hub protocol knows no claims (want a rule set without them)")
	}
	return &Engine{spec: s, rules: r, notation: notation.Of(r.Profile()), dialect: dialectOf(s)}, nil
}

// NewGame tells the engine, before it is next asked, that a game begins.
func (e *Engine) NewGame() { e.fresh = true }

// Choose asks the engine. It is told the position alone: not how often it has stood.
func (e *Engine) Choose(h *rules.History, _ rand.Source) (rules.Turn, error) {
	turns := h.Turns()
	s := h.State()
	t, err := e.choose(s.Setup(), turns)
	if err != nil {
		e.Close()
		return rules.Turn{}, fmt.Errorf("engine %s: %w", e.spec.Engine, err)
	}
	return t, nil
}

func (e *Engine) choose(at rules.Setup, turns []rules.Turn) (rules.Turn, error) {
	if e.process == nil {
		p, err := start(e.spec)
		if err != nil {
			return rules.Turn{}, err
		}
		e.process, e.fresh = p, true
	}
	p := e.process
	if e.fresh {
		if err := p.send(e.dialect.newGame); err != nil {
			return rules.Turn{}, err
		}
		e.fresh = false
	}
	for _, l := range []Line{e.dialect.position(e.notation.WriteHub(at)), e.dialect.budget, e.dialect.think} {
		if err := p.send(l); err != nil {
			return rules.Turn{}, err
		}
	}
	done, err := p.await(e.dialect.answer)
	if err != nil {
		return rules.Turn{}, err
	}
	move, ok := e.dialect.move(done)
	if !ok {
		return rules.Turn{}, fmt.Errorf("said %q (want %s)", done, e.dialect.wanted)
	}
	return e.notation.ParseAs(notation.Hub, move, at, turns)
}

// Close ends the program. It starts again if it is asked again.
func (e *Engine) Close() error {
	if e.process == nil {
		return nil
	}
	p := e.process
	e.process = nil
	return p.end()
}

// A process is a running engine.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // closed when the engine has said its last
	gone  chan struct{}
	limit time.Duration
}

// start starts the engine and takes it through the greetings.
func start(s Spec) (*process, error) {
	words := strings.Fields(s.Engine)
	p := &process{cmd: exec.Command(words[0], words[1:]...), lines: make(chan string), gone: make(chan struct{}), limit: time.Duration(s.Limit) * time.Second}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(p.lines)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			select {
			case p.lines <- lines.Text():
			case <-p.gone:
				return
			}
		}
	}()
	err = p.send(Line{Command: "hub"})
	if err == nil {
		_, err = p.await("wait")
	}
	if err == nil && s.Variant != "" {
		err = p.send(Line{"set-param", []Pair{{"name", "variant"}, {"value", s.Variant}}})
	}
	if err == nil {
		err = p.send(Line{Command: "init"})
	}
	if err == nil {
		_, err = p.await("ready")
	}
	if err != nil {
		p.end()
		return nil, err
	}
	return p, nil
}

func (p *process) send(l Line) error {
	failed := make(chan error, 1)
	go func() {
		_, err := io.WriteString(p.in, l.String()+"\n")
		failed <- err
	}()
	select {
	case err := <-failed:
		if err != nil {
			return errors.New("has ended")
		}
		return nil
	case <-time.After(p.limit):
		return fmt.Errorf("did not listen for %v", p.limit)
	}
}

// await returns the next line with that command. Others are passed over, but for
// errors.
func (p *process) await(command string) (Line, error) {
	silence := time.NewTimer(p.limit)
	defer silence.Stop()
	for {
		select {
		case text, ok := <-p.lines:
			if !ok {
				return Line{}, errors.New("has ended")
			}
			l, err := ParseLine(text)
			switch {
			case err != nil:
				continue // chatter
			case l.Command == command:
				return l, nil
			case l.Command == "error":
				return Line{}, fmt.Errorf("said %q", text)
			}
		case <-silence.C:
			return Line{}, fmt.Errorf("said nothing to the purpose for %v", p.limit)
		}
	}
}

// end asks the engine to quit and, if it does not, kills it.
func (p *process) end() error {
	close(p.gone)
	io.WriteString(p.in, "quit\n")
	p.in.Close()
	ended := make(chan struct{})
	go func() {
		p.cmd.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(time.Second):
		p.cmd.Process.Kill()
		<-ended
	}
	return nil
}
