package player

import (
	"regexp"
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/sim/random"

	"github.com/stretchr/testify/require"
)

func TestSpecs(t *testing.T) {
	for text, want := range map[string]string{
		"random":                         "random",
		" greedy ":                       "greedy",
		"search:noise=5, nodes=200":      "search:nodes=200,noise=5",
		"search:nodes=200,noise=0":       "search:nodes=200",
		"search:nodes=0200,depth=3":      "search:nodes=200,depth=3",
		"search:depth=3":                 "search:depth=3",
		"search:stands=1,depth=3":        "search:depth=3",
		"search:stands=0,depth=3":        "search:depth=3,stands=0",
		"random:vigilance=0,oversight=7": "random:oversight=7,vigilance=0",
		"search:vigilance=100,oversight=0,nodes=5,touch=0,release=100": "search:nodes=5",
		"greedy:vigilance=101":               "-",
		"search:nodes=200,nodes=200":         "-",
		"search:nodes=200,noice=5":           "-",
		"search:nodes=-1":                    "-",
		"search:nodes=200,noise=a":           "-",
		"search:agree=55,nodes=9,resign=7":   "search:nodes=9,resign=7,agree=55",
		"search:nodes=9,few=50":              "search:nodes=9",
		"random:resign=5":                    "-",
		"search:nodes=9,resign=50":           "-",
		"greedy:fitted=0123456789ab":         "greedy:fitted=0123456789ab",
		"search:fitted=0123456789ab,nodes=9": "search:nodes=9,fitted=0123456789ab",
		"greedy:fitted=0123":                 "-",
		"greedy:fitted=0123456789AB":         "-",
		"search":                             "-",
		"greedy:":                            "-",
		"":                                   "-",
		"Random":                             "-",
		"search:nodes=99999999999999999999":  "-",
	} {
		s, err := Parse(text)
		if want == "-" {
			require.Error(t, err, text)
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, want, s.String())
		require.Equal(t, regexp.MustCompile("random|greedy|noise|vigilance|oversight").MatchString(want), s.Random(), text)
		again, err := Parse(s.String())
		require.NoError(t, err)
		require.Equal(t, s.String(), again.String())
	}
	_, err := Parse("search:nodes=200,noice=5")
	require.EqualError(t, err, `player "search:nodes=200,noice=5": unknown option "noice" (want nodes, depth, noise, weights, training, tables, stands, oversight, hardness, vigilance, touch, release, adjust, resign, agree, few)`)
}

func FuzzSpec(f *testing.F) {
	f.Add("search:nodes=200,noise=5")
	f.Add("search:depth=3")
	f.Add("random:")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(s.String())
		require.NoError(t, err)
		require.Equal(t, s, again)
	})
}

// at compiles the default rules and begins a game in a position.
func at(t *testing.T, s board.Setup) *rules.History {
	t.Helper()
	r := given.Default(t)
	state, err := r.Position(s)
	require.NoError(t, err)
	return rules.NewHistory(r, state)
}

func TestRandomIsUniform(t *testing.T) {
	r := given.Default(t)
	h := rules.NewHistory(r, r.Start())
	p := Made(t, r, "random")
	stream := random.New("test")
	counts := map[rules.Turn]int{}
	for range 9000 {
		turn, err := p.Choose(h, random.Chance(stream.Uint64()))
		require.NoError(t, err)
		counts[turn]++
	}
	require.Len(t, counts, 9)
	for turn, n := range counts {
		// Six standard deviations of a binomial with p = 1/9.
		require.InDelta(t, 1000, n, 180, "%+v", turn)
	}
}

func TestGreedyCrowns(t *testing.T) {
	g := profile.Default().Board.Grid()
	sq := func(row, col int) board.Square {
		q, ok := g.Square(row, col)
		require.True(t, ok)
		return q
	}
	spec, err := Parse("greedy")
	require.NoError(t, err)
	h := at(t, board.Setup{
		Men:   [2]board.Set{board.SetOf(sq(8, 0), sq(1, 1)), board.SetOf(sq(9, 9))},
		Kings: [2]board.Set{board.SetOf(sq(0, 6)), {}},
	})
	p, err := spec.New(h.Rules())
	require.NoError(t, err)
	p.NewGame()
	before := h.State()
	for i := range 20 {
		turn, err := p.Choose(h, random.NewChance("greedy", string(rune('a'+i))))
		require.NoError(t, err)
		require.Equal(t, sq(8, 0), turn.From, "crowning gains two men")
		require.True(t, turn.Promotes)
		require.Equal(t, before, h.State())
	}
}
