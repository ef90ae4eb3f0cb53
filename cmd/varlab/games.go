package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"varlab/internal/files"
	"varlab/internal/plain"
	"varlab/lab"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/games"
	"varlab/sim/player"
	playerspec "varlab/sim/spec"
	"varlab/sim/study"
	"varlab/variants"
)

func gamesCommand() *cobra.Command {
	cmd := newCommand("games", noCommand, help)
	var flags collectionFlags
	var seed uint64
	flags.add(cmd, cmd.PersistentFlags())
	seedFlag(cmd.PersistentFlags(), &seed)
	formFlag(cmd, cmd.PersistentFlags(), []string{"text", "json"})
	cmd.AddCommand(replayCommand(&flags.ruleFlags), judgeCommand(&flags), omissionsCommand(&flags, &seed), fitCommand(&flags, &seed), continueCommand(&flags, &seed))
	return cmd
}

func replayCommand(flags *ruleFlags) *cobra.Command {
	var counted bool
	var by string
	cmd := newCommand("replay", arguments(1, math.MaxInt), func(cmd *cobra.Command, names []string) error {
		if err := unless(by == "" || counted, "--by %s (want it with --stats)", by); err != nil {
			return err
		}
		texts, closed, err := openPDN(cmd, names)
		if err != nil {
			return err
		}
		defer closed()
		if len(flags.refs) == 0 {
			if flags.refs, err = lab.Named(cmd.Context(), texts); err != nil {
				return err
			}
		}
		if len(flags.refs) == 0 {
			return usageError{hinted{errors.New("no rule set is named, by -r or by a tag RuleSet of a game (want one or more, each by -r)"), errNoRules.hint}}
		}
		var ids []string
		var rs []*rules.Rules
		if err := flags.Each(flags.refs, func(v *variants.Resolved, r *rules.Rules) error {
			ids, rs = append(ids, v.ID), append(rs, r)
			return nil
		}); err != nil {
			return err
		}
		bench, err := games.NewBench(ids, rs)
		if err != nil {
			return err
		}
		bench.Count, bench.By = counted, by
		for _, f := range texts {
			name := ""
			if len(texts) > 1 {
				name = f.Name
			}
			if err := bench.Read(cmd.Context(), f, name); err != nil {
				return err
			}
		}
		if t := bench.Tallies[0]; t.Games+t.PassedOver == 0 {
			return fmt.Errorf("%s: no games", strings.Join(names, ", "))
		}
		bench.Finish()
		var found any = bench.Tallies
		if len(bench.Tallies) == 1 {
			found = bench.Tallies[0]
		}
		return write(cmd, found, bench.WriteText)
	})
	cmd.Flags().BoolVar(&counted, "stats", false, "count results, lengths, captures and openings")
	cmd.Flags().StringVar(&by, "by", "", "with --stats: apart by a `TAG`, or year, decade or rating")
	return cmd
}

// judgeSpec is the judge where none is named: stronger than the players it judges.
const judgeSpec = "search:nodes=5000"

func judgeCommand(flags *collectionFlags) *cobra.Command {
	var spec string
	cmd := newCommand("judge", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		judge, err := judgeOf(spec)
		if err != nil {
			return err
		}
		from, err := flags.read(cmd, args[0])
		if err != nil {
			return err
		}
		line := &progress{what: "games", out: cmd.ErrOrStderr()}
		defer line.end()
		found, err := from.Judge(cmd.Context(), judge, workers(cmd), func(games int) { line.begin(games, 0) }, line.one)
		return conclude(cmd, args[0], found, err)
	})
	flags.some(cmd)
	playerFlag(cmd, &spec, judgeSpec, "the judge: `SPEC`")
	return cmd
}

func omissionsCommand(flags *collectionFlags, seed *uint64) *cobra.Command {
	var specs []string
	w := games.Weighing{}
	cmd := newCommand("omissions", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(
			outside("sample", w.Sample, 0, 0),
			unless(w.Margin >= 0 && w.Margin < 100, "--margin %g (want points, 0 to 100)", w.Margin),
		); err != nil {
			return err
		}
		if specs == nil {
			specs = []string{"search:nodes=2000", judgeSpec, judgeSpec + ",weights=0"}
		}
		for _, spec := range specs {
			judge, err := judgeOf(spec)
			if err != nil {
				return err
			}
			w.Judges = append(w.Judges, judge)
		}
		from, err := flags.read(cmd, args[0])
		if err != nil {
			return err
		}
		line := &progress{what: "positions", out: cmd.ErrOrStderr()}
		defer line.end()
		w.Seed, w.Workers = *seed, workers(cmd)
		w.Rules, w.Done, w.Begin = from.Rules, line.one, func(n int) { line.begin(n, 0) }
		found, err := w.Of(cmd.Context(), from.Chosen())
		if err != nil {
			return conclude(cmd, args[0], found, fmt.Errorf("%s: %w", args[0], err))
		}
		found.Rules = from.ID
		return conclude(cmd, args[0], found, nil)
	})
	flags.some(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&specs, "player", nil, "a judge: `SPEC` of a search; again for another")
	must(cmd.RegisterFlagCompletionFunc("player", completePlayer))
	f.Float64Var(&w.Margin, "margin", 10, "points `M` by which leaving is to be better")
	f.IntVar(&w.Sample, "sample", 0, "judge `N` of the positions, drawn by chance; 0: all")
	return cmd
}

