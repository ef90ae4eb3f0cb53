package lab

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"varlab/rules"
	"varlab/variants"
)

// scanVariants are the names of Scan's variants for rule sets that have other names here.
// Its killer and frisian have the same names; there is no bt.
var scanVariants = map[string]string{
	"normal": "international",
	"losing": "international{ending.no_pieces=win, ending.no_moves=win}",
}

// Variant compiles a rule set by a name that engines have for it.
func Variant(name string) (*rules.Rules, error) {
	_, r, err := new(RuleSets).Load(cmp.Or(scanVariants[name], name))
	return r, err
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
		if r, err := Variant(name); err == nil {
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
