package player_test

import (
	"fmt"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim/player"
	"varlab/sim/random"
)

// A spec names a player; with the rules it becomes one.
func Example() {
	spec, err := player.Parse("search:noise=5,nodes=200")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := rules.Compile(profile.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := spec.New(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	h := rules.NewHistory(r, r.Start())
	turn, err := p.Choose(h, random.NewChance("example"))
	if err != nil {
		fmt.Println(err)
		return
	}
	h.Play(turn)
	fmt.Println(spec, h.Plies())
	// Output: search:nodes=200,noise=5 1
}
