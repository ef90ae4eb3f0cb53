package findings

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/study"
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
		var profiles []*Profile
		var want, got []string
		for i, set := range sets {
			want = append(want, set[1])
			profiles = append(profiles, named(i+1, set[0]))
		}
		TellApart(profiles)
		for _, p := range profiles {
			got = append(got, p.Short)
		}
		require.Equal(t, want, got)
	}
}

// named returns the profile with an id such as base+reading{key=value;key=value}.
func named(number int, id string) *Profile {
	id, changes, _ := strings.Cut(strings.TrimSuffix(id, "}"), "{")
	c := content.Content{Axes: map[string]any{"board.rows": "10", "board.columns": "10"}}
	if _, taken, is := strings.Cut(id, "+"); is {
		c.Taken = []string{taken}
	}
	if changes != "" {
		c.Sets = strings.Split(changes, ";")
		id += "{" + strings.Join(c.Sets, ",") + "}"
	}
	for _, set := range c.Sets {
		key, value, _ := strings.Cut(set, "=")
		c.Axes[key] = value
	}
	return readProfile(number, study.RuleSet{ID: id, Content: &content.Kept{Content: c}})
}
