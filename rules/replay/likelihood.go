package replay

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"varlab/rules/notation"
)

// Lapse is the chance that likelihoods give to a move that is not playable: one in a
// thousand is misprinted, or was a fault that nobody minded.
const Lapse = 0.001

// The likelihood of a game under a rule set is that of players who make each playable
// turn equally often, and at times one that is not: log((1 - Lapse)/turns) for a playable
// move, log(Lapse) for the first other, with which the game ends for it. So of two rule sets that
// allow every move of the games the tighter one is likelier, for it had more to forbid.
func logTurn(turns int) float64 { return math.Log((1 - Lapse) / float64(max(1, turns))) }

var logLapse = math.Log(Lapse)

// weigh adds the likelihood of a game to every tally. From where a rule set can follow it
// no further, though others can, each move has the likelihood that it has under the least
// likely of those: what a rule set does not explain says nothing for it.
func (b *Bench) weigh(found []Finding) {
	plies := 0
	for i := range found {
		plies = max(plies, len(found[i].Logs))
	}
	sums := make([]float64, len(found))
	for i := range found {
		if f := &found[i]; f.Unread != nil && len(f.Logs) < plies {
			f.Logs = append(f.Logs, logLapse) // a move, or a position, that others can read
		}
	}
	for ply := range plies {
		least := 0.0
		for i := range found {
			if logs := found[i].Logs; ply < len(logs) {
				least = min(least, logs[ply])
			}
		}
		for i := range found {
			if logs := found[i].Logs; ply < len(logs) {
				sums[i] += logs[ply]
			} else {
				sums[i] += least
			}
		}
	}
	for i, t := range b.Tallies {
		t.Likelihood += sums[i]
		t.Weighed += plies
		t.LikelihoodPerPly = t.Likelihood / float64(max(1, t.Weighed))
	}
	b.weighed++
	for i, t := range b.Tallies {
		for k, o := range b.Tallies {
			if i != k {
				b.lead(t, o).add(sums[i] - sums[k])
			}
		}
	}
}

// A lead is by how much games are likelier under one rule set than under another.
type lead struct {
	better, worse int // games
	sum, most     float64
}

func (l *lead) add(d float64) {
	l.sum, l.most = l.sum+d, max(l.most, d)
	switch {
	case d > 1e-9:
		l.better++
	case d < -1e-9:
		l.worse++
	}
}

// lead is that of a over o.
func (b *Bench) lead(a, o *Tally) *lead {
	pair := [2]*Tally{a, o}
	l, ok := b.leads[pair]
	if !ok {
		if b.leads == nil {
			b.leads = map[[2]*Tally]*lead{}
		}
		l = new(lead)
		b.leads[pair] = l
	}
	return l
}

// Rank puts the likeliest rule set first.
func (b *Bench) Rank() {
	order := make([]int, len(b.Tallies))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(b.Tallies[k].Likelihood, b.Tallies[i].Likelihood) })
	judges, tallies := slices.Clone(b.Judges), slices.Clone(b.Tallies)
	for to, from := range order {
		b.Judges[to], b.Tallies[to] = judges[from], tallies[from]
	}
}

// decisive is the log of the odds from which on games are said to speak for a rule set:
// twenty to one.
var decisive = math.Log(20)

// Verdicts says of the first rule set and each other one for which of the two the games
// speak, and how strongly. There are none where games were not weighed.
func (b *Bench) Verdicts() (list []string) {
	for i := 1; i < len(b.Tallies) && b.weighed > 0; i++ {
		a, o := b.Tallies[0], b.Tallies[i]
		l := b.lead(a, o)
		games := fmt.Sprintf("%d games", b.weighed)
		if b.weighed == 1 {
			games = "1 game"
		}
		broken := ""
		if n := len(o.Illegal) + len(o.Unread) - len(a.Illegal) - len(a.Unread); n > 0 {
			broken = fmt.Sprintf("; %d more of them break the rules of %s", n, o.Rules)
		}
		odds := fmt.Sprintf("%s (log likelihood %.1f higher over %d plies; higher in %d, lower in %d%s)", games, math.Abs(l.sum), a.Weighed, l.better, l.worse, broken)
		switch {
		case l.better+l.worse == 0:
			list = append(list, fmt.Sprintf("%s and %s allow as many turns at every ply of %s: these games cannot tell them apart.", a.Rules, o.Rules, games))
		case l.sum < decisive || b.weighed > 1 && l.sum-l.most < decisive:
			// One game, which may be misprinted, must not decide.
			list = append(list, fmt.Sprintf("Whether %s or %s was played is undecided: %s.", a.Rules, o.Rules, odds))
		default:
			list = append(list, fmt.Sprintf("These games speak for %s rather than %s: %s.", a.Rules, o.Rules, odds))
		}
	}
	return list
}

// passes reports whether judge i passes over g.
func (b *Bench) passes(i int, g *notation.Game) bool {
	tag, set := g.Tag("RuleSet"), b.Tallies[i].Rules
	return b.Tagged[set] && tag != "" && tag != set && g.Tag("PlayHash") != b.Judges[i].rules.PlayHash()
}
