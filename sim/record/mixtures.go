package record

import (
	"fmt"
	"maps"
	"reflect"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/variants/content"
)

// checkMixtures verifies that the parts of an ablation are what its two rule sets differ
// in, and that each mixture is the game that its parts make. Of mixtures that are the same
// game one rule set is played, so the axes of a mixture may be another's.
func (m *Manifest) checkMixtures() error {
	ab := m.Study.Ablation
	if ab == nil {
		return nil
	}
	contents := map[string]*content.Content{}
	for _, set := range m.Study.RuleSets {
		c, err := content.Decode(set.Content)
		if err != nil {
			return fmt.Errorf("%q: %w", set.ID, err)
		}
		contents[set.ID] = c
	}
	a, b := contents[ab.A], contents[ab.B]
	if p, err := a.Profile(); err == nil {
		q, err := b.Profile()
		if err == nil && (p.WritesSquares() || q.WritesSquares()) && !p.Board.SameNames(&q.Board) {
			return fmt.Errorf("%q and %q write squares out, in other names (want the same names)", ab.A, ab.B)
		}
	}
	parts := map[string]bool{} // the axes of all
	for k, part := range ab.Parts {
		for _, axis := range part.Axes {
			parts[axis] = true
			if reflect.DeepEqual(a.Axes[axis], b.Axes[axis]) {
				return fmt.Errorf("parts[%d].axes: %q and %q do not differ in %q (want what they differ in)", k, ab.A, ab.B, axis)
			}
		}
	}
	if axis := apart(a.Axes, b.Axes, parts); axis != "" {
		return fmt.Errorf("parts: none has %s, in which %q and %q differ", axis, ab.A, ab.B)
	}
	for i, x := range ab.Mixtures {
		want := *a
		want.Axes = maps.Clone(a.Axes)
		for k, part := range ab.Parts {
			for _, axis := range part.Axes {
				if x.FromB>>k&1 == 0 {
					continue
				}
				delete(want.Axes, axis)
				if v, ok := b.Axes[axis]; ok {
					want.Axes[axis] = v
				}
			}
		}
		is := contents[x.RuleSet]
		if axis := apart(is.Axes, want.Axes, nil); axis != "" && !sameGame(is, &want) {
			return fmt.Errorf("mixtures[%d]: %q has %.40v for %s (want %.40v, or the same game)", i, x.RuleSet, is.Axes[axis], axis, want.Axes[axis])
		}
	}
	return nil
}

// apart is the first axis that changes the game and in which two rule sets differ, of
// those that are not among the others; "" if there is none.
func apart(a, b map[string]any, but map[string]bool) string {
	for i := range profile.Axes {
		axis := &profile.Axes[i]
		if axis.Plays && !but[axis.Key] && !reflect.DeepEqual(a[axis.Key], b[axis.Key]) {
			return axis.Key
		}
	}
	return ""
}

// sameGame reports whether two rule sets are the same game, as far as this program can
// play them.
func sameGame(a, b *content.Content) bool {
	var games [2]string
	for i, c := range []*content.Content{a, b} {
		p, err := c.Profile()
		if err != nil {
			return false
		}
		r, err := rules.Compile(p)
		if err != nil {
			return false
		}
		games[i] = r.PlayHash()
	}
	return games[0] == games[1]
}
