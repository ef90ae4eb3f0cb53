package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/findings"
)

// weighed are the kinds of weights of cells in one word.
func weighed(cells ...*findings.Cell) string { return strings.Join(findings.Kinds(cells...), " and ") }

// playedWith names the clauses that are not modelled, and says whose weights players have under the
// rule sets of cells.
func playedWith(r *Report, cells []*findings.Cell) string {
	type alike struct{ kind, of string } // of borrowed ones whose they are
	under, of := map[alike][]string{}, map[alike][]string{}
	for _, c := range cells {
		for _, w := range c.Weights {
			key := alike{w.Kind, when(w.Kind == findings.BorrowedWeights, strings.Join(w.Of, " "))}
			under[key] = append(under[key], c.Profile.Short)
			of[key] = append(of[key], list(w.Of, r.shortOf)...)
		}
	}
	text := unmodelled(r, list(cells, func(c *findings.Cell) *findings.Profile { return c.Profile }))
	for _, key := range slices.SortedFunc(maps.Keys(under), func(a, b alike) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.of, b.of)) }) {
		names, lenders, kind := sentence(lists.Distinct(under[key])), sentence(lists.Distinct(of[key])), key.kind
		switch {
		case kind == findings.OwnWeights && len(under) == 1:
			text += " Each rule set is played with weights learned for it."
		case kind == findings.OwnWeights:
			text += fmt.Sprintf(" %s %s weights of its own%s.", sentenceCase(names), lists.Choose(len(lists.Distinct(under[key])) == 1, "has", "each have"),
				when(r.Plan.Teaching != nil && !r.Plan.Teaching.Anew, ", which further games did not better"))
		case kind == findings.TaughtWeights:
			text += fmt.Sprintf(" %s learned weights before the games, as those that the program carries were learned.", sentenceCase(names))
		case kind == findings.QuickWeights:
			text += fmt.Sprintf(" %s %s taught before the games, by the same few further games, from %s. Rates so taught were 2 to 7 points above those of --weights taught, which takes longer; the intervals allow for the part that does not cancel.",
				sentenceCase(names), lists.Choose(len(lists.Distinct(under[key])) == 1, "was", "were each"), lists.Choose(lenders == "", "the plain evaluation", "the weights of "+lenders))
		case kind == findings.PlainWeights:
			text += " Nothing was learned for " + names + ": players value positions by the plain evaluation."
		case kind == findings.BorrowedWeights:
			lent := "the weights of " + lenders
			if n := len(lists.Distinct(of[key])); n > 1 {
				lent += " in turn, the same on both sides"
			}
			text += fmt.Sprintf(" Under %s players have %s, and the rates hang on them: %s.", several(lists.Distinct(under[key])), lent,
				lists.Choose(r.Plan.Teaching != nil, "further games did not make them better", askedAgain))
		}
	}
	return text
}

// askedAgain says how both sides of a comparison are taught alike.
const askedAgain = "--weights taught, or weights = \"taught\" in a study, teaches both sides first, and a difference may grow, shrink or change its sign"

// shortOf is the short name of the rule set with that id, which may be none of the report's, or a
// what-if of one.
func (r *Report) shortOf(id string) string {
	if p := r.Profile(id); p != nil {
		return p.Short
	}
	base, changes, changed := strings.Cut(strings.TrimSuffix(id, "}"), "{")
	if changed {
		return "a what-if of " + r.shortOf(base) + " (" + changes + ")"
	}
	return strings.ReplaceAll(id, "-", " ")
}
