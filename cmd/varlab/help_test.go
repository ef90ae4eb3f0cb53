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

// Help fits a terminal of 80 columns, and every command has a section in the reference,
// the hidden ones too.
func TestHelpFits(t *testing.T) {
	root := newRoot(io.Discard)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	visited := 0
	eachCommand(root, func(c *cobra.Command) {
		visited++
		if c.Name() == "completion" || c.HasParent() && c.Parent().Name() == "completion" {
			return // the library's
		}
		c.InitDefaultHelpFlag()
		for line := range strings.Lines(c.Long + "\n" + c.UsageString()) {
			line = strings.TrimRight(line, "\n")
			require.LessOrEqual(t, utf8.RuneCountInString(line), columns, "%s: %q", c.CommandPath(), line)
			require.NotContains(t, line, "{{", c.CommandPath())
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

// The program stays as small as it is: its commands, and the flags that they declare. A flag
// that several commands declare in the same words is one.
func TestNoMoreCommandsAndFlags(t *testing.T) {
	root := newRoot(io.Discard)
	commands, flags := 0, map[string]bool{}
	for _, c := range root.Commands() {
		if c.GroupID != "" {
			commands++
		}
	}
	eachCommand(root, func(c *cobra.Command) {
		names := ""
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && f.Name != "version" && !f.Hidden {
				words, _, _ := strings.Cut(f.Usage, ":")
				flags[f.Name+" "+words] = true
				names += " " + f.Name
			}
		})
		t.Logf("%s:%s", c.CommandPath(), names)
	})
	require.Equal(t, 24, commands)
	require.LessOrEqual(t, len(flags), 130)
}
