package main

import (
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"varlab/variants"
)

// Help fits a terminal of 80 columns and 34 lines, and every command has a section in the
// reference.
func TestHelpFits(t *testing.T) {
	var printed strings.Builder
	root := newRoot(&printed)
	visited := 0
	eachCommand(root, func(c *cobra.Command) {
		visited++
		printed.Reset()
		c.InitDefaultHelpFlag()
		require.NoError(t, c.Help())
		require.LessOrEqual(t, strings.Count(printed.String(), "\n"), 34, c.CommandPath())
		if c.HasParent() && c.Parent().Name() == "completion" {
			return // the library's words
		}
		for line := range strings.Lines(printed.String()) {
			line = strings.TrimRight(line, "\n")
			require.LessOrEqual(t, utf8.RuneCountInString(line), columns, "%s: %q", c.CommandPath(), line)
			require.NotRegexp(t, `--[a-z-]+ (u?int(64)?s?|float64|strings?|stringArray|duration) `, line, c.CommandPath())
		}
		for _, ref := range regexp.MustCompile(`\b[a-z-]+\+[-a-z0-9+]+`).FindAllString(c.Long+c.Example, -1) {
			_, err := variants.Load(ref, nil)
			require.NoError(t, err, c.CommandPath())
		}
	})
	require.Greater(t, visited, 20)
}

// eachCommand visits a command and all under it.
func eachCommand(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		eachCommand(sub, visit)
	}
}

// The program stays as small as it is: its commands, and the flags that each declares. A flag
// of a group of commands, or of all, is declared once.
func TestNoMoreCommandsAndFlags(t *testing.T) {
	root := newRoot(io.Discard)
	commands, flags, names := 0, 0, map[string]bool{}
	for _, c := range root.Commands() {
		if c.Runnable() && c.Name() != "completion" {
			commands++
		}
	}
	eachCommand(root, func(c *cobra.Command) {
		declared := ""
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && f.Name != "version" && !f.Hidden {
				flags++
				names[f.Name] = true
				declared += " " + f.Name
			}
		})
		t.Logf("%s:%s", c.CommandPath(), declared)
	})
	require.Equal(t, 24, commands)
	require.LessOrEqual(t, flags, 130)
	require.LessOrEqual(t, len(names), 66)
}
