// Package given is for tests: the rules that they play by and the positions in which they begin.
// A test that cannot have them fails at once.
package given

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/variants"
)

// Variant is a rule set by its name on a command line, with axes set besides.
func Variant(t testing.TB, ref string, sets ...string) *variants.Resolved {
	t.Helper()
	v, err := variants.Load(ref, sets)
	require.NoError(t, err, ref)
	return v
}

// Rules are those of a rule set.
func Rules(t testing.TB, ref string, sets ...string) *rules.Rules {
	t.Helper()
	return Compiled(t, Variant(t, ref, sets...).Profile)
}

// Default are the default rules with changes; a nil change does nothing.
func Default(t testing.TB, changes ...func(*profile.Profile)) *rules.Rules {
	t.Helper()
	p := profile.Default()
	for _, change := range changes {
		if change != nil {
			change(p)
		}
	}
	return Compiled(t, p)
}

// Claimable makes captures owed, not compulsory, with these remedies and the defaults of all
// other axes of claims.
func Claimable(remedies ...profile.Remedy) func(*profile.Profile) {
	return func(p *profile.Profile) {
		p.Capture.Obligation, p.Claim.Remedies = profile.Claimable, remedies
		for i := range profile.Axes {
			a := &profile.Axes[i]
			if strings.HasPrefix(a.Key, "claim.") && a.Key != "claim.remedies" && a.Applies(p) {
				if err := a.Set(p, a.Default); err != nil {
					panic(err)
				}
			}
		}
	}
}

// Compiled are the rules of a profile.
func Compiled(t testing.TB, p *profile.Profile) *rules.Rules {
	t.Helper()
	r, err := rules.Compile(p)
	require.NoError(t, err)
	return r
}

// State is the position that a FEN describes.
func State(t testing.TB, r *rules.Rules, fen string) rules.State {
	t.Helper()
	setup, err := notation.Of(r.Profile()).ReadFEN(fen)
	require.NoError(t, err, fen)
	s, err := r.Position(setup)
	require.NoError(t, err, fen)
	return s
}
