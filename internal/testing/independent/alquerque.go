package independent

// Alquerque is alquerque of twelve. Without readings it is the game of Alfonso's
// book, as far as that says; each reading is of later texts.
type Alquerque struct {
	MustTake  bool // "Captures … are compulsory."
	NeverBack bool // "A piece cannot move backwards."
	MayStop   bool // "A capture may be stopped after any jump."
}

// "The board has twenty-five places for pieces": by all descriptions of the
// drawing, five rows of five.
func onAlquerqueBoard(s Square) bool {
	return 1 <= s.Column && s.Column <= 5 && 1 <= s.Row && s.Row <= 5
}

// "There are twenty-four pieces: twelve of one colour are put on one side, the
// other twelve on the other, in rows." "One place is left empty in the middle."
// Each player's two pieces of the middle row stand at the player's right.
func (Alquerque) Start() Board {
	board := Board{}
	for column := 1; column <= 5; column++ {
		board[Square{column, 1}] = Piece{White: true}
		board[Square{column, 2}] = Piece{White: true}
		board[Square{column, 4}] = Piece{}
		board[Square{column, 5}] = Piece{}
		if column != 3 {
			board[Square{column, 3}] = Piece{White: column > 3}
		}
	}
	return board
}

// "Straight, as the straight line of the board goes." Lines join the points of
// each row and column; each quarter of the board is a box in which a cross and
// a saltire are drawn, so that diagonals pass through every second point, the
// corners and the middle among them.
func (game Alquerque) lines(from Square, white bool) []Square {
	var lines []Square
	for _, step := range []Square{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}} {
		diagonal := step.Column != 0 && step.Row != 0
		if diagonal && (from.Column+from.Row)%2 != 0 {
			continue
		}
		if game.NeverBack && step.Row == -forward(white) {
			continue
		}
		lines = append(lines, step)
	}
	return lines
}

func alquerqueFree(board Board, point Square) bool {
	_, occupied := board[point]
	return onAlquerqueBoard(point) && !occupied
}

// Turns are all that the player may do, every route of a capture for itself.
// That a piece takes is told, not ordered: moves stand beside captures, unless
// one must take.
func (game Alquerque) Turns(board Board, white bool) []Turn {
	var captures, moves []Turn
	for point, piece := range board {
		if piece.White != white {
			continue
		}
		captures = append(captures, game.captures(board, white, Turn{Route: []Square{point}})...)
		// "A piece moves to any next point along a line, if that is empty."
		for _, step := range game.lines(point, white) {
			if to := point.plus(step); alquerqueFree(board, to) {
				moves = append(moves, Turn{Route: []Square{point, to}})
			}
		}
	}
	if game.MustTake && len(captures) > 0 {
		return captures
	}
	return append(captures, moves...)
}

// captures are the ways in which the piece can go on from where the turn has
// brought it. It takes "passing over … from one place to another, straight", and
// "as many pieces as he passes over so, he takes them all": the capture goes on
// as long as it can, unless it may be stopped after any jump.
func (game Alquerque) captures(board Board, white bool, turn Turn) []Turn {
	var captures []Turn
	for _, step := range game.lines(turn.To(), white) {
		over := turn.To().plus(step)
		landing := over.plus(step)
		if other, occupied := board[over]; !occupied || other.White == white || !alquerqueFree(board, landing) {
			continue
		}
		after := Turn{Route: []Square{turn.To(), landing}, Taken: []Square{over}}.After(board)
		captures = append(captures, game.captures(after, white, turn.then(over, landing))...)
	}
	if len(turn.Taken) > 0 && (game.MayStop || len(captures) == 0) {
		captures = append(captures, turn)
	}
	return captures
}

// Forfeits are the pieces that the opponent may take away after the turn, where
// captures are owed on pain of that. "Captures, and further jumps, are
// compulsory if possible, or else the piece is forfeited." "If no capture is
// made where one can be, all pieces that could have made one are huffed": of
// these the first text loses one, the second all.
//
// Neither text says what becomes of other pieces when one piece breaks off its
// capture. Read as that they are not at fault, it was the one difference from
// varlab; `varlab explain alquerque+huff` then gave the sentence: "A piece that
// had a due capture and did not make one may be huffed."
func (game Alquerque) Forfeits(board Board, white bool, turn Turn) []Square {
	if len(turn.Taken) > 0 && len(game.captures(turn.After(board), white, Turn{Route: []Square{turn.To()}})) == 0 {
		return nil
	}
	var forfeits []Square
	for point, piece := range board {
		if piece.White != white || len(game.captures(board, white, Turn{Route: []Square{point}})) == 0 {
			continue
		}
		if point == turn.from() {
			point = turn.To()
		}
		forfeits = append(forfeits, point)
	}
	return forfeits
}
