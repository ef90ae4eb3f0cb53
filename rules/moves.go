package rules

type tables struct {
	last  [2]Set // by side: the row where its men become kings
	spare bool
}

func (r *Rules) derive() tables { return tables{} }

// Moves appends to dst the turns that are playable in s, due captures, defaults
// and claims, in a defined order: by claim, square named, action, origin,
// landing, captured squares. What depends on the course of the game (draw
// clauses, and the pause before an ending that an open claim makes) is not in
// it: see History.Turns.
func (r *Rules) Moves(dst []Turn, s State) []Turn { return dst }

// Due appends to dst the turns of s that leave no due capture untaken and make
// no claim: under a claimable obligation the turns of its compulsory twin.
func (r *Rules) Due(dst []Turn, s State) []Turn { return dst }

// Play returns the state after t, which must be a turn of s.
func (r *Rules) Play(s State, t Turn) State { return s }

// Perft counts the sequences of depth turns from s; with due, those in which no
// due capture is left untaken. Draw clauses do not enter.
func (r *Rules) Perft(s State, depth int, due bool) uint64 { return 0 }

// Key returns a hash of all that s is, for tables of positions.
func (r *Rules) Key(s *State) uint64 { return 0 }
