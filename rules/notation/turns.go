package notation

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// A Form is a way to write turns.
type Form uint8

// The forms. All write a quiet move as `28-32`. Of a capture PDN names the two
// ends (`28x19`), and where two captured sets share them every square between as
// well, on the smallest route; Hub names the ends and then the captured squares
// in ascending order (`28x19x23`), always by number. Recorded is the form of records,
// which is Hub with the numbers of a board with named squares running as the names do.
const (
	PDN Form = iota
	Hub
	Recorded
)

// A Notation writes and reads the turns of one rule set.
type Notation struct {
	*Board
	profile *profile.Profile
	rules   func() *rules.Rules // compiled when a route is first asked for
}

// Of returns the notation of p, which must be valid.
func Of(p *profile.Profile) *Notation {
	return &Notation{Board: NewBoard(&p.Board), profile: p, rules: sync.OnceValue(func() *rules.Rules {
		r, err := rules.Compile(p)
		if err != nil {
			panic(err)
		}
		return r
	})}
}

// Under returns the notation of p, whose board has the same squares, with the
// names that n has for them.
func (n *Notation) Under(p *profile.Profile) *Notation {
	under := Of(p)
	under.Board = n.Board
	return under
}

// Filed returns n with the numbers of files and programs for its squares.
func (n *Notation) Filed() *Notation { return &Notation{n.Board.Filed(), n.profile, n.rules} }

// Format writes t, one of the turns that are playable in the position at. It compares
// t with the others, which a short form may not tell apart from it.
//
//	move  huff@SQ/move  huff@SQ  huff@SQ/pass  compel  compel@SQ  waive  pass  draw
//
// A huff of all pieces at fault names no square: huff/move, huff, huff/pass.
//
// A move has the suffix =K if a like move exists that does not promote, and @SQ
// where the offender names the piece that would be huffed.
func (n *Notation) Format(f Form, at board.Setup, t rules.Turn, turns []rules.Turn) string {
	square := func(q board.Square) string { return n.text(f, q) }
	text := ""
	switch t.Claim {
	case rules.Waive:
		return "waive"
	case rules.Compel:
		if t.Named == board.NoSquare {
			return "compel"
		}
		return "compel@" + square(t.Named)
	case rules.Huff:
		if text = "huff"; t.Named != board.NoSquare {
			text += "@" + square(t.Named)
		}
		if t.Action == rules.Nothing {
			return text
		}
		text += "/"
	}
	switch t.Action {
	case rules.Pass:
		return text + "pass"
	case rules.CallDraw:
		return text + "draw"
	case rules.Quiet:
		text += square(t.From) + "-" + square(t.To)
	case rules.Capture:
		squares := []board.Square{t.To}
		if f != PDN {
			captured := n.Ascending(t.Captured)
			if f == Hub {
				slices.SortFunc(captured, func(a, b board.Square) int { return n.written(a) - n.written(b) })
			}
			squares = append(squares, captured...)
		} else if slices.ContainsFunc(turns, func(u rules.Turn) bool { return sameEnds(u, t) && u.Captured != t.Captured }) {
			if squares = append(squares, n.Ascending(t.Captured)...); t.Claim != rules.Huff || t.Named != board.NoSquare {
				squares = n.smallestRoute(at, t)
			}
		}
		text += square(t.From)
		for _, q := range squares {
			text += "x" + square(q)
		}
	}
	if t.Promotes && canStay(t, turns) {
		text += "=K"
	}
	if t.Offers != board.NoSquare {
		text += "@" + square(t.Offers)
	}
	return text
}

// canStay reports whether one of turns is like t, which promotes, and does not.
func canStay(t rules.Turn, turns []rules.Turn) bool {
	return slices.ContainsFunc(turns, func(u rules.Turn) bool {
		return sameEnds(u, t) && u.Captured == t.Captured && !u.Promotes
	})
}

// Lines returns the turns as a list for people and programs: one line for each,
// sorted by bytes.
func (n *Notation) Lines(f Form, at board.Setup, turns []rules.Turn) []string {
	lines := make([]string, len(turns))
	for i, t := range turns {
		lines[i] = n.Listed(f, at, t, turns)
	}
	slices.Sort(lines)
	return lines
}

