package player

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"weak"

	"varlab/rules"
)

// A Lent is the weights that a player has under a rule set: those of the game, or
// those of its nearest relative.
type Lent struct {
	Weights *Weights // nil: the plain evaluation, for want of any
	Differs []string // keys in which the game of the weights is another; none: it is the same
	near    bool     // it is the nearest relative
}

// lendable bounds the number of keys in which a relative may differ: matches show that
// weights lent within this distance help, and none were played beyond it.
const lendable = 4

// Lend returns the weights of the nearest relative of r. A relative has the same grid, the same
// promotion squares and the same result for a side without pieces. The nearest one differs
// in the fewest keys of rules.Rules.PlayText, at most lendable, and comes first by name
// among equals.
func Lend(r *rules.Rules) Lent {
	hash, play := r.PlayHash(), byKey(strings.Split(strings.TrimSuffix(r.PlayText(), "\n"), "\n"))
	var nearest volume
	var apart []string
	for _, v := range library() {
		differs := differing(play, byKey(v.Play))
		if v.PlayHash == hash || slices.Contains(differs, "grid") || slices.Contains(differs, "promotion.squares") || slices.Contains(differs, "ending.no_pieces") || len(differs) > lendable {
			continue
		}
		if nearest.Weights == nil || len(differs) < len(apart) {
			nearest, apart = v, differs
		}
	}
	if nearest.Weights == nil {
		return Lent{}
	}
	return Lent{nearest.whole(), apart, true}
}

// OwnWeights is what is said of weights that were learned for the game itself.
const OwnWeights = "its own"

func byKey(lines []string) map[string]string {
	found := map[string]string{}
	for _, line := range lines {
		key, value, _ := strings.Cut(line, " ")
		found[key] += value + "\n"
	}
	return found
}

func differing(a, b map[string]string) []string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	maps.DeleteFunc(all, func(key, _ string) bool { return a[key] == b[key] })
	return slices.Sorted(maps.Keys(all))
}

// String says in a few words whose weights they are.
func (l Lent) String() string {
	switch {
	case l.Weights == nil:
		return "plain, since no relative is near"
	case len(l.Differs) == 0:
		return OwnWeights
	}
	near := ""
	if l.near {
		near = ", its nearest relative"
	}
	return fmt.Sprintf("those of %s%s (another %s)", l.Weights.Rules, near, strings.Join(l.Differs, ", "))
}

func (l Lent) evaluation(r *rules.Rules) (evaluator, error) {
	if l.Weights == nil {
		return newEvaluation(r), nil
	}
	if !l.Weights.onBoard(r) {
		return nil, fmt.Errorf("weights of %s are not for this board (want those of a game on it)", l.Weights.Rules)
	}
	key := r.PlayHash() + l.Weights.Hash
	shared.Lock()
	defer shared.Unlock()
	e := shared.of[key].Value()
	if e == nil {
		e = newLearned(NewTerms(r), l.Weights)
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

// onBoard reports whether w was learned on the board of r: its terms are those of r then.
func (w *Weights) onBoard(r *rules.Rules) bool {
	return slices.Contains(w.Play, "grid "+fmt.Sprint(r.Grid()))
}

// OnBoard reports whether the weights that come with the program and have a content hash
// can be played with under r.
func OnBoard(hash string, r *rules.Rules) bool {
	return slices.ContainsFunc(library(), func(v volume) bool { return v.Hash == hash && v.onBoard(r) })
}

// Lends reports whether a player of the spec is given learned weights, and returns
// those that it has under r.
func (s *Spec) Lends(r *rules.Rules) (Lent, bool) {
	if !s.Searches() || s.Get("weights") == 0 {
		return Lent{}, false
	}
	if s.given != nil {
		lent := Lent{Weights: s.given}
		if s.given.PlayHash != r.PlayHash() {
			lent.Differs = differing(byKey(strings.Split(strings.TrimSuffix(r.PlayText(), "\n"), "\n")), byKey(s.given.Play))
		}
		return lent, true
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

// Given returns the spec of the same player with weights that it is to have under any
// rule set that has their grid.
func (s *Spec) Given(w *Weights) *Spec {
	given := *s
	given.given = w
	return &given
}
