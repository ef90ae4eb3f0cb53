package variants

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/profile"
)

// WhyDue returns the values, with their clauses, that make the due captures of s due among the
// given turns.
func (v *Resolved) WhyDue(r *rules.Rules, s rules.State, turns []rules.Turn) []string {
	if !slices.ContainsFunc(r.Due(nil, s), func(t rules.Turn) bool { return t.Action == rules.Capture }) {
		return []string{"# no capture is due"}
	}
	keys := []string{"capture.obligation", "capture.completion"}
	if len(r.Profile().Capture.Precedence) > 0 {
		keys = append(keys, "capture.precedence")
	}
	if slices.ContainsFunc(turns, func(t rules.Turn) bool { return t.Omission != profile.NoOmission }) {
		keys = append(keys, "claim.remedies", "claim.covers")
	}
	if slices.ContainsFunc(turns, func(t rules.Turn) bool { return !t.Huffable.Empty() }) {
		keys = append(keys, "claim.piece")
	}
	for i, key := range keys {
		a, c := profile.AxisOf(key), v.Cite(key)
		basis := cmp.Or(strings.Join(c.Clauses, ", "), "assumed: "+c.Assumed.String())
		keys[i] = fmt.Sprintf("# %s: %s [%s]", key, a.Means(a.Get(v.Profile)), basis)
	}
	return keys
}
