package conformance

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// RandomProfile returns a valid profile drawn from all axes that change a game,
// draw clauses excepted, with any names of squares. Claimable obligations, small
// boards and two or more remedies are drawn more often than others: there is
// most to go wrong.
//
// Each axis is drawn from a stream of its own, seeded by its key, so that a new axis
// changes no other draw.
func RandomProfile(rng *rand.Rand) *profile.Profile {
	for {
		seed := rng.Uint64()
		stream := func(key string) *rand.Rand {
			h := fnv.New64a()
			h.Write([]byte(key))
			return rand.New(rand.NewPCG(seed, h.Sum64()))
		}
		p := profile.Default()
		p.ID = fmt.Sprintf("random-%d", seed)
		sizes := stream("board").IntN(6)
		for i := range profile.Axes {
			a := &profile.Axes[i]
			if a.Key == "draw" || a.Kind == profile.Text || !a.Plays && !strings.HasPrefix(a.Key, "board.") {
				continue
			}
			if !a.Applies(p) {
				a.Clear(p)
				continue
			}
			if err := a.Set(p, randomValue(stream(a.Key), a, sizes)); err != nil {
				panic(err)
			}
		}
		if p.Settle(); len(profile.Check(p)) > 0 {
			continue
		}
		if squares := stream("promotion.squares"); squares.IntN(4) == 0 && p.Promotion.When != profile.Never {
			setSquares(squares, p, squares.IntN(3) > 0)
		}
		if start := stream("board.start"); start.IntN(4) == 0 {
			setStart(p, RandomSetup(start, p))
		}
		if _, err := rules.Compile(p); err == nil {
			return p
		}
	}
}

// setStart makes s the start of p's games, with the first mover on move.
func setStart(p *profile.Profile, s board.Setup) {
	s.Mover = board.First
	p.Board.MenRows = 0
	p.Board.Start, p.Board.Setup = "stated", &s
	NameSquares(p)
}

// NameSquares writes where games begin and where men are crowned, if p states it, in the
// names that p's squares have.
func NameSquares(p *profile.Profile) {
	names := notation.NewBoard(&p.Board)
	if p.Board.Start != "" {
		p.Board.Start = names.WriteFEN(*p.Board.Setup)
	}
	if p.Promotion.Squares != "" {
		p.Promotion.Squares = names.WriteFEN(*p.Promotion.Setup)
	}
}

// setSquares has men of p crowned on a few squares anywhere; with round those of one side
// are the other's, the board turned round.
func setSquares(rng *rand.Rand, p *profile.Profile, round bool) {
	grid := p.Board.Grid()
	var on board.Setup
	for range 1 + rng.IntN(6) {
		q := nth(grid.All(), rng.IntN(grid.All().Len()))
		row, col := grid.Place(q)
		other, _ := grid.Square(grid.Rows-1-row, grid.Columns-1-col)
		if !round {
			other = nth(grid.All(), rng.IntN(grid.All().Len()))
		}
		for side, q := range []board.Square{q, other} {
			if !on.Men[1-side].Has(q) {
				on.Men[side] = on.Men[side].With(q)
			}
		}
	}
	p.Promotion.Squares, p.Promotion.Setup = "stated", &on
	NameSquares(p)
}

// Resize puts p on a board of that size with a row of men on either side; every third
// time men are crowned elsewhere than on the last row. Then p may not compile.
func Resize(rng *rand.Rand, p *profile.Profile, rows, columns int) {
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = rows, columns, 1
	p.Board.Start, p.Promotion.Squares = "", ""
	if rng.IntN(3) == 0 {
		setSquares(rng, p, true)
	}
}

func randomValue(rng *rand.Rand, a *profile.Axis, sizes int) any {
	switch a.Key {
	case "board.rows", "board.columns":
		switch sizes {
		case 0: // boards that may not fit one word
			return 10 + rng.IntN(board.MaxSide-9)
		case 1:
			return 4 + rng.IntN(board.MaxSide-3)
		}
		return 4 + rng.IntN(6)
	case "king.repeat_limit":
		return max(0, rng.IntN(6)-2)
	case "capture.obligation":
		if rng.IntN(2) == 0 {
			return "claimable"
		}
	case "capture.king_value": // where kings and men come to the same
		return []int{50, 100, 149, 150, 200, 300}[rng.IntN(6)]
	case "ending.first_king": // where it wins, positions with kings show nothing else
		return a.Values[rng.IntN(8)/7].Word
	case "ending.last_piece", "match.draw", "king.landing", "king.leap", "promotion.spare_man", "capture.directions", "man.chain", "king.chain", "board.squares", "man.moves":
		if rng.IntN(2) == 0 {
			return a.Values[0].Word
		}
	}
	switch a.Kind {
	case profile.Flag:
		return rng.IntN(2) == 0
	case profile.Number:
		return a.Min + rng.IntN(a.Max-a.Min+1)
	case profile.Words:
		words := []string{}
		for _, k := range rng.Perm(len(a.Values)) {
			if w := a.Values[k].Word; w != "" && rng.IntN(2) == 0 {
				words = append(words, w)
			}
		}
		return words
	}
	return a.Values[rng.IntN(len(a.Values))].Word
}

