package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"varlab/internal/files"
	"varlab/internal/plain"
	"varlab/lab"
	"varlab/reports"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim"
	"varlab/sim/engines"
	"varlab/sim/player"
	"varlab/sim/study"
	"varlab/sim/train"
	"varlab/variants"
)

// playersHelp says how players are named, from the declarations of their kinds.
func playersHelp() string {
	var b strings.Builder
	b.WriteString("A SPEC names a player: a kind, then its options, as in " + comparePlayer + ".\n")
	option := func(o player.Option) { b.WriteString(reports.Wrap(fmt.Sprintf("  %-11s ", o.Key+"=N"), o.Means)) }
	for _, k := range player.Kinds {
		b.WriteString(reports.Wrap(fmt.Sprintf("%-8s", k.Name), k.Means))
		for _, o := range k.Options {
			option(o)
		}
	}
	b.WriteString("With these options every kind errs as people do:\n")
	for _, o := range player.People {
		option(o)
	}
	b.WriteString("With these a search stops as people do, where the rules allow it:\n")
	for _, o := range player.Stopping {
		option(o)
	}
	return b.String() + "hub:engine=COMMAND,nodes=N is a program that speaks Hub: docs/players.md"
}

func playCommand() *cobra.Command {
	var at positionFlags
	var side string
	var seed uint64
	cmd := newCommand("play", at.arguments(0, 1), func(cmd *cobra.Command, _ []string) error {
		g := engines.Game{Spec: append(at.rest, "search:nodes=5000,noise=5")[0], FEN: at.fen, Seed: strconv.FormatUint(seed, 10), Out: cmd.OutOrStdout()}
		if side == "second" {
			g.Person = board.Second
		}
		if err := cmp.Or(
			unless(side == "first" || side == "second", "--side %s (want first or second)", side),
			unless(at.after == "", "--after: play begins in a position (want --fen)"),
		); err != nil {
			return err
		}
		p, err := at.position()
		if err != nil {
			return err
		}
		g.ID, g.Notation, g.History = p.profile.ID, p.notation, p.history
		opponent, err := lab.PlayerInMatch(g.Spec)
		if err != nil {
			return err
		}
		weights := ""
		all := at.Weights(p.profile, p.rules)
		if len(all) > 0 {
			weights = all[0].Hash
		}
		if g.Player, err = lab.NewPlayer(p.rules, opponent.Spec, weights); err != nil {
			return err
		}
		if c, ok := g.Player.(io.Closer); ok {
			defer c.Close()
		}
		g.Opponent = cmp.Or(reports.PlayerName(opponent.Spec), g.Spec)
		for _, lent := range lab.Whose(p.rules, []string{opponent.Spec}, all[:min(1, len(all))]) {
			if words := study.Whose(lent, false); words != study.OwnWeights {
				g.Opponent += "; its weights are " + words
			}
		}
		err = g.Play(cmd.Context(), cmd.InOrStdin())
		if !g.Begun() {
			return err
		}
		return errors.Join(err, g.Save("varlab-games.pdn"))
	})
	cmd.ValidArgsFunction = completeRulesThenPlayer
	at.addPosition(cmd)
	f := cmd.Flags()
	must(f.MarkHidden("after"))
	f.StringVar(&side, "side", "first", "`SIDE` that you play: first or second")
	seedFlag(cmd.Flags(), &seed)
	return cmd
}

func hubCommand() *cobra.Command {
	var flags ruleFlags
	cmd := newCommand("hub", flags.arguments(0, 1), func(cmd *cobra.Command, _ []string) error {
		v, r, err := flags.one()
		if err != nil {
			return err
		}
		text := append(flags.rest, "search:nodes=100000")[0]
		spec, err := lab.Spec(text)
		if err != nil {
			return err
		}
		began := time.Now()
		var server func(id string, r *rules.Rules) (engines.Server, error)
		server = func(id string, r *rules.Rules) (engines.Server, error) {
			if _, err := spec.New(r); err != nil {
				return engines.Server{}, fmt.Errorf("player %q under %q: %w", text, id, err)
			}
			return engines.Server{
				Rules: r, Name: "varlab " + id, Version: "1", Seed: compareSeed,
				New:     func(b engines.Budget) (engines.Player, error) { return spec.With(b.Nodes, b.Depth).New(r) },
				Variant: id, Variants: append(variants.IDs(), "normal", "losing"),
				Use: func(name string) (engines.Server, error) {
					r, err := lab.Variant(name)
					if err != nil {
						return engines.Server{}, err
					}
					return server(name, r)
				},
				Clock: func() float64 { return time.Since(began).Seconds() },
			}, nil
		}
		s, err := server(v.ID, r)
		if err != nil {
			return err
		}
		err = s.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		if errors.Is(err, cmd.Context().Err()) {
			return nil // interrupted: that is how a board ends an engine
		}
		return err
	})
	cmd.ValidArgsFunction = completeRulesThenPlayer
	return cmd
}

