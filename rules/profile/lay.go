package profile

// Lay returns p with the value that q has for a. What hangs on it goes with it: what then
// applies and did not before is as in q, such as the claims that hang on an obligation. It
// is false where q has no value for a, or p cannot have it alone.
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
