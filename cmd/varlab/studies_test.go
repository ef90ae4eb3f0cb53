package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
	"varlab/lab"
)

// Every study that is shipped loads, and draws its openings, where TestPlayed does not see to
// that; there is one for each hypothesis about the five texts, and its name is in its title
// and claims.
func TestShippedStudies(t *testing.T) {
	t.Chdir("../..") // from which they name rule sets of their own
	files := disk.Glob(t, "studies/*/*.toml")
	pages := studyPages(t)
	found := map[string]bool{}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f, err := lab.ReadStudy(path)
			require.NoError(t, err)
			plan, err := f.Resolve(new(lab.RuleSets), lab.Player)
			require.NoError(t, err)
			require.Equal(t, filepath.Base(path), plan.Name+".toml")
			onPage := slices.ContainsFunc(pages, func(p studyPage) bool { return p.study == path })
			if !onPage && len(plan.RuleSets) <= 8 { // the readings take their time
				_, err = lab.New("").Schedule(plan)
				require.NoError(t, f.Place(err))
			}
			if filepath.Base(filepath.Dir(path)) != "hypotheses" {
				return
			}
			found[plan.Name] = true
			require.True(t, strings.HasPrefix(plan.Title, plan.Name+": "), plan.Title)
			for _, h := range plan.Hypotheses {
				require.True(t, strings.HasPrefix(h.ID, plan.Name), h.ID)
			}
		})
	}
	for n := range 24 {
		require.True(t, found[fmt.Sprintf("H%02d", n+1)], "H%02d", n+1)
	}
	require.Len(t, found, 24)
}
