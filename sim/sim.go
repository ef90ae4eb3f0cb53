// Package sim plays the games of a study.
//
// The one idea: a game is a function of its seed, and its seed is a function of
// what the game is (the study's seed, the rules' PlayHash, the players, the
// opening position, the replicate), never of when or where it is played, nor of
// how many others are. So any number of workers, in any order, interrupted or
// not, leave the same bytes.
//
//	err := sim.Run(ctx, plan, sim.Options{Dir: "run", Workers: 2, NewPlayer: newPlayer})
package sim

import (
	"math/rand/v2"

	"varlab/rules"
	"varlab/sim/record"
)

// A Player chooses turns. It is for one goroutine. One that is also an io.Closer is
// closed after its last game.
type Player interface {
	// NewGame forgets all that earlier games have left: what Choose returns
	// depends on the rules, the player's spec, the history and the random numbers
	// drawn, and on nothing else.
	NewGame()
	// Choose returns one of h.Turns. It may play on h if it undoes what it played.
	// An error forfeits the game.
	Choose(h *rules.History, random rand.Source) (rules.Turn, error)
}

// A Corrector is a Player that may intend illegal turns and have them put right.
type Corrector interface {
	// Corrected returns how many in the last choice.
	Corrected() int
}

// Endings knows exact values.
type Endings = record.Prober

type Factory func(r *rules.Rules, spec string) (Player, error)