func matchCommand() *cobra.Command {
	var flags ruleFlags
	s := study.Study{Heading: study.Heading{Name: "match"}, Brief: true}
	cmd := newCommand("match", flags.beside(2, 2), func(cmd *cobra.Command, _ []string) error {
		s.Rules, s.Pairs = flags.refs, [][2]string{{flags.rest[0], flags.rest[1]}}
		l := flags.lab()
		l.Engines = true // they are typed
		schedule, err := l.LayOutMatch(&s)
		if err != nil {
			return err
		}
		if n := len(schedule.Plan.RuleSets); n != 1 {
			return unless(false, "%d rule sets are named (want one)", n)
		}
		line := &progress{what: "games", out: cmd.ErrOrStderr()}
		m, err := l.Meet(cmd.Context(), schedule, taught(cmd, sim.Options{Workers: workers(cmd), Begin: line.begin, Played: line.one}))
		line.end()
		if ctx := cmd.Context(); err != nil && ctx.Err() != nil && m != nil {
			return fmt.Errorf("stopped after %d games (%d won, %d drawn, %d lost): %w", 2*m.Pairs.N(), m.Wins, m.Draws, m.Losses, ctx.Err())
		}
		if err != nil {
			return err
		}
		found := sim.NewMatch(schedule, m)
		return write(cmd, found, found.WriteText)
	}, "text", "json")
	flags.add(cmd, cmd.Flags())
	cmd.ValidArgsFunction = completePlayer
	studyFlags(cmd, &s)
	f := cmd.Flags()
	f.StringVar(&s.Openings.From, "openings", "", "begin as the games of a PDN file: `FILE`")
	f.IntVar(&s.Games, "games", 400, "games, at most: `N`, an even number")
	return cmd
}

func trainCommand() *cobra.Command {
	var flags ruleFlags
	var out, from string
	t := train.Training{Noise: 10}
	cmd := newCommand("train", flags.arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		v, r, err := flags.one()
		if err != nil {
			return err
		}
		if from != "" {
			if t.From, err = flags.lender(from, r); err != nil {
				return err
			}
			quick := study.Teachings[study.Quick]
			if !cmd.Flags().Changed("positions") {
				t.Positions = quick.Positions
			}
			if !cmd.Flags().Changed("nodes") {
				t.Nodes = quick.Nodes
			}
		}
		if err = errors.Join(outside("positions", t.Positions, 1000, 1e9), outside("nodes", t.Nodes, 1, 1e7)); err != nil {
			return err
		}
		t.Rules, t.Dir, t.Program, t.Workers = r, out, lab.BuildOf().Program(), workers(cmd)
		path := filepath.Join(out, r.PlayHash()+".weights")
		name := plain.Line(v.ID)
		if err := mayReplace(&t, name, path); err != nil {
			return err
		}
		line := &progress{what: "positions", out: cmd.ErrOrStderr()}
		t.Begin = func(stage train.Stage, all, found int) {
			line.end()
			line.stage = stage.String() + ": "
			line.begin(all, found)
		}
		t.Done = line.add
		learned, report, err := t.Run(cmd.Context())
		line.end()
		if ctx := cmd.Context(); err != nil && ctx.Err() != nil {
			return hinted{fmt.Errorf("%s: stopped: %w; complete games are kept", t.Dir, ctx.Err()), "to go on: " + again(cmd, "")}
		}
		if err != nil {
			return err
		}
		learned.Rules = name
		if err := files.WriteBytes(path, learned.Bytes()); err != nil {
			return err
		}
		found := t.Result(v.ID, path, report)
		return write(cmd, found, found.WriteText)
	}, "text", "json")
	cmd.ValidArgsFunction = completeRules
	f := cmd.Flags()
	f.StringVar(&from, "from", "", "begin with the weights of another rule set, `ID` or file")
	f.IntVar(&t.Positions, "positions", 1_000_000, "play until there are `N` positions")
	f.IntVar(&t.Nodes, "nodes", 100, "`N` turns tried for each choice")
	seedFlag(cmd.Flags(), &t.Seed)
	f.StringVar(&out, "out", "varlab-weights", "`DIR` for weights and games")
	return cmd
}

// lender returns the weights with which a training under r begins: those in a file, or those
// of a rule set.
func (f *ruleFlags) lender(from string, r *rules.Rules) (w *player.Weights, err error) {
	if filepath.Ext(from) == ".weights" {
		w, err = lab.ReadWeights(from)
	} else if all := f.WeightsOf(from); len(all) > 0 {
		w = all[0]
	} else if _, _, err = new(lab.RuleSets).Load(from); err == nil {
		err = fmt.Errorf("--from: nothing was learned for %s or a relative of it (want another rule set, or a file of weights)", from)
	}
	if err == nil {
		if err = w.Fits(r); err != nil {
			err = fmt.Errorf("--from: %w", err)
		}
	}
	return w, err
}

// mayReplace is an error if there are weights that this training cannot have learned.
func mayReplace(t *train.Training, id, path string) error {
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil && !t.MayHaveWritten(text, id):
		return fmt.Errorf("%s: %w", path, files.ErrOther)
	}
	return err
}
