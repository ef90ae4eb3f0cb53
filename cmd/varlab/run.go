package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unicode"

	"github.com/spf13/cobra"

	"varlab/rules"
	"varlab/sim"
	"varlab/sim/hub"
	"varlab/sim/player"
	"varlab/sim/record"
	"varlab/sim/study"
	"varlab/variants/strict"
)

func runCommand() *cobra.Command {
	var flags ruleFlags
	var out string
	var workers int
	var planOnly bool
	cmd := &cobra.Command{
		Use:   "run STUDY.toml",
		Short: "Play the games of a study",
		Long: `run plays the games of a study and keeps them in a run directory. If it is
stopped, the same command goes on where it was. Equal studies leave equal bytes,
whatever the number of workers.`,
		Example: "  varlab check --schema > study.toml\n  varlab run study.toml --out varlab-runs/huff-or-not\n  varlab report varlab-runs/huff-or-not",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := readStudy(args[0])
			if err != nil {
				return err
			}
			plan, err := f.Resolve(flags.ruleSets, playerOf)
			if err != nil {
				return err
			}
			schedule, err := layOut(plan)
			if err != nil {
				return f.Place(err)
			}
			if out == "" {
				out = runDir(plan)
			}
			if planOnly {
				err = begin(schedule, out)
			} else {
				err = playAll(cmd.Context(), schedule, out, workers, cmd.ErrOrStderr(), againInto(cmd, args, out))
			}
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), out)
			return nil
		},
	}
	flags.add(cmd, false)
	cmd.Flags().StringVar(&out, "out", "", "run directory: `DIR` (if not stated, made from the study's name and hash under "+runsDir+")")
	cmd.Flags().BoolVar(&planOnly, "lay-out", false, "write the manifest and play nothing: for varlab submit and varlab worker")
	workersFlag(cmd, &workers)
	return cmd
}

// weightsOf says of each player which learned weights it is given under r; it is nil
// if none is given any.
func weightsOf(r *rules.Rules, specs []string) []string {
	words, any := make([]string, len(specs)), false
	for i, text := range specs {
		if s, err := player.Parse(text); err == nil {
			if lent, ok := s.Lends(r); ok {
				words[i], any = lent.String(), true
			}
		}
	}
	if !any {
		return nil
	}
	return words
}

// begin makes a run directory in which nothing is played yet.
func begin(s *sim.Schedule, dir string) error {
	run, err := record.Create(dir, s.Manifest)
	if err != nil {
		return err
	}
	return run.Close()
}

// runsDir holds the run directories that nobody has named.
const runsDir = "varlab-runs"

// runDir names a run directory after its study, whatever that is called.
func runDir(p *study.Plan) string {
	name := strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return '-'
	}, p.Name)
	return filepath.Join(runsDir, name+"-"+p.Hash()[:12])
}

func workersFlag(cmd *cobra.Command, workers *int) {
	cmd.Flags().IntVar(workers, "workers", runtime.NumCPU(), "games played at a time: `W`; the games are the same whatever it is")
}

// readStudy reads a study file; what is wrong with it is found when it is resolved.
func readStudy(path string) (*study.File, error) {
	text, err := strict.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return study.Parse(path, string(text))
}

// ruleSets resolves one name of a study under the overrides.
func (f *ruleFlags) ruleSets(name string) ([]study.RuleSet, error) {
	vs, rs, err := loadAll([]string{name}, f.sets)
	if err != nil {
		return nil, err
	}
	sets := make([]study.RuleSet, len(vs))
	for i, v := range vs {
		sets[i] = study.RuleSet{
			ID: v.ID, Title: v.Title, PlayHash: rs[i].PlayHash(), Board: v.Board(), Content: v.Content(), Rules: rs[i],
		}
	}
	return sets, nil
}

// playerOf normalises a spec. What is played in a study does not depend on time.
func playerOf(spec string) (study.Player, error) {
	p, err := playerInMatch(spec)
	if err == nil && isEngine(spec) {
		if e, _ := hub.Parse(spec); e.Milliseconds > 0 {
			return p, fmt.Errorf("player %q: a budget of time gives other games on another machine (want nodes or depth)", spec)
		}
	}
	return p, err
}

// playerInMatch normalises a spec whose games are not kept.
func playerInMatch(spec string) (study.Player, error) {
	if isEngine(spec) {
		e, err := hub.Parse(spec)
		// Who knows what it does.
		return study.Player{Spec: e.String(), Random: true}, err
	}
	s, err := player.Parse(spec)
	if err != nil {
		return study.Player{}, err
	}
	return study.Player{Spec: s.String(), Random: s.Random()}, nil
}

func isEngine(spec string) bool { return strings.HasPrefix(strings.TrimSpace(spec), hub.Kind+":") }

func newPlayer(r *rules.Rules, spec string) (sim.Player, error) {
	if isEngine(spec) {
		e, err := hub.Parse(spec)
		if err != nil {
			return nil, err
		}
		return hub.New(r, e)
	}
	s, err := player.Parse(spec)
	if err != nil {
		return nil, err
	}
	return s.New(r)
}

// playAll plays what is missing of a schedule. Command is the one that goes on if
// it is stopped.
func playAll(ctx context.Context, s *sim.Schedule, dir string, workers int, stderr io.Writer, command string) error {
	return playSome(ctx, s, sim.Options{Dir: dir, Workers: workers}, stderr, command)
}

// playSome plays as the options say; what they leave out is filled in.
func playSome(ctx context.Context, s *sim.Schedule, o sim.Options, stderr io.Writer, command string) error {
	if o.Workers < 1 {
		return usageError{fmt.Errorf("--workers %d (want at least 1)", o.Workers)}
	}
	line := &progress{what: "games", out: stderr}
	o.NewPlayer, o.Begin, o.Played = newPlayer, line.begin, line.one
	o.Note = func(text string) { remark(stderr, "%s: %s", o.Dir, text) }
	err := s.Run(ctx, o)
	line.end()
	switch {
	case errors.As(err, new(*sim.Interrupted)):
		return hinted{fmt.Errorf("%s: %w", o.Dir, err), "to go on: " + command}
	case noRoom(err):
		return hinted{fmt.Errorf("%s: %w; what is complete is kept", o.Dir, err), "when there is room, to go on: " + command}
	}
	return err
}

// noRoom reports whether a file could not be written for want of room.
func noRoom(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EFBIG) || errors.Is(err, syscall.EDQUOT)
}

// againInto returns the command line with the run directory named.
func againInto(cmd *cobra.Command, args []string, out string) string {
	return again(cmd, args, "out") + " --out " + quote(out)
}

// again returns the command line without some of its flags.
func again(cmd *cobra.Command, args []string, without ...string) string {
	words := []string{cmd.CommandPath()}
	for _, arg := range args {
		words = append(words, quote(arg))
	}
	return strings.Join(append(words, flagWords(cmd, without...)...), " ")
}

// checkStudy lists what is wrong with the study in a file, names included; if
// nothing is, it writes what the study comes to.
func checkStudy(ctx context.Context, path string, w io.Writer) ([]strict.Fault, error) {
	f, err := readStudy(path)
	if err == nil {
		var plan *study.Plan
		if plan, err = f.Resolve(new(ruleFlags).ruleSets, playerOf); err == nil {
			var schedule *sim.Schedule
			if schedule, err = layOut(plan); err == nil {
				return nil, outline(ctx, schedule, w)
			}
			err = f.Place(err)
		}
	}
	var faults *strict.Error
	if errors.As(err, &faults) {
		return faults.Faults, nil
	}
	return nil, err
}
