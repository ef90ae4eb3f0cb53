package oracle_test

import (
	"fmt"

	"varlab/internal/testing/oracle"
	"varlab/rules/profile"
)

// The oracle's count of two plies from the start.
func Example() {
	g := oracle.New(profile.Default())
	s, count := g.Start(), 0
	for _, t := range g.Turns(s) {
		count += len(g.Turns(g.Play(s, t)))
	}
	fmt.Println(len(g.Turns(s)), count)
	// Output: 9 81
}
