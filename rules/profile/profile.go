package profile

import (
	"slices"

	"varlab/rules/board"
)

// A Profile is a rule set as resolved: the value of every axis, given as it
// stands in the profile. Compile turns it into Rules. The meaning of each value
// is in the declaration of its axis (see Axes).
type Profile struct {
	ID        string
	Board     Board
	Man       Man
	King      King
	Capture   Capture
	Claim     Claim
	Promotion Promotion
	Ending    Ending
	Draws     []DrawClause
	Conduct   Conduct
	Match     Match
}

// Board is the board, its start, and how its squares are named.
type Board struct {
	Rows, Columns int
	MenRows       int          // rows of men per side; 0 where Start is given
	Start         string       // FEN; empty where MenRows is given
	Setup         *board.Setup // Start as read; set by whoever reads profiles, since rules reads no text
	Squares       board.Squares
	DarkCorner    Corner
	Notation      Naming
	FirstSquare   PrintedCorner
	WhiteHome     Home
	FirstMover    Colour
}

// Grid returns where the squares of b lie.
func (b *Board) Grid() board.Grid {
	return board.Grid{Rows: b.Rows, Columns: b.Columns, Odd: b.Columns%2 == 1 && b.DarkCorner == RightCorner, Squares: b.Squares}
}

// SameNames reports whether names of squares and colours mean the same on another board of
// the same size.
func (b *Board) SameNames(o *Board) bool {
	return b.FirstSquare == o.FirstSquare && b.WhiteHome == o.WhiteHome && b.DarkCorner == o.DarkCorner &&
		b.FirstMover == o.FirstMover && b.Notation == o.Notation
}

// WritesSquares reports whether squares are written out in p, by their names.
func (p *Profile) WritesSquares() bool { return p.Board.Start != "" || p.Promotion.Squares != "" }

// Man is what distinguishes a man.
type Man struct {
	Moves          Step
	Capture        ManCapture
	Chain          Chain
	MayCaptureKing bool
}

// King is what a king may do.
type King struct {
	Range       Range
	Moves       Walk
	Chain       Chain
	Landing     Landing
	Leap        Leap
	RepeatLimit int
}

// Capture is what is owed when a capture is possible.
type Capture struct {
	Directions Directions
	Obligation Obligation
	Completion Completion
	Precedence []Precedence
	Compared   Compared
	KingValue  int // in hundredths of a man; 0 unless Precedence has ByValue
	Removal    Removal
	Reversal   Reversal
}

// Claim is what the opponent may do about a capture that was owed and not made.
// It is the zero value unless the obligation is claimable.
type Claim struct {
	Remedies     []Remedy
	Automatic    bool
	Covers       []Omission
	Piece        HuffPiece
	Number       HuffNumber
	Chooser      Party
	HuffTurn     HuffTurn
	OwnDuty      OwnDuty
	CompelChoice Party
	Lapse        Lapse
}

// Promotion is how a man becomes a king.
type Promotion struct {
	When     Crowning
	EndsMove bool
	SpareMan SpareMan
	Squares  string       // where men are crowned; empty: on the last row
	Setup    *board.Setup // Squares as read, as if men stood on them; set like Board.Setup
}

// MayBreakOff reports whether some draw clause breaks games off that then count for nothing.
func (p *Profile) MayBreakOff() bool {
	return slices.ContainsFunc(p.Draws, DrawClause.BreaksOff)
}

// LosesByCount reports whether a draw clause makes a side lose.
func (p *Profile) LosesByCount() bool {
	return slices.ContainsFunc(p.Draws, func(c DrawClause) bool { return c.StrongLoses })
}

// PromotionSquares returns where the men of a side are crowned.
func (p *Profile) PromotionSquares(side board.Side) board.Set {
	g := p.Board.Grid()
	switch {
	case p.Promotion.When == Never:
		return board.Set{}
	case p.Promotion.Squares != "":
		return p.Promotion.Setup.Men[side]
	case side == board.First:
		return g.Row(g.Rows - 1)
	}
	return g.Row(0)
}

// Ending is what it means to have a king, no piece, a single one, or no move.
type Ending struct {
	FirstKing   FirstKing
	NoPieces    Consequence
	LastPiece   LastPiece
	NoMoves     Consequence
	BothBlocked Blocked
}

// A DrawClause is one clause by which a game ends undecided. Kind says which of
// the other fields are read (see ClauseFields).
type DrawClause struct {
	Kind            ClauseKind
	Count           int          // repetition: occurrences
	SideToMove      bool         // repetition: the same side must be on move
	OnClaim         bool         // repetition, quiet, material, balance: a turn of the side to move, not automatic
	Plies           int          // quiet, material, balance: length in plies
	Moves           Counted      // quiet: which plies count
	Side            Counting     // quiet: whose plies count
	Strong          []string     // material, stop: what one side has
	Weak            []string     // material, stop: what the other has
	Diagonal        DiagonalHeld // material: where the weak side's king stands
	Restart         Restart      // material: what starts the count again
	StrongLoses     bool         // material: the strong side has lost then; else it is a draw
	Fewest, Most    int          // balance: pieces of both sides together
	WithinMoves     int          // stop: own moves of the stronger side in which it must win
	Outcome         StopOutcome  // stop: what the broken-off game is
	LimitPositions  int          // dead: positions examined at most
	AfterQuietPlies int          // dead: tried only after that number of quiet plies
}

// Conduct is the rules about people: touching, releasing, putting right.
type Conduct struct {
	TouchMove        TouchMove
	TouchAgainstDuty TouchDuty
	ClaimByTouch     ClaimByTouch
	ClaimAfterTouch  OwnTouch
	Release          Release
	Adjusting        string
	UnliftedPieces   string
	OwnPieceLifted   string
	FalseMove        string
	CompelPiece      string
}

// Match is how games follow one another, how one ends by a word, and for which side a drawn one
// scores.
type Match struct {
	FirstGame   string
	NextGame    string
	Resignation Stopping
	Agreement   Stopping
	Draw        DrawOdds
}
