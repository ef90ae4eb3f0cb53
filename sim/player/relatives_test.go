package player_test

import (
	"testing"

	"varlab/rules"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/variants"

	"github.com/stretchr/testify/require"
)

func load(t testing.TB, id string, sets ...string) *rules.Rules {
	t.Helper()
	v, err := variants.Load(id, sets)
	require.NoError(t, err)
	r, err := rules.Compile(v.Profile)
	require.NoError(t, err)
	return r
}

// A game without weights of its own has those of its nearest relative, and says so.
func TestLend(t *testing.T) {
	for _, c := range []struct {
		id   string
		sets []string
		own  bool
		want string
	}{
		{"international", nil, true, "its own"},
		{"international", []string{`draw=[]`}, true, "those of federation, its nearest relative (another draw)"},
		{"international", []string{`capture.precedence=[]`}, true, "those of international, its nearest relative (another capture.precedence)"},
		{"killer", []string{`king.landing="adjacent"`}, true, "those of damme-1922, its nearest relative (another king.landing)"}, // as near as killer itself
		{"jeu-force", nil, false, "those of encyclopedie-francaise, its nearest relative (another claim.covers)"},
		{"encyclopedie-polonaise", nil, false, "those of ten-row-fifteen, its nearest relative (another start)"},
		{"canadian", nil, false, "plain, since no relative is near"}, // nothing else has its board
		{"english", []string{`board.rows=6`, `board.columns=6`, `board.men_rows=2`}, true, "plain, since no relative is near"},
		{"english", []string{`promotion.squares=W:W5,6:B27,28`}, true, "plain, since no relative is near"}, // men go elsewhere
		{"english", []string{`ending.no_pieces="win"`}, true, "plain, since no relative is near"},          // what is good is bad
		{"frisian", []string{`man.capture="forward"`}, true, "those of frisian, its nearest relative (another man.capture)"},
		{"frisian", []string{`man.capture="forward"`, `king.range="short"`, `draw=[]`, `promotion.when="in-passing"`, `capture.removal="at-once"`}, true, "plain, since no relative is near"}, // too far
	} {
		r := load(t, c.id, c.sets...)
		// A player can be made whatever is found, and says the same.
		spec, err := player.Parse(map[bool]string{true: "search:nodes=10,weights=1", false: "search:nodes=10,weights=2"}[c.own])
		require.NoError(t, err)
		lent, ok := spec.Lends(r)
		require.True(t, ok)
		require.Equal(t, c.want, lent.String(), "%s %v", c.id, c.sets)
		p, err := spec.New(r)
		require.NoError(t, err)
		h := rules.NewHistory(r, r.Start())
		turn, err := p.Choose(h, 0)
		require.NoError(t, err)
		require.Contains(t, h.Turns(), turn)
	}
	plain, err := player.Parse("search:nodes=10,weights=0")
	require.NoError(t, err)
	_, ok := plain.Lends(load(t, "international"))
	require.False(t, ok)
}

// Weights are for one board: on another their terms mean nothing, and none is lent.
func TestWeightsStayOnTheirBoard(t *testing.T) {
	english := player.WeightsFor(load(t, "english"))
	for _, columns := range []string{"board.columns=6", "board.columns=10"} {
		r := load(t, "english", columns)
		require.False(t, player.OnBoard(english.Hash, r))
		s, err := player.Parse("search:nodes=10")
		require.NoError(t, err)
		_, err = s.Given(english).New(r)
		require.EqualError(t, err, "weights of english are not for this board (want those of a game on it)")
		p, err := s.New(r)
		require.NoError(t, err)
		_, err = p.Choose(rules.NewHistory(r, r.Start()), random.NewChance("board"))
		require.NoError(t, err)
	}
	require.True(t, player.OnBoard(english.Hash, load(t, "english")))
}
