package rules_test

import (
	"testing"

	"varlab/rules"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// value is the outcome of perfect play for the side on move.
type value int8

const (
	lost value = iota - 1
	drawn
	won
)

// solve returns the value of every state that can be reached from start: states
// without turns by the rules of ending, the others by working back from them until
// nothing changes. What stays open is play that never ends: drawn.
func solve(t *testing.T, r *rules.Rules, start rules.State, limit int) map[rules.State]value {
	t.Helper()
	type edge struct {
		to   rules.State
		same bool // the same side stays on move
	}
	next := map[rules.State][]edge{}
	known := map[rules.State]value{}
	queue := []rules.State{start}
	next[start] = nil
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		turns := r.Moves(nil, s)
		if len(turns) == 0 {
			known[s] = drawn
			switch r.Beaten(&s).Result {
			case rules.WinOf(s.Mover()):
				known[s] = won
			case rules.WinOf(s.Mover().Other()):
				known[s] = lost
			}
			continue
		}
		for _, turn := range turns {
			n := r.Play(s, turn)
			next[s] = append(next[s], edge{n, n.Mover() == s.Mover()})
			if _, ok := next[n]; !ok {
				require.Less(t, len(next), limit, "too many states")
				next[n] = nil
				queue = append(queue, n)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for s, edges := range next {
			if _, ok := known[s]; ok || len(edges) == 0 {
				continue
			}
			best, open := lost, false
			for _, e := range edges {
				v, ok := known[e.to]
				if !e.same {
					v = -v
				}
				if !ok {
					open = true
				} else {
					best = max(best, v)
				}
			}
			if best == won || !open && best == lost {
				known[s], changed = best, true
			}
		}
	}
	for s := range next {
		if _, ok := known[s]; !ok {
			known[s] = drawn
		}
	}
	return known
}

// small is a board on which a whole game can be solved.
func small(rows, columns int, change func(*profile.Profile)) func(*profile.Profile) {
	return func(p *profile.Profile) {
		p.Board.Rows, p.Board.Columns, p.Board.MenRows = rows, columns, 1
		change(p)
	}
}

// With compel among the remedies perfect play gives the compulsory game, since the
// opponent can always have it: every position where nothing is open has the value
// that it has under the compulsory twin.
func TestCompelHasTheValueOfTheCompulsoryGame(t *testing.T) {
	for name, c := range map[string]struct {
		rows, columns int
		change        func(*profile.Profile)
	}{
		"4x4 flying": {4, 4, func(*profile.Profile) {}},
		"4x4 short":  {4, 4, func(p *profile.Profile) { p.King.Range = profile.Short }},
		"4x4 forward, no maximum": {4, 4, func(p *profile.Profile) {
			p.Man.Capture, p.Capture.Precedence = profile.CapturesForward, nil
			p.Settle()
		}},
		"4x4 misere": {4, 4, func(p *profile.Profile) { p.Ending.NoPieces, p.Ending.NoMoves = profile.Wins, profile.Wins }},
	} {
		t.Run(name, func(t *testing.T) {
			twin := begin(t, "", small(c.rows, c.columns, c.change)).h
			claimed := begin(t, "", small(c.rows, c.columns, func(p *profile.Profile) { c.change(p); souffler(p) })).h
			want := solve(t, twin.Rules(), twin.State(), 200000)
			got := solve(t, claimed.Rules(), claimed.State(), 2000000)
			compared := 0
			for s, v := range want {
				if w, ok := got[s]; ok {
					compared++
					require.Equal(t, v, w, "%v", s.Setup())
				}
			}
			require.Greater(t, compared, 10)
		})
	}
}
