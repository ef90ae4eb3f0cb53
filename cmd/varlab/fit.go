package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"varlab/files"
	"varlab/internal/plain"
	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/people"
	"varlab/sim/player"
	"varlab/sim/study"
	"varlab/variants/strict"
)

// How draw rates were predicted best, of the ways in docs/findings/real-games.md (by less than chance
// may do): by a judge who is stronger than every candidate, from people's openings to a
// ply, by players who stop where people of all collections did.
const (
	fitJudge = "search:nodes=100000"
	fitAt    = 8
	fitStop  = "resign=15,agree=52,few=30"
)

func fitCommand() *cobra.Command {
	var flags ruleFlags
	var from collection
	var out, judge, stop string
	var at, predicted, horizon int
	var seed uint64
	fit := people.Fitting{}
	cmd := newCommand("fit", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(
			from.check(), checkWorkers(fit.Workers), outside("positions", fit.Positions, 100, 1e6),
			outside("at", at, 0, 0), outside("predict", predicted, 0, 1e6), outside("horizon", horizon, 1, study.MaxHorizonPlies),
			unless(out != "", "-o is missing (want the file of the player)"),
		); err != nil {
			return err
		}
		candidate, err := fit.Candidate()
		if err != nil {
			return usageError{fmt.Errorf("--options %s: %w", fit.Fixed, err)}
		}
		if candidate.Get("resign")+candidate.Get("agree") > 0 && !cmd.Flags().Changed("stop") {
			stop = "" // they have their own
		}
		if err := checkStop(candidate, stop); err != nil {
			return usageError{fmt.Errorf("--stop %s: %w", stop, err)}
		}
		if fit.Judge, err = judgeOf(judge); err != nil {
			return err
		}
		if err := unless(out != "-" || formOf(cmd) == "text", "-o - with --format %s (want text, which then goes to stderr, or a file)", formOf(cmd)); err != nil {
			return err
		}
		if out != "-" {
			if err := cmp.Or(unless(!files.Same(out, args[0]), "-o %s: holds the games (want another file)", out), files.Ready(out)); err != nil {
				return err
			}
		}
		if _, err = from.read(cmd, &flags, args[0]); err != nil {
			return err
		}
		fit.Rules = from.rules
		remarkIdle(cmd, &from, candidate)
		games := from.played()
		var begun [][]rules.Turn
		if predicted > 0 && len(games) > 0 {
			if begun, err = people.Begun(games, at, predicted); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
		}
		line := &progress{out: cmd.ErrOrStderr()}
		fit.Begin = func(what string, total int) {
			line.end()
			line.what = what
			line.begin(total, 0)
		}
		fit.Done = line.one
		defer line.end()
		err = fit.Value(cmd.Context(), games)
		var found *people.Fit
		if err == nil {
			found, err = fit.Fit(cmd.Context())
		}
		if err != nil {
			return ended(cmd.Context(), args[0], err)
		}
		file := people.File{
			Player: found.Spec.String(), Rules: from.id, Collection: from.hash, Games: len(games), Positions: found.Positions,
			Judge: judge, PeopleLoss: found.Real.Loss.Value, PlayerLoss: found.Fitted.Loss.Value,
		}
		spec, err := people.ParseFile(out, string(file.Bytes()))
		if err != nil {
			return err
		}
		said := &people.Fitted{Rules: from.id, Player: spec.String(), File: out, Fit: found, Stop: stop}
		if predicted > 0 {
			fit.Begin("games predicted", predicted)
			c := people.Continuation{Rules: from.rules, Seed: seed, Workers: fit.Workers, Horizon: horizon, Played: line.one}
			predictor := withOptions(spec.String(), stop)
			if stop != "" {
				if c.Rules, err = allowingStops(from.rules); err != nil {
					return err
				}
			}
			c.Players = func() (sim.Player, error) { return newPlayer(c.Rules, predictor, "") }
			if said.Predicted, err = people.Predict(cmd.Context(), &c, begun); err != nil {
				return ended(cmd.Context(), args[0], err)
			}
		}
		line.end()
		if err := writeTo(cmd, out, files.Content(file.Bytes())); err != nil {
			remark(cmd.ErrOrStderr(), "the player that was found is %s", spec) // it took long
			return err
		}
		if out == "-" {
			said.WriteText(&plain.Writer{To: cmd.ErrOrStderr()})
			return nil
		}
		return write(cmd, said, said.WriteText)
	}, "text", "json")
	from.add(cmd, &flags)
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the player: `FILE`, or - for stdout")
	f.StringVar(&judge, "judge", fitJudge, "who values the moves: `SPEC` of a search")
	f.IntVar(&fit.Positions, "positions", 800, "positions of the games in which moves are compared: `N`")
	f.StringVar(&fit.Fixed, "options", "", "options that the player has besides, such as resign=5: `KEY=N,…`")
	f.IntVar(&predicted, "predict", 200, "play `N` games with the player; 0: none")
	f.IntVar(&at, "at", fitAt, "these games begin where the collection's stood at ply `N`")
	f.StringVar(&stop, "stop", fitStop, "where players stop in them, whatever the rules say of it: `KEY=N,…`; empty: nowhere")
	f.IntVar(&horizon, "horizon", people.Horizon, "ply at which they are cut off: `N`")
	seedFlag(cmd, &seed)
	workersFlag(cmd, &fit.Workers)
	return cmd
}

