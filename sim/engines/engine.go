package engines

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/random"
	"varlab/sim/record"
	"varlab/sim/spec"
)

// A Spec names an engine and its budget for each choice: nodes, depth, or time.
type Spec struct {
	Engine       string // the command, its words separated by spaces; quotes keep words together
	Nodes, Depth int
	Milliseconds int
	Limit        int    // seconds without an answer, beyond Milliseconds, after which the engine has failed
	Variant      string // value of the engine's parameter of that name; empty: not set
	Dialect      string // of the protocol: scan2, or empty for today's
}

const defaultLimit = 60

// kind is the word with which specs of engines begin.
const kind = "hub"

// Parse reads a spec such as `hub:engine=./scan hub,nodes=1000`.
func Parse(text string) (Spec, error) {
	s := Spec{Limit: defaultLimit}
	wrong := func(format string, args ...any) (Spec, error) {
		return s, fmt.Errorf("player %q: %s", text, fmt.Sprintf(format, args...))
	}
	as, err := spec.Parse(text)
	switch {
	case as.Kind != kind || as.Options == nil:
		return wrong("not an engine (want hub:engine=COMMAND,nodes=N)")
	case err != nil:
		return wrong("%v", err)
	}
	for _, o := range as.Options {
		key, value := o.Key, o.Value
		number := map[string]*int{"nodes": &s.Nodes, "depth": &s.Depth, "milliseconds": &s.Milliseconds, "limit": &s.Limit}[key]
		switch {
		case key == "engine":
			s.Engine = strings.Join(words(value), " ")
		case key == "variant":
			s.Variant = value
		case key == "dialect":
			if value != scan2 {
				return wrong("unknown dialect %q (want %s, or none stated)", value, scan2)
			}
			s.Dialect = value
		case number == nil:
			return wrong("unknown option %q (want engine, nodes, depth, milliseconds, limit, variant or dialect)", key)
		default:
			most := min(1<<40, math.MaxInt)
			if key == "limit" || key == "milliseconds" {
				most = 1e9
			}
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > most {
				return wrong("%s cannot be %q (want a whole number from 1 to %d)", key, value, most)
			}
			*number = n
		}
	}
	budgets := min(s.Nodes, 1) + min(s.Depth, 1) + min(s.Milliseconds, 1)
	switch {
	case s.Engine == "":
		return wrong("no engine (want engine=COMMAND)")
	case budgets != 1:
		return wrong("%d budgets (want one of nodes, depth and milliseconds)", budgets)
	case s.Dialect == scan2 && s.Variant != "":
		return wrong("the dialect %s knows no variants (want none)", scan2)
	}
	return s, nil
}

// words returns the words of a command, with their quotes.
func words(command string) []string {
	parts, _ := spec.Split(command, func(c byte) bool { return strings.IndexByte(" \t\n\r\v\f", c) >= 0 })
	return slices.DeleteFunc(parts, func(w string) bool { return w == "" })
}

// command returns the words of the command for the system, without their quotes.
func (s Spec) command() []string {
	list := words(s.Engine)
	for i, w := range list {
		list[i] = quotedForm.ReplaceAllString(w, "$1$2")
	}
	return list
}

var quotedForm = regexp.MustCompile(`"([^"]*)"|'([^']*)'`)

// String returns the normalised form of s.
func (s Spec) String() string {
	text := kind + ":engine=" + s.Engine
	state := func(key, value, unasked string) {
		if value != unasked {
			text += "," + key + "=" + value
		}
	}
	state("nodes", strconv.Itoa(s.Nodes), "0")
	state("depth", strconv.Itoa(s.Depth), "0")
	state("milliseconds", strconv.Itoa(s.Milliseconds), "0")
	state("limit", strconv.Itoa(s.Limit), strconv.Itoa(defaultLimit))
	state("variant", s.Variant, "")
	state("dialect", s.Dialect, "")
	return text
}

// An Engine is a player that is another program. It is started at the first question, and
// again after it has failed.
type Engine struct {
	spec     Spec
	rules    *rules.Rules
	notation *notation.Notation
	dialect  dialect
	names    []string
	fresh    bool // nothing was asked since the game began

	mu      sync.Mutex // Close may come while the engine thinks
	process *process
}

// New returns the engine as a player under r. It refuses rule sets with claims, which engines
// do not know. An engine that lists variants plays the first of names that is among them.
func New(r *rules.Rules, s Spec, names ...string) (*Engine, error) {
	if r.Profile().Capture.Obligation == profile.Claimable {
		return nil, errors.New("an engine of the Hub protocol knows no claims (want a rule set without them)")
	}
	return &Engine{spec: s, rules: r, notation: notation.Of(r.Profile()).Filed(), dialect: dialectOf(s), names: names}, nil
}

// Ready starts the engine. The error says that it does not play the rule set; its other
// failures belong to the games.
func (e *Engine) Ready() error {
	_, err := e.running()
	if err != nil {
		e.Close()
	}
	if f := new(record.Failure); errors.As(err, &f) && f.Code == record.Variant {
		return fmt.Errorf("engine %s: %w", e.spec.Engine, err)
	}
	return nil
}

// NewGame tells the engine, before its next question, that a game begins.
func (e *Engine) NewGame() { e.fresh = true }

// Choose asks the engine. It tells the position alone, not how often the position has stood.
func (e *Engine) Choose(h *rules.History, _ random.Chance) (rules.Turn, error) {
	turns := h.Turns()
	s := h.State()
	t, err := e.choose(s.Setup(), turns)
	if err != nil {
		e.Close()
		return rules.Turn{}, fmt.Errorf("engine %s: %w", e.spec.Engine, err)
	}
	return t, nil
}

func (e *Engine) choose(at board.Setup, turns []rules.Turn) (rules.Turn, error) {
	p, err := e.running()
	if err != nil {
		return rules.Turn{}, err
	}
	if err := p.quiet(e.dialect.answer); err != nil {
		return rules.Turn{}, err
	}
	lines := []line{e.dialect.position(e.notation.WriteHub(at)), e.dialect.budget, e.dialect.think}
	if e.fresh {
		lines = slices.Insert(lines, 0, e.dialect.newGame)
	}
	done, err := p.ask(e.dialect.answer, lines...)
	if err != nil {
		return rules.Turn{}, err
	}
	e.fresh = false
	move, ok := e.dialect.move(done)
	if !ok {
		return rules.Turn{}, &record.Failure{Code: record.Unclear, Detail: done.String()}
	}
	t, err := e.notation.ParseHub(move, at, turns)
	if err != nil {
		err = &record.Failure{Code: record.Illegal, Detail: move}
	}
	return t, err
}

func (e *Engine) running() (*process, error) {
	e.mu.Lock()
	p := e.process
	var err error
	if p == nil {
		p, err = start(e.spec)
		e.process = p
	}
	e.mu.Unlock()
	if err != nil || p.greeted {
		return p, err
	}
	e.fresh, p.greeted = true, true
	return p, p.greet(e.spec.Variant, e.names)
}

// Close ends the program, and a Choose that waits for it. The next question starts it again.
func (e *Engine) Close() error {
	e.mu.Lock()
	p := e.process
	e.process = nil
	e.mu.Unlock()
	if p != nil {
		p.end()
	}
	return nil
}
