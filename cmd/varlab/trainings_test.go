package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"varlab/internal/testing/results"
	"varlab/sim/study"
)

// What is added for trainings where two rule sets share weights is what the estimates that
// published claims about draws have with each training vary by beside chance: of the first claim
// of each study and player, since claims share games.
func TestTrainingSpread(t *testing.T) {
	type claim struct{ variance, squares float64 } // of one training's estimate by chance alone; of three from their mean
	var claims []claim
	t.Chdir("../..")
	for _, p := range studyPages(t) {
		r, err := results.Read[played](p.name())
		require.NoError(t, err)
		seen := map[string]bool{}
		for _, h := range r.Data.Report.Hypotheses {
			se := (h.High - h.Low) / 2 / distuv.UnitNormal.Quantile(0.975)
			who := strings.Join(h.Players, " ")
			if h.Metric != "drawn" && h.Metric != "decisive" || len(h.Trained) != study.Trainings || se == 0 || seen[who] {
				continue
			}
			seen[who] = true
			c := claim{variance: study.Trainings * se * se}
			if h.Weights != "" { // its interval contains what trainings vary by
				c.variance -= study.TrainingSpread.Shared * study.TrainingSpread.Shared
			}
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
	require.Greater(t, len(claims), 20)
	q := func(spread float64) (sum float64) {
		for _, c := range claims {
			sum += c.squares / (c.variance + spread*spread)
		}
		return sum
	}
	// Where the estimates vary as chance alone would have them do, q is their degrees of freedom
	// (Paule and Mandel 1982, Journal of Research of the National Bureau of Standards 87, pp.
	// 377-385).
	degrees := float64((study.Trainings - 1) * len(claims))
	at := func(want float64) float64 {
		low, high := 0.0, 1.0
		for high-low > 1e-6 {
			if mid := (low + high) / 2; q(mid) > want {
				low = mid
			} else {
				high = mid
			}
		}
		return low
	}
	low, high := at(degrees), at(distuv.ChiSquared{K: degrees}.Quantile(0.025))
	t.Logf("%d claims: %.4f, at most %.4f", len(claims), low, high)
	require.True(t, low <= study.TrainingSpread.Shared && study.TrainingSpread.Shared <= high)
}
