package conformance

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// endingsWalks compares how games stand on random walks among few pieces, under
// random profiles with random draw clauses, until so many positions are compared.
func endingsWalks(t *testing.T, seed uint64, positions int) (seen *tally, ends map[rules.Reason]int) {
	rng := rand.New(rand.NewPCG(seed, 0x1e4d))
	seen = newTally()
	met := differences{t: t, seed: seed}
	defer met.report()
	for seen.positions < positions {
		p := RandomProfile(rng)
		for rng.IntN(4) > 0 && p.Board.Rows*p.Board.Columns > 40 {
			p = RandomProfile(rng)
		}
		p.Draws = RandomDraws(rng)
		if rng.IntN(3) == 0 {
			p.Promotion.SpareMan = profile.SpareRequired
			p.Settle()
		}
		for k := range 6 {
			setup := FewPieces(rng, p)
			switch {
			case k == 5:
				setup = RandomSetup(rng, p)
			case k > 2 && p.Promotion.SpareMan == profile.SpareRequired:
				setStart(p, setup) // with hardly a man to spare, positions come to be dead
			}
			met.add(walk(rng, p, setup, 40, seen), seen.positions)
		}
	}
	return seen, seen.ends
}

func TestEndingsAgree(t *testing.T) {
	positions, seed := asked(t, 3_000)
	seen, ends := endingsWalks(t, seed, positions)
	t.Log(seen, ends)
	for _, reason := range rules.Reasons {
		require.Positive(t, ends[reason.Reason], "no game ended by %s (want a position, a profile or a draw clause that leads to it among the random ones)", reason.Reason)
	}
}

// played is a walker after the turns of a game.
func played(t *testing.T, p *profile.Profile, fen, game string) *walker {
	n := notation.Of(p)
	setup, err := n.ReadFEN(fen)
	require.NoError(t, err)
	w, err := newWalker(p, setup)
	require.NoError(t, err)
	for text := range strings.FieldsSeq(game) {
		turn, err := n.ParseAs(notation.Hub, text, w.fast.Setup(), w.h.Turns())
		require.NoError(t, err)
		difference, err := w.play(turn)
		require.NoError(t, err)
		require.Empty(t, difference)
	}
	return w
}

// Two games come to the same pieces by the same omission, in one of them after a huff,
// without which the same would have been due. Both generators tell the states apart,
// before a compel and after it.
func TestAStateKnowsTheHuffBeforeTheOmission(t *testing.T) {
	p := profile.Default()
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 8, 6, 2
	p.Capture = profile.Capture{Obligation: profile.Claimable, Completion: profile.Whole, Directions: profile.AllDirections, Removal: profile.AfterMove}
	p.Claim = profile.Claim{
		Remedies: []profile.Remedy{profile.HuffRemedy, profile.CompelRemedy, profile.WaiveRemedy},
		Covers:   []profile.Omission{profile.Missed}, Piece: profile.HuffRequired, Number: profile.HuffOne, Chooser: profile.Claimant,
		HuffTurn: profile.KeepsTurn, OwnDuty: profile.BeforeHuff, CompelChoice: profile.Offender, Lapse: profile.LapseNextMove,
	}
	p.Draws = nil
	play := func(game string) *walker { return played(t, p, "W:WK2,K11,K21:BK12,K15,K22", game) }
	for _, last := range []string{"15-23", "15-23 compel"} {
		a, b := play("2-6 huff@21/"+last), play("2-6 22-14 6-2 huff@21/14-22 2-6 "+last)
		require.ElementsMatch(t, a.rules.Moves(nil, a.fast), b.rules.Moves(nil, b.fast), last)
		require.NotEqual(t, a.rules.Key(&a.fast), b.rules.Key(&b.fast), last)
		require.NotEqual(t, a.slow.Identity(a.game), b.slow.Identity(b.game), last)
	}
}

// Where one piece alone owes a capture, a compel that names it leads to the state to which
// one leads that names none, since another piece has moved.
func TestAStateForgetsAnIdleName(t *testing.T) {
	p := profile.Default()
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 4, 4, 1
	p.Capture = profile.Capture{Obligation: profile.Claimable, Completion: profile.Whole, Directions: profile.AllDirections, Removal: profile.AfterMove}
	p.Claim = profile.Claim{
		Remedies: []profile.Remedy{profile.WaiveRemedy, profile.CompelRemedy}, Covers: []profile.Omission{profile.Missed},
		CompelChoice: profile.SamePiece, Lapse: profile.LapseNextMove,
	}
	p.Draws = nil
	a, b := played(t, p, "W:WK1,K4:BK5", "4-2 compel@4"), played(t, p, "W:WK1,K4:BK5", "1-3 compel")
	require.Equal(t, a.rules.Moves(nil, a.fast), b.rules.Moves(nil, b.fast))
	require.Equal(t, a.rules.Key(&a.fast), b.rules.Key(&b.fast))
	require.Equal(t, a.slow.Identity(a.game), b.slow.Identity(b.game))
}
