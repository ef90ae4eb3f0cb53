package rulestest_test

import (
	"fmt"
	"math/rand/v2"

	"varlab/rules/rulestest"
)

// Both generators along sixty random turns under a random rule set. Where they
// differ, Shrink makes the difference small enough to read.
func Example() {
	rng := rand.New(rand.NewPCG(1, 2))
	p := rulestest.RandomProfile(rng)
	if d := rulestest.Walk(rng, p, rulestest.RandomSetup(rng, p), 60); d != nil {
		fmt.Println(d.Shrink())
		return
	}
	fmt.Println("no difference")
	// Output: no difference
}
