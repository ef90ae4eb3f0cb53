//go:build unix

package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
	"varlab/sim/study"
)

// forge changes the manifest of a run, and makes its hashes anew.
func forge(t *testing.T, dir string, change func(*record.Manifest)) {
	t.Helper()
	run, err := record.Open(dir)
	require.NoError(t, err)
	m := run.Manifest
	run.Close()
	change(m)
	m.StudyHash = m.Study.Hash()
	text, err := m.Encode()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, record.ManifestFile), text, 0o666))
}

// A manifest whose claim would be read from games that are not there is refused, although
// its hashes fit.
func TestAdjudicatedClaimsHaveGames(t *testing.T) {
	const drawn = `english{draw=[{kind=\"repetition\",count=2}]}`
	for other, want := range map[string]string{
		"russian": `hypothesis[0].adjudicated: "russian" and "english" differ in more than draw clauses (want two that do not)`,
		drawn:     `hypothesis[0].adjudicated: no games of "english{draw=[{kind=\"repetition\",count=2}]}" without draw clauses`,
	} {
		g := &ground{T: t, dir: t.TempDir()}
		require.NoError(t, os.WriteFile(g.path("study.toml"), []byte(`name = "forged"
seed = 5
rules = ["`+other+`", "english"]
players = ["random"]
games = 4
horizon_plies = 200
[[hypothesis]]
id = "A"
claim = "More games are drawn"
metric = "drawn"
a = "`+other+`"
b = "english"
direction = "greater"
`), 0o666))
		dir := g.path("run")
		g.ok("run", g.path("study.toml"), "--out", dir)
		forge(t, dir, func(m *record.Manifest) { m.Study.Hypotheses[0].Adjudicated = true })
		for _, command := range []string{"status", "verify", "report", "run"} {
			code, _, stderr := g.varlab(command, dir)
			require.Equal(t, 1, code, stderr)
			require.Contains(t, stderr, want, command)
		}
	}
}

// Another program may have other rule sets by the same names: verify says which.
func TestRuleSetsOfAnotherProgram(t *testing.T) {
	g := &ground{T: t, dir: t.TempDir()}
	dir := g.path("run")
	g.ok("compare", "english", "russian", "--player", "random", "--games", "4", "--out", dir)
	const names = "by these names: russian\n"
	_, _, stderr := g.varlab("verify", dir)
	require.NotContains(t, stderr, names)
	forge(t, dir, func(m *record.Manifest) {
		i := slices.IndexFunc(m.Study.RuleSets, func(s study.RuleSet) bool { return s.ID == "russian" })
		m.Study.RuleSets[i].Title = "Another game"
	})
	code, _, stderr := g.varlab("verify", dir)
	require.Equal(t, 1, code)
	require.Contains(t, stderr, `rule set "russian": is of no file, and not what this program has by that name`)
	forge(t, dir, func(m *record.Manifest) { m.Program = "varlab v0.0.1" })
	_, _, stderr = g.varlab("verify", dir)
	require.Contains(t, stderr, names)
	require.NotContains(t, stderr, "games in ", "none was verified")
}
