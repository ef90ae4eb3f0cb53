package player_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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

// Every file of weights that comes with the program is for a built-in rule set, and
// fits it.
func TestShippedWeights(t *testing.T) {
	found := map[string]bool{}
	for _, id := range variants.IDs() {
		v, err := variants.Load(id, nil)
		require.NoError(t, err)
		r, err := rules.Compile(v.Profile)
		require.NoError(t, err)
		w := player.WeightsFor(r)
		if w == nil {
			continue
		}
		found[r.PlayHash()] = true
		require.Equal(t, player.NewWeights(r, id).Play, w.Play)
		require.Equal(t, id, w.Rules)
		again, err := player.ParseWeights("again", string(w.Bytes(player.NewTerms(r))))
		require.NoError(t, err)
		require.Equal(t, w, again)
	}
	files, err := filepath.Glob("weights/*.txt")
	require.NoError(t, err)
	require.Len(t, files, len(found))
}

// The evaluation is the sum of its terms, and values a position alike for both
// sides.
func TestTermsAddUp(t *testing.T) {
	for name, change := range map[string]func(*profile.Profile){"international": nil, "english": english, "souffler": claimable(profile.HuffRemedy, profile.WaiveRemedy), "4x4": boardOf(4, 4, profile.LeftCorner), "9x7": boardOf(9, 7, profile.LeftCorner), "7x9": boardOf(7, 9, profile.RightCorner), "12x12": boardOf(12, 12, profile.LeftCorner)} {
		t.Run(name, func(t *testing.T) {
			r := compile(t, change)
			terms := player.NewTerms(r)
			w := player.NewWeights(r, name)
			require.Len(t, w.Values, terms.Len())
			source := random.New("terms", name)
			for i := range w.Values {
				w.Values[i] = random.Below(source, 401) - 200
			}
			for range 200 {
				s := wander(r, 5+random.Below(source, 80), source)
				setup := s.Setup()
				s, err := r.Position(setup) // without what is open
				require.NoError(t, err)
				sum := 0
				early, late := 0, 0 // men on squares
				phase := terms.Each(&s, func(term, n int) {
					if term < terms.Squares() {
						early += n * w.Values[term]
						late += n * w.Values[terms.Squares()+term]
						return
					}
					sum += 16 * n * w.Values[term]
				})
				sum += phase*early + (16-phase)*late
				got, err := player.Value(w, r, &s)
				require.NoError(t, err)
				require.InDelta(t, float64(sum)/16, got, 1, "%v", setup)

				turned := turn(r, setup)
				s, err = r.Position(turned)
				require.NoError(t, err)
				again, err := player.Value(w, r, &s)
				require.NoError(t, err)
				require.Equal(t, got, again, "the other side's view of the same position")
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
		worth[names.Number(q)] = terms.Plain()[terms.Squares()+i]
	}
	require.Equal(t, worth[26], worth[27])
	require.Greater(t, worth[26], worth[31])
	require.Greater(t, worth[31], worth[46])
	require.Greater(t, worth[46], worth[50])
	require.Equal(t, 1.0, worth[50])
	require.Equal(t, 1.0, worth[6])

	// One or two steps from its crown with nothing ahead is a term of its own.
	near := 3*terms.Squares() + 2
	for square, want := range map[int]int{26: 1, 32: 1, 36: 0, 11: 0} {
		var on board.Setup
		q, _ := names.Numbered(square)
		on.Put(board.First, q, false)
		s, err := r.Position(on)
		require.NoError(t, err)
		found := 0
		terms.Each(&s, func(term, n int) {
			if term == near {
				found += n
			}
		})
		require.Equal(t, want, found, square)
	}
}

// boardOf changes the board.
func boardOf(rows, columns int, corner profile.Corner) func(*profile.Profile) {
	return func(p *profile.Profile) {
		p.Board.Rows, p.Board.Columns, p.Board.MenRows, p.Board.DarkCorner = rows, columns, 1, corner
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

func TestParseWeightsFaults(t *testing.T) {
	r := compile(t, english)
	terms := player.NewTerms(r)
	w := player.NewWeights(r, "by hand")
	w.Notes = []string{"all 0"}
	good := string(w.Bytes(terms))
	got, err := player.ParseWeights("w", good)
	require.NoError(t, err)
	require.Equal(t, w, got)
	for text, want := range map[string]string{
		"": "w:1: an empty line",
		strings.Replace(good, "king ", "kong ", 1):                 `w:13: "kong" (want king)`,
		strings.Replace(good, "move 0", "move 0 0", 1):             "w:19: move: 2 values (want one)",
		strings.Replace(good, "move 0", "move 9999", 1):            `w:19: move: "9999" (want a whole number from -2000 to 2000)`,
		strings.Replace(good, "\nmove 0", "", 1):                   `w:19: "pattern" (want move)`,
		good[:strings.Index(good, "move 0")]:                       "w: ends early (want move)",
		strings.Replace(good, "rules by hand", "rules", 1):         `w:3: "rules" (want rules and their name)`,
		strings.Replace(good, "play man.capture forward\n", "", 1): "what is said of play is not what play_hash is the hash of",
		good + "more 1\n":           `"more" after the last key (want pattern or the end)`,
		good + "pattern 1*729*2\n":  `pattern: "1*729*2" (want a value, * and how often it follows)`,
		good + "pattern 1*730\n":    `pattern: "1*730" (want a value, * and how often it follows)`,
		good + "pattern 1 0*729\n":  `pattern: not 729 values (want one for each pattern)`,
		good + "pattern 1 0*727\n":  `pattern: not 729 values (want one for each pattern)`,
		good + "pattern 9999*729\n": `pattern: "9999" (want a whole number from -2000 to 2000)`,
	} {
		_, err := player.ParseWeights("w", text)
		require.ErrorContains(t, err, want)
	}
}

func FuzzWeights(f *testing.F) {
	r := compile(f, english)
	terms := player.NewTerms(r)
	w := player.NewWeights(r, "none")
	w.Values[terms.Len()-2] = 7
	f.Add(string(w.Bytes(terms)))
	w.Values = w.Values[:terms.Patterns()]
	f.Add(string(w.Bytes(terms)))
	f.Fuzz(func(t *testing.T, text string) {
		w, err := player.ParseWeights("w", text)
		if err != nil || len(w.Values) != terms.Len() && len(w.Values) != terms.Patterns() {
			return
		}
		again, err := player.ParseWeights("w", string(w.Bytes(terms)))
		require.NoError(t, err)
		require.Equal(t, w.Values, again.Values)
	})
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
