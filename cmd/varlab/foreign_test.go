//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
)

// Somebody else's run directory is data: a page escapes its words, verify finds columns
// that contradict each other, and bytes that are no shard are damage, though every hash of
// the manifest and of the other shard was made anew.
func TestForeignRun(t *testing.T) {
	g := &ground{T: t, dir: t.TempDir()}
	g.study = g.path("study.toml")
	require.NoError(t, os.WriteFile(g.study, []byte("name = 'foreign'\nseed = 1\nrules = ['federation']\nplayers = ['random']\ngames = 50\nhorizon_plies = 60\n"), 0o666))
	g.ok("run", g.study, "--out", g.path("own"))
	own, err := record.Open(g.path("own"))
	require.NoError(t, err)
	m := *own.Manifest
	m.Study.Title = "<script>alert(1)</script>\x1b[2J"
	foreign, err := record.Create(g.path("foreign"), m)
	require.NoError(t, err)
	for i := range m.Shards {
		w := foreign.Create(i)
		_, err := own.Games(i, func(rec *record.Record) bool {
			if rec.Game == 7 {
				rec.Decisions += 3
			}
			require.NoError(t, w.Write(rec))
			return true
		})
		require.NoError(t, err)
		require.NoError(t, w.Commit())
	}
	page, _ := g.ok("report", foreign.Dir, "--format", "html")
	require.NotContains(t, page, "<script>alert(1)")
	text, _ := g.ok("report", foreign.Dir)
	require.NotContains(t, text, "\x1b[2J")
	code, stdout, _ := g.varlab("verify", foreign.Dir)
	require.Equal(t, 1, code)
	require.Contains(t, stdout, "shards/00000.parquet: game 7 of cell 0: columns contradict each other (want a\n  decision for each turn that was chosen)")

	name := filepath.Join(foreign.Dir, m.Shards[1].File)
	require.NoError(t, os.Truncate(name, 900<<30))
	stdout, _ = g.ok("status", foreign.Dir)
	require.Contains(t, stdout, "damaged")
	code, _, stderr := g.varlab("report", foreign.Dir)
	require.Equal(t, 1, code)
	require.Contains(t, stderr, "shards/00001.parquet: damaged: 966367641600 bytes")
	require.NoError(t, os.WriteFile(filepath.Join(foreign.Dir, record.ManifestFile), []byte("{}"), 0o666))
	code, _, stderr = g.varlab("report", foreign.Dir)
	require.Equal(t, 1, code)
	require.Contains(t, stderr, "manifest.json: format 0 (want 5")
}
