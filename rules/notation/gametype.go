package notation

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"varlab/rules/profile"
)

// A GameType is the value of the PDN tag GameType: the number of a game, and the naming of its
// squares (PDN 3.0, section "GameType tag").
type GameType struct {
	Number        int
	White         bool // White moves first
	Columns, Rows int
	Letters       byte // A: named squares, N: numbered, S: chess's short form
	Corner        int  // where the first square is for the player who moves first: 0 bottom left, 1 bottom right, 2 top left, 3 top right
	Inverted      bool // the bottom left corner is not played on

	Profile string // id of the rule set that is played under this number; not part of the value
}

// GameTypes are the numbers that PDN 3.0 gives to games of draughts, and from Breakthrough on
// those that the site lidraughts gives to others.
var GameTypes = []GameType{
	{20, true, 10, 10, 'N', 2, false, "international"},
	{21, false, 8, 8, 'N', 1, false, "english"},
	{22, true, 8, 8, 'N', 2, true, "italian"},
	{23, false, 8, 8, 'N', 1, false, "pool"},
	{24, true, 8, 8, 'N', 1, true, "spanish"},
	{25, true, 8, 8, 'A', 0, false, "russian"},
	{26, true, 8, 8, 'A', 0, false, "brazilian"},
	{27, true, 12, 12, 'N', 2, false, "canadian"},
	{28, true, 8, 8, 'N', 1, true, ""}, // Portuguese
	{29, true, 8, 8, 'A', 0, false, "czech"},
	{30, true, 8, 8, 'A', 0, false, "turkish"},
	{31, false, 8, 8, 'N', 2, false, "thai"},
	{40, true, 10, 10, 'N', 2, false, "frisian"},
	{41, true, 10, 8, 'A', 0, false, ""}, // Spantsireti
	{Breakthrough, true, 10, 10, 'N', 2, false, "breakthrough"},
	{97, true, 10, 10, 'N', 2, false, "frysk"},
	{98, true, 10, 10, 'N', 2, false, "antidraughts"},
}

// Breakthrough is the first number that lidraughts gives.
const Breakthrough = 96

// OtherThan names the game that g is by its tags, if it is played on the board of another game
// and taken for it: antidraughts under the rule set international. It is empty for the rule set
// of that game, and for a changed rule set.
func OtherThan(id string, g *Game) string {
	variant := strings.ToLower(strings.TrimSuffix(g.Tag("Variant"), "!"))
	kind, _ := ReadGameType(g.Tag("GameType"))
	for _, t := range GameTypes {
		if t.Number >= Breakthrough && (kind.Number == t.Number || variant == t.Profile) && id != t.Profile && !strings.ContainsAny(id, "{+") {
			return t.Profile
		}
	}
	return ""
}

// OtherGame is the number of games that have none in PDN. The number of a similar game would
// make other programs play that game.
const OtherGame = 99

// GameTypeFor returns the game type under which the rule set with that id is
// played, with squares named as p names them.
func GameTypeFor(id string, p *profile.Profile) GameType {
	own := NamingOf(&p.Board)
	own.Number = OtherGame
	if i := slices.IndexFunc(GameTypes, func(g GameType) bool { return g.Profile == id }); i >= 0 {
		own.Number = GameTypes[i].Number
	}
	return own
}

// Standard is p with the square names of the international game in PDN: numbers from the top
// left, White on the high ones.
func Standard(p *profile.Profile) *profile.Profile {
	q := *p
	q.Board.Notation, q.Board.FirstSquare, q.Board.WhiteHome = profile.Numeric, profile.TopLeft, profile.HighNumbers
	return &q
}

// NamingOf returns how a board names its squares, without a number.
func NamingOf(b *profile.Board) GameType {
	g := GameType{
		White: b.FirstMover == profile.White, Columns: b.Columns, Rows: b.Rows,
		Letters: 'N', Inverted: b.DarkCorner == profile.RightCorner,
	}
	if b.Notation == profile.Algebraic {
		g.Letters = 'A'
	}
	corner := slices.Index(corners, b.FirstSquare)
	top, left := corner >= 2, corner%2 == 0
	// Seen by the first mover, whose men are on the low numbers or on the high.
	low := g.White == (b.WhiteHome == profile.LowNumbers)
	if low == top {
		left = !left // the first mover sits at the top of the print
	}
	if !low {
		g.Corner = 2
	}
	if !left {
		g.Corner++
	}
	return g
}

