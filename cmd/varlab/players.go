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
	"varlab/reports"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim"
	"varlab/sim/engines"
	"varlab/sim/games"
	"varlab/sim/player"
	"varlab/sim/spec"
	"varlab/sim/study"
	"varlab/sim/train"
	"varlab/variants"
	"varlab/variants/strict"
)

// playersHelp says how players are named, from the declarations of their kinds.
func playersHelp() string {
	var b strings.Builder
	b.WriteString("Players are named by a SPEC: a kind, and after a colon its options, such as\n" + comparePlayer + ".\n")
	option := func(o player.Option) { b.WriteString(reports.Wrap(fmt.Sprintf("    %-11s ", o.Key+"=N"), o.Means)) }
	for _, k := range player.Kinds {
		b.WriteString(reports.Wrap(fmt.Sprintf("  %-11s ", k.Name), k.Means))
		for _, o := range k.Options {
			option(o)
		}
	}
	b.WriteString("Every kind can be made to err as people do:\n")
	for _, o := range player.People {
		option(o)
	}
	b.WriteString("A search can be made to stop as people do, where the rules allow it:\n")
	for _, o := range player.Stopping {
		option(o)
	}
	return b.String() + `hub:engine=COMMAND,nodes=N (or depth=N, milliseconds=N) is a program that speaks
the Hub protocol; dialect=scan2 if it speaks it as Scan 2 does.`
}

// whose says of each player whose weights it has under r in turn: of those given if it is one
// that learns. It is nil if none has any.
func whose(r *rules.Rules, specs []string, given []*player.Weights) [][]study.Lender {
	all, some := make([][]study.Lender, len(specs)), false
	for i, text := range specs {
		s, err := player.Parse(text)
		if err != nil || !s.Searches() || s.Get("weights") == 0 {
			continue
		}
		var lent []player.Lent
		if !s.Learns() {
			l, _ := s.Lends(r)
			lent = append(lent, l)
		} else if lent = append(lent, player.Lent{}); len(given) > 0 {
			lent = nil
			for _, w := range given {
				lent = append(lent, w.For(r))
			}
		}
		for _, l := range lent {
			all[i] = append(all[i], lender(l))
			some = true
		}
	}
	if !some {
		return nil
	}
	return all
}

func lender(l player.Lent) study.Lender {
	if l.Weights == nil {
		return study.Lender{}
	}
	return study.Lender{Rules: l.Weights.Rules, Differs: l.Differs}
}

// playerOf normalises a spec. Play in a study does not depend on time.
func playerOf(spec string) (study.Player, error) {
	p, err := playerInMatch(spec)
	if err == nil && isEngine(spec) {
		if e, _ := engines.Parse(spec); e.Milliseconds > 0 {
			return p, fmt.Errorf("player %q: with a budget of time the games differ from machine to machine (want nodes or depth)", spec)
		}
	}
	return p, err
}

// playerInMatch normalises a spec whose games are not kept.
func playerInMatch(spec string) (study.Player, error) {
	if isEngine(spec) {
		e, err := engines.Parse(spec)
		// Who knows what it does.
		return study.Player{Spec: e.String(), Random: true}, err
	}
	s, err := specOf(spec)
	if err != nil {
		return study.Player{}, err
	}
	p := study.Player{Spec: s.String(), Random: s.Random(), Learns: s.Learns()}
	if s.Searches() {
		p.Revision, p.Training = player.Revision, s.Get("training")
	}
	return p, nil
}

// fittedPrefix begins the spec of a player that a file holds.
const fittedPrefix = "file:"

// specOf reads a spec of a player of ours, or the file that holds one.
func specOf(text string) (*player.Spec, error) {
	path, ok := strings.CutPrefix(strings.TrimSpace(text), fittedPrefix)
	if !ok {
		return player.Parse(text)
	}
	path, options, more := strings.Cut(path, ".toml,")
	if more {
		path += ".toml"
	}
	if filepath.Ext(path) != ".toml" { // a stranger's study names no other file, which faults would quote
		return nil, fmt.Errorf("player %q: want a file that is called .toml", text)
	}
	content, err := strict.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", text, err)
	}
	s, err := games.ParsePlayerFile(path, string(content))
	if err != nil || options == "" {
		return s, err
	}
	return player.Parse(spec.Of(s.String()).And(options))
}

func isEngine(text string) bool { return spec.Of(text).Kind == engines.Kind }

