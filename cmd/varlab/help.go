package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"varlab/sim/record"
	"varlab/sim/terminal"
	"varlab/variants/strict"
)

// reference says of every command what its help says.
//
//go:embed commands.md
var reference string

// columns is how wide help may be.
const columns = 80

// newCommand makes the command of which the reference has a section, with --format if
// its result has formats, of which the first is the default.
func newCommand(name string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error, formats ...string) *cobra.Command {
	for section := range strings.SplitSeq(reference, "\n## ") {
		use, text, _ := strings.Cut(section, "\n")
		if use = strings.TrimPrefix(use, "submit "); strings.Fields(use)[0] != name {
			continue
		}
		short, text, _ := strings.Cut(strings.TrimSpace(text), ".\n")
		at := strings.LastIndex("\n"+text, "\n\n    ")
		long := strings.NewReplacer("{{players}}", playersHelp(), "{{words}}", terminal.Words).Replace(strings.TrimSpace(text[:at]))
		cmd := &cobra.Command{Use: use, Short: short, Long: long, Example: strings.ReplaceAll(text[at:], "\n    ", "\n  ")[1:], Args: args, RunE: run}
		if len(formats) > 0 {
			cmd.Flags().Var(&formatFlag{formats[0], formats}, "format", "`FORM` of the result: "+strict.List(formats))
			must(cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp)))
		}
		return cmd
	}
	panic(fmt.Sprintf("commands.md has no section on %s", name))
}

func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }

func manCommand() *cobra.Command {
	cmd := newCommand("man", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := os.MkdirAll(args[0], 0o777); err != nil {
			return err
		}
		return eachCommand(cmd.Root(), func(c *cobra.Command) error {
			return writeFile(filepath.Join(args[0], manName(c)+".1"), func(w io.Writer) error { return writePage(w, c) })
		})
	})
	cmd.Hidden = true
	return cmd
}

// eachCommand visits a command and all under it.
func eachCommand(c *cobra.Command, visit func(*cobra.Command) error) error {
	if err := visit(c); err != nil {
		return err
	}
	for _, sub := range c.Commands() {
		if err := eachCommand(sub, visit); err != nil {
			return err
		}
	}
	return nil
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// writePage writes a command's help in the language of man(7), in which no line of it
// is a request, and hyphens can be copied.
func writePage(w io.Writer, c *cobra.Command) error {
	c.InitDefaultHelpFlag()
	text := strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'").Replace
	long := c.Long
	if long == "" {
		long = c.Short
	}
	_, err := fmt.Fprintf(w, ".TH %s 1 \"\" \"varlab\" \"varlab manual\"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n%s\n.fi\n",
		strings.ToUpper(text(manName(c))), text(manName(c)), text(c.Short), strings.TrimSpace(text("\n"+long+"\n\n"+c.UsageString())))
	return err
}

func versionCommand() *cobra.Command {
	return newCommand("version", arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		_, err := fmt.Fprint(cmd.OutOrStdout(), cmd.Root().Version)
		return err
	})
}

// A buildInfo is what the Go toolchain has written into the program about where it
// comes from: its settings, and the versions of the module and of Go. Tests, and
// programs built from a tree without git, have no version.
type buildInfo map[string]string

func build() buildInfo {
	b := buildInfo{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			b[s.Key] = s.Value
		}
		b["version"], b["go"] = strings.TrimPrefix(info.Main.Version, "(devel)"), info.GoVersion
		b["platform"] = b["GOOS"] + "/" + b["GOARCH"]
	}
	if b["vcs.modified"] == "true" {
		b["note"] = "with changes"
	}
	return b
}

// version is that of the module, or the commit that the program was built from;
// empty where neither is known.
func version() string {
	b := build()
	return cmp.Or(b["version"], fmt.Sprintf("%.12s", b["vcs.revision"]))
}

// program names the program in manifests: what has the same name plays the same
// games. Empty where nothing is known.
func (b buildInfo) program() string {
	words := b["version"]
	if commit := b["vcs.revision"]; commit != "" {
		words = strings.TrimPrefix(fmt.Sprintf("%s, commit %.12s %s", words, commit, b["note"]), ", ")
	}
	if words == "" {
		return ""
	}
	return "varlab " + strings.TrimSpace(words)
}

// String is what --version prints.
func (b buildInfo) String() string {
	commit := cmp.Or(b["vcs.revision"], "unknown")
	if b["note"] != "" {
		commit += ", " + b["note"]
	}
	return fmt.Sprintf("varlab %s\ncommit %s\n%s %s\nrecords of format %d\n", cmp.Or(b["version"], "unknown"), commit, b["go"], b["platform"], record.Format)
}
