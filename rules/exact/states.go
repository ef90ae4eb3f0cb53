package exact

import (
	"context"

	"varlab/rules"
)

// A graph is every state that can be reached from a start, whatever a state is
// made of: claims that stand, kings that may not move again. States are numbered as
// they are found; the turns of state i lead to edges[first[i]:first[i+1]].
type graph struct {
	r      *rules.Rules
	number map[uint64]int32 // the latest state with a key
	alike  []int32          // the one before it with the same key, or -1
	states []rules.State
	first  []int32
	edges  []int32
}

func (g *graph) add(s *rules.State) int32 {
	key := g.r.Key(s)
	last, ok := g.number[key]
	if !ok {
		last = -1
	}
	for i := last; i >= 0; i = g.alike[i] {
		if g.states[i] == *s {
			return i
		}
	}
	i := int32(len(g.states))
	g.number[key] = i
	g.states = append(g.states, *s)
	g.alike = append(g.alike, last)
	return i
}

// end returns the code of s if the game is over there.
func end(r *rules.Rules, s *rules.State, turns []rules.Turn) (code, bool) {
	o := r.Ended(s, len(turns))
	return endCode(s, o), o.Over()
}

// solveStates values every state that s leads to, if there are no more than limit:
// ends by the rules, the others working back from them turn by turn.
func solveStates(ctx context.Context, r *rules.Rules, s rules.State, limit int) (Game, error) {
	g := graph{r: r, number: map[uint64]int32{}}
	g.add(&s)
	var codes []code
	var layer, next []int32
	var turns []rules.Turn
	for i := 0; i < len(g.states); i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return Game{}, ctx.Err()
		}
		if len(g.states) > limit {
			return Game{Low: -1, High: 1, Plies: -1, Method: ByStates, Positions: len(g.states)}, nil
		}
		s := g.states[i]
		g.first = append(g.first, int32(len(g.edges)))
		turns = r.Moves(turns[:0], s)
		c, over := end(r, &s, turns)
		codes = append(codes, c)
		if over {
			layer = append(layer, int32(i))
			continue
		}
		for _, t := range turns {
			n := r.Play(s, t)
			g.edges = append(g.edges, g.add(&n))
		}
	}
	g.first = append(g.first, int32(len(g.edges)))
	before, from := g.reversed()
	left := make([]int32, len(g.states)) // turns that have not been seen to lose
	done := make([]bool, len(g.states))
	for i := range left {
		left[i] = g.first[i+1] - g.first[i]
		done[i] = left[i] == 0
	}
	for ; len(layer) > 0; layer, next = next, layer[:0] {
		for _, j := range layer {
			if !codes[j].decided() {
				continue
			}
			for _, i := range from[before[j]:before[j+1]] {
				if done[i] {
					continue
				}
				c := codes[j].before()
				if g.states[i].Mover() == g.states[j].Mover() {
					c = codes[j].waived()
				}
				if c.loss() {
					if left[i]--; left[i] > 0 {
						continue
					}
				}
				codes[i], done[i] = c, true
				next = append(next, i)
			}
		}
	}
	return Game{codes[0].value(), codes[0].value(), codes[0].distance(), ByStates, len(g.states)}, nil
}

// reversed returns the states that lead to each state, once for each turn: those of
// state j are from[before[j]:before[j+1]].
func (g *graph) reversed() (before, from []int32) {
	before = make([]int32, len(g.states)+1)
	for _, j := range g.edges {
		before[j+1]++
	}
	for j := range g.states {
		before[j+1] += before[j]
	}
	from = make([]int32, len(g.edges))
	at := append([]int32(nil), before...)
	for i := range g.states {
		for _, j := range g.edges[g.first[i]:g.first[i+1]] {
			from[at[j]] = int32(i)
			at[j]++
		}
	}
	return before, from
}
