package study

import (
	"math"
	"slices"
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

func TestLadder(t *testing.T) {
	require.Equal(t, []string{"search:noise=5,nodes=50", "search:noise=5,nodes=200", "search:noise=5,nodes=800", "search:noise=5,nodes=2000"},
		(&Ladder{"search:noise=5", 50, 2000, 4}).specs())
	require.Equal(t, []string{"search:nodes=10", "search:nodes=20"}, (&Ladder{"search", 10, 20, 2}).specs())
	for _, l := range []Ladder{{"", 1, 2, 2}, {"search", 0, 2, 2}, {"search", 5, 5, 2}, {"search", 1, 2, 1}, {"search", 1, 2, 1001}} {
		s := testStudy()
		s.Ladder = &l
		_, err := s.Resolve(ruleSets, player)
		require.ErrorContains(t, err, "ladder: ", "%+v", l)
	}
	s := testStudy()
	s.Players, s.Pairs, s.Hypotheses = nil, nil, nil
	s.Ladder = &Ladder{"search:noise=5", 50, 200, 4}
	p, err := s.Resolve(ruleSets, player)
	require.NoError(t, err)
	require.Equal(t, []string{"search:noise=5,nodes=50", "search:noise=5,nodes=200"}, p.Rungs())
}

// Openings of one number of plies take the trainings in turn, and, where weights are
// shared, first the rule sets that have some. A player that names a training keeps to it.
func TestTrainingsTakeTurns(t *testing.T) {
	p := &Plan{
		RuleSets: []RuleSet{{ID: "a", Weights: []string{"a1", "a2", "a3"}}, {ID: "b", Weights: []string{"b1"}}, {ID: "c"}, {ID: "a+x", Weights: []string{"a1", "a2", "a3"}}},
		Design:   Design{Weights: "own"},
	}
	player := Player{Spec: "search:nodes=5", Learns: true}
	played := func(set int) (list []string) {
		for m := range 7 {
			hash, training := p.Trained(player, set, m)
			require.Equal(t, hash == "", training == 0)
			list = append(list, hash)
		}
		return list
	}
	require.Equal(t, []string{"a1", "a2", "a3", "a1", "a2", "a3", "a1"}, played(0))
	require.Equal(t, []string{"b1", "b1", "b1", "b1", "b1", "b1", "b1"}, played(1))
	require.Equal(t, make([]string, 7), played(2))
	p.RuleSets[2].Taught = []string{"c1", "c2"} // it began with the plain evaluation
	require.Equal(t, []string{"c1", "c2", "c1", "c1", "c2", "c1", "c1"}, played(2))
	p.RuleSets[2].Taught = nil
	p.Weights = Base
	for set := range p.RuleSets {
		require.Equal(t, []string{"a1", "b1", "a2", "b1", "a3", "b1", "a1"}, played(set))
	}
	player.Training = 2
	require.Equal(t, []string{"a2", "b1", "a2", "b1", "a2", "b1", "a2"}, played(0))
	p.Weights = Own
	require.Equal(t, []string{"a2", "a2", "a2", "a2", "a2", "a2", "a2"}, played(3))
	p.RuleSets[3].Taught = []string{"t1", "t2", "t3"}
	require.Equal(t, []string{"t2", "t2", "t2", "t2", "t2", "t2", "t2"}, played(3))
	p.Weights = Plain
	require.Equal(t, make([]string, 7), played(3))
	p.Weights, player.Learns = Own, false
	require.Equal(t, make([]string, 7), played(0))
}

// Rule sets of the same play are taught together if they begin with the same weights; who
// learns anew and has its own is not taught.
func TestLessons(t *testing.T) {
	set := func(weights string, change func(*profile.Profile)) RuleSet {
		return RuleSet{Rules: given.Default(t, change), Weights: []string{weights}}
	}
	same := func(*profile.Profile) {}
	draws := func(p *profile.Profile) { p.Draws = nil }
	short := func(p *profile.Profile) { p.King.Range = profile.Short }
	p := &Plan{
		RuleSets: []RuleSet{set("w", same), set("w", draws), set("v", same), set("w", short)},
		Teaching: &Teaching{},
	}
	require.Equal(t, [][]int{{0, 1}, {2}, {3}}, p.Lessons())
	p.Teaching.Anew = true
	p.RuleSets[3].Lender = &Lender{"another", []string{"king.range"}}
	require.Equal(t, [][]int{{3}}, p.Lessons())
}

// Whose weights players have follows from what the rule sets have and how they differ, unless
// the study says it.
func TestSettledWeights(t *testing.T) {
	base := given.Default(t)
	forward := given.Default(t, func(p *profile.Profile) { p.Man.Capture = profile.CapturesForward })
	quicker := given.Default(t, func(p *profile.Profile) { p.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 3}} })
	set := func(id string, r *rules.Rules, weights string, differs ...string) RuleSet {
		s := RuleSet{ID: id, PlayHash: r.PlayHash(), Content: kept(`{}`), Rules: r}
		if weights != "" {
			s.Weights = []string{weights}
		}
		if differs != nil {
			s.Lender = &Lender{"base", differs}
		}
		return s
	}
	own, lent, drawn := set("base", base, "w"), set("forward", forward, "w", "man.capture"), set("drawn", quicker, "w", "draw")
	for _, c := range []struct {
		says string
		sets []RuleSet
		want string
	}{
		{"", []RuleSet{own, drawn}, Base},
		{"", []RuleSet{own, set("forward", forward, "f")}, Own},
		{"", []RuleSet{own, lent}, Taught},
		{"", []RuleSet{lent}, Taught},
		{"", []RuleSet{own, set("forward", forward, "")}, Taught},
		{Taught, []RuleSet{own, drawn}, Base}, // there is nothing to teach
		{Base, []RuleSet{own, lent}, Base},
		{Plain, []RuleSet{own, lent}, Plain},
		{Own, []RuleSet{own, drawn}, Own},
		{Own, []RuleSet{own, lent}, `rules[1]: nothing was learned for "forward" (want weights = "taught", which teaches it before the games, or "base")`},
	} {
		all := meaning{}
		s := Study{
			Heading: Heading{Name: "s"}, Players: []string{"search"},
			Design: Design{Weights: c.says, Games: 2, HorizonPlies: 100, Openings: Openings{Plies: []int{4}}},
		}
		for _, set := range c.sets {
			all[set.ID] = []RuleSet{set}
			s.Rules = append(s.Rules, set.ID)
		}
		p, err := s.Resolve(all, func(spec string) (Player, error) { return Player{Spec: spec, Learns: true, Revision: 3}, nil })
		if err != nil {
			require.EqualError(t, err, c.want)
			continue
		}
		require.Equal(t, c.want, p.Weights)
		if c.want == Taught {
			require.True(t, p.Teaching.Anew)
			require.Len(t, p.Lessons(), 1, "what has weights of its own keeps them")
			s.Brief = true
			q, err := s.Resolve(all, func(spec string) (Player, error) { return Player{Spec: spec, Learns: true, Revision: 3}, nil })
			require.NoError(t, err)
			require.Equal(t, Quick, q.Weights)
			require.Len(t, q.Lessons(), len(c.sets), "all go on alike")
		} else {
			require.Nil(t, p.Teaching)
		}
		// A teaching is part of the study; what it came to is not.
		hash := p.Hash()
		p.RuleSets[0].Taught = []string{"t"}
		require.Equal(t, hash, p.Hash())
		p.Weights, p.Teaching = Base, &Teaching{Trainings: 1}
		require.NotEqual(t, hash, p.Hash())
	}
	require.Equal(t, "search@3-w1", Player{Spec: "search", Revision: 3}.Name("w1"))
}

