package findings

import (
	"slices"

	"varlab/internal/lists"
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
	OwnWeights      = "own"      // learned for the game itself, or one that differs only in its start and draws
	TaughtWeights   = "taught"   // learned before the games, as those of other rule sets were
	QuickWeights    = "quick"    // learned a little further, before the games
	BorrowedWeights = "borrowed" // learned for another game
	PlainWeights    = "plain"    // none: the plain evaluation
)

// weightsOf are the weights of the players of a cell, one for each that has any use for some.
func weightsOf(lenders [][]study.Lender, p *study.Plan, cell study.Cell) (all []Weights) {
	set := p.RuleSets[cell.RuleSet]
	for i, player := range []study.Player{cell.A, cell.B} {
		if i >= len(lenders) || len(lenders[i]) == 0 || i > 0 && !cell.Both() {
			continue
		}
		w := Weights{Kind: OwnWeights}
		for _, l := range lenders[i] {
			if l.Rules == "" {
				w.Kind = PlainWeights
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
			w.Kind = lists.Choose(p.Teaching.Anew, TaughtWeights, QuickWeights)
		case w.Kind == OwnWeights && !set.Own():
			w.Kind = BorrowedWeights
		}
		all = append(all, w)
	}
	return all
}

// Kinds are the kinds of weights of cells, each once.
func Kinds(cells ...*Cell) (all []string) {
	for _, c := range cells {
		all = append(all, list(c.Weights, func(w Weights) string { return w.Kind })...)
	}
	return lists.Distinct(all)
}
