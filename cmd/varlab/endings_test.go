//go:build unix

package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
)

// A table is named in the shard though its value does not hold under the draw clauses.
func TestTablesThatSettleNothingAreNamed(t *testing.T) {
	g := &ground{T: t, dir: t.TempDir()}
	study, dir := g.path("study.toml"), g.path("run")
	require.NoError(t, os.WriteFile(study, []byte("name = 's'\nseed = 5\nrules = ['english{board.start=\"B:WK32:BK1,K5\",draw=[{kind=\"quiet\",plies=2,moves=\"king-moves\"}]}']\nplayers = ['random']\ngames = 20\nhorizon_plies = 1\nopenings.plies = [0]\nexact.pieces = 3\n"), 0o666))
	g.ok("run", study, "--out", dir, "--workers", "1")
	stdout, _ := g.ok("export", dir, "--format", "csv")
	require.Regexp(t, `,horizon,horizon,,`, stdout)
	require.NotRegexp(t, `,horizon,horizon,(first|second),`, stdout)
	require.NotEmpty(t, readTables(t, dir))
}

// readTables returns the exact tables that the first shard of a run names.
func readTables(t *testing.T, dir string) map[string]string {
	r, err := record.Open(dir)
	require.NoError(t, err)
	defer r.Close()
	tables, err := r.Tables(0)
	require.NoError(t, err)
	return tables
}
