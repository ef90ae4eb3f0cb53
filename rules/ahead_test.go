package rules

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// A proof remembers so many states and no more, and goes on.
func TestProofsAreBounded(t *testing.T) {
	p := profile.Default()
	p.Board.Rows, p.Board.Columns = 14, 14
	p.King.Moves = profile.WalksAll
	r, err := Compile(p)
	require.NoError(t, err)
	start := r.Start()
	kings := func(side board.Side, n int) (of board.Set) {
		for q := range start.Men(side).All() {
			if of.Len() < n {
				of = of.With(q)
			}
		}
		return of
	}
	s, err := r.Position(board.Setup{Kings: [2]board.Set{kings(board.First, 14), kings(board.Second, 1)}})
	require.NoError(t, err)
	proof := proof{r: r, strong: board.First, known: map[pending]bool{}}
	require.True(t, proof.wins(s, 3))
	require.Len(t, proof.known, mostKnown)
}

// What is found ahead of a state serves clauses of every limit.
func TestOneLookServesAllClauses(t *testing.T) {
	p := profile.Default()
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 6, 4, 1
	p.Ending.NoMoves, p.Ending.BothBlocked = profile.Passes, profile.BlockedDraws
	p.Man.Capture = profile.CapturesForward
	for limit := 1; limit <= 40; limit++ {
		p.Draws = append(p.Draws, profile.DrawClause{Kind: profile.Dead, LimitPositions: limit})
	}
	r, err := Compile(p)
	require.NoError(t, err)
	h := NewHistory(r, r.Start())
	proved := map[bool]int{}
	for played := 0; played < 400; played++ {
		s := h.State()
		size := h.ahead.dead(&s, r.farthest)
		for limit := 1; limit <= 40; limit++ {
			proved[size <= limit]++
			alone := ahead{rules: r, met: map[uint64]int{}}
			require.Equal(t, alone.dead(&s, limit) <= limit, size <= limit)
		}
		turns := r.Moves(nil, s)
		if len(turns) == 0 || r.Ended(&s, len(turns)).Over() {
			h.Begin(r.Start())
			continue
		}
		h = NewHistory(r, r.Play(s, turns[played*7%len(turns)]))
	}
	require.Positive(t, proved[true])
	require.Positive(t, proved[false])
}
