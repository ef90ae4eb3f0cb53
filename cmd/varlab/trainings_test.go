package main

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"varlab/internal/testing/results"
	"varlab/sim/study"
)

// What is added for trainings is what the published claims about shares leave room for: the
// upper end of the Q profile over the estimates that they have with each training.
func TestTrainingSpread(t *testing.T) {
	type claim struct{ variance, squares float64 } // of one training's estimate by chance alone; of three from their mean
	var claims []claim
	t.Chdir("../..")
	for _, p := range studyPages(t) {
		r, err := results.Read[played](p.name())
		require.NoError(t, err)
		for _, h := range r.Data.Report.Hypotheses {
			se := (h.High - h.Low) / 2 / distuv.UnitNormal.Quantile(0.975)
			if !study.AtMostOne(h.Metric) || len(h.Trained) != study.Trainings || se == 0 {
				continue
			}
			c := claim{variance: study.Trainings * se * se}
			mean := 0.0
			for _, x := range h.Trained {
				mean += x / study.Trainings
			}
			for _, x := range h.Trained {
				c.squares += (x - mean) * (x - mean)
			}
			claims = append(claims, c)
		}
	}
	require.Greater(t, len(claims), 100)
	q := func(spread float64) (sum float64) {
		for _, c := range claims {
			sum += c.squares / (c.variance + spread*spread)
		}
		return sum
	}
	degrees := float64((study.Trainings - 1) * len(claims))
	require.Less(t, q(0), degrees, "no variance is shown")
	least := distuv.ChiSquared{K: degrees}.Quantile(0.025)
	low, high := 0.0, 1.0
	for high-low > 1e-6 {
		if mid := (low + high) / 2; q(mid) > least {
			low = mid
		} else {
			high = mid
		}
	}
	require.InDelta(t, study.TrainingSpread, low, 5e-5)
}
