package study

import (
	"slices"
	"strings"

	"varlab/variants/strict"
)

// A Ranking asks which of several changes to a rule set does most to a metric. It is no test:
// neither the seed of a confirmatory study nor Holm knows of it.
type Ranking struct {
	ID       string   `json:"id" toml:"id"`
	Question string   `json:"question,omitempty" toml:"question,omitempty"`
	Metric   string   `json:"metric" toml:"metric"`
	Base     string   `json:"base" toml:"base"`
	Changes  []string `json:"changes" toml:"changes"`
	// Direction asks which change makes the metric less or greater; else the larger change counts, whichever way.
	Direction string `json:"direction,omitempty" toml:"direction,omitempty"`
}

// checkRankings reports faults of rankings; unknown rule sets only if all names were found.
func (p *Plan) checkRankings(faults *Faults, named bool) {
	for i, k := range p.Rankings {
		at := At("ranking", i)
		faults.addID(at, k.ID, "R1", slices.ContainsFunc(p.Rankings[:i], func(o Ranking) bool { return o.ID == k.ID }))
		faults.unless(CheckMetric(k.Metric), at+".metric")
		faults.when(!slices.Contains([]string{"", "less", "greater"}, k.Direction), at+".direction", "unknown value %q (want less or greater)", k.Direction)
		faults.when(len(k.Changes) < 2, at+".changes", "%d (want two rule sets or more)", len(k.Changes))
		all := append([]string{k.Base}, k.Changes...)
		for j, id := range all {
			key := at + ".base"
			if j > 0 {
				key = At(at+".changes", j-1)
			}
			faults.when(named && !slices.Contains(p.ids(), id), key, "%q is not a rule set of the study (%s)", id, strict.Wanted(id, p.ids()))
			faults.when(slices.Contains(all[:j], id), key, "%q stands twice (want each rule set once)", id)
		}
	}
}

// Ranked are the rankings of a plan. If it claims nothing and all its other rule sets are
// what-ifs of the first, they are ranked in each of some metrics.
func (p *Plan) Ranked(metrics []string) (list []Ranking) {
	if len(p.Rankings) > 0 || len(p.Hypotheses) > 0 || p.Ablation != nil || len(p.RuleSets) < 3 {
		return p.Rankings
	}
	base, changes := p.RuleSets[0].ID, p.ids()[1:]
	if slices.ContainsFunc(changes, func(id string) bool { return !strings.HasPrefix(id, base+"{") }) {
		return nil
	}
	for _, m := range metrics {
		list = append(list, Ranking{ID: m, Metric: m, Base: base, Changes: changes})
	}
	return list
}
