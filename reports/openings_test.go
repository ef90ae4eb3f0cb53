package reports

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
	"varlab/variants/content"
)

// One rule set plays one turn in every opening, the other two turns equally often;
// a third plays as the first.
func TestFirstTurns(t *testing.T) {
	r := load(t, synthetic(t, "first turns", fourRuleSets()[:3], []string{spec}, 40, 40))
	g := r.Groups[0]
	for i, c := range g.Cells {
		for n := range 40 {
			first := "a"
			if i == 1 && n%2 == 1 {
				first = "b"
			}
			c.firsts.see(&record.Record{Game: int32(n), Opening: int32(n), OpeningPlies: 2}, strings.Fields("x y "+first+fmt.Sprint(" ", n)), r.kinds)
		}
		c.firsts.see(&record.Record{Game: firstGames, OpeningPlies: 2}, strings.Fields("x y z"), r.kinds)
		c.firsts.see(&record.Record{Game: 41, OpeningPlies: 2}, strings.Fields("x y"), r.kinds)
	}
	vs, as := r.varieties(g)
	require.Zero(t, vs[0].Bits[0])
	require.InDelta(t, 1, vs[1].Bits[0], 1e-12, "two turns equally often")
	require.InDelta(t, 5.3219, vs[0].Bits[1], 1e-4, "log2 of 40")
	require.Len(t, as, 3)
	require.Less(t, as[0].Adjusted[0], 0.01, "first and second")
	require.Zero(t, as[1].Turn[0].Value, "first and third")
	require.Equal(t, 1.0, as[1].Adjusted[0])
	require.Greater(t, as[0].Turn[0].Value, as[0].Turn[0].Chance)

	html := written(t, r, "html")
	require.Contains(t, html, "fig-first-turns")
	require.NotContains(t, html, "NaN")
	require.Contains(t, written(t, r, "md"), "Divergence of the first turns")
}

func TestBibTeX(t *testing.T) {
	r := four(t)
	text := r.BibTeX()
	require.Equal(t, 3, strings.Count(text, "@misc{"), "the study, the program, the text")
	require.Contains(t, text, "@misc{text,\n  author = {Somebody},\n  title = {A text},\n  year = {1754}\n}")
	require.Equal(t, `50 \% of  a  \& b`, bibText("50 % of {a} & b"))
	require.Equal(t, "a-b", bibKey("a b"))
	require.Equal(t, strings.Count(text, "{"), strings.Count(text, "}"))
	require.Contains(t, written(t, r, "md"), "    @misc{text,\n      author = {Somebody},")

	// Each work has a key of its own.
	for _, id := range []string{"Шашки", "Книга", "varlab", "Text"} {
		r.Profiles[0].Sources = append(r.Profiles[0].Sources, content.Source{ID: id, Title: id})
	}
	for _, w := range []string{"-428-430-448-43a-438", "-41a-43d-438-433-430", "varlab", "varlab-2", "Text", "text-2"} {
		require.Equal(t, 1, strings.Count(r.BibTeX(), "@misc{"+w+","), w)
		require.Equal(t, 1, strings.Count(r.csl(), `"id": "`+w+`"`), w)
	}
}
