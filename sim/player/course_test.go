package player

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/given"
	"varlab/internal/testing/long"
	"varlab/rules"
	"varlab/rules/board"
	tables "varlab/rules/exact"
	"varlab/rules/profile"
)

// between returns the bounds of what the present state is worth as far as depth turns
// and tables show, ply turns from the root.
func (p *search) between(h *rules.History, depth, ply int) (low, high int) {
	s := h.Now()
	if h.Stale() && !s.ClaimOpen() {
		v := p.scored(h.Drawn(), s, ply)
		return v, v
	}
	turns, o := h.Look(nil)
	if o.Over() {
		v := p.ended(s, ply)
		return v, v
	}
	if v, ok := p.exactScore(s, ply); h.Pieces() <= p.pieces && ok {
		return v, v
	}
	if depth == 0 {
		return -mate, mate
	}
	low, high = -mate, -mate
	for _, t := range turns {
		least := p.drawn(s, ply)
		most := least
		if t.Action != rules.CallDraw {
			mover := s.Mover()
			h.Play(t)
			least, most = p.between(h, depth-1, ply+1)
			if h.Now().Mover() != mover {
				least, most = -most, -least
			}
			h.Undo()
		}
		low, high = max(low, least), max(high, most)
	}
	return low, high
}

// What the search says lies between the bounds of a plain one: with draw clauses of
// every kind, automatic and on claim.
func TestSearchReadsDrawClauses(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1811))
	bound, drawn, profiles := 0, 0, 600
	if long.Form(t) {
		profiles = 1800
	}
	for range profiles {
		rs := conformance.RandomProfile(rng)
		if rs.Board.Rows*rs.Board.Columns > 50 {
			continue
		}
		rs.Draws = conformance.RandomDraws(rng)
		r := given.Compiled(t, rs)
		s, err := r.Position(conformance.FewPieces(rng, rs))
		require.NoError(t, err)
		p := newSearch(r, 100, 0, 0)
		p.plain, p.h = true, rules.NewHistory(r, s)
		p.nodes = math.MaxInt
		for range 12 {
			turns := p.h.Turns()
			if len(turns) == 0 {
				break
			}
			for depth := 1; depth <= 2; depth++ {
				p.NewGame()
				low, high := p.between(p.h, depth, 0)
				v := p.value(p.h.Now(), depth, 0, -infinity, infinity)
				require.True(t, low <= v && v <= high, "%d is not from %d to %d, depth %d\n%v\n%+v", v, low, high, depth, conformance.Sets(rs), p.h.Now().Setup())
				if low == high {
					bound++
					if low == 0 {
						drawn++
					}
				}
			}
			p.h.Play(turns[rng.IntN(len(turns))])
		}
	}
	t.Log(bound, drawn)
	require.Greater(t, bound, profiles/2)
	require.Greater(t, drawn, profiles/7)
}

// A mate that passes through tables of three pieces has the distance that tables of
// four show: never less, and no more where the search has looked so far.
func TestSearchMatesAsTablesDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1811))
	met, through := 0, 0
	for range 6 {
		rs := profile.Default()
		rs.Board.Rows, rs.Board.Columns, rs.Board.MenRows = 6, 4, 1
		rs.King.Range = []profile.Range{profile.Short, profile.Flying}[rng.IntN(2)]
		rs.Capture.Precedence = nil
		rs.Settle()
		rs.Man.Capture = []profile.ManCapture{profile.CapturesAll, profile.CapturesForward}[rng.IntN(2)]
		r := given.Compiled(t, rs)
		known := tables.New(r, "")
		ms, _, err := known.Accepted(4)
		require.NoError(t, err)
		require.NoError(t, known.Build(context.Background(), ms, tables.Options{}))
		for range 250 {
			s, err := r.Position(conformance.FewPieces(rng, rs))
			require.NoError(t, err)
			value, turns, ok := known.Probe(&s)
			if !ok || s.Pieces(0).Len()+s.Pieces(1).Len() < 4 {
				continue
			}
			p := newSearch(r, 1000, 0, 0)
			p.plain, p.nodes, p.endings, p.pieces, p.h = true, math.MaxInt, known, 3, rules.NewHistory(r, s)
			for depth := 1; depth <= 6; depth++ {
				low, high := -mate, mate
				if depth <= 3 {
					low, high = p.between(p.h, depth, 0)
				}
				v := p.value(&s, depth, 0, -infinity, infinity)
				require.True(t, low <= v && v <= high, "%d is not from %d to %d", v, low, high)
				agrees := func(v, value, turns, depth int) {
					if max(v, -v) < resolved {
						require.False(t, value != 0 && turns <= depth, "a mate in %d is not seen", turns)
						return
					}
					met++
					far := mate - max(v, -v)
					require.Equal(t, value > 0, v > 0)
					require.LessOrEqual(t, turns, far)
					if turns <= depth {
						require.Equal(t, turns, far)
					} else {
						through++
					}
				}
				agrees(v, value, turns, depth)
				// The search now remembers what follows, as a turn from here.
				for _, turn := range r.Moves(nil, s) {
					p.h.Play(turn)
					if value, turns, ok := known.Probe(p.h.Now()); ok && turns > 0 {
						agrees(p.value(p.h.Now(), depth-1, 0, -infinity, infinity), value, turns, depth-1)
					}
					p.h.Undo()
				}
			}
		}
	}
	t.Log(met, through)
	require.Greater(t, met, 500)
	require.Greater(t, through, 100)
}

// With draw odds a draw is as good as a win to one side, and as bad as a loss to the other.
func TestSearchKnowsDrawOdds(t *testing.T) {
	for odds, want := range map[profile.DrawOdds]int{profile.DrawHalf: 0, profile.DrawFirst: 1, profile.DrawSecond: -1} {
		rs := profile.Default()
		rs.Match.Draw = odds
		rs.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 2, OnClaim: true}}
		r := given.Compiled(t, rs)
		setup := board.Setup{Kings: [2]board.Set{board.SetOf(0), board.SetOf(3)}}
		s, err := r.Position(setup)
		require.NoError(t, err)
		p := newSearch(r, 100, 4, 0)
		p.h, p.pieces = rules.NewHistory(r, s), 2
		v, ok := p.exactScore(&s, 0)
		require.True(t, ok)
		require.Equal(t, want, cmp.Compare(v, 0))
		require.Equal(t, want*mate, p.drawn(&s, 0))
	}
}
