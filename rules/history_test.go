package rules_test

import (
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// game plays turns in hub notation and stops at the first that is not legal.
type game struct {
	t *testing.T
	h *rules.History
	n *notation.Notation
}

func begin(t *testing.T, fen string, change func(*profile.Profile)) *game {
	t.Helper()
	r := given.Default(t, change)
	s := r.Start()
	if fen != "" {
		s = given.State(t, r, fen)
	}
	return &game{t, rules.NewHistory(r, s), notation.Of(r.Profile())}
}

func (g *game) play(turns ...string) *game {
	g.t.Helper()
	for _, text := range turns {
		s := g.h.State()
		require.False(g.t, g.h.Outcome().Over(), "over before %s: %v", text, g.h.Outcome())
		turn, err := g.n.Parse(text, s.Setup(), g.h.Turns())
		require.NoError(g.t, err)
		g.h.Play(turn)
	}
	return g
}

func (g *game) turns() []string {
	s := g.h.State()
	return g.n.Lines(notation.Hub, s.Setup(), g.h.Turns())
}

func (g *game) stands(result rules.Result, reason rules.Reason) {
	g.t.Helper()
	require.Equal(g.t, rules.Outcome{Result: result, Reason: reason}, g.h.Outcome())
}

func draws(clauses ...profile.DrawClause) func(*profile.Profile) {
	return func(p *profile.Profile) { p.Draws = clauses }
}

var souffler = given.Claimable(profile.HuffRemedy, profile.CompelRemedy, profile.WaiveRemedy)

var thrice = profile.DrawClause{Kind: profile.Repetition, Count: 3, SideToMove: true}

func TestRepetitionWithoutTheSideToMove(t *testing.T) {
	// After two moves the same pieces stand, but the other side is on move.
	g := begin(t, "W:WK48:BK3", draws(profile.DrawClause{Kind: profile.Repetition, Count: 2}))
	g.play("48-43", "3-8", "43-39", "8-3", "39-48").stands(rules.Draw, rules.Repetition)
	g = begin(t, "W:WK48:BK3", draws(profile.DrawClause{Kind: profile.Repetition, Count: 2, SideToMove: true}))
	g.play("48-43", "3-8", "43-39", "8-3", "39-48").stands(rules.Ongoing, "")
}

func TestRepetitionOnClaimIsATurn(t *testing.T) {
	c := thrice
	c.Count, c.OnClaim = 2, true
	g := begin(t, "W:WK48:BK3", draws(c))
	require.NotContains(t, g.turns(), "draw")
	g.play("48-43", "3-8", "43-48", "8-3").stands(rules.Ongoing, "")
	require.Contains(t, g.turns(), "draw")
	g.play("draw").stands(rules.Draw, rules.Repetition)
}

func TestQuietPliesOfOneSide(t *testing.T) {
	one := profile.DrawClause{Kind: profile.Quiet, Plies: 2, Moves: profile.KingMoves, Side: profile.OneSide}
	begin(t, "W:WK48,45:BK3", draws(one)).play("45-40", "3-8", "48-43", "8-3").stands(rules.Draw, rules.QuietPlies)
}

// Half of the plies before the game were each side's, rounded down.
func TestBeginAfterCountsEachSidesMoves(t *testing.T) {
	one := profile.DrawClause{Kind: profile.Quiet, Plies: 5, Moves: profile.KingMoves, Side: profile.OneSide}
	g := begin(t, "W:WK48:BK3", draws(one))
	start := g.h.State()
	for quiet, turns := range map[int][]string{6: {"48-43", "3-8", "43-48"}, 7: {"48-43", "3-8", "43-48"}, 8: {"48-43"}, 9: {"48-43"}} {
		g.h.BeginAfter(start, quiet)
		g.play(turns...).stands(rules.Draw, rules.QuietPlies) // and not before, since play goes on
	}
	both := one
	both.Side = profile.BothSides
	g = begin(t, "W:WK48:BK3", draws(both))
	g.h.BeginAfter(start, 3)
	require.Equal(t, 3, g.h.QuietPlies())
	g.play("48-43", "3-8").stands(rules.Draw, rules.QuietPlies)
}

// What the clauses leave is a bound: the side whose own moves are counted may be the first
// to make them, and each side has its own count.
func TestLeft(t *testing.T) {
	quiet := func(side profile.Counting) *game {
		return begin(t, "W:WK48,45:BK3", draws(profile.DrawClause{Kind: profile.Quiet, Plies: 10, Moves: profile.KingMoves, Side: side}))
	}
	for _, c := range []struct {
		g     *game
		plays []string
		left  int
	}{
		{quiet(profile.BothSides), nil, 10},
		{quiet(profile.BothSides), []string{"48-43", "3-8", "43-48"}, 7},
		{quiet(profile.BothSides), []string{"48-43", "3-8", "45-40"}, 10},
		{quiet(profile.OneSide), nil, 19},
		{quiet(profile.OneSide), []string{"48-43"}, 18},
		{quiet(profile.OneSide), []string{"48-43", "3-8"}, 17},
		{quiet(profile.OneSide), []string{"45-40", "3-8"}, 18},
		{quiet(profile.OneSide), []string{"45-40", "3-8", "48-43"}, 17},
	} {
		c.g.play(c.plays...)
		require.Equal(t, c.left, c.g.h.Left(), c.plays)
	}
}

// A position that may come back is one that was there since the last turn which nothing
// can undo, as often as leaves one time.
func TestRecurring(t *testing.T) {
	of := func(g *game) (fens []string) {
		for _, s := range g.h.Recurring() {
			fens = append(fens, notation.NewBoard(&g.h.Rules().Profile().Board).WriteFEN(s.Setup()))
		}
		return fens
	}
	g := begin(t, "W:WK48,45:BK3", draws(thrice))
	g.play("48-43", "3-8", "43-48")
	require.Empty(t, of(g))
	g.play("8-3")
	require.Equal(t, []string{"W:W45,K48:BK3"}, of(g))
	g.play("48-43")
	require.Equal(t, []string{"B:WK43,45:BK3", "W:W45,K48:BK3"}, of(g))
	g.play("3-8", "45-40")
	require.Empty(t, of(g))
}

func TestMaterialCountsFromWhereItStands(t *testing.T) {
	m := profile.DrawClause{
		Kind: profile.Material, Strong: []string{"KK", "KM", "K"}, Weak: []string{"K"},
		Plies: 2, Diagonal: profile.AnyWhere, Restart: profile.OnMaterial,
	}
	// The capture makes the material; two plies later the count is full.
	g := begin(t, "W:WK47,K48:BK5,42", draws(m))
	g.play("47x38x42").stands(rules.Ongoing, "")
	g.play("5-10").stands(rules.Ongoing, "")
	g.play("48-43").stands(rules.Draw, rules.Material)

	// A crowning changes the material to another of the clause's patterns.
	g = begin(t, "W:W6,K48:BK45", draws(m))
	g.play("6-1", "45-50").stands(rules.Ongoing, "")
	g.play("48-43").stands(rules.Draw, rules.Material)
}

func TestStopUnlessAWinIsThere(t *testing.T) {
	stop := profile.DrawClause{Kind: profile.Stop, Strong: []string{"KKK"}, Weak: []string{"K"}, WithinMoves: 1, Outcome: profile.StopVoid}
	begin(t, "W:WK47,K48,K49:BK5", draws(stop)).stands(rules.Void, rules.Stop)

	// White shuts the king in the corner at once; with any other move the one
	// move that the clause grants is spent.
	shut := begin(t, "W:WK1,K17,K16:BK6", draws(stop))
	shut.stands(rules.Ongoing, "")
	shut.play("16-11").stands(rules.FirstWins, rules.NoMoves)
	shut.h.Undo()
	shut.play("16-2").stands(rules.Void, rules.Stop)
}

func TestStopGrantsTheMovesOfAForcedWin(t *testing.T) {
	stop := profile.DrawClause{Kind: profile.Stop, Strong: []string{"KKK"}, Weak: []string{"K"}, WithinMoves: 3, Outcome: profile.StopDraws}
	g := begin(t, "W:WK1,K17,K16:BK6", draws(stop))
	g.play("17-3", "6-33", "1-34", "33-44").stands(rules.Ongoing, "")
	g.play("16-21").stands(rules.Draw, rules.Stop)
}

// White can take 33, and does not win by it. Only where that is owed does the clause
// wait for it.
func TestStopWaitsForADueCaptureAlone(t *testing.T) {
	for obligation, result := range map[profile.Obligation]rules.Result{profile.Compulsory: rules.Ongoing, profile.Free: rules.Draw} {
		g := begin(t, "W:WK47,K48,K49:BK33,6", func(p *profile.Profile) {
			p.Capture.Obligation, p.Capture.Precedence = obligation, nil
			p.Settle()
			p.Draws = []profile.DrawClause{{Kind: profile.Stop, Strong: []string{"KKK"}, Weak: []string{"KM"}, WithinMoves: 1, Outcome: profile.StopDraws}}
		})
		require.Equal(t, result, g.h.Outcome().Result)
	}
}

// White offers a king and takes two moves to win. Black may leave the offer, but to
// have it taken is no move of White's.
func TestStopCountsNoCompelAsAMove(t *testing.T) {
	for within, result := range map[int]rules.Result{1: rules.Draw, 2: rules.Ongoing} {
		g := begin(t, "W:WK39,K45:BK29", func(p *profile.Profile) {
			p.King.Range = profile.Short
			given.Claimable(profile.CompelRemedy, profile.WaiveRemedy)(p)
			p.Claim.Covers = []profile.Omission{profile.Missed}
			p.Draws = []profile.DrawClause{{Kind: profile.Stop, Strong: []string{"KK"}, Weak: []string{"K"}, WithinMoves: within, Outcome: profile.StopDraws}}
		})
		require.Equal(t, result, g.h.Outcome().Result)
		if result == rules.Ongoing {
			g.play("39-34", "29-23", "compel", "29x40x34", "45x34x40").stands(rules.FirstWins, rules.NoPieces)
		}
	}
}

func TestClaimComesBeforeTheDraw(t *testing.T) {
	// White repeats by leaving a capture untaken: the draw waits for the claim.
	g := begin(t, "W:WK46,K49:BK5,K4,28", func(p *profile.Profile) {
		souffler(p)
		p.Draws = []profile.DrawClause{{Kind: profile.Quiet, Plies: 1, Moves: profile.KingMoves, Side: profile.BothSides}}
	})
	g.play("49-44").stands(rules.Ongoing, "")
	require.Equal(t, []string{"compel", "huff@46/"}, []string{g.turns()[0], g.turns()[1][:8]})
	require.Contains(t, g.turns(), "waive")
	for _, turn := range g.turns() {
		require.Regexp(t, "^(compel|huff@46/|waive)", turn)
	}
	g.play("waive").stands(rules.Draw, rules.QuietPlies)
	g.h.Undo()
	g.play("compel").stands(rules.Ongoing, "")
	require.Equal(t, 0, g.h.Plies(), "what was taken back never occurred")
	for _, turn := range g.turns() {
		require.Regexp(t, "^46x.*x28$", turn)
	}
}

func TestLastPiece(t *testing.T) {
	single := func(p *profile.Profile) {
		souffler(p)
		p.Ending.LastPiece = profile.LastLoses
	}
	begin(t, "W:W28,50:B1,22", single).play("28x17x22").stands(rules.FirstWins, rules.LastPiece)
	begin(t, "W:W28:B22", single).stands(rules.SecondWins, rules.LastPiece) // the player on move

	// A huff that leaves a single piece is a whole turn.
	g := begin(t, "W:W28,50:B1,22", single).play("50-44")
	require.Contains(t, g.turns(), "huff@28")
	g.play("huff@28").stands(rules.SecondWins, rules.LastPiece)

	// Whom an omission leaves a single piece can only compel or accept.
	g = begin(t, "W:W28,50:B12,22", single).play("28x17x22")
	g.stands(rules.Ongoing, "")
	require.Equal(t, []string{"compel", "waive"}, g.turns())
	g.play("waive").stands(rules.FirstWins, rules.LastPiece)
	g.h.Undo()
	g.play("compel", "28x8x12x22").stands(rules.FirstWins, rules.NoPieces)
}

func TestFirstKing(t *testing.T) {
	breakthrough := func(p *profile.Profile) {
		souffler(p)
		p.Ending.FirstKing = profile.KingWins
	}
	begin(t, "W:W7,50:B12,45", breakthrough).stands(rules.Ongoing, "")
	begin(t, "W:W7:B45", breakthrough).play("7-1").stands(rules.FirstWins, rules.FirstKing)
	begin(t, "W:WK7:B45", breakthrough).stands(rules.FirstWins, rules.FirstKing)
	begin(t, "W:WK7:BK45", breakthrough).stands(rules.SecondWins, rules.FirstKing) // the player not on move

	// A man that passes the last row has no king.
	begin(t, "W:W12:B8,9,45", breakthrough).play("12x14x8x9").stands(rules.Ongoing, "")

	// A king that comes of an omission may be huffed, or taken back with it.
	g := begin(t, "W:W7,28:B22,45", breakthrough).play("7-1")
	g.stands(rules.Ongoing, "")
	require.Equal(t, []string{"compel", "waive"}, g.turns())
	g.play("waive").stands(rules.FirstWins, rules.FirstKing)
	g = begin(t, "W:W12:B7,18,23,45", breakthrough).play("12x1")
	g.stands(rules.FirstWins, rules.FirstKing)
}

func TestPassAndBothBlocked(t *testing.T) {
	pass := func(p *profile.Profile) {
		p.Ending.NoMoves, p.Ending.BothBlocked = profile.Passes, profile.BlockedDraws
	}
	g := begin(t, "B:W41,47,45:B36", pass)
	require.Equal(t, []string{"pass"}, g.turns())
	g.play("pass", "45-40", "pass").stands(rules.Ongoing, "")

	full := "W:W5,6,7,8:B1,2,3,4"
	small := func(both profile.Blocked) func(*profile.Profile) {
		return func(p *profile.Profile) {
			p.Board.Rows, p.Board.Columns, p.Board.MenRows = 4, 4, 1
			p.Ending.BothBlocked = both
		}
	}
	begin(t, full, small(profile.BlockedDraws)).stands(rules.Draw, rules.BothBlocked)
	begin(t, full, small(profile.AsNoMoves)).stands(rules.SecondWins, rules.NoMoves)
	begin(t, full, func(p *profile.Profile) {
		small(profile.BlockedDraws)(p)
		p.Ending.NoMoves = profile.Passes
	}).stands(rules.Draw, rules.BothBlocked)
}

// A history that begins again knows nothing of the game before.
func TestBeginAgain(t *testing.T) {
	g := begin(t, "W:WK48:BK3", draws(thrice))
	start := g.h.State()
	for range 2 {
		g.h.Begin(start)
		require.Equal(t, 0, g.h.Plies())
		g.play("48-43", "3-8", "43-48", "8-3", "48-43", "3-8", "43-48").stands(rules.Ongoing, "")
		g.play("8-3").stands(rules.Draw, rules.Repetition)
		require.Equal(t, 8, g.h.QuietPlies())
	}
}