// checkStop says what is wrong with the options by which a candidate is to stop.
func checkStop(candidate *player.Spec, stop string) error {
	var keys []string
	for _, o := range player.Stopping {
		keys = append(keys, o.Key)
	}
	for item := range strings.SplitSeq(stop, ",") {
		key, _, _ := strings.Cut(strings.TrimSpace(item), "=")
		if stop != "" && !slices.Contains(keys, key) {
			return fmt.Errorf("%q says nothing of when a player stops (%s)", key, strict.Wanted(key, keys))
		}
	}
	_, err := player.Parse(withOptions(candidate.String(), stop))
	return err
}

// withOptions adds options to a spec that has some; there may be none to add.
func withOptions(spec, options string) string { return strings.TrimSuffix(spec+","+options, ",") }

// allowingStops returns the rule set in which players may resign and agree to a draw.
func allowingStops(r *rules.Rules) (*rules.Rules, error) {
	p := *r.Profile()
	p.Match.Resignation, p.Match.Agreement = profile.StoppingAllowed, profile.StoppingAllowed
	return rules.Compile(&p)
}

// fittedPrefix begins the spec of a player that a file holds.
const fittedPrefix = "file:"

// specOf reads a spec of a player of ours, or the file that holds one.
func specOf(text string) (*player.Spec, error) {
	path, ok := strings.CutPrefix(strings.TrimSpace(text), fittedPrefix)
	if !ok {
		return player.Parse(text)
	}
	if filepath.Ext(path) != ".toml" { // a stranger's study names no other file, which faults would quote
		return nil, fmt.Errorf("player %q: want a file that is called .toml", text)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", text, err)
	}
	playerFiles.Lock()
	defer playerFiles.Unlock()
	for _, f := range playerFiles.read {
		if os.SameFile(f.info, info) && f.info.Size() == info.Size() && f.info.ModTime().Equal(info.ModTime()) {
			return f.spec, f.err
		}
	}
	content, err := strict.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", text, err)
	}
	spec, err := people.ParseFile(path, string(content))
	playerFiles.read = append(playerFiles.read, playerFile{info, spec, err})
	return spec, err
}

// playerFiles are those that were read: a study may name one hundreds of times, by as many
// paths.
var playerFiles struct {
	sync.Mutex
	read []playerFile
}

type playerFile struct {
	info os.FileInfo
	spec *player.Spec
	err  error
}
