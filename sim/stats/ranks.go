package stats

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Ranks are the chances that each of several effects is the largest, whatever its sign or, if
// way is 1 or -1, of the greatest or the least, and
// that each (first index) is larger than another; effects that are equal share. Near are the
// chances that each is the largest or less than within below it: of equal leaders no one is the
// largest. estimates have errors that are normal with a covariance.
//
// The largest of several estimates is too large, and looks too surely the largest. So the
// effects are taken as normal around 0, with a standard deviation that is not known either
// (half-Cauchy, with half the sampling errors for its scale: Gelman 2006, Bayesian Analysis 1,
// pp. 515-533). Given that deviation effects are normal, along each axis on which errors are
// independent: the estimate shrinks by its share of the variance. Draws are counted.
func Ranks(estimates []float64, covariance [][]float64, within, way float64, source rand.Source) (first, near []float64, above [][]float64) {
	const draws, grid = 4000, 100
	k, random := len(estimates), rand.New(source)
	errors := mat.NewSymDense(k, nil)
	for i, row := range covariance {
		above = append(above, make([]float64, k))
		for j := range row[:i+1] {
			errors.SetSym(i, j, row[j])
		}
	}
	var eigen mat.EigenSym
	var axes mat.Dense
	var seen, effects mat.VecDense
	eigen.Factorize(errors, true) // which ends for every finite matrix
	eigen.VectorsTo(&axes)
	variances := eigen.Values(nil)
	seen.MulVec(axes.T(), mat.NewVecDense(k, estimates))
	var spreads, weights [grid]float64 // deviations of effects, equally likely; then the logarithms of their likelihoods
	for g := range grid {
		spreads[g] = math.Sqrt(mat.Trace(errors)/float64(k))/2*math.Tan(math.Pi/2*(float64(g)+0.5)/grid) + 1e-12
		for j, v := range variances {
			v = max(0, v) + spreads[g]*spreads[g]
			weights[g] -= (math.Log(v) + seen.AtVec(j)*seen.AtVec(j)/v) / 2
		}
	}
	most := floats.Max(weights[:])
	for g := range grid {
		weights[g] = math.Exp(weights[g] - most)
	}
	floats.CumSum(weights[:], weights[:])
	first, near = make([]float64, k), make([]float64, k)
	for range draws {
		g, x := 0, random.Float64()*weights[grid-1]
		for weights[g] < x {
			g++
		}
		drawn := mat.NewVecDense(k, nil)
		for j, v := range variances {
			kept := spreads[g] * spreads[g] / (spreads[g]*spreads[g] + max(0, v))
			drawn.SetVec(j, kept*seen.AtVec(j)+math.Sqrt(kept*max(0, v))*random.NormFloat64())
		}
		effects.MulVec(&axes, drawn)
		most, sizes := math.Inf(-1), make([]float64, k)
		for i := range k {
			sizes[i] = way * effects.AtVec(i)
			if way == 0 {
				sizes[i] = math.Abs(effects.AtVec(i))
			}
			most = max(most, sizes[i])
		}
		for i := range k {
			if sizes[i] > most-within {
				near[i] += 1.0 / draws
			}
			equal, beaten := 0.0, false
			for j := range k {
				switch d := sizes[i] - sizes[j]; {
				case math.Abs(d) < 1e-9:
					equal++
					above[i][j] += 0.5 / draws
				case d > 0:
					above[i][j] += 1.0 / draws
				default:
					beaten = true
				}
			}
			if !beaten {
				first[i] += 1 / equal / draws
			}
		}
	}
	return first, near, above
}
