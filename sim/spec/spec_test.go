package spec

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnd(t *testing.T) {
	require.Equal(t, "search:resign=5", Of("search").And("resign=5"))
	require.Equal(t, "search:nodes=7,resign=5", Of("search:nodes=7").And("resign=5"))
	require.Equal(t, "search", Of("search").And(""))
}

func Example() {
	s := Of("search:nodes=2000,noise=5")
	fmt.Println(s.Kind, s.Number("nodes"), s.Has("depth"), s.Without("noise"))
	// Output: search 2000 false search:nodes=2000
}

// What stands in quotes is no option.
func TestQuotes(t *testing.T) {
	s, err := Parse(` hub:engine="a, touch=5" hub,nodes=7`)
	require.NoError(t, err)
	require.False(t, s.Has("touch"))
	require.Equal(t, `hub:engine="a, touch=5" hub,nodes=7`, s.String())
	_, err = Parse(`hub:engine="a`)
	require.Error(t, err)
	_, err = Parse("search:nodes=1,nodes=2")
	require.ErrorContains(t, err, "nodes is stated twice")
}

func TestWords(t *testing.T) {
	require.Equal(t, "a program that looks at 1 turn and stands no huff", Of("search:nodes=1,stands=0").Words())
	require.Equal(t, "a careless program that searches to depth 3", Of("search:depth=3,oversight=5").Words())
}

func TestBrief(t *testing.T) {
	const careful, careless = "search:nodes=200,noise=5", "search:nodes=200,noise=5,oversight=20,vigilance=60"
	for _, c := range [][2][]string{
		{{careful, careless}, {"careful", "careless"}},
		{{"search:nodes=20,noise=5", careful}, {"at 20 turns", "at 200 turns"}},
		{{"search:nodes=20", "search:nodes=200", careless}, {"careful, at 20 turns", "careful, at 200 turns", "careless, at 200 turns"}},
		{{careful, "search:nodes=200,noise=20"}, {"noise 5", "noise 20"}},
		{{"random", careful, "search:nodes=200,noise=20"}, {"random", "at 200 turns, noise 5", "at 200 turns, noise 20"}},
		{{careful, "search:nodes=200"}, {"noise 5", "at 200 turns"}},
		{{careful}, {"at 200 turns"}},
		{{careful, careful + ",stands=0"}, {"at 200 turns", "standing no huff"}},
		{{"random", `hub:engine="x"`}, {"random", `hub:engine="x"`}},
		{
			{"search:nodes=200,oversight=10,vigilance=60", "search:nodes=200,oversight=30,vigilance=60", "search:nodes=200,oversight=10,vigilance=60"},
			{"oversight 10", "oversight 30", "oversight 10"},
		},
	} {
		require.Equal(t, c[1], Brief(c[0]...))
	}
}
