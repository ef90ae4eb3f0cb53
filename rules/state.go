package rules

import (
	"slices"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// A ClaimKind is what a turn does about the omission before it.
type ClaimKind uint8

// The claims with which a turn can open.
const (
	NoClaim ClaimKind = iota // none was open, or it is waived by moving
	Huff                     // remove a piece
	Compel                   // have the turn replayed
	Waive                    // accept the omission where it ended the game
)

// An Action is what follows the claim in a turn.
type Action uint8

// The actions.
const (
	Nothing  Action = iota // the claim was the whole turn
	Quiet                  // a move without capture
	Capture                // a capture
	Pass                   // no piece can move, and the rules have the player pass
	CallDraw               // a draw clause that works on claim
)

// A Turn is what one player does when on move: a claim, then a move.
// It is comparable; two turns of one State are the same turn if they are equal.
type Turn struct {
	Captured board.Set // pieces taken
	Huffable board.Set // after an omission: pieces (where they then stand) that may be huffed for it
	Claim    ClaimKind
	Action   Action
	Omission profile.Omission
	Promotes bool         // the moving piece is a man and ends as a king
	Named    board.Square // the piece huffed, or the piece that a compel names
	From, To board.Square // of a quiet move or a capture
	Offers   board.Square // where the offender chooses: the piece that would go (where it then stands)
}

// Bare is what t does on the board. The kind of an omission, and what may be huffed for
// it, are consequences.
func (t Turn) Bare() Turn {
	t.Omission, t.Huffable = profile.NoOmission, board.Set{}
	return t
}

// Find returns the place among turns of the turn that does the same on the board as t, or -1.
func Find(turns []Turn, t Turn) int {
	return slices.IndexFunc(turns, func(u Turn) bool { return u.Bare() == t.Bare() })
}

// A Result is who won.
type Result uint8

// The results. Ongoing is not one.
const (
	Ongoing Result = iota
	FirstWins
	SecondWins
	Draw
	Void // broken off, and by the profile's reading not counted
)

var resultWords = [...]string{"ongoing", "first", "second", "draw", "void"}

func (r Result) String() string { return resultWords[r] }

// WinOf returns the result in which s wins.
func WinOf(s board.Side) Result { return FirstWins + Result(s) }

// A Reason is why a game ended.
type Reason string

// The reasons that the rules know. A study adds those of its own: horizon,
// agreement, adjudication, forfeit.
const (
	NoPieces    Reason = "no-pieces"
	LastPiece   Reason = "last-piece"
	FirstKing   Reason = "first-king"
	NoMoves     Reason = "no-moves"
	BothBlocked Reason = "both-blocked"
	Repetition  Reason = "repetition"
	QuietPlies  Reason = "quiet"
	Material    Reason = "material"
	Stop        Reason = "stop"
	Dead        Reason = "dead"
)

// A NamedReason is a reason in words: as a noun, and as a sentence in which SIDE stands for
// the side that has nothing left.
type NamedReason struct {
	Reason
	Words, Sentence string
}

// Reasons are the reasons that the rules know, in the order of tables.
var Reasons = []NamedReason{
	{NoPieces, "no pieces left", "SIDE has no pieces left"},
	{LastPiece, "a single piece left", "SIDE has a single piece left"},
	{FirstKing, "the first king", "the first king has won"},
	{NoMoves, "no move left", "SIDE cannot move"},
	{BothBlocked, "both blocked", "neither side can move"},
	{Repetition, "repetition", "the position came back"},
	{QuietPlies, "quiet plies", "too many moves without a capture"},
	{Material, "little material", "the count of moves for these pieces has run out"},
	{Stop, "broken off", "no win was near with these pieces"},
	{Dead, "no capture possible", "nothing can ever be captured"},
}

// An Outcome is how a game stands: Result is Ongoing and Reason empty while it
// goes on.
type Outcome struct {
	Result Result
	Reason Reason
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }

// position is the part of a state that is taken back as a whole when a turn is replayed.
type position struct {
	pieces [2]board.Set // by side
	kings  board.Set
	held   [2]board.Set    // by owner: see claim.lapse
	last   [2]board.Square // by side: the king that moved last, under king.repeat_limit
	runs   [2]uint8        // by side: how many moves in a row that king has made
	mover  board.Side
}

// huffed is the piece whose huff opened a turn, if one did. Under claim.own_duty =
// "before-huff" it stands on the board from which the turn's due captures are read.
type huffed struct {
	any  bool
	at   board.Square
	king bool
}

// A State is a position, who is on move, and what is open: the omission just made,
// which the side to move may claim, or the duty that a compel has left. It is
// comparable.
type State struct {
	position
	before     position     // where compelOpen: the position before the omission
	claim      board.Set    // the opponent's pieces that may be huffed now
	named      board.Square // where compelled: the piece that must capture, or NoSquare; where compelOpen: the origin of the omission
	huffed     huffed       // where compelOpen or compelled, under claim.own_duty = "before-huff": the huff that opened the turn
	compelOpen bool         // the last turn was an omission that may be taken back
	compelled  bool         // a due capture must be made
}

// Mover returns the side on move.
func (s *State) Mover() board.Side { return s.mover }

// Pieces returns the pieces of a side.
func (s *State) Pieces(side board.Side) board.Set { return s.pieces[side] }

// Men returns the men of a side.
func (s *State) Men(side board.Side) board.Set { return s.pieces[side].Minus(s.kings) }

// Kings returns the kings of a side.
func (s *State) Kings(side board.Side) board.Set { return s.pieces[side].And(s.kings) }

// Setup returns the pieces and the mover. What is open is lost.
func (s *State) Setup() board.Setup {
	return board.Setup{
		Men:   [2]board.Set{s.Men(board.First), s.Men(board.Second)},
		Kings: [2]board.Set{s.Kings(board.First), s.Kings(board.Second)},
		Mover: s.mover,
	}
}

// ClaimOpen reports whether the side on move may make a claim.
func (s *State) ClaimOpen() bool { return s.compelOpen || !s.claim.Empty() }

// Huffable returns the opponent's pieces that the side on move may huff.
func (s *State) Huffable() board.Set { return s.claim }

// Huffs returns the pieces that t, a turn of s, removes by a huff: the one it names, or all
// that may be huffed.
func (s *State) Huffs(t Turn) board.Set {
	switch {
	case t.Claim != Huff:
		return board.Set{}
	case t.Named == board.NoSquare:
		return s.claim
	}
	return board.SetOf(t.Named)
}

// Compelled reports whether the side on move must make a due capture because the
// opponent had its turn replayed, and with which piece (NoSquare: any).
func (s *State) Compelled() (board.Square, bool) { return s.named, s.compelled }

// Pending reports whether a claim is open, or one that was made waits for its answer.
func (s *State) Pending() bool { return s.compelled || s.ClaimOpen() }
