package train

import (
	"math"

	"varlab/rules"
	"varlab/sim/player"
	"varlab/sim/stats"
)

// Half of what is learned from a position is how the game ended, half what the
// search thought of it: the one is true and noisy, the other the reverse.
const outcomeShare = 0.5

// How far a weight is thought to lie from the plain evaluation before anything was
// played, in men, as a standard deviation: so that what was seldom seen stays where
// it was. What a man or a king is worth may be far off on all squares together; one
// square differs from the others by less.
const (
	priorPiece  = 1.0
	priorSquare = 0.3
	priorOther  = 0.1
)

// A fitting is the positions of a round.
type fitting struct {
	r     *rules.Rules
	terms *player.Terms
	plain []float64 // men
	rows  []row
}

type row struct {
	game   int
	places []int32
	values []float32 // how often each term counts
	score  float64   // men
	result float64   // 0 to 1
	men    int       // more than the other side
	kings  int
}

// held reports whether a game is held out.
func held(game int) bool { return game%10 == 9 }

func newFitting(r *rules.Rules, terms *player.Terms, games [][]sample) *fitting {
	f := &fitting{r: r, terms: terms, plain: terms.Plain()}
	counts := make([]int, terms.Len())
	for g, samples := range games {
		for _, smp := range samples {
			s, err := r.Position(smp.setup)
			if err != nil {
				continue // a man waits to be crowned: no such position is settled
			}
			x := row{game: g, score: float64(smp.score) / 100, result: float64(smp.points) / 2}
			side := s.Mover()
			x.men = s.Men(side).Len() - s.Men(side.Other()).Len()
			x.kings = s.Kings(side).Len() - s.Kings(side.Other()).Len()
			clear(counts)
			terms.Each(&s, func(term, sixteenths int) { counts[term] += sixteenths })
			for term, n := range counts {
				if n != 0 {
					x.places = append(x.places, int32(term))
					x.values = append(x.values, float32(n)/16)
				}
			}
			f.rows = append(f.rows, x)
		}
	}
	return f
}

