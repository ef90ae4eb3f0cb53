package player

import "varlab/rules"

// An evaluation judges a settled state in hundredths of a man, from the side on
// move. It is plain: what it knows follows from the rules and the board, asked
// of the engine, and nothing was learned.
type evaluation struct {
	r     *rules.Rules
	man   int
	king  int
	rows  [2][]rules.Set // by side: the squares of each row, from its own
	steps int            // what a row of advance is worth
}

func newEvaluation(r *rules.Rules) *evaluation {
	e := &evaluation{r: r, man: 100, king: 100 * kingWorth(r), steps: 2}
	if r.Profile().Ending.NoPieces == "win" {
		// Who has no pieces wins: they are a burden.
		e.man, e.king, e.steps = -e.man, -e.king, -e.steps
	}
	g := r.Grid()
	for row := range g.Rows {
		e.rows[rules.First] = append(e.rows[rules.First], g.Row(row))
		e.rows[rules.Second] = append(e.rows[rules.Second], g.Row(g.Rows-1-row))
	}
	return e
}

// of returns the value of s for the side on move, when the opponent's pieces in
// gone have left the board.
func (e *evaluation) of(s *rules.State, gone rules.Set) int {
	side := s.Mover()
	return e.side(s, side, rules.Set{}) - e.side(s, side.Other(), gone)
}

// A back row held against the opponent's kings is worth a few hundredths a man
// until the board is nearly empty, and a free move one hundredth.
const (
	holdsBackRow = 4
	freeMove     = 1
)

func (e *evaluation) side(s *rules.State, side rules.Side, gone rules.Set) int {
	men, kings := s.Men(side).Minus(gone), s.Kings(side).Minus(gone)
	n := men.Len()
	v := n*e.man + kings.Len()*e.king
	for row, squares := range e.rows[side] {
		v += row * e.steps * men.And(squares).Len()
	}
	if n > 4 {
		v += holdsBackRow * men.And(e.rows[side][0]).Len()
	}
	return v + freeMove*e.r.Mobility(s, side)
}
