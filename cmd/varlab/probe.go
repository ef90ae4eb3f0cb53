package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/exact"
	"varlab/rules/notation"

	"github.com/spf13/cobra"
)

func probeCommand() *cobra.Command {
	var flags ruleFlags
	var at positionFlags
	var tables tableFlags
	var format formatFlag
	cmd := &cobra.Command{
		Use:   "probe -r ID --fen FEN",
		Short: "Say what a position with few pieces is worth, and each of its turns",
		Long: `Say who wins a position with best play, in how many turns, and what each turn
leads to. The value is exact; the tables that it needs are made first. Clauses that
draw a game by what went before (repetition, counting) are no part of it, nor are
those that break a game off.`,
		Example: "  varlab probe -r english --fen W:WK10:BK1\n" +
			"  varlab probe -r polonaise-souffler --fen W:WK28,K46:BK22 --after 46-41",
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, r, err := flags.one()
			if err != nil {
				return err
			}
			h, n, err := at.history(r)
			if err != nil {
				return err
			}
			s := h.State()
			t, err := tables.tables(cmd.Context(), r, materials(r, &s), cmd.ErrOrStderr(), again(cmd, args))
			if err != nil {
				return err
			}
			defer t.Close()
			found, err := probe(t, n, s)
			if err != nil {
				return err
			}
			if found.Distance > 0 {
				if found.Line, err = bestPlay(t, n, s); err != nil {
					return err
				}
			}
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), found)
			}
			found.write(cmd.OutOrStdout(), n, &s)
			return nil
		},
	}
	flags.add(cmd, true)
	at.add(cmd)
	tables.add(cmd)
	format.add(cmd, "text", "json")
	return cmd
}

// materials returns what tables s needs: those of its pieces, and of what stood
// before where a claim can have the last turn taken back.
func materials(r *rules.Rules, s *rules.State) []exact.Material {
	var ms []exact.Material
	add := func(s *rules.State) {
		count := func(side board.Side) exact.Pieces {
			return exact.Pieces{Men: s.Men(side).Len(), Kings: s.Kings(side).Len()}
		}
		if m := (exact.Material{count(s.Mover()), count(s.Mover().Other())}); m[0].Len() > 0 && m[1].Len() > 0 {
			ms = append(ms, m)
		}
	}
	add(s)
	for _, t := range r.Moves(nil, *s) {
		if t.Claim == rules.Compel {
			before := r.Play(*s, t)
			add(&before)
		}
	}
	return ms
}

// probed is the value of a position and of its turns, for the side on move.
type probed struct {
	Value    string       `json:"value"`
	Distance int          `json:"distance"`
	Turns    []probedTurn `json:"turns"`
	Line     []string     `json:"line"` // best play to the end; none of a draw
}

type probedTurn struct {
	Turn     string `json:"turn"`
	Value    string `json:"value"`
	Distance int    `json:"distance"`
	score    int
}

func valueWord(v int) string { return [...]string{"loss", "draw", "win"}[v+1] }

// score orders values with their distances, the best first.
func score(value, turns int) int {
	switch value {
	case 1:
		return turns - 1<<20
	case -1:
		return 1<<20 - turns
	}
	return 0
}

func probe(t *exact.Tables, n *notation.Notation, s rules.State) (*probed, error) {
	r := t.Rules()
	value, turns, ok := t.Probe(&s)
	if !ok {
		return nil, fmt.Errorf("the position is in no table: a man waits on the last row to be crowned")
	}
	found := &probed{Value: valueWord(value), Distance: turns, Turns: []probedTurn{}, Line: []string{}}
	if s.Pieces(s.Mover().Other()).Empty() {
		return found, nil // the game is over, whatever could be moved
	}
	all := r.Moves(nil, s)
	for _, turn := range all {
		next := r.Play(s, turn)
		v, d, ok := t.Probe(&next)
		if !ok {
			return nil, fmt.Errorf("the position after %s is in no table", n.Format(notation.PDN, s.Setup(), turn, all))
		}
		if next.Mover() != s.Mover() {
			v = -v
		}
		if v != 0 {
			d++
		}
		found.Turns = append(found.Turns, probedTurn{n.Format(notation.PDN, s.Setup(), turn, all), valueWord(v), d, score(v, d)})
	}
	slices.SortFunc(found.Turns, func(a, b probedTurn) int {
		return cmp.Or(cmp.Compare(a.score, b.score), strings.Compare(a.Turn, b.Turn))
	})
	return found, nil
}

// write says it in words.
func (p *probed) write(out io.Writer, n *notation.Notation, s *rules.State) {
	mover, other := n.Colour(s.Mover()), n.Colour(s.Mover().Other())
	mover, other = strings.ToUpper(mover[:1])+mover[1:], strings.ToUpper(other[:1])+other[1:]
	switch {
	case s.Pieces(s.Mover().Other()).Empty():
		fmt.Fprintf(out, "%s has no pieces: this is a %s for %s.\n", other, p.Value, mover)
	case len(p.Turns) == 0 && p.Value == "draw":
		fmt.Fprintf(out, "%s is on move and has no turn: the game is drawn.\n", mover)
	case len(p.Turns) == 0:
		fmt.Fprintf(out, "%s is on move and has no turn: %s.\n", mover, map[string]string{"win": "this wins", "loss": "this loses"}[p.Value])
	case p.Value == "draw":
		fmt.Fprintf(out, "%s is on move, and with best play neither side wins.\n", mover)
	case p.Value == "win":
		fmt.Fprintf(out, "%s is on move and wins, with best play of both after %s.\n", mover, turnCount(p.Distance))
	default:
		fmt.Fprintf(out, "%s is on move and %s wins, with best play of both after %s.\n", mover, other, turnCount(p.Distance))
	}
	width := 0
	for _, t := range p.Turns {
		width = max(width, len(t.Turn))
	}
	for _, t := range p.Turns {
		word := map[string]string{"win": "wins", "draw": "draws", "loss": "loses"}[t.Value]
		if t.Distance > 0 {
			word += fmt.Sprintf(" after %s", turnCount(t.Distance))
		}
		fmt.Fprintf(out, "  %-*s  %s\n", width, t.Turn, word)
	}
	if len(p.Line) > 0 {
		fmt.Fprintf(out, "best play: %s\n", strings.Join(p.Line, " "))
	}
}

func turnCount(n int) string {
	if n == 1 {
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", n)
}
