package findings

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A mean of which nothing varies has no interval, and the open games may make one.
func TestFlatMeansSayWhy(t *testing.T) {
	score := func(sums ...float64) stats.Estimate {
		var cells []stats.Cell
		for _, s := range sums {
			cells = append(cells, stats.Cell{Sum: s, N: 2})
		}
		return stats.Mean(cells, Level)
	}
	few, all := score(0.5, 1, 1, 1, 1, 1, 1, 1), score(1, 1, 1, 1, 1, 1, 1, 1)
	for _, c := range []struct {
		at, most stats.Estimate
		why      Why
	}{
		{few, all, MayAgree},
		{all, all, AllAgree},
	} {
		v := &Verdict{Hypothesis: study.Hypothesis{Direction: "greater"}, Pair: &Pair{Metric: MetricOf("player-score"), Bounded: Bounded{Estimate: c.at, Least: c.at, Most: c.most}}}
		closed := v.decideByBounds()
		word, why := v.decided(v.P, closed)
		require.Equal(t, Undecided, word)
		require.Equal(t, c.why, why)
	}
}

// Open games that may make a difference of either sign leave none beyond the margin.
func TestOpenGamesOfEitherSign(t *testing.T) {
	mean := func(sums ...float64) stats.Estimate {
		var cells []stats.Cell
		for _, s := range sums {
			cells = append(cells, stats.Cell{Sum: s, N: 1})
		}
		return stats.Mean(cells, Level)
	}
	up, down := mean(0.5, 0.6, 0.5, 0.6, 0.5, 0.6), mean(-0.5, -0.6, -0.5, -0.6, -0.5, -0.6)
	for least, word := range map[*stats.Estimate]string{&up: Refuted, &down: Undecided} {
		v := &Verdict{Hypothesis: study.Hypothesis{Margin: 0.1}, Pair: &Pair{Metric: MetricOf("drawn"), Bounded: Bounded{Estimate: up, Least: *least, Most: up}}}
		closed := v.decideByBounds()
		got, _ := v.decided(v.P, closed)
		require.Equal(t, word, got)
	}
}

// Identical games count alike at both bounds, and squares have the same names for all.
func TestAlikeGames(t *testing.T) {
	board := &record.Board{Chapters: []record.Chapter{{Plies: 4, Clusters: 20}}}
	a, b := &Cell{Board: board, Tally: newTally(20, rules.Draw, "white")}, &Cell{Board: board, Tally: newTally(20, rules.Draw, "white")}
	var seen squares
	for n := range 20 {
		rec := &record.Record{Game: int32(n), Result: record.Horizon, Plies: 300, Turns: fmt.Sprint("1-2 3-4 ", n)}
		if n%2 == 0 {
			rec.Value = "draw"
		}
		other := *rec
		if n >= 15 {
			other.Turns += " 5-6"
		}
		a.course.see(rec, seen.turns(nil, rec))
		b.course.see(&other, seen.turns(nil, &other))
	}
	x := alikeFor(a, b)
	require.Equal(t, []int{20, 15, 0, 4}, []int{x.Games, x.Identical, x.Renamed, x.Parted})
	open := 0.0
	for _, c := range (&Pair{A: a, B: b, Alike: x}).shift(make([]stats.Cell, a.Tally.Openings.N), -1) {
		open -= c.Sum
	}
	require.Equal(t, 7.0, open)

	for i := range b.course.games {
		b.course.games[i].all++
	}
	require.Equal(t, 15, alikeFor(a, b).Renamed)

	high, low := frameOf(t, profile.HighNumbers), frameOf(t, profile.LowNumbers)
	require.Equal(t, high.turn("32-28"), low.turn("19-23"))
	require.Equal(t, high.turn("28x8x12x22"), low.turn("23x43x29x39"))
	require.Equal(t, high.turn("huff@31/28-22"), low.turn("huff@20/23-29"))
}

// An open game that both rule sets have alike is a smaller share of more games: what it
// comes to makes a difference.
func TestAlikeGamesOfOtherNumbers(t *testing.T) {
	board := &record.Board{Chapters: []record.Chapter{{Plies: 4, Clusters: 4}}}
	var cells [2]*Cell
	for i, first := range []record.Record{{Result: "first", Reason: "no-pieces"}, {Result: "void", Reason: "stop"}} {
		c := &Cell{Board: board, Tally: newTally(4, rules.Draw, "white")}
		for n := range 4 {
			rec := first
			if n > 0 {
				rec = record.Record{Result: record.Horizon, Reason: record.Horizon, Plies: 300, Turns: fmt.Sprint("1-2 3-4 ", n)}
			}
			rec.Game, rec.Opening = int32(n), int32(n)
			require.NoError(t, c.Tally.add(&rec, study.Cell{}))
			c.course.see(&rec, new(squares).turns(nil, &rec))
		}
		cells[i] = c
	}
	compared := func(a, b *Cell) []float64 {
		p := new(Findings).Compared(MetricOf("first-score"), a, b)
		return []float64{p.Least.Value, p.Value, p.Most.Value}
	}
	// (1 + 3x)/4 - 3x/3, where x is from 0 to 1
	require.Equal(t, []float64{0, 0.125, 0.25}, compared(cells[0], cells[1]))
	require.Equal(t, []float64{-0.25, -0.125, 0}, compared(cells[1], cells[0]))
}

// A drawn game, by rule or by value, scores as the rule set has it, and is a drawn game.
func TestDrawOdds(t *testing.T) {
	for drawn, want := range map[rules.Result][]float64{
		rules.Draw:       {0.5, 0.5, 0.5, 0, 1},
		rules.FirstWins:  {1, 0, 1, 0, 1},
		rules.SecondWins: {0, 1, 0, 0, 1},
	} {
		tally := newTally(1, drawn, "white")
		for _, rec := range []record.Record{
			{Result: "draw", Reason: "repetition", OpeningPlies: 1},
			{Result: record.Horizon, Reason: record.Horizon, Value: "draw", OpeningPlies: 1},
		} {
			require.NoError(t, tally.add(&rec, study.Cell{A: study.Player{Spec: "a"}, B: study.Player{Spec: "b"}}))
		}
		for i, word := range []string{"first-score", "choice-score", "player-score", "odds-score", "drawn"} {
			sum, n := MetricOf(word).In(&tally.Counts)
			require.InDelta(t, want[i], sum/float64(n), 1e-12, "%v %s", drawn, word)
		}
	}
}

func frameOf(t *testing.T, home profile.Home) *squares {
	p := profile.Default()
	p.Board.WhiteHome = home
	return &squares{board: notation.Of(p).Board, known: map[string]uint64{}}
}
