package independent

// Turkish is Turkish draughts, in one of two readings of the moment at which a
// man that reaches the last row in a capture becomes a king.
type Turkish struct {
	CrownedInPassing bool
}

// "The board has sixty-four squares."
func onTurkishBoard(s Square) bool {
	return 1 <= s.Column && s.Column <= 8 && 1 <= s.Row && s.Row <= 8
}

// "Each player has sixteen pieces, White's on rows 2 and 3 and Black's on rows
// 6 and 7."
func (Turkish) Start() Board {
	board := Board{}
	for column := 1; column <= 8; column++ {
		board[Square{column, 2}] = Piece{White: true}
		board[Square{column, 3}] = Piece{White: true}
		board[Square{column, 6}] = Piece{}
		board[Square{column, 7}] = Piece{}
	}
	return board
}

// "A piece moves to the left, to the right and forwards, never diagonally, and
// never back"; a king "can move back". "Pieces move and capture along rows and
// columns; a man … neither steps nor captures backwards."
func turkishSteps(piece Piece) []Square {
	steps := []Square{{-1, 0}, {1, 0}, {0, forward(piece.White)}}
	if piece.King {
		steps = append(steps, Square{0, -forward(piece.White)})
	}
	return steps
}

func turkishLastRow(piece Piece) int {
	if piece.White {
		return 8
	}
	return 1
}

// Turns are all that the player may do, every route of a capture for itself.
// "Captures are mandatory." "Of several captures that of most pieces must be
// made." "What a piece is worth does not matter in a capture."
func (game Turkish) Turns(board Board, white bool) []Turn {
	var captures, moves []Turn
	for square, piece := range board {
		if piece.White == white {
			captures = append(captures, game.captures(board, piece, Turn{Route: []Square{square}}, Square{})...)
			moves = append(moves, turkishMoves(board, square, piece)...)
		}
	}
	if len(captures) == 0 {
		return moves
	}
	most := 0
	for _, capture := range captures {
		most = max(most, len(capture.Taken))
	}
	var turns []Turn
	for _, capture := range captures {
		if len(capture.Taken) == most {
			turns = append(turns, capture)
		}
	}
	return turns
}

// "A man, which steps one square"; "a king flies over any number of empty
// squares". "On the last row a piece becomes a king."
func turkishMoves(board Board, from Square, piece Piece) []Turn {
	var moves []Turn
	for _, step := range turkishSteps(piece) {
		for to := from.plus(step); turkishFree(board, to); to = to.plus(step) {
			crowned := !piece.King && to.Row == turkishLastRow(piece)
			moves = append(moves, Turn{Route: []Square{from, to}, Crowned: crowned})
			if !piece.King {
				break
			}
		}
	}
	return moves
}

func turkishFree(board Board, square Square) bool {
	_, occupied := board[square]
	return onTurkishBoard(square) && !occupied
}

// captures are the ways in which the piece can go on from where the turn has
// brought it, last having been its direction. "Captured pieces are removed at
// once": the board on which it goes on is another.
//
// "On a promotion square the capture goes on before the man is crowned." In the
// other reading, "a man becomes a king as soon as it reaches the last row, and
// goes on capturing as one".
func (game Turkish) captures(board Board, piece Piece, turn Turn, last Square) []Turn {
	if !piece.King && turn.To().Row == turkishLastRow(piece) && game.CrownedInPassing && len(turn.Taken) > 0 {
		piece.King, turn.Crowned = true, true
	}
	var captures []Turn
	for _, step := range turkishSteps(piece) {
		// "One may turn to the left or right, but not by 180 degrees."
		if step == last.opposite() {
			continue
		}
		// A man jumps what stands next to it; a king "captures at a distance".
		over := turn.To().plus(step)
		for piece.King && turkishFree(board, over) {
			over = over.plus(step)
		}
		if other, occupied := board[over]; !occupied || other.White == piece.White {
			continue
		}
		// A king "chooses where to land behind", a man comes down on the next.
		for landing := over.plus(step); turkishFree(board, landing); landing = landing.plus(step) {
			next := turn.then(over, landing)
			goesOn := game.captures(Turn{Route: []Square{turn.To(), landing}, Taken: []Square{over}}.After(board), piece, next, step)
			captures = append(captures, goesOn...)
			if !piece.King {
				break
			}
		}
	}
	if len(captures) == 0 && len(turn.Taken) > 0 {
		turn.Crowned = turn.Crowned || !piece.King && turn.To().Row == turkishLastRow(piece)
		return []Turn{turn}
	}
	return captures
}
