package rules_test

import (
	"fmt"

	"varlab/rules"
	"varlab/rules/profile"
)

// The international game, and the same with captures that may be left.
func Example() {
	for _, obligation := range []profile.Obligation{profile.Compulsory, profile.Claimable} {
		p := profile.Default()
		p.Capture.Obligation = obligation
		if obligation == profile.Claimable {
			p.Claim = profile.Claim{
				Remedies: []profile.Remedy{profile.CompelRemedy, profile.WaiveRemedy}, Covers: []profile.Omission{profile.Missed},
				CompelChoice: profile.Offender, Lapse: profile.LapseNextMove,
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
		fmt.Println(profile.AxisOf("capture.obligation").Get(p), h.Outcome().Over(), r.Perft(r.Start(), 3, false))
	}
	// Output:
	// compulsory false 658
	// claimable false 793
}
