package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
)

func student(df float64) float64 { return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(0.975) }

func expit(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// A ladder makes games of rule sets at several strengths: the openings are the same
// at each and under each, every third has one training, and both shift the log odds.
type ladder struct {
	rng                         *rand.Rand
	openings, games             int
	strengths                   []float64
	openingSD, trainingSD, bump float64
	base                        float64
}

func (l ladder) truth(set int, x float64) float64 {
	return l.base + float64(set) + 2*math.Sin(x/3) + l.bump*math.Pow(-1, math.Round(x))
}

func (l ladder) cells(sets int) (cells []CurveCell) {
	shift := make([]float64, l.openings)
	for i := range shift {
		shift[i] = l.openingSD * l.rng.NormFloat64()
	}
	for set := range sets {
		var training [3]float64
		for t := range training {
			training[t] = l.trainingSD * l.rng.NormFloat64()
		}
		for _, x := range l.strengths {
			c := CurveCell{RuleSet: set, LogNodes: x}
			for i := range l.openings {
				n := CurveCount{Opening: i, Training: i % 3, N: l.games}
				p := expit(l.truth(set, x) + shift[i] + training[i%3])
				for range l.games {
					if l.rng.Float64() < p {
						n.K++
					}
				}
				c.Counts = append(c.Counts, n)
			}
			cells = append(cells, c)
		}
	}
	return cells
}

// marginal is the share of games at log odds x, over openings and trainings.
func (l ladder) marginal(x float64) (sum float64) {
	sd, weights := math.Hypot(l.openingSD, l.trainingSD), 0.0
	for z := -5.0; z <= 5; z += 0.05 {
		w := math.Exp(-z * z / 2)
		sum, weights = sum+w*expit(x+sd*z), weights+w
	}
	return sum / weights
}

// Points hold the share that is played in about 95 of 100 studies, whether or not
// trainings differ and even where one game in 500 is a hit. Bands hold the whole
// curve, and a log odds ratio holds likewise.
func TestCurvesCover(t *testing.T) {
	const trials = 100
	for _, c := range []struct{ openingSD, trainingSD, base float64 }{{0, 0, -3}, {0.8, 0, -3}, {0.8, 0.3, -3}, {0.8, 0.3, -7}} {
		l := ladder{rand.New(rand.NewPCG(1986, 13)), 90, 2, []float64{2, 3, 4, 5, 6, 7}, c.openingSD, c.trainingSD, 0, c.base}
		points, bands, odds, misfit := 0, 0, 0, 0
		for range trials {
			curves, err := FitCurves(l.cells(4))
			require.NoError(t, err)
			all := true
			for _, x := range []float64{2, 4.5, 7} {
				want := l.marginal(l.truth(1, x))
				odds, se, df := curves.sum(x, map[int]float64{1: 1})
				if math.Abs(math.Log(want/(1-want))-odds) < se*student(df) {
					points++
				}
				_, band := curves.At(1, x, 0.95)
				all = all && band.Contains(want)
			}
			if all {
				bands++
			}
			p, q := l.marginal(l.truth(2, 5)), l.marginal(l.truth(1, 5))
			if ratio, se, df := curves.sum(5, map[int]float64{2: 1, 1: -1}); math.Abs(math.Log(p/(1-p)/(q/(1-q)))-ratio) < se*student(df) {
				odds++
			}
			if curves.Check(1).P < 0.05 {
				misfit++
			}
		}
		what := fmt.Sprintf("%+v", c)
		require.Greater(t, float64(points)/(3*trials), 0.91, "points, %s", what)
		require.Less(t, float64(points)/(3*trials), 0.99, "points, %s", what)
		require.Greater(t, float64(bands)/trials, 0.93, "bands, %s", what)
		require.Greater(t, float64(odds)/trials, 0.88, "odds, %s", what)
		require.Less(t, float64(misfit)/trials, 0.12, "check, %s", what)
	}
}

// A curve that jumps from rung to rung is none, and the check says so.
func TestCurvesCheck(t *testing.T) {
	l := ladder{rand.New(rand.NewPCG(5, 6)), 200, 4, []float64{2, 3, 4, 5, 6, 7}, 0.5, 0, 0.7, -3}
	curves, err := FitCurves(l.cells(1))
	require.NoError(t, err)
	check := curves.Check(0)
	require.Equal(t, 2, check.DF)
	require.Less(t, check.P, 1e-6)
}

// Without strengths between them a curve passes through its cells, but for the games
// that nobody played; nothing drawn is no certainty; and equal cells give equal curves.
func TestCurvesCorners(t *testing.T) {
	cells := []CurveCell{{0, 2, nil}, {0, 5, nil}, {1, 2, nil}}
	for i := range 50 {
		cells[0].Counts = append(cells[0].Counts, CurveCount{Opening: i, N: 2, K: i % 2})
		cells[1].Counts = append(cells[1].Counts, CurveCount{Opening: i, N: 2, K: 2 * (i % 2)})
		cells[2].Counts = append(cells[2].Counts, CurveCount{Opening: i, N: 2})
	}
	curves, err := FitCurves(cells)
	require.NoError(t, err)
	for x, want := range map[float64]float64{2: 25.5 / 101, 5: 50.5 / 101} {
		value, _ := curves.At(0, x, 0.95)
		require.InDelta(t, want, value, 1e-9)
	}
	require.Zero(t, curves.Check(0).DF)
	require.True(t, math.IsNaN(curves.TrainingSD))
	none, band := curves.At(1, 2, 0.95)
	require.InDelta(t, 0.5/101, none, 1e-9)
	require.Greater(t, band.High, 0.037*0.9, "nearly what Clopper and Pearson say of none in a hundred")
	again, err := FitCurves(cells)
	require.NoError(t, err)
	_, same := again.At(1, 2, 0.95)
	require.Equal(t, band, same)

	_, err = FitCurves(cells[:0])
	require.ErrorContains(t, err, "0 openings (want more than 4)")
}