// judgeOf reads the spec of a judge, a player who looks ahead.
func judgeOf(spec string) (*player.Spec, error) {
	s, err := lab.Spec(spec)
	if err == nil && !s.Searches() {
		err = usageError{fmt.Errorf("player %q does not look ahead (want search)", s)}
	}
	return s, err
}

func continueCommand(flags *collectionFlags, seed *uint64) *cobra.Command {
	var spec string
	var at int
	cmd := newCommand("continue", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		stated := cmd.Flags().Changed("at")
		if err := unless(at >= 0 || !stated, "--at %d (want a ply, 0 or more)", at); err != nil {
			return err
		}
		p, err := lab.PlayerInMatch(spec)
		if err != nil {
			return err
		}
		of, err := flags.read(cmd, args[0])
		if err != nil {
			return err
		}
		from, line := (*int)(nil), &progress{what: "games", out: cmd.ErrOrStderr()}
		if stated {
			from = &at
		}
		c := games.Continuation{
			Rules: of.Rules, Seed: *seed, Workers: workers(cmd), Played: line.one, Spec: p.Spec,
			Player: func(int) (sim.Player, error) { return lab.UsualPlayer(of.Rules, p.Spec) },
		}
		found, err := c.Continue(cmd.Context(), of, from, func(games int) {
			if s, err := lab.Spec(spec); err == nil {
				remarkIdle(cmd, of, s)
			}
			line.begin(games, 0)
		})
		line.end()
		return conclude(cmd, args[0], found, err)
	})
	flags.some(cmd)
	cmd.Flags().IntVar(&at, "at", 0, "play on from this `PLY`, not from the end")
	playerFlag(cmd, &spec, "search:nodes=1000", "who plays on: `SPEC`")
	return cmd
}

// The way of predicting draw rates that docs/findings/real-games.md fixed and measured: a judge
// stronger than every candidate, people's openings up to a ply, and players who stop where
// people of all collections did.
const (
	fitJudge = "search:nodes=100000"
	fitAt    = 8
	fitStop  = "resign=15,agree=52,few=31"
)

// fitBy are the ways to divide people who were not equals.
var fitBy = []string{"", "side", "name", "rating", "none"}

func fitCommand(flags *collectionFlags, seed *uint64) *cobra.Command {
	var out, judge, by string
	fit := games.Fitting{}
	cmd := newCommand("fit", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(
			outside("positions", fit.Positions, 100, 1e6), outside("at", fit.At, 0, 0), outside("predict", fit.Predict, 0, 1e6),
			unless(out != "", "-o is missing (want the file of the player)"),
			unless(out != "-" || formOf(cmd) == "text", "-o - with --format %s (want text, which then goes to stderr, or a file)", formOf(cmd)),
			unless(!sameFile(out, args[0]), "-o %s: holds the games (want another file)", out),
			unless(slices.Contains(fitBy, by), "--by %s (want side, name, rating or none)", by),
		); err != nil {
			return err
		}
		candidate, err := games.Candidate()
		if err != nil {
			return err
		}
		if _, err := player.Parse(playerspec.Of(candidate.String()).And(fit.Stop)); err != nil {
			return usageError{fmt.Errorf("--stop %s: %w", fit.Stop, err)}
		}
		if fit.Judge, err = judgeOf(judge); err != nil {
			return err
		}
		if err := files.Ready(out); err != nil { // to write the file comes last, after long work
			return err
		}
		from, err := flags.read(cmd, args[0])
		if err != nil {
			return err
		}
		remarkIdle(cmd, from, candidate)
		if cache, err := os.UserCacheDir(); err == nil {
			fit.Kept = filepath.Join(cache, "varlab", "fits")
		}
		line := &progress{out: cmd.ErrOrStderr()}
		fit.Begin = func(part, parts int, what string, total int) {
			line.end()
			line.stage, line.what = fmt.Sprintf("part %d of %d: ", part, parts), what
			line.begin(total, 0)
		}
		fit.Done, fit.Workers, fit.Seed = line.one, workers(cmd), *seed
		found, err := fit.Of(cmd.Context(), from, by)
		line.end()
		if err != nil {
			return conclude(cmd, args[0], found, err)
		}
		file := found.PlayerFile()
		file["judge"], file["command"] = judge, again(cmd, "workers")
		spec, err := games.ParsePlayerFile(out, string(file.Bytes()))
		if err != nil {
			return err
		}
		found.Player, found.File = spec.String(), out
		if out == "-" {
			if _, err := cmd.OutOrStdout().Write(file.Bytes()); err != nil {
				return err
			}
			found.WriteText(&plain.Writer{To: cmd.ErrOrStderr()})
			return nil
		}
		if err := files.WriteBytes(out, file.Bytes()); err != nil {
			remark(cmd.ErrOrStderr(), "the player that was found is %s", spec) // it took long
			return err
		}
		return write(cmd, found, found.WriteText)
	})
	flags.some(cmd)
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the player: `FILE`, or - for stdout")
	f.StringVar(&judge, "judge", fitJudge, "who values moves: `SPEC`")
	f.IntVar(&fit.Positions, "positions", 800, "compare moves in `N` positions")
	f.StringVar(&by, "by", "", "a player for each `CLASS`: side, name, rating or none")
	f.IntVar(&fit.Predict, "predict", 200, "play `N` games with the player; 0: none")
	f.IntVar(&fit.At, "at", fitAt, "these begin from ply `N` of people's")
	f.StringVar(&fit.Stop, "stop", fitStop, "`OPTIONS` that stop players")
	f.Lookup("stop").DefValue = "people's"
	return cmd
}

