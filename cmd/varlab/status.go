package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"varlab/internal/plain"
	"varlab/reports"
	"varlab/sim"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

func statusCommand() *cobra.Command {
	return newCommand("status", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		run, err := record.Open(args[0])
		if err != nil {
			return err
		}
		defer run.Close()
		s, err := sim.NewStatus(cmd.Context(), run, build().program())
		if err != nil {
			return err
		}
		return write(cmd, s, func(w io.Writer) {
			s.WriteText(w)
			switch {
			case s.Refused != "":
				fmt.Fprintln(w, s.Refused)
			case len(s.Open) > 0 && !s.Playing:
				fmt.Fprintln(w, "to go on: varlab run "+quotePath(args[0]))
			}
		})
	}, "text", "json")
}

func verifyCommand() *cobra.Command {
	v := sim.Verification{}
	root := ""
	cmd := newCommand("verify", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(
			unless(v.Sample >= 0 && v.Sample <= 1, "--sample %v (want a share, from 0 to 1)", v.Sample),
			unless(!cmd.Flags().Changed("root") || rootForm.MatchString(root), "--root %q (want 64 hexadecimal digits)", root),
		); err != nil {
			return err
		}
		s, err := scheduleOf(args[0])
		if err != nil {
			return err
		}
		if !cmd.Flags().Changed("seed") {
			v.Seed = rand.Uint64() >> 11 // which any reader of JSON can hold
		}
		line := &progress{what: "games", out: cmd.ErrOrStderr()}
		v.Repeats = func(spec string) bool { return !isEngine(spec) }
		v.Dir, v.NewPlayer, v.Begin, v.Played = args[0], newPlayer, line.begin, line.one
		found, err := s.Verify(cmd.Context(), v)
		line.end()
		if err != nil {
			if cmd.Context().Err() != nil {
				return errors.New("stopped before everything was verified")
			}
			return err
		}
		if program := s.Manifest.Program; found.Program != program {
			remark(cmd.ErrOrStderr(), "%s was played by %s; this is %s: a game that differs may be the program's doing", args[0], cmp.Or(found.Program, record.NoVersion), cmp.Or(program, record.NoVersion))
		}
		if root != "" && !strings.EqualFold(root, found.Root) {
			found.Faults = append(found.Faults, fmt.Sprintf("the root is %s (want %s)", cmp.Or(found.Root, "none: shards are missing or damaged"), strings.ToLower(root)))
		}
		err = write(cmd, found, func(w io.Writer) {
			for _, fault := range found.Faults {
				fmt.Fprintln(w, plain.Line(fault))
			}
			for _, name := range found.Missing {
				fmt.Fprintf(w, "%s: missing\n", name)
			}
			fmt.Fprintf(w, "%d of %d shards are whole, with %d games; %d of these were replayed, and %d of these played again from their seeds\n",
				found.Whole, found.Shards, found.Games, found.Replayed, found.Repeated)
			if rest := found.Games - found.Repeatable; rest > 0 {
				fmt.Fprintf(w, "%d games are of external engines: that these would play so, or fail so, is not verified, only that every turn is legal, that our own players play theirs again, and that what is counted, and the end, follow from them\n", rest)
			}
			if found.Repeatable > 0 {
				fmt.Fprintf(w, "a share of 1 %% forged is missed with chance %s at most, a single game with chance %s (sample drawn with --seed %d)\n", atMost(found.Missed.Percent), atMost(found.Missed.One), found.Seed)
			}
			if found.Root != "" {
				fmt.Fprintf(w, "root %s\n", found.Root)
			}
		})
		if err == nil && len(found.Faults)+len(found.Missing) > 0 {
			err = errReported
		}
		return err
	}, "text", "json")
	f := cmd.Flags()
	f.Float64Var(&v.Sample, "sample", 0.01, "share of the games that are replayed, at least one of each shard: `F`")
	f.Uint64Var(&v.Seed, "seed", 0, "number from which the sample is drawn: `S` (otherwise the system's randomness)")
	f.StringVar(&root, "root", "", "digest that the manifest and the shards must have: `HEX`, as run, report and verify print it")
	workersFlag(cmd, &v.Workers)
	return cmd
}

// atMost is a chance in three digits, rounded up.
func atMost(chance float64) string {
	text := fmt.Sprintf("%.3g", chance)
	if v, err := strconv.ParseFloat(text, 64); err == nil && v < chance {
		unit := math.Pow(10, math.Floor(math.Log10(chance))-2)
		text = fmt.Sprintf("%.3g", (math.Floor(chance/unit)+1)*unit)
	}
	return text
}

var rootForm = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)

