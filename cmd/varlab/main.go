// Command varlab is a laboratory for historical rule sets of draughts: it reads
// rule sets as data, plays exactly the game that each describes, and compares
// them.
//
// This package only wires: it turns arguments into values of the other packages,
// and is the one place that chooses among them. A file holds subcommands of a kind.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"varlab/variants/strict"
)

// subcommands make the commands, in the order in which help lists them.
var subcommands = []func() *cobra.Command{
	variantsCommand, showCommand, explainCommand, diffCommand,
	movesCommand, perftCommand, diagramCommand, probeCommand, solveCommand, replayCommand,
	compareCommand, ablateCommand, matchCommand, trainCommand, hubCommand, playCommand,
	checkCommand, planCommand, runCommand, statusCommand, verifyCommand, submitCommand,
	reportCommand, adjudicateCommand, exportCommand, versionCommand, manCommand,
}

// aliases are commands that became part of others: their names stand for what they are.
var aliases = map[string][]string{
	"resume":   {"run"},
	"watch":    {"status", "--claims"},
	"worker":   {"submit", "worker"},
	"merge":    {"submit", "merge"},
	"endings":  {"solve", "--pieces", "3"},
	"annotate": {"report", "--endings", "--exact", "3"},
}

// unalias returns the arguments by the names of today. A flag that is stated twice has
// its last value.
func unalias(args []string) []string {
	if len(args) == 0 || aliases[args[0]] == nil {
		return args
	}
	rest := slices.Clone(args[1:])
	for i := range rest {
		if args[0] == "annotate" && strings.HasPrefix(rest[i], "--pieces") {
			rest[i] = strings.Replace(rest[i], "--pieces", "--exact", 1)
		}
	}
	return append(slices.Clone(aliases[args[0]]), rest...)
}

func init() { cobra.EnableCommandSorting = false }

func main() { os.Exit(execute()) }

// execute runs with the arguments of the process and returns its exit code. The
// first signal asks it to stop, a second one kills it.
func execute() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return exitCode(run(ctx, os.Args[1:], forPeople(os.Stdout), os.Stderr), os.Stderr)
}

// run is the program: results go to stdout, progress and notes to stderr.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	root := newRoot()
	root.SetArgs(unalias(args))
	if len(args) > 0 && aliases[args[0]] != nil {
		root.Annotations = map[string]string{"alias": args[0]}
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	return root.ExecuteContext(ctx)
}

// called is the command as it was named.
func called(cmd *cobra.Command) string {
	if alias := cmd.Root().Annotations["alias"]; alias != "" {
		return "varlab " + alias
	}
	return cmd.CommandPath()
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "varlab",
		Short: "A laboratory for historical rule sets of draughts",
		Long: `varlab reads rule sets of draughts as data, each rule with the clause of the
source that it comes from, plays exactly the game that each describes, and
compares them.`,
		Example:       "  varlab variants\n  varlab explain federation\n  varlab diff federation polonaise-souffler",
		Version:       build().String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noCommand,
		RunE:          help,
	}
	root.SetVersionTemplate("{{.Version}}")
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "FlagUsages", fmt.Sprint("FlagUsagesWrapped ", columns)))
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usageError{flagError(cmd, err)} })
	for _, make := range subcommands {
		cmd := make()
		eachCommand(cmd, checkUsage)
		root.AddCommand(cmd)
	}
	root.InitDefaultCompletionCmd()
	eachCommand(root, func(c *cobra.Command) error {
		c.Long = strings.ReplaceAll(c.Long, "your OS's package", "your package") // for the width
		return nil
	})
	return root
}

// checkUsage makes wrong arguments of a command errors of usage.
func checkUsage(cmd *cobra.Command) error {
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return usageError{fmt.Errorf("%s: %w", cmd.Name(), err)}
			}
			return nil
		}
	}
	return nil
}

// arguments accepts no fewer than least arguments and no more than most.
func arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		want := strings.TrimSuffix(cmd.UseLine(), " [flags]")
		switch {
		case len(args) > most:
			return fmt.Errorf("unexpected argument %q (want %s)", args[most], want)
		case len(args) < least:
			return fmt.Errorf("an argument is missing (want %s)", want)
		}
		return nil
	}
}

// flagError says of a flag's value what was wanted, and not which function of
// ours could not read it; and of a flag that is not there, which was meant.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		return hinted{err, flagHint(cmd, unknown.GetSpecifiedName())}
	}
	var invalid *pflag.InvalidValueError
	var number *strconv.NumError
	if !errors.As(err, &invalid) || !errors.As(err, &number) {
		return err
	}
	wanted := "a number"
	switch {
	case errors.Is(number, strconv.ErrRange):
		wanted = "a smaller number"
	case strings.Contains(invalid.GetFlag().Value.Type(), "int"):
		wanted = "a whole number"
	case invalid.GetFlag().Value.Type() == "bool":
		wanted = "true or false"
	}
	return fmt.Errorf("--%s: %q is not understood (want %s)", invalid.GetFlag().Name, invalid.GetValue(), wanted)
}

// flagHint names the flag of cmd that is closest to name, or else the commands that
// have one of that name.
func flagHint(cmd *cobra.Command, name string) string {
	var names, elsewhere []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := strict.Near(name, names); near != "" {
		return "did you mean --" + near + "?"
	}
	for _, c := range cmd.Root().Commands() {
		if !c.Hidden && c.Flags().Lookup(name) != nil {
			elsewhere = append(elsewhere, "varlab "+c.Name())
		}
	}
	if len(elsewhere) > 0 {
		return fmt.Sprintf("--%s is a flag of %s", name, strings.Join(elsewhere, ", "))
	}
	return cmd.CommandPath() + " --help lists the flags"
}

func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	hint := cmd.CommandPath() + " --help lists the commands"
	if near := strict.Near(args[0], names); near != "" {
		hint = "did you mean " + near + "?"
	}
	return usageError{hinted{fmt.Errorf("unknown command %q", args[0]), hint}}
}

// A usageError is a command line that cannot be understood.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// A hinted error knows what may help.
type hinted struct {
	error
	hint string
}

func (e hinted) Unwrap() error { return e.error }

// errReported ends the program with status 1 after a command has said on stdout
// what is wrong.
var errReported = errors.New("faults were found")

// exitCode says on stderr what went wrong: 0 done, 1 failed, 2 wrong usage.
func exitCode(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	if errors.Is(err, errReported) {
		return 1
	}
	text := plain(err.Error())
	if errors.Is(err, context.Canceled) {
		text = strings.ReplaceAll(text, context.Canceled.Error(), "interrupted")
	}
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintf(stderr, "varlab: %s\n", line)
	}
	var hint hinted
	if errors.As(err, &hint) {
		remark(stderr, "hint: %s", hint.hint)
	}
	if errors.As(err, new(usageError)) {
		return 2
	}
	return 1
}
