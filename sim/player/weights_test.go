package player_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"varlab/internal/testing/disk"
	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/variants"
	"varlab/variants/content"

	"github.com/stretchr/testify/require"
)

// whatIfs are those of the documents whose weights come with the program.
var whatIfs = []string{
	"polonaise-souffler{capture.obligation=compulsory}",
	"polonaise-souffler{king.range=short}",
	"international{king.range=short}",
	"international{man.capture=forward}",
}

// Every file of weights that comes with the program is for a built-in rule set, or a what-if of
// the documents, and fits it.
func TestShippedWeights(t *testing.T) {
	found := map[string]bool{} // by content
	for _, id := range append(variants.IDs(), whatIfs...) {
		v := given.Variant(t, id)
		r := given.Compiled(t, v.Profile)
		for k, w := range player.Trainings(r.PlayHash()) {
			if k == 0 {
				require.Equal(t, w, player.WeightsFor(r))
			}
			found[w.Hash] = true
			require.Equal(t, w, player.WeightsOf(w.Hash))
			require.Equal(t, player.NewWeights(r, id).Play, w.Play)
			require.Equal(t, id, strings.ReplaceAll(w.Rules, `"`, ""))
			require.Equal(t, w.Values, player.Again(w).Values)
			require.Contains(t, w.Notes[1], fmt.Sprintf("seed %d", []int{1754, 2, 3}[k]))
		}
	}
	files := disk.Glob(t, "weights/*.weights")
	require.Len(t, files, len(found))
}

// A file of weights may be anybody's: it is read, or it is an error.
func FuzzReadWeights(f *testing.F) {
	r := compile(f, english)
	f.Add(player.NewWeights(r, "english").Bytes())
	f.Add([]byte("rules a\nplay grid {8 8 false}\nweights 9999999999 00\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		w, err := player.ReadWeights(file)
		if err == nil && w.Fits(r) == nil {
			require.Equal(t, w.Values, player.Again(w).Values)
			player.Value(w, r)
		}
	})
}

// The evaluation is the sum of its terms, and values a position alike for both
// sides.
func TestTermsAddUp(t *testing.T) {
	for name, change := range map[string]func(*profile.Profile){"international": nil, "english": english, "souffler": given.Claimable(profile.HuffRemedy, profile.WaiveRemedy), "4x4": boardOf(4, 4, profile.LeftCorner), "9x7": boardOf(9, 7, profile.LeftCorner), "7x9": boardOf(7, 9, profile.RightCorner), "12x12": boardOf(12, 12, profile.LeftCorner), "turkish": everySquare(8, 8, board.All), "10x10": everySquare(10, 10, board.All), "alquerque": everySquare(5, 5, board.Alquerque)} {
		t.Run(name, func(t *testing.T) {
			r := compile(t, change)
			terms := player.NewTerms(r)
			w := player.NewWeights(r, name)
			require.Len(t, w.Values, terms.Len())
			source := random.New("terms", name)
			for i := range w.Values {
				w.Values[i] = [2]int16{int16(random.Below(source, 401) - 200), int16(random.Below(source, 401) - 200)}
			}
			factors := make([]float64, player.Standings)
			for i := range factors {
				factors[i] = float64(random.Below(source, 33)) / 16
			}
			w.SetFactors(factors)
			value := player.Value(w, r)
			for range 200 {
				s := wander(r, 5+random.Below(source, 80), source)
				setup := s.Setup()
				s, err := r.Position(setup) // without what is open
				require.NoError(t, err)
				list, phase := terms.Of(nil, &s)
				sum := 0
				for _, term := range list {
					v := w.Values[term.Number]
					sum += int(term.Times) * (phase*int(v[0]) + (16-phase)*int(v[1]))
				}
				leader := s.Mover()
				if sum < 0 {
					leader = leader.Other()
				}
				want := float64(sum) / 16
				if n := terms.Standing(&s, leader, board.Set{}); n >= 0 {
					want *= factors[n]
				}
				got := value(&s)
				require.InDelta(t, want, got, 1, "%v", setup)

				turned := turn(r, setup)
				s, err = r.Position(turned)
				require.NoError(t, err)
				require.Equal(t, got, value(&s), "the other side's view of the same position")
			}
		})
	}
}

