package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"varlab/docs/results"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/sim/study"
)

// met is a match against another program.
type met struct {
	Match sim.Match
	// Processor time of a choice among several turns, in milliseconds on average.
	OurTime, TheirTime float64
	Lost               []lostGame
}

// A lostGame is how a game against another program was lost.
type lostGame struct {
	Plies int
	// Down is the ply from which on we had fewer pieces, or as many and fewer kings, to
	// the end; -1 if we never had. Pieces is how many we then had.
	Down, Pieces int
	KingFirst    bool // at that ply the other side had a king, and we none
	// Score is what we thought, in hundredths of a man, of the turn before that ply; 0
	// where it was the only one.
	Score int
}

// seen is what stands on the board when we choose.
type seen struct {
	plies, own, kings, their, theirKings int
	score                                int
}

// An onlooker is our player, and looks on.
type onlooker struct {
	player.Teacher
	met     *met
	spent   *time.Duration
	choices *int
	history *rules.History
	side    board.Side
	game    []seen
}

func (w *onlooker) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	began := processorTime(unix.RUSAGE_SELF)
	turn, err := w.Teacher.Choose(h, c)
	if len(h.Turns()) > 1 {
		*w.spent += processorTime(unix.RUSAGE_SELF) - began
		*w.choices++
	}
	s := h.Now()
	w.history, w.side = h, s.Mover()
	other := w.side.Other()
	score, _ := w.Score()
	w.game = append(w.game, seen{
		h.Plies(), s.Pieces(w.side).Len(), s.Kings(w.side).Len(), s.Pieces(other).Len(), s.Kings(other).Len(), score,
	})
	return turn, err
}

// finish looks at the game that has ended.
func (w *onlooker) finish() {
	game := w.game
	w.game = w.game[:0]
	if len(game) == 0 || w.history.Outcome().Result != rules.WinOf(w.side.Other()) {
		return
	}
	lost := lostGame{Plies: w.history.Plies(), Down: -1}
	down := len(game)
	for down > 0 && (game[down-1].own < game[down-1].their || game[down-1].own == game[down-1].their && game[down-1].kings < game[down-1].theirKings) {
		down--
	}
	if down < len(game) {
		at := game[down]
		lost.Down, lost.Pieces, lost.KingFirst = at.plies, at.own, at.theirKings > 0 && at.kings == 0
		lost.Score = game[max(0, down-1)].score
	}
	w.met.Lost = append(w.met.Lost, lost)
}

