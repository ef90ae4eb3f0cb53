package profile

// Lay returns p with q's value of a. An axis that applies only with this value, such as an
// axis of claims under an obligation, has q's value too. Lay returns false where q has no
// value of a, or p cannot have it alone.
func Lay(p, q *Profile, a *Axis) (*Profile, bool) {
	laid := *p
	if !a.Applies(q) || a.Set(&laid, a.Get(q)) != nil {
		return nil, false
	}
	for i := range Axes {
		switch b := &Axes[i]; {
		case !b.Applies(&laid):
			b.Clear(&laid)
		case !b.Applies(p) && b.Applies(q):
			if b.Set(&laid, b.Get(q)) != nil {
				return nil, false
			}
		}
	}
	return &laid, len(Check(&laid)) == 0
}
