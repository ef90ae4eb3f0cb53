package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"varlab/variants/strict"
)

// addShared declares the flags that many commands have. Help shows them with the commands
// that take them; the others refuse them.
func addShared(root *cobra.Command) {
	f := root.PersistentFlags()
	f.String("format", "", "`FORM` of the result")
	f.StringArray("set", nil, "put another value in place of an axis: `key=value`")
	f.Int("workers", runtime.NumCPU(), "how many goroutines work: `W`; any number gives the same result")
	f.Uint64("seed", compareSeed, "number from which all chance is made: `S`")
	f.String("tables", "", "where tables are kept: `DIR` (otherwise varlab/tables in the user's cache; \"none\" keeps nothing)")
	f.Bool("engines", false, "start the external engines that the file names")
	must(root.RegisterFlagCompletionFunc("set", completeAxes))
	must(root.RegisterFlagCompletionFunc("format", func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return formats(cmd), cobra.ShellCompDirectiveNoFileComp
	}))
	cobra.AddTemplateFunc("flagsOf", flagsOf)
	usage, _, _ := strings.Cut(root.UsageTemplate(), "{{if .HasAvailableInheritedFlags}}")
	usage = strings.ReplaceAll(usage, ".LocalFlags.FlagUsages", fmt.Sprintf("(flagsOf .).FlagUsagesWrapped %d", columns))
	root.SetUsageTemplate(usage + "{{if .HasAvailableSubCommands}}\n\nUse \"{{.CommandPath}} [command] --help\" for more information about a command.{{end}}\n")
}

// take has a command take a shared flag, which read reads before the command runs.
func take(cmd *cobra.Command, name string, read func(*pflag.FlagSet) error) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[name] += " "
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		return cmp.Or(before(cmd, args), read(cmd.Flags()))
	}
}

// isShared reports whether a flag of a command is the shared one of that name.
func isShared(cmd *cobra.Command, f *pflag.Flag) bool {
	return cmd.Root().PersistentFlags().Lookup(f.Name) == f
}

// untaken is an error of usage where a shared flag is stated that the command does not take.
func untaken(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if isShared(cmd, f) && cmd.Annotations[f.Name] == "" {
			err = cmp.Or(err, error(usageError{hinted{fmt.Errorf("unknown flag: --%s", f.Name), flagHint(cmd, f.Name)}}))
		}
	})
	return err
}

// flagsOf are the flags that help shows with a command.
func flagsOf(cmd *cobra.Command) *pflag.FlagSet {
	all := pflag.NewFlagSet(cmd.Name(), pflag.ContinueOnError)
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !isShared(cmd, f) {
			all.AddFlag(f)
		}
	})
	cmd.Root().PersistentFlags().VisitAll(func(f *pflag.Flag) {
		if cmd.Annotations[f.Name] != "" {
			shown := *f
			if f.Name == "format" {
				shown.Usage += ": " + strict.List(formats(cmd))
				shown.DefValue = formats(cmd)[0]
			}
			all.AddFlag(&shown)
		}
	})
	return all
}

// takeFormat has a command take --format with the formats that it knows, the default first.
func takeFormat(cmd *cobra.Command, known []string) {
	if len(known) == 0 {
		return
	}
	take(cmd, "format", func(flags *pflag.FlagSet) error {
		name := flags.Lookup("format").Value.String()
		return unless(!flags.Changed("format") || slices.Contains(known, name), "--format %s: unknown format (want %s)", name, strict.List(known))
	})
	cmd.Annotations["format"] = strings.Join(known, " ")
}

// formats are those that a command knows, the default first.
func formats(cmd *cobra.Command) []string { return strings.Fields(cmd.Annotations["format"]) }

// formOf is the format that was asked for, or else that of the name given to -o.
func formOf(cmd *cobra.Command) string {
	if f := cmd.Flag("format"); f.Changed {
		return f.Value.String()
	}
	if out := cmd.Flags().Lookup("output"); out != nil {
		if form := strings.TrimPrefix(filepath.Ext(out.Value.String()), "."); slices.Contains(formats(cmd), form) {
			return form
		}
	}
	return formats(cmd)[0]
}

func workersFlag(cmd *cobra.Command, workers *int) {
	take(cmd, "workers", func(flags *pflag.FlagSet) (err error) {
		*workers, err = flags.GetInt("workers")
		return err
	})
}

func seedFlag(cmd *cobra.Command, seed *uint64) {
	take(cmd, "seed", func(flags *pflag.FlagSet) (err error) {
		*seed, err = flags.GetUint64("seed")
		return err
	})
}
