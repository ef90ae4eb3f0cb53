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
		x := tilt(&weight, mean)
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

// drawPair draws a pair of games between players so far apart, in which a share of
// games is drawn.
func drawPair(random *rand.Rand, elo, draws float64) int {
	s := EloScore(elo)
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

// The test decides wrongly about as seldom as it promises, and soon.
func TestStrengthTestErrors(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 54))
	test := StrengthTest{Low: 0, High: 40, Alpha: 0.05}
	for _, elo := range []float64{0, 40} {
		wrong, pairs := 0, 0
		const trials = 300
		for range trials {
			var p Pairs
			d := Undecided
			for d == Undecided && p.N() < 5000 {
				p[drawPair(random, elo, 0.4)]++
				pairs++
				d = test.Decide(p)
			}
			if want := AcceptLow; d != want && elo == 0 || d != AcceptHigh && elo == 40 {
				wrong++
			}
		}
		// 5 % and four standard deviations; well below what a fixed test needs.
		require.LessOrEqual(t, wrong, 30, "at %v Elo", elo)
		require.Less(t, pairs/trials, 1000)
	}
}

func TestLogRatio(t *testing.T) {
	test := StrengthTest{Low: 0, High: 20, Alpha: 0.05}
	require.Zero(t, test.LogRatio(Pairs{}))
	require.InDelta(t, math.Log(19), test.Bound(), 1e-12)
	// What speaks for one player speaks against the other.
	mirrored := StrengthTest{Low: -20, High: 0, Alpha: 0.05}
	require.InDelta(t, test.LogRatio(Pairs{3, 10, 40, 22, 9}), -mirrored.LogRatio(Pairs{9, 22, 40, 10, 3}), 1e-9)
	require.Equal(t, AcceptHigh, test.Decide(Pairs{1, 20, 200, 90, 30}))
	require.Equal(t, AcceptLow, test.Decide(Pairs{30, 90, 200, 20, 1}))
	require.Equal(t, Undecided, test.Decide(Pairs{1, 1, 1, 1, 1}))
	// With many pairs near the two means the ratio is that of normal means:
	// n ((m-l)² - (m-h)²)/2v.
	p := Pairs{1000, 3000, 5000, 3100, 1050}
	n, m, v := float64(p.N()), p.Score(), 0.0
	for i, k := range p {
		v += float64(k) / n * (share(i) - m) * (share(i) - m)
	}
	l, h := EloScore(0), EloScore(20)
	require.InEpsilon(t, n*((m-l)*(m-l)-(m-h)*(m-h))/2/v, test.LogRatio(p), 0.02)
}

// The interval of the score covers it in about as many matches as it says.
func TestPairsIntervalCovers(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 8))
	for _, c := range []struct {
		pairs      int
		elo, draws float64
	}{{50, 0, 0.5}, {50, 150, 0.3}, {200, 30, 0.6}} {
		covered := 0
		const trials = 2000
		for range trials {
			var p Pairs
			for range c.pairs {
				p[drawPair(random, c.elo, c.draws)]++
			}
			if p.Interval(0.95).Contains(EloScore(c.elo)) {
				covered++
			}
		}
		require.InDelta(t, 0.95, float64(covered)/trials, 0.02, "%+v", c)
	}
}

func TestPairsIntervalAtTheEnds(t *testing.T) {
	require.Equal(t, Interval{0, 1}, Pairs{0, 0, 0, 0, 1}.Interval(0.95))
	all := Pairs{0, 0, 0, 0, 50}.Interval(0.95)
	require.Equal(t, 1.0, all.High)
	// Wilson's for 50 of 50, n/(n+t²), with scipy.stats.t.ppf(.975, 49) = 2.009575.
	require.InDelta(t, 50/(50+2.009575*2.009575), all.Low, 1e-6)
	none := Pairs{50, 0, 0, 0, 0}.Interval(0.95)
	require.Equal(t, 0.0, none.Low)
	require.InDelta(t, 1-all.Low, none.High, 1e-12)
	drawn := Pairs{0, 0, 100, 0, 0}.Interval(0.95)
	require.True(t, drawn.Low < 0.5 && drawn.High > 0.5 && drawn.Width() < 0.2)
}
