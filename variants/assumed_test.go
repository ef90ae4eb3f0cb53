package variants

import (
	"fmt"
	"strings"
	"testing"

	"varlab/rules/profile"
)

// A profile need not state an axis that is newer than the profile, though its texts may
// speak of it. The golden lists, for each such axis, the profiles that assume it on texts of
// their own: the profiles without a parent, those that cite texts which the parent does not
// have, and those to whose parent the axis does not apply.
func TestAssumedByRoots(t *testing.T) {
	var list strings.Builder
	for i := range profile.Axes {
		a := &profile.Axes[i]
		if a.Unstated == "" {
			continue
		}
		fmt.Fprintf(&list, "%s: %s\n", a.Key, a.Unstated)
		for _, id := range IDs() {
			v := loaded(t, id)
			if v.Cite(a.Key).Assumed.String() != a.Unstated {
				continue
			}
			parent := v.file.parent
			if parent == nil || v.file.otherTexts || parent.state.cites[a.Key].Assumed.String() != a.Unstated {
				fmt.Fprintf(&list, "  %s\n", id)
			}
		}
	}
	golden(t, "testdata/assumed.txt", list.String())
	if t.Failed() {
		t.Log("read the clauses of the rule sets that the list now names under an axis; a text that speaks of the axis is to be cited in its profile")
	}
}