// newPlayer makes the player of a normalised spec. One that a file holds is read where a
// person names the file: what a run directory says opens none.
func newPlayer(r *rules.Rules, spec, weights string) (sim.Player, error) {
	if isEngine(spec) {
		e, err := engines.Parse(spec)
		if err != nil {
			return nil, err
		}
		player, err := engines.New(r, e, hubNames(r)...)
		if err != nil {
			return nil, err
		}
		return player, player.Ready()
	}
	s, err := player.Parse(spec)
	if err != nil {
		return nil, err
	}
	if !s.Learns() {
		return s.New(r)
	}
	if weights == "" {
		return s.Plainly().New(r)
	}
	w := player.WeightsOf(weights)
	if w == nil {
		return nil, fmt.Errorf("weights %.12s are not among those of this program (want the program that made the study)", weights)
	}
	return s.Given(w).New(r)
}

// usualPlayer makes the player of a spec with the weights that the program carries for r, or for
// its nearest relative.
func usualPlayer(r *rules.Rules, text string) (sim.Player, error) {
	s, err := player.Parse(text)
	if err != nil || !s.Learns() {
		return newPlayer(r, text, "")
	}
	return s.New(r)
}

func playCommand() *cobra.Command {
	var at positionFlags
	var side, save string
	var seed uint64
	cmd := newCommand("play", at.arguments(0, 1), func(cmd *cobra.Command, _ []string) error {
		g := engines.Game{Spec: append(at.rest, "search:nodes=5000,noise=5")[0], FEN: at.fen, Seed: strconv.FormatUint(seed, 10), Out: cmd.OutOrStdout()}
		if side == "second" {
			g.Person = board.Second
		}
		if err := cmp.Or(
			unless(side == "first" || side == "second", "--side %s (want first or second)", side),
			unless(at.after == "", "--after: play begins in a position (want --fen)"),
			unless(save != "-", "--save -: the standard output has the game (want a file)"),
		); err != nil {
			return err
		}
		p, err := at.position()
		if err != nil {
			return err
		}
		g.ID, g.Notation, g.History = p.profile.ID, p.notation, p.history
		opponent, err := playerInMatch(g.Spec)
		if err != nil {
			return err
		}
		weights := ""
		all := at.weights(p.profile, p.rules)
		if len(all) > 0 {
			weights = all[0].Hash
		}
		if g.Player, err = newPlayer(p.rules, opponent.Spec, weights); err != nil {
			return err
		}
		if c, ok := g.Player.(io.Closer); ok {
			defer c.Close()
		}
		g.Opponent = cmp.Or(reports.PlayerName(opponent.Spec), g.Spec)
		for _, lent := range whose(p.rules, []string{opponent.Spec}, all[:min(1, len(all))]) {
			if words := study.Whose(lent, false); words != study.OwnWeights {
				g.Opponent += "; its weights are " + words
			}
		}
		err = g.Play(cmd.Context(), cmd.InOrStdin())
		if save == "" || !g.Begun() {
			return err
		}
		return errors.Join(err, g.Save(save))
	})
	at.add(cmd)
	f := cmd.Flags()
	must(f.MarkHidden("after"))
	f.StringVar(&side, "side", "first", "which side is yours: `first or second` to move")
	f.StringVar(&save, "save", "varlab-games.pdn", "where the game is added: `FILE`; empty: nowhere")
	seedFlag(cmd, &seed)
	return cmd
}

