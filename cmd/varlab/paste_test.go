package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/conformance"
	"varlab/rules"
	"varlab/rules/notation"
)

// The command that a failed comparison of the generators prints lists the turns of
// that position under that rule set.
func TestFailuresCanBePasted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		p := conformance.RandomProfile(rng)
		r, err := rules.Compile(p)
		require.NoError(t, err)
		d := &conformance.Difference{Profile: p, Setup: conformance.RandomSetup(rng, p), What: "this and that"}
		s, err := r.Position(d.Setup)
		require.NoError(t, err)
		turns := r.Moves(nil, s)
		for range rng.IntN(4) {
			if len(turns) == 0 || len(turns) > 100 {
				break
			}
			turn := turns[rng.IntN(len(turns))]
			d.Turns = append(d.Turns, turn)
			s = r.Play(s, turn)
			turns = r.Moves(nil, s)
		}
		_, command, ok := strings.Cut(d.String(), "\nvarlab ")
		require.True(t, ok, d.String())
		var stdout, stderr bytes.Buffer
		require.NoError(t, run(context.Background(), words(t, command), &stdout, &stderr), "varlab %s\n%s", command, &stderr)
		want := strings.Join(notation.Of(p).Lines(notation.Hub, s.Setup(), turns), "\n")
		require.Equal(t, want, strings.TrimSpace(stdout.String()), "varlab %s", command)
	}
}

// words splits a command as a shell does, as far as these go: spaces part words,
// except between single quotes.
func words(t *testing.T, command string) []string {
	t.Helper()
	var list []string
	for i, part := range strings.Split(command, "'") {
		if i%2 == 0 {
			list = append(list, strings.Fields(part)...)
		} else {
			list = append(list, part)
		}
	}
	return list
}
