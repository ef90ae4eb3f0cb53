package rules

// A History is the course of a game: the states passed through, as far as they
// were not taken back, with the counters that draw clauses read. It is for one
// goroutine.
type History struct {
	rules  *Rules
	states []State
}

// NewHistory returns the history of a game that begins in s.
func NewHistory(r *Rules, s State) *History { return &History{rules: r, states: []State{s}} }

// Rules returns the rules of the game.
func (h *History) Rules() *Rules { return h.rules }

// State returns the present state.
func (h *History) State() State { return h.states[len(h.states)-1] }

// Plies returns the number of turns that stand: a default taken back and its
// compel are not among them.
func (h *History) Plies() int { return 0 }

// Turns returns the turns that are legal now. They are those of Moves, except
// that a default which would end the game leaves only claims and Waive, and that
// a draw clause which works on claim adds CallDraw. The slice is valid until the
// next call of a method that changes h.
func (h *History) Turns() []Turn { return nil }

// Outcome says how the game stands.
func (h *History) Outcome() Outcome { return Outcome{} }

// Play makes t, one of Turns.
func (h *History) Play(t Turn) {}

// Undo takes the last turn back.
func (h *History) Undo() {}