// A man is worth more the fewer steps it is from where it is crowned, wherever that is,
// and nothing more where it never gets there.
func TestMenAreJudgedByTheStepsToTheirCrown(t *testing.T) {
	r := compile(t, func(p *profile.Profile) {
		p.Promotion.Squares = "W:W21:B30"
		require.NoError(t, content.ReadSquares(p))
	})
	terms, names := player.NewTerms(r), notation.Of(r.Profile())
	worth := map[int]float64{} // of a man, with few pieces on the board
	for i, q := range slices.Collect(r.Grid().All().All()) {
		worth[names.Number(q)] = terms.Plain()[i][1]
	}
	require.Equal(t, worth[26], worth[27])
	require.Greater(t, worth[26], worth[31])
	require.Greater(t, worth[31], worth[46])
	require.Greater(t, worth[46], worth[50])
	require.Equal(t, 1.0, worth[50])
	require.Equal(t, 1.0, worth[6])

	// One or two steps from its crown with nothing ahead is a term of its own.
	near := int32(player.TermOf(terms, "near"))
	for square, want := range map[int]int{26: 1, 32: 1, 36: 0, 11: 0} {
		var on board.Setup
		q, _ := names.Numbered(square)
		on.Put(board.First, q, false)
		s, err := r.Position(on)
		require.NoError(t, err)
		found := 0
		list, _ := terms.Of(nil, &s)
		for _, term := range list {
			if term.Number == near {
				found += int(term.Times)
			}
		}
		require.Equal(t, want, found, square)
	}
}

// boardOf changes the board.
func boardOf(rows, columns int, corner profile.Corner) func(*profile.Profile) {
	return func(p *profile.Profile) {
		p.Board.Rows, p.Board.Columns, p.Board.MenRows, p.Board.DarkCorner = rows, columns, 1, corner
	}
}

// everySquare has pieces that go along rows and columns too, on a board of all squares.
func everySquare(rows, columns int, squares board.Squares) func(*profile.Profile) {
	return func(p *profile.Profile) {
		boardOf(rows, columns, 0)(p)
		p.Board.Squares, p.Man.Moves, p.Man.Capture = squares, profile.StepsForward, profile.CapturesForwardSideways
		p.King.Moves, p.Capture.Directions = profile.WalksAll, profile.AllDirections
	}
}

// turn gives each side the other's pieces, seen from the other end of the board.
func turn(r *rules.Rules, s board.Setup) board.Setup {
	g := r.Grid()
	round := func(set board.Set) board.Set {
		var out board.Set
		for q := range set.All() {
			row, col := g.Place(q)
			o, ok := g.Square(g.Rows-1-row, g.Columns-1-col)
			if ok {
				out = out.With(o)
			}
		}
		return out
	}
	return board.Setup{
		Men:   [2]board.Set{round(s.Men[1]), round(s.Men[0])},
		Kings: [2]board.Set{round(s.Kings[1]), round(s.Kings[0])},
		Mover: s.Mover.Other(),
	}
}

func TestWeightsAreReadAsWritten(t *testing.T) {
	w := player.NewWeights(compile(t, english), "by hand")
	w.Notes, w.Values[3] = []string{"all 0 but one"}, [2]int16{-2000, 2000}
	got := player.Again(w)
	require.Len(t, got.Hash, 64)
	w.Hash = got.Hash
	require.Equal(t, w, got)
}

// wander returns where plies random turns lead, or fewer if there are no more.
func wander(r *rules.Rules, plies int, source rand.Source) rules.State {
	s := r.Start()
	for range plies {
		turns := r.Moves(nil, s)
		if len(turns) == 0 {
			break
		}
		s = r.Play(s, turns[random.Below(source, len(turns))])
	}
	return s
}
