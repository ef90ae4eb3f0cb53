package rules_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
)

// A playout of one ply ends wherever a turn leads, nowhere else, and everywhere
// equally often.
func TestPlayoutsChooseEveryTurnEquallyOften(t *testing.T) {
	const draws = 300 // per turn
	for _, sets := range [][]string{
		{"english"},
		{"international"},
		{"encyclopedie-francaise"},
		{"polonaise-souffler"},
		{"polonaise-souffler", "board.rows=12", "board.columns=12", `claim.piece="any-capture"`, `claim.covers=["missed"]`},
		{"polonaise-souffler", `claim.lapse="once"`, `claim.huff_turn="spends"`, "board.rows=6", "board.columns=6", "board.men_rows=2"},
		{"polonaise-souffler", `claim.chooser="offender"`},
		{"polonaise-souffler", `claim.compel_choice="claimant"`, `claim.piece="moved"`},
		{"frisian"},
		{"canadian"},
		{"canadian", `capture.obligation="claimable"`, `claim.remedies=["huff","waive"]`, `claim.piece="any-capture"`, "board.men_rows=3"},
		{"canadian", `capture.obligation="claimable"`, `claim.remedies=["compel","waive"]`, "board.rows=11", "board.columns=9", "board.men_rows=3"},
		{"russian", `capture.obligation="claimable"`, `claim.remedies=["huff","compel","waive"]`, "board.rows=10", "board.columns=12"},
		{"italian", `capture.obligation="claimable"`, `claim.remedies=["huff","waive"]`},
		{"italian", "board.rows=12", "board.columns=12"},
		{"jeu-plaisant"},
		{"frisian", `capture.obligation="free"`, "capture.precedence=[]"},
	} {
		t.Run(strings.Join(sets, ", "), func(t *testing.T) {
			r := compile(t, sets[0], sets[1:]...)
			p := rules.NewPlayouts(r)
			g := rand.NewPCG(3, 4)
			for plies := 0; plies < 240; plies += 4 + plies/6 { // openings, and endings with many kings
				s, n := p.Play(r.Start(), plies, g)
				if n < plies {
					continue
				}
				turns := r.Moves(nil, s)
				leads := map[rules.State]float64{}
				for _, turn := range turns {
					leads[r.Play(s, turn)]++
				}
				total := draws * len(turns)
				seen := map[rules.State]float64{}
				for range total {
					next, n := p.Play(s, 1, g)
					require.Equal(t, 1, n)
					seen[next]++
				}
				for next, n := range seen {
					require.NotZero(t, leads[next], "no turn leads there")
					// Six deviations: once in a hundred million.
					expected := leads[next] * draws
					require.InDelta(t, expected, n, 6*math.Sqrt(expected))
				}
				require.Len(t, seen, len(leads))
			}
		})
	}
}

// always is a source that gives the same word: 0 to choose the first of all turns,
// the greatest to choose the last, with all that a draw leaves of it too.
type always uint64

func (a always) Uint64() uint64 { return uint64(a) }

// A playout of many plies goes where as many of one ply go, so that nothing which
// bears on a turn is lost between them: the count of a king's moves above all.
func TestPlayoutsOfOnePlyMakeALongOne(t *testing.T) {
	for _, sets := range [][]string{
		{"frisian"},
		{"frisian", "king.repeat_limit=1", "board.rows=8", "board.columns=8", "board.men_rows=2"},
		{"frisian", "king.repeat_limit=2", "board.rows=8", "board.columns=8", "board.men_rows=2"},
		{"english"},
		{"polonaise-souffler"},
		{"encyclopedie-francaise"},
		{"canadian"},
		{"canadian", `capture.obligation="claimable"`, `claim.remedies=["huff","compel","waive"]`, `claim.compel_choice="claimant"`},
		{"spanish", `capture.obligation="claimable"`, `claim.remedies=["huff","waive"]`, `claim.huff_turn="spends"`, "board.rows=12", "board.columns=10"},
		{"english", `capture.obligation="claimable"`, `claim.remedies=["huff","compel","waive"]`, `claim.covers=["missed","weaker"]`},
	} {
		t.Run(strings.Join(sets, ", "), func(t *testing.T) {
			r := compile(t, sets[0], sets[1:]...)
			p := rules.NewPlayouts(r)
			g := rand.NewPCG(5, 6)
			barred := 0
			for range 40 {
				start, _ := p.Play(r.Start(), 10+int(g.Uint64()%30), g)
				for _, source := range []always{0, math.MaxUint64} {
					s := start
					for n := 1; n < 60; n++ {
						turns := r.Moves(nil, s)
						next, played := p.Play(s, 1, source)
						if played == 0 {
							require.Empty(t, turns)
							break
						}
						leads := false
						for _, turn := range turns {
							leads = leads || r.Play(s, turn) == next
						}
						require.True(t, leads, "no turn leads there")
						whole, _ := p.Play(start, n, source)
						require.True(t, next == whole, "%d plies at once lead elsewhere", n)
						if r.Mobility(&s, s.Mover()) < mobilityOfFree(r, s) {
							barred++
						}
						s = next
					}
				}
			}
			if sets[0] == "frisian" && len(sets) > 1 {
				require.Positive(t, barred, "no king was ever barred")
			}
		})
	}
}

// mobilityOfFree is the mobility of the side on move if no king of its own were
// barred.
func mobilityOfFree(r *rules.Rules, s rules.State) int {
	free, err := r.Position(s.Setup())
	if err != nil {
		panic(err)
	}
	return r.Mobility(&free, s.Mover())
}

// The count of lines that is made by the word reads the limit on a king's moves as
// the lists of turns do, where it binds and where it does not yet.
func TestPerftReadsTheRepeatLimit(t *testing.T) {
	var count func(r *rules.Rules, s rules.State, depth int) uint64
	count = func(r *rules.Rules, s rules.State, depth int) (n uint64) {
		if depth == 0 {
			return 1
		}
		for _, turn := range r.Moves(nil, s) {
			n += count(r, r.Play(s, turn), depth-1)
		}
		return n
	}
	board := []string{"board.rows=6", "board.columns=6", "board.men_rows=1"}
	free := compile(t, "frisian", append(board, "king.repeat_limit=0")...)
	for limit, depth := range map[string]int{"1": 5, "2": 6} {
		r := compile(t, "frisian", append(board, "king.repeat_limit="+limit)...)
		bound := false
		for _, fen := range []string{"W:WK17,13:BK2,6", "W:W7:B12", "B:WK18,16:B3,K1", "W:W4:BK15,11"} {
			s := state(t, r, fen)
			for d := 1; d <= depth; d++ {
				n := r.Perft(s, d, false)
				require.Equal(t, count(r, s, d), n, "%s, %d turns", fen, d)
				bound = bound || n != free.Perft(state(t, free, fen), d, false)
			}
		}
		require.True(t, bound, "the limit never bound")
	}
}
