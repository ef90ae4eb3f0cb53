package rules_test

import (
	"fmt"

	"varlab/rules"
	"varlab/rules/profile"
)

// The international game, and the same with captures that may be left.
func Example() {
	for _, obligation := range []string{"compulsory", "claimable"} {
		p := profile.Default()
		p.Capture.Obligation = obligation
		if obligation == "claimable" {
			p.Claim = profile.Claim{
				Remedies: []string{"compel", "waive"}, Covers: []string{"missed"},
				CompelChoice: "offender", Lapse: "next-move",
			}
		}
		r, err := rules.Compile(p)
		if err != nil {
			fmt.Println(err)
			return
		}
		h := rules.NewHistory(r, r.Start())
		for range 3 {
			h.Play(h.Turns()[0])
		}
		fmt.Println(obligation, h.Outcome().Over(), r.Perft(r.Start(), 3, false))
	}
	// Output:
	// compulsory false 658
	// claimable false 793
}
