package profile

import "reflect"

// Loosened returns p with axis a alone at its loosest value, and whether that is
// another rule set, which then compiles. It is not where the axis forbids nothing,
// has that value, or cannot have it beside the others: completion, for one, under a
// precedence of quantity, which asks for whole captures anyway.
//
// Axes that a looser value leaves without meaning go: where nothing is owed, precedence
// and claims.
func Loosened(p *Profile, a *Axis) (*Profile, bool) {
	if a.Loosest == nil || !a.Applies(p) || same(a.Get(p), a.Loosest) {
		return nil, false
	}
	q := *p
	if err := a.Set(&q, a.Loosest); err != nil {
		panic(err) // a test sets every one
	}
	if q.Capture.Obligation == Free {
		q.Capture.Precedence = nil
	}
	q.Settle()
	return &q, len(Check(&q)) == 0
}

// Settle clears the axes that the values of others leave without meaning.
func (p *Profile) Settle() {
	for i := range Axes {
		if a := &Axes[i]; !a.Applies(p) {
			a.Clear(p)
		}
	}
}

// same compares values that an axis may take; an empty list, and nil, equal an axis that is not
// stated.
func same(v, w any) bool {
	none := func(v any) bool {
		r := reflect.ValueOf(v)
		return v == nil || r.IsZero() || r.Kind() == reflect.Slice && r.Len() == 0
	}
	return none(v) && none(w) || reflect.DeepEqual(v, w)
}