// RandomSetup returns a position of p, reachable or not: few pieces or many, no
// kings or only kings; every third time a few pieces of the side on move among many
// that stand apart, where captures are long and have many ways to go; every sixth
// time a crowd of kings, up to 24 a side.
func RandomSetup(rng *rand.Rand, p *profile.Profile) board.Setup {
	grid := p.Board.Grid()
	s := board.Setup{Mover: board.Side(rng.IntN(2))}
	density := 8 + rng.IntN(50) // per cent
	kings := []int{0, 10, 40, 100}[rng.IntN(4)]
	most := [2]int{5 + rng.IntN(20), 5 + rng.IntN(20)} // by side
	apart := false
	switch rng.IntN(6) {
	case 0, 1:
		apart, density, kings = true, 100, 50
		most[s.Mover] = 1 + rng.IntN(3)
	case 2:
		density, kings = 30+rng.IntN(50), 100
		most = [2]int{10 + rng.IntN(15), 10 + rng.IntN(15)}
	}
	waits := p.Promotion.SpareMan == profile.SpareRequired
	for _, k := range rng.Perm(grid.All().Len()) {
		q := nth(grid.All(), k)
		if rng.IntN(100) >= density {
			continue
		}
		side := board.Side(rng.IntN(2))
		if s.Men[side].Len()+s.Kings[side].Len() >= most[side] {
			continue
		}
		if apart && (side != s.Mover && touches(grid, q, s) || rng.IntN(4) == 0) {
			continue
		}
		last := p.PromotionSquares(side).Has(q)
		switch {
		case rng.IntN(100) < kings:
			s.Kings[side] = s.Kings[side].With(q)
		case !last || waits && rng.IntN(2) == 0:
			s.Men[side] = s.Men[side].With(q)
		}
	}
	if p.Promotion.When == profile.Never {
		for side := range s.Men {
			s.Men[side], s.Kings[side] = s.Men[side].Or(s.Kings[side]), board.Set{}
		}
	}
	return s
}

// RandomDraws returns draw clauses of every kind, with numbers so small that they
// come to apply.
func RandomDraws(rng *rand.Rand) []profile.DrawClause {
	patterns := []string{"K", "KK", "KKK", "M", "MM", "KM", "KKM", "KMM", "K+", "KK+", "K+", "KM+"}
	draws := make([]profile.DrawClause, rng.IntN(5))
	for i := range draws {
		c := &draws[i]
		c.Kind = profile.ClauseKind(1 + rng.IntN(len(profile.ClauseKinds)))
		for _, f := range profile.ClauseFields[c.Kind] {
			var v any
			switch f.Kind {
			case profile.Flag:
				if v = c.Plies%2 == 0 && !c.OnClaim; f.Key != "strong_loses" { // which on_claim excludes
					v = rng.IntN(2) == 0
				}
			case profile.Number:
				switch f.Key {
				case "limit_positions":
					v = 1 << rng.IntN(9)
				case "count":
					v = 2 + rng.IntN(1+rng.IntN(3))
				case "within_moves":
					v = 1 + rng.IntN(2+rng.IntN(2)) // three are a long search
				default:
					v = f.Min + rng.IntN(6)
				}
			case profile.Materials:
				some := []string{}
				for range 1 + rng.IntN(5) {
					some = append(some, patterns[rng.IntN(len(patterns))])
				}
				v = some
			default:
				v = f.Words[rng.IntN(len(f.Words))]
			}
			if err := f.Set(c, v); err != nil {
				panic(err)
			}
		}
		c.Fewest, c.Most = min(c.Fewest, c.Most), max(c.Fewest, c.Most)
	}
	return draws
}

// FewPieces returns a position of p with a piece or two on each side, or some more:
// kings mostly, or men alone.
func FewPieces(rng *rand.Rand, p *profile.Profile) board.Setup {
	grid := p.Board.Grid()
	s := board.Setup{Mover: board.Side(rng.IntN(2))}
	squares, kings := rng.Perm(grid.All().Len()), []int{0, 60, 90}[rng.IntN(3)]
	for i, k := range squares[:min(len(squares), 2+rng.IntN(2+rng.IntN(9)))] {
		q, side := nth(grid.All(), k), board.Side(i%2)
		if i > 3 {
			side = board.Side(rng.IntN(2))
		}
		last := p.PromotionSquares(side).Has(q)
		switch {
		case rng.IntN(100) < kings || last && p.Promotion.SpareMan != profile.SpareRequired:
			s.Kings[side] = s.Kings[side].With(q)
		default:
			s.Men[side] = s.Men[side].With(q)
		}
	}
	if p.Promotion.When == profile.Never {
		for side := range s.Men {
			s.Men[side], s.Kings[side] = s.Men[side].Or(s.Kings[side]), board.Set{}
		}
	}
	return s
}

// touches reports whether a piece stands diagonally next to q, or q is at the edge.
func touches(grid board.Grid, q board.Square, s board.Setup) bool {
	row, col := grid.Place(q)
	for _, d := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		n, ok := grid.Square(row+d[0], col+d[1])
		if !ok || s.Men[0].Or(s.Men[1]).Or(s.Kings[0]).Or(s.Kings[1]).Has(n) {
			return true
		}
	}
	return false
}

func nth(s board.Set, k int) board.Square {
	for range k {
		s = s.Without(s.First())
	}
	return s.First()
}

// startOf returns the position in which p's games begin.
func startOf(p *profile.Profile) board.Setup {
	r, err := rules.Compile(p)
	if err != nil {
		panic(err)
	}
	return r.Setup()
}
