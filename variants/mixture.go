package variants

import (
	"fmt"
	"slices"

	"varlab/rules/notation"
	"varlab/rules/profile"
)

// maxDifferences bounds the number of axes for which Parts tries every mixture.
const maxDifferences = 20

// Parts divides the axes on which two rule sets differ in play, each named by its key. Every
// mixture, which takes some parts from b and the others from a, is then a rule set without
// contradiction that states just the axes that apply. The division is the finest possible: axes
// are joined only if no mixture that separates them is sound.
func Parts(a, b *Resolved) ([][]string, error) {
	var axes []*profile.Axis
	// A mixture would read the text of one rule set in the names of the other.
	if written := a.Profile.WritesSquares() || b.Profile.WritesSquares(); written && !a.Profile.Board.SameNames(&b.Profile.Board) {
		return nil, fmt.Errorf("%s and %s have other names of squares or colours, in which a start, or where men are crowned, is written out (want the same names)", a.ID, b.ID)
	}
	for _, d := range Diff(a, b) {
		if d.Axis.Plays {
			axes = append(axes, d.Axis)
		}
	}
	if len(axes) > maxDifferences {
		return nil, fmt.Errorf("%s and %s differ in %d axes (want at most %d)", a.ID, b.ID, len(axes), maxDifferences)
	}
	group := make([]int, len(axes)) // of each axis, the least axis of its part
	for i := range group {
		group[i] = i
	}
	sound := make([]bool, 1<<len(axes))
	for set := range sound {
		sound[set] = isSound(a, b, axes, set)
	}
	for {
		// For every two parts: is there a sound mixture that separates them either way? And how
		// many unsound mixtures do?
		again := false
		worst, at := 0, [2]int{}
		for i := range axes {
			for j := range i {
				if group[i] != i || group[j] != j {
					continue
				}
				good, bad := 0, 0
				for set, ok := range sound {
					if !whole(set, group) || set>>i&1 == set>>j&1 {
						continue
					}
					if ok {
						good++
					} else {
						bad++
					}
				}
				if good == 0 && bad > 0 {
					join(group, i, j)
					again = true
				} else if bad > worst {
					worst, at = bad, [2]int{i, j}
				}
			}
		}
		if again {
			continue
		}
		if worst == 0 {
			break
		}
		join(group, at[0], at[1]) // more than two depend on each other
	}
	var parts [][]string
	for i := range axes {
		if group[i] != i {
			continue
		}
		var part []string
		for k := range axes {
			if group[k] == i {
				part = append(part, axes[k].Key)
			}
		}
		parts = append(parts, part)
	}
	return parts, nil
}

func whole(set int, group []int) bool {
	for i, g := range group {
		if set>>i&1 != set>>g&1 {
			return false
		}
	}
	return true
}

func join(group []int, i, j int) {
	from, to := max(group[i], group[j]), min(group[i], group[j])
	for k := range group {
		if group[k] == from {
			group[k] = to
		}
	}
}

// isSound reports whether the mixture that takes the set's axes from b can exist: without
// contradiction, and with a value for every axis that applies.
func isSound(a, b *Resolved, axes []*profile.Axis, set int) bool {
	p := *a.Profile
	for i, axis := range axes {
		if set>>i&1 == 0 {
			continue
		}
		if v := b.value(axis); v == nil {
			axis.Clear(&p)
		} else if axis.Set(&p, v) != nil {
			return false
		}
	}
	for i, axis := range axes {
		from := a
		if set>>i&1 == 1 {
			from = b
		}
		if _, stated := from.cites[axis.Key]; stated != axis.Applies(&p) {
			return false
		}
	}
	return len(profile.Check(&p)) == 0
}

// Mix resolves the rule set that ref names, with the overrides in sets and some parts of b
// laid over it: an ordinary profile, whose id states the changes.
func Mix(ref string, sets []string, b *Resolved, parts [][]string) (*Resolved, error) {
	all := slices.Clone(sets)
	for _, key := range slices.Concat(parts...) {
		a := profile.AxisOf(key)
		if v := b.value(a); v != nil {
			all = append(all, key+"="+notation.Literal(v))
		} else if a.Kind == profile.Text {
			all = append(all, key+"=")
		}
	}
	return Load(ref, all)
}
