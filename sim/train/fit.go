package train

import (
	"iter"
	"math"
	"slices"

	"varlab/rules"
	"varlab/sim/player"
	"varlab/sim/stats"
)

// So much of what is learned from a position is how the game ended, the rest what the
// search thought of it: the one is true and noisy, the other the reverse. What was
// learned half and half from the same games lost to this under russian, and was no
// better under international.
const outcomeShare = 0.3

// How far a weight is thought to lie from the plain evaluation before anything was
// played, in men, as a standard deviation: so that what was seldom seen stays where
// it was. What a man or a king is worth may be far off on all squares together; one
// square differs from the others by less.
const (
	priorPiece  = 1.0
	priorSquare = 0.3
	priorOther  = 0.1
	// What men in a region are worth beside what they are on their squares.
	priorPattern = 0.1
)

// A fitting is the positions of a round.
type fitting struct {
	r       *rules.Rules
	terms   *player.Terms
	squares int
	plain   []float64 // men
	rows    []row
	entries []uint32 // of all rows: a term, and how often it counts from mostTimes on
}

type row struct {
	// Its entries: those of men on squares from from, the others from rest.
	from, rest, to int32
	game           int32
	phase          uint8 // sixteenths
	points         uint8 // half points
	men            int8  // more than the other side
	kings          int8
	score          float32 // men
}

// An entry holds a term above timesBits.
const (
	timesBits = 12
	mostTimes = 1<<(timesBits-1) - 1
)

func held(game int32) bool { return game%10 == 9 }

func newFitting(r *rules.Rules, terms *player.Terms, games [][]sample, patterns bool) *fitting {
	f := &fitting{r: r, terms: terms, squares: terms.Squares(), plain: terms.Plain()}
	counts := make([]int, terms.Len())
	var touched []int
	for g, samples := range games {
		for _, smp := range samples {
			s, err := r.Position(smp.setup)
			if err != nil {
				continue // a man waits to be crowned: no such position is settled
			}
			x := row{game: int32(g), score: float32(smp.score) / 100, points: uint8(smp.points)}
			side := s.Mover()
			x.men = int8(s.Men(side).Len() - s.Men(side.Other()).Len())
			x.kings = int8(s.Kings(side).Len() - s.Kings(side.Other()).Len())
			touched = touched[:0]
			x.phase = uint8(terms.Each(&s, func(term, n int) {
				if term >= terms.Patterns() && !patterns {
					return
				}
				if counts[term] == 0 {
					touched = append(touched, term)
				}
				counts[term] += n
			}))
			keep := func(men bool) int32 {
				at := len(f.entries)
				for _, term := range touched {
					if n := max(-mostTimes, min(mostTimes, counts[term])); n != 0 && term < f.squares == men {
						f.entries = append(f.entries, uint32(term)<<timesBits|uint32(n+mostTimes))
					}
				}
				return int32(at)
			}
			x.from, x.rest, x.to = keep(true), keep(false), int32(len(f.entries))
			for _, term := range touched {
				counts[term] = 0
			}
			f.rows = append(f.rows, x)
		}
	}
	return f
}

func entry(e uint32) (term int, n float64) {
	return int(e >> timesBits), float64(int32(e&(1<<timesBits-1)) - mostTimes)
}

// open returns how much the first terms of men count, and how much the second.
func (x *row) open() (early, late float64) {
	early = float64(x.phase) / 16
	return early, 1 - early
}

func (f *fitting) value(x *row, w []float64) float64 {
	v, early, late := 0.0, 0.0, 0.0
	for _, e := range f.entries[x.from:x.rest] {
		term, n := entry(e)
		early += float64(n * w[term])
		late += float64(n * w[term+f.squares])
	}
	for _, e := range f.entries[x.rest:x.to] {
		term, n := entry(e)
		v += float64(n * w[term])
	}
	a, b := x.open()
	return v + float64(a*early) + float64(b*late)
}

func (f *fitting) add(x *row, by float64, sums []float64) {
	a, b := x.open()
	f.addTerms(x, float64(a*by), float64(b*by), by, false, sums)
}

