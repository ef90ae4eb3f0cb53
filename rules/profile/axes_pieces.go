package profile

import "slices"

// The words of these axes as constants, by type; 0 is a word not stated.
type (
	Step       uint8 // in which directions a man moves
	ManCapture uint8 // in which directions a man captures
	Chain      uint8 // whether a piece may turn between jumps
	Range      uint8 // how far a king moves
	Walk       uint8 // along which lines a king moves without capture
	Landing    uint8 // where a flying king may land after a jump
	Leap       uint8 // whether a king jumps one piece or a file of them
	Directions uint8 // along which lines pieces are captured
	Obligation uint8 // what enforces a capture that is owed
	Completion uint8 // whether a capture may be stopped early
	Precedence uint8 // a key by which captures are ranked
	Compared   uint8 // among which captures precedence chooses
	Removal    uint8 // when captured pieces leave the board
	Reversal   uint8 // whether a capture may turn back on its line
)

// Each in the order of the words below.
const (
	StepsDiagonally, StepsStraight, StepsForward, StepsAnywhere    Step       = 1, 2, 3, 4
	CapturesForward, CapturesAll, CapturesForwardSideways          ManCapture = 1, 2, 3
	Turning, Straight                                              Chain      = 1, 2
	Short, Flying                                                  Range      = 1, 2
	WalksDiagonally, WalksAll, WalksStraight                       Walk       = 1, 2, 3
	LandFree, LandAdjacent, LandAdjacentLast, LandAdjacentLastKing Landing    = 1, 2, 3, 4
	LeapOne, LeapFile                                              Leap       = 1, 2
	Diagonal, AllDirections, StraightLines                         Directions = 1, 2, 3
	Compulsory, Claimable, Free                                    Obligation = 1, 2, 3
	Whole, WholeFromLanding, AtWill                                Completion = 1, 2, 3
	ByQuantity, ByValue, ByKing, ByKingsTaken, ByKingEarliest      Precedence = 1, 2, 3, 4, 5
	ComparedAll, ComparedOfPiece                                   Compared   = 1, 2
	AfterMove, AtOnce                                              Removal    = 1, 2
	MayReverse, NeverReverses                                      Reversal   = 1, 2
)

