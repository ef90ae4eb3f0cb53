package notation_test

import (
	"fmt"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A position is read and its turns are written in the squares of one rule set.
func Example() {
	r, err := rules.Compile(profile.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	n := notation.Of(r.Profile())
	setup, err := n.ReadFEN("W:W28:B22,13,K4")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := r.Position(setup)
	if err != nil {
		fmt.Println(err)
		return
	}
	turns := r.Moves(nil, s)
	for _, t := range turns {
		fmt.Println(n.Format(notation.PDN, setup, t, turns), n.Format(notation.Hub, setup, t, turns))
	}
	// Output: 28x17 28x17x22
}
