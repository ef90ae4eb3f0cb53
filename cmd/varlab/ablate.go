package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"varlab/reports"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/stats"
	"varlab/sim/study"
	"varlab/variants"
)

func ablateCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	var spec, out, metric string
	var workers, orders int
	s := study.Study{Name: "ablate"}
	cmd := &cobra.Command{
		Use:   "ablate A B",
		Short: "Say which clause makes the difference between two rule sets",
		Long: `ablate divides the difference between two rule sets among the axes in which they
differ. Axes that make sense only together are one part. It plays the rule sets
between the two, each of which takes some parts from one and the others from the
other, and gives every part the mean of what it adds over all orders (Shapley's
value): the parts add up to the whole difference. With more than six parts only
the mixtures of some orders are played. Intervals come from one resampling of the
openings for all rule sets.

The difference is A less B, and a part's attribution is what A's value of it adds.
All mixtures are played by the same player. The games stay in the run directory.`,
		Example:           "  varlab ablate polonaise-souffler federation\n  varlab ablate encyclopedie-polonaise federation --metric plies --games 2000",
		Args:              arguments(2, 2),
		ValidArgsFunction: completeRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			a, _, err := load(args[0], flags.sets)
			if err != nil {
				return err
			}
			b, _, err := load(args[1], flags.sets)
			if err != nil {
				return err
			}
			if err := study.CheckMetric(metric); err != nil {
				return usageError{err}
			}
			ablation, sets, err := mixtures(args[0], flags.sets, a, b, orders, s.Seed)
			if err != nil {
				return err
			}
			for id := range sets {
				s.Rules = append(s.Rules, id)
			}
			slices.SortFunc(s.Rules, func(x, y string) int { return sets[x].order - sets[y].order })
			s.Players = []string{spec}
			plan, err := s.Resolve(func(id string) ([]study.RuleSet, error) { return []study.RuleSet{sets[id].set}, nil }, playerOf)
			if err != nil {
				return err
			}
			plan.Ablation = ablation
			schedule, err := layOut(plan)
			if err != nil {
				return err
			}
			if p, err := player.Parse(spec); err == nil {
				if err := oneWay(schedule, p); err != nil {
					return err
				}
			}
			dir := out
			if dir == "" {
				dir = runDir(plan)
			}
			if err := playAll(cmd.Context(), schedule, dir, workers, cmd.ErrOrStderr(), again(cmd, args, dir)); err != nil {
				return err
			}
			r, err := loadReport(dir)
			if err != nil {
				return err
			}
			remark(cmd.ErrOrStderr(), "games in %s", dir)
			return r.WriteAblation(cmd.OutOrStdout(), metric, format.name)
		},
	}
	flags.add(cmd, false)
	f := cmd.Flags()
	f.StringVar(&metric, "metric", "decisive", "what is divided: `METRIC`, as in a study")
	f.IntVar(&s.Games, "games", compareGames, "games per rule set: `N`")
	f.StringVar(&spec, "player", comparePlayer, "who plays, against itself: `SPEC`")
	f.Uint64Var(&s.Seed, "seed", compareSeed, "number from which all chance is made: `S`")
	f.IntVar(&s.HorizonPlies, "horizon", study.DefaultHorizonPlies, "ply at which a game that goes on is cut off: `N`")
	f.IntVar(&s.Openings.Plies, "opening-plies", study.DefaultOpeningPlies, "random quiet plies before the players begin: `N`")
	f.IntVar(&orders, "orders", 10, fmt.Sprintf("orders tried, and their reverses, where there are more than %d parts: `N`", study.MaxWhole))
	f.StringVar(&out, "out", "", "run directory: `DIR` (if not stated, made from the study's hash under "+runsDir+")")
	workersFlag(cmd, &workers)
	format.add(cmd, reports.AblationFormats...)
	return cmd
}

// oneWay refuses a player whose weights were got in one way for some mixtures and in
// another for others: what that does to its strength would be taken for the rules.
func oneWay(s *sim.Schedule, spec *player.Spec) error {
	first := ""
	for i, set := range s.Plan.RuleSets {
		lent, ok := spec.Lends(set.Rules)
		if !ok {
			return nil
		}
		if i == 0 {
			first = lent.Way()
		} else if way := lent.Way(); way != first {
			return fmt.Errorf("%s: weights of %q are %s, those of %q %s (want a player without weights, or with weights=2)",
				spec, s.Plan.RuleSets[0].ID, first, set.ID, way)
		}
	}
	return nil
}

// A mixed rule set stands in the order of its mixture.
type mixed struct {
	order int
	set   study.RuleSet
}

// mixtures lays out the rule sets between a, which ref names, and b.
func mixtures(ref string, overrides []string, a, b *variants.Resolved, pairs int, seed uint64) (*study.Ablation, map[string]mixed, error) {
	parts, err := variants.Parts(a, b)
	if err != nil {
		return nil, nil, err
	}
	if len(parts) == 0 {
		return nil, nil, fmt.Errorf("%s and %s are the same game (want two that differ)", a.ID, b.ID)
	}
	ab := &study.Ablation{A: a.ID, B: b.ID}
	for _, p := range parts {
		ab.Parts = append(ab.Parts, study.Part{Name: p.Name(), Axes: p.Keys})
	}
	if len(parts) > study.MaxWhole {
		sum := sha256.Sum256(fmt.Appendf(nil, "orders %d %s %s", seed, a.ID, b.ID))
		source := rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:]))
		ab.Orders = stats.Orders(len(parts), max(1, pairs), source)
	}
	sets := map[string]mixed{}
	byHash := map[string]string{}
	list := study.Sets(len(parts), ab.Orders)
	// The two themselves come first, so that a mixture that is one of them has its
	// name.
	for _, set := range append([]int{0, list[len(list)-1]}, list...) {
		if slices.ContainsFunc(ab.Mixtures, func(m study.Mixture) bool { return m.FromB == set }) {
			continue
		}
		v, id := a, a.ID
		switch set {
		case 0:
		case list[len(list)-1]:
			v, id = b, b.ID
		default:
			var taken []variants.Part
			var names []string
			for i, p := range parts {
				if set>>i&1 == 1 {
					taken, names = append(taken, p), append(names, p.Name())
				}
			}
			if v, err = variants.Mix(ref, overrides, b, taken); err != nil {
				return nil, nil, err
			}
			id = fmt.Sprintf("%s but %s as %s", a.ID, strings.Join(names, ", "), b.ID)
		}
		r, err := rules.Compile(v.Profile)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", id, err)
		}
		if known, ok := byHash[r.PlayHash()]; ok {
			id = known
		} else {
			byHash[r.PlayHash()] = id
			sets[id] = mixed{set, study.RuleSet{ID: id, Title: v.Title, PlayHash: r.PlayHash(), Board: v.Board(), Content: v.Content(), Rules: r}}
		}
		ab.Mixtures = append(ab.Mixtures, study.Mixture{FromB: set, RuleSet: id})
	}
	slices.SortFunc(ab.Mixtures, func(x, y study.Mixture) int { return x.FromB - y.FromB })
	return ab, sets, nil
}
