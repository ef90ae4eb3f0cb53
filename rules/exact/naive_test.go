package exact_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/given"
	"varlab/internal/testing/long"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/exact"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/variants/content"

	"github.com/stretchr/testify/require"
)

// naive values every state that some first states lead to, claims and compelled
// answers included, by trying all distances in turn. It knows states and turns and
// nothing else, and takes its time.
type naive struct {
	r      *rules.Rules
	number map[rules.State]int
	states []rules.State
	next   [][]int32
	value  []int8 // 0 where open
	turns  []int32
}

func (n *naive) add(s rules.State) int32 {
	if i, ok := n.number[s]; ok {
		return int32(i)
	}
	i := len(n.states)
	n.number[s] = i
	n.states = append(n.states, s)
	return int32(i)
}

func solveNaively(r *rules.Rules, first []rules.State) *naive {
	return solveUpTo(math.MaxInt, r, first)
}

// solveUpTo is solveNaively, but nil if the states are more than a number.
func solveUpTo(most int, r *rules.Rules, first []rules.State) *naive {
	n := &naive{r: r, number: map[rules.State]int{}}
	for _, s := range first {
		n.add(s)
	}
	var turns []rules.Turn
	for i := 0; i < len(n.states); i++ {
		if len(n.states) > most {
			return nil
		}
		s := n.states[i]
		n.next, n.value, n.turns = append(n.next, nil), append(n.value, 0), append(n.turns, -1)
		o := rules.NewHistory(r, s).Outcome()
		turns = r.Moves(turns[:0], s)
		if o.Over() || len(turns) == 0 {
			n.turns[i] = 0
			switch o.Result {
			case rules.WinOf(s.Mover()):
				n.value[i] = 1
			case rules.WinOf(s.Mover().Other()):
				n.value[i] = -1
			}
			continue
		}
		for _, t := range turns {
			j := n.add(r.Play(s, t))
			n.next[i] = append(n.next[i], j)
		}
	}
	for d := int32(1); ; d++ {
		found := false
		for i, next := range n.next {
			if n.turns[i] >= 0 {
				if n.turns[i] >= d-1 {
					found = true
				}
				continue
			}
			lost := true
			for _, j := range next {
				v := n.value[j]
				if n.turns[j] < 0 || n.turns[j] >= d {
					v = 0
				}
				if n.states[j].Mover() != n.states[i].Mover() {
					v = -v
				}
				if v > 0 {
					n.value[i], n.turns[i] = 1, d
				}
				lost = lost && v < 0
			}
			if n.turns[i] < 0 && lost {
				n.value[i], n.turns[i] = -1, d
			}
		}
		if !found {
			return n
		}
	}
}

// placements returns every way to place m, either side having either part, with
// either side on move.
func placements(r *rules.Rules, m exact.Material) []rules.State {
	squares := []board.Square{}
	for q := range r.Grid().All().All() {
		squares = append(squares, q)
	}
	var all []rules.State
	var s board.Setup
	var put func(i int, left [2]exact.Pieces)
	put = func(i int, left [2]exact.Pieces) {
		if left == [2]exact.Pieces{} {
			for s.Mover = range board.Side(2) {
				last := s.Men[0].And(r.PromotionSquares(0)).Or(s.Men[1].And(r.PromotionSquares(1)))
				if st, err := r.Position(s); err == nil && last.Empty() {
					all = append(all, st)
				}
			}
			return
		}
		if i == len(squares) {
			return
		}
		put(i+1, left)
		for side := range 2 {
			if left[side].Men > 0 {
				before := s
				s.Men[side] = s.Men[side].With(squares[i])
				next := left
				next[side].Men--
				put(i+1, next)
				s = before
			}
			if left[side].Kings > 0 {
				before := s
				s.Kings[side] = s.Kings[side].With(squares[i])
				next := left
				next[side].Kings--
				put(i+1, next)
				s = before
			}
		}
	}
	put(0, m)
	if m[0] != m[1] {
		put(0, m.Swapped())
	}
	return all
}

// compare builds the tables of m under p and holds every position against the
// naive solver. It returns the number of positions, 0 if there can be no table.
func compare(t *testing.T, p *profile.Profile, m exact.Material) int {
	r := given.Compiled(t, p)
	tables := exact.New(r, "")
	if err := tables.Accepts(m); err != nil {
		require.ErrorIs(t, err, exact.ErrStates)
		return 0
	}
	require.NoError(t, tables.Build(context.Background(), []exact.Material{m}, exact.Options{Workers: 2}))
	n := solveNaively(r, placements(r, m))
	for i, s := range n.states {
		value, turns, ok := tables.Probe(&s)
		want := int(n.turns[i])
		if n.value[i] == 0 {
			want = 0
		}
		if !ok || value != int(n.value[i]) || turns != want {
			t.Fatalf("%s: %s\nclaim open %v\n%q\nis %d in %d (known %v), want %d in %d", m, notation.NewBoard(&p.Board).WriteFEN(s.Setup()), s.ClaimOpen(), conformance.Sets(p), value, turns, ok, n.value[i], want)
		}
	}
	return len(n.states)
}

