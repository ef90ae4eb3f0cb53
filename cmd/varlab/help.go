package main

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"varlab/sim/terminal"
)

// reference says of every command what its help says.
//
//go:embed commands.md
var reference string

// columns is how wide help may be.
const columns = 80

// newCommand makes the command of which the reference has a section.
func newCommand(name string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	for section := range strings.SplitSeq(reference, "\n## ") {
		use, text, _ := strings.Cut(section, "\n")
		if use = strings.TrimPrefix(use, "submit "); strings.Fields(use)[0] != name {
			continue
		}
		short, text, _ := strings.Cut(strings.TrimSpace(text), ".\n")
		at := strings.LastIndex("\n"+text, "\n\n    ")
		long := strings.NewReplacer("{{players}}", playersHelp(), "{{words}}", terminal.Words).Replace(strings.TrimSpace(text[:at]))
		return &cobra.Command{Use: use, Short: short, Long: long, Example: strings.ReplaceAll(text[at:], "\n    ", "\n  ")[1:], Args: args, RunE: run}
	}
	panic(fmt.Sprintf("commands.md has no section on %s", name))
}

func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }
