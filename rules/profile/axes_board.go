package profile

import "varlab/rules/board"

// The words of these axes as constants, by type; 0 is a word not stated.
type (
	Corner        uint8 // which near corner square is played on
	Naming        uint8 // whether squares have numbers or names
	PrintedCorner uint8 // a corner of the printed board
	Home          uint8 // on which numbers White stands
	Colour        uint8 // a colour of pieces
)

// Each in the order of the words below.
const (
	LeftCorner, RightCorner                    Corner        = 1, 2
	Numeric, Algebraic                         Naming        = 1, 2
	TopLeft, TopRight, BottomLeft, BottomRight PrintedCorner = 1, 2, 3, 4
	LowNumbers, HighNumbers                    Home          = 1, 2
	White, Black                               Colour        = 1, 2
)

// boardAxes are about the board and the squares' names.
var boardAxes = []Axis{{
	Key: "board.rows", Kind: Number, Default: 10, Min: 4, Max: board.MaxSide, Plays: true,
	Question: "How many rows does the board have?",
	Sentence: "How many rows the board has.",
	Values:   []Value{{"%d", "The board has %d rows."}},
	Example: Example{
		Set:   []string{"board.rows=8", "board.men_rows=3"},
		Turns: []string{"26-21", "27-21", "27-22", "28-22", "28-23", "29-23", "29-24", "30-24", "30-25"},
	},
}, {
	Key: "board.columns", Kind: Number, Default: 10, Min: 4, Max: board.MaxSide, Plays: true,
	Question: "How many columns does the board have?",
	Sentence: "How many columns the board has; rows and columns add up to an even number.",
	Values:   []Value{{"%d", "The board has %d columns."}},
	Example:  Example{Set: []string{"board.columns=8"}, Turns: []string{"25-21", "25-22", "26-22", "26-23", "27-23", "27-24", "28-24"}},
}, {
	Key: "board.men_rows", Kind: Number, Default: 4, Min: 1, Max: (board.MaxSide - 1) / 2, Plays: true,
	Question: "How many rows of men does each side begin with?",
	Sentence: "How many rows each side fills with men at the start.",
	Values:   []Value{{"%d", "Each side fills its first %d rows with men."}},
	Example: Example{
		Set:   []string{"board.men_rows=3"},
		Turns: []string{"36-31", "37-31", "37-32", "38-32", "38-33", "39-33", "39-34", "40-34", "40-35"},
	},
	when: func(p *Profile) bool { return p.Board.Start == "" }, need: `no board.start`,
}, {
	Key: "board.start", Kind: Text, Default: "", Plays: true,
	Question: "From which position does the game start?",
	Sentence: "The starting position as a FEN, where rows filled with men do not describe it.",
	Values:   []Value{{"%s", "The game starts from %s."}},
	Example:  Example{Set: []string{"board.start=W:W46:B5"}, Turns: []string{"46-41"}},
	when:     func(p *Profile) bool { return p.Board.MenRows == 0 }, need: `no board.men_rows`,
}, {
	Key: "board.squares", Kind: Word, Default: "dark", Plays: true,
	Unstated: "the text does not say that squares of both colours are played on",
	Question: "Which squares are played on?",
	Sentence: "Which squares are played on, and which lines join them.",
	Values: []Value{
		{"dark", "The squares of one colour are played on."},
		{"all", "All squares are played on."},
		{"alquerque", "The game is played on points that lines join: rows and columns, and diagonals between the points whose row and column have an even sum."},
	},
	Example: Example{
		Set:   []string{"board.squares=alquerque", "board.rows=5", "board.columns=5", "board.men_rows=2"},
		FEN:   "W:W12,13:B1,2",
		Turns: []string{"13-7", "13-9"},
	},
}, {
	Key: "board.dark_corner", Kind: Word, Default: "left", Plays: true,
	Question: "Which near corner square is played on?",
	Sentence: "Which near corner square is a playing square.",
	Values: []Value{
		{"left", "The square in each player's near left corner is played on."},
		{"right", "The square in each player's near right corner is played on."},
	},
	Example: Example{
		Set:   []string{"board.dark_corner=right"},
		Turns: []string{"31-26", "32-26", "32-27", "33-27", "33-28", "34-28", "34-29", "35-29", "35-30"},
	},
	when: func(p *Profile) bool { return p.Board.Squares <= board.Dark }, need: `board.squares = "dark"`,
}, {
	Key: "board.notation", Kind: Word, Default: "numeric",
	Sentence: "Whether squares have numbers or names.",
	Values: []Value{
		{"numeric", "Playing squares are numbered."},
		{"algebraic", "Squares are named by column letter and row number."},
	},
	Example: Example{
		Set:   []string{"board.notation=algebraic", "board.first_square=bottom-left", "board.white_home=low"},
		FEN:   "W:Wa1:Bj10",
		Turns: []string{"46-41"},
	},
}, {
	Key: "board.first_square", Kind: Word, Default: "top-left",
	Sentence: "The corner of the printed board where numbering begins; it runs along the rows.",
	Values: []Value{
		{"top-left", "Numbering (or a1) begins at the top left of the printed board."},
		{"top-right", "Numbering (or a1) begins at the top right of the printed board."},
		{"bottom-left", "Numbering (or a1) begins at the bottom left of the printed board."},
		{"bottom-right", "Numbering (or a1) begins at the bottom right of the printed board."},
	},
	Example: Example{
		Set:   []string{"board.first_square=bottom-left"},
		Turns: []string{"31-26", "32-26", "32-27", "33-27", "33-28", "34-28", "34-29", "35-29", "35-30"},
	},
}, {
	Key: "board.white_home", Kind: Word, Default: "high",
	Sentence: "On which numbers White stands; with first_square it says at which edge of the printed board White sits.",
	Values: []Value{
		{"low", "White stands on the low numbers."},
		{"high", "White stands on the high numbers."},
	},
	Example: Example{
		Set:   []string{"board.white_home=low"},
		Turns: []string{"16-21", "17-21", "17-22", "18-22", "18-23", "19-23", "19-24", "20-24", "20-25"},
	},
}, {
	Key: "board.first_mover", Kind: Word, Default: "white",
	Sentence: "Which colour moves first.",
	Values: []Value{
		{"white", "White moves first."},
		{"black", "Black moves first."},
	},
	Example: Example{
		Set:   []string{"board.first_mover=black"},
		Turns: []string{"16-21", "17-21", "17-22", "18-22", "18-23", "19-23", "19-24", "20-24", "20-25"},
	},
}}
