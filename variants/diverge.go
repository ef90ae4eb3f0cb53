package variants

import (
	"context"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

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

type together struct {
	a, b rules.State
}

type reached struct {
	together
	paths  uint64 // sequences of turns that lead here
	parent int    // in the layer before
	turn   rules.Turn
}

// walksPerPosition is how many sequences of turns are walked for every distinct
// position that may be kept: a walk forgets, and takes time only.
const walksPerPosition = 20

// Diverge compares playable turns layer by layer, at most limit distinct
// positions in each; layers that are larger are walked again from the start, as
// far as there are not more than twenty times as many sequences of turns.
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
		if len(next) == 0 {
			return d, nil
		}
		if len(next) > limit {
			break
		}
		layers = append(layers, next)
	}
	for !d.Found && d.CountA <= walksPerPosition*uint64(limit) {
		if err := d.walk(ctx, a, b); err != nil {
			return d, err
		}
	}
	return d, nil
}

// walk compares one ply more, by playing every sequence of turns that leads to it.
func (d *Divergence) walk(ctx context.Context, a, b *rules.Rules) error {
	depth := d.Plies
	d.Plies++
	d.CountA, d.CountB = 0, 0
	path := make([]rules.Turn, 0, depth)
	buffers := make([][2][]rules.Turn, depth+1)
	var visit func(at together)
	visit = func(at together) {
		buffer := &buffers[len(path)]
		buffer[0], buffer[1] = a.Moves(buffer[0][:0], at.a), b.Moves(buffer[1][:0], at.b)
		turnsA, turnsB := buffer[0], buffer[1]
		if len(path) < depth {
			for k := range turnsA {
				path = append(path, turnsA[k])
				visit(together{a.Play(at.a, turnsA[k]), b.Play(at.b, counterpart(turnsA[k], turnsB))})
				path = path[:len(path)-1]
				if ctx.Err() != nil {
					return
				}
			}
			return
		}
		d.CountA += uint64(len(turnsA))
		d.CountB += uint64(len(turnsB))
		if d.Found {
			return
		}
		onlyA, onlyB := missing(turnsA, turnsB), missing(turnsB, turnsA)
		if len(onlyA)+len(onlyB) > 0 {
			d.Found, d.OnlyA, d.OnlyB = true, onlyA, onlyB
			d.States, d.Path = [2]rules.State{at.a, at.b}, slices.Clone(path)
		}
	}
	visit(together{a.Start(), b.Start()})
	return ctx.Err()
}

// bare is what a turn does on the board. The kind of a default, and what may be
// huffed for it, are consequences.
func bare(t rules.Turn) rules.Turn {
	t.Omission, t.Huffable = profile.NoOmission, board.Set{}
	return t
}

func counterpart(t rules.Turn, turns []rules.Turn) rules.Turn {
	if i := slices.IndexFunc(turns, func(u rules.Turn) bool { return bare(u) == bare(t) }); i >= 0 {
		return turns[i]
	}
	return t
}

// missing returns the turns that have no counterpart among others.
func missing(turns, others []rules.Turn) []rules.Turn {
	if slices.Equal(turns, others) {
		return nil
	}
	var list []rules.Turn
	for _, t := range turns {
		if !slices.ContainsFunc(others, func(u rules.Turn) bool { return bare(u) == bare(t) }) {
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
