package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"varlab/lab"
	"varlab/reports"
	"varlab/sim"
	"varlab/sim/record"
	"varlab/sim/study"
)

// runFlags say where games are kept.
type runFlags struct {
	out  string
	root string // of what was played
}

func (f *runFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.out, "out", "", "run directory `DIR` (otherwise one under "+runsDir+")")
}

// studyFlags are the same in all commands that play.
func studyFlags(cmd *cobra.Command, s *study.Study) {
	f := cmd.Flags()
	seedFlag(f, &s.Seed)
	f.IntVar(&s.HorizonPlies, "horizon", study.DefaultHorizonPlies, "ply `N` at which a game is cut off")
	f.IntSliceVar(&s.Openings.Plies, "opening-plies", study.DefaultOpeningPlies, "`N`, or N,M: quiet plies by chance")
}

func runCommand() *cobra.Command {
	var to runFlags
	var engines, planOnly bool
	cmd := newCommand("run", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
			if planOnly || to.out != "" {
				return usageError{fmt.Errorf("%s: a run goes on as it began (want no --out or --lay-out)", args[0])}
			}
			s, err := resume(args[0])
			if err == nil {
				err = consent(cmd, engines, args[0], s.Plan)
			}
			if err == nil {
				err = play(cmd, s, sim.Options{Dir: args[0], Workers: workers(cmd)}, again(cmd, ""))
			}
			if err == nil {
				fmt.Fprintln(cmd.OutOrStdout(), args[0])
			}
			return err
		}
		schedule, err := lab.New(runsDir).Study(args[0])
		if err != nil {
			return err
		}
		if planOnly {
			err = to.layOut(cmd, schedule)
		} else if err = consent(cmd, engines, args[0], schedule.Plan); err == nil {
			err = to.play(cmd, schedule)
		}
		if err == nil {
			fmt.Fprintln(cmd.OutOrStdout(), to.out)
			to.tell(cmd)
		}
		return err
	})
	to.add(cmd)
	enginesFlag(cmd, &engines)
	cmd.Flags().BoolVar(&planOnly, "lay-out", false, "write the manifest and play nothing: for varlab submit")
	return cmd
}

// consent is an error unless the engines of a plan, which stands in a file, may be
// started. Those typed on the command line need no flag.
func consent(cmd *cobra.Command, allowed bool, file string, p *study.Plan) error {
	engines := lab.EnginesOf(p)
	if allowed || len(engines) == 0 {
		return nil
	}
	return hinted{
		fmt.Errorf("%s: names external engines, which are programs of this machine (want --engines, to have them started): %s", file, strings.Join(engines, "; ")),
		again(cmd, "engines", "--engines") + " starts them with your rights: look at what they are first",
	}
}

// runsDir holds the run directories that nobody has named.
const runsDir = "varlab-runs"

// name names the run directory after its study, whatever that is called, if nobody
// has named it.
func (f *runFlags) name(p *study.Plan) {
	if f.out == "" {
		f.out = lab.New(runsDir).RunDir(p)
	}
}

// layOut writes the manifest of a schedule and plays no game of it.
func (f *runFlags) layOut(cmd *cobra.Command, s *sim.Schedule) error {
	f.name(s.Plan)
	o := taught(cmd, sim.Options{Dir: f.out, Workers: workers(cmd)})
	if err := remade(lab.New(runsDir).Teach(cmd.Context(), s, o)); err != nil {
		return err
	}
	_, err := record.Create(f.out, s.Manifest)
	return err
}

// play plays a schedule into its run directory.
func (f *runFlags) play(cmd *cobra.Command, s *sim.Schedule) error {
	f.name(s.Plan)
	return play(cmd, s, sim.Options{Dir: f.out, Workers: workers(cmd), Root: func(root string) { f.root = root }}, f.again(cmd))
}

// tell names the root of what was played, after the answer.
func (f *runFlags) tell(cmd *cobra.Command) {
	if f.root != "" {
		remark(cmd.ErrOrStderr(), "%s: root %s", f.out, f.root)
	}
}

// again is the command line that goes on with the run.
func (f *runFlags) again(cmd *cobra.Command) string {
	return again(cmd, "out", "--out", reports.Quote(f.out))
}

// cut says how to go on if an interruption came after the games.
func (f *runFlags) cut(cmd *cobra.Command, err error) error {
	if err == nil || cmd.Context().Err() == nil || errors.As(err, new(hinted)) {
		return err
	}
	return hinted{err, "to go on: " + f.again(cmd)}
}

// report plays a schedule and writes the findings.
func (f *runFlags) report(cmd *cobra.Command, s *sim.Schedule, pieces int) (*reports.Report, error) {
	if err := f.play(cmd, s); err != nil {
		return nil, err
	}
	r, err := loadReport(cmd, f.out, pieces)
	return r, f.cut(cmd, err)
}

// taught adds a line of progress for the lessons before the games.
func taught(cmd *cobra.Command, o sim.Options) lab.Options {
	line := &progress{what: "positions", stage: "teaching: ", out: cmd.ErrOrStderr()}
	return lab.Options{Options: o, Lessons: func(positions int) { line.begin(positions, 0) }, Learned: line.add, Taught: line.end}
}

// resume lays out the run in a directory.
func resume(dir string) (*sim.Schedule, error) {
	s, err := lab.New(runsDir).Resume(dir)
	return s, remade(err)
}

// remade says of damage to a run directory what makes good for it.
func remade(err error) error {
	var damaged *lab.DamagedError
	switch {
	case !errors.As(err, &damaged):
		return err
	case damaged.Weights:
		return hinted{err, "varlab run STUDY.toml --out DIR makes them again"}
	}
	return hinted{err, "varlab run STUDY.toml --out DIR writes a manifest anew where there is none, and keeps the shards that are whole"}
}

// play plays the missing shards of a schedule; command goes on if it is stopped.
func play(cmd *cobra.Command, s *sim.Schedule, o sim.Options, command string) error {
	stderr := cmd.ErrOrStderr()
	drawn := lab.Draws(s.Plan)
	line := &progress{what: "games", out: stderr, shows: drawn.Text}
	o.Begin, o.Played, o.Forfeited, o.Seen = line.begin, line.one, line.forfeit, drawn.See
	o.Note = func(text string) { remark(stderr, "%s: %s", o.Dir, text) }
	if o.Root == nil {
		o.Root = func(root string) { remark(stderr, "%s: root %s", o.Dir, root) }
	}
	l := lab.New(runsDir)
	l.Engines = true // who lets the command come here has allowed them
	err := remade(l.Play(cmd.Context(), s, taught(cmd, o)))
	line.end()
	switch {
	case errors.As(err, new(*sim.Interrupted)):
		return hinted{fmt.Errorf("%s: %w", o.Dir, err), "to go on: " + command}
	case errors.As(err, new(*sim.Forfeits)):
		return fmt.Errorf("%s: %w", o.Dir, err)
	case noRoom(err):
		return hinted{fmt.Errorf("%s: %w; what is complete is kept", o.Dir, err), "when there is room, to go on: " + command}
	}
	return err
}

// noRoom reports whether a file could not be written for want of room.
func noRoom(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EFBIG) || errors.Is(err, syscall.EDQUOT)
}
