package main

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/long"
)

const recomputed = `
name = "recomputed"
seed = 3
players = ["search:nodes=10,noise=5"]
games = 200
horizon_plies = 2000
family = [{ id = "draws" }]
hypothesis = [
    { id = "a", claim = "c", metric = "decisive", a = "A", b = "B", direction = "greater" },
    { id = "b", claim = "c", metric = "drawn", a = "A", b = "B", margin = 0.2, family = "draws" },
    { id = "c", claim = "c", metric = "first-score", a = "A", value = 0.5, direction = "greater", family = "draws" },
    { id = "d", claim = "c", metric = "drawn", a = "B", value = 0.3, direction = "less" },
    { id = "e", claim = "c", metric = "first-score", a = "A", b = "B", margin = 0.1 },
]
`

// A program that shares nothing with this one finds the figures of a report in its games:
// from few openings of unequal weight, and from many that are played once.
func TestRecomputed(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here to recompute the figures")
	}
	designs := []string{"rules = ['A=russian', 'B=brazilian']\nopenings = { plies = [1, 2] }\n", "rules = ['A=federation', 'B=international']\n"}
	if !long.Form(t) {
		designs = designs[:1]
	}
	for _, design := range designs {
		g := &ground{T: t, dir: t.TempDir()}
		g.study = g.path("study.toml")
		require.NoError(t, os.WriteFile(g.study, []byte(recomputed+design), 0o666))
		g.ok("run", g.study, "--out", g.path("run"))
		g.ok("export", g.path("run"), "--format", "csv", "-o", g.path("games.csv"))
		g.ok("report", g.path("run"), "--format", "json", "-o", g.path("report.json"))
		out, err := exec.Command("python3", "testdata/recompute.py", g.path("games.csv"), g.path("report.json")).CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), "46 figures agree")
	}
}
