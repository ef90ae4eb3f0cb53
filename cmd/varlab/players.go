package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"varlab/lab"
	"varlab/reports"
	"varlab/rules/board"
	"varlab/sim"
	"varlab/sim/engines"
	"varlab/sim/player"
	"varlab/sim/study"
	"varlab/sim/train"
)

// playersHelp says how players are named, from the declarations of their kinds.
func playersHelp() string {
	var b strings.Builder
	b.WriteString("A SPEC names a player: a kind, then its options, as in " + lab.AttentivePlayer + ".\n")
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
		if g.Player, g.Opponent, err = at.Opponent(p.profile, p.rules, g.Spec); err != nil {
			return err
		}
		if c, ok := g.Player.(io.Closer); ok {
			defer c.Close()
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
		s, err := lab.Server(v.ID, r, spec, text, func() float64 { return time.Since(began).Seconds() })
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
	var from string
	t := train.Training{Noise: 10}
	cmd := newCommand("train", flags.arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		v, r, err := flags.one()
		if err != nil {
			return err
		}
		if from != "" {
			if t.From, err = flags.BeginsWith(from, r); err != nil {
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
		t.Rules, t.Program, t.Workers = r, lab.BuildOf().Program(), workers(cmd)
		line := &progress{what: "positions", out: cmd.ErrOrStderr()}
		t.Begin = func(stage train.Stage, all, found int) {
			line.end()
			line.stage = stage.String() + ": "
			line.begin(all, found)
		}
		t.Done = line.add
		found, err := t.Write(cmd.Context(), v.ID)
		line.end()
		if ctx := cmd.Context(); err != nil && ctx.Err() != nil {
			return hinted{fmt.Errorf("%s: stopped: %w; complete games are kept", t.Dir, ctx.Err()), "to go on: " + again(cmd, "")}
		}
		if err != nil {
			return err
		}
		return write(cmd, found, found.WriteText)
	}, "text", "json")
	cmd.ValidArgsFunction = completeRules
	f := cmd.Flags()
	f.StringVar(&from, "from", "", "begin with the weights of another rule set, `ID` or file")
	f.IntVar(&t.Positions, "positions", 1_000_000, "play until there are `N` positions")
	f.IntVar(&t.Nodes, "nodes", 100, "`N` turns tried for each choice")
	seedFlag(cmd.Flags(), &t.Seed)
	f.StringVar(&t.Dir, "out", "varlab-weights", "`DIR` for weights and games")
	return cmd
}
