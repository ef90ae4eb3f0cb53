package study

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"varlab/rules/profile"
	"varlab/variants/strict"
)

// needs are the conditions on a rule set without which a metric is 0 whatever is played.
var needs = map[string]struct {
	lacks, want string
	has         func(*profile.Profile) bool
}{
	"drawn": {
		"no rule of %s draws a game, nor do these players agree to a draw: its draws would come from the tables of endings and the horizon alone",
		"drawn-value, or [exact] adjudicate = true", draws,
	},
	"drawn-rule": {"no rule of %s draws a game, nor do these players agree to a draw", "drawn-value", draws},
	"void":       {"no rule of %s breaks a game off as void", "a rule set with such a clause", (*profile.Profile).MayBreakOff},
	"huffed":     {"nobody can huff under %s", "a rule set with huff among claim.remedies", profile.HasHuff},
	"omissions": {"no due capture can be left untaken under %s", `a rule set with capture.obligation = "claimable"`, func(p *profile.Profile) bool {
		return p.Capture.Obligation == profile.Claimable
	}},
}

// draws reports whether a game can be drawn by rule.
func draws(p *profile.Profile) bool {
	return p.Ending.NoMoves == profile.Draws || p.Ending.BothBlocked == profile.BlockedDraws || p.Match.Agreement == profile.StoppingAllowed ||
		slices.ContainsFunc(p.Draws, func(c profile.DrawClause) bool { return !c.BreaksOff() && !c.StrongLoses })
}

// agree reports whether two players of a claim may agree to a draw.
func (p *Plan) agree(h Hypothesis) bool {
	return slices.ContainsFunc(p.Cells(), func(c Cell) bool {
		return (h.Players == "" || h.Players == c.Name()) && c.A.Of().Has("agree") && c.B.Of().Has("agree")
	})
}

// checkClaims reports claims that come out the same whatever is played, and claims that cannot
// be true together.
func (p *Plan) checkClaims(faults *Faults) {
	for i, h := range p.Hypotheses {
		at := At("hypothesis", i)
		for k, o := range p.Hypotheses[:i] {
			same, contrary := h.against(o)
			faults.when(same, at, "claims what hypothesis[%d] claims, %q (want each claim once)", k, o.ID)
			faults.when(contrary, at, "contradicts hypothesis[%d], %q: the two cannot both be true (want one of them)", k, o.ID)
			if same || contrary {
				break
			}
		}
		if path := h.cycle(p.Hypotheses[:i]); path != nil {
			faults.add(at, "runs in a circle with %s: they cannot all be true (want one of them less)", strict.List(path))
		}
		alone := slices.ContainsFunc(p.Players, func(pl Player) bool { return h.Players == "" || h.Players == pl.Spec })
		parity := func(n int) bool { return n%2 != p.Openings.Plies[0]%2 }
		switch {
		case h.Metric == "player-score" && alone:
			faults.add(at+".players", "\"player-score\" of a player against itself says nothing (want players = \"X against Y\", of pairs)")
		case h.Metric == "drawn-value" && p.Exact.Adjudicate && !p.Exact.Known:
			faults.add(at+".metric", "\"drawn-value\" cannot vary: exact.adjudicate ends the games that it would count (want drawn)")
		case h.Metric == "drawn-rule" && p.Exact.Adjudicate && !p.Exact.Known:
			faults.add(at+".metric", "\"drawn-rule\" would count draws that no rule made: exact.adjudicate ends games by their value (want drawn)")
		case h.Metric == "first-score" && p.Openings.From == "" && !slices.ContainsFunc(p.Openings.Plies, parity):
			faults.add(at+".metric", "after %s plies the same side is always to move: the first mover cannot be told from the side that chooses first (want openings.plies of both parities, such as [4, 5], or choice-score)", p.Openings)
		}
		sets := p.compiled(h)
		if len(sets) == 0 || len(sets) == 1 && h.Value == nil {
			continue // said elsewhere
		}
		if len(sets) == 2 && sets[0].sameGame(sets[1]) {
			faults.add(at+".b", "%q and %q are the same game (want two that differ in a turn or an ending)", h.A, h.B)
			continue
		}
		if idle := p.idle(h); len(idle) == len(sets) {
			n := needs[h.Metric]
			faults.add(at+".metric", "%q cannot vary: "+n.lacks+" (want %s)", h.Metric, strings.Join(names(idle, quoted), " or "), n.want)
		}
	}
}

