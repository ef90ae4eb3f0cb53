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