// processorTime is that of this process, or of its children that have ended.
func processorTime(who int) time.Duration {
	var use unix.Rusage
	if err := unix.Getrusage(who, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// meetProgram plays a search against a program of the Hub protocol, over openings of two
// plies and with both colours.
func meetProgram(t *testing.T, nodes, games int, engine string) (*met, error) {
	const id = "international"
	weights := player.WeightsFor(builtIn(t, id))
	s := study.Study{
		Name: "match", Rules: []string{id}, Pairs: [][2]string{{fmt.Sprintf("search:nodes=%d,weights=1", nodes), engine}},
		Games: games, Seed: compareSeed, HorizonPlies: study.DefaultHorizonPlies,
	}
	s.Openings.Plies = 2
	plan, err := s.Resolve(new(ruleFlags).ruleSets, playerInMatch)
	if err != nil {
		return nil, err
	}
	schedule, err := layOut(plan)
	if err != nil {
		return nil, err
	}
	found := new(met)
	var spent time.Duration
	var onlookers []*onlooker
	ours, theirs := 0, 0
	before := processorTime(unix.RUSAGE_CHILDREN)
	m, err := schedule.Meet(t.Context(), 0, sim.Options{Workers: 1, NewPlayer: func(r *rules.Rules, spec string) (sim.Player, error) {
		if isEngine(spec) {
			p, err := newPlayer(r, spec)
			return &counted{p, &theirs}, err
		}
		p, err := player.NewTeacher(r, weights, nodes, 0)
		onlookers = append(onlookers, &onlooker{Teacher: p, met: found, spent: &spent, choices: &ours})
		return onlookers[len(onlookers)-1], err
	}, Played: func() {
		for _, w := range onlookers {
			w.finish()
		}
	}}, nil)
	if err != nil {
		return nil, err
	}
	found.Match = *sim.NewMatch(schedule, m)
	found.OurTime = spent.Seconds() * 1000 / float64(max(ours, 1))
	found.TheirTime = (processorTime(unix.RUSAGE_CHILDREN) - before).Seconds() * 1000 / float64(max(theirs, 1))
	return found, nil
}

// counted is another program, whose choices among several turns are counted.
type counted struct {
	sim.Player
	choices *int
}

func (c *counted) Choose(h *rules.History, of random.Chance) (rules.Turn, error) {
	if len(h.Turns()) > 1 {
		*c.choices++
	}
	return c.Player.Choose(h, of)
}

func (c *counted) Close() error { return c.Player.(interface{ Close() error }).Close() }

// The match of docs/players.md against Scan 2.0 is what was measured.
func TestScanTable(t *testing.T) {
	found := results.Table[*met]{
		Name: "scan", Doc: "players.md",
		Command: "VARLAB_SCAN2=scan2.sh VARLAB_DEEP=1 go test ./cmd/varlab -run ScanTable -update -timeout 2h",
		Measure: func() (*met, error) {
			program := os.Getenv("VARLAB_SCAN2")
			if program == "" {
				return nil, errors.New("VARLAB_SCAN2 is not set (want the command that runs Scan 2.0 as a Hub engine)")
			}
			return meetProgram(t, scanNodes, scanGames, fmt.Sprintf("hub:engine=%s,milliseconds=%d,dialect=scan2", program, scanMilliseconds))
		},
		Markdown: func(m *met) string {
			var b strings.Builder
			b.WriteString("| games | won | drawn | lost | score, 95 % | Elo | 95 % | processor time of a choice, ours | Scan's |\n| ---: | ---: | ---: | ---: | --- | ---: | --- | ---: | ---: |\n")
			x := m.Match
			fmt.Fprintf(&b, "| %d | %d | %d | %d | %.1f %% (%.1f to %.1f) | %s | %s to %s | %.0f ms | %.0f ms |\n",
				x.Games, x.Wins, x.Draws, x.Losses, 100*x.Score, 100*x.ScoreLow, 100*x.ScoreHigh,
				sim.EloText(x.Elo, x.Score), sim.EloText(x.EloLow, x.ScoreLow), sim.EloText(x.EloHigh, x.ScoreHigh), m.OurTime, m.TheirTime)
			b.WriteString("\n" + m.inCommon())
			return b.String()
		},
	}.Keep(t, *update)
	require.Equal(t, scanGames, found.Match.Games)
	require.Len(t, found.Lost, found.Match.Losses)
	require.Zero(t, found.Match.ForfeitsA+found.Match.ForfeitsB)
}

// The nodes are those that our search tried in as much processor time as Scan took,
// where the machine did little else.
const (
	scanNodes        = 100_000
	scanMilliseconds = 60
	scanGames        = 24
)

// inCommon says what the lost games have in common.
func (m *met) inCommon() string {
	var plies, pieces []int
	unseen, forced, kings, never := 0, 0, 0, 0
	for _, g := range m.Lost {
		switch {
		case g.Down < 0:
			never++
			continue
		case g.KingFirst:
			kings++
		}
		plies, pieces = append(plies, g.Down), append(pieces, g.Pieces)
		switch {
		case g.Score == 0:
			forced++
		case g.Score > -50:
			unseen++
		}
	}
	if len(plies) == 0 {
		return fmt.Sprintf("In none of %d lost games were we behind for good before its end.\n", len(m.Lost))
	}
	slices.Sort(plies)
	slices.Sort(pieces)
	return fmt.Sprintf("Of %d lost games %d were lost without our being behind in pieces first. In the other %d we were behind for good from ply %d on (median; a quarter before ply %d, a quarter after %d), when we had %d pieces left (median); in %d of them the opponent had a king by then and we had none. On the turn before, where it was not forced, we thought ourselves less than half a man behind in %d of %d.\n",
		len(m.Lost), never, len(plies), plies[len(plies)/2], plies[len(plies)/4], plies[len(plies)*3/4], pieces[len(pieces)/2], kings, unseen, len(plies)-forced)
}