func quoted(s RuleSet) string { return strconv.Quote(s.ID) }

// compiled are the rule sets of a claim, as far as they are known.
func (p *Plan) compiled(h Hypothesis) (sets []RuleSet) {
	for _, id := range []string{h.A, h.B} {
		if k := slices.Index(p.ids(), id); k >= 0 && p.RuleSets[k].Rules != nil {
			sets = append(sets, p.RuleSets[k])
		}
	}
	return sets
}

// idle are those under which the metric of the claim is 0 whatever is played.
func (p *Plan) idle(h Hypothesis) []RuleSet {
	n, ok := needs[h.Metric]
	if !ok || h.Metric == "drawn" && p.Exact.Adjudicate {
		return nil
	}
	agree := p.agree(h)
	return slices.DeleteFunc(p.compiled(h), func(s RuleSet) bool {
		rules := *s.Rules.Profile()
		if !agree {
			rules.Match.Agreement = profile.StoppingUnstated
		}
		return n.has(&rules)
	})
}

// givens are the claims that the rules of one side decide, but for a number.
func (p *Plan) givens() (list []string) {
	for i, h := range p.Hypotheses {
		if idle := p.idle(h); len(idle) == 1 && h.Value == nil {
			list = append(list, fmt.Sprintf("%s: "+needs[h.Metric].lacks+": what is tested is a rate against 0", At("hypothesis", i), quoted(idle[0])))
		}
	}
	return list
}

// sameGame reports whether all players would play both rule sets alike.
func (s RuleSet) sameGame(o RuleSet) bool {
	p, q := s.Rules.Profile(), o.Rules.Profile()
	return s.PlayHash == o.PlayHash && slices.Equal(s.Weights, o.Weights) &&
		reflect.DeepEqual(p.Conduct, q.Conduct) && reflect.DeepEqual(p.Match, q.Match)
}

// holds are the values of the metric (A less B, if there is a B) for which the claim is true.
func (h Hypothesis) holds() (low, high float64) {
	at := 0.0
	if h.Value != nil {
		at = *h.Value
	}
	switch {
	case h.Margin > 0:
		return at - h.Margin, at + h.Margin
	case h.Less():
		return math.Inf(-1), at + h.NoWorse
	}
	return at - h.NoWorse, math.Inf(1)
}

// against reports whether two claims of the same metric and games are the same claim, and
// whether they cannot both be true.
func (h Hypothesis) against(o Hypothesis) (same, contrary bool) {
	turned := h.Value == nil && h.A == o.B && h.B == o.A
	if h.Metric != o.Metric || h.Adjudicated != o.Adjudicated || (h.Value == nil) != (o.Value == nil) ||
		!turned && (h.A != o.A || h.B != o.B) || h.Players != "" && o.Players != "" && h.Players != o.Players {
		return false, false
	}
	low, high := h.holds()
	from, to := o.holds()
	if turned {
		from, to = -to, -from
	}
	return h.Players == o.Players && low == from && high == to, max(low, from) >= min(high, to)
}

// order is a claim of a direction as "more of the metric under above than under below", with
// decisive games as the rest of the drawn ones; ok is false of others.
func (h Hypothesis) order() (metric, above, below string, ok bool) {
	metric, above, below = h.Metric, h.A, h.B
	if h.Less() {
		above, below = below, above
	}
	if metric == "decisive" {
		metric, above, below = "drawn", below, above
	}
	return metric, above, below, h.Direction != "" && h.Value == nil && h.A != h.B && !h.Adjudicated
}

