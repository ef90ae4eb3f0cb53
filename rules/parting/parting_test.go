package parting_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/notation"
	. "varlab/rules/parting"
)

// The ply at which turns part is that at which published counts do (see
// rules/testdata/published.perft).
func TestDiverge(t *testing.T) {
	for _, c := range []struct {
		a, b           string
		limit          uint64
		ply            int
		countA, countB uint64
	}{
		{"international", "frisian", 100_000, 4, 4265, 3874},
		{"english", "italian", 100_000, 6, 36768, 36473},
		{"russian", "brazilian", 100_000, 5, 7482, 7473},
		{"russian", "pool", 200_000, 8, 929899, 929896},
		{"spanish", "italian", 30_000, 0, 36473, 36473}, // not reached
	} {
		d, err := Diverge(context.Background(), given.Rules(t, c.a), given.Rules(t, c.b), c.limit)
		require.NoError(t, err)
		require.True(t, d.Comparable)
		require.Equal(t, []uint64{c.countA, c.countB}, []uint64{d.CountA, d.CountB})
		require.Equal(t, c.ply > 0, d.First != nil, "%s and %s", c.a, c.b)
		if d.First != nil {
			require.Equal(t, c.ply, d.Plies)
			require.Len(t, d.First.After, c.ply-1)
			require.NotEmpty(t, append(d.First.Only(0), d.First.Only(1)...))
		}
	}
}

// Known differences show in positions as small as they can be drawn by hand.
func TestSearch(t *testing.T) {
	for _, c := range []struct {
		a, b          string
		pieces, plies int
	}{
		{"english", "italian", 2, 0},                                                   // a man meets a king
		{"international", "killer", 2, 0},                                              // a king lands behind a king
		{"killer", "damme-1922", 2, 0},                                                 // or behind a man
		{"russian", "brazilian", 3, 0},                                                 // crowned on the way
		{"russian", "pool", 3, 0},                                                      //
		{"brazilian", "spanish", 2, 0},                                                 // a man takes backwards
		{"international", "frisian", 2, 0},                                             // sideways
		{"federation", "polonaise-souffler", 2, 0},                                     // an omission
		{"polonaise-souffler", "polonaise-souffler+leap-over-files", 3, 0},             // two that touch
		{"polonaise-souffler", "manoury", 3, 0},                                        // a king before a man
		{"polonaise-souffler", "polonaise-souffler+blocked-passes", 2, 0},              // nothing to play
		{"polonaise-souffler", "polonaise-souffler+claim-lapses-for-good", 3, 2},       // what was let pass once
		{"polonaise-souffler", "polonaise-souffler+duty-before-huff", 3, 1},            // what the huff opens
		{"encyclopedie-polonaise", "encyclopedie-polonaise+landing-square-free", 3, 0}, // a landing that ends it
	} {
		a := given.Rules(t, c.a)
		b, err := OnBoardOf(a, given.Rules(t, c.b))
		require.NoError(t, err)
		search := func() *Position {
			w, err := Search(context.Background(), a, b, rand.New(rand.NewPCG(1754, 1770)), 30_000, 1)
			require.NoError(t, err)
			require.Len(t, w, 1, "%s and %s", c.a, c.b)
			return w[0]
		}
		w := search()
		require.Equal(t, []int{c.pieces, c.plies}, []int{w.Pieces(), len(w.After)}, "%s and %s: %v", c.a, c.b, w)
		if c.plies > 0 {
			require.Equal(t, w, search())
		}

		s, err := b.Position(w.Setup)
		require.NoError(t, err)
		for _, turn := range w.After {
			turns := b.Moves(nil, s)
			s = b.Play(s, turns[slices.IndexFunc(turns, func(t rules.Turn) bool { return t.Bare() == turn.Bare() })])
		}
		n := notation.Of(a.Profile())
		lines := [2][]string{}
		for side := range lines {
			lines[side] = n.Lines(notation.PDN, w.States[side].Setup(), w.Turns[side])
		}
		require.NotEqual(t, lines[0], lines[1])
		require.Equal(t, lines[1], n.Lines(notation.PDN, s.Setup(), b.Moves(nil, s)))
	}
}

func TestSameTurns(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"federation", "international", true}, // draws
		{"brazilian", "international", true},
		{"federation", "federation+touch-stands", true},
		{"polonaise-souffler", "polonaise-souffler+blocked-is-draw", true},
		{"polonaise-souffler", "polonaise-souffler+both-blocked-draw", true},
		{"english", "english{ending.no_pieces=win, ending.no_moves=win}", true},
		{"international", "international{match.draw=second}", true}, // scores
		{"federation", "killer", false},
		{"english", "english{draw=[{kind='repetition', count=3, on_claim=true}]}", false}, // a turn
		{"polonaise-souffler", "polonaise-souffler+blocked-passes", false},
	} {
		a := given.Rules(t, c.a)
		b, err := OnBoardOf(a, given.Rules(t, c.b))
		require.NoError(t, err)
		same, err := SameTurns(a, b)
		require.NoError(t, err)
		require.Equal(t, c.want, same, "%s and %s", c.a, c.b)
	}
}

// Rule sets that differ only in how a game ends, or in the board, have the same
// turns everywhere.
func TestSearchFindsNothing(t *testing.T) {
	for _, c := range [][2]string{
		{"polonaise-souffler", "polonaise-souffler+broken-off-is-void"},
		{"brazilian", "international"},
		{"italian", "italian"},
	} {
		a := given.Rules(t, c[0])
		b, err := OnBoardOf(a, given.Rules(t, c[1]))
		require.NoError(t, err)
		w, err := Search(context.Background(), a, b, rand.New(rand.NewPCG(1, 2)), 2000, 1)
		require.NoError(t, err)
		require.Empty(t, w)
	}
}