// sameFile reports whether two names are of one file that is there.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// conclude writes what was found in the games of a file, or names the file whose work was
// interrupted.
func conclude(cmd *cobra.Command, file string, found interface{ WriteText(io.Writer) }, err error) error {
	if ctx := cmd.Context(); err != nil && ctx.Err() != nil {
		return fmt.Errorf("%s: %w", file, ctx.Err())
	}
	if err != nil {
		return err
	}
	return write(cmd, found, found.WriteText)
}

// remarkIdle says which options of a player the rule set leaves without effect, and whose
// weights it has where these are not its own.
func remarkIdle(cmd *cobra.Command, from *games.Collection, s *player.Spec) {
	if keys := s.Idle(from.Rules); keys != nil {
		remark(cmd.ErrOrStderr(), "under %s %s has no effect, for its text does not speak of it (--set match.resignation=allowed, --set match.agreement=allowed)", from.ID, strings.Join(keys, " and "))
	}
	if lent, ok := s.Lends(from.Rules); ok {
		if words := study.Whose([]study.Lender{lab.Lender(lent)}, false); words != study.OwnWeights {
			remark(cmd.ErrOrStderr(), "under %s the weights of %s are %s", from.ID, s, words)
		}
	}
}

// collectionFlags name the games of a PDN file or of a run, under one rule set.
type collectionFlags struct {
	ruleFlags
	most int // games
}

// some declares --games.
func (f *collectionFlags) some(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.most, "games", 0, "use `N` of the games, evenly spread; 0: all")
}

// read reads the games of a file or of a run, for which -r may be left out where the run has
// one rule set. It says how many games of a file are of no use.
func (f *collectionFlags) read(cmd *cobra.Command, path string) (c *games.Collection, err error) {
	if err := outside("games", f.most, 0, 0); err != nil {
		return nil, err
	}
	if info, stat := os.Stat(path); stat == nil && info.IsDir() {
		if len(f.refs) > 1 || len(f.Sets) > 0 {
			return nil, usageError{fmt.Errorf("%s: a run has its rule sets (want one by -r, and no --set)", path)}
		}
		c, err = games.ReadRun(path, strings.Join(f.refs, ""))
	} else {
		c, err = f.readPDN(cmd, path)
	}
	if err != nil {
		return nil, err
	}
	if c.LeftOut > 0 {
		remark(cmd.ErrOrStderr(), "%s: %d of %d games are left out: they set up a position in their midst, or have no move that can be followed", path, c.LeftOut, c.LeftOut+len(c.Games))
	}
	if f.most > 0 {
		c.Games = games.Spread(c.Games, f.most)
	}
	return c, nil
}

func (f *collectionFlags) readPDN(cmd *cobra.Command, path string) (*games.Collection, error) {
	if len(f.refs) == 0 {
		return nil, errNoRules
	}
	v, r, err := f.one()
	if err != nil {
		return nil, err
	}
	texts, closed, err := openPDN(cmd, []string{path})
	if err != nil {
		return nil, err
	}
	defer closed()
	return games.ReadPDN(cmd.Context(), texts[0], v.ID, r)
}

// openPDN opens files with games. Where they are long, a line says how far they are read, until
// they are closed.
func openPDN(cmd *cobra.Command, names []string) (list []*games.File, closed func(), err error) {
	line := &progress{what: "bytes", out: cmd.ErrOrStderr()}
	list, size, err := games.Open(names, cmd.InOrStdin(), line.add)
	if err == nil && size > 1e6 {
		line.begin(int(size), 0)
	}
	return list, func() { line.end(); games.Close(list) }, err
}