// The seed of a confirmatory study is made from what its tests read, and from nothing
// else.
func TestConfirmatorySeed(t *testing.T) {
	resolve := func(change func(*Study)) *Plan {
		s := testStudy()
		s.Seed, s.Confirmatory = 0, true
		change(&s)
		p, err := s.Resolve(ruleSets, player)
		require.NoError(t, err)
		return p
	}
	base := resolve(func(*Study) {})
	require.NotZero(t, base.Seed)
	for _, words := range []func(*Study){
		func(s *Study) { s.Name = "other" },
		func(s *Study) { s.Title, s.Question = "A title", "A question?" },
		func(s *Study) { s.Hypotheses[0].Claim = "in other words" },
		func(s *Study) { s.Hypotheses[0].ID = "H05" },
	} {
		require.Equal(t, base.Seed, resolve(words).Seed)
	}
	seen := map[uint64]bool{base.Seed: true}
	for _, test := range []func(*Study){
		func(s *Study) { s.Hypotheses[0].Direction = "greater" },
		func(s *Study) { s.Hypotheses[0].Direction, s.Hypotheses[0].Margin = "", 0.02 },
		func(s *Study) { s.Hypotheses[0].Metric = "decisive" },
		func(s *Study) { s.Hypotheses[0].A, s.Hypotheses[0].B = "b", "a" },
		func(s *Study) { s.Families, s.Hypotheses[0].Family = []Family{{"f", "holm"}}, "f" },
		func(s *Study) { s.Games = 12 },
		func(s *Study) { s.Looks = []int{4, 10} },
		func(s *Study) { s.HorizonPlies = 400 },
		func(s *Study) { s.Openings.Plies = []int{4, 5} },
		func(s *Study) { s.Players = []string{"random", "other"} },
		func(s *Study) { s.Exact = Exact{Pieces: 4} },
	} {
		p := resolve(test)
		require.False(t, seen[p.Seed])
		seen[p.Seed] = true
	}
	// Rule sets that are one game to the rules are told apart, and the words that players heed.
	alike := func(spec, words, a, b string) uint64 {
		p := *base
		p.RuleSets, p.Players, p.Hypotheses = slices.Clone(p.RuleSets), []Player{{Spec: spec}}, slices.Clone(p.Hypotheses)
		p.RuleSets[1].PlayHash = p.RuleSets[0].PlayHash
		p.RuleSets[0].Content = kept(`{"axes":{"conduct.touch_move":%q,"match.resignation":"allowed"}}`, words)
		p.Hypotheses[0].A, p.Hypotheses[0].B = a, b
		return p.ClaimedSeed()
	}
	for _, test := range [][4]string{
		{"greedy", "none", "a", "b+x"},
		{"greedy", "none", "b", "b+x"},
		{"greedy", "none", "a", "b"},
		{"greedy", "none", "b", "a"},
		{"greedy:oversight=5", "none", "a", "b"},
		{"greedy:oversight=5", "strict", "a", "b"},
		{"greedy:touch=5", "none", "a", "b"},
		{"greedy:touch=5", "strict", "a", "b"},
		{"search:resign=5", "none", "a", "b"},
	} {
		seed := alike(test[0], test[1], test[2], test[3])
		require.False(t, seen[seed], "%v", test)
		seen[seed] = true
	}
	require.Equal(t, alike("greedy", "none", "a", "b"), alike("greedy", "strict", "a", "b"), "nobody heeds it")
	// Games of openings are in the seed as they stand in it, with how these squares are named.
	opened := func(corner string) uint64 {
		p := *base
		p.RuleSets, p.Openings.Games = slices.Clone(p.RuleSets), []string{"32-28"}
		p.RuleSets[0].Content = kept(`{"axes":{"board.first_square":%q}}`, corner)
		return p.ClaimedSeed()
	}
	require.NotEqual(t, opened("top-left"), opened("top-right"))
	against := func(value float64) uint64 {
		return resolve(func(s *Study) { s.Hypotheses[0].B, s.Hypotheses[0].Value = "", &value }).Seed
	}
	require.Equal(t, against(0), against(math.Copysign(0, -1)))
	require.Equal(t, base.Hash(), resolve(func(s *Study) { s.Title = "A title" }).Hash())
	s := testStudy()
	s.Confirmatory = true
	_, err := s.Resolve(ruleSets, player)
	require.ErrorContains(t, err, "seed: stated in a confirmatory study")
	s.Seed, s.Hypotheses = 0, nil
	_, err = s.Resolve(ruleSets, player)
	require.ErrorContains(t, err, "confirmatory: without a hypothesis")
}