func (f *fitting) addSquares(x *row, by float64, sums []float64) {
	a, b := x.open()
	f.addTerms(x, float64(a*a*by), float64(b*b*by), by, true, sums)
}

func (f *fitting) addTerms(x *row, early, late, by float64, square bool, sums []float64) {
	for i, e := range f.entries[x.from:x.to] {
		term, n := entry(e)
		if square {
			n *= n
		}
		if x.from+int32(i) >= x.rest {
			sums[term] += float64(n * by)
			continue
		}
		sums[term] += float64(n * early)
		sums[term+f.squares] += float64(n * late)
	}
}

// all yields the rows of games that are held out, or of the others, with their places.
func (f *fitting) all(out bool) iter.Seq2[int, *row] {
	return func(yield func(int, *row) bool) {
		for i := range f.rows {
			if x := &f.rows[i]; held(x.game) == out && !yield(i, x) {
				return
			}
		}
	}
}

func (x *row) result() float64 { return float64(x.points) / 2 }

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func loss(y, p float64) float64 {
	p = math.Min(math.Max(p, 1e-9), 1-1e-9)
	return -float64(y*math.Log(p)) - float64((1-y)*math.Log(1-p))
}

// slope returns the log odds that a man is worth where positions have these values, in
// men.
func (f *fitting) slope(value func(x *row) float64) float64 {
	var values, results []float64
	for _, x := range f.all(false) {
		values, results = append(values, value(x)), append(results, x.result())
	}
	return player.Slope(values, results)
}

// learn fits weights to the positions of games that are not held out, and says how
// well they do on the others.
func (f *fitting) learn() (*player.Weights, Round) {
	slope := f.slope(func(x *row) float64 { return f.value(x, f.plain) })
	thought := f.slope(func(x *row) float64 { return float64(x.score) })
	w := f.newton(slope, thought)
	var round Round
	games := map[int32]bool{}
	mean, trained := 0.0, 0
	for _, x := range f.all(false) {
		games[x.game] = true
		mean += x.result()
		trained++
	}
	mean /= math.Max(1, float64(trained))
	for _, x := range f.all(true) {
		round.Held++
		round.Mean += loss(x.result(), mean)
		round.Plain += loss(x.result(), sigmoid(slope*f.value(x, f.plain)))
		round.Learned += loss(x.result(), sigmoid(slope*f.value(x, w)))
	}
	n := math.Max(1, float64(round.Held))
	round.Mean, round.Plain, round.Learned = round.Mean/n, round.Plain/n, round.Learned/n
	round.Games, round.Positions = len(games), trained
	return f.round(w), round
}

// newton returns the weights, in men, most likely after the positions: the maximum
// of the likelihood of logistic regression times a normal prior around the plain
// evaluation (ridge regression: le Cessie and van Houwelingen 1992, Applied
// Statistics 41, pp. 191-201). There are too many patterns for a matrix of all terms,
// and so each step is found by conjugate gradients, to a tenth of its length or so.
func (f *fitting) newton(slope, thought float64) []float64 {
	n := f.terms.Len()
	w := slices.Clone(f.plain)
	targets, curves := make([]float64, len(f.rows)), make([]float64, len(f.rows))
	for i := range f.rows {
		x := &f.rows[i]
		targets[i] = outcomeShare*x.result() + (1-outcomeShare)*sigmoid(thought*float64(x.score))
	}
	gradient, diagonal := make([]float64, n), make([]float64, n)
	off, pull := make([]float64, n), make([]float64, n)
	for range 8 {
		clear(gradient)
		clear(diagonal)
		for i, x := range f.all(false) {
			p := sigmoid(slope * f.value(x, w))
			curves[i] = slope * slope * p * (1 - p)
			f.add(x, slope*(targets[i]-p), gradient)
			f.addSquares(x, curves[i], diagonal)
		}
		for i := range off {
			off[i] = w[i] - f.plain[i]
		}
		f.prior(off, pull)
		for i := range pull {
			gradient[i] -= pull[i]
			diagonal[i] += 1 / f.variance(i)
		}
		step := conjugate(gradient, diagonal, func(d, out []float64) {
			f.prior(d, out)
			for i, x := range f.all(false) {
				f.add(x, curves[i]*f.value(x, d), out)
			}
		})
		most := 0.0
		for i := range w {
			w[i] += step[i]
			most = math.Max(most, math.Abs(step[i]))
		}
		if most < 0.005 {
			break
		}
	}
	return w
}

