// Package games reads collections of real games and reports: the rule sets under which they
// could have been played, what they are like, what their moves cost, which player plays as the
// people did, and how players continue them from some ply on.
//
// The one idea: a game is its turns from where it begins, whoever chose them. A Referee finds them
// in the text of a game, a run holds them in its records, and players make them. Everything is
// counted, judged, fitted or continued from a Game.
package games

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/record"
	"varlab/sim/study"
)

// A Game is a game of a collection, played by people or by players.
type Game struct {
	Number    int          // in its file, or among all games of the run, from 1
	Setup     *board.Setup // from which Turns begin; nil: the start
	Turns     []rules.Turn // none if the text sets up another position in their midst
	From      int          // number of first turns that the players did not choose
	Result    rules.Result // Ongoing: none is stated
	Scored    rules.Result // the result that it has in scores: a drawn game may be one side's
	Moves     int          // in the text, or played
	Plies     int          // of Moves, those that were followed
	Whole     bool         // Turns are the whole game, and Plies its length
	Course    Course
	Omissions int     // captures that were due and left
	Seats     [2]Seat // who played, the first mover first
	Class     [2]int  // their classes among people who were not equals
	Clock     bool    // its text says that the clock ended it
}

// A Course sums up the turns of a game.
type Course struct {
	Turns      int // with turns that were taken back
	Captures   int
	Playable   int // summed over turns
	Forced     int // turns without an alternative
	Promotions int
	Owed       int    // turns at which a capture was due
	Opening    string // the first openingTurns turns from the start; empty if there are fewer
}

// openingTurns is the number of turns of an opening in counts of openings.
const openingTurns = 4

// add counts t, one of the playable turns.
func (c *Course) add(turns []rules.Turn, t *rules.Turn) {
	c.Turns++
	c.Playable += len(turns)
	if len(turns) == 1 {
		c.Forced++
	}
	if t.Action == rules.Capture {
		c.Captures++
	}
	if t.Promotes {
		c.Promotions++
	}
	if owes(turns) {
		c.Owed++
	}
}

// owes reports whether one of turns makes a due capture, if turns that leave it are omissions
// or not playable.
func owes(turns []rules.Turn) bool {
	due, free := false, false
	for i := range turns {
		if turns[i].Omission == profile.NoOmission {
			due, free = due || turns[i].Action == rules.Capture, free || turns[i].Action == rules.Quiet
		}
	}
	return due && !free
}

// Recorded returns a game of a run.
func Recorded(r *rules.Rules, rec *record.Record) (*Game, error) {
	g := &Game{Result: rec.Outcome(), From: int(rec.OpeningPlies), Moves: int(rec.Plies), Plies: int(rec.Plies), Whole: true}
	_, err := record.Walk(r, rec, func(h *rules.History, made int, next *rules.Turn) {
		if made == 0 {
			g.begin(h)
		}
		if next != nil {
			g.Turns = append(g.Turns, *next)
			g.Course.add(h.Turns(), next)
		}
	})
	g.Scored = r.Scored(g.Result)
	c := rec.Counts()
	g.Omissions = c[study.Missed] + c[study.Partial] + c[study.Weaker] - c[study.Compelled] // a turn that was taken back left nothing
	return g, err
}

// begin notes the position in which the game begins.
func (g *Game) begin(h *rules.History) {
	if setup := h.Now().Setup(); setup != h.Rules().Setup() {
		g.Setup = &setup
	}
}

// Opening is the game up to a turn.
func (g *Game) Opening(turns int) sim.Opening {
	return sim.Opening{Setup: g.Setup, Turns: g.Turns[:turns]}
}

// after is the course of a game after an opening, which is one under r.
func after(r *rules.Rules, o sim.Opening) *rules.History {
	s, err := o.Begin(r)
	if err != nil {
		panic(fmt.Sprintf("games: %v", err)) // it was followed from there
	}
	h := rules.NewHistory(r, s)
	for _, t := range o.Turns {
		h.Play(t)
	}
	return h
}

// A Collection is the games under one rule set from PDN text or a run.
type Collection struct {
	Name    string // of the file or the run
	ID      string // the rule set
	Rules   *rules.Rules
	Games   []*Game // games with turns, or with a position alone
	LeftOut int     // games of the text that set up a position in their midst, or without a move that can be followed
}

// ReadPDN reads the games of a file under a rule set.
func ReadPDN(ctx context.Context, f *File, id string, r *rules.Rules) (*Collection, error) {
	c := &Collection{Name: f.Name, ID: id, Rules: r}
	b, err := NewBench([]string{id}, []*rules.Rules{r})
	if err != nil {
		return nil, err
	}
	b.found = func(g *Game) {
		if len(g.Turns) == 0 && (g.Setup == nil || !g.Whole) {
			c.LeftOut++
		} else {
			c.Games = append(c.Games, g)
		}
	}
	return c, b.Read(ctx, f, "")
}

// ReadRun reads the games of a run under one of its rule sets; id may be empty if the run has
// one alone.
func ReadRun(dir, id string) (*Collection, error) {
	run, err := record.Open(dir)
	if err != nil {
		return nil, err
	}
	defer run.Close()
	var ids []string
	for _, set := range run.Manifest.Study.RuleSets {
		ids = append(ids, set.ID)
	}
	i := slices.Index(ids, id)
	if id == "" && len(ids) == 1 {
		i = 0
	}
	if i < 0 {
		return nil, fmt.Errorf("%s: %d rule sets (want %s by -r)", dir, len(ids), "one of "+strings.Join(ids, ", "))
	}
	set := run.Manifest.Study.RuleSets[i]
	c := &Collection{Name: dir, ID: set.ID}
	if c.Rules, err = record.Compile(set); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	number := 0
	for rec, err := range run.Records() {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		number++
		if rec.Rules != set.ID || rec.Result == record.Forfeited {
			continue
		}
		g, err := Recorded(c.Rules, rec)
		if err != nil {
			return nil, fmt.Errorf("%s: cell %d, game %d: %w", dir, rec.Cell, rec.Game, err)
		}
		g.Number = number
		c.Games = append(c.Games, g)
	}
	return c, nil
}

// Chosen returns the games in which players chose a turn.
func (c *Collection) Chosen() (list []*Game) {
	for _, g := range c.Games {
		if len(g.Turns) > g.From {
			list = append(list, g)
		}
	}
	return list
}

// Spread returns n of the items, evenly spread, in their order.
func Spread[T any](items []T, n int) []T {
	if n >= len(items) {
		return items
	}
	list := make([]T, 0, n)
	for i := range n {
		list = append(list, items[i*len(items)/n])
	}
	return list
}