// randomProfile draws a rule set on a small board of the given size.
func randomProfile(rng *rand.Rand, rows, columns int) *profile.Profile {
	for {
		p := conformance.RandomProfile(rng)
		conformance.Resize(rng, p, rows, columns)
		if rng.IntN(3) > 0 {
			p.King.RepeatLimit = 0
		}
		if p.Claim.Lapse != 0 && rng.IntN(5) > 0 {
			p.Claim.Lapse = profile.LapseNextMove
		}
		if _, err := rules.Compile(p); err == nil {
			return p
		}
	}
}

// Tables agree with the naive solver in every position, under rule sets that
// nobody has played.
func TestTablesAgreeWithNaiveSolver(t *testing.T) {
	rounds, usual := 12, "K vs M"
	if long.Form(t) {
		rounds, usual = 150, "KM vs M"
	}
	rng := rand.New(rand.NewPCG(7, 1754))
	boards := [][2]int{{4, 4}, {4, 4}, {6, 4}, {4, 6}, {5, 5}, {6, 6}}
	require.Positive(t, compare(t, english(t).Profile(), material(t, usual)), "on a board of the usual size")
	compared, refused := 0, 0
	for round := range rounds {
		size := boards[rng.IntN(len(boards))]
		most := 4
		if size[0]*size[1] > 24 {
			most = 3
		}
		ms := exact.UpTo(most)
		m := ms[rng.IntN(len(ms))]
		p := randomProfile(rng, size[0], size[1])
		for i := range m {
			if p.Promotion.When == profile.Never {
				m[i] = exact.Pieces{Men: m[i].Len()}
			}
		}
		n := compare(t, p, m)
		if n == 0 {
			refused++
		}
		compared += n
		if t.Failed() {
			t.Fatalf("round %d", round)
		}
	}
	t.Logf("%d states under %d rule sets, %d refused", compared, rounds, refused)
	require.Less(t, refused, rounds/2)
	require.Greater(t, compared, 1000*rounds)
}

// Small endings have the same values and lengths from the tables that rule sets share, whatever
// the claims, precedence and completion; and rule sets share them no further.
func TestSharedTablesAreThoseOfTheRuleSet(t *testing.T) {
	rounds := 12
	if long.Form(t) {
		rounds = 150
	}
	rng := rand.New(rand.NewPCG(8, 1727))
	drawn, huffs := 0, 0
	for shares := 0; shares < rounds; drawn++ {
		p := randomProfile(rng, 4+rng.IntN(3), 5)
		r := given.Compiled(t, p)
		if exact.Hash(exact.Simplest(r)) == exact.Hash(r) {
			continue // it shares its tables with no other
		}
		own, shared := exact.New(r, ""), exact.New(r, "")
		ms, _, err := own.Accepted(3)
		if err != nil {
			continue
		}
		shares++
		if profile.HasHuff(p) {
			huffs++
		}
		require.NoError(t, own.Build(t.Context(), ms, exact.Options{}))
		require.NoError(t, shared.Build(t.Context(), ms, exact.Options{Share: true}))
		for _, m := range ms {
			for _, s := range placements(r, m) {
				value, turns, _ := own.Probe(&s)
				v, n, ok := shared.Probe(&s)
				if !ok || v != value || n != turns {
					t.Fatalf("%s: %s\n%q\nis %d in %d, in the shared tables %d in %d (known %v)", m, notation.NewBoard(&p.Board).WriteFEN(s.Setup()), conformance.Sets(p), value, turns, v, n, ok)
				}
			}
		}
	}
	t.Logf("%d rule sets of %d, %d with a huff", rounds, drawn, huffs)
	require.Greater(t, huffs, rounds/6)
}

// valued returns what the naive solver says of the start of r; not ok if the states that
// it leads to are too many.
func valued(r *rules.Rules) (value, plies int, ok bool) {
	n := solveUpTo(1<<16, r, []rules.State{r.Start()})
	if n == nil {
		return 0, 0, false
	}
	if n.value[0] == 0 {
		return 0, 0, true
	}
	return int(n.value[0]), int(n.turns[0]), true
}

