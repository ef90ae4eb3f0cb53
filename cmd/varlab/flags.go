package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/variants"
	"varlab/variants/strict"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ruleFlags are the flags that name a rule set.
type ruleFlags struct {
	refs []string
	sets []string
}

// add declares --set, and -r/--rules unless the rule sets are arguments.
func (f *ruleFlags) add(cmd *cobra.Command, named bool) {
	if named {
		cmd.Flags().StringArrayVarP(&f.refs, "rules", "r", nil, "rule set: an `ID`, a file, or ID+reading")
		must(cmd.RegisterFlagCompletionFunc("rules", completeRules))
	}
	cmd.Flags().StringArrayVar(&f.sets, "set", nil, "put another value in place of an axis: `key=value`")
	must(cmd.RegisterFlagCompletionFunc("set", completeAxes))
}

// one resolves and compiles the single rule set that -r names.
func (f *ruleFlags) one() (*variants.Resolved, *rules.Rules, error) {
	if len(f.refs) != 1 {
		return nil, nil, usageError{hinted{
			fmt.Errorf("%d rule sets are named (want one, by -r)", len(f.refs)),
			"varlab variants lists them",
		}}
	}
	return load(f.refs[0], f.sets)
}

// loadAll resolves and compiles several rule sets under the same overrides, in
// order; ID+* stands for the rule set and each of its readings alone.
func loadAll(refs, sets []string) ([]*variants.Resolved, []*rules.Rules, error) {
	var vs []*variants.Resolved
	var rs []*rules.Rules
	for _, ref := range refs {
		expanded, err := variants.Expand(ref)
		if err != nil {
			return nil, nil, err
		}
		for _, ref := range expanded {
			v, r, err := load(ref, sets)
			if err != nil {
				return nil, nil, err
			}
			vs, rs = append(vs, v), append(rs, r)
		}
	}
	return vs, rs, nil
}

// load resolves and compiles the rule set that ref names: the id of a built-in
// profile or the path of a file, with +reading any number of times.
func load(ref string, sets []string) (*variants.Resolved, *rules.Rules, error) {
	v, err := variants.Load(ref, sets)
	if err != nil {
		return nil, nil, err
	}
	r, err := rules.Compile(v.Profile)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", ref, err)
	}
	return v, r, nil
}

// positionFlags are the flags that name a position. The command plays them.
type positionFlags struct {
	fen   fenFlag
	after string
}

func (f *positionFlags) add(cmd *cobra.Command) {
	cmd.Flags().Var(&f.fen, "fen", "the position, instead of the start: `FEN`")
	cmd.Flags().StringVar(&f.after, "after", "", "turns to play first: `\"T1 T2\"`")
}

// A fenFlag is a FEN that was given; empty if none was.
type fenFlag string

func (f *fenFlag) String() string { return string(*f) }
func (f *fenFlag) Type() string   { return "string" }

func (f *fenFlag) Set(text string) error {
	if text == "" {
		return errors.New("empty (want a position such as W:W31-50:B1-20)")
	}
	*f = fenFlag(text)
	return nil
}

// formatFlag is --format with the formats that a command knows, the first being
// what it does unasked.
type formatFlag struct {
	name  string
	known []string
}

func (f *formatFlag) add(cmd *cobra.Command, known ...string) {
	f.name, f.known = known[0], known
	cmd.Flags().Var(f, "format", "`FORM` of the result: "+strict.List(known))
	must(cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(known, cobra.ShellCompDirectiveNoFileComp)))
}

func (f *formatFlag) String() string { return f.name }
func (f *formatFlag) Type() string   { return "form" }

func (f *formatFlag) Set(name string) error {
	if !slices.Contains(f.known, name) {
		return fmt.Errorf("unknown format (want %s)", strict.List(f.known))
	}
	f.name = name
	return nil
}

// writeJSON writes v indented, with a line end.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func completeRules(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return variants.IDs(), cobra.ShellCompDirectiveDefault
}

func completeAxes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var keys []string
	for i := range profile.Axes {
		keys = append(keys, profile.Axes[i].Key+"=")
	}
	return keys, cobra.ShellCompDirectiveNoSpace
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// flagWords returns the flags that were stated, as words of a command line,
// without those named.
func flagWords(cmd *cobra.Command, without ...string) []string {
	var words []string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains(without, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			words = append(words, "--"+f.Name, quote(v))
		}
	})
	return words
}

// quote writes a word as a shell reads it.
func quote(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_+=,.:/@%") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
