package rulestest

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// walks compares the generators on random walks from random positions and from
// the start, under random profiles, until so many positions are compared.
func walks(t *testing.T, seed uint64, positions int) {
	rng := rand.New(rand.NewPCG(seed, 0x7a41))
	games := 0
	for n := 0; n < positions; games++ {
		p := RandomProfile(rng)
		for range 3 {
			setup := RandomSetup(rng, p)
			if rng.IntN(4) == 0 {
				setup = startOf(p)
			}
			d, seen := walk(rng, p, setup, 40)
			if d != nil {
				t.Fatalf("seed %d, after %d positions: %v\nas met: %v", seed, n, d.Shrink(), d)
			}
			n += seen
		}
	}
	t.Logf("%d positions under %d profiles", positions, games)
}

func TestGeneratorsAgree(t *testing.T) {
	positions, seed := 20000, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("VARLAB_POSITIONS")); err == nil {
		positions = n
	}
	if n, err := strconv.ParseUint(os.Getenv("VARLAB_SEED"), 10, 64); err == nil {
		seed = n
	}
	walks(t, seed, positions)
}

func FuzzGeneratorsAgree(f *testing.F) {
	f.Add(uint64(1754), uint64(1770))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		rng := rand.New(rand.NewPCG(a, b))
		p := RandomProfile(rng)
		if d := Walk(rng, p, RandomSetup(rng, p), 40); d != nil {
			t.Fatal(d.Shrink())
		}
	})
}
