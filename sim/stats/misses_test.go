package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// holmLevels are of the intervals that a family of one, ten and a hundred tests
// reads, nearly.
var holmLevels = []float64{0.95, 0.995, 0.9995}

// misses is how often, in one setting, the intervals of holmLevels leave out the
// truth. Where the true difference is 0 it is also how often a test finds one.
type misses struct {
	Method, Setting, Truth string
	Trials                 int // 0 where all outcomes were added up
	Shares                 []float64
}

// tally is how often of so many intervals each level misses.
type tally []int

func (m tally) add(e Estimate, truth float64) {
	for v, level := range holmLevels {
		if i := e.At(level); !(i.Low-1e-12 <= truth && truth <= i.High+1e-12) {
			m[v]++
		}
	}
}

// exactMisses adds up all outcomes of n openings with one game under each rule set.
// A pair of rates is that of a and of b; where paired, of openings that only a draws
// and of those that only b does.
func exactMisses(n int, paired bool, rates [][2]float64) (rows []misses) {
	method := "two independent rates"
	if paired {
		method = "two rates, paired"
	}
	for _, r := range rates {
		truth := fmt.Sprintf("rates %v and %v", r[0], r[1])
		if paired {
			truth = fmt.Sprintf("only the one in %v, only the other in %v", r[0], r[1])
		}
		rows = append(rows, misses{method, fmt.Sprintf("%d openings, 1 game each", n), truth, 0, make([]float64, len(holmLevels))})
	}
	for k := range n + 1 {
		for l := range n + 1 {
			a, b := singles(k, n), singles(l, n)
			if paired {
				if k+l > n {
					continue
				}
				slices.Reverse(b)
			}
			e := RateDifference(a, b, paired, 0.95)
			for r, rate := range rates {
				p, q := rate[0], rate[1]
				m := make(tally, len(holmLevels))
				m.add(e, p-q)
				chance := binomial(k, n, p)
				if paired {
					chance *= binomial(l, n-k, q/(1-p))
				} else {
					chance *= binomial(l, n, q)
				}
				for v, missed := range m {
					rows[r].Shares[v] += chance * float64(missed)
				}
			}
		}
	}
	return rows
}

// exactAgainst adds up all outcomes of one rate.
func exactAgainst(n int) (rows []misses) {
	for _, p := range []float64{0, 0.002, 0.01, 0.5, 0.99} {
		c := misses{"a rate against a number", fmt.Sprintf("%d openings, 1 game each", n), fmt.Sprint("rate ", p), 0, make([]float64, len(holmLevels))}
		for k := range n + 1 {
			if chance := binomial(k, n, p); chance > 1e-12 {
				m := make(tally, len(holmLevels))
				m.add(RateAgainst(singles(k, n), p, 0.95), 0)
				for v, missed := range m {
					c.Shares[v] += chance * float64(missed)
				}
			}
		}
		rows = append(rows, c)
	}
	return rows
}

var (
	pairedRates   = [][2]float64{{0, 0}, {0.002, 0.002}, {0.01, 0.01}, {0.25, 0.25}, {0, 0.01}, {0.05, 0.1}}
	unpairedRates = [][2]float64{{0, 0}, {0.002, 0.002}, {0.01, 0.01}, {0.5, 0.5}, {0.99, 0.99}, {0, 0.01}, {0.3, 0.4}}
)

// rateMisses simulates clustered rates.
func rateMisses(trials, clusters, per int, rates [][2]float64) (rows []misses) {
	w := &world{rand.New(rand.NewPCG(1754, uint64(clusters*per))), clusters, per, 0.3}
	for _, r := range rates {
		p, q := r[0], r[1]
		one, paired, apart := make(tally, 3), make(tally, 3), make(tally, 3)
		for range trials {
			c, d := w.cells(p, q), w.cells(q)
			one.add(RateAgainst(c[0], p, 0.95), 0)
			paired.add(RateDifference(c[0], c[1], true, 0.95), p-q)
			apart.add(RateDifference(c[0], d[0], false, 0.95), p-q)
		}
		setting, truth := fmt.Sprintf("%d openings, %d games each, correlation 0.3", clusters, per), fmt.Sprintf("rates %v and %v", p, q)
		rows = append(rows, one.row("a rate against a number", setting, fmt.Sprint("rate ", p), trials),
			paired.row("two rates, paired", setting, truth, trials), apart.row("two rates, each with its openings", setting, truth, trials))
	}
	return rows
}

