package sim

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/profile"
)

// said is an answer for every position: the value for the side on move, and in how many turns.
type said struct{ value, turns int }

func (e said) Probe(*rules.State) (value, turns int, ok bool)    { return e.value, e.turns, true }
func (said) Ready(context.Context, *rules.State) error           { return nil }
func (said) Tables(*rules.State) []string                        { return nil }
func (said) Sum(context.Context, string) (sum string, err error) { return "", nil }

// A win has its value if it takes as many turns as the clause leaves, and none if it takes
// one more; a draw has it always.
func TestAWinThatJustFitsHasItsValue(t *testing.T) {
	p := profile.Default()
	p.Draws = []profile.DrawClause{{Kind: profile.Quiet, Plies: 10, Moves: profile.NonCaptures, Side: profile.BothSides}}
	r := given.Compiled(t, p)
	h := rules.NewHistory(r, r.Start())
	for quiet := range 3 {
		for range quiet {
			h.Play(h.Turns()[0])
		}
		mover := rules.WinOf(h.Now().Mover()).String()
		other := rules.WinOf(h.Now().Mover().Other()).String()
		for _, c := range []struct {
			said
			want string
		}{
			{said{1, h.Left() - 1}, mover},
			{said{1, h.Left()}, mover},
			{said{1, h.Left() + 1}, ""},
			{said{-1, h.Left()}, other},
			{said{-1, h.Left() + 1}, ""},
			{said{0, 0}, "draw"},
		} {
			got, known, err := worth(t.Context(), c.said, h)
			require.NoError(t, err)
			require.True(t, known)
			require.Equal(t, c.want, got, "%+v, %d left", c.said, h.Left())
		}
	}
}

// A draw by value is none where the game may be broken off, and who loses calls the draw that
// can be called.
func TestADrawThatCanBeCalledOrBrokenOff(t *testing.T) {
	begun := func(c profile.DrawClause) *rules.History {
		r := given.Default(t, func(p *profile.Profile) { p.Draws = []profile.DrawClause{c} })
		h := rules.NewHistory(r, r.Start())
		h.Play(h.Turns()[0])
		return h
	}
	stop := func(outcome profile.StopOutcome) *rules.History {
		return begun(profile.DrawClause{Kind: profile.Stop, Strong: []string{"KKK"}, Weak: []string{"K"}, WithinMoves: 1, Outcome: outcome})
	}
	quiet := func(plies int, onClaim bool) *rules.History {
		return begun(profile.DrawClause{Kind: profile.Quiet, Plies: plies, Moves: profile.NonCaptures, Side: profile.BothSides, OnClaim: onClaim})
	}
	for _, c := range []struct {
		h    *rules.History
		says said
		want string
	}{
		{stop(profile.StopDraws), said{0, 0}, "draw"},
		{stop(profile.StopVoid), said{0, 0}, ""},
		{quiet(1, true), said{-1, 1}, "draw"},
		{quiet(9, false), said{-1, 1}, "first"},
	} {
		got, known, err := worth(t.Context(), c.says, c.h)
		require.NoError(t, err)
		require.True(t, known)
		require.Equal(t, c.want, got)
	}
}
