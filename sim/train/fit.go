package train

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim/player"
)

// The target of a position is a mean of the scores that the search gave to the later
// positions of its game, each counting less than the one before by this factor, and of the
// result (TD(λ): Sutton 1988, Machine Learning 3, pp. 9-44): a score has less noise and more
// error than a result.
const decay = 0.8

// Weights are fitted by stochastic gradient descent, each with a step of its own that
// falls with the squares of its gradients so far (Adagrad: Duchi, Hazan and Singer 2011,
// Journal of Machine Learning Research 12, pp. 2121-2159), and averaged over the last
// passes. The first value of the squares says how far a weight may come to lie from where it
// began: not far for patterns, which are many and rare. With greater steps the weights followed
// the noise.
//
// A training that begins with weights learns nothing from the endings that Terms.Standing
// tells apart, and keeps their factors: short training games do not end there, and players of
// polonaise-souffler with short kings who learned from them lost (-56 Elo, -78 to -34, at 500
// turns; +43, 12 to 74, without).
const (
	step     = 0.005 // log odds
	passes   = 4
	averaged = 2

	atFirst      float32 = 1
	atFirstSmall float32 = 20 // of patterns
	atFirstLarge float32 = 100
	// Large patterns do harm where there are fewer positions to learn them from.
	leastForLarge = 2_000_000
)

// atOnce is how many chunks are in memory together: their positions are mixed.
const atOnce = 24

// A fitting learns weights from the samples of chunks.
type fitting struct {
	Training
	terms  *player.Terms
	chunks []chunk

	slope, thought float64    // log odds of a man, by the plain evaluation and by the search
	begun          []learning // with what the training begins, in men
	values         []learning
	factors        [player.Standings]float64

	buffer []player.Term
}

// A learning is the two weights of a term, in log odds, and the sums of their squared
// gradients.
type learning struct{ weight, squares [2]float32 }

// A row is a sample as it is learned from.
type row struct {
	state  rules.State
	score  float64 // men
	result float64
	wanted float64 // what is learned: of the result and of what was thought from here on
	out    bool    // held out: of one game in ten
	game   int
}

func newFitting(t Training, chunks []chunk) *fitting {
	f := &fitting{Training: t, terms: player.NewTerms(t.Rules), chunks: chunks}
	for i := range f.factors {
		f.factors[i] = 1
	}
	return f
}

// read returns the samples of chunks with their targets. It leaves out positions in which a
// man waits to be crowned, since none of them is settled.
func (f *fitting) read(chunks []chunk) (rows []row, err error) {
	rows = make([]row, 0, size(chunks))
	for _, c := range chunks {
		samples, err := f.load(c)
		if err != nil {
			return nil, err
		}
		for _, s := range samples {
			if state, err := f.Rules.Position(s.Setup); err == nil {
				rows = append(rows, row{state, float64(s.Score) / 100, float64(s.Points) / 2, 0, s.game%10 == 9, (c.round<<20+c.number)*chunkGames + s.game})
			}
		}
	}
	var next float64
	for i := len(rows) - 1; i >= 0; i-- {
		x := &rows[i]
		side := x.state.Mover()
		switch {
		case i == len(rows)-1 || rows[i+1].game != x.game:
			next = x.result
		case rows[i+1].state.Mover() != side:
			next = 1 - next
		}
		next = float64(decay*next) + float64((1-decay)*sigmoid(f.thought*x.score))
		x.wanted = next
	}
	return rows, nil
}

// size is how many positions chunks have.
func size(chunks []chunk) (n int) {
	for _, c := range chunks {
		n += c.positions
	}
	return n
}

// reads is how many positions learn reads: all in every pass, and once more in look.
func (f *fitting) reads() int { return (passes + 1) * size(f.chunks) }

// each calls found with all samples, mixed, some chunks at a time, and done after those.
func (f *fitting) each(ctx context.Context, order *rand.Rand, found func(x *row), done func()) error {
	chunks := make([]chunk, len(f.chunks))
	for i, k := range order.Perm(len(chunks)) {
		chunks[i] = f.chunks[k]
	}
	for len(chunks) > 0 {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n := min(atOnce, len(chunks))
		rows, err := f.read(chunks[:n])
		if err != nil {
			return err
		}
		chunks = chunks[n:]
		order.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		for i := range rows {
			found(&rows[i])
			f.tell(1)
		}
		done()
	}
	return nil
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func loss(y, p float64) float64 {
	p = math.Min(math.Max(p, 1e-9), 1-1e-9)
	return -float64(y*math.Log(p)) - float64((1-y)*math.Log(1-p))
}

// judged are values of positions and the results of their games.
type judged struct{ values, results []float64 }

func (j *judged) add(value, result float64) {
	j.values = append(j.values, value)
	j.results = append(j.results, result)
}

func (j *judged) slope(seen float64) float64 { return player.Slope(j.values, j.results, seen) }

// odds returns the log odds that the weights give a sample, its terms, and the share of the
// early and of the late weight.
func (f *fitting) odds(x *row, by []learning) (v float64, terms []player.Term, early, late float32) {
	var phase int
	f.buffer, phase = f.terms.Of(f.buffer[:0], &x.state)
	early = float32(phase) / 16
	late = 1 - early
	sum := float32(0)
	for _, t := range f.buffer {
		w := &by[t.Number].weight
		sum += float32(float32(t.Times) * (float32(early*w[0]) + float32(late*w[1])))
	}
	return float64(sum), f.buffer, early, late
}

// learn fits weights to the positions of games that are not held out, and says how
// well they do on the others.
func (f *fitting) learn(ctx context.Context) (about Round, err error) {
	first, err := f.read(f.chunks[:min(len(f.chunks), atOnce)])
	if err != nil {
		return about, err
	}
	f.begun = make([]learning, f.terms.Len())
	for i, w := range f.terms.Plain() {
		f.begun[i].weight = [2]float32{float32(w[0]), float32(w[1])}
	}
	if f.From != nil {
		for i, w := range f.From.Values {
			f.begun[i].weight = [2]float32{float32(w[0]) / 100, float32(w[1]) / 100}
		}
		for i := range f.factors {
			f.factors[i] = f.From.Factor(i)
		}
	}
	var byPlain, bySearch judged
	for i := range first {
		v, _, _, _ := f.odds(&first[i], f.begun)
		byPlain.add(v, first[i].result)
		bySearch.add(first[i].score, first[i].result)
	}
	f.slope, f.thought = byPlain.slope(0), bySearch.slope(0)
	small, large := f.terms.Patterns()
	f.values = slices.Clone(f.begun)
	positions := size(f.chunks)
	for i := range f.values {
		x := &f.values[i]
		for k := range x.weight {
			x.weight[k] *= float32(f.slope)
			switch {
			case i >= large:
				x.squares[k] = atFirstLarge
			case i >= small:
				x.squares[k] = atFirstSmall
			default:
				x.squares[k] = atFirst
			}
		}
	}
	order := rand.New(rand.NewPCG(f.Seed, uint64(len(f.chunks))))
	sums, times := make([][2]float64, len(f.values)), 0.0
	for pass := range passes {
		err := f.each(ctx, order, func(x *row) {
			if x.out {
				return
			}
			v, terms, early, late := f.odds(x, f.values)
			if f.From != nil && f.standing(x, v) >= 0 {
				return
			}
			wrong := float32(sigmoid(v) - x.wanted)
			for _, t := range terms {
				if positions < leastForLarge && int(t.Number) >= large {
					break // they come last
				}
				x := &f.values[t.Number]
				by := float32(float32(t.Times) * wrong)
				for k, share := range [2]float32{early, late} {
					g := float32(by * share)
					x.squares[k] += float32(g * g)
					x.weight[k] -= float32(step*g) / float32(math.Sqrt(float64(x.squares[k])))
				}
			}
		}, func() {
			if pass < passes-averaged {
				return
			}
			times++
			for i := range sums {
				for k, w := range f.values[i].weight {
					sums[i][k] += float64(w)
				}
			}
		})
		if err != nil {
			return about, err
		}
	}
	for i := range sums {
		for k, sum := range sums[i] {
			f.values[i].weight[k] = float32(sum / times)
		}
	}
	return f.look(ctx, order)
}

// most bounds how many positions of one kind of ending its factor is learned from.
const most = 200_000

// look goes through all samples once more: their results alone teach the worth of a lead in
// endings, and the samples held out measure the weights.
func (f *fitting) look(ctx context.Context, order *rand.Rand) (about Round, err error) {
	var endings [player.Standings]judged
	games := map[int]bool{}
	var mean float64
	var held judged
	err = f.each(ctx, order, func(x *row) {
		v, _, _, _ := f.odds(x, f.values)
		if x.out {
			plain, _, _, _ := f.odds(x, f.begun)
			about.Begun += loss(x.result, sigmoid(f.slope*plain))
			held.add(v, x.result)
			return
		}
		about.Positions++
		mean += x.result
		games[x.game] = true
		if n := f.standing(x, v); n >= 0 && len(endings[n].values) < most {
			endings[n].add(v, x.result)
		}
	}, func() {})
	if err != nil {
		return about, err
	}
	for i, list := range endings {
		if f.From == nil {
			f.factors[i] = list.slope(1000)
		}
	}
	mean /= math.Max(1, float64(about.Positions))
	about.Games, about.Held = len(games), len(held.values)
	n := math.Max(1, float64(len(held.values)))
	about.Begun /= n
	for i, v := range held.values {
		about.Mean += loss(held.results[i], mean) / n
		about.Learned += loss(held.results[i], sigmoid(v)) / n
	}
	return about, nil
}

// standing is the kind of ending of a sample that is worth v to the side on move.
func (f *fitting) standing(x *row, v float64) int {
	leader := x.state.Mover()
	if v < 0 {
		leader = leader.Other()
	}
	return f.terms.Standing(&x.state, leader, board.Set{})
}

// weights returns what was learned, in hundredths of what a man is worth to the plain
// evaluation.
func (f *fitting) weights() *player.Weights {
	out := player.NewWeights(f.Rules, "")
	scale := 100 / f.slope
	for i, x := range f.values {
		for k, v := range x.weight {
			out.Values[i][k] = int16(max(-2000, min(2000, math.RoundToEven(scale*float64(v)))))
		}
	}
	out.SetFactors(f.factors[:])
	return out
}
