package player

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"weak"

	"varlab/rules"
)

// A Lent is the weights of a player under a rule set: those of the game, or those of its
// nearest relative.
type Lent struct {
	Weights *Weights // nil: the plain evaluation, for want of any
	Differs []string // keys of rules.Rules.PlayText in which the game of the weights is another; none: it is the same
}

// lendable bounds the number of keys in which a relative may differ: matches show that
// weights lent within this distance help, and none were played beyond it.
const lendable = 4

// Lend returns the weights of the nearest relative of r that is Lendable and has its promotion
// squares: the game that differs in the fewest keys of rules.Rules.PlayText, at most lendable,
// the first by name among equals.
func Lend(r *rules.Rules) Lent {
	hash := r.PlayHash()
	var nearest volume
	var apart []string
	for _, v := range library() {
		differs := v.differs(r)
		if v.PlayHash == hash || slices.ContainsFunc(differs, bars) || slices.Contains(differs, "promotion.squares") || len(differs) > lendable {
			continue
		}
		if nearest.Weights == nil || len(differs) < len(apart) {
			nearest, apart = v, differs
		}
	}
	if nearest.Weights == nil {
		return Lent{}
	}
	return Lent{nearest.all(), apart}
}

// differs returns the keys in which the game of w is another than r.
func (w *Weights) differs(r *rules.Rules) []string {
	return r.DiffersIn(strings.Join(w.Play, "\n") + "\n")
}

// For returns w as lent to r.
func (w *Weights) For(r *rules.Rules) Lent { return Lent{w, w.differs(r)} }

func (l Lent) evaluation(r *rules.Rules) (evaluator, error) {
	if l.Weights == nil {
		return newEvaluation(r), nil
	}
	if !l.Weights.OnBoard(r) {
		return nil, fmt.Errorf("weights of %s are not for this board (want those of a game on it)", l.Weights.Rules)
	}
	key := r.PlayHash() + l.Weights.Hash
	shared.Lock()
	defer shared.Unlock()
	e := shared.of[key].Value()
	if e == nil {
		terms := NewTerms(r)
		if len(l.Weights.Values) != terms.Len() {
			return nil, l.Weights.misfit(terms)
		}
		e = newLearned(terms, l.Weights)
		shared.of[key] = weak.Make(e)
	}
	return e, nil
}

// shared has the learned evaluations that players hold, by game and weights: each is a few
// megabytes.
var shared = struct {
	sync.Mutex
	of map[string]weak.Pointer[learned]
}{of: map[string]weak.Pointer[learned]{}}

// OnBoard reports whether w was learned on the board of r: then its terms are r's.
func (w *Weights) OnBoard(r *rules.Rules) bool { return !slices.Contains(w.differs(r), "grid") }

func (w *Weights) misfit(t *Terms) error {
	return fmt.Errorf("%d weights of %s (want %d, one for each term of this program)", len(w.Values), w.Rules, t.Len())
}

// Fits is an error if the terms of r are not those of w: another board, or another program.
func (w *Weights) Fits(r *rules.Rules) error {
	if !w.OnBoard(r) {
		return fmt.Errorf("weights of %s are for another board (want those of a game on the same)", w.Rules)
	}
	if t := NewTerms(r); len(w.Values) != t.Len() {
		return w.misfit(t)
	}
	return nil
}

// Lendable reports whether w can be lent to r: both have the same grid and the same result for
// a side without pieces.
func (w *Weights) Lendable(r *rules.Rules) bool {
	return !slices.ContainsFunc(w.differs(r), bars)
}

// bars reports whether weights of a game that differs in a key cannot be lent.
func bars(key string) bool { return key == "grid" || key == "ending.no_pieces" }

// Lends reports whether a player of the spec is given learned weights, and returns
// those that it has under r.
func (s *Spec) Lends(r *rules.Rules) (Lent, bool) {
	if !s.Searches() || s.Get("weights") == 0 {
		return Lent{}, false
	}
	if s.given != nil {
		return s.given.For(r), true
	}
	if own := Trainings(r.PlayHash()); s.Learns() && len(own) > 0 {
		return Lent{Weights: own[max(0, s.Get("training")-1)%len(own)]}, true
	}
	return Lend(r), true
}

// Searches reports whether the player is the search, whose choices have a Revision.
func (s *Spec) Searches() bool { return s.Kind.Name == "search" }

// Learns reports whether the player has the weights that were learned for the rule
// set, if there are any.
func (s *Spec) Learns() bool { return s.Searches() && s.Get("weights") == ownWeights }

// Plainly returns the spec of the same player with the plain evaluation.
func (s *Spec) Plainly() *Spec {
	plain := *s
	plain.values = slices.Clone(s.values)
	plain.values[slices.IndexFunc(s.Kind.All(), func(o Option) bool { return o.Key == "weights" })] = 0
	return &plain
}

// Given returns the spec of the same player with the weights that it is to have under any rule
// set on their grid.
func (s *Spec) Given(w *Weights) *Spec {
	given := *s
	given.given = w
	return &given
}
