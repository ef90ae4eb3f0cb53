//go:build unix

package main

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A table that somebody has made say other values, its checksum put right, is found by
// verify, on the machine where it lies as on others.
func TestPoisonedTable(t *testing.T) {
	g := &ground{T: t, dir: t.TempDir()}
	cache := g.path("cache")
	t.Setenv("XDG_CACHE_HOME", cache)
	study := g.path("study.toml")
	require.NoError(t, os.WriteFile(study, []byte(`
name = "poisoned"
seed = 1754
rules = ["english"]
players = ["random"]
games = 50

[exact]
pieces = 3
adjudicate = true
`), 0o666))
	g.ok("run", study, "--out", g.path("honest"), "--workers", "2")
	stdout, _ := g.ok("verify", g.path("honest"), "--sample", "1")
	require.Contains(t, stdout, "a share of 1 % forged is missed with chance 0 at most")

	tables, err := filepath.Glob(filepath.Join(cache, "varlab", "tables", "*", "*.exact"))
	require.NoError(t, err)
	require.NotEmpty(t, tables)
	for _, name := range tables {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		head, codes := text[:512], text[512:]
		at := bytes.Index(head, []byte("\nsum ")) + len("\nsum ")
		for i := range codes {
			codes[i] = codes[len(codes)-1-i]
		}
		copy(head[at:], fmt.Appendf(nil, "%08x", crc32.Checksum(codes, crc32.MakeTable(crc32.Castagnoli))))
		require.NoError(t, os.WriteFile(name, text, 0o666))
	}
	g.ok("run", study, "--out", g.path("poisoned"), "--workers", "1")
	code, stdout, _ := g.varlab("verify", g.path("poisoned"))
	require.Equal(t, 1, code, stdout)
	require.Regexp(t, `shards/00000\.parquet: exact table [0-9a-f]{16}/[KM-]+\.exact has SHA-256 [0-9a-f]{12}… here \(the games had values from one with [0-9a-f]{12}…\)`, stdout)
	g.ok("verify", g.path("honest")) // no table that is kept is believed
}
