package record_test

import (
	"fmt"

	"varlab/sim/record"
)

// The games of a run, in the order of its manifest.
func Example() {
	run, err := record.Open("varlab-runs/huff")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer run.Close()
	for game, err := range run.Records() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(game.Rules, game.Result, game.Reason, game.Plies)
	}
}
