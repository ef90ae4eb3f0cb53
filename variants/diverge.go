package variants

import (
	"context"
	"slices"

	"varlab/rules"
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

type together = [2]rules.State

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
	p := pair{rules: [2]*rules.Rules{a, b}}
	for !d.Found {
		layer := layers[len(layers)-1]
		index := map[together]int{}
		var next []reached
		d.CountA, d.CountB = 0, 0
		for i, at := range layer {
			if i%1000 == 0 && ctx.Err() != nil {
				return d, ctx.Err()
			}
			p.list(at.together)
			if d.count(&p, at.together, at.paths, func() []rules.Turn { return pathTo(layers, i) }) {
				continue
			}
			for _, t := range p.turns[0] {
				after := p.play(at.together, t)
				n, ok := index[after]
				if !ok {
					n = len(next)
					index[after] = n
					next = append(next, reached{together: after, parent: i, turn: t})
				}
				next[n].paths += at.paths
			}
		}
		d.Plies = len(layers)
		if len(next) == 0 {
			return d, nil
		}
		if len(next) > limit {
			break
		}
		layers = append(layers, next)
	}
	for !d.Found && d.CountA <= walksPerPosition*uint64(limit) {
		if err := d.walk(ctx, [2]*rules.Rules{a, b}); err != nil {
			return d, err
		}
	}
	return d, nil
}

// count counts the turns of a position to which a number of paths lead, and keeps the
// first that parts the rule sets. It reports whether one was found so far.
func (d *Divergence) count(p *pair, at together, paths uint64, path func() []rules.Turn) bool {
	a, b := p.turns[0], p.turns[1]
	d.CountA += paths * uint64(len(a))
	d.CountB += paths * uint64(len(b))
	if !d.Found {
		d.OnlyA, d.OnlyB = missing(a, b), missing(b, a)
		if d.Found = len(d.OnlyA)+len(d.OnlyB) > 0; d.Found {
			d.States, d.Path = at, path()
		}
	}
	return d.Found
}

// walk compares one ply more, by playing every sequence of turns that leads to it.
func (d *Divergence) walk(ctx context.Context, rs [2]*rules.Rules) error {
	depth := d.Plies
	d.Plies++
	d.CountA, d.CountB = 0, 0
	path := make([]rules.Turn, 0, depth)
	pairs := make([]pair, depth+1)
	var visit func(at together)
	visit = func(at together) {
		p := &pairs[len(path)]
		p.rules = rs
		p.list(at)
		if len(path) == depth {
			d.count(p, at, 1, func() []rules.Turn { return slices.Clone(path) })
			return
		}
		for _, t := range p.turns[0] {
			path = append(path, t)
			visit(p.play(at, t))
			path = path[:len(path)-1]
			if ctx.Err() != nil {
				return
			}
		}
	}
	visit(together{rs[0].Start(), rs[1].Start()})
	return ctx.Err()
}

// A pair is two rule sets, with the turns that each has in a position.
type pair struct {
	rules [2]*rules.Rules
	turns [2][]rules.Turn
}

// list fills in the turns of at.
func (p *pair) list(at together) {
	for i, r := range p.rules {
		p.turns[i] = r.Moves(p.turns[i][:0], at[i])
	}
}

// play plays t, a turn of the first rule set, and its counterpart under the second.
func (p *pair) play(at together, t rules.Turn) together {
	return together{p.rules[0].Play(at[0], t), p.rules[1].Play(at[1], counterpart(t, p.turns[1]))}
}

func counterpart(t rules.Turn, turns []rules.Turn) rules.Turn {
	if i := slices.IndexFunc(turns, func(u rules.Turn) bool { return u.Bare() == t.Bare() }); i >= 0 {
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
		if !slices.ContainsFunc(others, func(u rules.Turn) bool { return u.Bare() == t.Bare() }) {
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
