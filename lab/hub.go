package lab

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"

	"varlab/rules"
	"varlab/sim/engines"
	"varlab/sim/player"
	"varlab/sim/study"
	"varlab/variants"
)

// scanVariants are the names of Scan's variants for rule sets that have other names here.
// Its killer and frisian have the same names; there is no bt.
var scanVariants = map[string]string{
	"normal": "international",
	"losing": "international{ending.no_pieces=win, ending.no_moves=win}",
}

// variant compiles a rule set by a name that engines have for it.
func variant(name string) (*rules.Rules, error) {
	_, r, err := new(RuleSets).Load(cmp.Or(scanVariants[name], name))
	return r, err
}

// Server is the player of a spec, which was written as text, as a Hub engine under a rule set, and
// under any other that a board asks for. clock gives seconds.
func Server(id string, r *rules.Rules, spec *player.Spec, text string, clock func() float64) (engines.Server, error) {
	if _, err := spec.New(r); err != nil {
		return engines.Server{}, fmt.Errorf("player %q under %q: %w", text, id, err)
	}
	return engines.Server{
		Rules: r, Name: "varlab " + id, Version: "1", Seed: study.DefaultSeed, Clock: clock,
		New:     func(b engines.Budget) (engines.Player, error) { return spec.With(b.Nodes, b.Depth).New(r) },
		Variant: id, Variants: append(variants.IDs(), "normal", "losing"),
		Use: func(name string) (engines.Server, error) {
			r, err := variant(name)
			if err != nil {
				return engines.Server{}, err
			}
			return Server(name, r, spec, text, clock)
		},
	}, nil
}

// playedAs identifies the game of r without its draw clauses, in which engines differ.
func playedAs(r *rules.Rules) string {
	p := *r.Profile()
	p.Draws = nil
	if bare, err := rules.Compile(&p); err == nil {
		return bare.PlayHash()
	}
	return r.PlayHash()
}

// hubVariants are all names of rule sets, by playedAs.
var hubVariants = sync.OnceValue(func() map[string][]string {
	names := map[string][]string{}
	for _, name := range append(slices.Sorted(maps.Keys(scanVariants)), variants.IDs()...) {
		if r, err := variant(name); err == nil {
			names[playedAs(r)] = append(names[playedAs(r)], name)
		}
	}
	return names
})

// hubNames are the names that an engine may have for r.
func hubNames(r *rules.Rules) []string {
	if names := hubVariants()[playedAs(r)]; names != nil {
		return names
	}
	return []string{r.PlayHash()} // none
}
