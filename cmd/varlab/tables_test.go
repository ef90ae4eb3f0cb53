package main

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whoever stops work on tables is told what is kept and how to go on, also when the
// tables are there and only counting was left.
func TestStoppedTables(t *testing.T) {
	dir := t.TempDir()
	stopped, stop := context.WithCancel(context.Background())
	stop()
	for _, args := range [][]string{
		{"solve", "-r", "english", "--pieces", "2", "--verify"},
		{"solve", "-r", "english", "--material", "K vs M"},
		{"diff", "english", "russian", "--exact", "2"},
		{"solve", "-r", "english", "--board", "4x4"},
		{"solve", "-r", "english", "--fen", "W:WK10,K11:BK1,K2"},
	} {
		if last := args[len(args)-1]; last != "W:WK10,K11:BK1,K2" && last != "4x4" {
			require.NoError(t, run(context.Background(), append(args, "--tables", dir), io.Discard, io.Discard))
		}
		for where, want := range map[string]string{dir: "stopped: context canceled; the tables that are complete are kept", "none": "stopped: context canceled"} {
			var stdout bytes.Buffer
			err := run(stopped, append(args, "--tables", where), &stdout, io.Discard)
			require.ErrorContains(t, err, want, args)
			require.Empty(t, stdout.String())
			var hint hinted
			require.ErrorAs(t, err, &hint, args)
			require.Contains(t, hint.hint, "varlab "+args[0]+" ")
			require.Equal(t, where == dir, hint.hint[:len("to go on")] == "to go on", hint.hint)
			if where == "none" {
				require.NotContains(t, err.Error(), "kept")
			}
		}
	}
}
