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

	"varlab/variants/strict"
)

// A form is the format of a result, one of those that a command knows.
type form struct {
	name  string
	known []string
}

func (f *form) String() string { return f.name }
func (f *form) Type() string   { return "form" }

func (f *form) Set(name string) error {
	if f.name = name; !slices.Contains(f.known, name) {
		return fmt.Errorf("unknown format (want %s)", strict.List(f.known))
	}
	return nil
}

// formFlag declares --format with the formats that a command knows, the default first.
func formFlag(cmd *cobra.Command, known []string) {
	if len(known) > 0 {
		cmd.Flags().Var(&form{known[0], known}, "format", "`FORM` of the result: "+strict.List(known))
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

func setFlag(cmd *cobra.Command, sets *[]string) {
	cmd.Flags().StringArrayVar(sets, "set", nil, "put another value in place of an axis: `key=value`")
	must(cmd.RegisterFlagCompletionFunc("set", cobra.FixedCompletions(axisKeys("="), cobra.ShellCompDirectiveNoSpace)))
}

func workersFlag(cmd *cobra.Command, workers *int) {
	*workers = runtime.NumCPU()
	cmd.Flags().Var((*positive)(workers), "workers", "how many goroutines work: `W`; any number gives the same result")
}

func seedFlag(cmd *cobra.Command, seed *uint64) {
	cmd.Flags().Uint64Var(seed, "seed", compareSeed, "number from which all chance is made: `S`")
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
