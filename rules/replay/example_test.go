package replay_test

import (
	"fmt"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/rules/replay"
)

// A game in which White does not take, under rules that forbid that.
func Example() {
	r, err := rules.Compile(profile.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	judge, err := replay.NewJudge(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	tally := replay.NewTally("international", judge)
	for g, err := range notation.NewReader(strings.NewReader("1. 32-28 19-23 2. 33-29 *")).Games() {
		tally.Add("", g, judge.Follow(g, err))
	}
	for _, row := range tally.Illegal {
		fmt.Println(row.Game, row.Ply, row.Move, row.Forbidding)
	}
	// Output: 1 3 33-29 [capture.obligation]
}
