package findings

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
)

// Runs that have all the rule sets of this one are its siblings, whatever else they have.
func TestSiblings(t *testing.T) {
	profile := func(hash string) *Profile { p := &Profile{}; p.PlayHash = hash; return p }
	beside := func(hashes ...string) (s record.Sighting) {
		for _, hash := range hashes {
			s.RuleSets = append(s.RuleSets, record.Played{PlayHash: hash})
		}
		return s
	}
	r := &Findings{Profiles: []*Profile{profile("a"), profile("b")}, Beside: []record.Sighting{beside("b", "a"), beside("a"), beside("c", "b", "a"), {}}}
	require.Equal(t, 3, r.siblings())
}
