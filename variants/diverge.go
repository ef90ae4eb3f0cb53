package variants

import (
	"context"

	"varlab/rules"
)

// A Divergence is where the turns of two rule sets part, played from the start.
type Divergence struct {
	Comparable bool // same board and same start
	// Plies is how many plies were compared in full. If Found, the turns of that
	// ply are the first to differ, and every position before it has the same
	// turns under both.
	Plies int
	Found bool
	// CountA and CountB are the turn sequences of that length; while nothing is
	// found they are equal, and they are what perft counts.
	CountA, CountB uint64
	// Path leads from the start to the first position, in the order of turns,
	// where different turns are playable: some only under A, some only under B.
	Path         []rules.Turn
	States       [2]rules.State // that position under A and under B
	OnlyA, OnlyB []rules.Turn
}

// together is a position reached in both rule sets by the same turns.
type together struct {
	a, b rules.State
}

type reached struct {
	together
	paths  uint64 // sequences of turns that lead here
	parent int    // in the layer before
	turn   rules.Turn
}

// Diverge compares playable turns layer by layer. A layer with more than limit
// distinct positions is not searched, and neither are the layers behind it.
// Draw clauses and endings do not enter: they make no turns.
func Diverge(ctx context.Context, a, b *rules.Rules, limit int) (Divergence, error) {
	d := Divergence{Comparable: a.Grid() == b.Grid() && a.Setup() == b.Setup()}
	if !d.Comparable {
		return d, nil
	}
	layers := [][]reached{{{together: together{a.Start(), b.Start()}, paths: 1}}}
	var turnsA, turnsB []rules.Turn
	for !d.Found {
		layer := layers[len(layers)-1]
		index := map[together]int{}
		var next []reached
		var countA, countB uint64
		for i := range layer {
			if i%1000 == 0 && ctx.Err() != nil {
				return d, ctx.Err()
			}
			at := &layer[i]
			turnsA, turnsB = a.Moves(turnsA[:0], at.a), b.Moves(turnsB[:0], at.b)
			countA += at.paths * uint64(len(turnsA))
			countB += at.paths * uint64(len(turnsB))
			onlyA, onlyB := missing(turnsA, turnsB), missing(turnsB, turnsA)
			if len(onlyA)+len(onlyB) > 0 {
				if !d.Found {
					d.Found, d.OnlyA, d.OnlyB = true, onlyA, onlyB
					d.States = [2]rules.State{at.a, at.b}
					d.Path = pathTo(layers, i)
				}
				continue
			}
			if d.Found {
				continue
			}
			for k := range turnsA {
				pair := together{a.Play(at.a, turnsA[k]), b.Play(at.b, counterpart(turnsA[k], turnsB))}
				n, ok := index[pair]
				if !ok {
					n = len(next)
					index[pair] = n
					next = append(next, reached{together: pair, parent: i, turn: turnsA[k]})
				}
				next[n].paths += at.paths
			}
		}
		d.Plies, d.CountA, d.CountB = len(layers), countA, countB
		if len(next) == 0 || len(next) > limit {
			break
		}
		layers = append(layers, next)
	}
	return d, nil
}

// bare is what a turn does on the board. The kind of a default, and what may be
// huffed for it, are consequences.
func bare(t rules.Turn) rules.Turn {
	t.Default, t.Huffable = rules.NoDefault, rules.Set{}
	return t
}

func counterpart(t rules.Turn, turns []rules.Turn) rules.Turn {
	for _, u := range turns {
		if bare(u) == bare(t) {
			return u
		}
	}
	return t
}

// missing returns the turns that have no counterpart among others.
func missing(turns, others []rules.Turn) []rules.Turn {
	var list []rules.Turn
	for _, t := range turns {
		found := false
		for _, u := range others {
			if found = bare(u) == bare(t); found {
				break
			}
		}
		if !found {
			list = append(list, t)
		}
	}
	return list
}

func pathTo(layers [][]reached, i int) []rules.Turn {
	path := make([]rules.Turn, len(layers)-1)
	for n := len(layers) - 1; n > 0; n-- {
		path[n-1] = layers[n][i].turn
		i = layers[n][i].parent
	}
	return path
}
