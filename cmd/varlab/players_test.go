package main

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/lab"
	"varlab/sim"
)

// measuredBy is the command that makes a table of docs/players.md anew.
func measuredBy(name string) string {
	return "VARLAB_DEEP=1 go test ./cmd/varlab -run PlayerTables/" + name + "$ -update -timeout 10h"
}

// meet runs varlab match, with further flags.
func meet(t *testing.T, a, b, id string, games int, flags ...string) sim.Match {
	said := does(t, append([]string{"match", a, b, "-r", id, "--games", fmt.Sprint(games), "--format", "json"}, flags...)...)
	var m sim.Match
	require.NoError(t, json.Unmarshal([]byte(said), &m))
	return m
}

func eloCells(m sim.Match) string {
	return fmt.Sprintf("%d | %d | %d | %d | %s | %s to %s", m.Games, m.Wins, m.Draws+m.Open, m.Losses,
		sim.EloText(m.Elo, m.Score), sim.EloText(m.EloLow, m.ScoreLow), sim.EloText(m.EloHigh, m.ScoreHigh))
}

// The tables of docs/players.md are what was measured.
func TestPlayerTables(t *testing.T) {
	t.Run("ladder", func(t *testing.T) { keepLadder(t) })
	t.Run("equals", func(t *testing.T) { keepEquals(t) })
	t.Run("blunders", func(t *testing.T) { keepBlunders(t) })
}

// A profile of one's own is played by the weights of the nearest of its ancestors that has
// some, however many files lie between.
func TestGrandchildrenHaveWeights(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("child.toml", []byte("inherits = \"english\"\nstatus = \"invented\"\n[promotion]\nsquares = { is = \"W:W1-3,6:B27,30-32\", assumed = \"a\" }\n"), 0o666))
	require.NoError(t, os.WriteFile("grandchild.toml", []byte("inherits = \"./child.toml\"\nstatus = \"invented\"\n[board]\nfirst_square = { is = \"bottom-right\", assumed = \"a\" }\n"), 0o666))
	f := new(lab.RuleSets)
	want, err := f.RuleSet("english")
	require.NoError(t, err)
	require.NotEmpty(t, want.Weights)
	for _, ref := range []string{"child.toml", "grandchild.toml", "grandchild.toml{king.repeat_limit=3}"} {
		set, err := f.RuleSet(ref)
		require.NoError(t, err)
		require.Equal(t, want.Weights, set.Weights, ref)
	}
}
