package rules_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/given"
	"varlab/rules/profile"
	"varlab/variants"
	"varlab/variants/content"

	"github.com/stretchr/testify/require"
)

// Each value of an axis that plays makes another game, and of an axis that does
// not, the same one.
func TestPlayHashTellsGamesApart(t *testing.T) {
	for _, obligation := range []profile.Obligation{profile.Compulsory, profile.Claimable} {
		usual := profile.Default()
		usual.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 3, SideToMove: true}}
		usual.Capture.Obligation = obligation
		for i := range profile.Axes {
			if a := &profile.Axes[i]; a.Applies(usual) && strings.HasPrefix(a.Key, "claim.") {
				require.NoError(t, a.Set(usual, a.Default))
			}
		}
		seen := map[string]string{given.Compiled(t, usual).PlayHash(): "the usual game"}
		for i := range profile.Axes {
			a := &profile.Axes[i]
			if !a.Applies(usual) || a.Kind == profile.Text || a.Key == "capture.obligation" {
				continue
			}
			values := []any{}
			switch a.Kind {
			case profile.Word:
				for _, w := range a.Words() {
					values = append(values, w)
				}
			case profile.Words:
				w := a.Words()
				values = append(values, w[:1], w[1:2], w[:2])
			case profile.Flag:
				values = append(values, false, true)
			case profile.Number:
				values = append(values, a.Min+1, a.Min+2)
			case profile.Clauses:
				values = append(values, []profile.DrawClause{}, []profile.DrawClause{{Kind: profile.Repetition, Count: 4, SideToMove: true}}, []profile.DrawClause{{Kind: profile.Repetition, Count: 3}})
			}
			for _, v := range values {
				p := *usual
				require.NoError(t, a.Set(&p, v))
				if len(profile.Check(&p)) > 0 || fmt.Sprint(v) == fmt.Sprint(a.Get(usual)) {
					continue
				}
				what, hash := fmt.Sprintf("%s = %v", a.Key, v), given.Compiled(t, &p).PlayHash()
				if !a.Plays || a.Key == "board.dark_corner" { // on an even board a mirror image
					require.Equal(t, given.Compiled(t, usual).PlayHash(), hash, what)
					continue
				}
				require.Empty(t, seen[hash], "%s is the same game as", what)
				seen[hash] = what
			}
		}
	}
}

// Where men are crowned makes another game, unless it is the last row in other words.
func TestPlayHashTellsPromotionSquaresApart(t *testing.T) {
	usual := given.Rules(t, "international").PlayHash()
	hash := func(squares string) string {
		return given.Rules(t, "international", "promotion.squares="+squares).PlayHash()
	}
	require.Equal(t, usual, hash("W:W1-5:B46-50"))
	require.Equal(t, hash("W:W1,2:B46-50"), hash("B:B46,47-50:W2,1"))
	require.NotEqual(t, usual, hash("W:W1,2:B46-50"))
	require.NotEqual(t, hash("W:W1,2:B46-50"), hash("W:W1-5:B49,50"))
}

// Which corner is dark, how squares are called and what the colours are named touch
// names only: the same turns in the same order, and so the same games from the same
// seeds.
func TestNamesOfSquaresChangeNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1754, 1))
	changes := map[string]int{}
	ids := append(variants.IDs(), make([]string, 450)...) // and random rule sets
	for _, id := range ids {
		var p *profile.Profile
		if id != "" {
			p = given.Variant(t, id).Profile
		} else {
			p = conformance.RandomProfile(rng)
		}
		q := *p
		for i := range profile.Axes {
			a := &profile.Axes[i]
			mirrors := a.Key == "board.dark_corner" && p.Board.Columns%2 == 0 && a.Applies(p)
			if strings.HasPrefix(a.Key, "board.") && (!a.Plays || mirrors) && len(a.Words()) > 0 {
				require.NoError(t, a.Set(&q, a.Words()[rng.IntN(len(a.Words()))]))
			}
		}
		conformance.NameSquares(&q)
		require.NoError(t, content.ReadSquares(&q))
		for key, changed := range map[string]bool{"start": q.Board.Start != p.Board.Start, "squares": q.Promotion.Squares != p.Promotion.Squares, "corner": q.Board.DarkCorner != p.Board.DarkCorner, "mover": q.Board.FirstMover != p.Board.FirstMover, "names": q.Board.FirstSquare != p.Board.FirstSquare} {
			if changed {
				changes[key]++
			}
		}
		r := given.Compiled(t, p)
		named := given.Compiled(t, &q)
		require.Equal(t, r.PlayHash(), named.PlayHash())
		depth := 1 // 3, unless many pieces can move in many ways
		for depth < 3 && r.Perft(r.Start(), depth, false) < 2_000 {
			depth++
		}
		require.Equal(t, r.Perft(r.Start(), depth, false), named.Perft(named.Start(), depth, false), "%s: %v", p.ID, conformance.Sets(p))
		s, n := r.Start(), named.Start()
		for range 60 {
			turns := r.Moves(nil, s)
			require.Equal(t, turns, named.Moves(nil, n), "%s: %+v and %+v", p.ID, p.Board, q.Board)
			if len(turns) == 0 {
				break
			}
			turn := turns[rng.IntN(len(turns))]
			s, n = r.Play(s, turn), named.Play(n, turn)
		}
		require.Equal(t, s, n)
	}
	for _, key := range []string{"corner", "mover", "names", "start", "squares"} {
		require.Greater(t, changes[key], 25, key)
	}
}

// Seeds of games are made of the hash: if it changes, so do all games recorded.
func TestPlayHashIsFixed(t *testing.T) {
	require.Equal(t, "db6e79b06be7a4d0f9afcc3fe550e72e386a32a05ae0dc4c74898bb428a826c1", given.Default(t).PlayHash())
	require.Equal(t, "3c334a5c3ca33b3ddcef2253a5734cbb7a12a024dd2265b9909e02b64f1f92a2", given.Rules(t, "polonaise-souffler").PlayHash())

	r := given.Rules(t, "english", "promotion.squares=W:W1:B32")
	require.Equal(t, `grid {8 8 false}
start {[{8175 0} {66563604480 0}] [{0 0} {0 0}] first}
man.capture forward
king.range short
capture.precedence []
promotion.ends_move true
promotion.squares [{4294967296 0} {8 0}]
draw repetition count=3
draw quiet plies=80 moves=king-moves
`, r.PlayText())
}
