// Package sim plays the games of a study.
//
// The one idea: chance in a game is a function of the study's seed, the opening
// position, the replicate, the number of the decision and what is drawn, never of
// when or where it is played, nor of how many others are. So any number of workers,
// in any order, interrupted or not, leave the same bytes. Nor is it one of the rule
// set or the players: two rule sets meet the same chance as long as their games run
// alike, and where a clause seldom binds most of their games are the same.
package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"varlab/rules"
	"varlab/sim/random"
	"varlab/sim/record"
	"varlab/sim/study"
)

// A Player chooses turns. It serves one goroutine. A Player that is an io.Closer is closed
// after its last game, or from another goroutine during a game that is given up: its choice is
// then ignored.
type Player interface {
	// NewGame forgets all that earlier games have left: what Choose returns
	// depends on the rules, the player's spec, the history and the chance of the
	// decision, and on nothing else.
	NewGame()
	// Choose returns one of h.Turns. It may play on h if it undoes what it played.
	// An error forfeits the game.
	Choose(h *rules.History, c random.Chance) (rules.Turn, error)
}

// A Corrector is a Player that may intend illegal turns and be corrected.
type Corrector interface {
	// Corrected returns the number of corrections in the last choice.
	Corrected() int
}

// A Stopper is a Player that may end games as people do.
type Stopper interface {
	// Stops says after a choice, which stands if neither ends the game, whether the
	// player would rather resign, and whether it would agree to a draw. A draw needs
	// both players, each by its own last choice.
	Stops() (resigns, agrees bool)
}

// Endings knows exact values of the states for which it was prepared.
type Endings interface {
	record.Prober
	Ready(ctx context.Context, s *rules.State) error
	// Tables names the tables that Probe reads for a state for which it was prepared.
	Tables(s *rules.State) []string
	// Sum is the SHA-256 of the table with that name, in hexadecimal digits.
	Sum(ctx context.Context, table string) (string, error)
}

// A Factory makes the player of a spec under r, with the weights of that content hash; empty:
// its usual weights.
type Factory func(r *rules.Rules, spec, weights string) (Player, error)

// A Schedule is a study laid out before the first game: the openings, and the shard of each
// game. It is a function of the plan alone.
type Schedule struct {
	Plan     *study.Plan
	Manifest record.Manifest
	// Endings gives the exact values under r of endings with at most the given number of
	// pieces, or nil if there can be none. They end games if the plan adjudicates, and value
	// the last position of a game that is cut off.
	Endings func(r *rules.Rules, pieces int) (Endings, error)
	cells   []study.Cell
	books   map[string]*Book // by board
}

// The games of a cell are divided into twenty shards, so that workers end
// together and little is lost when a run is interrupted, unless that makes them
// very small or large.
const (
	shardsPerCell = 20
	minShard      = 25
	maxShard      = 2000
)

// maxShards is how many a manifest can list.
const maxShards = 400_000

