package record_test

import (
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim/record"

	"github.com/stretchr/testify/require"
)

// oracle knows the values of a game's states by how many plies have been played.
type oracle struct {
	states map[rules.State]int
	values []int // for the first side; 9 where unknown
}

func (o *oracle) Probe(s *rules.State) (value, turns int, ok bool) {
	ply, seen := o.states[*s]
	if !seen || o.values[ply] == 9 {
		return 0, 0, false
	}
	if s.Mover() == board.Second {
		return -o.values[ply], 1, true
	}
	return o.values[ply], 1, true
}

// Annotations count the first known value of each game against its result, and
// every turn that gave value away.
func TestAnnotation(t *testing.T) {
	r := given.Default(t)
	rec := &record.Record{Result: "draw", Turns: "31-26 16-21 32-28 21-27"}
	h, err := record.Replay(r, rec)
	require.NoError(t, err)
	o := &oracle{states: map[rules.State]int{}, values: []int{9, 9, 1, 0, -1}}
	for ply := h.Plies(); ply >= 0; ply-- {
		o.states[h.State()] = ply
		if ply > 0 {
			h.Undo()
		}
	}
	var a record.Annotation
	require.NoError(t, a.Add(r, rec, o))
	require.Equal(t, map[string]int{"draw": 1}, a.Played)
	require.Equal(t, record.Values{First: 1}, a.Known())
	require.Equal(t, map[string]int{"draw": 0, "first": 1, "second": 0}, a.Perfect())
	require.Equal(t, 2, a.Decisions)
	require.Equal(t, 1, a.Chances)                                    // of the other turns nothing is known
	require.Equal(t, map[string]int{record.WinToDraw: 1}, a.Blunders) // the second side gains at the last ply

	// Turns of the opening nobody has chosen.
	opened := *rec
	opened.OpeningPlies = 3
	var b record.Annotation
	require.NoError(t, b.Add(r, &opened, o))
	require.Equal(t, 1, b.Decisions)
	require.Equal(t, record.Values{Draw: 1}, b.Known())

	o.values = []int{9, 9, 9, 9, 9}
	require.NoError(t, a.Add(r, rec, o))
	require.Equal(t, 2, a.Games)
	require.Equal(t, map[string]int{"draw": 1, "first": 1, "second": 0}, a.Perfect())

	rec.Turns = "31-26 31-26"
	require.ErrorContains(t, a.Add(r, rec, o), "cell 0, game 0, turn 2")
}
