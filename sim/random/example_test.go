package random_test

import (
	"fmt"

	"varlab/sim/random"
)

// The stream of the first opening's game, and a number from 0 to 5 drawn from it.
func Example() {
	s := random.New("openings", "1754", "10x10")
	fmt.Println(random.Below(s, 6))
	// Output: 5
}