// NewSchedule draws the openings of a plan, whose rule sets must be compiled, and
// lays out its games. A cell without randomness that would repeat an opening is
// a fault of the study: the game would be the same.
func NewSchedule(plan *study.Plan) (*Schedule, error) {
	if faults := plan.TooMuch(); len(faults) > 0 {
		return nil, faults
	}
	s := &Schedule{Plan: plan, cells: plan.Cells(), books: map[string]*Book{}}
	games := int64(plan.Games)
	size := min(max((games+shardsPerCell-1)/shardsPerCell, minShard), maxShard)
	if shards := int64(len(s.cells)) * ((games + size - 1) / size); shards > maxShards {
		return nil, study.Faults{{Key: "games", Msg: fmt.Sprintf(
			"%d in each of %d cells come to %d shards (want at most %d)", plan.Games, len(s.cells), shards, maxShards)}}
	}
	sets := map[string][]*rules.Rules{}
	boards := make([]string, len(plan.RuleSets))
	var order []string
	for i, set := range plan.RuleSets {
		boards[i] = boardID(set.Rules)
		if sets[boards[i]] == nil {
			order = append(order, boards[i])
		}
		sets[boards[i]] = append(sets[boards[i]], set.Rules)
	}
	need := 0 // openings of the largest cell
	for _, c := range s.cells {
		need = max(need, c.Openings(plan.GamesOf(c.RuleSet)))
	}
	m := record.Manifest{
		Format: record.Format, RNG: random.Name, StudyHash: plan.Hash(), Study: *plan, Columns: record.Columns(),
	}
	for _, id := range order {
		book, err := newBook(plan, sets[id], need)
		if err != nil {
			return nil, study.Faults{{Key: "openings.plies", Msg: err.Error()}}
		}
		s.books[id] = book
		b := record.Board{ID: id, Size: sets[id][0].Grid().Size()}
		for _, c := range book.Chapters {
			b.Chapters = append(b.Chapters, c.Chapter)
		}
		m.Boards = append(m.Boards, b)
	}
	for i, c := range s.cells {
		set := plan.RuleSets[c.RuleSet]
		b := &m.Boards[slices.Index(order, boards[c.RuleSet])]
		games := plan.GamesOf(c.RuleSet)
		want := c.Openings(games)
		clusters := b.Used(want)
		if !c.Random() && want > clusters {
			most := b.Distinct()
			if c.Both() {
				most *= 2
			}
			return nil, study.Faults{{Key: "games", Msg: fmt.Sprintf(
				"%d under %q between %q and %q, who play without randomness, would repeat games: the openings are %d (want at most %d games, or noise)",
				games, set.ID, c.A.Spec, c.B.Spec, b.Clusters(), most)}}
		}
		if len(plan.Hypotheses) > 0 && clusters < 2 {
			return nil, study.Faults{{Key: "openings.plies", Msg: fmt.Sprintf(
				"all games of %q begin from one opening, and tests compare openings (want other numbers of plies, or more games)", set.ID)}}
		}
		m.Cells = append(m.Cells, record.Cell{
			RuleSet: set.ID, Players: [2]string{c.A.Spec, c.B.Spec}, Board: b.ID,
			Games: games, Clusters: clusters,
		})
		for from := 0; from < games; from += int(size) {
			m.Shards = append(m.Shards, record.Shard{
				File: record.ShardFile(len(m.Shards)), Cell: i,
				From: from, To: min(from+int(size), games),
			})
		}
	}
	s.Manifest = m
	return s, nil
}

// newBook draws the openings of rule sets that share a board.
func newBook(plan *study.Plan, sets []*rules.Rules, need int) (*Book, error) {
	o := plan.Openings
	if o.File == "" {
		return NewBook(sets, o.Plies, need, plan.Seed)
	}
	first := plan.RuleSets[0].Rules
	if boardID(first) != boardID(sets[0]) {
		return nil, fmt.Errorf("the games are played on the board of %s (want rule sets that share it)", plan.RuleSets[0].ID)
	}
	games := make([]Opening, len(o.Games))
	for i, text := range o.Games {
		if _, err := record.Walk(first, &record.Record{Turns: text}, func(h *rules.History, made int, next *rules.Turn) {
			if setup := h.Now().Setup(); made == 0 && setup != first.Setup() {
				games[i].Setup = &setup
			}
			if next != nil {
				games[i].Turns = append(games[i].Turns, *next)
			}
		}); err != nil {
			return nil, fmt.Errorf("game %d of %.12s: %w", i+1, o.File, err)
		}
	}
	return newBookOf(sets, games, o.Plies, need, plan.Seed)
}

// endings are the known values under r, or nil.
func (s *Schedule) endings(r *rules.Rules) (Endings, error) {
	switch e := s.Plan.Exact; {
	case s.Endings != nil:
		return s.Endings(r, e.Pieces)
	case e.Adjudicate:
		return nil, errors.New("the study adjudicates, and no values are known")
	}
	return nil, nil
}

// chance returns the chance of one game. It depends on no number of games, metrics or
// hypotheses, so that a study can grow and keep its games, nor on rule set and players (common
// random numbers).
func chance(studySeed uint64, position string, replicate int) random.Chance {
	return random.NewChance("varlab game", strconv.FormatUint(studySeed, 10), position, strconv.Itoa(replicate))
}
