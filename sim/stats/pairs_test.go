package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestElo(t *testing.T) {
	// 10^(d/400) is the odds: 3 to 1 is 400 log10(3).
	require.InDelta(t, 190.8485, Elo(0.75), 1e-4)
	require.InDelta(t, -190.8485, Elo(0.25), 1e-4)
	require.InDelta(t, 0.9090909, scoreOf(400), 1e-7)
	require.True(t, math.IsInf(Elo(1), 1))
	require.True(t, math.IsInf(Elo(0), -1))
	for elo := -700.0; elo <= 700; elo += 50 {
		require.InDelta(t, elo, Elo(scoreOf(elo)), 1e-9)
	}
}

// scoreOf is the expected score of a player who is stronger by an Elo difference.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// drawPair draws a pair of games, of which the first player is expected to score s, and
// a share is drawn.
func drawPair(random *rand.Rand, s, draws float64) int {
	halves := 0
	for range 2 {
		switch u := random.Float64(); {
		case u < draws:
			halves++
		case u < draws+s-draws/2:
			halves += 2
		}
	}
	return halves
}

// scoresOf are those of pairs of games, each from an opening of its own.
func scoresOf(p Pairs) *Scores {
	s, cluster := new(Scores), 0
	for i, k := range p {
		for range k {
			s.Add(cluster, float64(i)/2, 2)
			cluster++
		}
	}
	return s
}

// A meeting says how the games from one opening are alike.
type meeting struct {
	openings, times int
	copies          bool    // games from an opening are the first two again
	spread          float64 // what the expected scores of openings differ by at most from their mean
	partly          bool    // only every second opening is played again
}

// play adds pairs of games between players who are elo apart.
func (m meeting) play(random *rand.Rand, elo, draws float64, s *Scores) {
	favour, first := make([]float64, m.openings), make([]int, m.openings)
	for i := range favour {
		favour[i] = m.spread * (2*random.Float64() - 1)
	}
	for time := range m.times {
		for i := range favour {
			if m.partly && time > 0 && i%2 > 0 {
				continue
			}
			halves := first[i]
			if time == 0 || !m.copies {
				halves = drawPair(random, scoreOf(elo)+favour[i], draws)
				first[i] = halves
			}
			s.Add(i, float64(halves)/2, 2)
		}
	}
}

// The interval of the score covers it in about as many matches as it says, however the
// games from an opening are alike.
func TestScoresIntervalCovers(t *testing.T) {
	for k, c := range []struct {
		meeting
		elo, draws float64
	}{
		{meeting{openings: 50, times: 1}, 0, 0.5},
		{meeting{openings: 50, times: 1}, 150, 0.3},
		{meeting{openings: 200, times: 1}, 30, 0.6},
		{meeting{openings: 50, times: 4, copies: true}, 0, 0.5},
		{meeting{openings: 50, times: 4, copies: true}, 150, 0.3},
		{meeting{openings: 50, times: 4, copies: true, partly: true}, 0, 0.5},
		{meeting{openings: 50, times: 4}, 0, 0.5},
		{meeting{openings: 50, times: 4}, 150, 0.3},
		{meeting{openings: 50, times: 4, partly: true}, 150, 0.3},
		{meeting{openings: 50, times: 4, spread: 0.24}, 0, 0.4},
		{meeting{openings: 50, times: 4, spread: 0.24, partly: true}, 0, 0.4},
	} {
		random := rand.New(rand.NewPCG(4, uint64(k)))
		covered := 0
		const trials = 2000
		for range trials {
			var s Scores
			c.play(random, c.elo, c.draws, &s)
			if s.Interval(0.95).Contains(scoreOf(c.elo)) {
				covered++
			}
		}
		require.InDelta(t, 0.95, float64(covered)/trials, 0.02, "%+v", c)
	}
}

func TestScoresIntervalAtTheEnds(t *testing.T) {
	require.Equal(t, Interval{0, 1}, new(Scores).Interval(0.95))
	require.Equal(t, Interval{0, 1}, scoresOf(Pairs{0, 0, 0, 0, 1}).Interval(0.95))
	all := scoresOf(Pairs{0, 0, 0, 0, 50}).Interval(0.95)
	require.Equal(t, 1.0, all.High)
	// Wilson's for 50 of 50, n/(n+t²), with scipy.stats.t.ppf(.975, 49) = 2.009575.
	require.InDelta(t, 50/(50+2.009575*2.009575), all.Low, 1e-6)
	none := scoresOf(Pairs{50, 0, 0, 0, 0}).Interval(0.95)
	require.Equal(t, 0.0, none.Low)
	require.InDelta(t, 1-all.Low, none.High, 1e-12)
	drawn := scoresOf(Pairs{0, 0, 100, 0, 0}).Interval(0.95)
	require.True(t, drawn.Low < 0.5 && drawn.High > 0.5 && drawn.Width() < 0.2)
	// Openings of unequal weight are worth fewer: three games of one to one of another.
	var unequal Scores
	for i := range 50 {
		unequal.Add(i, float64(1+i%2*2), 1+i%2*2)
	}
	require.InDelta(t, 40/(40+2.009575*2.009575), unequal.Interval(0.95).Low, 1e-6)
}