func TestLooksFaults(t *testing.T) {
	for want, looks := range map[string][]int{
		"want rising numbers":  {8, 4, 10},
		"looks: ends with 8":   {4, 8},
		"want rising numbers ": {4, 4, 10},
	} {
		s := testStudy()
		s.Seed, s.Confirmatory, s.Looks = 0, true, looks
		_, err := s.Resolve(ruleSets, player)
		require.ErrorContains(t, err, want)
	}
	s := testStudy()
	s.Looks = []int{5, 10}
	_, err := s.Resolve(ruleSets, player)
	require.ErrorContains(t, err, "looks: stated in an exploratory study")
}

// A report keeps all differences: of a study that comes to too many it is not begun.
func TestTooManyComparisons(t *testing.T) {
	p := &Plan{
		Players:  make([]Player, 30),
		RuleSets: make([]RuleSet, 160),
		Design:   Design{Metrics: make([]string, 10)},
	}
	require.ErrorContains(t, p.TooMuch(), "rules: 3816000 comparisons, of each two rule sets by each player or pair and metric (want at most ")
	p.Ablation = &Ablation{} // which compares two
	require.Empty(t, p.TooMuch())
	p.Ablation, p.Players = nil, p.Players[:1]
	require.Empty(t, p.TooMuch())
}

// A game ends with its value where both players would have come to it.
func TestWhoKnowsEndings(t *testing.T) {
	p := Plan{Design: Design{Exact: Exact{Adjudicate: true, Known: true, Pieces: 3}}}
	for spec, knows := range map[string]bool{
		"search:nodes=9,noise=5": true, "search:nodes=9,tables=3": true, "search:nodes=9,tables=2": false, "greedy": false,
		"search:nodes=9,oversight=5": false, "search:nodes=9,resign=5": false, "search:nodes=9,stands=0": false,
	} {
		require.Equal(t, knows, p.Adjudicates(Cell{A: Player{Spec: "search:nodes=9"}, B: Player{Spec: spec}}), spec)
	}
}
