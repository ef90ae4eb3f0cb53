package reports

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/variants/content"
)

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
	}
}
