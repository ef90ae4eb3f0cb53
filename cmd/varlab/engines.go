package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"varlab/rules"
	"varlab/sim/study"
	"varlab/variants"
)

// enginesOf are the engines among the players of a plan.
func enginesOf(p *study.Plan) (engines []string) {
	for _, player := range p.Everyone() {
		if isEngine(player.Spec) && !slices.Contains(engines, player.Spec) {
			engines = append(engines, player.Spec)
		}
	}
	return engines
}

// consent is an error unless the engines of a plan, which stands in a file, may be
// started. Those typed on the command line need no flag.
func consent(cmd *cobra.Command, allowed bool, file string, p *study.Plan) error {
	engines := enginesOf(p)
	if allowed || len(engines) == 0 {
		return nil
	}
	return hinted{
		fmt.Errorf("%s: names external engines, which are programs of this machine (want --engines, to have them started): %s", file, strings.Join(engines, "; ")),
		again(cmd, "engines", "--engines") + " starts them with your rights: look at what they are first",
	}
}

// scanVariants are the names of Scan's variants for rule sets that have other names here.
// Its killer and frisian have the same names; there is no bt.
var scanVariants = map[string]string{
	"normal": "international",
	"losing": "international{ending.no_pieces=win, ending.no_moves=win}",
}

// loadVariant loads a rule set by a name that engines have for it.
func loadVariant(name string) (*rules.Rules, error) {
	_, r, err := load(cmp.Or(scanVariants[name], name), nil)
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
		if r, err := loadVariant(name); err == nil {
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
