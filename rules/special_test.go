package rules_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/conformance"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// The special ways of a rule set lead where its general ones do: the same turns in the same
// order, the same states, ends and counts, when turns are made and taken back.
func TestSpecialWaysAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1811))
	states, captures, omissions, claims, kings := 0, 0, 0, 0, 0
	for states < 20_000 {
		p := conformance.RandomProfile(rng)
		if rng.IntN(2) == 0 {
			p.Draws = conformance.RandomDraws(rng)
		}
		if rng.IntN(4) > 0 { // few of them would hunt
			p.Capture.Completion, p.Capture.Directions, p.Capture.Removal = profile.Whole, profile.Diagonal, profile.AfterMove
			p.Man.Moves, p.Man.Chain, p.King.Chain = profile.StepsDiagonally, profile.Turning, profile.Turning
			p.King.Leap, p.King.Landing = profile.LeapOne, profile.LandFree
			if p.Promotion.EndsMove = rng.IntN(3) == 0; p.Promotion.EndsMove { // felt where men are crowned amidst the board
				p.Promotion.When, p.Man.Capture = profile.AtRest, profile.CapturesAll
				for p.Promotion.Squares == "" {
					conformance.Resize(rng, p, 8, 8)
				}
			}
			if p.Capture.Precedence = nil; p.Capture.Obligation != profile.Free && rng.IntN(2) == 0 {
				p.Capture.Precedence = append(p.Capture.Precedence, profile.ByKingsTaken)
			}
			if rng.IntN(3) == 0 {
				p.Promotion.SpareMan = profile.SpareRequired
			}
			p.Settle()
		}
		setup := conformance.RandomSetup(rng, p)
		if rng.IntN(3) == 0 {
			setup = conformance.FewPieces(rng, p)
		}
		if men, kings := &setup.Men[setup.Mover], &setup.Kings[setup.Mover]; rng.IntN(2) == 0 { // men alone
			*men, *kings = men.Or(kings.Minus(p.PromotionSquares(setup.Mover))), board.Set{}
		}
		if p.Promotion.SpareMan == profile.SpareRequired && rng.IntN(2) == 0 { // none is spare before one is taken
			start := setup
			start.Mover = board.First
			p.Board.MenRows, p.Board.Start, p.Board.Setup = 0, "stated", &start
			conformance.NameSquares(p)
		}
		special, err := rules.Compile(p)
		if err != nil || !special.Special() { // axes that do not go together
			continue
		}
		general := special.General()
		s, err := special.Position(setup)
		require.NoError(t, err)
		a, b := rules.NewHistory(special, s), rules.NewHistory(general, s)
		made, sets := 0, conformance.Sets(p)
		for range 60 {
			s := a.State()
			require.Equal(t, b.State(), s, "%v", sets)
			require.Equal(t, b.Turns(), a.Turns(), "%v\n%+v", sets, s.Setup())
			require.Equal(t, b.Outcome(), a.Outcome(), "%v\n%+v", sets, s.Setup())
			require.Equal(t, b.Stale(), a.Stale())
			require.Equal(t, general.Key(&s), special.Key(&s))
			require.Equal(t, general.Quiescent(&s), special.Quiescent(&s))
			require.Equal(t, general.Due(nil, s), special.Due(nil, s), "%v\n%+v", sets, s.Setup())
			turns, more := special.Noisy(nil, &s)
			want, wantMore := general.Noisy(nil, &s)
			require.Equal(t, want, turns)
			require.Equal(t, wantMore, more)
			turns, _ = special.FirstStage(nil, &s)
			want, _ = general.FirstStage(nil, &s)
			require.Equal(t, want, turns)
			if n, ok := special.Steps(&s); ok {
				require.Equal(t, [2]int{general.Mobility(&s, board.First), general.Mobility(&s, board.Second)}, n)
			}
			if states%4 == 0 {
				require.Equal(t, general.Perft(s, 2, true), special.Perft(s, 2, true), "%v\n%+v", sets, s.Setup())
			}
			states++
			if !s.Kings(board.First).Or(s.Kings(board.Second)).Empty() {
				kings++
			}
			turns = a.Turns()
			if made > 0 && (len(turns) == 0 || rng.IntN(4) == 0) {
				a.Undo()
				b.Undo()
				made--
				continue
			}
			if len(turns) == 0 {
				break
			}
			turn := turns[rng.IntN(len(turns))]
			switch {
			case turn.Claim != rules.NoClaim:
				claims++
			case turn.Omission != profile.NoOmission:
				omissions++
			case turn.Action == rules.Capture:
				captures++
			}
			a.Play(turn)
			b.Play(turn)
			made++
		}
	}
	require.Greater(t, min(captures, omissions, kings), 500)
	require.Greater(t, claims, 100)
}
