package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"varlab/files"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/replay"
	"varlab/sim/people"
	"varlab/sim/player"
	"varlab/sim/record"
	"varlab/variants/strict"
)

// judgeSpec is the judge where none is named: stronger than the players it judges.
const judgeSpec = "search:nodes=5000"

func judgeCommand() *cobra.Command {
	var flags ruleFlags
	var from collection
	var spec string
	var workers, checked int
	cmd := newCommand("judge", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(from.check(), outside("check", checked, 0, 0), checkWorkers(workers)); err != nil {
			return err
		}
		judge, err := judgeOf(spec)
		if err != nil {
			return err
		}
		if _, err := from.read(cmd, &flags, args[0]); err != nil {
			return err
		}
		games := from.played()
		if len(games) == 0 {
			return fmt.Errorf("%s: no game has a move from the start to judge", args[0])
		}
		found := &people.Judgement{Rules: from.id}
		sample := people.Spread(games, min(checked, len(games)))
		others := checksOf(from.rules, judge)
		if len(sample) == 0 {
			others = nil
		}
		line := &progress{what: "games", out: cmd.ErrOrStderr()}
		line.begin(len(games)+len(others)*len(sample), 0)
		defer line.end()
		if found.Verdict, err = people.JudgeGames(cmd.Context(), from.rules, judge, games, workers, line.one); err != nil {
			return ended(cmd.Context(), args[0], err)
		}
		for _, s := range others {
			v, err := people.JudgeGames(cmd.Context(), from.rules, s, sample, workers, line.one)
			if err != nil {
				return ended(cmd.Context(), args[0], err)
			}
			found.Checks = append(found.Checks, v)
		}
		return write(cmd, found, found.WriteText)
	}, "text", "json")
	from.add(cmd, &flags)
	f := cmd.Flags()
	f.StringVar(&spec, "player", judgeSpec, "the judge: `SPEC` of a search")
	f.IntVar(&checked, "check", 20, "judge `N` of the games by other judges too, for the judge's own error; 0: none")
	workersFlag(cmd, &workers)
	return cmd
}

// judgeOf reads the spec of a judge: of a player who looks ahead.
func judgeOf(spec string) (*player.Spec, error) {
	s, err := specOf(spec)
	if err == nil && !s.Searches() {
		err = usageError{fmt.Errorf("player %q does not look ahead (want search)", s)}
	}
	return s, err
}

// ended says of which file the work was interrupted.
func ended(ctx context.Context, file string, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", file, ctx.Err())
	}
	return err
}

// remarkIdle says which options of a player the rule set leaves without effect.
func remarkIdle(cmd *cobra.Command, from *collection, s *player.Spec) {
	if keys := s.Idle(from.rules); keys != nil {
		remark(cmd.ErrOrStderr(), "under %s %s has no effect, for its text does not speak of it (--set match.resignation=allowed, --set match.agreement=allowed)", from.id, strings.Join(keys, " and "))
	}
}

// checksOf are the judges that say how far a judge can be trusted: itself, one with four
// times the budget, and one with weights that were learned another time, or where they were
// learned once with none.
func checksOf(r *rules.Rules, judge *player.Spec) []*player.Spec {
	list := []*player.Spec{judge, judge.With(4*judge.Get("nodes"), min(64, 2*judge.Get("depth")))}
	other := ",weights=0"
	switch {
	case !judge.Learns() || judge.Get("training") > 0:
		return list
	case len(player.Trainings(r.PlayHash())) > 1:
		other = ",training=2"
	}
	if s, err := player.Parse(judge.String() + other); err == nil {
		list = append(list, s)
	}
	return list
}

// A collection is games that were played under one rule set, from a PDN file or a run.
type collection struct {
	most    int // games
	charset string

	id    string
	rules *rules.Rules
	games []collected
	hash  string // of the file; empty for a run
}

type collected struct {
	text  *notation.Game // nil in a run
	found people.Game
	turns []rules.Turn // from the start
	from  int          // so many of them were not chosen
}

func (c *collection) add(cmd *cobra.Command, flags *ruleFlags) {
	flags.add(cmd)
	cmd.ValidArgsFunction = nil // the argument is a file
	cmd.Flags().IntVar(&c.most, "games", 0, "use `N` of the games, evenly spread over the file; 0: all")
	cmd.Flags().StringVar(&c.charset, "charset", "auto", "letters beyond ASCII: `SET` "+strict.List(notation.Charsets))
}

