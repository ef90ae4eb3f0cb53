package variants

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
)

func TestParts(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		parts []string
	}{
		{"polonaise-souffler", "federation", []string{"capture.obligation 10", "draw 1"}},
		{"regle-moderne", "federation", []string{"capture.obligation 5", "draw 1"}},
		{"international", "russian", nil},
		{"federation", "federation", nil},
		{"federation", "federation+numbering-misprint", nil},
		{"english", "russian", nil},
		{"encyclopedie-polonaise", "federation", nil},
		{"encyclopedie-polonaise", "polonaise-souffler", nil},
		{"english{promotion.squares=W:W5:B28}", "english", []string{"promotion.squares 1"}},
		{"english", "english{promotion.squares=W:W5:B28}", []string{"promotion.squares 1"}},
	} {
		a, err := Load(c.a, nil)
		require.NoError(t, err)
		b, err := Load(c.b, nil)
		require.NoError(t, err)
		parts, err := Parts(a, b)
		require.NoError(t, err)
		var names []string
		for _, p := range parts {
			names = append(names, fmt.Sprint(p.Keys[0], " ", len(p.Keys)))
		}
		t.Log(c.a, c.b, names)
		if c.parts != nil {
			require.Equal(t, c.parts, names)
		}
		// Every mixture is a rule set; with all parts it is b, with none a.
		for set := range 1 << len(parts) {
			var taken []Part
			for i, p := range parts {
				if set>>i&1 == 1 {
					taken = append(taken, p)
				}
			}
			m, err := Mix(c.a, nil, b, taken)
			require.NoError(t, err, "%s with %v of %s", c.a, taken, c.b)
			r, err := rules.Compile(m.Profile)
			require.NoError(t, err)
			for _, whole := range []struct {
				set int
				v   *Resolved
			}{{0, a}, {1<<len(parts) - 1, b}} {
				if set == whole.set {
					want, err := rules.Compile(whole.v.Profile)
					require.NoError(t, err)
					require.Equal(t, want.PlayHash(), r.PlayHash(), "%s with %v of %s", c.a, taken, c.b)
				}
			}
		}
	}
}

// A start that is written in other names of squares would be another's in a mixture.
func TestNoPartsInOtherNames(t *testing.T) {
	a, err := Load("queen-for-two", nil)
	require.NoError(t, err)
	b, err := Load("queen-for-two{board.first_square=bottom-left}", nil)
	require.NoError(t, err)
	_, err = Parts(a, b)
	require.ErrorContains(t, err, "differ in board.start, and in what they call squares or colours (want the same names)")
}
