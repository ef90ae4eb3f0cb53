package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
	"varlab/variants"
)

// Every study that is shipped loads, and draws its openings; the small and the
// full form of one ask the same.
func TestShippedStudies(t *testing.T) {
	files, err := filepath.Glob("../../studies/*/*.toml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	size := regexp.MustCompile(`(?s)players = \[.*?\]\ngames = \d+\n|pairs = [^\n]*|search:nodes=\d+`)
	for _, path := range files {
		f, err := readStudy(path)
		require.NoError(t, err)
		plan, err := f.Resolve(new(ruleFlags).ruleSets, playerOf)
		require.NoError(t, err)
		require.Equal(t, filepath.Base(path), plan.Name+".toml")
		if filepath.Dir(path) != "../../studies/full" {
			if len(plan.RuleSets) <= 6 { // the readings take their time
				_, err = layOut(plan)
				require.NoError(t, err)
			}
			continue
		}
		if !strings.Contains(plan.Name, "careless") {
			require.GreaterOrEqual(t, len(plan.Players), 3, "three strengths at least")
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		small, err := os.ReadFile(filepath.Join("../../studies/small", filepath.Base(path)))
		require.NoError(t, err)
		require.Equal(t, size.ReplaceAllString(string(small), ""), size.ReplaceAllString(string(text), ""), path)
	}
}

// The rules of every rule set and of every reading can be made again from what
// stands of it in a manifest.
func TestContentCompilesAgain(t *testing.T) {
	for _, id := range variants.IDs() {
		sets, err := new(ruleFlags).ruleSets(id + "+*")
		require.NoError(t, err)
		for _, set := range sets {
			r, err := record.Compile(set)
			require.NoError(t, err)
			require.Equal(t, set.PlayHash, r.PlayHash(), set.ID)
		}
	}
}
