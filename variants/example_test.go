package variants_test

import (
	"fmt"

	"varlab/rules"
	"varlab/variants"
)

// The federation's game under one reading and without its draw clauses. The error
// of Load has every fault, with file, line and column.
func Example() {
	v, err := variants.Load("federation+both-blocked-draw", []string{"draw=[]"})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := rules.Compile(v.Profile)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.ID, v.Cite("king.range").Clauses, r.Perft(r.Start(), 3, false))
	// Output: federation+both-blocked-draw{draw=[]} [articles.c14 articles.c15] 658
}
