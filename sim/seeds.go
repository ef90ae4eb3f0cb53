package sim

import (
	"math/rand/v2"
	"strconv"

	"varlab/sim/random"
)

// stream returns the random numbers of one game. They depend on what the game is
// and on nothing else: not on how many games, metrics or hypotheses the study
// has, so that a study can grow and keep the games it has.
func stream(studySeed uint64, playHash, first, second, position string, replicate int) rand.Source {
	return random.New("varlab game", strconv.FormatUint(studySeed, 10), playHash, first, second, position, strconv.Itoa(replicate))
}
