// Command varlab is a laboratory for historical rule sets of draughts: it reads
// rule sets as data, plays exactly the game that each describes, and compares
// them.
//
// This package only wires: it turns arguments into values of the other packages,
// and is the one place that chooses among them. A file holds subcommands of a kind.
package main

import (
	"cmp"
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
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"varlab/docs"
	"varlab/internal/plain"
	"varlab/lab"
	"varlab/sim/engines"
	"varlab/variants/strict"
)

// A group is a heading of help, with the commands under it.
type group struct {
	title    string
	commands []func() *cobra.Command
}

// groups are the commands in the order in which help lists them.
var groups = []group{
	{"rule sets", []func() *cobra.Command{variantsCommand, explainCommand, diffCommand, checkCommand}},
	{"board", []func() *cobra.Command{movesCommand, perftCommand, playCommand, exploreCommand, serveCommand, siteCommand}},
	{"studies", []func() *cobra.Command{compareCommand, varyCommand, planCommand, runCommand, statusCommand, reportCommand, verifyCommand, exportCommand, submitCommand}},
	{"endings", []func() *cobra.Command{solveCommand}},
	{"games", []func() *cobra.Command{gamesCommand}},
	{"players", []func() *cobra.Command{matchCommand, trainCommand, hubCommand}},
}

// renamed holds the new names of commands that are part of others.
var renamed = map[string]string{
	"show":       "explain ID --format toml",
	"diagram":    "moves ID --format diagram",
	"probe":      "solve ID --fen FEN",
	"positions":  "diff A B --exact N",
	"ablate":     "compare A B --by-clause",
	"adjudicate": "report DIR --under ID",
	"replay":     "games replay",
	"judge":      "games judge",
	"continue":   "games continue",
	"fit":        "games fit",
	"version":    "--version",
}

func init() { cobra.EnableCommandSorting = false }

func main() { leave(execute()) }

// leave ends the process, and before it the engines that a command may have left at work.
func leave(code int) {
	engines.EndAll()
	os.Exit(code)
}

// lastGrace is the time that a command has to stop. Its files are complete or absent at every
// moment, so that nothing is lost by ending it.
const lastGrace = 5 * time.Second

// interrupted is the exit code of a command that a signal has stopped, as shells say it.
const interrupted = 128 + int(syscall.SIGINT)

// execute runs with the arguments of the process and returns its exit code. A signal asks
// the command to stop, and ends it if it does not.
func execute() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, func() {
		time.AfterFunc(lastGrace, func() {
			remark(os.Stderr, "interrupted; a part did not stop in %v, and was ended; if the command keeps its work, the same command goes on", lastGrace)
			leave(interrupted)
		})
	})
	code := exitCode(run(ctx, os.Args[1:], os.Stdout, os.Stderr), os.Stderr)
	if code == 1 && ctx.Err() != nil {
		return interrupted
	}
	return code
}

// run is the program: results go to stdout, as plain text, progress and notes to stderr.
// Results that could not be written are an error, whether or not the command looked.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	results := &plain.Writer{To: stdout}
	stdout = results
	if len(args) > 1 && args[0] == "help" {
		args = append(slices.Clone(args[1:]), "--help")
	}
	root := newRoot(stdout)
	root.SetArgs(args)
	root.SetErr(stderr)
	var unknown error
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cmd.HasSubCommands() {
			unknown = noCommand(cmd, cmd.Flags().Args())
		}
		if unknown != nil {
			return
		}
		show(cmd, args)
	})
	err := root.ExecuteContext(ctx)
	if errors.Is(err, errReported) {
		err = cmp.Or(results.Err, err) // faults that could not be said are not reported
	}
	return cmp.Or(err, unknown, results.Err)
}

