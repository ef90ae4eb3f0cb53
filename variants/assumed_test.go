package variants

import (
	"fmt"
	"strings"
	"testing"

	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// An axis that a profile need not state is assumed by the profiles that were written before
// it. Their texts may speak of it all the same. The golden lists, for each such axis, the
// profiles without a parent that do not state it.
func TestAssumedByRoots(t *testing.T) {
	var list strings.Builder
	for i := range profile.Axes {
		a := &profile.Axes[i]
		if a.Unstated == "" {
			continue
		}
		fmt.Fprintf(&list, "%s: %s\n", a.Key, a.Unstated)
		for _, id := range IDs() {
			v, err := Load(id, nil)
			require.NoError(t, err)
			if v.Inherits == "" && v.Cite(a.Key).Assumed == a.Unstated {
				fmt.Fprintf(&list, "  %s\n", id)
			}
		}
	}
	golden(t, "testdata/assumed.txt", list.String())
	if t.Failed() {
		t.Log("read the clauses of the rule sets that the list now names under an axis; a text that speaks of the axis is to be cited in its profile")
	}
}