func (m tally) row(method, setting, truth string, trials int) misses {
	c := misses{Method: method, Setting: setting, Truth: truth, Trials: trials}
	for _, missed := range m {
		c.Shares = append(c.Shares, float64(missed)/float64(trials))
	}
	return c
}

const aPart = "a part of a difference (Shapley)"

// shapleyMisses simulates an ablation in two parts, the first of which makes the
// whole difference between p and q where games are alike otherwise.
func shapleyMisses(trials, clusters int, p, q float64) misses {
	w := &world{rand.New(rand.NewPCG(1953, uint64(clusters))), clusters, 2, 0.3}
	m := make(tally, 3)
	for range trials {
		c := w.cells(p, q, p, q)
		m.add(Contrast([][][]Cell{c}, [][]float64{{0.5, -0.5, 0.5, -0.5}}, 0.95), p-q)
	}
	return m.row(aPart, fmt.Sprintf("%d openings, 2 games each, correlation 0.3", clusters), fmt.Sprintf("rates %v and %v", p, q), trials)
}

// lengthMisses simulates differences of medians of lengths that are cut off at 60;
// of the openings the given share has the same games under both rule sets.
func lengthMisses(trials, clusters int, same float64) misses {
	rng := rand.New(rand.NewPCG(1993, uint64(clusters)))
	m := make(tally, 3)
	for range trials {
		var s [2][][]Length
		for range clusters {
			scale, twins := 25+30*rng.Float64(), rng.Float64() < same
			var ls [2][]Length
			for range 2 {
				x := rng.ExpFloat64()
				for k := range ls {
					if k > 0 && !twins {
						x = rng.ExpFloat64()
					}
					l := Length{At: int32(1 + scale*x), Ended: 1}
					if l.At > 60 {
						l = Length{At: 60, Censored: 1}
					}
					ls[k] = append(ls[k], l)
				}
			}
			s[0], s[1] = append(s[0], ls[0]), append(s[1], ls[1])
		}
		m.add(QuantileDifference(quantileOf(s[0], 0.5), quantileOf(s[1], 0.5), true, 0.95), 0)
	}
	return m.row("two median lengths, paired", fmt.Sprintf("%d openings, 2 games each, cut off at 60", clusters), fmt.Sprintf("no difference, %v of the openings alike", same), trials)
}

// honest demands that intervals miss at most as often as they say: of a simulated
// share as far as chance lets one tell, within three standard errors. Parts of
// differences are not tested, and have intervals of 95 % alone.
func (c misses) honest(t *testing.T) {
	t.Helper()
	for v, share := range c.Shares {
		if v > 0 && c.Method == aPart {
			break
		}
		says := 1 - holmLevels[v]
		if c.Trials > 0 {
			says += 3*math.Sqrt(says*(1-says)/float64(c.Trials)) + 1/float64(c.Trials)
		}
		require.LessOrEqual(t, share, says+1e-12, "%s, %s, %s, level %v", c.Method, c.Setting, c.Truth, holmLevels[v])
	}
}

func TestMisses(t *testing.T) {
	rows := append(exactMisses(30, true, pairedRates), exactMisses(30, false, unpairedRates)...)
	rows = append(append(rows, exactAgainst(10)...), rateMisses(400, 20, 2, unpairedRates)...)
	rows = append(rows, shapleyMisses(1500, 10, 0.02, 0.1), shapleyMisses(1500, 20, 0.5, 0.4), lengthMisses(400, 60, 0), lengthMisses(400, 60, 0.5))
	for _, c := range rows {
		c.honest(t)
	}
	require.Greater(t, shapleyMisses(1500, 100, 0.5, 0.4).Shares[0], 0.02, "nor are they wide for nothing")
}