func newRoot(stdout io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:           "varlab",
		Version:       lab.BuildOf().String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noCommand,
		RunE:          help,
	}
	root.SetVersionTemplate("{{.Version}}")
	root.SetHelpTemplate(helpTemplate)
	root.SetUsageTemplate(usageTemplate)
	workersFlag(root)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usageError{flagError(cmd, err)} })
	var list strings.Builder
	for _, g := range groups {
		title := g.title
		for _, make := range g.commands {
			cmd := make()
			root.AddCommand(cmd)
			fmt.Fprintf(&list, "%-10s%-9s %s\n", title, cmd.Name(), cmd.Short)
			title = ""
		}
	}
	root.Long = fmt.Sprintf(rootHelp, &list)
	root.AddCommand(&cobra.Command{Use: "players", Long: playersHelp()})
	root.SetOut(stdout) // the commands that follow keep it
	root.CompletionOptions.DisableNoDescFlag = true
	root.InitDefaultCompletionCmd()
	return root
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

// flagError says of a flag's value what was wanted, and of a flag that is not there, which
// was meant.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		return hinted{err, flagHint(cmd, unknown.GetSpecifiedName())}
	}
	var invalid *pflag.InvalidValueError
	var number *strconv.NumError
	switch {
	case !errors.As(err, &invalid):
		return err
	case !errors.As(err, &number):
		return fmt.Errorf("--%s %s: %w", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
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
		if c.Flags().Lookup(name) != nil {
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
	if now := renamed[args[0]]; now != "" && !cmd.HasParent() {
		hint = "it is now varlab " + now
	} else if near := strict.Near(args[0], names); near != "" {
		hint = "did you mean " + near + "?"
	}
	return usageError{hinted{fmt.Errorf("unknown command %q", args[0]), hint}}
}

// A usageError is a command line that cannot be understood.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// A hinted error has a hint.
type hinted struct {
	error
	hint string
}

func (e hinted) Unwrap() error { return e.error }

// errReported ends the program with status 1 after a command has listed the faults on
// stdout.
var errReported = errors.New("faults were found")

// exitCode writes the error to stderr. 0: done, 1: failed, 2: wrong usage.
func exitCode(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	if errors.Is(err, errReported) {
		return 1
	}
	text := plain.Text(err.Error())
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

// columns is how wide help may be.
const columns = 80

// rootHelp stands around the list of commands.
const rootHelp = `varlab reads rule sets of draughts as data, each rule with its clause, plays
exactly the game that each describes, and compares them.

%v
varlab COMMAND --help explains a command, varlab help players how players are
named; varlab completion --help sets up a shell. --workers W, with any command,
sets the number of goroutines; any number gives the same result.`

const helpTemplate = `{{.Long | trimTrailingWhitespaces}}
{{if and .HasParent (or .Runnable .HasSubCommands)}}
{{.UsageString}}{{end}}`

// usageTemplate is the part of help below the paragraph on a command.
const usageTemplate = `Usage: {{.CommandPath}}{{slice .Use (len .Name)}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}

Commands:{{range .Commands}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}

Flags:
{{.Flags.FlagUsages}}{{with index .Annotations "more"}}
More: {{.}}
{{end}}`

// newCommand makes a command that docs/commands.md describes, with --format if its result has
// formats; the first is the default. Wrong arguments are an error of usage.
func newCommand(name string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error, formats ...string) *cobra.Command {
	check := func(cmd *cobra.Command, given []string) error {
		if err := args(cmd, given); err != nil {
			return usageError{fmt.Errorf("%s: %w", cmd.Name(), err)}
		}
		return nil
	}
	reference, err := docs.Files.ReadFile("commands.md")
	must(err)
	for section := range strings.SplitSeq(string(reference), "\n## ") {
		use, text, _ := strings.Cut(section, "\n")
		if use = strings.TrimPrefix(strings.TrimPrefix(use, "submit "), "games "); strings.Fields(use)[0] != name {
			continue
		}
		parts := strings.SplitN(strings.TrimSpace(text), "\n\n", 4)
		cmd := &cobra.Command{Use: use, Short: strings.TrimSuffix(parts[0], "."), Long: parts[1], Example: strings.ReplaceAll(parts[2], "    ", "  "), Args: check, RunE: run}
		if len(parts) > 3 {
			cmd.Annotations = map[string]string{"more": "docs/commands.md"}
		}
		formFlag(cmd, cmd.Flags(), formats)
		return cmd
	}
	panic(fmt.Sprintf("docs/commands.md has no section on %s", name))
}

func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }
