package stats

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A CurveCell has the results of one rule set's players of one strength.
type CurveCell struct {
	RuleSet  int // from 0
	LogNodes float64
	Counts   []CurveCount
}

// A CurveCount is K of N games from one opening between players of one training.
type CurveCount struct {
	Opening, Training int
	K, N              int
}

// Curves are rates over the logarithm of the nodes, one curve for each rule set:
//
//	log odds = natural cubic spline of the rule set in log nodes,
//
// with openings and trainings as random effects. The curve is that of the share of
// games (a marginal model: Liang and Zeger 1986, Biometrika 73, pp. 13-22, with
// independence as working correlation), not of a typical opening. Openings enter by
// the covariance that sums each opening's influence over all strengths. Of trainings
// there are too few for that: their variance, on the scale of log odds, is estimated
// by moments from all rule sets together, what the trainings' totals vary beyond
// what their openings do (as in Henderson 1953, Biometrics 9, pp. 226-252). Nowhere
// is the variance taken for less than that of independent games.
type Curves struct {
	// TrainingSD is the standard deviation between trainings, in log odds; NaN where
	// no rule set has two.
	TrainingSD float64
	// Openings is how many stand behind the curves.
	Openings   int
	sets       map[int]*curveSet
	trainingDF int
}

// A CurveCheck compares the cells with the curve: Pearson's chi-square of the rates,
// each with the design effect of its openings, which is on the safe side: the
// check finds a bend somewhat less often than it could. DF is 0 where the curve
// passes through every cell.
type CurveCheck struct {
	ChiSquare float64
	DF        int
	P         float64
}

type curveSet struct {
	knots       []float64 // log nodes
	beta        *mat.VecDense
	inverse     *mat.SymDense         // of the information
	influence   map[int]*mat.VecDense // by opening, on beta
	shifts      []*mat.VecDense       // of beta, for one unit of a training's log odds
	scores      []float64             // by training, the sum of residuals
	information []float64             // by training
	noise       []float64             // by training, the squares of its openings' residuals
	check       CurveCheck
}

// mostKnots is enough for a curve that rises, falls and levels off (Harrell 2015,
// Regression Modeling Strategies, 2nd ed., section 2.4.6).
const mostKnots = 4

// FitCurves fits every rule set that has a cell. To each curve belong as many games
// as it has coefficients, half of them hits, which nobody played: without them no
// finite odds fit a rate of 0 (Clogg and others 1991, JASA 86, pp. 68-78).
func FitCurves(cells []CurveCell) (*Curves, error) {
	bySet, openings := map[int][]CurveCell{}, map[int]bool{}
	for _, c := range cells {
		for _, n := range c.Counts {
			openings[n.Opening] = openings[n.Opening] || n.N > 0
		}
		bySet[c.RuleSet] = append(bySet[c.RuleSet], c)
	}
	curves := &Curves{Openings: len(openings), sets: map[int]*curveSet{}, TrainingSD: math.NaN()}
	if curves.Openings <= mostKnots {
		return nil, fmt.Errorf("%d openings (want more than %d)", curves.Openings, mostKnots)
	}
	excess, weight := 0.0, 0.0
	for _, set := range slices.Sorted(maps.Keys(bySet)) {
		s, err := newCurveSet(bySet[set])
		if err != nil {
			return nil, fmt.Errorf("rule set %d: %w", set, err)
		}
		curves.sets[set] = s
		if t := float64(len(s.scores)); t > 1 {
			curves.trainingDF += len(s.scores) - 1
			for i, score := range s.scores {
				excess += score*score*t/(t-1) - s.noise[i]
				weight += s.information[i] * s.information[i]
			}
		}
	}
	if weight > 0 {
		curves.TrainingSD = math.Sqrt(max(0, excess/weight))
	}
	return curves, nil
}

func newCurveSet(cells []CurveCell) (*curveSet, error) {
	slices.SortStableFunc(cells, func(a, b CurveCell) int { return cmp.Compare(a.LogNodes, b.LogNodes) })
	var at []float64
	for _, c := range cells {
		at = append(at, c.LogNodes)
	}
	at = slices.Compact(at)
	s := &curveSet{influence: map[int]*mat.VecDense{}}
	n := min(mostKnots, len(at))
	for i := range n {
		s.knots = append(s.knots, at[i*(len(at)-1)/max(1, n-1)])
	}
	rows := make([]curveRow, len(cells))
	for i, c := range cells {
		rows[i] = curveRow{x: s.basis(c.LogNodes)}
		for _, k := range c.Counts {
			rows[i].k += float64(k.K)
			rows[i].n += float64(k.N)
		}
	}
	if err := s.fit(rows); err != nil {
		return nil, err
	}
	trainings, bend := map[int]int{}, make([]*mat.VecDense, 0)
	totals := map[[2]int]float64{} // residuals by training and opening
	for i, c := range cells {
		p := rows[i].p
		for _, k := range c.Counts {
			t, known := trainings[k.Training]
			if !known {
				t = len(trainings)
				trainings[k.Training] = t
				bend = append(bend, mat.NewVecDense(n, nil))
				s.information, s.scores, s.noise = append(s.information, 0), append(s.scores, 0), append(s.noise, 0)
			}
			if s.influence[k.Opening] == nil {
				s.influence[k.Opening] = mat.NewVecDense(n, nil)
			}
			residual, w := float64(k.K)-float64(k.N)*p, float64(k.N)*p*(1-p)
			s.influence[k.Opening].AddScaledVec(s.influence[k.Opening], residual, rows[i].x)
			bend[t].AddScaledVec(bend[t], w, rows[i].x)
			s.information[t] += w
			s.scores[t] += residual
			totals[[2]int{t, k.Opening}] += residual
		}
	}
	for _, o := range slices.Sorted(maps.Keys(s.influence)) {
		for t := range s.noise {
			s.noise[t] += totals[[2]int{t, o}] * totals[[2]int{t, o}]
		}
		s.influence[o].MulVec(s.inverse, s.influence[o])
	}
	for _, b := range bend {
		b.MulVec(s.inverse, b)
	}
	s.shifts = bend
	s.compare(cells, rows)
	return s, nil
}

type curveRow struct {
	x       *mat.VecDense
	k, n, p float64
}

// basis is that of natural cubic splines (Hastie, Tibshirani and Friedman 2009, The
// Elements of Statistical Learning, 2nd ed., eq. 5.4), with the knots' range as unit.
func (s *curveSet) basis(at float64) *mat.VecDense {
	n := len(s.knots)
	low, width := s.knots[0], s.knots[n-1]-s.knots[0]
	unit := func(x float64) float64 { return (x - low) / cmp.Or(width, 1) }
	x := unit(at)
	b := mat.NewVecDense(n, nil)
	b.SetVec(0, 1)
	if n > 1 {
		b.SetVec(1, x)
	}
	d := func(k int) float64 {
		cube := func(y float64) float64 { return math.Pow(max(0, y), 3) }
		return (cube(x-unit(s.knots[k])) - cube(x-1)) / (1 - unit(s.knots[k]))
	}
	for k := 2; k < n; k++ {
		b.SetVec(k, d(k-2)-d(n-2))
	}
	return b
}

// fit maximises the likelihood by Newton's method and leaves the rows' rates.
func (s *curveSet) fit(rows []curveRow) error {
	n := len(s.knots)
	s.beta, s.inverse = mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
	more := float64(n) / float64(len(rows)) // games a row that nobody played
	hits, games := 0.0, 0.0
	for _, r := range rows {
		hits, games = hits+r.k+more/2, games+r.n+more
	}
	s.beta.SetVec(0, math.Log(hits/(games-hits)))
	information, score := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	var chol mat.Cholesky
	likelihood := func() (sum float64) {
		for _, r := range rows {
			odds := mat.Dot(r.x, s.beta)
			sum -= (r.k+more/2)*math.Log1p(math.Exp(-odds)) + (r.n-r.k+more/2)*math.Log1p(math.Exp(odds))
		}
		return sum
	}
	for range 100 {
		information.Zero()
		score.Zero()
		for i := range rows {
			r := &rows[i]
			r.p = 1 / (1 + math.Exp(-mat.Dot(r.x, s.beta)))
			information.SymRankOne(information, (r.n+more)*r.p*(1-r.p), r.x)
			score.AddScaledVec(score, r.k+more/2-(r.n+more)*r.p, r.x)
		}
		var step mat.VecDense
		if !chol.Factorize(information) || chol.SolveVecTo(&step, score) != nil {
			return errors.New("a covariate follows from the others")
		}
		// Twice the gain that is left is far below the smallest visible difference.
		if mat.Dot(&step, score) < 1e-16 {
			return chol.InverseTo(s.inverse)
		}
		// A step that overshoots, as where rates are near 0, is halved.
		before, part := likelihood(), 1.0
		s.beta.AddVec(s.beta, &step)
		for likelihood() < before && part > 1e-6 {
			part /= 2
			s.beta.AddScaledVec(s.beta, -part, &step)
		}
	}
	return errors.New("no curve fits (the steps do not end)")
}

