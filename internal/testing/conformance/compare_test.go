package conformance

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/long"
)

// walks compares the generators on random walks from random positions and from
// the start, under random profiles, until so many positions are compared.
func walks(t *testing.T, seed uint64, positions int) *tally {
	rng := rand.New(rand.NewPCG(seed, 0x7a41))
	seen, met := newTally(), differences{t: t, seed: seed}
	defer met.report()
	for seen.positions < positions {
		p := RandomProfile(rng)
		for range 3 {
			setup, plies := RandomSetup(rng, p), 12
			if rng.IntN(4) == 0 {
				setup, plies = startOf(p), 40
			}
			met.add(walk(rng, p, setup, plies, seen), seen.positions)
		}
	}
	return seen
}

// differences are those met in a comparison, of which the smallest is reported: some do
// not become small, since each piece that is taken off lets others capture.
type differences struct {
	t       *testing.T
	seed    uint64
	met     int
	fewest  int
	message string
}

// add ends the test with a small difference, or with the smallest of four.
func (m *differences) add(d *Difference, positions int) {
	if d == nil {
		return
	}
	m.met++
	small := d.Shrink()
	if n := small.Setup.Pieces(0).Or(small.Setup.Pieces(1)).Len(); m.message == "" || n < m.fewest {
		m.fewest, m.message = n, fmt.Sprintf("seed %d, after %d positions: %v\nas met: %v", m.seed, positions, small, d)
	}
	if m.fewest <= 10 || m.met == 4 {
		m.t.FailNow()
	}
}

func (m *differences) report() {
	if m.message != "" {
		m.t.Error(m.message)
	}
}

var (
	positionsFlag = flag.Int("positions", 0, "how many positions to compare")
	seedFlag      = flag.Uint64("seed", 1, "seed of the random walks")
)

// asked returns how many positions to compare: fast ones, 40,000 in the long form, or
// as the flags say.
func asked(t *testing.T, fast int) (positions int, seed uint64) {
	switch {
	case *positionsFlag > 0:
		fast = *positionsFlag
	case long.Form(t):
		fast = 40_000
	}
	return fast, *seedFlag
}

func TestGeneratorsAgree(t *testing.T) {
	positions, seed := asked(t, 6_000)
	seen := walks(t, seed, positions)
	t.Log(seen)
	if positions < 20_000 {
		return
	}
	// What is drawn must not come to spare what is difficult.
	share := func(n int) float64 { return float64(n) / float64(seen.positions) }
	require.Less(t, share(seen.abandoned), 0.01)
	require.Greater(t, share(seen.manyKings), 0.05)
	require.Greater(t, share(seen.long), 0.007)
	require.GreaterOrEqual(t, seen.longest, 8)
	require.Greater(t, share(seen.omissions), 0.08)
	require.Greater(t, share(seen.claims), 0.04)
	require.Greater(t, len(seen.boards), 30)
	for _, size := range [][2]int{{4, 4}, {8, 8}, {10, 10}, {12, 12}, {13, 13}, {14, 14}} {
		require.Positive(t, seen.boards[size], "no board of %d rows and %d columns", size[0], size[1])
	}
}

func FuzzGeneratorsAgree(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, chosen, played uint64) {
		rng := rand.New(rand.NewPCG(chosen, played))
		p := RandomProfile(rng)
		if d := Walk(rng, p, RandomSetup(rng, p), 6); d != nil {
			t.Fatal(d.Shrink())
		}
	})
}
