package terminal_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/random"
	"varlab/sim/terminal"
)

// uniform plays any turn, all equally likely.
type uniform struct{}

func (uniform) NewGame() {}

func (uniform) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	turns := h.Turns()
	return turns[c.Below(len(turns))], nil
}

// A person who moves first plays one turn and leaves.
func Example() {
	r, err := rules.Compile(profile.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	g := terminal.Game{
		ID: "international", Spec: "random", Seed: "1754", Person: board.First, Out: os.Stderr,
		Player: uniform{}, History: rules.NewHistory(r, r.Start()), Notation: notation.Of(r.Profile()),
	}
	err = g.Play(context.Background(), strings.NewReader("32-28\nquit\n"))
	fmt.Println(g.History.Plies(), err)
	// Output: 2 <nil>
}
