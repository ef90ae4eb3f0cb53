package endings

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
)

// A Position is the value of a position and of its turns, for the side on move.
type Position struct {
	Value    string   `json:"value"`
	Distance int      `json:"distance"`
	Turns    []Turn   `json:"turns"`            // the best first
	Line     []string `json:"line"`             // best play to the end; none of a draw
	States   int      `json:"states,omitempty"` // all to which play can lead, where no table can have the value
	ended    string   // why the game is over here, in words
}

// A Turn is what a turn leads to.
type Turn struct {
	Turn     string `json:"turn"`
	Value    string `json:"value"`
	Distance int    `json:"distance"`
	rank     int
	turn     rules.Turn
}

func valueWord(v int) string { return [...]string{"loss", "draw", "win"}[v+1] }

var verbs = map[string]string{"win": "wins", "draw": "draws", "loss": "loses"}

// Valued are the values of the states of a game: exact.Tables, or exact.Reached.
type Valued interface {
	Rules() *rules.Rules
	Probe(s *rules.State) (value, turns int, ok bool)
}

// Probe says what s is worth, without its line.
func Probe(t Valued, n *notation.Notation, s rules.State) (*Position, error) {
	r := t.Rules()
	value, turns, ok := t.Probe(&s)
	if !ok {
		return nil, fmt.Errorf("the position is in no table: a man waits on the last row to be crowned")
	}
	found := &Position{Value: valueWord(value), Distance: turns, Turns: []Turn{}, Line: []string{}}
	if o := r.Ended(&s, 1); o.Over() { // whatever could be moved
		found.ended = n.Why(o.Reason, &s)
		return found, nil
	}
	all := r.Moves(nil, s)
	found.ended = n.Why(r.Ended(&s, len(all)).Reason, &s)
	for _, turn := range all {
		next, text := r.Play(s, turn), n.Format(notation.PDN, s.Setup(), turn, all)
		v, d, ok := t.Probe(&next)
		if !ok {
			return nil, fmt.Errorf("the position after %s is in no table", text)
		}
		if next.Mover() != s.Mover() {
			v = -v
		}
		d += v * v
		found.Turns = append(found.Turns, Turn{text, valueWord(v), d, v * (d - 1<<20), turn})
	}
	slices.SortFunc(found.Turns, func(a, b Turn) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), strings.Compare(a.Turn, b.Turn))
	})
	return found, nil
}

// BestPlay is the turns from s to the end of the game: the winner takes the shortest
// way, the loser the longest, each the first such turn.
func BestPlay(t Valued, n *notation.Notation, s rules.State) (turns []string, err error) {
	for {
		p, err := Probe(t, n, s)
		if err != nil || len(p.Turns) == 0 {
			return turns, err
		}
		turns = append(turns, p.Turns[0].Turn)
		s = t.Rules().Play(s, p.Turns[0].turn)
	}
}

// WriteText says it in words; s is the position.
func (p *Position) WriteText(w io.Writer, n *notation.Notation, s *rules.State) {
	mover, other := n.Player(s.Mover()), n.Player(s.Mover().Other())
	if p.ended != "" {
		fmt.Fprintf(w, "The game is over: %s. This is a %s for %s.\n", p.ended, p.Value, mover)
	} else {
		says := map[string]string{
			"draw": ", and with best play neither side wins",
			"win":  " and wins, with best play of both after " + several(p.Distance, "turn"),
			"loss": " and " + other + " wins, with best play of both after " + several(p.Distance, "turn"),
		}
		fmt.Fprintf(w, "%s is on move%s.\n", mover, says[p.Value])
	}
	width := 0
	for _, t := range p.Turns {
		width = max(width, len(t.Turn))
	}
	for _, t := range p.Turns {
		verb := verbs[t.Value]
		if t.Distance > 0 {
			verb += " after " + several(t.Distance, "turn")
		}
		fmt.Fprintf(w, "  %-*s  %s\n", width, t.Turn, verb)
	}
	if p.States > 0 {
		fmt.Fprintf(w, "found among all %d states to which play can lead\n", p.States)
	}
	if len(p.Line) > 0 {
		fmt.Fprintf(w, "best play: %s\n", strings.Join(p.Line, " "))
	}
}

func several(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
