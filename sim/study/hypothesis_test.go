package study

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHypothesisFaults(t *testing.T) {
	f, err := Parse("s.toml", `name = "s"
seed = 1
rules = ["a", "b+*"]
players = ["random"]
pairs = [["random", "greedy"]]
games = 10

[[family]]
id = "one"
adjust = "bonferroni"

[[family]]
id = "one"

[[hypothesis]]
id = "H1"
claim = "c"
metric = "drawn"
a = "a"
b = "b"
value = 0.5
direction = "less"
family = "two"

[[hypothesis]]
id = "H2"
claim = "c"
metric = "plies"
a = "a"
value = 40
margin = 1
players = "greedy"

[[hypothesis]]
id = "H3"
claim = "c"
metric = "first-score"
a = "a"
value = "half"
direction = "less"
`)
	require.NoError(t, err)
	_, err = f.Resolve(ruleSets, player)
	require.EqualError(t, err, `s.toml:10:10: family[0].adjust: unknown value "bonferroni" (want holm or bh)
s.toml:13:6: family[1].id: "one" stands twice (want each once)
s.toml:21:9: hypothesis[0].value: stated beside b (want one of them)
s.toml:23:10: hypothesis[0].family: "two" is not declared (want a [[family]] with that id)
s.toml:30:9: hypothesis[1].value: stated for plies (want another rule set in b)
s.toml:32:11: hypothesis[1].players: "greedy" play no games of the study (want random, or random against greedy)
s.toml:39:9: hypothesis[2].value: "half" is not a number (want one such as 0.5)`)
}

func TestHypothesisPlayers(t *testing.T) {
	s := testStudy()
	s.Families = []Family{{"f", "bh"}}
	s.Hypotheses[0].Players = " random against greedy "
	p, err := s.Resolve(ruleSets, player)
	require.NoError(t, err)
	require.Equal(t, "random against greedy", p.Hypotheses[0].Players)
	require.Equal(t, []string{"random", "random against greedy"}, p.Rungs())
	require.Equal(t, "random against greedy", p.Cells()[1].Name())
	require.Equal(t, "bh", p.Adjust("f"))
	require.Equal(t, "holm", p.Adjust(""))
	require.NotEqual(t, s.Hypotheses[0].Players, p.Hypotheses[0].Players, "the study is left as it was")
}

// A share is between 0 and 1: points in its place would make any claim true.
func TestShareFaults(t *testing.T) {
	half, seven := 0.5, 7.0
	for _, c := range []struct {
		h    Hypothesis
		want string
	}{
		{Hypothesis{Metric: "drawn", Value: &half, Margin: 2}, "margin: 2 takes in every difference of a share"},
		{Hypothesis{Metric: "first-score", Value: &half, Margin: 1}, "margin: 1 takes in every difference of a share"},
		{Hypothesis{Metric: "drawn", Value: &seven, Direction: "less"}, "value: 7 (want a share from 0 to 1"},
		{Hypothesis{Metric: "huffed", Value: &seven, Margin: 2}, ""},
		{Hypothesis{Metric: "drawn", Value: &half, Margin: 0.02}, ""},
	} {
		s := testStudy()
		c.h.ID, c.h.Claim, c.h.A = "H", "c", s.Hypotheses[0].A
		s.Hypotheses = []Hypothesis{c.h}
		_, err := s.Resolve(ruleSets, player)
		if c.want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.want)
		}
	}
}