// compare fills in the check.
func (s *curveSet) compare(cells []CurveCell, rows []curveRow) {
	s.check = CurveCheck{DF: max(0, len(rows)-len(s.knots)), P: 1}
	if s.check.DF == 0 {
		return
	}
	for i, r := range rows {
		byOpening := map[int]Cell{}
		for _, k := range cells[i].Counts {
			c := byOpening[k.Opening]
			byOpening[k.Opening] = Cell{c.Sum + float64(k.K), c.N + k.N}
		}
		var list []Cell
		for _, o := range slices.Sorted(maps.Keys(byOpening)) {
			list = append(list, byOpening[o])
		}
		d := r.k - r.n*r.p
		if r.n > 0 {
			s.check.ChiSquare += d * d / (r.n * r.p * (1 - r.p) * RateOf(list).deff())
		}
	}
	s.check.P = distuv.ChiSquared{K: float64(s.check.DF)}.Survival(s.check.ChiSquare)
}

// Check says how well the rule set's cells agree with its curve.
func (c *Curves) Check(ruleSet int) CurveCheck { return c.sets[ruleSet].check }

// At is the rate at a point between the weakest and the strongest players of the rule set,
// with the part here of a band that holds the whole curve (Working and Hotelling 1929, JASA
// 24, suppl. pp. 73-85; Scheffé 1953, Biometrika 40, p. 87).
func (c *Curves) At(ruleSet int, logNodes, level float64) (value float64, band Interval) {
	odds, se, df := c.sum(logNodes, map[int]float64{ruleSet: 1})
	reach := se * scheffe(len(c.sets[ruleSet].knots), df, level)
	rate := func(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }
	return rate(odds), Interval{rate(odds - reach), rate(odds + reach)}
}

// Difference is the part at a point of a band that holds the log odds ratio of two rule sets
// all along their curves.
func (c *Curves) Difference(a, b int, logNodes, level float64) (band Interval) {
	odds, se, df := c.sum(logNodes, map[int]float64{a: 1, b: -1})
	reach := se * scheffe(len(c.sets[a].knots)+len(c.sets[b].knots), df, level)
	return Interval{odds - reach, odds + reach}
}

// sum is that of some rule sets' log odds at a point, each with its sign, with its standard
// error and degrees of freedom (Satterthwaite 1946, Biometrics Bulletin 2, pp. 110-114).
func (c *Curves) sum(logNodes float64, signs map[int]float64) (odds, se, df float64) {
	moved := map[int]float64{}
	independent, trainings := 0.0, 0.0
	for _, set := range slices.Sorted(maps.Keys(signs)) {
		s := c.sets[set]
		x := s.basis(logNodes)
		x.ScaleVec(signs[set], x)
		odds += mat.Dot(x, s.beta)
		for o, v := range s.influence {
			moved[o] += mat.Dot(x, v)
		}
		independent += mat.Inner(x, s.inverse, x)
		for _, v := range s.shifts {
			shift := mat.Dot(x, v)
			trainings += shift * shift
		}
	}
	openings := 0.0
	for _, o := range slices.Sorted(maps.Keys(moved)) {
		openings += moved[o] * moved[o]
	}
	n := float64(c.Openings)
	openings = max(independent, openings*n/(n-1))
	if c.trainingDF == 0 {
		return odds, math.Sqrt(openings), n - 1
	}
	trainings *= c.TrainingSD * c.TrainingSD
	v := openings + trainings
	return odds, math.Sqrt(v), v * v / (openings*openings/(n-1) + trainings*trainings/float64(c.trainingDF))
}

// scheffe is the multiple of the standard error that holds for all sums of n
// coefficients at once.
func scheffe(n int, df, level float64) float64 {
	return math.Sqrt(float64(n) * distuv.F{D1: float64(n), D2: df}.Quantile(level))
}