// cycle are the claims among others that, with h, would have each of three or more rule sets
// above the next and the last above the first; nil where there are none.
func (h Hypothesis) cycle(others []Hypothesis) []string {
	_, above, below, ok := h.order()
	if !ok {
		return nil
	}
	from := map[string][]string{below: {}} // the claims by which a rule set is under below
	for todo := []string{below}; len(todo) > 0; todo = todo[1:] {
		for _, o := range others {
			_, upper, lower, ok := o.order()
			if ok && o.Metric == h.Metric && upper == todo[0] && from[lower] == nil && (o.Players == "" || h.Players == o.Players) {
				from[lower] = append(slices.Clone(from[upper]), o.ID)
				todo = append(todo, lower)
			}
		}
	}
	if path := from[above]; len(path) > 1 {
		return path
	}
	return nil
}

// complements says of claims about decisive games that they say of drawn ones what others
// say, or the contrary.
func (p *Plan) complements() (list []string) {
	for i, h := range p.Hypotheses {
		for _, o := range p.Hypotheses[:i] {
			metric, above, below, ok := h.order()
			other, upper, lower, also := o.order()
			if !ok || !also || metric != other || h.Metric == o.Metric || h.Players != o.Players || !(above == upper && below == lower || above == lower && below == upper) {
				continue
			}
			text := "and %q cannot both be true"
			if above == upper {
				text = "is %q over again: one test, counted twice"
			}
			list = append(list, fmt.Sprintf("%q "+text+", as far as every game is won or drawn", h.ID, o.ID))
		}
	}
	return list
}

// Pilot is the plan of a few games of each cell, from another seed, so that the study's own
// games stay unseen. It leaves out players who search far, unless a claim names them or there
// are no others, and nobody is taught for it. Its size follows from the plan alone.
func (p *Plan) Pilot(horizon int) *Plan {
	const most, inAll, least, far = 30, 300, 10, 500
	q := *p
	q.Confirmatory, q.Looks, q.Teaching, q.Seed, q.HorizonPlies = false, nil, nil, p.Seed^1, horizon
	dear := func(c Cell) bool {
		return max(c.A.Of().Number("nodes"), c.B.Of().Number("nodes")) > far && !slices.ContainsFunc(p.Hypotheses, func(h Hypothesis) bool { return h.Players == c.Name() })
	}
	q.Players = slices.DeleteFunc(slices.Clone(p.Players), func(pl Player) bool { return dear(Cell{A: pl, B: pl}) })
	q.Pairs = slices.DeleteFunc(slices.Clone(p.Pairs), func(pair Pair) bool { return dear(Cell{A: pair.A, B: pair.B}) })
	if len(q.Players)+len(q.Pairs) == 0 {
		q.Players, q.Pairs = p.Players[:min(1, len(p.Players))], p.Pairs
	}
	q.Games = min(p.Games, most, max(least, inAll/len(q.Cells())&^1))
	const manyCheap, cheapInAll, cheap = 200, 2000, 50
	if !slices.ContainsFunc(q.Cells(), func(c Cell) bool {
		return max(c.A.Of().Number("nodes"), c.B.Of().Number("nodes"), c.A.Of().Number("depth"), c.B.Of().Number("depth")) > cheap
	}) {
		q.Games = max(q.Games, min(p.Games, manyCheap, cheapInAll/len(q.Cells())&^1))
	}
	return &q
}

// Tests is the number of tests that the claims of a family are.
func (p *Plan) Tests(family string) (n int) {
	for _, h := range p.Hypotheses {
		switch {
		case h.Family != family:
		case h.Players != "":
			n++
		default:
			n += len(p.Rungs())
		}
	}
	return n
}

