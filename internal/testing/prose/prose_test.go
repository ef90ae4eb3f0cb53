package prose_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/oracle"
	"varlab/internal/testing/prose"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/variants"
)

// The engine, the oracle and the game as described agree on scattered positions.
func TestGamesAreAsDescribed(t *testing.T) {
	for ref, list := range map[string]func(prose.Diagram, bool) []string{
		"turkish":             prose.Turkish,
		"alquerque":           func(d prose.Diagram, white bool) []string { return prose.Alquerque(d, white, false) },
		"alquerque+must-take": func(d prose.Diagram, white bool) []string { return prose.Alquerque(d, white, true) },
	} {
		t.Run(ref, func(t *testing.T) {
			v, err := variants.Load(ref, nil)
			require.NoError(t, err)
			r, err := rules.Compile(v.Profile)
			require.NoError(t, err)
			slow := oracle.New(v.Profile)
			rng := rand.New(rand.NewPCG(1283, 2014))
			captures, long := 0, 0
			for range 2000 {
				setup, d := scattered(rng, r)
				s, err := r.Position(setup)
				require.NoError(t, err)
				want := list(d, setup.Mover == board.First)
				require.Equal(t, want, texts(r, r.Moves(nil, s)), "%v", d)
				require.Equal(t, want, texts(r, slow.Turns(slow.FromSetup(setup))), "%v", d)
				if len(want) > 0 && slices.ContainsFunc(want, func(t string) bool { return strings.Contains(t, "x") }) {
					captures++
				}
				if slices.ContainsFunc(want, func(t string) bool { return strings.Count(t, ",") > 0 }) {
					long++
				}
			}
			t.Logf("%d positions with captures, %d with captures of several pieces", captures, long)
			require.Greater(t, captures, 1000)
			require.Greater(t, long, 200)
		})
	}
}

// scattered puts four to twenty-five pieces anywhere, a third of them kings if men are crowned.
func scattered(rng *rand.Rand, r *rules.Rules) (board.Setup, prose.Diagram) {
	g := r.Grid()
	s, d := board.Setup{Mover: board.Side(rng.IntN(2))}, prose.Diagram{}
	crowned := !r.PromotionSquares(board.First).Empty()
	for n := 4 + rng.IntN(min(22, g.All().Len()-6)); n > 0; n-- {
		row, col := rng.IntN(g.Rows), rng.IntN(g.Columns)
		q, _ := g.Square(row, col)
		at, side, king := prose.Point{X: col + 1, Y: row + 1}, board.Side(rng.IntN(2)), crowned && rng.IntN(3) == 0
		if d[at] != 0 || !king && r.PromotionSquares(side).Has(q) {
			continue
		}
		s.Put(side, q, king)
		d[at] = "wbWB"[int(side)+2*map[bool]int{true: 1}[king]]
	}
	return s, d
}

func texts(r *rules.Rules, turns []rules.Turn) (list []string) {
	name := func(q board.Square) string {
		row, col := r.Grid().Place(q)
		return fmt.Sprintf("%c%d", 'a'+col, row+1)
	}
	for _, turn := range turns {
		text := name(turn.From) + "-" + name(turn.To)
		if turn.Action == rules.Capture {
			var taken []string
			for q := range turn.Captured.All() {
				taken = append(taken, name(q))
			}
			slices.Sort(taken)
			text = name(turn.From) + "x" + name(turn.To) + ":" + strings.Join(taken, ",")
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return list
}
