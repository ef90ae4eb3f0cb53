package rules_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/given"
	"varlab/rules/notation"
)

// scattered returns a position of ten rows with many kings: captures of several kings come up
// in it, which perft from the start and games never reach.
func scattered(rng *rand.Rand) string {
	squares := rng.Perm(50)
	side := func(colour string, far func(int) bool) string {
		var list []string
		for range 2 + rng.IntN(10) {
			square := squares[0] + 1
			squares = squares[1:]
			if far(square) || rng.IntN(2) == 0 {
				list = append(list, fmt.Sprint("K", square))
			} else {
				list = append(list, fmt.Sprint(square))
			}
		}
		return colour + strings.Join(list, ",")
	}
	white := side("W", func(s int) bool { return s <= 5 })
	black := side("B", func(s int) bool { return s > 45 })
	return []string{"W", "B"}[rng.IntN(2)] + ":" + white + ":" + black
}

// Another program's generator of turns, which VARLAB_GENERATOR names, finds the same turns in
// scattered positions: docs/programs.md says what it reads and writes.
func TestAgreesWithAnotherProgram(t *testing.T) {
	program := os.Getenv("VARLAB_GENERATOR")
	if program == "" {
		t.Skip("VARLAB_GENERATOR names no program (docs/programs.md says which it may be)")
	}
	const count = 20_000
	for _, id := range []string{"international", "killer", "frisian"} {
		rng := rand.New(rand.NewPCG(1, 0))
		var input strings.Builder
		var fens []string
		for range count {
			fens = append(fens, scattered(rng))
			fmt.Fprintln(&input, id, fens[len(fens)-1])
		}
		command := exec.Command(program)
		command.Stdin = strings.NewReader(input.String())
		output, err := command.Output()
		require.NoError(t, err)
		answers := strings.Split(string(bytes.TrimSuffix(output, []byte("\n"))), "\n")
		require.Len(t, answers, count)
		p := given.Variant(t, id).Profile
		agree, beyond := 0, 0
		for i, fen := range fens {
			ours, _, err := conformance.Playable(p, notation.Hub, fen, nil)
			if err != nil {
				require.ErrorContains(t, err, "too many jumps for the oracle", fen)
				beyond++
				continue
			}
			theirs := strings.Fields(answers[i])
			slices.Sort(ours)
			slices.Sort(theirs)
			if slices.Equal(ours, theirs) {
				agree++
			} else {
				t.Errorf("%s %s: %s, and there %s", id, fen, ours, theirs)
			}
		}
		t.Logf("%s: %d of %d positions agree, and %d are beyond the oracle", id, agree, count-beyond, beyond)
	}
}
