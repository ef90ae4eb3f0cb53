package exact

import (
	"context"

	"varlab/rules"
)

// A graph is every state that can be reached from a start, whatever a state is
// made of: claims that stand, kings that may not move again.
type graph struct {
	r      *rules.Rules
	number map[rules.State]int32
	nodes  []node
}

type node struct {
	state  rules.State
	before []int32 // the states that lead here, once for each turn
	left   int32   // turns that have not been seen to lose
	code   code
	done   bool
}

func (g *graph) add(s rules.State) int32 {
	i, ok := g.number[s]
	if !ok {
		i = int32(len(g.nodes))
		g.number[s] = i
		g.nodes = append(g.nodes, node{state: s})
	}
	return i
}

// end returns the code of s if its side on move has no turn.
func end(r *rules.Rules, s *rules.State, turns []rules.Turn) (code, bool) {
	if others := s.Pieces(s.Mover().Other()); others.Empty() {
		// The game is over for the other side.
		if r.Profile().Ending.NoPieces == "win" {
			return lostEnd, true
		}
		return wonEnd, true
	}
	if len(turns) > 0 {
		return drawn, false
	}
	return endCode(s, r.Ending(s)), true
}

// solveStates values every state that s leads to, if there are no more than limit:
// ends by the rules, the others working back from them turn by turn.
func solveStates(ctx context.Context, r *rules.Rules, s rules.State, limit int) (Game, error) {
	g := graph{r: r, number: map[rules.State]int32{}}
	g.add(s)
	var turns []rules.Turn
	var layer, next []int32
	for i := 0; i < len(g.nodes); i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return Game{}, ctx.Err()
		}
		if len(g.nodes) > limit {
			return Game{Low: -1, High: 1, Plies: -1, Method: ByStates, Positions: len(g.nodes)}, nil
		}
		s := g.nodes[i].state
		turns = r.Moves(turns[:0], s)
		if c, over := end(r, &s, turns); over {
			g.nodes[i].code, g.nodes[i].done = c, true
			layer = append(layer, int32(i))
			continue
		}
		g.nodes[i].left = int32(len(turns))
		for _, t := range turns {
			j := g.add(r.Play(s, t))
			g.nodes[j].before = append(g.nodes[j].before, int32(i))
		}
	}
	for ; len(layer) > 0; layer, next = next, layer[:0] {
		for _, j := range layer {
			after := &g.nodes[j]
			if !after.code.decided() {
				continue
			}
			for _, i := range after.before {
				n := &g.nodes[i]
				if n.done {
					continue
				}
				c := after.code.before()
				if n.state.Mover() == after.state.Mover() {
					c = after.code.waived()
				}
				if c.loss() {
					if n.left--; n.left > 0 {
						continue
					}
				}
				n.code, n.done = c, true
				next = append(next, i)
			}
		}
	}
	first := g.nodes[0].code
	return Game{first.value(), first.value(), first.distance(), ByStates, len(g.nodes)}, nil
}
