package stats

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// ResampleMeans estimates the mean of each sample from Resamples resamples of the clusters,
// the same for all samples as in ResampleQuantiles.
func ResampleMeans(samples [][]Cell, source rand.Source) [][]float64 {
	out := make([][]float64, len(samples))
	resample(samples, source, func(_ int, weights []int) {
		for s, cells := range samples {
			var sum, n float64
			for i, c := range cells {
				sum, n = sum+float64(weights[i])*c.Sum, n+float64(weights[i]*c.N)
			}
			out[s] = append(out[s], sum/n)
		}
	})
	return out
}

// Effects draws what several effects may be, from their estimates and from as many resamples
// of each. The largest of several estimates is too large, and looks too surely the largest.
// So the effects are taken as normal around 0, with a standard deviation that is not known
// either (half-Cauchy, with half the sampling errors for its scale: Gelman 2006, Bayesian
// Analysis 1, pp. 515-533). Each resample makes a draw by Matheron's rule: from effects at random and
// the resample's errors estimates follow, and the effects are moved by what these miss of the
// estimates seen (Wilson and others 2021, Journal of Machine Learning Research 22, no. 105,
// section 3). All this is done along the axes on which errors are independent.
func Effects(estimates []float64, resampled [][]float64, source rand.Source) [][]float64 {
	k, n := len(estimates), len(resampled[0])
	errors := mat.NewDense(n, k, nil)
	for i, x := range resampled {
		for r, v := range x {
			errors.Set(r, i, v-estimates[i])
		}
	}
	var covariance mat.SymDense
	stat.CovarianceMatrix(&covariance, errors, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(&covariance, true) || mat.Trace(&covariance) == 0 {
		return resampled
	}
	var axes, turned mat.Dense
	var seen mat.VecDense
	variances := eigen.Values(nil)
	eigen.VectorsTo(&axes)
	turned.Mul(errors, &axes)
	seen.MulVec(axes.T(), mat.NewVecDense(k, estimates))
	const grid = 100
	var spreads, weights [grid]float64 // of the effects: quantiles of half-Cauchy, and the logarithm of their likelihood
	for g := range grid {
		spreads[g] = math.Sqrt(mat.Trace(&covariance)/float64(k)) / 2 * math.Tan(math.Pi/2*(float64(g)+0.5)/grid)
		for j, v := range variances {
			v += spreads[g] * spreads[g]
			weights[g] -= (math.Log(v) + seen.AtVec(j)*seen.AtVec(j)/v) / 2
		}
	}
	most := floats.Max(weights[:])
	for g := range grid {
		weights[g] = math.Exp(weights[g] - most)
	}
	floats.CumSum(weights[:], weights[:])
	random := rand.New(source)
	for r := range n {
		x := random.Float64() * weights[grid-1]
		g := 0
		for weights[g] < x {
			g++
		}
		for j, v := range variances {
			effect, total := spreads[g]*random.NormFloat64(), spreads[g]*spreads[g]+max(0, v)
			turned.Set(r, j, effect+spreads[g]*spreads[g]/total*(seen.AtVec(j)-effect-turned.At(r, j)))
		}
	}
	errors.Mul(&turned, axes.T())
	out := make([][]float64, k)
	for i := range out {
		out[i] = mat.Col(nil, i, errors)
	}
	return out
}

// Ranks are, from draws of the scores of several candidates, the share of draws in which each
// has the greatest, and in which each (first index) has a greater one than another; equal ones
// share.
func Ranks(scores [][]float64) (first []float64, above [][]float64) {
	first, above = make([]float64, len(scores)), make([][]float64, len(scores))
	for i, x := range scores {
		above[i] = make([]float64, len(scores))
		for r := range x {
			equal, beaten := 0.0, false
			for j, y := range scores {
				switch d := x[r] - y[r]; {
				case math.Abs(d) < 1e-9:
					equal++
					above[i][j] += 0.5 / float64(len(x))
				case d > 0:
					above[i][j] += 1 / float64(len(x))
				default:
					beaten = true
				}
			}
			if !beaten {
				first[i] += 1 / equal / float64(len(x))
			}
		}
	}
	return first, above
}
