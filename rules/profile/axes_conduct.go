package profile

// The words of these axes as constants, by type; 0 is a word not stated.
type (
	TouchMove    uint8 // whether a touched piece must be played
	TouchDuty    uint8 // what holds when touch and duty conflict
	ClaimByTouch uint8 // what touching the piece at fault binds to
	OwnTouch     uint8 // what touching one's own piece does to a claim
	Release      uint8 // when a move can no longer be changed
	Stopping     uint8 // whether players may end a game
	DrawOdds     uint8 // for which side a drawn game scores
)

// Each in the order of the words below.
const (
	TouchStrict, TouchIfPossible, TouchFree       TouchMove    = 1, 2, 3
	OpponentChooses, DutyStands, TouchStands      TouchDuty    = 1, 2, 3
	MustHuffTouched, NoCompel, TouchClaimsNothing ClaimByTouch = 1, 2, 3
	NoClaim                                       ClaimByTouch = 4
	ClaimLapses, ClaimStands                      OwnTouch     = 1, 2
	ReleaseCommits, ReleaseFree, ReleaseSeen      Release      = 1, 2, 3
	StoppingAllowed, StoppingUnstated             Stopping     = 1, 2
	DrawHalf, DrawFirst, DrawSecond               DrawOdds     = 1, 2, 3
)

// Words of axes that have no type of their own, where a player is bound by them.
const (
	AdjustingDeclared = "declared"
	CompelTouched     = "touched"
)

// conductAxes are about conduct at the board and the match, which no play shows.
var conductAxes = []Axis{{
	Key: "conduct.touch_move", Kind: Word, Default: "none",
	Sentence: "Whether a touched piece must be played.",
	Values: []Value{
		{"strict", "A touched piece must be played."},
		{"if-possible", "A touched piece must be played if it can be."},
		{"none", "Touching a piece binds to nothing."},
	},
}, {
	Key: "conduct.touch_against_duty", Kind: Word, Default: "duty",
	Sentence: "What holds when a piece is touched while another must take.",
	Values: []Value{
		{"opponent-chooses", "If a piece is touched while another must take, the opponent chooses which duty stands."},
		{"duty", "The duty to take comes before the touched piece."},
		{"touch", "The touched piece moves, and the omission stands."},
	},
}, {
	Key: "conduct.claim_by_touch", Kind: Word, Default: "none",
	Sentence: "What a claimant is bound to by touching the piece at fault.",
	Values: []Value{
		{"must-huff", "A claimant who touches the piece at fault must huff it."},
		{"no-compel", "A claimant who touches the piece at fault can no longer compel."},
		{"none", "Touching the piece at fault binds a claimant to nothing."},
		{"no-claim", "A claimant who touches the piece at fault must play on, and can claim nothing any more."},
	},
}, {
	Key: "conduct.claim_after_touch", Kind: Word, Default: "stands",
	Unstated: "the text does not say that touching a piece of one's own lets a claim go",
	Sentence: "What becomes of a claim when the claimant has touched a piece of their own.",
	Values: []Value{
		{"lapses", "A claimant who has touched a piece of their own can claim nothing any more."},
		{"stands", "A claimant who has touched a piece of their own can still claim."},
	},
}, {
	Key: "conduct.release", Kind: Word, Default: "commits",
	Sentence: "When a move can no longer be changed.",
	Values: []Value{
		{"commits", "A move stands once the piece is released."},
		{"none", "No rule says when a move stands."},
		{"seen", "A move stands once the piece is seen over the edge of its square."},
	},
}, {
	Key: "conduct.adjusting", Kind: Word, Default: "none",
	Sentence: "Whether adjusting pieces must be declared.",
	Values: []Value{
		{AdjustingDeclared, "Pieces are adjusted only after saying so."},
		{"free", "Pieces may be adjusted without a word."},
		{"none", "No rule speaks of adjusting."},
	},
}, {
	Key: "conduct.unlifted_pieces", Kind: Word, Default: "none",
	Sentence: "What becomes of captured pieces that were not lifted.",
	Values: []Value{
		{"stay-huffable", "Captured pieces that were not lifted stay, and the capturing piece may be huffed."},
		{"stay", "Captured pieces that were not lifted stay."},
		{"none", "No rule speaks of pieces not lifted."},
	},
}, {
	Key: "conduct.own_piece_lifted", Kind: Word, Default: "none",
	Sentence: "What becomes of a piece of one's own lifted by mistake.",
	Values: []Value{
		{"lost", "A piece of one's own lifted by mistake is lost."},
		{"played", "A piece of one's own lifted by mistake must be played."},
		{"none", "No rule speaks of lifting one's own pieces."},
	},
}, {
	Key: "conduct.false_move", Kind: Word, Default: "none",
	Sentence: "What becomes of an impossible move.",
	Values: []Value{
		{"opponent-chooses", "The opponent has a false move put right or lets it stand."},
		{"corrected", "A false move is taken back."},
		{"none", "No rule speaks of false moves."},
	},
}, {
	Key: "conduct.compel_piece", Kind: Word, Default: "any",
	Sentence: "Whether a replayed turn is bound to the piece that was touched.",
	Values: []Value{
		{"any", "A turn that is replayed need not be played with the piece that was touched."},
		{CompelTouched, "A turn that is replayed is played with the piece touched, if it can take."},
	},
}, {
	Key: "match.first_game", Kind: Word, Default: "unstated",
	Sentence: "Who begins the first game.",
	Values: []Value{
		{"lot-for-move", "The first move of the first game is drawn by lot."},
		{"lot-for-colour", "Colours are drawn by lot, and the colour decides who begins."},
		{"white", "White begins the first game."},
		{"unstated", "No rule says who begins the first game."},
	},
}, {
	Key: "match.next_game", Kind: Word, Default: "unstated",
	Sentence: "Who begins the games after the first.",
	Values: []Value{
		{"alternate", "The first move alternates from game to game."},
		{"lot", "Each game is drawn for anew."},
		{"unstated", "No rule says who begins later games."},
	},
}, {
	Key: "match.resignation", Kind: Word, Default: "unstated",
	Sentence: "Whether a player may resign.",
	Values: []Value{
		{"allowed", "A player may resign."},
		{"unstated", "No rule speaks of resigning."},
	},
}, {
	Key: "match.agreement", Kind: Word, Default: "unstated",
	Sentence: "Whether the players may agree on a draw.",
	Values: []Value{
		{"allowed", "A game is drawn if one player offers it and the other accepts."},
		{"unstated", "No rule speaks of draws by agreement."},
	},
}, {
	Key: "match.draw", Kind: Word, Default: "half", Plays: true,
	Unstated: "the text does not say that a drawn game scores for one side, so it scores half for each",
	Question: "For whom does a drawn game score?",
	Sentence: "For whom a drawn game scores.",
	Values: []Value{
		{"half", "A drawn game scores half for each side."},
		{"first", "A drawn game scores for the side that moved first."},
		{"second", "A drawn game scores for the side that moved second."},
	},
	Example: Example{
		Set:     []string{"match.draw=second", `draw=[{ kind = "repetition", count = 2 }]`},
		FEN:     "W:WK46:BK45",
		After:   "46-41 45-40 41-46 40-45",
		Turns:   []string{"46-10", "46-14", "46-19", "46-23", "46-28", "46-32", "46-37", "46-41", "46-5"},
		Outcome: "draw repetition for second",
	},
}}