// planned holds the numbers of plan.
type planned struct {
	stats.Plan
	Games      int     `json:"games_per_rule_set"`
	Trained    int     `json:"with_trainings,omitempty"` // the games if trainings vary as far as is known
	Detectable float64 `json:"detectable"`               // share
	Margin     float64 `json:"margin,omitempty"`
	True       float64 `json:"true_difference,omitempty"` // within the margin
}

func planCommand() *cobra.Command {
	var out planned
	p := &out.Plan
	var pilot, metric string
	cmd := newCommand("plan", arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		stated := stated(cmd, "margin", "difference", "games")
		within := slices.Equal(stated, []string{"margin", "difference"}) // a difference that may be there
		if err := cmp.Or(
			unless(pilot != "" || cmd.Flags().Changed("base"), "--base is missing (want the rate that is expected, such as 0.6, or --pilot)"),
			unless(len(stated) == 1 || within, "%d of --difference, --margin and --games are stated (want one)", len(stated)),
		); err != nil {
			return err
		}
		if pilot != "" {
			if err := study.CheckMetric(metric); err != nil {
				return usageError{err}
			}
			r, err := reports.Load(cmd.Context(), pilot)
			if err != nil {
				return err
			}
			given := *p
			if err := r.Base(metric, p); err != nil {
				return fmt.Errorf("%s: %w", pilot, err)
			}
			if cmd.Flags().Changed("base") {
				p.Base = given.Base
			}
			if cmd.Flags().Changed("design-effect") {
				p.DesignEffect = given.DesignEffect
			}
		}
		trained := *p
		trained.Trainings = study.TrainingSpread / math.Sqrt(study.Trainings)
		var err error
		switch stated[0] {
		case "difference":
			if out.Games, err = p.Games(out.Detectable); err == nil {
				out.Trained, err = trained.Games(out.Detectable)
			}
		case "margin":
			out.True = out.Detectable
			if out.Games, err = p.GamesForMargin(out.Margin, out.True); err == nil {
				out.Detectable, err = p.Detectable(out.Games)
			}
			if err == nil {
				out.Trained, err = trained.GamesForMargin(out.Margin, out.True)
			}
		default:
			out.Detectable, err = p.Detectable(out.Games)
		}
		if err != nil {
			return usageError{err}
		}
		return write(cmd, out, func(w io.Writer) {
			at := fmt.Sprint("at ", p.Alpha)
			if n := p.Tests(); n > 1 {
				at = fmt.Sprintf("of %d that share %v", n, p.Alpha)
			}
			effect := fmt.Sprintf("design effect %.3g", p.DesignEffect)
			if out.Margin > 0 {
				are := "are equal"
				if out.True != 0 {
					are = fmt.Sprintf("differ by %v", out.True)
				}
				fmt.Fprintf(w, "%d games per rule set show that two rates of %.4g lie within %v of each other,\nif they %s, with a chance of %v (two one-sided tests %s, %s).\n",
					out.Games, p.Base, out.Margin, are, p.Power, at, effect)
			} else {
				fmt.Fprintf(w, "%d games per rule set show a difference of %.4g from %.4g\nwith a chance of %v (two-sided test %s, %s).\n",
					out.Games, out.Detectable, p.Base, p.Power, at, effect)
			}
			if out.Trained > 0 {
				fmt.Fprintf(w, "With what three trainings of the players may vary, %d games.\n", out.Trained)
			}
		})
	}, "text", "json")
	f := cmd.Flags()
	f.Float64Var(&p.Base, "base", 0, "rate expected under one of the two: `P`, 0 to 1")
	f.Float64Var(&out.Detectable, "difference", 0, "difference to be shown, below 0 for less; with --margin the true one: `D`")
	f.Float64Var(&out.Margin, "margin", 0, "margin within which two rates are to be shown: `M`")
	f.IntVar(&out.Games, "games", 0, "games per rule set: `N`")
	f.StringVar(&p.Direction, "direction", "", "the other rate can only be `less` or greater; a difference is planned for both if not stated")
	f.IntVar(&p.Family, "family", 0, "claims that share alpha: `N`")
	f.IntVar(&p.Rungs, "rungs", 0, "strengths at which each claim is tested: `N`")
	f.StringVar(&pilot, "pilot", "", "run from which rate and design effect are taken: `DIR`")
	f.StringVar(&metric, "metric", "decisive", "with --pilot: share that is planned for: `METRIC`")
	f.Float64Var(&p.Power, "power", 0.8, "chance of showing what is there: `B`")
	f.Float64Var(&p.Alpha, "alpha", 0.05, "chance of showing what is not there: `A`")
	f.Float64Var(&p.DesignEffect, "design-effect", 1, "what clustering costs: `E`")
	return cmd
}
