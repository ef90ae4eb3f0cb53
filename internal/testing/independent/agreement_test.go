package independent_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"varlab/internal/testing/given"
	"varlab/internal/testing/independent"
	"varlab/internal/testing/oracle"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
)

// scattered is the number of positions in which each rule set is compared.
const scattered = 2000

type (
	position = independent.Board
	square   = independent.Square
)

// A game is a rule set and what the independent generator makes of it.
type game struct {
	ref   string
	turns func(position, bool) []independent.Turn
	size  int
	name  func(square) string // of a square, as varlab names it
	kings bool
	huff  *independent.Alquerque // captures are owed, on pain of a huff
	all   bool                   // of all pieces at fault, not of one
}

func turkish(ref string, reading independent.Turkish) game {
	return game{ref: ref, turns: reading.Turns, size: 8, name: square.String, kings: true}
}

func alquerque(ref string, reading independent.Alquerque) game {
	name := func(s square) string { return strconv.Itoa((5-s.Row)*5 + s.Column) }
	return game{ref: ref, turns: reading.Turns, size: 5, name: name}
}

func huffing(ref string, all bool) game {
	reading := independent.Alquerque{MayStop: true}
	g := alquerque(ref, reading)
	g.huff, g.all = &reading, all
	return g
}

func TestAgreement(t *testing.T) {
	for _, g := range []game{
		turkish("turkish", independent.Turkish{}),
		turkish("turkish+crowned-in-passing", independent.Turkish{CrownedInPassing: true}),
		alquerque("alquerque", independent.Alquerque{}),
		alquerque("alquerque+must-take", independent.Alquerque{MustTake: true}),
		alquerque("alquerque+never-back", independent.Alquerque{NeverBack: true}),
		alquerque("alquerque+stop-at-will", independent.Alquerque{MayStop: true}),
		alquerque("alquerque+must-take+never-back+stop-at-will", independent.Alquerque{MustTake: true, NeverBack: true, MayStop: true}),
		huffing("alquerque+huff", false),
		huffing("alquerque+huff-all", true),
	} {
		t.Run(g.ref, func(t *testing.T) {
			r := given.Rules(t, g.ref)
			b := bench{game: g, rules: r, slow: oracle.New(r.Profile()), names: notation.NewBoard(&r.Profile().Board)}
			rng := rand.New(rand.NewPCG(74, 1283))
			for range scattered {
				pieces, white := g.position(rng), rng.IntN(2) == 0
				if err := b.differ(pieces, white); err != nil {
					t.Fatalf("varlab moves '%s' --fen %s: %v", g.ref, b.names.WriteFEN(b.setup(pieces, white)), err)
				}
			}
		})
	}
}

// position scatters few pieces or many, of which none, few or half are kings.
func (g *game) position(rng *rand.Rand) position {
	most := 1 + rng.IntN(g.size*g.size/3)
	kings := rng.IntN(3)
	pieces := position{}
	for _, white := range []bool{true, false} {
		for range 1 + rng.IntN(most) {
			at := square{Column: 1 + rng.IntN(g.size), Row: 1 + rng.IntN(g.size)}
			piece := independent.Piece{White: white, King: g.kings && rng.IntN(8) < kings*kings}
			if _, occupied := pieces[at]; occupied || g.kings && !piece.King && at.Row == map[bool]int{true: g.size, false: 1}[white] {
				continue // taken, or a man where he would be a king
			}
			pieces[at] = piece
		}
	}
	return pieces
}

// A bench holds the generators of a game.
type bench struct {
	game
	rules *rules.Rules
	slow  *oracle.Game
	names *notation.Board
}

func (b *bench) at(s square) board.Square {
	q, err := b.names.Square(b.name(s))
	if err != nil {
		panic(err)
	}
	return q
}

func (b *bench) set(squares []square) (set board.Set) {
	for _, s := range squares {
		set = set.With(b.at(s))
	}
	return set
}

func (b *bench) setup(pieces position, white bool) (setup board.Setup) {
	for s, piece := range pieces {
		setup.Put(side(piece.White), b.at(s), piece.King)
	}
	setup.Mover = side(white)
	return setup
}

// side is varlab's: White has the first move in both games.
func side(white bool) board.Side {
	if white {
		return board.First
	}
	return board.Second
}