// variance is that of a weight before anything was played, without what it has in
// common with others.
func (f *fitting) variance(term int) float64 {
	switch {
	case term < 3*f.squares:
		return priorSquare * priorSquare
	case term < f.terms.Patterns():
		return priorOther * priorOther
	}
	return priorPattern * priorPattern
}

// prior puts into out the inverse of the prior's covariance times d. One kind of piece
// on all squares has a normal with variance priorSquare² for each and priorPiece² in
// common, whose inverse is (1 - c)/priorSquare² on the diagonal and -c/priorSquare² off
// it (Sherman and Morrison 1950, Annals of Mathematical Statistics 21, p. 124).
func (f *fitting) prior(d, out []float64) {
	for i, v := range d {
		out[i] = v / f.variance(i)
	}
	const one, common = priorSquare * priorSquare, priorPiece * priorPiece
	c := common / (one + float64(f.squares)*common)
	for from := 0; from < 3*f.squares; from += f.squares {
		sum := 0.0
		for _, v := range d[from : from+f.squares] {
			sum += v
		}
		for i := from; i < from+f.squares; i++ {
			out[i] -= float64(c*sum) / one
		}
	}
}

// conjugate returns x with a x = b nearly, for a symmetric and positive definite that
// times multiplies by: conjugate gradients, made better conditioned by a's diagonal
// (Golub and Van Loan, Matrix Computations, 4th edition, algorithm 11.5.1).
func conjugate(b, diagonal []float64, times func(d, out []float64)) []float64 {
	n := len(b)
	x, rest, d, ad := make([]float64, n), slices.Clone(b), make([]float64, n), make([]float64, n)
	scaled := func() (sum float64) {
		for i, v := range rest {
			sum += float64(v * v / diagonal[i])
		}
		return sum
	}
	size := scaled()
	enough, was := size/100, 0.0
	for range 40 {
		if size <= enough {
			break
		}
		for i, v := range rest {
			if was == 0 {
				d[i] = v / diagonal[i]
			} else {
				d[i] = v/diagonal[i] + float64(size/was*d[i])
			}
		}
		times(d, ad)
		bend := 0.0
		for i := range d {
			bend += float64(d[i] * ad[i])
		}
		for i := range d {
			x[i] += float64(size / bend * d[i])
			rest[i] -= float64(size / bend * ad[i])
		}
		was, size = size, scaled()
	}
	return x
}

// round turns weights in men into whole hundredths of the worth of a mean man, over
// the men of all positions.
func (f *fitting) round(w []float64) *player.Weights {
	sum, n := 0.0, 0.0
	for i := range f.rows {
		x := &f.rows[i]
		early, late := x.open()
		for _, e := range f.entries[x.from:x.rest] {
			term, v := entry(e)
			v = math.Abs(v)
			sum += float64(v * (float64(early*w[term]) + float64(late*w[term+f.squares])))
			n += v
		}
	}
	scale := 100.0
	if man := math.Abs(sum / math.Max(1, n)); man > 0.2 {
		scale = 100 / man
	}
	out := player.NewWeights(f.r, "")
	for i, v := range w {
		out.Values[i] = max(-2000, min(2000, int(math.RoundToEven(scale*v))))
	}
	return out
}

// king says what a king is worth in men: the ratio of their log odds where the
// result is regressed on both, and on being on move.
func (f *fitting) king() (King, error) {
	rows := make([]stats.Row, 0, len(f.rows))
	for i := range f.rows {
		x := &f.rows[i]
		rows = append(rows, stats.Row{
			X: []float64{1, float64(x.men), float64(x.kings)}, K: int(x.points), N: 2, Cluster: int(x.game),
		})
	}
	l, err := stats.Regress(rows)
	if err != nil {
		return King{}, err
	}
	value, interval := l.Ratio(2, 1, 0.95)
	return King{value, interval.Low, interval.High}, nil
}
