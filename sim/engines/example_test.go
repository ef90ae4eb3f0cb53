package engines_test

import (
	"fmt"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim/engines"
)

// An engine is a player. An error forfeits its game.
func Example() {
	r, err := rules.Compile(profile.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := engines.New(r, engines.Spec{Engine: "./scan hub", Nodes: 1000, Limit: 60})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close()
	turn, err := e.Choose(rules.NewHistory(r, r.Start()), 0)
	if err != nil {
		fmt.Println("forfeited:", err)
		return
	}
	fmt.Println(turn)
}
