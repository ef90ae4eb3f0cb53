package profile

// The words of these axes as constants, by type; 0 is a word not stated.
type (
	Remedy     uint8 // what the opponent may do about an omission
	HuffPiece  uint8 // which piece may be huffed
	HuffNumber uint8 // how many pieces a huff removes
	Party      uint8 // who chooses
	HuffTurn   uint8 // whether a huff uses up the turn
	OwnDuty    uint8 // from which board the claimant's duty is read
	Lapse      uint8 // what remains of a claim that was not made
)

// Each in the order of the words below.
const (
	HuffRemedy, CompelRemedy, WaiveRemedy   Remedy     = 1, 2, 3
	HuffRequired, HuffAnyCapture, HuffMoved HuffPiece  = 1, 2, 3
	HuffTookLess                            HuffPiece  = 4
	HuffOne, HuffAll                        HuffNumber = 1, 2
	Claimant, Offender, SamePiece           Party      = 1, 2, 3
	KeepsTurn, SpendsTurn                   HuffTurn   = 1, 2
	AfterHuff, BeforeHuff                   OwnDuty    = 1, 2
	LapseNextMove, LapseWhileDue, LapseOnce Lapse      = 1, 2, 3
)

// An Omission is a way of leaving a due capture untaken. The kinds stand in the order in
// which they are tried.
type Omission uint8

const (
	NoOmission Omission = iota
	Missed
	Partial
	Weaker
	Stopped // in claim.covers alone: partial, but for a capture that only ends on the wrong square
)

func (o Omission) String() string {
	return [...]string{"", "missed", "partial", "weaker", "stopped"}[o]
}