// Warnings are sentences that a reader of the claims should know before they are tested.
func (p *Plan) Warnings() (list []string) {
	if !p.Confirmatory {
		list = append(list, "exploratory: the seed is stated, so the games may have been seen before the claims were written (confirmatory = true makes it from the claims)")
	}
	list = append(list, p.complements()...)
	list = append(list, p.contradictions()...)
	list = append(list, p.givens()...)
	unread := slices.DeleteFunc(p.Rungs(), func(who string) bool {
		return slices.ContainsFunc(p.Hypotheses, func(h Hypothesis) bool { return h.Players == "" || h.Players == who })
	})
	if len(unread) > 0 && len(p.Hypotheses) > 0 && len(p.Rankings) == 0 {
		list = append(list, "no claim is about the games of "+strict.List(unread))
	}
	for i, set := range p.RuleSets {
		claimed := slices.ContainsFunc(p.Hypotheses, func(h Hypothesis) bool { return h.A == set.ID || h.B == set.ID })
		once := slices.ContainsFunc(p.Donors(i), func(trainings []string) bool { return len(trainings) < Trainings })
		if claimed && once && p.learns() {
			list = append(list, fmt.Sprintf("%q is played with weights learned fewer than %d times: another training might turn the result", set.ID, Trainings))
		}
	}
	return list
}

// maxComparisons bounds the differences in a report, at about 3 KB each while it is written.
const maxComparisons = 300_000

// TooMuch returns a fault if a report would compare too much: all pairs of rule sets (the two
// ends alone in an ablation), for each player and pair and in each metric.
func (p *Plan) TooMuch() (faults Faults) {
	n := len(p.RuleSets) * (len(p.RuleSets) - 1) / 2
	if p.Ablation != nil {
		n = min(n, 1)
	}
	n *= p.meetings() * len(p.Metrics)
	faults.when(n > maxComparisons, "rules", "%d comparisons, of each two rule sets by each player or pair and metric (want at most %d, by fewer of these)", n, maxComparisons)
	return faults
}

// CheckParts returns an error if the mixtures of an ablation differ in rules about people that
// a player heeds: these belong to no part, and their effect would be attributed to others.
func (p *Plan) CheckParts() error {
	base := p.RuleSets[0]
	for _, pl := range p.Everyone() {
		for _, set := range p.RuleSets[1:] {
			if a, b := pl.Heeded(base.axes()), pl.Heeded(set.axes()); a != b {
				return fmt.Errorf("ablation: %s heeds rules about people, which are no part: %q under %s and %q under %s (want the same, by overrides)", pl.Spec, a, base.ID, b, set.ID)
			}
		}
	}
	return nil
}

// lesser and more are words with which a claim names a direction.
var (
	lesser = regexp.MustCompile(`(?i)\b(fewer|less|lower|shorter|sooner|rarer|smaller)\b`)
	larger = regexp.MustCompile(`(?i)\b(more|higher|longer|later|oftener|greater|larger)\b`)
)

// Against is the word of the claim that names another direction than the one that is tested;
// empty where there is none.
func (h *Hypothesis) Against() string {
	less, more := lesser.FindString(h.Claim), larger.FindString(h.Claim)
	if h.Direction == "" || h.NoWorse > 0 || (less == "") == (more == "") || (less != "") == h.Less() {
		return ""
	}
	return less + more
}

// contradictions are the claims whose words name another direction than the one that is tested.
func (p *Plan) contradictions() (list []string) {
	for i, h := range p.Hypotheses {
		if word := h.Against(); word != "" {
			m := Metrics[slices.IndexFunc(Metrics, func(m Metric) bool { return m.Word == h.Metric })]
			list = append(list, fmt.Sprintf("%s: %q tests whether %s, and the claim says %q", At("hypothesis", i)+".direction", h.Direction, m.Says(h.Less()), word))
		}
	}
	return list
}