// pieceAxes are about how men and kings move and how captures are made.
var pieceAxes = []Axis{{
	Key: "man.moves", Kind: Word, Default: "diagonal", Loosest: "any", Plays: true,
	Unstated: "the text does not say that a man moves otherwise than diagonally forwards",
	Question: "Which way does a man move?",
	Sentence: "In which directions a man moves without capture.",
	Values: []Value{
		{"diagonal", "A man moves diagonally forwards."},
		{"straight", "A man moves straight forwards or along its row."},
		{"all-forward", "A man moves forwards, straight or diagonally, or along its row."},
		{"any", "A man moves in all eight directions."},
	},
	Example: Example{
		Set:   []string{"man.moves=all-forward"},
		FEN:   "W:W28:B6",
		Turns: []string{"28-18", "28-22", "28-23", "28-27", "28-29"},
	},
}, {
	Key: "man.capture", Kind: Word, Default: "all", Loosest: "all", Plays: true,
	Question: "Which way may a man capture?",
	Sentence: "In which directions a man captures.",
	Values: []Value{
		{"forward", "A man captures forwards only."},
		{"all", "A man captures forwards and backwards."},
		{"forward-sideways", "A man captures forwards and along its row, never backwards."},
	},
	Example: Example{
		Set:   []string{"man.capture=forward-sideways", "capture.directions=all"},
		FEN:   "W:W28:B27,33,38",
		Turns: []string{"28x26x27"},
	},
}, {
	Key: "man.chain", Kind: Word, Default: "turning", Loosest: "turning", Plays: true,
	Question: "May a man turn in the middle of a capture?",
	Sentence: "Whether a man may change direction between two jumps.",
	Values: []Value{
		{"turning", "A man may turn in the course of a capture."},
		{"straight", "A man captures along one line only."},
	},
	Example: Example{Set: []string{"man.chain=straight"}, FEN: "W:W28:B12,22", Turns: []string{"28x17x22"}},
}, {
	Key: "man.may_capture_king", Kind: Flag, Default: true, Loosest: true, Plays: true,
	Question: "May a man capture a king?",
	Sentence: "Whether a man may capture a king.",
	Values: []Value{
		{"false", "A man cannot capture a king."},
		{"true", "A man may capture a king."},
	},
	Example: Example{Set: []string{"man.may_capture_king=false"}, FEN: "W:W28:BK22", Turns: []string{"28-23"}},
	when:    crowns, need: neverCrowned,
}, {
	Key: "king.range", Kind: Word, Default: "flying", Loosest: "flying", Plays: true,
	Question: "How far does a king move?",
	Sentence: "How far a king moves.",
	Values: []Value{
		{"short", "A king moves one square, and jumps as a man does."},
		{"flying", "A king moves any distance along an open line and captures from afar."},
	},
	Example: Example{Set: []string{"king.range=short"}, FEN: "W:WK28:B6", Turns: []string{"28-22", "28-23", "28-32", "28-33"}},
	when:    crowns, need: neverCrowned,
}, {
	Key: "king.moves", Kind: Word, Default: "diagonal", Loosest: "all", Plays: true,
	Unstated: "the text does not say that a king moves along rows and columns",
	Question: "Along which lines does a king move?",
	Sentence: "Along which lines a king moves without capture.",
	Values: []Value{
		{"diagonal", "A king moves along diagonals when it does not capture."},
		{"all", "A king moves along diagonals, rows and columns when it does not capture; in a row or column the next square is the next playing square."},
		{"straight", "A king moves along rows and columns when it does not capture."},
	},
	Example: Example{
		Set:   []string{"king.moves=all", "king.range=short"},
		FEN:   "W:WK28:B6",
		Turns: []string{"28-18", "28-22", "28-23", "28-27", "28-29", "28-32", "28-33", "28-38"},
	},
	when: crowns, need: neverCrowned,
}, {
	Key: "king.chain", Kind: Word, Default: "turning", Loosest: "turning", Plays: true,
	Unstated: "the text does not say that a king may not turn in the course of a capture",
	Question: "May a king turn in the middle of a capture?",
	Sentence: "Whether a king may change direction between two jumps.",
	Values: []Value{
		{"turning", "A king may turn in the course of a capture."},
		{"straight", "A king captures along one line only."},
	},
	Example: Example{Set: []string{"king.chain=straight", "king.range=short"}, FEN: "W:WK28:B12,22", Turns: []string{"28x17x22"}},
	when:    crowns, need: neverCrowned,
}, {
	Key: "king.landing", Kind: Word, Default: "free", Loosest: "free", Plays: true,
	Question: "Where may a king land when it captures?",
	Sentence: "Where a flying king may land after a jump.",
	Values: []Value{
		{"free", "A capturing king lands on any free square behind the piece that it can reach: a short king on the next one alone."},
		{"adjacent", "A capturing king lands directly behind each piece that it takes."},
		{"adjacent-last", "A capturing king ends directly behind the last piece that it takes."},
		{"adjacent-last-king", "A capturing king ends directly behind the last piece that it takes if that is a king."},
	},
	Example: Example{Set: []string{"king.landing=adjacent"}, FEN: "W:WK46:B19", Turns: []string{"46x14x19"}},
	when:    crowns, need: neverCrowned,
}, {
	Key: "king.leap", Kind: Word, Default: "one", Loosest: "file", Plays: true,
	Question: "May a king jump several touching pieces at once?",
	Sentence: "Whether a king may jump a file of several touching pieces at once.",
	Values: []Value{
		{"one", "A king jumps a piece only if the square directly behind it is free."},
		{"file", "A king may jump several pieces that stand one behind the other, and takes them all."},
	},
	Example: Example{
		Set:   []string{"king.leap=file"},
		FEN:   "W:WK46:B32,37",
		Turns: []string{"46x10x32x37", "46x14x32x37", "46x19x32x37", "46x23x32x37", "46x28x32x37", "46x5x32x37"},
	},
	when: crowns, need: neverCrowned,
}, {
	Key: "king.repeat_limit", Kind: Number, Default: 0, Loosest: 0, Min: 0, Max: 100, Plays: true,
	Question: "How many moves in a row may one king make?",
	Sentence: "How many moves in a row the same king may make while its side still has men; 0 for no limit.",
	Values: []Value{
		{"0", "A king may move as often as it likes."},
		{"%d", "While its side has men, one king may not make more than %d moves in a row without capture."},
	},
	Example: Example{Set: []string{"king.repeat_limit=1"}, FEN: "W:W35,K46:B1", After: "46-41 1-6", Turns: []string{"35-30"}},
	when:    crowns, need: neverCrowned,
}, {
	Key: "capture.directions", Kind: Word, Default: "diagonal", Loosest: "all", Plays: true,
	Question: "Along which lines are pieces captured?",
	Sentence: "Along which lines pieces are captured.",
	Values: []Value{
		{"diagonal", "Captures are made along diagonals."},
		{"all", "Captures are made along diagonals, rows and columns."},
		{"straight", "Captures are made along rows and columns."},
	},
	Example: Example{Set: []string{"capture.directions=all"}, FEN: "W:W28:B18", Turns: []string{"28x8x18"}},
}, {
	Key: "capture.obligation", Kind: Word, Default: "compulsory", Loosest: "free", Plays: true,
	Question: "What if a capture is not made?",
	Sentence: "What enforces a capture that is owed.",
	Values: []Value{
		{"compulsory", "A due capture must be made; any other turn is illegal."},
		{"claimable", "A due capture may be left untaken, and the opponent may then make a claim."},
		{"free", "Capturing is never owed."},
	},
	Example: Example{Set: []string{"capture.obligation=claimable"}, FEN: "W:W28:B22", Turns: []string{"28-23 ! 23", "28x17x22"}},
}, {
	Key: "capture.completion", Kind: Word, Default: "whole", Loosest: "free", Plays: true,
	Question: "May a capture be stopped half-way?",
	Sentence: "Whether a capture may be stopped while it could go on.",
	Values: []Value{
		{"whole", "A capture goes on as long as it can, and a king must land where it can go on."},
		{"whole-from-landing", "A capture goes on as long as it can from where the piece lands, which it may choose."},
		{"free", "A capture may be stopped after any jump."},
	},
	Example: Example{
		Set:   []string{"capture.completion=free", "capture.precedence=[]"},
		FEN:   "W:W28:B12,22",
		Turns: []string{"28x17x22", "28x8x12x22"},
	},
}, {
	Key: "capture.precedence", Kind: Words, Default: []string{"quantity"}, Loosest: []string{}, Plays: true,
	Question: "Which of several captures must be made?",
	Sentence: "Which of several captures is due: the first key decides, the next breaks its ties, and so on.",
	Values: []Value{
		{"quantity", "the capture of most pieces comes first"},
		{"value", "the capture of greatest value comes first"},
		{"with-king", "a capture by a king comes before one by a man"},
		{"kings-taken", "the capture of most kings comes first"},
		{"king-earliest", "the capture that meets its first king earliest comes first, then its second, and so on"},
		{"", "Any of several captures may be chosen."},
	},
	Example: Example{Set: []string{`capture.precedence=["kings-taken"]`}, FEN: "W:W28:BK11,K22,23,24,34", Turns: []string{"28x6x11x22"}},
}, {
	Key: "capture.compared", Kind: Word, Default: "board", Loosest: "piece", Plays: true,
	Unstated: "the text does not say that only captures of one piece are compared",
	Question: "Among which captures does precedence choose?",
	Sentence: "Among which captures precedence chooses.",
	Values: []Value{
		{"board", "Precedence chooses among the captures of all pieces."},
		{"piece", "Precedence chooses among the captures of each piece; any piece that can take may."},
	},
	Example: Example{Set: []string{"capture.compared=piece"}, FEN: "W:W28,40:B22,24,34", Turns: []string{"28x17x22", "40x20x24x34"}},
	when:    func(p *Profile) bool { return len(p.Capture.Precedence) > 0 }, need: "a key in capture.precedence",
}, {
	Key: "capture.king_value", Kind: Number, Default: 149, Min: 1, Max: 1000, Plays: true,
	Unstated: "the text does not say how much a king is worth: a little less than a man and a half",
	Question: "How much does a captured king count for?",
	Sentence: "What a captured king counts for under precedence by value, in hundredths of a man.",
	Values:   []Value{{"%d", "A captured king counts for %d hundredths of a man."}},
	Example: Example{
		Set:   []string{`capture.precedence=["value"]`, "capture.king_value=200"},
		FEN:   "W:W28:BK22,23,24",
		Turns: []string{"28x17x22", "28x30x23x24"},
	},
	when: func(p *Profile) bool { return slices.Contains(p.Capture.Precedence, ByValue) }, need: `"value" in capture.precedence`,
}, {
	Key: "capture.removal", Kind: Word, Default: "after-move", Plays: true,
	Question: "When do captured pieces leave the board?",
	Sentence: "When captured pieces leave the board.",
	Values: []Value{
		{"after-move", "Captured pieces leave the board when the capture has ended, and block until then."},
		{"at-once", "Captured pieces leave the board as they are jumped."},
	},
	Example: Example{Set: []string{"capture.removal=at-once"}, FEN: "W:WK36:B28,31,37,38", Turns: []string{"36x26x28x31x37x38", "36x31x28x31x37x38"}},
}, {
	Key: "capture.reversal", Kind: Word, Default: "allowed", Loosest: "allowed", Plays: true,
	Unstated: "the text does not say that a capturing king may not turn back on its line",
	Question: "May a capturing king turn back on its line?",
	Sentence: "Whether a king may turn back on its line between two jumps.",
	Values: []Value{
		{"allowed", "A capturing king may turn back on its line."},
		{"forbidden", "A capturing king may turn aside, but not back on its line."},
	},
	Example: Example{
		Set:   []string{"capture.reversal=forbidden", "capture.removal=at-once"},
		FEN:   "W:WK28:B14,37",
		Turns: []string{"28x10x14", "28x41x37", "28x46x37", "28x5x14"},
	},
	when: func(p *Profile) bool { return p.King.Range == Flying && p.Capture.Removal == AtOnce }, need: `king.range = "flying" and capture.removal = "at-once"`,
}}

// crowns reports whether a man may come to be a king.
func crowns(p *Profile) bool { return p.Promotion.When != Never }

const neverCrowned = `promotion.when other than "never"`
