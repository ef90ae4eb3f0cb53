package train_test

import (
	"context"
	"fmt"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim/train"
)

// Weights for the international game. It takes minutes; called again, it goes on
// with the games in Dir.
func Example() {
	r, err := rules.Compile(profile.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	t := train.Training{Rules: r, Seed: 1754, Positions: 1e6, Nodes: 100, Workers: 2, Dir: "training"}
	weights, report, err := t.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(weights.Values), len(report))
}
