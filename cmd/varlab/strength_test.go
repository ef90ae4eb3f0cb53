package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/internal/testing/results"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/sim/stats"
	"varlab/variants"
)

// taughtIDs are the built-in rule sets that weights were trained for.
func taughtIDs(t *testing.T) (ids []string) {
	for _, id := range variants.IDs() {
		if player.WeightsFor(given.Rules(t, id)) != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// rungs are the budgets of the ladder, with how many games each is played against its half,
// and as many against itself.
var rungs = []struct{ nodes, games int }{
	{125, 400}, {250, 400}, {500, 400}, {1000, 200}, {2000, 200}, {4000, 200}, {8000, 200}, {16000, 200}, {32000, 100}, {64000, 100},
}

// among are the rule sets of the ladder: the game of today, those of English and of Russian
// draughts, and the game of the default question.
var among = []string{"international", "russian", "english", "polonaise-souffler"}

func learnedSearch(nodes int) string { return fmt.Sprintf("search:nodes=%d", nodes) }

// rungCells writes a line of a table for each rung, and a cell of it for each rule set.
func rungCells[R any](rows []R, cell func(R) string) string {
	var b strings.Builder
	b.WriteString("| turns | games | `" + strings.Join(among, "` | `") + "` |\n| ---: | ---: |" + strings.Repeat(" --- |", len(among)))
	for i, r := range rows {
		if i%len(among) == 0 {
			x := rungs[i/len(among)]
			fmt.Fprintf(&b, "\n| %d | %d |", x.nodes, x.games)
		}
		b.WriteString(" " + cell(r) + " |")
	}
	b.WriteByte('\n')
	return b.String()
}

// keepLadder holds the table of budgets to its file: matches against half the budget.
func keepLadder(t *testing.T) {
	rows := results.Table[[]sim.Match]{
		Name: "ladder", Doc: "players.md", Command: measuredBy("ladder"),
		Measure: func() (rows []sim.Match, err error) {
			for _, x := range rungs {
				for _, id := range among {
					rows = append(rows, meet(t, learnedSearch(x.nodes), learnedSearch(x.nodes/2), id, x.games))
				}
			}
			return rows, nil
		},
		Markdown: func(rows []sim.Match) string {
			return "Elo of so many turns over half of them; in brackets the interval of 95 %, and won, drawn or open, lost.\n\n" +
				rungCells(rows, func(m sim.Match) string {
					return fmt.Sprintf("%s (%s to %s; %d, %d, %d)", sim.EloText(m.Elo, m.Score), sim.EloText(m.EloLow, m.ScoreLow), sim.EloText(m.EloHigh, m.ScoreHigh), m.Wins, m.Draws+m.Open, m.Losses)
				})
		},
	}.Keep(t, *update)
	require.Len(t, rows, len(among)*len(rungs))
	for i, m := range rows {
		x := rungs[i/len(among)]
		require.Equal(t, []any{among[i%len(among)], learnedSearch(x.nodes), learnedSearch(x.nodes / 2), x.games}, []any{m.Rules, m.A, m.B, m.Games})
		require.Zero(t, m.ForfeitsA+m.ForfeitsB)
	}
}

// An equal is what came of games between equals, as varlab compare says it.
type equal struct {
	ID    string `json:"id"`
	Games int    `json:"games"`
	Open  int    `json:"open"`
	Drawn struct {
		Value, Low, High, Least, Most float64
	} `json:"drawn"`
}

// keepEquals holds the table of draws between equals to its file.
func keepEquals(t *testing.T) {
	rows := results.Table[[]equal]{
		Name: "equals", Doc: "players.md", Command: measuredBy("equals"),
		Measure: func() (rows []equal, err error) {
			for _, x := range rungs {
				args := append([]string{"compare"}, among...)
				args = append(args, "--player", learnedSearch(x.nodes), "--games", fmt.Sprint(x.games), "--out", t.TempDir(), "--format", "json")
				var found struct {
					Sets []equal `json:"rule_sets"`
				}
				if err := json.Unmarshal([]byte(does(t, args...)), &found); err != nil {
					return nil, err
				}
				rows = append(rows, found.Sets...)
			}
			return rows, nil
		},
		Markdown: func(rows []equal) string {
			return "Per cent drawn between equals of so many turns; in brackets the interval of 95 %, and how many games were open at the end.\n\n" +
				rungCells(rows, func(e equal) string {
					return fmt.Sprintf("%.0f (%.0f to %.0f; %d)", 100*e.Drawn.Value, 100*e.Drawn.Low, 100*e.Drawn.High, e.Open)
				})
		},
	}.Keep(t, *update)
	require.Len(t, rows, len(among)*len(rungs))
	for i, e := range rows {
		require.Equal(t, []any{among[i%len(among)], rungs[i/len(among)].games}, []any{e.ID, e.Games})
	}
}

// blunders are choices that a deep search judged.
type blunders struct {
	Rules        string
	Learned      bool // the weights of the player; the judge has them
	Nodes, Judge int
	Games        int
	Choices      int // with two turns or more, and no forced win or loss in sight
	Blunders     int
	Lost         int     // hundredths of a man, in all choices together
	DesignEffect float64 // of choices from the same game
}

func (b blunders) rate() stats.Rate {
	return stats.Rate{K: b.Blunders, N: b.Choices, DesignEffect: b.DesignEffect, Clusters: b.Games}
}

// mean is what a choice loses, in hundredths of a man.
func (b blunders) mean() float64 { return float64(b.Lost) / float64(b.Choices) }

// keepBlunders holds the table of blunders to its file.
func keepBlunders(t *testing.T) {
	const judge, choices = 10_000, 150
	budgets := []int{200, 1000}
	rows := results.Table[[]blunders]{
		Name: "blunders", Doc: "players.md", Command: measuredBy("blunders"),
		Measure: func() (rows []blunders, err error) {
			for _, id := range taughtIDs(t) {
				for _, nodes := range budgets {
					rows = append(rows, countBlunders(t, id, nodes, judge, choices))
				}
			}
			return rows, nil
		},
		Markdown: func(rows []blunders) string {
			var b strings.Builder
			fmt.Fprintf(&b, "Blunders among a thousand choices, judged by `search:nodes=%d`, of %d choices for each player; in brackets the interval of 95 %%, with the game as cluster. Behind the stroke what a choice loses on average, in hundredths of a man.\n\n", judge, choices)
			b.WriteString("| rules |")
			for _, nodes := range budgets {
				fmt.Fprintf(&b, " `%s` |", learnedSearch(nodes))
			}
			b.WriteString("\n| --- |" + strings.Repeat(" --- |", len(budgets)))
			for i, r := range rows {
				if i%len(budgets) == 0 {
					fmt.Fprintf(&b, "\n| `%s` |", r.Rules)
				}
				rate := r.rate()
				interval := rate.Wilson(0.95)
				fmt.Fprintf(&b, " %.0f (%.0f to %.0f) / %.0f |", 1000*rate.Value(), 1000*interval.Low, 1000*interval.High, r.mean())
			}
			b.WriteByte('\n')
			for i, nodes := range budgets {
				least, most := rows[i], rows[i]
				for j := i; j < len(rows); j += len(budgets) {
					if rows[j].mean() < least.mean() {
						least = rows[j]
					}
					if rows[j].mean() > most.mean() {
						most = rows[j]
					}
				}
				fmt.Fprintf(&b, "\nWith %d nodes a choice loses from %.1f (`%s`) to %.1f (`%s`) on average.\n", nodes, least.mean(), least.Rules, most.mean(), most.Rules)
			}
			return b.String()
		},
	}.Keep(t, *update)
	require.Len(t, rows, len(budgets)*len(taughtIDs(t)))
	for _, r := range rows {
		require.Equal(t, [2]int{judge, choices}, [2]int{r.Judge, r.Choices}, r.Rules)
	}
}

// countBlunders has a search play itself and a deeper one judge what it chose. A
// choice is compared with the turn that the judge would have made: both are looked at
// by the judge one turn on, so that neither is seen from further away.
func countBlunders(t *testing.T, id string, nodes, judge, choices int) blunders {
	r := given.Rules(t, id)
	weights := player.WeightsFor(r)
	deep := player.NewTeacher(r, weights, judge, 0)
	p := player.NewTeacher(r, weights, nodes, 0)
	// after returns what the judge thinks of a turn, for the side that makes it.
	after := func(h *rules.History, turn rules.Turn) (int, bool) {
		side := h.Now().Mover()
		h.Play(turn)
		defer h.Undo()
		if h.Outcome().Over() || len(h.Turns()) < 2 {
			return 0, false
		}
		deep.NewGame()
		_, err := deep.Choose(h, 0)
		require.NoError(t, err)
		score, ok := deep.Score()
		if h.Now().Mover() != side {
			score = -score
		}
		return score, ok
	}
	// lost returns what turn loses against the judge's best, in hundredths of a man.
	lost := func(h *rules.History, turn rules.Turn) (int, bool) {
		deep.NewGame()
		best, err := deep.Choose(h, 0)
		require.NoError(t, err)
		good, ok := after(h, best)
		if !ok || best == turn {
			return 0, ok
		}
		got, ok := after(h, turn)
		return max(0, good-got), ok
	}
	found := blunders{Rules: id, Learned: true, Nodes: nodes, Judge: judge}
	var games []stats.Cell
	for found.Choices < choices {
		source := random.New("varlab blunders", id, fmt.Sprint(len(games)))
		h := rules.NewHistory(r, r.Start())
		p.NewGame()
		var game stats.Cell
		for h.Plies() < 120 && !h.Outcome().Over() && found.Choices < choices {
			turns := h.Turns()
			if h.Plies() < 8 {
				h.Play(turns[random.Below(source, len(turns))])
				continue
			}
			turn, err := p.Choose(h, random.Chance(source.Uint64()))
			require.NoError(t, err)
			// One choice in sixteen is judged.
			if len(turns) > 1 && random.Below(source, 16) == 0 {
				if n, ok := lost(h, turn); ok {
					found.Choices++
					found.Lost += n
					game.N++
					if n > 100 {
						found.Blunders++
						game.Sum++
					}
				}
			}
			h.Play(turn)
		}
		games = append(games, game)
	}
	rate := stats.RateOf(games)
	found.Games, found.DesignEffect = rate.Clusters, rate.DesignEffect
	return found
}

// A choice of the search itself is no blunder to the same search one turn on, more
// often than its horizon explains.
func TestCountBlunders(t *testing.T) {
	b := countBlunders(t, "english", 20, 400, 40)
	require.Equal(t, 40, b.Choices)
	require.Equal(t, b, countBlunders(t, "english", 20, 400, 40))
	same := countBlunders(t, "english", 400, 400, 40)
	require.Less(t, same.Lost, b.Lost)
	require.False(t, math.Signbit(float64(same.Lost)))
}
