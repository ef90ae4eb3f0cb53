package study

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/rules/profile"
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
family = "one"

[[family]]
id = "three"
`)
	require.NoError(t, err)
	_, err = f.Resolve(ruleSets, player)
	require.EqualError(t, err, `s.toml:10:10: family[0].adjust: unknown value "bonferroni" (want holm)
s.toml:13:6: family[1].id: "one" stands twice (want each once)
s.toml:21:9: hypothesis[0].value: stated beside b (want one of them)
s.toml:23:10: hypothesis[0].family: "two" is not declared (want a [[family]] with that id)
s.toml:30:9: hypothesis[1].value: stated for plies (want another rule set in b)
s.toml:32:11: hypothesis[1].players: "greedy" play no games of the study (want random or random against greedy)
s.toml:39:9: hypothesis[2].value: "half" is not a number (want one such as 0.5)
s.toml:44:6: family[2].id: no hypothesis is of "three" (want one, or no such family)`)
}

func TestHypothesisPlayers(t *testing.T) {
	s := testStudy()
	s.Families, s.Hypotheses[0].Family = []Family{{"f", "holm"}}, "f"
	s.Hypotheses[0].Players = " random against greedy "
	p, err := s.Resolve(ruleSets, player)
	require.NoError(t, err)
	require.Equal(t, "random against greedy", p.Hypotheses[0].Players)
	require.Equal(t, []string{"random", "random against greedy"}, p.Rungs())
	require.Equal(t, "random against greedy", p.Cells()[1].Name())
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
		{Hypothesis{Metric: "drawn", Value: &half, NoWorse: 0.02, Direction: "less"}, ""},
		{Hypothesis{Metric: "drawn", Value: &half, NoWorse: 0.02}, "direction: missing (want less or greater: the better way"},
		{Hypothesis{Metric: "drawn", Value: &half, NoWorse: 0.02, Margin: 0.02}, "no_worse: stated beside margin"},
		{Hypothesis{Metric: "drawn", Value: &half, NoWorse: 2, Direction: "less"}, "no_worse: 2 takes in every difference of a share"},
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

// What comes out the same whatever is played is a fault, and so are claims that cannot
// be true together.
func TestClaimsThatCannotComeOut(t *testing.T) {
	set := func(id string, change func(*profile.Profile)) RuleSet {
		r := given.Default(t, change)
		return RuleSet{ID: id, PlayHash: r.PlayHash(), Rules: r}
	}
	half := 0.5
	pl := Player{Spec: "random", Random: true}
	p := &Plan{
		RuleSets: []RuleSet{
			set("bare", func(*profile.Profile) {}),
			set("twin", func(*profile.Profile) {}),
			set("short", func(p *profile.Profile) { p.King.Range = profile.Short }),
			set("drawn", func(p *profile.Profile) { p.Ending.NoMoves = profile.Draws }),
			set("agreed", func(p *profile.Profile) { p.Match.Agreement = profile.StoppingAllowed }),
			set("lost", func(p *profile.Profile) {
				p.Draws = []profile.DrawClause{{Kind: profile.Material, Strong: []string{"KKK"}, Weak: []string{"K"}, Diagonal: profile.AnyWhere, Plies: 20, Restart: profile.OnMaterial, StrongLoses: true}}
			}),
		},
		Players: []Player{pl, {Spec: "search:nodes=5,agree=50"}},
		Pairs:   []Pair{{pl, Player{Spec: "greedy"}}},
		Design:  Design{Openings: Openings{Plies: []int{4, 5}}},
	}
	against := func(metric, b string) Hypothesis {
		return Hypothesis{Metric: metric, A: "bare", B: b, Direction: "less", Players: "random"}
	}
	for _, c := range []struct {
		h    Hypothesis
		want string
	}{
		{against("decisive", "short"), ""},
		{against("decisive", "twin"), "the same game"},
		{against("drawn", "short"), "want drawn-value"},
		{against("drawn", "drawn"), ""},
		{against("drawn", "lost"), "want drawn-value"},
		{against("drawn", "agreed"), "nor do these players agree"},
		{Hypothesis{Metric: "drawn", A: "short", B: "agreed", Direction: "less", Players: "search:nodes=5,agree=50"}, ""},
		{against("drawn-rule", "short"), "no rule of"},
		{Hypothesis{Metric: "drawn", A: "bare", Value: &half, Margin: 0.1}, `no rule of "bare" draws`},
		{against("void", "drawn"), "breaks a game off"},
		{against("huffed", "short"), "nobody can huff"},
		{against("omissions", "short"), "no due capture can be left"},
		{against("player-score", "short"), "against itself"},
		{Hypothesis{Metric: "player-score", A: "bare", B: "short", Margin: 0.1, Players: "random against greedy"}, ""},
		{against("first-score", "short"), ""},
	} {
		var faults Faults
		p.Hypotheses = []Hypothesis{c.h}
		if p.checkClaims(&faults); c.want == "" {
			require.Empty(t, faults, c.h.Metric)
		} else {
			require.Len(t, faults, 1)
			require.ErrorContains(t, faults, c.want)
		}
	}

	var faults Faults
	p.Openings.Plies = []int{4, 6}
	p.Hypotheses = []Hypothesis{against("first-score", "short")}
	p.checkClaims(&faults)
	require.ErrorContains(t, faults, "after 4 or 6 plies the same side")

	p.Exact.Adjudicate = true
	for metric, want := range map[string]string{"drawn-rule": "draws that no rule made", "drawn-value": "cannot vary"} {
		var faults Faults
		p.Hypotheses = []Hypothesis{against(metric, "drawn")}
		p.checkClaims(&faults)
		require.ErrorContains(t, faults, want)
	}
	p.Exact.Adjudicate = false

	value := func(at, margin float64, direction string) Hypothesis {
		return Hypothesis{Metric: "decisive", A: "bare", Value: &at, Margin: margin, Direction: direction}
	}
	turned := Hypothesis{Metric: "decisive", A: "short", B: "bare", Direction: "greater"}
	elsewhere := against("decisive", "short")
	elsewhere.Direction, elsewhere.Players = "greater", "greedy"
	for _, c := range []struct {
		a, b           Hypothesis
		same, contrary bool
	}{
		{against("decisive", "short"), turned, false, false}, // of other players' games too
		{against("decisive", "short"), against("decisive", "short"), true, false},
		{against("decisive", "short"), elsewhere, false, false},
		{turned, Hypothesis{Metric: "decisive", A: "bare", B: "short", Direction: "greater"}, false, true},
		{turned, Hypothesis{Metric: "decisive", A: "bare", B: "short", Direction: "less"}, true, false},
		{turned, Hypothesis{Metric: "decisive", A: "bare", B: "short", Margin: 0.1}, false, false},
		{value(0.5, 0.1, ""), value(0.3, 0, "less"), false, true},
		{value(0.5, 0.1, ""), value(0.5, 0, "less"), false, false},
		{value(0.5, 0.1, ""), value(0.8, 0.1, ""), false, true},
	} {
		same, contrary := c.b.against(c.a)
		require.Equal(t, c.same, same, "%v %v", c.a, c.b)
		require.Equal(t, c.contrary, contrary, "%v %v", c.a, c.b)
	}
	// What one side decides by its rules, and words that name another direction, are remarked on.
	remarks := func(h Hypothesis) string {
		p.Hypotheses = []Hypothesis{h}
		return strings.Join(p.Warnings(), "\n")
	}
	drawn := against("drawn", "drawn")
	require.Contains(t, remarks(drawn), `hypothesis[0]: no rule of "bare" draws a game`)
	drawn.Claim, drawn.Direction, drawn.A = "Fewer games are drawn.", "greater", "agreed"
	require.Contains(t, remarks(drawn), `hypothesis[0].direction: "greater" tests whether more games are drawn, and the claim says "Fewer"`)
	drawn.Direction = "less"
	require.NotContains(t, remarks(drawn), "tests whether")
	drawn.Claim, drawn.Direction = "Fewer are won, so more are drawn.", "greater"
	require.NotContains(t, remarks(drawn), "tests whether")
}

// A pilot has other games than the study, few, and none of players who search far
// unless a claim is about them.
func TestPilot(t *testing.T) {
	far := Player{Spec: "search:nodes=2000"}
	p := &Plan{
		Heading:  Heading{Seed: 7, Confirmatory: true},
		RuleSets: make([]RuleSet, 2),
		Players:  []Player{{Spec: "near"}, far},
		Design:   Design{Games: 1000, Looks: []int{500, 1000}, HorizonPlies: 100, Hypotheses: []Hypothesis{{Family: "x"}, {}}},
	}
	q := p.Pilot(400)
	require.NotEqual(t, p.Seed, q.Seed)
	require.Equal(t, []Player{{Spec: "near"}}, q.Players)
	require.Equal(t, 200, q.Games, "of cheap players")
	require.Equal(t, 400, q.HorizonPlies)
	require.Empty(t, q.Looks)
	require.Equal(t, 2, p.Tests("x"))
	p.Hypotheses[0].Players = "search:nodes=2000"
	q = p.Pilot(400)
	require.Len(t, q.Players, 2)
	require.Equal(t, 30, q.Games)
	require.Equal(t, 1, p.Tests("x"))
	p.RuleSets = make([]RuleSet, 100)
	require.Equal(t, 10, p.Pilot(400).Games)
}
