package study

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/hostile"
)

func TestSchemaLoads(t *testing.T) {
	f, err := Parse("schema.toml", Schema)
	require.NoError(t, err)
	require.Equal(t, "huff-or-not", f.Study.Name)
	require.EqualValues(t, 20, f.Study.Seed)
	require.Equal(t, [][2]string{{"random", "greedy"}}, f.Study.Pairs)
	require.Equal(t, 0.15, f.Study.Hypotheses[1].Margin)
	require.Equal(t, 0.5, *f.Study.Hypotheses[2].Value)
	require.Equal(t, []Family{{"huff", "holm"}}, f.Study.Families)
	require.Equal(t, []string{"regle-moderne", "federation"}, f.Study.Rankings[0].Changes)
	again, err := Parse("again.toml", f.Study.TOML())
	require.NoError(t, err)
	require.Equal(t, f.Study, again.Study)
	require.Empty(t, again.form)
	sets := meaning{}
	for _, name := range f.Study.Rules {
		sets[name] = []RuleSet{{ID: name, Content: kept(`{}`)}}
	}
	p, err := f.Resolve(sets, player)
	require.NoError(t, err)
	require.Len(t, p.Cells(), 21)
	for _, m := range Metrics {
		require.Contains(t, Schema, m.Word)
	}
}

// A metric has a name that stands amid a sentence.
func TestNoun(t *testing.T) {
	for _, c := range [][2]string{{"drawn", "draw rate"}, {"first-wins", "share of games won by the first mover"}, {"plies", "median length"}, {"playable", "number of playable turns"}} {
		i := slices.IndexFunc(Metrics, func(m Metric) bool { return m.Word == c[0] })
		require.Equal(t, c[1], Metrics[i].Noun())
	}
}

func TestLeftOut(t *testing.T) {
	f, err := Parse("s.toml", `
name = "s"
seed = 0
rules = ["a"]
players = ["random"]
games = 1
`)
	require.NoError(t, err)
	require.Equal(t, 1000, f.Study.HorizonPlies)
	require.Equal(t, []int{4, 5}, f.Study.Openings.Plies)
	p, err := f.Resolve(ruleSets, player)
	require.NoError(t, err)
	require.Equal(t, []string{"decisive", "drawn", "first-wins", "second-wins", "first-score", "unfinished", "void", "plies"}, p.Metrics)
}

func TestFaultsHavePlaces(t *testing.T) {
	faults := func(text string) error {
		f, err := Parse("s.toml", text)
		if err == nil {
			_, err = f.Resolve(ruleSets, player)
		}
		return err
	}
	require.EqualError(t, faults(`name = "s"
seed = -1
rule = ["a"]
players = "random"
pairs = [["random"]]
games = "many"
horizon_plies = 3

[openings]
ply = 4

[[hypothesis]]
id = "H1"
metric = "drawish"
a = "a"
b = "b"
margin = "small"

[[hypothesis]]
id = "H2"
claim = "no margin at all"
metric = "drawn"
a = "a"
b = "b"
margin = 0
`), `s.toml:2:8: seed: -1 is out of range (want a whole number from 0 to 9223372036854775807)
s.toml:3:1: rule: unknown key "rule" (did you mean "rules"?)
s.toml:4:11: players: "random" is not a list (want a list of texts)
s.toml:5:10: pairs[0]: 1 players (want two)
s.toml:6:9: games: "many" is not a whole number (want a whole number from 1 to 2147483647)
s.toml:7:17: horizon_plies: 3 leaves nothing after 5 opening plies (want more)
s.toml:10:1: openings.ply: unknown key "ply" (want plies or from)
s.toml:12:3: hypothesis[0].claim: missing (want the claim as a sentence)
s.toml:14:10: hypothesis[0].metric: unknown metric "drawish" (want decisive, drawn, drawn-rule, drawn-value, first-wins, second-wins, first-score, choice-score, odds-score, unfinished, open, stalled, void, plies, player-score, huffed, omissions or playable)
s.toml:17:10: hypothesis[0].margin: "small" is not a number (want one such as 0.02)
s.toml:25:10: hypothesis[1].margin: 0 (want a number above 0)`)

	require.ErrorContains(t, faults("name = \n"), "s.toml:1:")

	// Unknown names are listed with the rest, each in its line.
	require.EqualError(t, faults(`name = "s"
seed = 1
rules = ["a", "c", "a"]
players = ["random", "bad", " random"]
pairs = [["greedy", "greedy "]]
games = 9
horizon = 10
metrics = ["drawn", "drawish"]

[[hypothesis]]
id = "H1"
claim = "One draws more"
metric = "drawn"
a = "a"
b = "c"
direction = "more"
`), `s.toml:3:15: rules[1]: no rule set "c"
s.toml:3:20: rules[2]: "a" is named twice (want each rule set once)
s.toml:4:22: players[1]: unknown player "bad"
s.toml:4:29: players[2]: "random" is named twice (want each player once)
s.toml:5:10: pairs[0]: "greedy" against itself (want two players; what plays itself stands in players)
s.toml:6:9: games: 9 is odd (want an even number where pairs change colours)
s.toml:7:1: horizon: unknown key "horizon" (want name, title, question, confirmatory, seed, rules, players, pairs, ladder, weights, games, looks, horizon_plies, openings, exact, metrics, family, hypothesis or ranking)
s.toml:8:21: metrics[1]: unknown metric "drawish" (want decisive, drawn, drawn-rule, drawn-value, first-wins, second-wins, first-score, choice-score, odds-score, unfinished, open, stalled, void, plies, player-score, huffed, omissions or playable)
s.toml:16:13: hypothesis[0].direction: unknown value "more" (want less or greater)`)

	require.EqualError(t, faults(`name = "s"
seed = 1
rules = ["a"]
players = ["random"]
games = 0

[[hypothesis]]
id = "H1"
claim = "One draws more"
metric = "drawn"
a = "z"
b = "a"
direction = "less"

[[ranking]]
id = "most"
metric = "drawish"
base = "z"
changes = ["a", "a"]
`), `s.toml:5:9: games: 0 is out of range (want a whole number from 1 to 2147483647)
s.toml:11:5: hypothesis[0].a: "z" is not a rule set of the study (want a)
s.toml:17:10: ranking[0].metric: unknown metric "drawish" (want decisive, drawn, drawn-rule, drawn-value, first-wins, second-wins, first-score, choice-score, odds-score, unfinished, open, stalled, void, plies, player-score, huffed, omissions or playable)
s.toml:18:8: ranking[0].base: "z" is not a rule set of the study (want a)
s.toml:19:17: ranking[0].changes[1]: "a" stands twice (want each rule set once)`)
}

func FuzzStudy(f *testing.F) {
	f.Add(Schema)
	f.Add("rules = [[], 3]\npairs = [[\"random\", 1], 2]\n[[hypothesis]]\nmargin = inf\n")
	for _, text := range hostile.TOML(1 << 14) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("s.toml", text)
		if err != nil {
			return
		}
		plan, err := file.Resolve(ruleSets, player)
		if (plan == nil) != (err != nil) {
			t.Fatalf("plan %v with error %v", plan, err)
		}
		if plan != nil && plan.Hash() == "" {
			t.Fatal("no hash")
		}
	})
}
