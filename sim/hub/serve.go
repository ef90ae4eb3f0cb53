package hub

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/sim/random"
)

// A Player chooses turns.
type Player interface {
	NewGame()
	Choose(h *rules.History, random rand.Source) (rules.Turn, error)
}

// A Server is a player here as an engine for others.
type Server struct {
	Rules   *rules.Rules
	Name    string
	Version string
	Seed    uint64
	// New makes the player for a budget; with all of it 0, the player's own.
	New func(budget Budget) (Player, error)
}

// A Budget is what an interface allows for a move.
type Budget struct{ Nodes, Depth int }

// nodesPerSecond is what an allowance in seconds is taken for: the search counts
// turns and not time, so that it chooses alike everywhere.
const nodesPerSecond = 1_000_000

// shareOfClock is the part of the time for a game that one move may take.
const shareOfClock = 30

// Serve answers the commands of r on w until quit, the end of r, or ctx.
func (s Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	e := &served{Server: s, w: w, notation: notation.Of(s.Rules.Profile())}
	e.history = rules.NewHistory(s.Rules, s.Rules.Start())
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for ctx.Err() == nil && lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		l, err := ParseLine(lines.Text())
		if err == nil {
			if l.Command == "quit" {
				return nil
			}
			err = e.do(l)
		}
		if err != nil {
			e.say(Line{"error", []Pair{{"message", err.Error()}}})
		}
		if e.failed != nil {
			return e.failed
		}
	}
	return errors.Join(lines.Err(), ctx.Err())
}

type served struct {
	Server
	w        io.Writer
	notation *notation.Notation
	history  *rules.History
	budget   Budget
	player   Player
	made     Budget // what player was made for
	games    int
	failed   error // nobody is there to read
}

func (e *served) say(l Line) {
	if _, err := fmt.Fprintln(e.w, l); err != nil {
		e.failed = err
	}
}

func (e *served) do(l Line) error {
	switch l.Command {
	case "hub":
		e.say(Line{"id", []Pair{{"name", e.Name}, {"version", e.Version}}})
		e.say(Line{Command: "wait"})
	case "set-param", "ponder-hit", "stop":
		// There are no parameters, and a move is chosen before the next line is read.
	case "init":
		e.say(Line{Command: "ready"})
	case "ping":
		e.say(Line{Command: "pong"})
	case "new-game":
		e.games++
		if e.player != nil {
			e.player.NewGame()
		}
	case "pos":
		return e.position(l)
	case "level":
		return e.level(l)
	case "go":
		return e.think()
	default:
		return fmt.Errorf("unknown command %s (want hub, init, new-game, pos, level, go, ping or quit)", l.Command)
	}
	return nil
}

// position sets up the position, with the moves after it.
func (e *served) position(l Line) error {
	state := e.Rules.Start()
	if text, ok := l.Get("pos"); ok {
		setup, err := e.notation.ReadHub(text)
		if err != nil {
			return err
		}
		if state, err = e.Rules.Position(setup); err != nil {
			return err
		}
	}
	h := rules.NewHistory(e.Rules, state)
	moves, _ := l.Get("moves")
	for i, text := range strings.Fields(moves) {
		s := h.State()
		t, err := e.notation.ParseAs(notation.Hub, text, s.Setup(), h.Turns())
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		h.Play(t)
	}
	e.history = h
	return nil
}

func (e *served) level(l Line) error {
	e.budget = Budget{}
	for _, p := range l.Pairs {
		if p.Value == "" {
			continue // infinite
		}
		n, err := strconv.ParseFloat(p.Value, 64)
		if err != nil || n < 0 || n > 1e9 {
			return fmt.Errorf("level: %s cannot be %q (want a number)", p.Name, p.Value)
		}
		switch p.Name {
		case "nodes":
			e.budget.Nodes = max(1, int(n))
		case "depth":
			e.budget.Depth = min(max(1, int(n)), 64)
		case "move-time":
			e.budget.Nodes = max(1, int(n*nodesPerSecond))
		case "time":
			e.budget.Nodes = max(1, int(n*nodesPerSecond/shareOfClock))
		case "inc", "moves":
		default:
			return fmt.Errorf("level: unknown %s (want nodes, depth, move-time, time, inc or moves)", p.Name)
		}
	}
	return nil
}

func (e *served) think() error {
	turns := e.history.Turns()
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
	source := random.New("varlab hub", strconv.FormatUint(e.Seed, 10), strconv.Itoa(e.games), strconv.Itoa(e.history.Plies()), e.notation.WriteHub(at))
	t, err := e.player.Choose(e.history, source)
	if err != nil {
		return err
	}
	e.say(Line{"done", []Pair{{"move", e.notation.Format(notation.Hub, at, t, turns)}}})
	return nil
}
