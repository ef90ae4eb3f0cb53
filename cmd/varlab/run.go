package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"github.com/spf13/cobra"

	"varlab/reports"
	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/notation"
	"varlab/sim"
	"varlab/sim/games"
	"varlab/sim/player"
	"varlab/sim/record"
	"varlab/sim/study"
	"varlab/variants/strict"
)

// runFlags say where games are kept and how many are played at a time.
type runFlags struct {
	out     string
	workers int
}

func (f *runFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.out, "out", "", "run directory: `DIR` (otherwise one under "+runsDir+", named by the study and its hash)")
	workersFlag(cmd, &f.workers)
}

// manyForfeits is how many games in a row a player forfeits until a run or match stops.
const manyForfeits = 10

// studyFlags are the same in all commands that play.
func studyFlags(cmd *cobra.Command, s *study.Study) {
	f := cmd.Flags()
	seedFlag(cmd, &s.Seed)
	f.IntVar(&s.HorizonPlies, "horizon", study.DefaultHorizonPlies, "ply at which a game that goes on is cut off: `N`")
	f.StringVar(&s.Weights, "weights", "", "whose weights players have: `WORD`, "+strict.List(study.Sharings)+" (otherwise quick where a rule set has none of its own, and base where only start or draws differ)")
	must(cmd.RegisterFlagCompletionFunc("weights", cobra.FixedCompletions(study.Sharings, cobra.ShellCompDirectiveNoFileComp)))
	f.IntSliceVar(&s.Openings.Plies, "opening-plies", study.DefaultOpeningPlies, "random quiet plies before the players begin: `N`, or N,M for both in turn")
}

func runCommand() *cobra.Command {
	var flags ruleFlags
	var to runFlags
	var engines bool
	var planOnly bool
	cmd := newCommand("run", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
			if planOnly || to.out != "" || len(flags.sets) > 0 {
				return usageError{fmt.Errorf("%s: a run goes on as it began (want no --out, --set or --lay-out)", args[0])}
			}
			s, err := scheduleOf(args[0])
			if err == nil {
				err = consent(cmd, engines, args[0], s.Plan)
			}
			if err == nil {
				err = play(cmd, s, sim.Options{Dir: args[0], Workers: to.workers}, again(cmd, ""))
			}
			if err == nil {
				fmt.Fprintln(cmd.OutOrStdout(), args[0])
			}
			return err
		}
		schedule, err := flags.studied(args[0])
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
		}
		return err
	})
	setFlag(cmd, &flags.sets)
	to.add(cmd)
	enginesFlag(cmd, &engines)
	cmd.Flags().BoolVar(&planOnly, "lay-out", false, "write the manifest and play nothing: for varlab submit")
	return cmd
}

// scheduleOf makes the schedule of the run in a directory again, from its manifest
// alone: the study's file and the profiles may be gone or changed.
func scheduleOf(dir string) (*sim.Schedule, error) {
	run, err := record.Open(dir)
	if err != nil {
		return nil, hinted{err, "varlab run STUDY.toml --out DIR writes a manifest anew where there is none, and keeps the shards that are whole"}
	}
	plan := run.Manifest.Study
	for i := range plan.RuleSets {
		set := &plan.RuleSets[i]
		if set.Rules, err = record.Compile(*set); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
	}
	if err := recall(dir, plan.RuleSets); err != nil {
		return nil, err
	}
	s, err := layOut(&plan)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	s.Manifest.Taught = run.Manifest.Taught
	return s, nil
}

// readWeights reads a file of weights.
func readWeights(path string) (*player.Weights, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	w, err := player.ReadWeights(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return w, err
}

// runsDir holds the run directories that nobody has named.
const runsDir = "varlab-runs"

// longestRunName bounds, in bytes, the part of a study's name in the name of a run directory.
const longestRunName = 150

// name names the run directory after its study, whatever that is called, if nobody
// has named it.
func (f *runFlags) name(p *study.Plan) {
	if f.out == "" {
		f.out = filepath.Join(runsDir, runName(p))
	}
}

func runName(p *study.Plan) string {
	name := strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return '-'
	}, p.Name)
	return strings.ToValidUTF8(name[:min(len(name), longestRunName)], "") + "-" + p.Hash()[:12]
}

// layOut writes the manifest of a schedule and plays no game of it.
func (f *runFlags) layOut(cmd *cobra.Command, s *sim.Schedule) error {
	f.name(s.Plan)
	if err := taught(cmd.Context(), cmd.ErrOrStderr(), s, f.out, f.workers); err != nil {
		return err
	}
	_, err := record.Create(f.out, s.Manifest)
	return err
}

// play plays a schedule into its run directory.
func (f *runFlags) play(cmd *cobra.Command, s *sim.Schedule) error {
	f.name(s.Plan)
	return play(cmd, s, sim.Options{Dir: f.out, Workers: f.workers}, f.again(cmd))
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
	r, err := loadReport(cmd, f.out, reports.Options{Version: version()}, pieces, &tableFlags{workers: f.workers, cmd: cmd})
	return r, f.cut(cmd, err)
}

