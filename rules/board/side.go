package board

// A Side is one of the two players: First moves first, whatever the colour.
type Side uint8

// The two sides.
const (
	First Side = iota
	Second
)

// Other returns the opponent of s.
func (s Side) Other() Side { return s ^ 1 }

func (s Side) String() string {
	if s == First {
		return "first"
	}
	return "second"
}

// A Setup is anything that can be written down: pieces by side and who is on
// move. Only Rules.Position makes a State of it.
type Setup struct {
	Men, Kings [2]Set
	Mover      Side
}

// Put puts a piece of a side on q.
func (s *Setup) Put(side Side, q Square, king bool) {
	if king {
		s.Kings[side] = s.Kings[side].With(q)
	} else {
		s.Men[side] = s.Men[side].With(q)
	}
}

// Pieces returns the men and kings of a side.
func (s *Setup) Pieces(side Side) Set { return s.Men[side].Or(s.Kings[side]) }
