package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
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
			if flags.refs, err = ruleSetsOf(cmd.Context(), texts); err != nil {
				return err
			}
		}
		var ids []string
		var rs []*rules.Rules
		if err := flags.each(flags.refs, func(v *variants.Resolved, r *rules.Rules) error {
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

// ruleSetsOf returns the rule sets that the games of files name, where none is given.
func ruleSetsOf(ctx context.Context, texts []*games.File) ([]string, error) {
	known := map[string]bool{}
	for _, f := range texts {
		named, err := f.RuleSets(ctx)
		if err != nil {
			return nil, err
		}
		for _, id := range slices.Sorted(maps.Keys(named)) {
			known[id] = true
			if variants.ByPath(id) {
				return nil, fmt.Errorf("%s: game %d names the rule set %.60q, a file (want it by -r, if it is meant)", f.Name, named[id], id)
			}
			if _, err := variants.Load(id, nil); err != nil {
				return nil, fmt.Errorf("%s: game %d names the rule set %.60q: %w; -r names those that are meant", f.Name, named[id], id, err)
			}
		}
	}
	if len(known) == 0 {
		return nil, usageError{hinted{errors.New("no rule set is named, by -r or by a tag RuleSet of a game (want one or more, each by -r)"), errNoRules.hint}}
	}
	return slices.Sorted(maps.Keys(known)), nil
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
		if len(from.Chosen()) == 0 {
			return fmt.Errorf("%s: no game has a move to judge", args[0])
		}
		line := &progress{what: "games", out: cmd.ErrOrStderr()}
		defer line.end()
		found, err := from.Judge(cmd.Context(), judge, workers(cmd), func(games int) { line.begin(games, 0) }, line.one)
		if err != nil {
			return ended(cmd.Context(), args[0], err)
		}
		return write(cmd, found, found.WriteText)
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
			return ended(cmd.Context(), args[0], fmt.Errorf("%s: %w", args[0], err))
		}
		found.Rules = from.ID
		return write(cmd, found, found.WriteText)
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
		from, err := flags.read(cmd, args[0])
		if err != nil {
			return err
		}
		var was []*games.Game
		var begun []sim.Opening
		for _, g := range from.Games {
			switch {
			case !stated && g.Whole:
				was, begun = append(was, g), append(begun, g.Opening(len(g.Turns)))
			case stated && len(g.Turns) >= at:
				was, begun = append(was, g), append(begun, g.Opening(at))
			}
		}
		switch {
		case len(from.Games) == 0:
			return fmt.Errorf("%s: no game has a move, or sets up a position", args[0])
		case len(begun) == 0 && !stated:
			return fmt.Errorf("%s: no game can be followed to its last position (want --at)", args[0])
		case len(begun) == 0:
			return fmt.Errorf("%s: no game can be played on from there (want a smaller --at)", args[0])
		}
		if s, err := lab.Spec(spec); err == nil {
			remarkIdle(cmd, from, s)
		}
		line := &progress{what: "games", out: cmd.ErrOrStderr()}
		line.begin(len(begun), 0)
		c := games.Continuation{
			Rules: from.Rules, Seed: *seed, Workers: workers(cmd), Horizon: games.Horizon, Played: line.one,
			Player: func(int) (sim.Player, error) { return lab.UsualPlayer(from.Rules, p.Spec) },
		}
		became, err := c.Play(cmd.Context(), begun)
		line.end()
		if err != nil {
			return ended(cmd.Context(), args[0], err)
		}
		found := games.Compare(was, became)
		found.Rules, found.Player, found.LeftOut = from.ID, p.Spec, len(from.Games)-len(was)
		if stated {
			found.At = &at
		}
		return write(cmd, found, found.WriteText)
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
	var out, judge, stop, by string
	var at, predicted int
	fit := games.Fitting{}
	cmd := newCommand("fit", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(
			outside("positions", fit.Positions, 100, 1e6), outside("at", at, 0, 0), outside("predict", predicted, 0, 1e6),
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
		if _, err := player.Parse(playerspec.Of(candidate.String()).And(stop)); err != nil {
			return usageError{fmt.Errorf("--stop %s: %w", stop, err)}
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
		fit.Rules, fit.Workers = from.Rules, workers(cmd)
		remarkIdle(cmd, from, candidate)
		all := from.Chosen()
		names, err := games.Classes(all, by)
		if err != nil {
			return fmt.Errorf("%s: --by %s: %w", args[0], by, err)
		}
		var begun []*games.Game
		if predicted > 0 && len(all) > 0 {
			if begun, err = games.Begun(all, at, predicted); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
		}
		if cache, err := os.UserCacheDir(); err == nil {
			fit.Kept = filepath.Join(cache, "varlab", "fits")
		}
		line := &progress{out: cmd.ErrOrStderr()}
		defer line.end()
		part, parts := 0, 2+len(names)
		if predicted > 0 {
			parts++
		}
		fit.Begin = func(what string, total int) {
			line.end()
			part++
			line.stage, line.what = fmt.Sprintf("part %d of %d: ", part, parts), what
			line.begin(total, 0)
		}
		fit.Done = line.one
		found, err := fit.Fit(cmd.Context(), all, names)
		if err != nil {
			return ended(cmd.Context(), args[0], err)
		}
		found.Warn(all)
		if predicted > 0 {
			fit.Begin("games predicted", predicted)
			c := games.Continuation{Rules: from.Rules, Seed: *seed, Workers: fit.Workers, Horizon: games.Horizon, Played: line.one}
			if stop != "" {
				if c.Rules, err = games.AllowingStops(from.Rules); err != nil {
					return err
				}
			}
			c.Player = func(class int) (sim.Player, error) {
				return lab.UsualPlayer(c.Rules, playerspec.Of(found.PlayerOf(class)).And(stop))
			}
			if found.Predicted, err = games.Predict(cmd.Context(), &c, begun, at); err != nil {
				return ended(cmd.Context(), args[0], err)
			}
			found.Predicted.Stop, found.Predicted.People, found.HeldOutError = stop, games.StatsOf(all), study.HeldOutError
		}
		line.end()
		file := found.PlayerFile()
		maps.Copy(file, games.PlayerFile{"rules": from.ID, "games": len(all), "judge": judge, "command": again(cmd, "workers")})
		if sum, err := files.Sum(args[0]); err == nil { // it is no directory
			file["collection"] = fmt.Sprintf("%x", sum)
		}
		spec, err := games.ParsePlayerFile(out, string(file.Bytes()))
		if err != nil {
			return err
		}
		found.Rules, found.Player, found.File = from.ID, spec.String(), out
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
	f.IntVar(&predicted, "predict", 200, "play `N` games with the player; 0: none")
	f.IntVar(&at, "at", fitAt, "these begin from ply `N` of people's")
	f.StringVar(&stop, "stop", fitStop, "`OPTIONS` that stop players")
	f.Lookup("stop").DefValue = "people's"
	return cmd
}

// sameFile reports whether two names are of one file that is there.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// ended names the file whose work was interrupted.
func ended(ctx context.Context, file string, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", file, ctx.Err())
	}
	return err
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

// openPDN opens files with games; - is the standard input, which is kept in memory, for
// games are read more than once. Where they are long, a line says how far they are read,
// until they are closed.
func openPDN(cmd *cobra.Command, names []string) (list []*games.File, closed func(), err error) {
	line := &progress{what: "bytes", out: cmd.ErrOrStderr()}
	var opened []*os.File
	closed = func() {
		line.end()
		for _, f := range opened {
			f.Close()
		}
	}
	total := int64(0)
	for _, name := range names {
		var text io.ReadSeeker
		if name == "-" {
			var all []byte
			all, err = io.ReadAll(cmd.InOrStdin())
			text = bytes.NewReader(all)
		} else {
			var f *os.File
			f, err = os.Open(name)
			opened, text = append(opened, f), f
		}
		if err != nil {
			closed()
			return nil, nil, err
		}
		size, _ := text.Seek(0, io.SeekEnd) // a pipe has none, and is refused where it is read
		total += size
		list = append(list, &games.File{Name: name, Text: &metered{ReadSeeker: text, line: line}})
	}
	if total > 1e6 {
		line.begin(int(total), 0)
	}
	return list, closed, nil
}

// A metered file tells a line how far it is read.
type metered struct {
	io.ReadSeeker
	line *progress
	at   int
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.ReadSeeker.Read(p)
	m.at += n
	m.line.add(n)
	return n, err
}

// Seek begins the file again.
func (m *metered) Seek(offset int64, whence int) (int64, error) {
	m.line.add(-m.at)
	m.at = 0
	return m.ReadSeeker.Seek(offset, whence)
}
