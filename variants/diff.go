package variants

import (
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A Difference is an axis on which two rule sets differ. A side on which the axis
// does not apply has a nil value.
type Difference struct {
	Axis   *profile.Axis
	A, B   any // as profile.Axis.Get gives them
	CiteA  Cite
	CiteB  Cite
	Labels bool // only names of squares and colours, conduct or the order of games differ
}

// value returns the value of an axis; nil if it does not apply.
func (v *Resolved) value(a *profile.Axis) any {
	if _, stated := v.cites[a.Key]; !stated {
		return nil
	}
	return a.Get(v.Profile)
}

// Diff returns the axes in which two rule sets differ, in the order of declaration.
func Diff(a, b *Resolved) []Difference {
	var list []Difference
	for i := range profile.Axes {
		axis := &profile.Axes[i]
		d := Difference{axis, a.value(axis), b.value(axis), a.cites[axis.Key], b.cites[axis.Key], !axis.Plays}
		if d.A == nil && d.B == nil || d.A != nil && d.B != nil && sameValue(axis, d.A, d.B, &a.Profile.Board, &b.Profile.Board) {
			continue
		}
		list = append(list, d)
	}
	return list
}

// sameValue reports whether two values of an axis are equal; squares are equal if they are the
// same in the names of the two boards.
func sameValue(axis *profile.Axis, a, b any, ofA, ofB *profile.Board) bool {
	same := notation.Literal(a) == notation.Literal(b)
	if axis.Kind != profile.Text || ofA.SameNames(ofB) || ofA.Grid() != ofB.Grid() {
		return same
	}
	read := func(text any, of *profile.Board) (board.Setup, error) {
		squares, _ := text.(string)
		return notation.NewBoard(of).ReadFEN(squares)
	}
	x, errA := read(a, ofA)
	y, errB := read(b, ofB)
	if errA != nil || errB != nil {
		return same
	}
	return x == y
}