func (c *collection) check() error {
	_, ok := notation.CharsetOf(c.charset)
	return cmp.Or(
		unless(ok, "--charset: unknown character set %q (want %s)", c.charset, strict.List(notation.Charsets)),
		outside("games", c.most, 0, 0),
	)
}

// read reads the games of a file or of a run directory, under the one rule set that flags
// name; of a run with a single rule set they need not. It returns how many games the file
// has, keeps those that have moves from the start, and says how many have none.
func (c *collection) read(cmd *cobra.Command, flags *ruleFlags, path string) (n int, err error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		err = c.readRun(flags, path)
		c.games = people.Spread(c.games, cmp.Or(c.most, len(c.games)))
		return len(c.games), err
	}
	if len(flags.refs) == 0 {
		return 0, errNoRules
	}
	v, r, err := flags.one()
	if err != nil {
		return 0, err
	}
	c.id, c.rules = v.ID, r
	if path != "-" {
		if c.hash, err = hashOf(path); err != nil {
			return 0, err
		}
	}
	j, err := replay.NewJudge(r)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", v.ID, err)
	}
	bench := replay.Bench{Judges: []*replay.Judge{j}, Tallies: []*replay.Tally{replay.NewTally(v.ID, j)}}
	others := 0
	bench.Found = func(_ int, g *notation.Game, f *replay.Finding) {
		if len(f.Turns) == 0 {
			others++
		} else {
			c.games = append(c.games, collected{text: g, found: people.GameOf(g, f), turns: f.Turns})
		}
	}
	set, _ := notation.CharsetOf(c.charset)
	line := &progress{what: "kilobytes", out: cmd.ErrOrStderr()}
	if total := kilobytes([]string{path}); total > 1000 {
		line.begin(total, 0)
		defer line.end()
	}
	games, closed, err := sources(cmd, []string{path}, set)
	if err != nil {
		return 0, err
	}
	defer closed()
	if err := games[0].follow(cmd.Context(), line, false, &bench); err != nil {
		return 0, err
	}
	if others > 0 {
		remark(cmd.ErrOrStderr(), "%s: %d of %d games are left out: they begin from a position of their own, or have no move that can be followed", path, others, others+len(c.games))
	}
	c.games = people.Spread(c.games, cmp.Or(min(c.most, len(c.games)), len(c.games)))
	return bench.Tallies[0].Games, nil
}

// hashOf is the content hash of a file.
func hashOf(path string) (string, error) {
	f, err := files.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}

func (c *collection) readRun(flags *ruleFlags, dir string) error {
	run, err := record.Open(dir)
	if err != nil {
		return err
	}
	defer run.Close()
	sets := run.Manifest.Study.RuleSets
	if len(flags.refs) > 1 || len(flags.sets) > 0 {
		return usageError{fmt.Errorf("%s: a run has its rule sets (want one by -r, and no --set)", dir)}
	}
	ids := make([]string, len(sets))
	for i, set := range sets {
		ids[i] = set.ID
	}
	i := 0
	if len(flags.refs) == 1 {
		i = slices.Index(ids, flags.refs[0])
	} else if len(sets) > 1 {
		i = -1
	}
	if i < 0 {
		return fmt.Errorf("%s: %d rule sets (want one of %s by -r)", dir, len(sets), strings.Join(ids, ", "))
	}
	set := sets[i]
	if set.Rules, err = record.Compile(set); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	c.id, c.rules = set.ID, set.Rules
	for rec, err := range run.Records() {
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		if rec.Rules != set.ID || rec.Result == record.Forfeited {
			continue
		}
		g, turns, err := people.Recorded(set.Rules, rec)
		if err != nil {
			return fmt.Errorf("%s: cell %d, game %d: %w", dir, rec.Cell, rec.Game, err)
		}
		c.games = append(c.games, collected{found: g, turns: turns, from: int(rec.OpeningPlies)})
	}
	return nil
}

// played are the games as a judge takes them.
func (c *collection) played() []*people.Played {
	var list []*people.Played
	for _, g := range c.games {
		if len(g.turns) > g.from {
			list = append(list, &people.Played{Turns: g.turns, From: g.from})
		}
	}
	return list
}