// differ says in what the generators differ on a position, and, but for the oracle, on one
// that follows it, where a piece may be huffed.
func (b *bench) differ(pieces position, white bool) error {
	s, err := b.rules.Position(b.setup(pieces, white))
	if err != nil {
		return err
	}
	ours, theirs := b.rules.Moves(nil, s), b.slow.Turns(b.slow.FromSetup(s.Setup()))
	if len(ours) != len(theirs) || slices.ContainsFunc(theirs, func(turn rules.Turn) bool { return !slices.Contains(ours, turn) }) {
		return fmt.Errorf("the turns are %v, in the oracle %v", ours, theirs)
	}
	omission, err := b.differAfter(s, white, []claim{{pieces: pieces}})
	if err != nil || omission == nil {
		return err
	}
	after := omission.After(pieces)
	claims := []claim{{pieces: after}}
	for _, group := range b.huffs(b.huff.Forfeits(pieces, white, *omission)) {
		left := maps.Clone(after)
		for _, gone := range group {
			delete(left, gone)
		}
		if slices.ContainsFunc(slices.Collect(maps.Values(left)), func(piece independent.Piece) bool { return piece.White == white }) {
			claims = append(claims, claim{b.set(group), left})
		}
	}
	i := slices.IndexFunc(ours, func(our rules.Turn) bool { return b.same(our, *omission) })
	if _, err = b.differAfter(b.rules.Play(s, ours[i]), !white, claims); err != nil {
		return fmt.Errorf("after %v: %w", omission, err)
	}
	return nil
}

// huffs groups the pieces at fault as they can be taken away together.
func (b *bench) huffs(forfeits []square) (groups [][]square) {
	if b.all {
		return [][]square{forfeits}
	}
	for _, forfeit := range forfeits {
		groups = append(groups, []square{forfeit})
	}
	return groups
}

// A claim is what a turn begins with: the pieces that it huffs, if any, and
// those that are left.
type claim struct {
	huffs  board.Set
	pieces position
}

func (b *bench) same(our rules.Turn, turn independent.Turn) bool {
	return our.From == b.at(turn.Route[0]) && our.To == b.at(turn.To()) &&
		our.Captured == b.set(turn.Taken) && our.Promotes == turn.Crowned
}

// differAfter compares the turns of a state, with what they lead to, the routes
// of captures, and the pieces that can be huffed for them. It returns the
// first turn by name for which one can be.
func (b *bench) differAfter(s rules.State, white bool, claims []claim) (omission *independent.Turn, err error) {
	ours := b.rules.Moves(nil, s)
	ways := map[rules.Turn]uint64{}
	for _, claim := range claims {
		for _, turn := range b.turns(claim.pieces, white) {
			i := slices.IndexFunc(ours, func(our rules.Turn) bool { return b.same(our, turn) && s.Huffs(our) == claim.huffs })
			if i < 0 {
				return nil, fmt.Errorf("%v is in the independent generator alone", turn)
			}
			our := ours[i]
			ways[our]++
			next := b.rules.Play(s, our)
			if got, want := next.Setup(), b.setup(turn.After(claim.pieces), !white); got != want {
				return nil, fmt.Errorf("%v leads to %s, in the independent generator to %s", turn, b.names.WriteFEN(got), b.names.WriteFEN(want))
			}
			if b.huff == nil {
				continue
			}
			forfeits := b.huff.Forfeits(claim.pieces, white, turn)
			if our.Huffable != b.set(forfeits) {
				return nil, fmt.Errorf("after %v other pieces can be huffed than %v", turn, forfeits)
			}
			if len(forfeits) > 0 && (omission == nil || turn.String() < omission.String()) {
				omission = &turn
			}
		}
	}
	for _, our := range ours {
		switch want := ways[our]; {
		case our.Action == rules.Nothing: // a huff of the last piece
		case want == 0:
			return nil, fmt.Errorf("%v is in varlab alone", our)
		case our.Action == rules.Capture && b.rules.Ways(s.Setup(), &our) != want:
			return nil, fmt.Errorf("%v has %d routes, in the independent generator %d", our, b.rules.Ways(s.Setup(), &our), want)
		}
	}
	return omission, nil
}

// perft counts the games of depth turns. With routes, two ways of one piece to
// the same end that take the same pieces are two turns.
func (g *game) perft(pieces position, white bool, depth int, routes bool) (count uint64) {
	if depth == 0 {
		return 1
	}
	seen := map[string]bool{}
	for _, turn := range g.turns(pieces, white) {
		if name := turn.String(); routes || !seen[name] {
			seen[name] = true
			count += g.perft(turn.After(pieces), !white, depth-1, routes)
		}
	}
	return count
}

// The independent generator takes a minute to count 10,782,382 games of seven
// turns of Turkish draughts with routes and 10,782,308 without: the published
// numbers, which package rules counts too.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		game
		start position
		depth int
	}{
		{turkish("turkish", independent.Turkish{}), independent.Turkish{}.Start(), 5},
		{alquerque("alquerque", independent.Alquerque{}), independent.Alquerque{}.Start(), 6},
	} {
		r := given.Rules(t, c.ref)
		if got, want := r.Perft(r.Start(), c.depth, false), c.perft(c.start, true, c.depth, false); got != want {
			t.Errorf("%s: %d games, in the independent generator %d", c.ref, got, want)
		}
		if got, want := r.PerftRoutes(r.Start(), c.depth, false), c.perft(c.start, true, c.depth, true); got != want {
			t.Errorf("%s, with routes: %d games, in the independent generator %d", c.ref, got, want)
		}
	}
}
