package lab

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"varlab/rules"
	"varlab/sim"
	"varlab/sim/stats"
	"varlab/sim/study"
	"varlab/variants"
)

// Divide lays out the games that divide the difference between two rule sets among the clauses in
// which they differ: each mixture of clauses plays s, whose rule sets and weights do not count.
// The report of the games divides a metric by Report.Divided.
func (l *Lab) Divide(s study.Study, between [2]string) (*sim.Schedule, error) {
	f := &RuleSets{Sets: l.Sets}
	vs, _, err := f.Two(between)
	if err != nil {
		return nil, err
	}
	ablation, sets, err := f.mixtures(between[0], vs[0], vs[1], s.Seed)
	if err != nil {
		return nil, err
	}
	s.Rules = nil
	for _, set := range sets {
		s.Rules = append(s.Rules, set.ID)
	}
	s.Name, s.Weights = "ablate", study.Base
	plan, err := s.Resolve(sets, Player)
	if err != nil {
		return nil, err
	}
	plan.Ablation = ablation
	if err := plan.CheckParts(); err != nil {
		return nil, err
	}
	return l.Schedule(plan)
}

// Mixtures is the greatest number of rule sets that Divide plays between the two that names name:
// 0 where they are not two, or differ in nothing that is played.
func (l *Lab) Mixtures(names []string) int {
	if len(names) != 2 {
		return 0
	}
	vs, _, err := (&RuleSets{Sets: l.Sets}).Two([2]string(names))
	if err != nil {
		return 0
	}
	parts, err := variants.Parts(vs[0], vs[1])
	switch n := len(parts); {
	case err != nil || n == 0:
		return 0
	case n > study.MaxWhole:
		return 2 + 2*study.Orders*(n-1)
	default:
		return 1 << n
	}
}

// A mixed holds the rule sets of an ablation, which their names stand for.
type mixed []study.RuleSet

func (m mixed) Expand(name string) ([]string, error) { return []string{name}, nil }

func (m mixed) RuleSet(name string, _ ...string) (study.RuleSet, error) {
	return m[slices.IndexFunc(m, func(set study.RuleSet) bool { return set.ID == name })], nil
}

// mixtures returns the rule sets between a, which ref names, and b: each game once,
// in the order of its first mixture.
func (f *RuleSets) mixtures(ref string, a, b *variants.Resolved, seed uint64) (*study.Ablation, mixed, error) {
	parts, err := variants.Parts(a, b)
	if err != nil {
		return nil, nil, err
	}
	if len(parts) == 0 {
		return nil, nil, fmt.Errorf("%s and %s are the same game (want two that differ)", a.ID, b.ID)
	}
	ab := &study.Ablation{A: a.ID, B: b.ID}
	for _, p := range parts {
		ab.Parts = append(ab.Parts, study.PartOf(p))
	}
	if len(parts) > study.MaxWhole {
		sum := sha256.Sum256(fmt.Appendf(nil, "orders %d %s %s", seed, a.ID, b.ID))
		source := rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:]))
		ab.Orders = stats.Orders(len(parts), study.Orders, source)
	}
	byHash, order := map[string]study.RuleSet{}, map[string]int{}
	list := study.Sets(len(parts), ab.Orders)
	whole := list[len(list)-1]
	// The two themselves come first, so that a mixture that is one of them has its
	// name.
	for _, set := range append([]int{0, whole}, list[1:len(list)-1]...) {
		v, id := a, a.ID
		switch set {
		case 0:
		case whole:
			v, id = b, b.ID
		default:
			if v, err = variants.Mix(ref, f.Sets, b, study.Chosen(parts, set)); err != nil {
				return nil, nil, err
			}
			id = ab.Mixed(set)
		}
		r, err := rules.Compile(v.Profile)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", id, err)
		}
		if _, ok := byHash[r.PlayHash()]; !ok {
			byHash[r.PlayHash()], order[id] = f.of(id, v, r), set
		}
		ab.Mixtures = append(ab.Mixtures, study.Mixture{FromB: set, RuleSet: byHash[r.PlayHash()].ID})
	}
	slices.SortFunc(ab.Mixtures, func(x, y study.Mixture) int { return x.FromB - y.FromB })
	return ab, slices.SortedFunc(maps.Values(byHash), func(x, y study.RuleSet) int { return order[x.ID] - order[y.ID] }), nil
}