// play plays the missing shards of a schedule; command goes on if it is stopped.
func play(cmd *cobra.Command, s *sim.Schedule, o sim.Options, command string) error {
	stderr := cmd.ErrOrStderr()
	drawn := &drawnSoFar{plan: s.Plan, sets: make([]sim.SoFar, len(s.Plan.RuleSets))}
	line := &progress{what: "games", out: stderr, shows: drawn.text}
	o.NewPlayer, o.Begin, o.Played, o.Forfeited, o.Forfeits = newPlayer, line.begin, line.one, line.forfeit, manyForfeits
	o.Seen = drawn.see
	o.Note = func(text string) { remark(stderr, "%s: %s", o.Dir, text) }
	if o.Root == nil {
		o.Root = func(root string) { remark(stderr, "%s: root %s", o.Dir, root) }
	}
	err := taught(cmd.Context(), stderr, s, o.Dir, o.Workers)
	if err == nil {
		err = s.Run(cmd.Context(), o)
	}
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

// readStudy reads a study file; its faults are found when it is resolved.
func readStudy(path string) (*study.File, error) {
	text, err := strict.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return study.Parse(path, string(text))
}

// studied lays out the study in a file. Its faults have places in the file.
func (f *ruleFlags) studied(path string) (*sim.Schedule, error) {
	file, err := readStudy(path)
	if err != nil {
		return nil, err
	}
	s, err := f.resolved(file)
	return s, file.Place(err)
}

// resolved lays out a study, or its file.
func (f *ruleFlags) resolved(s interface {
	Resolve(study.RuleSets, func(string) (study.Player, error)) (*study.Plan, error)
},
) (*sim.Schedule, error) {
	plan, err := s.Resolve(f, playerOf)
	if err == nil && plan.Openings.From != "" {
		err = readOpenings(plan)
	}
	if err != nil {
		return nil, err
	}
	return layOut(plan)
}

// readOpenings reads the games from which a plan has its openings, as its first rule set
// plays them, up to what is wanted.
func readOpenings(plan *study.Plan) error {
	fault := func(err error) error { return study.Faults{{Key: "openings.from", Msg: err.Error()}} }
	text, err := strict.ReadFile(plan.Openings.From)
	if err != nil {
		return fault(err)
	}
	plan.Openings.File = fmt.Sprintf("%x", sha256.Sum256(text))
	set := plan.RuleSets[0]
	referee, err := games.NewReferee(set.Rules)
	if err != nil {
		return fault(err)
	}
	n := notation.Of(set.Rules.Profile())
	for g, err := range notation.NewReader(bytes.NewReader(text)).Games() {
		if err != nil && !errors.As(err, new(*notation.SyntaxError)) {
			return fault(err)
		}
		turns := referee.Follow(g, err).Turns
		turns = turns[:min(len(turns), slices.Max(plan.Openings.Plies))]
		if len(turns) < slices.Min(plan.Openings.Plies) {
			continue
		}
		h := rules.NewHistory(set.Rules, set.Rules.Start())
		var words []string
		for _, t := range turns {
			words = append(words, n.Format(notation.Recorded, h.Now().Setup(), t, h.Turns()))
			h.Play(t)
		}
		plan.Openings.Games = append(plan.Openings.Games, strings.Join(words, " "))
	}
	if len(plan.Openings.Games) == 0 {
		return fault(fmt.Errorf("%s: no game reaches ply %d under %s", plan.Openings.From, slices.Min(plan.Openings.Plies), set.ID))
	}
	plan.Claimed()
	return nil
}

// layOut makes the schedule of a plan, with the weights that this program has for
// the players. A plan that adjudicates under a rule set without tables is a fault of
// the study.
func layOut(plan *study.Plan) (*sim.Schedule, error) {
	s, err := sim.NewSchedule(plan)
	if err != nil {
		return nil, err
	}
	s.Manifest.Program = build().program()
	untaught := *plan
	untaught.RuleSets = slices.Clone(plan.RuleSets)
	for i := range untaught.RuleSets {
		untaught.RuleSets[i].Taught = nil
	}
	for _, set := range plan.RuleSets {
		for _, hash := range append(set.Weights, set.Taught...) {
			if player.WeightsOf(hash) == nil {
				return nil, fmt.Errorf("weights %.12s of %s are not among those of this program (want the program that made the study)", hash, set.ID)
			}
		}
	}
	for i, c := range plan.Cells() {
		cell := &s.Manifest.Cells[i]
		var given []*player.Weights
		for _, list := range untaught.Donors(c.RuleSet) {
			given = append(given, player.WeightsOf(list[0]))
		}
		cell.Weights = whose(plan.RuleSets[c.RuleSet].Rules, cell.Players[:], given)
	}
	if e := plan.Exact; e.Adjudicate && !e.Known {
		var faults study.Faults
		for _, set := range plan.RuleSets {
			if _, _, err := exact.New(set.Rules, "").Accepted(e.Pieces); err != nil {
				faults = append(faults, study.Fault{Key: "exact.adjudicate", Msg: fmt.Sprintf("no exact values under %s: %v", set.ID, err)})
			}
		}
		if len(faults) > 0 {
			return nil, faults
		}
	}
	s.Endings = func(r *rules.Rules, pieces int) (sim.Endings, error) {
		if _, _, err := exact.New(r, "").Accepted(pieces); err != nil && (!plan.Exact.Adjudicate || plan.Exact.Known) {
			return nil, nil // there are none: what is cut off is open
		}
		return new(tableFlags).lazy(r, pieces), nil // quietly: nobody has asked for tables
	}
	return s, nil
}