func hubCommand() *cobra.Command {
	var flags ruleFlags
	var seed uint64
	cmd := newCommand("hub", flags.arguments(0, 1), func(cmd *cobra.Command, _ []string) error {
		v, r, err := flags.one()
		if err != nil {
			return err
		}
		text := append(flags.rest, "search:nodes=100000")[0]
		spec, err := specOf(text)
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
				Rules: r, Name: "varlab " + id, Version: "1", Seed: seed,
				New:     func(b engines.Budget) (engines.Player, error) { return spec.With(b.Nodes, b.Depth).New(r) },
				Variant: id, Variants: append(variants.IDs(), "normal", "losing"),
				Use: func(name string) (engines.Server, error) {
					r, err := loadVariant(name)
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
	flags.addSets(cmd)
	seedFlag(cmd, &seed)
	return cmd
}

func matchCommand() *cobra.Command {
	var flags ruleFlags
	var workers int
	s := study.Study{Heading: study.Heading{Name: "match"}, Brief: true}
	cmd := newCommand("match", flags.beside(2, 2), func(cmd *cobra.Command, _ []string) error {
		s.Rules, s.Pairs = flags.refs, [][2]string{{flags.rest[0], flags.rest[1]}}
		plan, err := s.Resolve(&flags, playerInMatch)
		if err != nil {
			return err
		}
		if err := unless(len(plan.RuleSets) == 1, "%d rule sets are named (want one)", len(plan.RuleSets)); err != nil {
			return err
		}
		schedule, err := layOut(plan)
		if err != nil {
			return err
		}
		if err := taught(cmd.Context(), cmd.ErrOrStderr(), schedule, "", workers); err != nil {
			return err
		}
		line := &progress{what: "games", out: cmd.ErrOrStderr()}
		m, err := schedule.Meet(cmd.Context(), 0, sim.Options{
			Workers: workers, NewPlayer: newPlayer, Begin: line.begin, Played: line.one, Forfeits: manyForfeits,
		})
		line.end()
		if ctx := cmd.Context(); err != nil && ctx.Err() != nil {
			return fmt.Errorf("stopped after %d games (%d won, %d drawn, %d lost): %w", 2*m.Pairs.N(), m.Wins, m.Draws, m.Losses, ctx.Err())
		}
		if err != nil {
			return err
		}
		found := sim.NewMatch(schedule, m)
		return write(cmd, found, found.WriteText)
	}, "text", "json")
	flags.add(cmd)
	studyFlags(cmd, &s)
	f := cmd.Flags()
	f.IntVar(&s.Games, "games", 400, "games, at most: `N`, an even number")
	workersFlag(cmd, &workers)
	return cmd
}

func trainCommand() *cobra.Command {
	var flags ruleFlags
	var out, from string
	var t train.Training
	cmd := newCommand("train", flags.arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		v, r, err := flags.one()
		if err != nil {
			return err
		}
		if from != "" {
			if t.From, err = flags.lender(from, r); err != nil {
				return err
			}
			if quick := study.Teachings[study.Quick]; !cmd.Flags().Changed("positions") {
				t.Positions = quick.Positions
			}
			if quick := study.Teachings[study.Quick]; !cmd.Flags().Changed("nodes") {
				t.Nodes = quick.Nodes
			}
		}
		if err = errors.Join(outside("positions", t.Positions, 1000, 1e9), outside("nodes", t.Nodes, 1, 1e7), outside("noise", t.Noise, 0, 1000)); err != nil {
			return err
		}
		t.Rules, t.Dir, t.Program = r, out, build().program()
		path := filepath.Join(out, r.PlayHash()+".weights")
		name := plain.Line(v.ID)
		if err := mayReplace(&t, name, path); err != nil {
			return err
		}
		line := &progress{what: "positions", out: cmd.ErrOrStderr()}
		t.Begin = func(stage string, all, found int) {
			line.end()
			line.stage = stage + ": "
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
	flags.addSets(cmd)
	f := cmd.Flags()
	f.StringVar(&from, "from", "", fmt.Sprintf("begin with the weights of another rule set, `ID or FILE`, and learn how theirs change (then --positions %d and --nodes %d unless stated)", study.Teachings[study.Quick].Positions, study.Teachings[study.Quick].Nodes))
	f.IntVar(&t.Positions, "positions", 1_000_000, "play until there are `N` positions, in rounds of 1 : 3 : 6, each with the weights learned so far")
	f.IntVar(&t.Nodes, "nodes", 100, "turns tried in the search for each choice: `N`")
	f.IntVar(&t.Noise, "noise", 10, "hundredths of a man by which each turn's score is moved at most: `N`")
	seedFlag(cmd, &t.Seed)
	f.StringVar(&out, "out", "varlab-weights", "folder for the weights and the games behind them: `DIR`")
	workersFlag(cmd, &t.Workers)
	return cmd
}

// lender returns the weights with which a training under r begins: those in a file, or those
// of a rule set.
func (f *ruleFlags) lender(from string, r *rules.Rules) (w *player.Weights, err error) {
	if filepath.Ext(from) == ".weights" {
		w, err = readWeights(from)
	} else if all := f.weightsOf(from); len(all) > 0 {
		w = all[0]
	} else if _, _, err = loadFrom(&f.shelf, from, nil); err == nil {
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
