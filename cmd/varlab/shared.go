package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"varlab/sim/study"
	"varlab/variants/strict"
)

// A form is the format of a result, one of those that a command knows.
type form struct {
	name  string
	known []string
}

func (f *form) String() string { return f.name }
func (f *form) Type() string   { return "FORM" }

func (f *form) Set(name string) error {
	if f.name = name; !slices.Contains(f.known, name) {
		return fmt.Errorf("unknown format (want %s)", strict.List(f.known))
	}
	return nil
}

// formFlag declares --format with the formats that a command knows, the default first.
func formFlag(cmd *cobra.Command, in *pflag.FlagSet, known []string) {
	if len(known) > 0 {
		in.Var(&form{known[0], known}, "format", strict.List(known))
		must(cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(known, cobra.ShellCompDirectiveNoFileComp)))
	}
}

// formOf is the format that was asked for, or else that of the name given to -o.
func formOf(cmd *cobra.Command) string {
	flag := cmd.Flag("format")
	f := flag.Value.(*form)
	if out := cmd.Flags().Lookup("output"); out != nil && !flag.Changed {
		if named := strings.TrimPrefix(filepath.Ext(out.Value.String()), "."); slices.Contains(f.known, named) {
			return named
		}
	}
	return f.name
}

// Flags that many commands have.

func setFlag(cmd *cobra.Command, in *pflag.FlagSet, sets *[]string) {
	in.StringArrayVar(sets, "set", nil, "another value of an axis: `key=value`")
	must(cmd.RegisterFlagCompletionFunc("set", cobra.FixedCompletions(axisKeys("="), cobra.ShellCompDirectiveNoSpace)))
}

// workersFlag declares --workers for a command and all under it.
func workersFlag(cmd *cobra.Command) {
	n := positive(runtime.NumCPU())
	cmd.PersistentFlags().Var(&n, "workers", "`W` goroutines; the result is the same")
}

// workers is how many goroutines work.
func workers(cmd *cobra.Command) int { return int(*cmd.Flag("workers").Value.(*positive)) }

func seedFlag(in *pflag.FlagSet, seed *uint64) {
	in.Uint64Var(seed, "seed", study.DefaultSeed, "`S` from which all chance is made")
}

func playerFlag(cmd *cobra.Command, spec *string, usual, means string) {
	cmd.Flags().StringVar(spec, "player", usual, means)
	must(cmd.RegisterFlagCompletionFunc("player", completePlayer))
}

// A positive number is at least 1.
type positive int

func (p *positive) String() string { return strconv.Itoa(int(*p)) }
func (p *positive) Type() string   { return "int" }

func (p *positive) Set(text string) error {
	n, err := strconv.Atoi(text)
	if *p = positive(n); err == nil && n < 1 {
		err = errors.New("too few (want at least 1)")
	}
	return err
}

func enginesFlag(cmd *cobra.Command, allowed *bool) {
	cmd.Flags().BoolVar(allowed, "engines", false, "start the external engines that the file names")
}
