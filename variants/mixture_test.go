package variants

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
)

func TestParts(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		parts []string
	}{
		{"polonaise-souffler", "federation", []string{"capture.obligation 11", "draw 1"}},
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
		a := loaded(t, c.a)
		b := loaded(t, c.b)
		parts, err := Parts(a, b)
		require.NoError(t, err)
		var names []string
		for _, p := range parts {
			names = append(names, fmt.Sprint(p[0], " ", len(p)))
		}
		t.Log(c.a, c.b, names)
		if c.parts != nil {
			require.Equal(t, c.parts, names)
		}
		// Every mixture is a rule set; with all parts it is b, with none a.
		for set := range 1 << len(parts) {
			var taken [][]string
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

// A start that is written in other names of squares would be another's in a mixture, also
// where the texts are the same.
func TestNoPartsInOtherNames(t *testing.T) {
	t.Chdir(t.TempDir())
	const of = "inherits = \"%s\"\nstatus = \"invented\"\n[board]\n%sstart = { is = \"W:W36-38,K46:B1-20\", assumed = \"a\" }\n"
	require.NoError(t, os.WriteFile("a.toml", fmt.Appendf(nil, of, "five-queens", ""), 0o666))
	require.NoError(t, os.WriteFile("b.toml", fmt.Appendf(nil, of, "./a.toml", "first_square = { is = \"bottom-left\", assumed = \"a\" }\n"), 0o666))
	for _, pair := range [][2]string{{"queen-for-two", "queen-for-two{board.first_square=bottom-left}"}, {"a.toml", "b.toml"}} {
		a := loaded(t, pair[0])
		b := loaded(t, pair[1])
		_, err := Parts(a, b)
		require.ErrorContains(t, err, "have other names of squares or colours, in which a start, or where men are crowned, is written out (want the same names)")
		differs := slices.ContainsFunc(Diff(a, b), func(d Difference) bool { return d.Axis.Key == "board.start" })
		require.Equal(t, pair[0] == "a.toml", differs)
	}
}