// Games have the value that the naive solver finds, and its length: by tables, by a
// search that ends in tables, and by a search without any where claims outlive a turn or
// a king's moves are counted.
func TestGamesAgreeWithNaiveSolver(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1770))
	byTables, proved, alone, open := 0, 0, 0, 0
	for range 60 {
		p := randomProfile(rng, 4, 4)
		if rng.IntN(3) == 0 {
			p = randomProfile(rng, 6, 4)
		}
		r := given.Compiled(t, p)
		value, plies, ok := valued(r)
		if !ok {
			continue
		}
		for _, limits := range []exact.Limits{exact.DefaultLimits, {Positions: 8000, Nodes: 400000}} {
			limits.Nodes = min(limits.Nodes, 4e6)
			g, err := exact.SolveGame(t.Context(), r, "", limits, exact.Options{Workers: 1})
			require.NoError(t, err)
			require.LessOrEqual(t, g.Low, value, conformance.Sets(p))
			require.GreaterOrEqual(t, g.High, value, conformance.Sets(p))
			if g.Plies >= 0 {
				require.Equal(t, plies, g.Plies, conformance.Sets(p))
			}
			_, refused, none := exact.New(r, "").Accepted(4)
			switch {
			case !g.Proved() || g.Plies < 0:
				open++
			case g.Method == exact.ByTables:
				byTables++
			case refused != nil || none != nil:
				alone++
			default:
				proved++
			}
		}
	}
	t.Logf("%d by tables, %d by search, %d by search without all tables, %d open", byTables, proved, alone, open)
	require.Greater(t, min(byTables, proved, alone), 5)
}

// With compel among the remedies a game has the value that it has where captures are
// compulsory, also where claims stand for longer than a turn and there are no tables.
func TestCompelHasTheValueOfItsTwinWhileClaimsStand(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1811))
	solved, decided := 0, 0
	for solved < 12 {
		p := randomProfile(rng, 4, 4)
		if p.Claim.Lapse != profile.LapseWhileDue && p.Claim.Lapse != profile.LapseOnce || !slices.Contains(p.Claim.Remedies, profile.CompelRemedy) || p.King.RepeatLimit > 0 || p.Promotion.SpareMan == profile.SpareRequired {
			continue
		}
		twin := *p
		twin.Capture.Obligation, twin.Claim = profile.Compulsory, profile.Claim{}
		value, _, ok := valued(given.Compiled(t, p))
		if !ok {
			continue
		}
		g, err := exact.SolveGame(t.Context(), given.Compiled(t, &twin), "", exact.DefaultLimits, exact.Options{Workers: 1})
		require.NoError(t, err)
		require.True(t, g.Proved())
		solved++
		require.Equal(t, g.Low, value, conformance.Sets(p))
		if value != 0 {
			decided++
		}
	}
	require.Greater(t, decided, 2)
}

// Where the squares on which men are crowned are not the other side's, turned round,
// there are no tables, and a search alone solves the game.
func TestSquaresThatAreNotTurnedRound(t *testing.T) {
	p := profile.Default()
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 4, 4, 1
	for squares, tables := range map[string]bool{"W:W1:B8": true, "W:W1,2:B8": false, "W:W1:B7": false, "W:W4:B5": true} {
		p.Promotion.Squares = squares
		require.NoError(t, content.ReadSquares(p))
		r := given.Compiled(t, p)
		err := exact.New(r, "").Accepts(material(t, "K vs K"))
		if tables {
			require.NoError(t, err, squares)
			continue
		}
		require.ErrorIs(t, err, exact.ErrStates)
		require.ErrorContains(t, err, "promotion.squares")
		g, err := exact.SolveGame(t.Context(), r, "", exact.DefaultLimits, exact.Options{Workers: 1})
		require.NoError(t, err)
		require.True(t, g.Proved())
		require.Equal(t, exact.BySearch, g.Method)
		value, plies, _ := valued(r)
		require.Equal(t, []int{value, plies}, []int{g.Low, g.Plies}, squares)
	}
}

// Where leaving a due capture pays on four rows, the naive solver says so too, and where
// it does not.
func TestOmissionsAgreeWithNaiveSolver(t *testing.T) {
	p := *given.Rules(t, "encyclopedie-francaise").Profile()
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 4, 4, 1
	r := given.Compiled(t, &p)
	for text, pays := range map[string]int{"MM vs KM": 4, "KM vs KM": 4, "KM vs K": 0} {
		m := material(t, text)
		tables := build(t, r, "", text)
		found, err := tables.Omissions(t.Context(), m, 2)
		require.NoError(t, err)
		n := solveNaively(r, placements(r, m))
		var want exact.Comparison
		for _, s := range placements(r, m) {
			if s.Mover() != 0 || s.Men(0).Len() != m[0].Men || s.Kings(0).Len() != m[0].Kings {
				continue
			}
			omits, best := false, -1
			for _, turn := range r.Moves(nil, s) {
				if turn.Omission != profile.NoOmission {
					omits = true
					continue
				}
				best = max(best, -int(n.value[n.number[r.Play(s, turn)]]))
			}
			if omits {
				want.Positions[1+n.value[n.number[s]]][1+best]++
			}
		}
		require.Equal(t, want.Positions, found.Positions, text)
		require.Equal(t, pays, found.Flipped(), text)
	}
}