// Listed is t as Format writes it, an omission marked ` !`, followed by the squares of the
// pieces that may be huffed for it if huffing is a remedy.
func (n *Notation) Listed(f Form, at board.Setup, t rules.Turn, turns []rules.Turn) string {
	line := n.Format(f, at, t, turns)
	if t.Omission == profile.NoOmission {
		return line
	}
	var huffed []string
	if slices.Contains(n.profile.Claim.Remedies, profile.HuffRemedy) {
		for _, q := range n.Ascending(t.Huffable) {
			huffed = append(huffed, n.text(f, q))
		}
	}
	return strings.TrimSpace(line + " ! " + strings.Join(huffed, ","))
}

// A Row is a turn with its effects, for programs.
type Row struct {
	Turn     string   `json:"turn"`
	Omission string   `json:"omission,omitempty"`
	Huffable []string `json:"huffable,omitempty"`
	Captured []string `json:"captured,omitempty"`
	Promotes bool     `json:"promotes,omitempty"`
}

// Rows returns the turns as Lines does in PDN form, with their effects.
func (n *Notation) Rows(at board.Setup, turns []rules.Turn) []Row {
	names := func(s board.Set) (names []string) {
		for _, q := range n.Ascending(s) {
			names = append(names, n.Name(q))
		}
		return names
	}
	rows := make([]Row, len(turns))
	for i, t := range turns {
		rows[i] = Row{n.Format(PDN, at, t, turns), t.Omission.String(), names(t.Huffable), names(t.Captured), t.Promotes}
	}
	slices.SortFunc(rows, func(a, b Row) int { return strings.Compare(a.Turn, b.Turn) })
	return rows
}

// Way returns the squares on which the moving piece of t stands in turn, from its origin to its
// landing. Of several ways of a capture it takes the one that comes first when the squares are
// compared one by one.
func (n *Notation) Way(at board.Setup, t rules.Turn) []board.Square {
	if t.Captured.Len() < 2 {
		return []board.Square{t.From, t.To}
	}
	return append([]board.Square{t.From}, n.smallestRoute(at, t)...)
}

func (n *Notation) text(f Form, q board.Square) string {
	switch f {
	case Hub:
		return strconv.Itoa(n.written(q))
	case Recorded:
		return strconv.Itoa(n.Number(q))
	}
	return n.Name(q)
}

// written is the number of q in text.
func (n *Notation) written(q board.Square) int { return slices.Index(n.counted(), q) + 1 }

// sameEnds reports whether two turns are written alike but for the squares
// between, =K and @SQ.
func sameEnds(t, u rules.Turn) bool {
	return t.Claim == u.Claim && t.Named == u.Named && t.Action == u.Action && t.From == u.From && t.To == u.To
}

// Left are the captures that were due and that t, one of turns, left untaken.
func Left(t rules.Turn, turns []rules.Turn) []rules.Turn {
	if t.Omission == profile.NoOmission {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(turns), func(u rules.Turn) bool {
		return u.Action != rules.Capture || u.Omission != profile.NoOmission || u.Claim != t.Claim || u.Named != t.Named
	})
}

// Note says in words of t, one of turns, what a board does not show: a claim, and the due
// captures that it leaves. It is empty for most turns.
func (n *Notation) Note(at board.Setup, t rules.Turn, turns []rules.Turn) string {
	var notes []string
	switch t.Claim {
	case rules.Huff:
		note := "huffs all pieces at fault"
		if t.Named != board.NoSquare {
			note = "huffs the piece on " + n.Name(t.Named)
		}
		notes = append(notes, note)
	case rules.Compel:
		notes = append(notes, "has the turn played again")
	case rules.Waive:
		notes = append(notes, "lets the omission pass")
	}
	if left := Left(t, turns); len(left) > 0 {
		var due []string
		for _, u := range left {
			u.Claim, u.Named = rules.NoClaim, board.NoSquare
			due = append(due, n.Format(PDN, at, u, turns))
		}
		notes = append(notes, "leaves "+strings.Join(slices.Compact(slices.Sorted(slices.Values(due))), " or ")+", which was due")
	}
	return strings.Join(notes, ", ")
}
