package study

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/variants/content"
)

func testStudy() Study {
	return Study{
		Heading: Heading{Name: "huff", Seed: 1754},
		Rules:   []string{"a", "b+*"},
		Players: []string{"random"},
		Pairs:   [][2]string{{"random", "greedy"}},
		Design:  Design{Games: 10, HorizonPlies: 300, Openings: Openings{Plies: []int{4}}, Hypotheses: []Hypothesis{{ID: "H04", Claim: "fewer draws", Metric: "drawn", A: "a", B: "b", Direction: "less"}}},
	}
}

// kept is a content as a study keeps it.
func kept(text string, args ...any) *content.Kept {
	k, err := content.Read(fmt.Appendf(nil, text, args...))
	if err != nil {
		panic(err)
	}
	return k
}

// A meaning is RuleSets: the rule sets of each name.
type meaning map[string][]RuleSet

func (m meaning) Expand(name string) (list []string, err error) {
	for _, set := range m[name] {
		list = append(list, set.ID)
	}
	if list == nil {
		err = fmt.Errorf("no rule set %q", name)
	}
	return list, err
}

func (m meaning) RuleSet(name string, _ ...string) (RuleSet, error) {
	for _, sets := range m {
		for _, set := range sets {
			if set.ID == name {
				return set, nil
			}
		}
	}
	return RuleSet{}, fmt.Errorf("no rule set %q", name)
}

var ruleSets = func() meaning {
	set := func(id string) RuleSet {
		return RuleSet{ID: id, PlayHash: id + id, Board: "10x10", Content: kept(`{"title": "<&>", "id": "b"}`)}
	}
	return meaning{"a": {set("a")}, "b+*": {set("b"), set("b+x")}}
}()

func player(spec string) (Player, error) {
	if strings.HasPrefix(spec, "bad") {
		return Player{}, fmt.Errorf("unknown player %q", spec)
	}
	spec = strings.TrimSpace(spec)
	return Player{Spec: spec, Random: spec == "random"}, nil
}

func TestResolve(t *testing.T) {
	s := testStudy()
	p, err := s.Resolve(ruleSets, player)
	require.NoError(t, err)
	cells := p.Cells()
	require.Len(t, cells, 6)
	require.Equal(t, Cell{1, Player{Spec: "random", Random: true}, Player{Spec: "greedy"}}, cells[3])
	require.True(t, cells[3].Both())
	require.False(t, cells[2].Both())
	content, err := json.Marshal(p.RuleSets[0].Content)
	require.NoError(t, err)
	require.Equal(t, `{"id":"b","title":"\u003c\u0026\u003e"}`, string(content), "as it was read")

	// The hash survives the file, white space and all, and sees every part.
	text, err := json.MarshalIndent(p, "", "    ")
	require.NoError(t, err)
	var again Plan
	require.NoError(t, json.Unmarshal(text, &again))
	require.Equal(t, p.Hash(), again.Hash())
	seen := map[string]bool{p.Hash(): true}
	for _, change := range []func(p *Plan){
		func(p *Plan) { p.Seed++ },
		func(p *Plan) { p.Games++ },
		func(p *Plan) { p.RuleSets[1].Content = kept(`{"id":"z"}`) },
		func(p *Plan) { p.Players[0].Spec = "greedy" },
		func(p *Plan) { p.Hypotheses[0].Margin = 0.02 },
		func(p *Plan) { p.RuleSets[0].Weights = []string{"a"} },
		func(p *Plan) { p.Openings.Plies = []int{6} },
	} {
		var q Plan
		require.NoError(t, json.Unmarshal(text, &q))
		change(&q)
		require.False(t, seen[q.Hash()])
		seen[q.Hash()] = true
	}
}

// A label that is the name of another rule set would send a claim to that one.
func TestLabelsAreNoNamesOfOthers(t *testing.T) {
	for _, c := range []struct {
		a, b  RuleSet
		fault string
	}{
		{RuleSet{ID: "a", Label: "old"}, RuleSet{ID: "b", Label: "new"}, ""},
		{RuleSet{ID: "a", Label: "old"}, RuleSet{ID: "b", Label: "old"}, `rules[1]: "old" is the label of two rule sets (want another)`},
		{RuleSet{ID: "a", Label: "b"}, RuleSet{ID: "b"}, `rules[1]: "b" is the label of one rule set and the name of another (want another label)`},
		{RuleSet{ID: "a"}, RuleSet{ID: "b", Label: "a"}, `rules[1]: "a" is the label of one rule set and the name of another (want another label)`},
	} {
		c.a.Content, c.b.Content = kept("{}"), kept("{}")
		s, p, faults := Study{Rules: []string{"1", "2"}}, &Plan{}, &Faults{}
		require.True(t, s.nameRuleSets(p, faults, meaning{"1": {c.a}, "2": {c.b}}))
		require.Equal(t, c.fault, faults.Error())
	}
}

func TestPartsAreCalledAfterTheirAxes(t *testing.T) {
	for want, axes := range map[string][]string{
		"draw": {"draw"}, "king.range and draw": {"king.range", "draw"}, "king.range and 2 more": {"king.range", "draw", "man.chain"},
	} {
		require.Equal(t, Part{want, axes}, PartOf(axes))
	}
}
