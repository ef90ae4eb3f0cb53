package variants_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/rules/profile"
	"varlab/variants"
)

// A draw clause is changed by itself: the others, and their sources, stay.
func TestDrawClausesOneByOne(t *testing.T) {
	draws := func(sets string) []string {
		v := given.Variant(t, "international{"+sets+"}")
		again := given.Variant(t, v.ByPath)
		require.Equal(t, v.Profile.Draws, again.Profile.Draws)
		require.Equal(t, "draw", variants.SetAxis(v.Sets[0]).Key)
		var list []string
		for i := range v.Profile.Draws {
			list = append(list, v.Profile.Draws[i].Fields())
		}
		return list
	}
	whole := draws("draw.quiet.plies=50")
	base := given.Variant(t, "international")
	require.Len(t, whole, len(base.Profile.Draws))
	twenty := draws("draw.quiet.plies=20")
	for i := range whole {
		require.Equal(t, strings.Replace(whole[i], "plies=50", "plies=20", 1), twenty[i])
	}
	require.Len(t, draws("draw-material"), len(whole)-2)
	require.Contains(t, draws("draw[2].plies=8")[2], "plies=8")
	more := draws("draw.quiet.plies=20,draw+{kind=dead},draw+{kind=quiet, plies=30, moves=non-captures},draw-material")
	require.Equal(t, append(twenty[:2:2], "dead", "quiet plies=30 moves=non-captures"), more)
	v := given.Variant(t, "international{draw.quiet.plies=20}")
	require.Contains(t, v.Cite("draw").Where, "draw.quiet.plies=20")
	require.NotEqual(t, profile.DrawClause{}, v.Profile.Draws[0])
	for set, want := range map[string]string{
		"draw.material.plies=20":                  "2 clauses are material (want draw[2].plies, or another number)",
		"draw.qiet.plies=2":                       `unknown kind "qiet" (want quiet`,
		"draw-stop":                               "no clause is stop (the rule set has repetition, quiet, material, material)",
		"draw.quiet=3":                            "no value (want draw.quiet.KEY=value)",
		"draw.quiet.plise=3":                      `unknown key "plise" (want plies`,
		"draw.quiet.plies=0":                      "plies = 0 is not possible",
		"draw.quiet.moves=20":                     "the number is plies = 40, two a move",
		"draw=[{kind=quiet,moves=20,plies=3}]":    "the number is plies = 40, two a move",
		"draw+{kind=quite,plies=3}":               "draw[0].kind",
		"draw.quiet.plies=20,draw.quiet.plies=30": "stands twice",
	} {
		_, err := variants.Load("international{"+set+"}", nil)
		require.ErrorContains(t, err, want, set)
	}
}
