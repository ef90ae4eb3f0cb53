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
	require.InDelta(t, 0.9090909, EloScore(400), 1e-7)
	require.True(t, math.IsInf(Elo(1), 1))
	require.True(t, math.IsInf(Elo(0), -1))
	for elo := -700.0; elo <= 700; elo += 50 {
		require.InDelta(t, elo, Elo(EloScore(elo)), 1e-9)
	}
}

// The multiplier gives a distribution with the wanted mean, and none with that
// mean makes the pairs likelier.
func TestTiltMaximises(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var weight [5]float64
		total := 0.0
		for i := range weight {
			weight[i] = 0.001 + 30*random.Float64()
			total += weight[i]
		}
		mean := 0.05 + 0.9*random.Float64()
		outcomes := []float64{0, 0.25, 0.5, 0.75, 1}
		x := tilt(outcomes, weight[:], mean)
		var best [5]float64
		sum, m, top := 0.0, 0.0, 0.0
		for i, w := range weight {
			best[i] = w / total / (1 + x*(share(i)-mean))
			require.Greater(t, best[i], 0.0)
			sum += best[i]
			m += best[i] * share(i)
			top += w * math.Log(best[i])
		}
		require.InDelta(t, 1, sum, 1e-9)
		require.InDelta(t, mean, m, 1e-9)
		// These directions keep sum and mean.
		for _, d := range [][5]float64{{1, -2, 1, 0, 0}, {0, 1, -2, 1, 0}, {0, 0, 1, -2, 1}} {
			for _, step := range []float64{-0.001, 0.001} {
				other, possible := 0.0, true
				for i, w := range weight {
					q := best[i] + step*d[i]
					possible = possible && q > 0
					other += w * math.Log(q)
				}
				if possible {
					require.Less(t, other, top)
				}
			}
		}
	}
}

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
			s.Add(cluster, 2*share(i), 2)
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

// play adds pairs of games between players so far apart, until stop says that they are
// enough.
func (m meeting) play(random *rand.Rand, elo, draws float64, s *Scores, stop func() bool) {
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
				halves = drawPair(random, EloScore(elo)+favour[i], draws)
				first[i] = halves
			}
			s.Add(i, float64(halves)/2, 2)
			if stop != nil && stop() {
				return
			}
		}
	}
}

var meetings = []meeting{
	{openings: 2000, times: 1},
	{openings: 100, times: 5, copies: true},
	{openings: 100, times: 5, copies: true, partly: true},
	{openings: 100, times: 5},
	{openings: 100, times: 5, partly: true},
	{openings: 100, times: 5, spread: 0.24},
	{openings: 100, times: 5, spread: 0.24, partly: true},
}

// The test decides wrongly about as seldom as it promises, however the games from an
// opening are alike, and soon.
func TestStrengthTestErrors(t *testing.T) {
	test := StrengthTest{Low: 0, High: 40, Alpha: 0.05}
	for k, m := range meetings {
		random := rand.New(rand.NewPCG(17, uint64(k)))
		for _, elo := range []float64{0, 40} {
			wrong, pairs := 0, 0
			const trials = 300
			for range trials {
				var s Scores
				m.play(random, elo, 0.4, &s, func() bool { pairs++; return test.Decide(&s) != Undecided })
				if d := test.Decide(&s); d == AcceptHigh && elo == 0 || d == AcceptLow && elo == 40 {
					wrong++
				}
			}
			// 5 % and four standard deviations; well below what a fixed test needs.
			require.LessOrEqual(t, wrong, 30, "%+v at %v Elo", m, elo)
			require.Less(t, pairs/trials, 1000)
		}
	}
}

// A test that has not decided by the last opening is not brought to it by the same games.
func TestStrengthTestReadsAnOpeningOnce(t *testing.T) {
	test := StrengthTest{Low: 0, High: 20, Alpha: 0.05}
	random := rand.New(rand.NewPCG(3, 3))
	var once, often Scores
	for i := range 100 {
		halves := drawPair(random, EloScore(15), 0.4)
		once.Add(i, float64(halves)/2, 2)
		for range 7 {
			often.Add(i, float64(halves)/2, 2)
		}
	}
	require.NotZero(t, test.LogRatio(&once))
	require.Equal(t, test.LogRatio(&once), test.LogRatio(&often))
	require.InDelta(t, once.Interval(0.95).Low, often.Interval(0.95).Low, 1e-12)
	require.InDelta(t, once.Interval(0.95).High, often.Interval(0.95).High, 1e-12)
}

func TestLogRatio(t *testing.T) {
	test := StrengthTest{Low: 0, High: 20, Alpha: 0.05}
	require.Zero(t, test.LogRatio(new(Scores)))
	require.InDelta(t, math.Log(19), test.Bound(), 1e-12)
	// What speaks for one player speaks against the other.
	mirrored := StrengthTest{Low: -20, High: 0, Alpha: 0.05}
	require.InDelta(t, test.LogRatio(scoresOf(Pairs{3, 10, 40, 22, 9})), -mirrored.LogRatio(scoresOf(Pairs{9, 22, 40, 10, 3})), 1e-9)
	require.Equal(t, AcceptHigh, test.Decide(scoresOf(Pairs{1, 20, 200, 90, 30})))
	require.Equal(t, AcceptLow, test.Decide(scoresOf(Pairs{30, 90, 200, 20, 1})))
	require.Equal(t, Undecided, test.Decide(scoresOf(Pairs{1, 1, 1, 1, 1})))
	// With many pairs near the two means the ratio is that of normal means:
	// n ((m-l)² - (m-h)²)/2v.
	p := Pairs{1000, 3000, 5000, 3100, 1050}
	n, m, v := float64(p.N()), scoresOf(p).Estimate(0.95).Value, 0.0
	for i, k := range p {
		v += float64(k) / n * (share(i) - m) * (share(i) - m)
	}
	l, h := EloScore(0), EloScore(20)
	require.InEpsilon(t, n*((m-l)*(m-l)-(m-h)*(m-h))/2/v, test.LogRatio(scoresOf(p)), 0.02)
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
			c.play(random, c.elo, c.draws, &s, nil)
			if s.Interval(0.95).Contains(EloScore(c.elo)) {
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
