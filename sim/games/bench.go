package games

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A Bench follows games under several rule sets, side by side.
type Bench struct {
	Tallies []*Tally
	// Count makes each tally describe its games, together and apart by their Value for By.
	Count bool
	By    string

	tagged map[string]int // rule sets that some game of the file names in a tag
	found  func(*Game)    // called with every game
	leads  [][]lead       // of each tally over each other, by their places
	games  int            // that have a likelihood
}

// NewBench returns the bench for rule sets under their names.
func NewBench(ids []string, rs []*rules.Rules) (*Bench, error) {
	b := &Bench{leads: make([][]lead, len(ids))}
	beside := make([]*profile.Profile, len(rs))
	for i, r := range rs {
		beside[i] = r.Profile()
	}
	for i, r := range rs {
		j, err := NewReferee(r, beside...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", ids[i], err)
		}
		t := newTally(ids[i], j)
		t.place = i
		b.Tallies, b.leads[i] = append(b.Tallies, t), make([]lead, len(ids))
	}
	return b, nil
}

// Read follows the games of a file, which rows call by name. If some games of the file name
// one of the rule sets, this rule set passes over games that name another.
func (b *Bench) Read(ctx context.Context, f *File, name string) (err error) {
	if b.tagged, err = f.RuleSets(ctx); err != nil {
		return err
	}
	for g, err := range f.games(ctx) {
		if g == nil {
			return err
		}
		b.Add(name, g, err)
	}
	return nil
}

// Add follows a game of a file; err is the fault of its text. A game that one of the rule sets
// passes over has no likelihood.
func (b *Bench) Add(file string, g *notation.Game, err error) {
	found, all := make([]Finding, len(b.Tallies)), true
	for i, t := range b.Tallies {
		if b.passes(t, g) {
			t.PassedOver++
			all = false
			continue
		}
		f := &found[i]
		*f = t.referee.Follow(g, err)
		t.add(file, g, f)
		if b.Count {
			t.counted.add(&f.Game, Value(g, b.By))
		}
		if b.found != nil {
			game := f.Game
			b.found(&game)
		}
		f.Turns = nil // they are long, and the likelihood does not need them
	}
	if all {
		b.weigh(found)
	}
}

// passes reports whether a rule set passes over g.
func (b *Bench) passes(t *Tally, g *notation.Game) bool {
	tag := g.Tag(ruleSetTag)
	return b.tagged[t.Rules] > 0 && tag != "" && tag != t.Rules && g.Tag("PlayHash") != t.referee.rules.PlayHash()
}

// lapse is the chance that likelihoods give to a move that is not playable: one in a
// thousand is a misprint, or a fault that both players passed over.
const lapse = 0.001

// The likelihood of a game under a rule set supposes players who make each playable turn
// equally often, and sometimes one that is not playable: log((1 - lapse)/turns) for a playable
// move; log(lapse) for the first other move, which ends the game. So of two rule sets that
// allow every move of the games the tighter one is likelier, since it had more to forbid.
func logTurn(turns int) float64 { return math.Log((1 - lapse) / float64(max(1, turns))) }

var logLapse = math.Log(lapse)

// weigh adds the likelihood of a game to every tally. If a rule set can follow the game no
// further but others can, it gets for each further move the least likelihood that any of these
// gives: moves that it does not explain do not speak for it.
func (b *Bench) weigh(found []Finding) {
	plies := 0
	for i := range found {
		plies = max(plies, len(found[i].Logs))
	}
	sums := make([]float64, len(b.Tallies)) // by place
	for i := range found {
		if f := &found[i]; f.Unread != nil && len(f.Logs) < plies {
			f.Logs = append(f.Logs, logLapse) // a move, or a position, that other rule sets can read
		}
	}
	for ply := range plies {
		least := 0.0
		for i := range found {
			if logs := found[i].Logs; ply < len(logs) {
				least = min(least, logs[ply])
			}
		}
		for i, t := range b.Tallies {
			add := least
			if logs := found[i].Logs; ply < len(logs) {
				add = logs[ply]
			}
			sums[t.place] += add
		}
	}
	for _, t := range b.Tallies {
		t.Likelihood += sums[t.place]
		t.Weighed += plies
		t.LikelihoodPerPly = t.Likelihood / float64(max(1, t.Weighed))
	}
	b.games++
	for i, row := range b.leads {
		for k := range row {
			row[k].add(sums[i] - sums[k])
		}
	}
}

// A lead is the amount by which games are likelier under one rule set than under another.
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

// Finish sums up what the games are like, if that is counted, and puts the likeliest rule set
// first.
func (b *Bench) Finish() {
	for _, t := range b.Tallies {
		if b.Count {
			t.Stats = t.counted.stats()
		}
	}
	slices.SortStableFunc(b.Tallies, func(t, o *Tally) int { return cmp.Compare(o.Likelihood, t.Likelihood) })
}

// decisive is the log of the odds from which games speak for a rule set: twenty to one.
var decisive = math.Log(20)

// Verdicts says whether the games speak for the first rule set or for each of the others, and
// how strongly. There are none if games were not weighed.
func (b *Bench) Verdicts() (list []string) {
	for i := 1; i < len(b.Tallies) && b.games > 0; i++ {
		a, o := b.Tallies[0], b.Tallies[i]
		l := b.leads[a.place][o.place]
		broken := ""
		if n := len(o.Illegal) + len(o.Unread) - len(a.Illegal) - len(a.Unread); n > 0 {
			broken = fmt.Sprintf("; %d more of them break the rules of %s", n, o.Rules)
		}
		odds := fmt.Sprintf("%s (log likelihood %.1f higher over %d plies; higher in %d, lower in %d%s)", gamesText(b.games), math.Abs(l.sum), a.Weighed, l.better, l.worse, broken)
		switch {
		case l.better+l.worse == 0:
			list = append(list, fmt.Sprintf("%s and %s allow as many turns at every ply of %s: these games cannot tell them apart.", a.Rules, o.Rules, gamesText(b.games)))
		case l.sum < decisive || b.games > 1 && l.sum-l.most < decisive:
			// One game, which may be misprinted, must not decide.
			list = append(list, fmt.Sprintf("Whether %s or %s was played is undecided: %s.", a.Rules, o.Rules, odds))
		default:
			list = append(list, fmt.Sprintf("These games speak for %s rather than %s: %s.", a.Rules, o.Rules, odds))
		}
	}
	return list
}
