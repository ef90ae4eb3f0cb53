package main

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/sim/stats"
	"varlab/variants"
)

// builtIn compiles a built-in rule set.
func builtIn(t *testing.T, id string) *rules.Rules {
	t.Helper()
	v, err := variants.Load(id, nil)
	require.NoError(t, err)
	r, err := rules.Compile(v.Profile)
	require.NoError(t, err)
	return r
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

// countBlunders has a search play itself and a deeper one judge what it chose. A
// choice is compared with the turn that the judge would have made: both are looked at
// by the judge one turn on, so that neither is seen from further away.
func countBlunders(t *testing.T, id string, learned bool, nodes, judge, choices int) blunders {
	r := builtIn(t, id)
	weights := player.WeightsFor(r)
	deep, err := player.NewTeacher(r, weights, judge, 0)
	require.NoError(t, err)
	if !learned {
		weights = nil
	}
	p, err := player.NewTeacher(r, weights, nodes, 0)
	require.NoError(t, err)
	// after returns what the judge thinks of a turn, for the side that makes it.
	after := func(h *rules.History, turn rules.Turn) (int, bool) {
		side := h.Now().Mover()
		h.Play(turn)
		defer h.Undo()
		if h.Outcome().Over() || len(h.Turns()) < 2 {
			return 0, false
		}
		deep.NewGame()
		_, err := deep.Choose(h, nil)
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
		best, err := deep.Choose(h, nil)
		require.NoError(t, err)
		good, ok := after(h, best)
		if !ok || best == turn {
			return 0, ok
		}
		got, ok := after(h, turn)
		return max(0, good-got), ok
	}
	found := blunders{Rules: id, Learned: learned, Nodes: nodes, Judge: judge}
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
			turn, err := p.Choose(h, source)
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
	b := countBlunders(t, "english", true, 20, 400, 40)
	require.Equal(t, 40, b.Choices)
	require.Equal(t, b, countBlunders(t, "english", true, 20, 400, 40))
	same := countBlunders(t, "english", true, 400, 400, 40)
	require.Less(t, same.Lost, b.Lost)
	require.False(t, math.Signbit(float64(same.Lost)))
}
