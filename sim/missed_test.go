package sim

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
	"varlab/sim/study"
)

// Forged games are missed no more often than verify says, however they lie.
func TestMissedIsAnUpperBound(t *testing.T) {
	s := &Schedule{Plan: &study.Plan{}}
	for _, games := range []int{10, 75, 300, 250} { // the last of shards of unequal size
		for from, size := 0, 25+games%2*7; from < games; from += size {
			s.Manifest.Shards = append(s.Manifest.Shards, record.Shard{From: from, To: min(from+size, games)})
		}
	}
	total, thinnest := 0, 1.0
	const share = 0.1
	for i, shard := range s.Manifest.Shards {
		n := shard.To - shard.From
		total += n
		thinnest = min(thinnest, float64(len(s.sample(i, Verification{Sample: share})))/float64(n))
	}
	said := missed(thinnest, total)
	require.GreaterOrEqual(t, thinnest, share)
	forge := func(spread bool) map[[2]int]bool {
		forged := map[[2]int]bool{}
		for len(forged) < (total+99)/100 {
			i := 3 // one shard of twenty-five
			if spread {
				i = len(forged) % len(s.Manifest.Shards)
			}
			shard := s.Manifest.Shards[i]
			forged[[2]int{i, shard.From + rand.IntN(shard.To-shard.From)}] = true
		}
		return forged
	}
	const seeds = 4000
	for _, spread := range []bool{true, false} {
		forged := forge(spread)
		all, first := 0, 0
		for seed := range uint64(seeds) {
			found, one := false, false
			for i := range s.Manifest.Shards {
				for _, g := range s.sample(i, Verification{Sample: share, Seed: seed}) {
					found = found || forged[[2]int{i, g}]
					one = one || i == 3 && g == s.Manifest.Shards[3].From
				}
			}
			if !found {
				all++
			}
			if !one {
				first++
			}
		}
		// Four standard errors.
		require.LessOrEqual(t, float64(all)/seeds, said.Percent+0.03, strconv.FormatBool(spread))
		require.LessOrEqual(t, float64(first)/seeds, said.One+0.03)
	}
	require.Equal(t, Missed{}, missed(1, total))
	require.Greater(t, missed(0.001, total).Percent, 0.9)
}
