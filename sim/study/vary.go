package study

import (
	"errors"
	"fmt"
	"slices"
)

// A Variation is a study in which the claims of another are asked once more, with one of
// the choices made otherwise that the claims do not speak of.
type Variation struct {
	Name  string // of its folder: "budgets", "noise-60"
	Study Study
}

// budgets are the nodes at which claims are asked, beside those of the study.
var budgets = []int{20, 50, 100, 200, 500, 1000, 2000}

// Vary returns the variations of a study: for each player that plays itself a ladder of
// budgets, and at the first budget that the study has of it other noise, opening plies,
// weights, trainings and horizons, and depths in place of turns. It asks the claims about two
// rule sets, by that number of games a cell. All variations have the seed of s, so that games
// which a choice does not change are the same.
func (s *Study) Vary(games int) ([]Variation, error) {
	specs := slices.Clone(s.Players)
	if s.Ladder != nil {
		specs = append(specs, s.Ladder.specs()...)
	}
	var list []Variation
	for i, text := range specs {
		player := Player{Spec: text}.Of()
		kin := player.Without("nodes").String()
		alike := func(other string) bool { return Player{Spec: other}.Of().Without("nodes").String() == kin }
		if slices.ContainsFunc(specs[:i], alike) {
			continue
		}
		prefix := ""
		if slices.ContainsFunc(specs, func(other string) bool { return !alike(other) }) {
			prefix = fmt.Sprintf("player-%d-", i+1)
		}
		add := func(name string, players []string, change func(*Study)) {
			v := *s
			v.Confirmatory, v.Looks, v.Pairs, v.Ladder, v.Families = false, nil, nil, nil, nil
			v.Name, v.Players, v.Games, v.Hypotheses = s.Name+" "+prefix+name, players, games, nil
			for _, h := range s.Hypotheses {
				if h.B != "" && (h.Players == "" || alike(h.Players)) {
					h.Players, h.Family = "", ""
					v.Hypotheses = append(v.Hypotheses, h)
				}
			}
			if change != nil {
				change(&v)
			}
			if len(v.Hypotheses) > 0 {
				list = append(list, Variation{prefix + name, v})
			}
		}
		with := func(key string, n int) []string { return []string{player.Without(key).With(key, n).String()} }
		if nodes := player.Number("nodes"); nodes > 0 {
			rungs := slices.Clone(budgets)
			for _, other := range specs {
				if alike(other) {
					rungs = append(rungs, Player{Spec: other}.Of().Number("nodes"))
				}
			}
			slices.Sort(rungs)
			var ladder []string
			for _, n := range slices.Compact(rungs) {
				ladder = append(ladder, with("nodes", n)...)
			}
			add("budgets", ladder, nil)
			for _, noise := range []int{1, 20, 60} {
				if noise != player.Number("noise") {
					add(fmt.Sprint("noise-", noise), with("noise", noise), nil)
				}
			}
			for _, depth := range []int{2, 4} {
				add(fmt.Sprint("depth-", depth), []string{player.Without("nodes").With("depth", depth).String()}, nil)
			}
			if !player.Has("weights") && !player.Has("training") {
				for _, word := range []string{Taught, Quick, Base, Plain} {
					if word != s.Weights {
						add("weights-"+word, []string{text}, func(v *Study) { v.Weights = word })
					}
				}
				for k := range Trainings {
					add(fmt.Sprint("training-", k+1), with("training", k+1), nil)
				}
			}
		} else {
			add("as-it-is", []string{text}, nil)
		}
		for _, plies := range [][]int{{2, 3}, {8, 9}} {
			if s.Openings.From == "" && !slices.Equal(plies, s.Openings.Plies) {
				add(fmt.Sprintf("opening-plies-%d-%d", plies[0], plies[1]), []string{text}, func(v *Study) { v.Openings.Plies = plies })
			}
		}
		for _, horizon := range []int{s.HorizonPlies / 2, 2 * s.HorizonPlies} {
			add(fmt.Sprint("horizon-", horizon), []string{text}, func(v *Study) { v.HorizonPlies = horizon })
		}
	}
	if len(list) == 0 {
		return nil, errors.New("no claim compares two rule sets between players who play themselves (want a hypothesis with a and b)")
	}
	return list, nil
}
