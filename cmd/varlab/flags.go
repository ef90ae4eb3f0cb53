package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"varlab/internal/plain"
	"varlab/lab"
	"varlab/reports"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/player"
	"varlab/variants"
)

// ruleFlags name rule sets.
type ruleFlags struct {
	refs []string
	rest []string // the arguments, without a rule set among them
	lab.RuleSets
}

// lab is the laboratory under the overrides.
func (f *ruleFlags) lab() *lab.Lab {
	l := lab.New(runsDir)
	l.Sets = f.Sets
	return l
}

// addSets declares --set for a command whose arguments name its rule sets.
func (f *ruleFlags) addSets(cmd *cobra.Command) {
	cmd.ValidArgsFunction = completeRules
	setFlag(cmd, cmd.Flags(), &f.Sets)
}

// add declares -r/--rules and --set for a command whose arguments are something else.
func (f *ruleFlags) add(cmd *cobra.Command, in *pflag.FlagSet) {
	in.StringArrayVarP(&f.refs, "rules", "r", nil, "rule set: an `ID`, a file, or ID+reading")
	must(cmd.RegisterFlagCompletionFunc("rules", completeRules))
	setFlag(cmd, in, &f.Sets)
}

// arguments accepts a rule set and after it least to most arguments.
func (f *ruleFlags) arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return errNoRules
		}
		f.refs, f.rest = args[:1], args[1:]
		return arguments(least, most)(cmd, f.rest)
	}
}

// beside accepts least to most arguments, and rule sets named by -r.
func (f *ruleFlags) beside(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		f.rest = args
		if err := arguments(least, most)(cmd, args); err != nil {
			return err
		}
		if len(f.refs) == 0 {
			return errNoRules
		}
		return nil
	}
}

// all accepts rule sets as arguments, one or more, unless -r names them.
func (f *ruleFlags) all(cmd *cobra.Command, args []string) error {
	if len(f.refs) > 0 {
		return arguments(0, 0)(cmd, args)
	}
	if f.refs = args; len(args) == 0 {
		return errNoRules
	}
	return nil
}

var errNoRules = hinted{errors.New("no rule set is named (want one, such as federation)"), "varlab variants lists them"}

// one resolves and compiles the single rule set that is named.
func (f *ruleFlags) one() (*variants.Resolved, *rules.Rules, error) {
	if len(f.refs) != 1 {
		return nil, nil, usageError{fmt.Errorf("%d rule sets are named (want one)", len(f.refs))}
	}
	return f.Load(f.refs[0])
}

// positionFlags name a rule set and a position of it.
type positionFlags struct {
	ruleFlags
	fen   string
	after string
	cmd   *cobra.Command
}

func (f *positionFlags) add(cmd *cobra.Command) {
	f.addSets(cmd)
	f.addPosition(cmd)
}

func (f *positionFlags) addPosition(cmd *cobra.Command) {
	f.cmd = cmd
	cmd.Flags().StringVar(&f.fen, "fen", "", "the position, instead of the start: `FEN`")
	cmd.Flags().StringVar(&f.after, "after", "", "turns to play first: `\"T1 T2\"`")
}

// A position has its rule set and notation.
type position struct {
	profile  *variants.Resolved
	rules    *rules.Rules
	notation *notation.Notation
	history  *rules.History
	state    rules.State
}

// position sets up the position that the flags name and plays the turns of --after.
func (f *positionFlags) position() (*position, error) {
	v, r, err := f.one()
	if err != nil {
		return nil, err
	}
	n := notation.Of(r.Profile())
	h := rules.NewHistory(r, r.Start())
	if f.cmd.Flags().Changed("fen") {
		if f.fen == "" {
			return nil, usageError{errors.New("--fen: empty (want a position such as W:W31-50:B1-20)")}
		}
		var notes []string
		h, notes, err = n.Begin(r, f.fen)
		var impossible *notation.ImpossibleError
		if errors.As(err, &impossible) {
			fmt.Fprint(f.cmd.ErrOrStderr(), plain.Text(impossible.Diagram))
		}
		if err != nil {
			return nil, fmt.Errorf("--fen: %w", err)
		}
		for _, note := range notes {
			remark(f.cmd.ErrOrStderr(), "--fen: %s", note)
		}
	}
	for i, text := range strings.Fields(moveNumber.ReplaceAllString(f.after, " ")) {
		s := h.State()
		t, err := n.Parse(text, s.Setup(), slices.Concat(playable(h), h.Unnoticed()))
		if err != nil {
			return nil, fmt.Errorf("--after: turn %d: %w", i+1, err)
		}
		h.Play(t)
	}
	return &position{v, r, n, h, h.State()}, nil
}

