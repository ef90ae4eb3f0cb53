package study

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/variants/content"
)

// Rule sets whose changes are too long for a figure are named by what tells them apart.
func TestShortNames(t *testing.T) {
	for _, sets := range [][][2]string{
		{
			{"federation+quiet-25{}", "quiet 25"},
			{`federation+quiet-25{king.range="short"}`, "quiet 25, short"},
		},
		{
			{"federation+quiet-25{}", "quiet 25"},
			{"federation+quiet-25{board.rows=8;board.columns=8;board.men_rows=3}", "rows 8"},
			{`federation+quiet-25{board.rows=8;board.columns=8;board.men_rows=3;king.range="short"}`, "rows 8, short"},
			{"federation+quiet-25{board.rows=10;board.columns=4;board.men_rows=4}", "columns 4"},
			{`federation+quiet-25{board.rows=10;board.columns=4;board.men_rows=4;king.range="short"}`, "columns 4, short"},
		},
		{
			{"federation{}", "federation"},
			{"federation{king.range=short}", "range short"},
			{"federation{man.capture=forward}", "capture forward"},
			{"federation{king.range=short;man.capture=forward}", "short, forward"},
		},
		{ // eight rows, or fifteen men on ten
			{"federation+quiet-25{}", "quiet 25"},
			{"federation+quiet-25{board.rows=8;board.columns=8;board.men_rows=3}", "rows 8"},
			{"federation+quiet-25{board.men_rows=3}", "men rows 3"},
		},
		{
			{"federation+quiet-25+no-sanction{}", "no sanction"},
			{"federation{}", "federation"},
			{"federation+quiet-25{}", "quiet 25"},
			{"regle-moderne+quiet-25{}", "regle, quiet 25"},
		},
		{
			{"federation+quiet-25{}", "quiet 25"},
			{`federation+quiet-25{capture.obligation="claimable";claim.remedies=["huff","waive"]}`, "huff, waive"},
			{`federation+quiet-25{capture.obligation="claimable";claim.remedies=["huff","compel","waive"]}`, "huff, compel"},
		},
		{
			{"english-huff{king.range=flying}", "huff, flying"},
			{"english-losing{king.range=flying}", "losing, flying"},
			{"english{}", "english"},
		},
		{
			{"polonaise-50{}", "polonaise 50"},
			{"polonaise-50+blocked-is-draw{}", "polonaise, draw"},
			{"francaise-50{}", "francaise 50"},
			{"francaise-50+blocked-is-draw{}", "francaise, draw"},
		},
		{
			{"international-25{}", "international 25"},
			{`international-25{king.landing="adjacent-last"}`, "adjacent last"},
			{`international-25{king.landing="adjacent-last-king"}`, "last king"},
		},
	} {
		var p Plan
		var want []string
		for _, set := range sets {
			p.RuleSets, want = append(p.RuleSets, ruleSet(set[0])), append(want, set[1])
		}
		require.Equal(t, want, p.Named())
	}
}

// A what-if is called by what it changes: the profile's own name would say of two rule sets the
// same.
func TestWhatIfsAreCalledByTheirChange(t *testing.T) {
	called := func(set RuleSet) string { return (&Plan{RuleSets: []RuleSet{set}}).Named()[0] }
	base := RuleSet{ID: "international", Short: "International", Content: content.Keep(&content.Content{})}
	require.Equal(t, "International", called(base))
	base.Content = content.Keep(&content.Content{Sets: []string{"king.range=short"}})
	require.Equal(t, "range short", called(base))
	base.Label = "short kings"
	require.Equal(t, "short kings", called(base))
}

// ruleSet returns the rule set with an id such as base+reading{key=value;key=value}.
func ruleSet(id string) RuleSet {
	id, changes, _ := strings.Cut(strings.TrimSuffix(id, "}"), "{")
	c := content.Content{Axes: map[string]any{"board.rows": "10", "board.columns": "10"}}
	if _, taken, is := strings.Cut(id, "+"); is {
		c.Taken = strings.Split(taken, "+")
	}
	if changes != "" {
		c.Sets = strings.Split(changes, ";")
		id += "{" + strings.Join(c.Sets, ",") + "}"
	}
	for _, set := range c.Sets {
		key, value, _ := strings.Cut(set, "=")
		c.Axes[key] = value
	}
	return RuleSet{ID: id, Content: &content.Kept{Content: c}}
}
