package endings

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules/exact"
)

// A rule set may have the name of its file.
func TestNamesStandInOneLine(t *testing.T) {
	require.Equal(t, "a \\# b.toml, a\\|b, c \\[x\\](y) .toml, `d.toml`", code("a\n\n# b.toml", "a|b", "c\n[x](y)\n.toml", "d.toml"))
}

// A page of endings says in its title what they are worth, and under which rule sets.
func TestTitlesSayWhatEndingsAreWorth(t *testing.T) {
	of := func(rules, material string, first, second exact.Count) Ending {
		return Ending{Rules: rules, Material: material, Rows: []Row{{Quiet: first}, {Quiet: second}}}
	}
	drawn := func(rules string) Ending {
		return of(rules, "KKK vs K", exact.Count{Positions: 100, Win: 12, Draw: 88}, exact.Count{Positions: 100, Loss: 2, Draw: 98})
	}
	won := of("russian", "KKK vs K", exact.Count{Positions: 10, Win: 10}, exact.Count{Positions: 10, Loss: 10})
	lone := of("manoury", "KM vs K", exact.Count{Positions: 10, Win: 2, Draw: 8}, exact.Count{Positions: 10, Draw: 10})
	few := of("manoury", "K vs KMM", exact.Count{Positions: 100, Loss: 97, Draw: 3}, exact.Count{Positions: 100, Win: 99, Draw: 1})
	for want, f := range map[string]Finding{
		"Three kings against one: drawn with best play in 9 of 10 quiet positions under federation":                                                                                                           {Endings: []Ending{drawn("federation")}},
		"Three kings against one: drawn with best play in 9 of 10 quiet positions under three rule sets, won with best play in every quiet position under russian":                                            {Endings: []Ending{drawn("federation"), drawn("manoury"), won, drawn("international")}},
		"A king and a man against a king: drawn with best play in 9 of 10 quiet positions under manoury. A king against a king and two men: lost with best play in nearly every quiet position under manoury": {Endings: []Ending{lone, few}},
		"3 endings with best play under manoury: 2 are mostly drawn, 1 won or lost":                                                                                                                           {Endings: []Ending{lone, few, drawn("manoury")}},
	} {
		require.Equal(t, want, f.title())
	}
}