var moveNumber = regexp.MustCompile(`(?:^|\s)[0-9]+\.+`)

// playable returns the turns of the present state. Where a draw clause has ended
// the game they are those that could be played on.
func playable(h *rules.History) []rules.Turn {
	if turns := h.Turns(); len(turns) > 0 {
		return turns
	}
	return h.Rules().Moves(nil, h.State())
}

// write writes v as JSON, or in words as text does.
func write(cmd *cobra.Command, v any, text func(io.Writer)) error {
	if formOf(cmd) == "json" {
		return reports.WriteJSON(cmd.OutOrStdout(), v)
	}
	return folded(cmd, func(w io.Writer) error {
		text(w)
		return nil
	})
}

// folded writes text to the results, in the width of their screen.
func folded(cmd *cobra.Command, text func(io.Writer) error) error {
	s, _ := screenOf(cmd)
	var b bytes.Buffer
	failed := text(&b)
	_, err := io.WriteString(cmd.OutOrStdout(), plain.Fold(b.String(), s.Width))
	return cmp.Or(failed, err)
}

// stated returns the flags that are stated.
func stated(cmd *cobra.Command, names ...string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return !cmd.Flags().Changed(name) })
}

// noneBeside is an error of usage where one of the others is stated beside a flag.
func noneBeside(cmd *cobra.Command, flag string, others ...string) error {
	more := stated(cmd, others...)
	return unless(len(more) == 0, "--%s with --%s (want it alone)", flag, strings.Join(more, " and --"))
}

// needs is an error of usage where one of the others is stated without a flag.
func needs(cmd *cobra.Command, flag string, others ...string) error {
	return unless(cmd.Flags().Changed(flag) || len(stated(cmd, others...)) == 0, "--%s without --%s (want both)", strings.Join(stated(cmd, others...), " and --"), flag)
}

// unless returns an error of usage if the condition does not hold.
func unless(holds bool, format string, args ...any) error {
	if holds {
		return nil
	}
	return usageError{fmt.Errorf(format, args...)}
}

// outside is an error of usage unless least <= n <= most; a most of 0 is no limit.
func outside(flag string, n, least, most int) error {
	want := fmt.Sprintf("%d to %d", least, most)
	if most == 0 && least == 0 {
		want = "0 or more"
	} else if most == 0 {
		want = fmt.Sprintf("at least %d", least)
	}
	return unless(n >= least && (most == 0 || n <= most), "--%s %d (want %s)", flag, n, want)
}

// completeRules completes the name of a rule set, after + a reading and in braces the axes
// and their values.
func completeRules(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	switch words, goesOn, file := variants.Complete(word); {
	case goesOn:
		return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	case file:
		return words, cobra.ShellCompDirectiveDefault
	default:
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeRulesThenPlayer completes a rule set, and after it a player.
func completeRulesThenPlayer(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return completePlayer(cmd, args, word)
	}
	return completeRules(cmd, args, word)
}

// completePlayer completes the kind of a player and its options.
func completePlayer(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	return player.Complete(word), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// axisKeys returns the keys of all axes, each with the suffix.
func axisKeys(after string) (keys []string) {
	for i := range profile.Axes {
		keys = append(keys, profile.Axes[i].Key+after)
	}
	return keys
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// again returns the command line, without one of its flags and with more of them.
func again(cmd *cobra.Command, without string, more ...string) string {
	words := []string{cmd.CommandPath()}
	for _, arg := range cmd.Flags().Args() {
		words = append(words, quotePath(arg))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			switch {
			case f.Name == without:
			case f.NoOptDefVal == "":
				words = append(words, "--"+f.Name, reports.Quote(v))
			case f.NoOptDefVal == v:
				words = append(words, "--"+f.Name)
			default:
				words = append(words, "--"+f.Name+"="+reports.Quote(v))
			}
		}
	})
	return strings.Join(append(words, more...), " ")
}

// quotePath quotes a path as an argument, which is not to be taken for a flag.
func quotePath(path string) string {
	if len(path) > 1 && path[0] == '-' {
		path = "./" + path
	}
	return reports.Quote(path)
}
