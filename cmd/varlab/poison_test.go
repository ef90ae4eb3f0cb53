//go:build unix

package main

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/long"
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

// Tables whose values somebody has changed, with checksums that fit, are found by verify:
// it makes small ones anew, and names greater ones, which are made in the long form.
func TestPoisonedTable(t *testing.T) {
	g := &ground{T: t, dir: t.TempDir()}
	pieces := 3
	if long.Form(t) {
		pieces = 4
	}
	study, cache := adjudicating(g, pieces)
	g.ok("run", study, "--out", g.path("honest"))
	tables, err := filepath.Glob(filepath.Join(cache, "varlab", "tables", "*", "*.exact"))
	require.NoError(t, err)
	for _, name := range tables {
		if len(filepath.Base(name)) > len("KM-K.exact") {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		resum(text, slices.Reverse)
		require.NoError(t, os.WriteFile(name, text, 0o666))
	}
	g.ok("run", study, "--out", g.path("poisoned"))
	code, stdout, _ := g.varlab("verify", g.path("poisoned"))
	require.Equal(t, 1, code, stdout)
	if pieces > 3 {
		require.Contains(t, stdout, "exact tables of more than 3 pieces that were read from "+filepath.Join(cache, "varlab", "tables")+", and not made anew: ")
	}
	require.Regexp(t, `exact table [0-9a-f]{16}/[KM-]{3,4}\.exact has SHA-256 `, stdout)
	g.ok("verify", g.path("honest"))

	require.NoError(t, os.RemoveAll(cache))
	stdout, _ = g.ok("verify", g.path("honest"))
	require.NotContains(t, stdout, "made anew")
	require.NoDirExists(t, cache)
}

// adjudicating is a study whose games end with the exact values of so many pieces, and the
// folder of what is kept of them.
func adjudicating(g *ground, pieces int) (study, cache string) {
	cache, study = g.path("cache"), g.path("study.toml")
	g.Setenv("XDG_CACHE_HOME", cache)
	require.NoError(g, os.WriteFile(study, fmt.Appendf(nil, `
name = "poisoned"
seed = 1754
rules = ["english"]
players = ["random"]
games = 50

[exact]
pieces = %d
adjudicate = true
`, pieces), 0o666))
	return study, cache
}

// resum changes the codes of a table, and has their sum fit.
func resum(table []byte, change func(codes []byte)) {
	head, codes := table[:512], table[512:]
	at := bytes.Index(head, []byte("\nsum ")) + len("\nsum ")
	change(codes)
	copy(head[at:], fmt.Appendf(nil, "%08x", crc32.Checksum(codes, crc32.MakeTable(crc32.Castagnoli))))
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
