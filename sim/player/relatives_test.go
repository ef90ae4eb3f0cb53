package player_test

import (
	"strings"
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/sim/player"
	"varlab/sim/random"

	"github.com/stretchr/testify/require"
)

// A game without weights of its own has those of its nearest relative.
func TestLend(t *testing.T) {
	for _, c := range []struct {
		id   string
		sets []string
		own  bool
		want string
	}{
		{"international", nil, true, "international"},
		{"international", []string{`draw=[]`}, true, "federation draw"},
		{"international", []string{`capture.precedence=[]`}, true, "international capture.precedence"},
		{"killer", []string{`king.landing="adjacent"`}, true, "damme-1922 king.landing"}, // as near as killer itself
		{"jeu-force", nil, false, "encyclopedie-francaise claim.covers"},
		{"encyclopedie-polonaise", nil, false, "ten-row-fifteen start"},
		{"canadian", nil, false, ""}, // nothing else has its board
		{"english", []string{`board.rows=6`, `board.columns=6`, `board.men_rows=2`}, true, ""},
		{"english", []string{`promotion.squares=W:W5,6:B27,28`}, true, ""}, // men go elsewhere
		{"english", []string{`ending.no_pieces="win"`}, true, ""},          // what is good is bad
		{"frisian", []string{`man.capture="forward"`}, true, "frisian man.capture"},
		{"frisian", []string{`man.capture="forward"`, `king.range="short"`, `draw=[]`, `promotion.when="in-passing"`, `capture.removal="at-once"`}, true, ""}, // too far
	} {
		r := given.Rules(t, c.id, c.sets...)
		// A player can be made whatever is found, and says the same.
		spec, err := player.Parse(map[bool]string{true: "search:nodes=10,weights=1", false: "search:nodes=10,weights=2"}[c.own])
		require.NoError(t, err)
		lent, ok := spec.Lends(r)
		require.True(t, ok)
		found := ""
		if lent.Weights != nil {
			found = strings.TrimSpace(lent.Weights.Rules + " " + strings.Join(lent.Differs, " "))
		}
		require.Equal(t, c.want, found, "%s %v", c.id, c.sets)
		p, err := spec.New(r)
		require.NoError(t, err)
		h := rules.NewHistory(r, r.Start())
		turn, err := p.Choose(h, 0)
		require.NoError(t, err)
		require.Contains(t, h.Turns(), turn)
	}
	plain, err := player.Parse("search:nodes=10,weights=0")
	require.NoError(t, err)
	_, ok := plain.Lends(given.Rules(t, "international"))
	require.False(t, ok)
}

// Weights are for one board: on another their terms mean nothing, and none is lent.
func TestWeightsStayOnTheirBoard(t *testing.T) {
	english := player.WeightsFor(given.Rules(t, "english"))
	for _, columns := range []string{"board.columns=6", "board.columns=10"} {
		r := given.Rules(t, "english", columns)
		require.False(t, english.OnBoard(r))
		s, err := player.Parse("search:nodes=10")
		require.NoError(t, err)
		_, err = s.Given(english).New(r)
		require.EqualError(t, err, "weights of english are not for this board (want those of a game on it)")
		p, err := s.New(r)
		require.NoError(t, err)
		_, err = p.Choose(rules.NewHistory(r, r.Start()), random.NewChance("board"))
		require.NoError(t, err)
	}
	require.True(t, english.OnBoard(given.Rules(t, "english")))
}
