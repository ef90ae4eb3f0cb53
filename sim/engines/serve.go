package engines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/sim/random"
)

// A Player chooses turns.
type Player interface {
	NewGame()
	Choose(h *rules.History, c random.Chance) (rules.Turn, error)
}

// A watched player reports the progress of a choice, and can be told to end it: see the search
// of package player.
type watched interface {
	Watch(see func(depth, score, nodes int, best rules.Turn))
	Stop()
}

// A Server lets a player here serve other programs as an engine.
type Server struct {
	Rules   *rules.Rules
	Name    string
	Version string
	Seed    uint64
	// New makes the player for a budget; the zero budget is the player's own.
	New func(budget Budget) (Player, error)
	// Variants are the rule sets that an interface can choose, with Use, instead of Variant,
	// the name of Rules. Without Use there is no choice.
	Variant  string
	Variants []string
	Use      func(variant string) (Server, error)
	Clock    func() float64 // counts seconds, to measure the turns tried in a second
}

// A Budget is an interface's allowance for a move.
type Budget struct{ Nodes, Depth int }

// nodesPerSecond converts an allowance in seconds: the search counts turns and not time, so
// that it chooses alike everywhere.
const nodesPerSecond = 1_000_000

const shareOfClock = 30

// Serve answers the commands of r on w until quit, the end of r, or ctx. It skips unknown
// commands, as the protocol asks.
func (s Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	heard := listen(ctx, r, longestCommand)
	e := &served{ctx: ctx, w: w, lines: heard.lines}
	e.use(s)
	for {
		text, ok := e.next()
		if !ok && ctx.Err() != nil {
			return ctx.Err()
		}
		if !ok {
			return heard.err
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		l, err := parseLine(text)
		if err == nil {
			if l.Command == "quit" {
				return nil
			}
			err = e.do(l)
		} else if strings.HasPrefix(strings.TrimSpace(text), "pos") {
			e.history = nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			e.say(line{"error", []Pair{{"message", strings.ReplaceAll(err.Error(), "\n", "; ")}}})
		}
		if e.failed != nil {
			return e.failed
		}
	}
}

type served struct {
	Server
	ctx      context.Context
	w        io.Writer
	lines    chan string // closed at the end
	held     *string     // a line that came while a move was chosen
	notation *notation.Notation
	history  *rules.History // nil: no valid position was sent
	budget   Budget
	player   Player
	made     Budget // the budget of player
	games    int
	saying   sync.Mutex
	refused  error // the variant that was chosen: nothing is played until another is
	failed   error // the other program no longer reads
}

func (e *served) next() (text string, ok bool) {
	if e.held != nil {
		text, e.held = *e.held, nil
		return text, true
	}
	select {
	case text, ok = <-e.lines:
	case <-e.ctx.Done():
	}
	return text, ok
}

func (e *served) say(l line) {
	e.saying.Lock() // a search writes too
	defer e.saying.Unlock()
	if _, err := fmt.Fprintln(e.w, l); err != nil {
		e.failed = err
	}
}

func (e *served) do(l line) error {
	switch l.Command {
	case "hub":
		e.say(line{"id", []Pair{{"name", e.Name}, {"version", e.Version}}})
		if e.Use != nil {
			e.say(line{"param", []Pair{{"name", "variant"}, {"value", e.Variant}, {"type", "enum"}, {"values", strings.Join(e.Variants, " ")}}})
		}
		e.say(line{Command: "wait"})
	case "set-param":
		return e.set(l)
	case "init":
		e.say(line{Command: "ready"})
	case "ping":
		e.say(line{Command: "pong"})
	case "new-game":
		e.games++
		if e.player != nil {
			e.player.NewGame()
		}
	case "pos":
		return cmp.Or(e.refused, e.position(l))
	case "level":
		return e.level(l)
	case "go":
		if e.refused != nil {
			return e.refused
		}
		return e.think()
	}
	return nil // varlab does not ponder
}

// use begins with the start of a rule set.
func (e *served) use(s Server) {
	e.Server, e.player = s, nil
	e.notation, e.history = notation.Of(s.Rules.Profile()).Filed(), rules.NewHistory(s.Rules, s.Rules.Start())
}

// set sets the variant, the only parameter.
func (e *served) set(l line) error {
	name, _ := l.get("name")
	value, _ := l.get("value")
	if name != "variant" || e.Use == nil {
		return nil
	}
	if value == e.Variant {
		e.refused = nil
		return nil
	}
	if !slices.Contains(e.Variants, value) {
		e.refused = fmt.Errorf("variant cannot be %q (want one of %s)", value, strings.Join(e.Variants, ", "))
		return e.refused
	}
	s, err := e.Use(value)
	if e.refused = err; err != nil {
		return err
	}
	e.use(s)
	return nil
}

func (e *served) position(l line) error {
	e.history = nil
	if i := slices.IndexFunc(l.Pairs, func(p Pair) bool { return strings.ContainsAny(p.Name, "0123456789") }); i >= 0 {
		return fmt.Errorf("%q stands alone (want such as moves=\"32-28 19-23\")", l.Pairs[i].Name)
	}
	state := e.Rules.Start()
	if text, ok := l.get("pos"); ok {
		setup, err := e.notation.ReadHub(text)
		if err != nil {
			return err
		}
		if state, err = e.Rules.Position(setup); err != nil {
			return err
		}
	}
	h := rules.NewHistory(e.Rules, state)
	moves, _ := l.get("moves")
	for i, text := range strings.Fields(moves) {
		s := h.State()
		t, err := e.notation.ParseHub(text, s.Setup(), h.Turns())
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		h.Play(t)
	}
	e.history = h
	return nil
}

func (e *served) level(l line) error {
	var budget Budget
	for _, p := range l.Pairs {
		nodes, of := 1.0, 1.0
		switch p.Name {
		case "move-time":
			nodes = nodesPerSecond
		case "time":
			nodes, of = nodesPerSecond, shareOfClock
		case "nodes", "depth":
		default:
			continue // infinite; and inc and moves, which only add to the time
		}
		n, err := strconv.ParseFloat(p.Value, 64)
		if err != nil || !(n >= 0 && n <= 1e9) {
			return fmt.Errorf("level: %s cannot be %q (want a number from 0 to 1000000000)", p.Name, p.Value)
		}
		if p.Name == "depth" {
			budget.Depth = min(max(1, int(n)), 64)
		} else {
			budget.Nodes = max(1, int(n*nodes/of))
		}
	}
	e.budget = budget
	return nil
}

func (e *served) think() error {
	if e.history == nil {
		return errors.New("there is no position: the last was not understood")
	}
	turns := slices.Clone(e.history.Turns())
	if len(turns) == 0 {
		return errors.New("the game is over")
	}
	if e.player == nil || e.made != e.budget {
		p, err := e.New(e.budget)
		if err != nil {
			return err
		}
		p.NewGame()
		e.player, e.made = p, e.budget
	}
	s := e.history.State()
	at := s.Setup()
	c := random.NewChance("varlab hub", strconv.FormatUint(e.Seed, 10), strconv.Itoa(e.games), strconv.Itoa(e.history.Plies()), e.notation.WriteHub(at))
	w, _ := e.player.(watched)
	if w != nil {
		w.Watch(e.reporting(at, turns))
	}
	t, err := e.choose(c, w)
	if err != nil {
		return err
	}
	e.say(line{"done", []Pair{{"move", e.notation.Format(notation.Hub, at, t, turns)}}})
	return nil
}

// reporting returns the function that a search calls after each iteration. It reports scores
// in men and speed in millions of turns a second, as Scan does.
func (e *served) reporting(at board.Setup, turns []rules.Turn) func(depth, score, nodes int, best rules.Turn) {
	start := e.Clock()
	return func(depth, score, nodes int, best rules.Turn) {
		l := line{"info", []Pair{
			{"depth", strconv.Itoa(depth)}, {"score", strconv.FormatFloat(float64(score)/100, 'f', 2, 64)}, {"nodes", strconv.Itoa(nodes)},
		}}
		if took := e.Clock() - start; took >= 0.001 {
			l.Pairs = append(l.Pairs, Pair{"time", strconv.FormatFloat(took, 'f', 3, 64)}, Pair{"nps", strconv.FormatFloat(float64(nodes)/took/1e6, 'f', 1, 64)})
		}
		l.Pairs = append(l.Pairs, Pair{"pv", e.notation.Format(notation.Hub, at, best, turns)})
		e.say(l)
	}
}

// choose asks the player, and obeys ping and stop meanwhile. Other lines wait for the move.
func (e *served) choose(c random.Chance, w watched) (rules.Turn, error) {
	var chosen rules.Turn
	done := make(chan error, 1)
	go func() {
		var err error
		chosen, err = e.player.Choose(e.history, c)
		done <- err
	}()
	lines := e.lines
	for {
		select {
		case err := <-done:
			return chosen, err
		case <-e.ctx.Done():
			return rules.Turn{}, e.ctx.Err()
		case text, ok := <-lines:
			if !ok {
				lines = nil
				continue
			}
			l, _ := parseLine(text) // a line that cannot be read waits too
			if w != nil && (l.Command == "stop" || l.Command == "quit") {
				w.Stop() // without it the budget ends the search soon enough
			}
			switch l.Command {
			case "ping":
				e.say(line{Command: "pong"})
			case "stop", "ponder-hit":
			default:
				e.held, lines = &text, nil
			}
		}
	}
}