// corners are where the first square may be, in the order of GameType.Corner.
var corners = []profile.PrintedCorner{profile.BottomLeft, profile.BottomRight, profile.TopLeft, profile.TopRight}

var gameTypeForm = regexp.MustCompile(`^([0-9]{1,4})(?:,([WB]),([0-9]{1,2}),([0-9]{1,2}),([ANS])([0-3])?(?:,([01]))?)?$`)

// ReadGameType reads the value of the tag GameType. A number alone stands for the
// naming of squares that PDN gives to it; Columns is 0 if PDN gives none.
func ReadGameType(value string) (GameType, error) {
	m := gameTypeForm.FindStringSubmatch(value)
	if m == nil {
		return GameType{}, fmt.Errorf("game type %q is not understood (want such as 20, or 20,W,10,10,N2,0)", value)
	}
	number, _ := strconv.Atoi(m[1])
	g := GameType{Number: number}
	if i := slices.IndexFunc(GameTypes, func(g GameType) bool { return g.Number == number }); i >= 0 {
		g = GameTypes[i]
	}
	if m[2] != "" {
		g.White = m[2] == "W"
		g.Columns, _ = strconv.Atoi(m[3])
		g.Rows, _ = strconv.Atoi(m[4])
		g.Letters = m[5][0]
		g.Corner, _ = strconv.Atoi("0" + m[6])
		g.Inverted = m[7] == "1"
	}
	return g, nil
}

var letters = regexp.MustCompile(`^[a-z][0-9]`)

// Lettered returns the notation of p in which g may be read if its first move has letters and p
// names squares by numbers: as at chess, the player who moves first at the bottom.
func Lettered(g *Game, p *profile.Profile) (*Notation, bool) {
	t := NamingOf(&p.Board)
	t.Letters, t.Corner = 'A', 0
	if len(g.Moves) == 0 || !letters.MatchString(g.Moves[0].Text) {
		return nil, false
	}
	return t.Notation(p)
}

// String writes g as the value of a tag, in full.
func (g GameType) String() string {
	if g.Columns == 0 {
		return strconv.Itoa(g.Number)
	}
	colour, inverted := "B", 0
	if g.White {
		colour = "W"
	}
	if g.Inverted {
		inverted = 1
	}
	return fmt.Sprintf("%d,%s,%d,%d,%c%d,%d", g.Number, colour, g.Columns, g.Rows, g.Letters, g.Corner, inverted)
}

// Notation returns the notation of p with the names of squares that g gives for a board of that
// size, and whether it gives any.
func (g GameType) Notation(p *profile.Profile) (*Notation, bool) {
	own, q := NamingOf(&p.Board), *p
	b := &q.Board
	if g.Columns != b.Columns || g.Rows != b.Rows || g.Letters == 'S' || b.Columns%2 != 0 && g.Inverted != own.Inverted {
		return nil, false
	}
	b.Notation = profile.Numeric
	if g.Letters == 'A' {
		b.Notation = profile.Algebraic
	}
	if b.DarkCorner > 0 {
		b.DarkCorner = profile.LeftCorner
		if g.Inverted {
			b.DarkCorner = profile.RightCorner
		}
	}
	b.FirstMover = profile.Black
	if g.White {
		b.FirstMover = profile.White
	}
	b.FirstSquare = corners[g.Corner&3]
	// The player who moves first sits at the bottom.
	b.WhiteHome = profile.HighNumbers
	if g.White == (g.Corner < 2) {
		b.WhiteHome = profile.LowNumbers
	}
	if NamingOf(b).String() == own.String() {
		return nil, false
	}
	return Of(&q), true
}
