package stats

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever the games, causes and those that go on add up, at every ply; and with one
// cause the incidence is what Kaplan and Meier's curve has lost.
func TestIncidence(t *testing.T) {
	rng := rand.New(rand.NewPCG(1978, 141))
	var all, one Incidence
	var cells [][]Length
	for range 40 {
		var ends []End
		var ls []Length
		for range 3 {
			at := 1 + int(30*rng.ExpFloat64())
			if at > 60 {
				ends = append(ends, End{60, GoingOn, 1})
				ls = append(ls, Length{At: 60, Censored: 1})
				continue
			}
			ends = append(ends, End{int32(at), rng.Int32N(3), 1})
			ls = append(ls, Length{At: int32(at), Ended: 1})
		}
		all, cells = append(all, ends), append(cells, ls)
		single := append([]End(nil), ends...)
		for i := range single {
			single[i].Cause = min(single[i].Cause, 0)
		}
		one = append(one, single)
	}
	curve := KaplanMeierClustered(cells, 0.95)
	for ply := range 61 {
		lasting := all.Lasting(ply)
		require.Equal(t, 120, lasting.K+all.By(0, ply).K+all.By(1, ply).K+all.By(2, ply).K)
		near(t, curve.At(ply).Lasting, lasting.Value(), "lasting")
		near(t, 1-curve.At(ply).Lasting, one.By(0, ply).Value(), "one cause")
	}
	require.Equal(t, 40, all.By(1, 30).Clusters)

	// Two openings of four games that end alike, and two without such an end.
	apart := Incidence{{{9, 1, 4}}, {{9, 1, 4}}, {{12, 0, 4}}, {{50, GoingOn, 4}}}
	r := apart.By(1, 9)
	require.Equal(t, 8, r.K)
	require.Equal(t, 16, r.N)
	near(t, 16.0/3, r.DesignEffect, "three openings' worth: 4 less the one that the variance takes")
	require.Zero(t, apart.By(1, 8).K)
	require.Equal(t, 4, apart.Lasting(49).K)
}
