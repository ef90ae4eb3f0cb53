package conformance_test

import (
	"fmt"
	"math/rand/v2"

	"varlab/internal/testing/conformance"
)

// Both generators along sixty random turns under a random rule set. Where they
// differ, Shrink makes the difference small enough to read.
func Example() {
	rng := rand.New(rand.NewPCG(1, 2))
	p := conformance.RandomProfile(rng)
	if d := conformance.Walk(rng, p, conformance.RandomSetup(rng, p), 60); d != nil {
		fmt.Println(d.Shrink())
		return
	}
	fmt.Println("no difference")
	// Output: no difference
}