// value is what a position is worth by weights w, in men.
func (x *row) value(w []float64) float64 {
	v := 0.0
	for i, p := range x.places {
		v += float64(w[p] * float64(x.values[i]))
	}
	return v
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// loss is the log loss of saying p where the result was y.
func loss(y, p float64) float64 {
	p = math.Min(math.Max(p, 1e-9), 1-1e-9)
	return -float64(y*math.Log(p)) - float64((1-y)*math.Log(1-p))
}

// slope returns the k with which sigmoid(k v) fits the results best, by Newton's
// method: the log odds that a man is worth.
func (f *fitting) slope(value func(x *row) float64) float64 {
	k := 1.0
	for range 30 {
		gradient, curvature := 0.0, 1e-9
		for i := range f.rows {
			x := &f.rows[i]
			if held(x.game) {
				continue
			}
			v := value(x)
			p := sigmoid(k * v)
			gradient += float64((x.result - p) * v)
			curvature += float64(p * (1 - p) * v * v)
		}
		step := math.Max(-1, math.Min(1, gradient/curvature))
		k = math.Min(10, math.Max(0.05, k+step))
		if math.Abs(step) < 1e-9 {
			break
		}
	}
	return k
}

// learn fits weights to the positions of games that are not held out, and says how
// well they do on the others.
func (f *fitting) learn() (*player.Weights, Round) {
	slope := f.slope(func(x *row) float64 { return x.value(f.plain) })
	thought := f.slope(func(x *row) float64 { return x.score })
	w := f.newton(slope, thought)
	var round Round
	games := map[int]bool{}
	mean, trained := 0.0, 0
	for i := range f.rows {
		if x := &f.rows[i]; !held(x.game) {
			games[x.game] = true
			mean += x.result
			trained++
		}
	}
	mean /= math.Max(1, float64(trained))
	for i := range f.rows {
		x := &f.rows[i]
		if !held(x.game) {
			continue
		}
		round.Held++
		round.Mean += loss(x.result, mean)
		round.Plain += loss(x.result, sigmoid(slope*x.value(f.plain)))
		round.Learned += loss(x.result, sigmoid(slope*x.value(w)))
	}
	n := math.Max(1, float64(round.Held))
	round.Mean, round.Plain, round.Learned = round.Mean/n, round.Plain/n, round.Learned/n
	round.Games, round.Positions = len(games), trained
	return f.round(w), round
}

// newton returns the weights, in men, most likely after the positions: the maximum
// of the likelihood of logistic regression times a normal prior around the plain
// evaluation (ridge regression: le Cessie and van Houwelingen 1992, Applied
// Statistics 41, pp. 191-201).
func (f *fitting) newton(slope, thought float64) []float64 {
	n := f.terms.Len()
	_, men := f.terms.Men()
	squares := men / 2
	w := append([]float64(nil), f.plain...)
	hessian := make([]float64, n*n)
	gradient := make([]float64, n)
	for range 20 {
		clear(hessian)
		for from := 0; from < men+squares; from += squares {
			f.together(hessian, gradient, w, from, squares)
		}
		for i := men + squares; i < n; i++ {
			gradient[i] = -(w[i] - f.plain[i]) / (priorOther * priorOther)
			hessian[i*n+i] = 1 / (priorOther * priorOther)
		}
		for i := range f.rows {
			x := &f.rows[i]
			if held(x.game) {
				continue
			}
			y := outcomeShare*x.result + (1-outcomeShare)*sigmoid(thought*x.score)
			p := sigmoid(slope * x.value(w))
			miss, curve := float64(slope*(y-p)), float64(slope*slope*p*(1-p))
			for a, place := range x.places {
				v := float64(x.values[a])
				gradient[place] += float64(miss * v)
				line := hessian[int(place)*n:]
				c := float64(curve * v)
				for b, other := range x.places[:a+1] {
					line[other] += float64(c * float64(x.values[b]))
				}
			}
		}
		step := solve(hessian, gradient)
		most := 0.0
		for i := range w {
			w[i] += step[i]
			most = math.Max(most, math.Abs(step[i]))
		}
		if most < 1e-6 {
			break
		}
	}
	return w
}

// together begins gradient and hessian with the prior of one kind of piece on all
// squares: a normal with variance priorSquare² for each and priorPiece² in common,
// whose inverse is (1 - c)/priorSquare² on the diagonal and -c/priorSquare² off it
// (Sherman and Morrison 1950, Annals of Mathematical Statistics 21, p. 124).
func (f *fitting) together(hessian, gradient, w []float64, from, squares int) {
	n := len(w)
	const one, common = priorSquare * priorSquare, priorPiece * priorPiece
	c := common / (one + float64(squares)*common)
	sum := 0.0
	for i := from; i < from+squares; i++ {
		sum += w[i] - f.plain[i]
	}
	for i := from; i < from+squares; i++ {
		gradient[i] = -(w[i] - f.plain[i] - float64(c*sum)) / one
		for j := from; j < i; j++ {
			hessian[i*n+j] = -c / one
		}
		hessian[i*n+i] = (1 - c) / one
	}
}

// solve returns x with a x = b, for a symmetric and positive definite, of which the
// lower half is given and overwritten (Cholesky).
func solve(a, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := range i + 1 {
			v := a[i*n+j]
			for k := range j {
				v -= float64(a[i*n+k] * a[j*n+k])
			}
			if i == j {
				a[i*n+i] = math.Sqrt(v)
			} else {
				a[i*n+j] = v / a[j*n+j]
			}
		}
	}
	x := append([]float64(nil), b...)
	for i := range n {
		for k := range i {
			x[i] -= float64(a[i*n+k] * x[k])
		}
		x[i] /= a[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= float64(a[k*n+i] * x[k])
		}
		x[i] /= a[i*n+i]
	}
	return x
}

// round turns weights in men into whole hundredths of the worth of a mean man, over
// the men of all positions.
func (f *fitting) round(w []float64) *player.Weights {
	_, men := f.terms.Men()
	sum, n := 0.0, 0.0
	for i := range f.rows {
		x := &f.rows[i]
		for a, p := range x.places {
			if int(p) < men {
				v := math.Abs(float64(x.values[a]))
				sum += float64(v * w[p])
				n += v
			}
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
			X: []float64{1, float64(x.men), float64(x.kings)}, K: int(2 * x.result), N: 2, Cluster: x.game,
		})
	}
	l, err := stats.Regress(rows)
	if err != nil {
		return King{}, err
	}
	value, interval := l.Ratio(2, 1, 0.95)
	return King{value, interval.Low, interval.High}, nil
}
