package rules

// General returns r without its special ways: all is done as on a board of two words.
func (r *Rules) General() *Rules {
	g := *r
	g.narrow, g.short, g.usual = false, false, false
	return &g
}

// Special reports whether r has any special way.
func (r *Rules) Special() bool { return r.narrow }

// SameCapture reports whether two captures are one, by whatever routes.
func SameCapture(a, b *Turn) bool { return among([]Turn{*a}, b) }
