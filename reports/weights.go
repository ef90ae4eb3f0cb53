package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"varlab/sim/study"
)

// Weights say whose weights a player has under a rule set, before or after a teaching.
type Weights struct {
	Kind    string   `json:"kind"`              // own, taught, quick, borrowed or plain
	Of      []string `json:"of,omitempty"`      // ids of the rule sets under which they were learned, in turn; of taught ones with which the teaching began
	Differs []string `json:"differs,omitempty"` // the axes in which their game is another
}

// The kinds of weights.
const (
	ownWeights      = "own"      // learned for the game itself, or one that differs only in its start and draws
	taughtWeights   = "taught"   // learned before the games, as those of other rule sets were
	quickWeights    = "quick"    // learned a little further, before the games
	borrowedWeights = "borrowed" // learned for another game
	plainWeights    = "plain"    // none: the plain evaluation
)

// weightsOf are the weights of the players of a cell, one for each that has any use for some.
func weightsOf(lenders [][]study.Lender, p *study.Plan, cell study.Cell) (all []Weights) {
	set := p.RuleSets[cell.RuleSet]
	for i, player := range []study.Player{cell.A, cell.B} {
		if i >= len(lenders) || len(lenders[i]) == 0 || i > 0 && !cell.Both() {
			continue
		}
		w := Weights{Kind: ownWeights}
		for _, l := range lenders[i] {
			if l.Rules == "" {
				w.Kind = plainWeights
				continue
			}
			w.Of = append(w.Of, l.Rules)
			for _, key := range l.Differs {
				if !slices.Contains(w.Differs, key) {
					w.Differs = append(w.Differs, key)
				}
			}
		}
		set.Lender = &study.Lender{Differs: w.Differs}
		switch {
		case player.Learns && len(set.Taught) > 0:
			w.Kind = choose(p.Teaching.Anew, taughtWeights, quickWeights)
		case w.Kind == ownWeights && !set.Own():
			w.Kind = borrowedWeights
		}
		all = append(all, w)
	}
	return all
}

// kinds are the kinds of weights of cells, each once.
func kinds(cells ...*Cell) (all []string) {
	for _, c := range cells {
		all = append(all, list(c.Weights, func(w Weights) string { return w.Kind })...)
	}
	return distinct(all)
}

// weighed are the kinds of weights of cells in one word.
func weighed(cells ...*Cell) string { return strings.Join(kinds(cells...), " and ") }

// playedWith says whose weights players have under the rule sets of cells.
func (r *Report) playedWith(cells []*Cell) string {
	type alike struct{ kind, of string } // of borrowed ones whose they are
	under, of := map[alike][]string{}, map[alike][]string{}
	for _, c := range cells {
		for _, w := range c.Weights {
			key := alike{w.Kind, when(w.Kind == borrowedWeights, strings.Join(w.Of, " "))}
			under[key] = append(under[key], c.Profile.Short)
			of[key] = append(of[key], list(w.Of, r.shortOf)...)
		}
	}
	text := ""
	for _, key := range slices.SortedFunc(maps.Keys(under), func(a, b alike) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.of, b.of)) }) {
		names, lenders, kind := sentence(distinct(under[key])), sentence(distinct(of[key])), key.kind
		switch {
		case kind == ownWeights && len(under) == 1:
			text += " Each rule set is played with weights learned for it."
		case kind == ownWeights:
			text += fmt.Sprintf(" %s %s weights of its own%s.", sentenceCase(names), choose(len(distinct(under[key])) == 1, "has", "each have"),
				when(r.Plan.Teaching != nil && !r.Plan.Teaching.Anew, ", which further games did not better"))
		case kind == taughtWeights:
			text += fmt.Sprintf(" %s learned weights before the games, as those that the program carries were learned.", sentenceCase(names))
		case kind == quickWeights:
			text += fmt.Sprintf(" %s %s taught before the games, by the same few further games, from %s. Rates so taught were 2 to 7 points above those of --weights taught, which takes longer; the intervals allow for what of that does not cancel.",
				sentenceCase(names), choose(len(distinct(under[key])) == 1, "was", "were each"), choose(lenders == "", "the plain evaluation", "the weights of "+lenders))
		case kind == plainWeights:
			text += " Nothing was learned for " + names + ": players value positions by the plain evaluation."
		case kind == borrowedWeights:
			text += fmt.Sprintf(" Under %s players have the weights of %s, and the rates hang on them: %s.", names, lenders,
				choose(r.Plan.Teaching != nil, "further games did not make them better", askedAgain))
		}
	}
	return text
}

// askedAgain says how both sides of a comparison are taught alike.
const askedAgain = "--weights taught, or weights = \"taught\" in a study, teaches both sides first, and a difference may grow, shrink or change its sign"

// shortOf is the short name of the rule set with that id, which may be none of the report's.
func (r *Report) shortOf(id string) string {
	if p := r.profile(id); p != nil {
		return p.Short
	}
	return strings.ReplaceAll(id, "-", " ")
}
