//go:build unix

package main

import (
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"varlab/reports"
)

// A command line that is printed to go on is the one that was given.
func TestCommandsAreSaidAgain(t *testing.T) {
	parse := func(args []string) (cmd *cobra.Command, said []string) {
		cmd, rest, err := newRoot(io.Discard).Find(args)
		require.NoError(t, err)
		require.NoError(t, cmd.ParseFlags(rest), "%q", args)
		cmd.Flags().Visit(func(f *pflag.Flag) { said = append(said, f.Name+"="+f.Value.String()) })
		return cmd, append(said, cmd.Flags().Args()...)
	}
	// A shell splits it.
	split := func(line string) []string {
		out, err := exec.Command("sh", "-c", "printf '%s\\0' "+line).Output()
		require.NoError(t, err)
		words := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
		require.Equal(t, "varlab", words[0])
		return words[1:]
	}
	for _, args := range [][]string{
		{"run", "study.toml", "--engines", "--workers", "2"},
		{"run", "--engines=false", "study.toml", "--lay-out"},
		{"diff", "english", "russian", "--set", "king.range=\"short\"", "--set", "a=[1,2]"},
		{"run", "-"},
		{"run", "it's a study.toml", "--out", ""},
		{"submit", "worker", "dir", "--engines", "--shard", "3"},
		{"solve", "-r", "english", "-r", "federation+no draws", "--material", "KK vs K", "--material", "K vs K"},
		{"solve", "english", "--board", "6x6", "--within", "10,20", "--tables", "$HOME/`x`"},
		{"train", "english", "--seed", "18446744073709551615", "--nodes", "-1"},
		{"compare", "--games", "10", "english", "x.toml"},
		{"games", "judge", "games.pdn", "--rules", "english", "--seed", "3"},
	} {
		cmd, said := parse(args)
		line := again(cmd, "")
		once, heard := parse(split(line))
		require.Equal(t, cmd.CommandPath(), once.CommandPath(), line)
		require.Equal(t, said, heard, line)
	}
	cmd, _ := parse([]string{"run", "--engines=false", "--", "-study.toml"})
	require.Equal(t, "varlab run ./-study.toml --engines", again(cmd, "engines", "--engines"))
	require.Equal(t, "./-dir", quotePath("-dir"))
	require.Equal(t, "'=x'", reports.Quote("=x"), "which zsh would take for a program")
}
