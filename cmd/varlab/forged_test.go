//go:build unix

package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
	"varlab/sim/study"
)

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
		run, err := record.Open(dir)
		require.NoError(t, err)
		m := run.Manifest
		run.Close()
		m.Study.Hypotheses[0].Adjudicated = true
		m.StudyHash = m.Study.Hash()
		text, err := m.Encode()
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, record.ManifestFile), text, 0o666))
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
	forge := func(program string) {
		run, err := record.Open(dir)
		require.NoError(t, err)
		m := run.Manifest
		run.Close()
		m.Program = cmp.Or(program, m.Program)
		i := slices.IndexFunc(m.Study.RuleSets, func(s study.RuleSet) bool { return s.ID == "russian" })
		m.Study.RuleSets[i].Title = "Another game"
		m.StudyHash = m.Study.Hash()
		text, err := m.Encode()
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, record.ManifestFile), text, 0o666))
	}
	const names = "by these names: russian\n"
	_, _, stderr := g.varlab("verify", dir)
	require.NotContains(t, stderr, names)
	forge("")
	code, _, stderr := g.varlab("verify", dir)
	require.Equal(t, 1, code)
	require.Contains(t, stderr, `rule set "russian": is of no file, and not what this program has by that name`)
	forge("varlab v0.0.1")
	_, _, stderr = g.varlab("verify", dir)
	require.Contains(t, stderr, names)
	require.NotContains(t, stderr, "games in ", "none was verified")
}
