// Package oracle is a second generator of turns, written from the prose of the
// rules and from nothing else: a board of rows and columns, every chain of jumps
// followed to each of its ends, every question asked anew of the whole board. It
// is slow, and meant to be checked by reading it. It shares the types of package
// rules, so that the two can be compared, but none of its algorithms or tables.
//
// Where the prose leaves a question open, the answer is a comment that begins
// with "Reading:".
package oracle

import (
	"fmt"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// Game is the rules of one profile.
type Game struct {
	p    *profile.Profile
	grid board.Grid
	full [2]int // by side: men needed to set up the board, two for a king

	// MaxJumps bounds the work of one call of Turns or Play, if above 0: beyond
	// so many jumps the call panics with TooLong.
	MaxJumps int
	jumps    int
}

// TooLong is the panic of a call that would take more than Game.MaxJumps.
type TooLong struct{}

// New returns the game of p, which must be valid.
func New(p *profile.Profile) *Game {
	g := &Game{p: p, grid: p.Board.Grid()}
	s := g.Start()
	for _, side := range []board.Side{board.First, board.Second} {
		for _, at := range s.board.places(side) {
			g.full[side]++
			if s.board.at(at).king {
				g.full[side]++
			}
		}
	}
	return g
}

// position is what a compel takes back.
type position struct {
	board layout
	mover board.Side
	// held has, by owner, the pieces of which claim.lapse has something to
	// remember: those at fault (while-due), or those whose claim was not used
	// (once).
	held [2]places
	// streak is, by side, the king that made the last moves, and how many.
	streak [2]struct {
		king  place
		moves int
	}
}

// State is a position and what is open in it.
type State struct {
	position
	// claim is what the opponent's last turns have left to be claimed.
	claim struct {
		huff   places   // the opponent's pieces that may be huffed
		compel bool     // the last turn may be taken back
		names  []place  // and these pieces, where they stood before it, be named
		bound  bool     // it must be played with the one piece of names
		before position // the position to go back to
		owed   []rules.Turn
		opened opening // of the turn that may be taken back
	}
	// replays is set after a compel: the turn must be one of owed.
	replays bool
	named   board.Square // the piece that must take, or NoSquare
	owed    []rules.Turn
	opened  opening
}

// An opening is the huff with which a turn began, if it began with one and what was due
// in it was read before the huff. Reading: states that it led to are not the same if they
// differ in it, although the same may be due.
type opening struct {
	at   place
	gone piece
}

// Start returns the starting position.
func (g *Game) Start() State {
	if g.p.Board.Setup != nil && g.p.Board.Start != "" {
		return g.FromSetup(*g.p.Board.Setup)
	}
	var s State
	for row := range g.p.Board.MenRows {
		for col := range g.p.Board.Columns {
			for side, r := range []int{row, g.p.Board.Rows - 1 - row} {
				if at := (place{r, col}); g.playing(at) {
					s.board[at.row][at.col] = piece{there: true, side: board.Side(side)}
				}
			}
		}
	}
	return s
}

// FromSetup returns a position in which nothing is open.
func (g *Game) FromSetup(setup board.Setup) State {
	s := State{position: position{mover: setup.Mover}}
	for row := range g.p.Board.Rows {
		for col := range g.p.Board.Columns {
			q, ok := g.grid.Square(row, col)
			if !ok {
				continue
			}
			for _, side := range []board.Side{board.First, board.Second} {
				if setup.Men[side].Has(q) {
					s.board[row][col] = piece{there: true, side: side}
				}
				if setup.Kings[side].Has(q) {
					s.board[row][col] = piece{there: true, side: side, king: true}
				}
			}
		}
	}
	return s
}

// Setup returns the pieces of s and who is on move.
func (g *Game) Setup(s State) board.Setup {
	setup := board.Setup{Mover: s.mover}
	for _, side := range []board.Side{board.First, board.Second} {
		for _, at := range s.board.places(side) {
			if s.board.at(at).king {
				setup.Kings[side] = setup.Kings[side].With(g.square(at))
			} else {
				setup.Men[side] = setup.Men[side].With(g.square(at))
			}
		}
	}
	return setup
}

// Huffable returns the pieces that the side on move may huff.
func (g *Game) Huffable(s State) board.Set { return g.set(s.claim.huff) }

// Compelled reports whether the turn must be a capture that is owed because the
// opponent had it replayed, and with which piece (NoSquare: any).
func (g *Game) Compelled(s State) (board.Square, bool) {
	if !s.replays {
		return board.NoSquare, false
	}
	return s.named, true
}

// Perft counts the lines of play of the given length in turns. With due, the
// side on move makes due captures only.
func (g *Game) Perft(s State, depth int, due bool) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for _, t := range g.Turns(s) {
		if due && t.Omission != profile.NoOmission {
			continue
		}
		if depth == 1 { // the last turn is counted without being played
			n++
			continue
		}
		n += g.Perft(g.Play(s, t), depth-1, due)
	}
	return n
}

func (g *Game) square(at place) board.Square {
	q, ok := g.grid.Square(at.row, at.col)
	if !ok {
		panic(fmt.Sprintf("oracle: row %d column %d is not a playing square", at.row, at.col))
	}
	return q
}

func (g *Game) place(q board.Square) place {
	row, col := g.grid.Place(q)
	return place{row, col}
}

func (g *Game) set(ps places) board.Set {
	var s board.Set
	for _, at := range ps.list() {
		s = s.With(g.square(at))
	}
	return s
}