// claimAxes are about what becomes of a due capture that is left untaken.
var claimAxes = []Axis{{
	Key: "claim.remedies", Kind: Words, Default: []string{"huff", "waive"}, Plays: true,
	Question: "What may the opponent do about it?",
	Sentence: "What the opponent may do about an omission.",
	Values: []Value{
		{"huff", "the opponent may huff: remove a piece that failed to take"},
		{"compel", "the opponent may have the turn replayed with a due capture"},
		{"waive", "the opponent may let it pass"},
	},
	alone: "a piece that failed to take is huffed: it is removed",
	Example: Example{
		Set:   []string{"capture.obligation=claimable", `claim.remedies=["compel","waive"]`},
		FEN:   "W:W28,50:B12,22,36",
		After: "28x17",
		Turns: []string{"12-18 !", "12x21x17", "36-41 !", "compel"},
	},
	when: claimable, need: `capture.obligation = "claimable"`,
}, {
	Key: "claim.automatic", Kind: Flag, Default: false, Plays: true,
	Question: "Must the huff be claimed?",
	Sentence: "Whether the huff needs to be claimed.",
	Values: []Value{
		{"false", "The huff takes place only if the opponent makes it."},
		{"true", "The huff takes place whether or not anyone noticed."},
	},
	Example: Example{
		Set:   []string{"capture.obligation=claimable", `claim.remedies=["huff"]`, "claim.automatic=true"},
		FEN:   "W:W28,50:B12,22,36",
		After: "28x17",
		Turns: []string{"huff@17/12-17", "huff@17/12-18", "huff@17/36-41"},
	},
	when: HasHuff, need: `huff among claim.remedies`,
}, {
	Key: "claim.covers", Kind: Words, Default: []string{"missed", "partial", "weaker"}, Plays: true,
	Question: "What counts as failing to take?",
	Sentence: "Which omissions can be made, and claimed; the others are illegal.",
	Values: []Value{
		{"missed", "a quiet move though a capture was due may be claimed"},
		{"partial", "a capture broken off may be claimed"},
		{"weaker", "a capture that precedence does not leave may be claimed"},
		{"stopped", "a capture broken off may be claimed; one that ends on a wrong square of its last leg is a false move"},
	},
	Example: Example{
		Set:   []string{"capture.obligation=claimable", `claim.covers=["missed"]`},
		FEN:   "W:W28:B14,22,23",
		Turns: []string{"28x10x14x23"},
	},
	when: claimable, need: `capture.obligation = "claimable"`,
}, {
	Key: "claim.piece", Kind: Word, Default: "required", Plays: true,
	Question: "Which piece is huffed?",
	Sentence: "Which piece may be huffed.",
	Values: []Value{
		{"required", "A piece that had a due capture and did not make one may be huffed."},
		{"any-capture", "A piece that had any capture and made none may be huffed."},
		{"moved", "The piece that moved is huffed."},
		{"took-less", "A piece that took less than it had to is huffed; if none did, a piece that had a due capture and did not make one may be."},
	},
	Example: Example{
		Set:   []string{"capture.obligation=claimable", "claim.piece=moved"},
		FEN:   "W:W28,50:B22",
		Turns: []string{"28-23 ! 23", "28x17x22", "50-44 ! 44", "50-45 ! 45"},
	},
	when: HasHuff, need: `huff among claim.remedies`,
}, {
	Key: "claim.number", Kind: Word, Default: "one", Plays: true,
	Unstated: "the text does not say that more than one piece is huffed at a time",
	Question: "How many pieces are huffed at a time?",
	Sentence: "How many pieces a huff removes.",
	Values: []Value{
		{"one", "A huff removes one piece."},
		{"all", "A huff removes all pieces that may be huffed."},
	},
	Example: Example{
		Set:   []string{"capture.obligation=claimable", "claim.number=all"},
		FEN:   "W:W27,28,50:B22,36",
		After: "50-44",
		Turns: []string{"22x31x27", "22x33x28", "36-41 ! 22", "huff/22-27", "huff/22-28", "huff/36-41"},
	},
	when: HasHuff, need: `huff among claim.remedies`,
}, {
	Key: "claim.chooser", Kind: Word, Default: "claimant", Plays: true,
	Question: "Who chooses which piece is huffed?",
	Sentence: "Who chooses the piece that is huffed.",
	Values: []Value{
		{"claimant", "The claimant chooses among several pieces."},
		{"offender", "The offender chooses among several pieces."},
	},
	Example: Example{
		Set:   []string{"capture.obligation=claimable", "claim.chooser=offender"},
		FEN:   "W:W27,28,50:B22",
		Turns: []string{"27-21@21 ! 21", "27-21@28 ! 28", "27x18x22", "28-23@23 ! 23", "28-23@27 ! 27", "28x17x22", "50-44@27 ! 27", "50-44@28 ! 28", "50-45@27 ! 27", "50-45@28 ! 28"},
	},
	when: huffsOne, need: `huff among claim.remedies, and claim.number = "one"`,
}, {
	Key: "claim.huff_turn", Kind: Word, Default: "keeps", Plays: true,
	Question: "Does the huff use up the turn?",
	Sentence: "Whether a huff uses up the turn.",
	Values: []Value{
		{"keeps", "Having huffed, the claimant plays as usual: to huff is not to play."},
		{"spends", "The huff is the claimant's turn."},
	},
	Example: Example{
		Set:   []string{"capture.obligation=claimable", "claim.huff_turn=spends"},
		FEN:   "W:W28,50:B12,22,36",
		After: "28x17",
		Turns: []string{"12-18 ! 18", "12x21x17", "36-41 ! 12", "huff@17"},
	},
	when: HasHuff, need: `huff among claim.remedies`,
}, {
	Key: "claim.own_duty", Kind: Word, Default: "after-huff", Plays: true,
	Question: "What must the player who huffs capture?",
	Sentence: "From which board the claimant's own due captures are read.",
	Values: []Value{
		{"after-huff", "The claimant's own captures are read from the board after the huff."},
		{"before-huff", "The claimant's own captures are read from the board before the huff."},
	},
	Example: Example{
		Set:   []string{"capture.obligation=claimable", "claim.own_duty=before-huff"},
		FEN:   "W:W27,28,31,33,50:B22,36",
		After: "50-44",
		Turns: []string{"36-41", "huff@27/22-27", "huff@27/36-41", "huff@27/36x27x31", "huff@28/22-28", "huff@28/36-41"},
	},
	when: func(p *Profile) bool { return huffsOne(p) && p.Claim.HuffTurn != SpendsTurn }, need: `huff among claim.remedies, claim.number = "one", and claim.huff_turn = "keeps"`,
}, {
	Key: "claim.compel_choice", Kind: Word, Default: "offender", Plays: true,
	Question: "Who chooses the capture in a turn played again?",
	Sentence: "Who chooses the compelled capture.",
	Values: []Value{
		{"claimant", "The claimant names the piece that must make a due capture."},
		{"offender", "A compelled player makes any due capture."},
		{"same-piece", "A compelled player makes a due capture with the piece that moved, if it had one; otherwise any."},
	},
	Example: Example{
		Set:   []string{"capture.obligation=claimable", `claim.remedies=["compel","waive"]`, "claim.compel_choice=claimant"},
		FEN:   "W:W27,28,31,33,50:B22,36",
		After: "50-44",
		Turns: []string{"36-41", "compel@27", "compel@28"},
	},
	when: HasCompel, need: `compel among claim.remedies`,
}, {
	Key: "claim.lapse", Kind: Word, Default: "next-move", Plays: true,
	Question: "What becomes of a claim that is not made?",
	Sentence: "What remains of a claim that was not made.",
	Values: []Value{
		{"next-move", "A claim that is not made lapses; a later omission can be claimed afresh."},
		{"while-due", "A piece at fault may be huffed as long as it owes a capture."},
		{"once", "A piece whose claim was not used cannot be claimed again until it has moved or owed nothing."},
	},
	Example: Example{
		Set:   []string{"capture.obligation=claimable", "claim.lapse=while-due"},
		FEN:   "W:W28,33,40,45,50:B5,22,34",
		After: "50-44 5-10 40x29",
		Turns: []string{"10-14", "10-15", "22-27", "huff@28/10-14", "huff@28/10-15", "huff@28/22-27", "huff@28/22-28"},
	},
	when: claimable, need: `capture.obligation = "claimable"`,
}}
