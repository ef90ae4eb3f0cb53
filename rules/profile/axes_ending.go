package profile

// The words of these axes as constants, by type; 0 is a word not stated.
type (
	Crowning    uint8 // when a man becomes a king
	SpareMan    uint8 // whether crowning needs a captured man
	FirstKing   uint8 // what it means to have a king
	Consequence uint8 // what it means to have nothing to play
	LastPiece   uint8 // what it means to have a single piece
	Blocked     uint8 // what it means that neither side can move
)

// Each in the order of the words below.
const (
	AtRest, InPassing, Never    Crowning    = 1, 2, 3
	SpareIgnored, SpareRequired SpareMan    = 1, 2
	KingPlays, KingWins         FirstKing   = 1, 2
	Loses, Wins, Draws, Passes  Consequence = 1, 2, 3, 4
	LastPlays, LastLoses        LastPiece   = 1, 2
	AsNoMoves, BlockedDraws     Blocked     = 1, 2
)

// endingAxes are about promotion and the end of the game.
var endingAxes = []Axis{{
	Key: "promotion.when", Kind: Word, Default: "at-rest", Plays: true,
	Question: "When does a man become a king?",
	Sentence: "When a man that reaches the last row becomes a king.",
	Values: []Value{
		{"at-rest", "A man becomes a king when its move ends on the last row."},
		{"in-passing", "A man becomes a king as soon as it reaches the last row, and goes on capturing as one."},
		{"never", "No man ever becomes a king."},
	},
	Example: Example{Set: []string{"promotion.when=in-passing"}, FEN: "W:W12:B8,9", Turns: []string{"12x14x8x9", "12x20x8x9", "12x25x8x9"}},
}, {
	Key: "promotion.ends_move", Kind: Flag, Default: false, Loosest: false, Plays: true,
	Question: "Does reaching the last row end a capture?",
	Sentence: "Whether reaching the last row ends a capture.",
	Values: []Value{
		{"false", "Reaching the last row by a jump does not end the capture."},
		{"true", "A man that reaches the last row by a jump stops there and becomes a king."},
	},
	Example: Example{Set: []string{"promotion.ends_move=true"}, FEN: "W:W12:B8,9", Turns: []string{"12x3x8"}},
	when:    crowns, need: neverCrowned,
}, {
	Key: "promotion.spare_man", Kind: Word, Default: "ignored", Loosest: "ignored", Plays: true,
	Question: "Does crowning need a captured man?",
	Sentence: "Whether crowning needs a captured man of the same colour.",
	Values: []Value{
		{"ignored", "A man is crowned whether or not a spare man is at hand."},
		{"required", "A man is crowned only when a captured man of its colour is at hand, and waits on the last row until one is."},
	},
	Example: Example{
		Set:   []string{"promotion.spare_man=required"},
		FEN:   "W:W7,31-49:B6",
		After: "7-1 6-11",
		Turns: []string{"31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"},
	},
	when: crowns, need: neverCrowned,
}, {
	Key: "promotion.squares", Kind: Text, Default: "", Plays: true,
	Question: "Where are men crowned?",
	Sentence: "Where men are crowned, if not on the last row: a FEN with men of each colour on the squares where they are crowned.",
	Values:   []Value{{"%s", "Men are crowned on the squares of %s; what is said of the last row is said of these squares, and elsewhere on that row a man stays a man."}},
	Example: Example{
		Set:   []string{"promotion.squares=W:W12,17:B31-35", "king.range=short"},
		FEN:   "W:W18:B45",
		After: "18-12 45-50",
		Turns: []string{"12-17", "12-18", "12-7", "12-8"},
	},
	when: func(p *Profile) bool { return crowns(p) && p.Promotion.Squares != "" }, need: neverCrowned,
}, {
	Key: "ending.first_king", Kind: Word, Default: "plays", Plays: true,
	Unstated: "the text does not say that the first king wins, so the game goes on",
	Question: "What does the first king win?",
	Sentence: "What it means to have the first king.",
	Values: []Value{
		{"plays", "The game goes on when a man becomes a king."},
		{"win", "The player who first has a king wins; if both have one, the player who is not on move does."},
	},
	Example: Example{Set: []string{"ending.first_king=win"}, FEN: "W:W7:B45", After: "7-1", Outcome: "first first-king"},
	when:    crowns, need: neverCrowned,
}, {
	Key: "ending.no_pieces", Kind: Word, Default: "loss", Plays: true,
	Question: "What if a player has no pieces left?",
	Sentence: "What it means to have no pieces.",
	Values: []Value{
		{"loss", "A player without pieces loses."},
		{"win", "A player without pieces wins."},
	},
	Example: Example{Set: []string{"ending.no_pieces=win"}, FEN: "W:W28:B22", After: "28x17", Outcome: "second no-pieces"},
}, {
	Key: "ending.last_piece", Kind: Word, Default: "plays", Plays: true,
	Unstated: "the text does not say that a player with a single piece has lost, so that piece plays on",
	Question: "What if a player has a single piece left?",
	Sentence: "What it means to have a single piece left.",
	Values: []Value{
		{"plays", "A player with a single piece plays on."},
		{"loss", "A player with a single piece loses; if both have one, the player on move does."},
	},
	Example: Example{Set: []string{"ending.last_piece=loss"}, FEN: "W:W28,50:B1,22", After: "28x17", Outcome: "first last-piece"},
}, {
	Key: "ending.no_moves", Kind: Word, Default: "loss", Plays: true,
	Question: "What if a player cannot move?",
	Sentence: "What it means to be unable to move.",
	Values: []Value{
		{"loss", "A player who cannot move loses."},
		{"win", "A player who cannot move wins."},
		{"draw", "The game is drawn when a player cannot move."},
		{"pass", "A player who cannot move passes."},
	},
	Example: Example{Set: []string{"ending.no_moves=pass", "ending.both_blocked=draw"}, FEN: "W:W6:B1,36", Turns: []string{"pass"}},
}, {
	Key: "ending.both_blocked", Kind: Word, Default: "as-no-moves", Plays: true,
	Question: "What if neither player can move?",
	Sentence: "What it means that neither side can move.",
	Values: []Value{
		{"as-no-moves", "If neither side can move, the player on move is treated as one who cannot move."},
		{"draw", "If neither side can move, the game is drawn."},
	},
	Example: Example{
		Set:     []string{"ending.both_blocked=draw", "board.rows=4", "board.columns=4", "board.men_rows=1"},
		FEN:     "W:W3,4,5,6:B1,2",
		Outcome: "draw both-blocked",
	},
}, {
	Key: "draw", Kind: Clauses, Default: []DrawClause{}, Loosest: []DrawClause{}, Plays: true,
	Question: "When is the game drawn or broken off?",
	Sentence: "The clauses by which a game is drawn or broken off, read in order.",
	Values:   []Value{{"", "No clause makes a draw."}},
	Example: Example{
		Set:     []string{`draw=[{ kind = "repetition", count = 2 }]`},
		FEN:     "W:WK46:BK45",
		After:   "46-41 45-40 41-46 40-45",
		Turns:   []string{"46-10", "46-14", "46-19", "46-23", "46-28", "46-32", "46-37", "46-41", "46-5"},
		Outcome: "draw repetition",
	},
}}
