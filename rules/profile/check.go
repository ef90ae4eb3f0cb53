package profile

import (
	"fmt"
	"slices"
	"strings"

	"varlab/rules/board"
)

// A Fault is what is wrong with one axis of a profile.
type Fault struct {
	Key string // the axis at fault
	Msg string // what is wrong and what was wanted
}

func (f Fault) Error() string { return f.Key + ": " + f.Msg }

// Check reports all values of p that are out of range, missing, stated where
// they do not apply, or contradict each other, in the order of the axes. A value
// with a fault of its own contradicts nothing.
func Check(p *Profile) []Fault {
	var faults []Fault
	faulty := map[string]bool{}
	add := func(key, format string, args ...any) {
		faults = append(faults, Fault{key, fmt.Sprintf(format, args...)})
		faulty[key] = true
	}
	for i := range Axes {
		a := &Axes[i]
		v := a.Get(p)
		if !a.Applies(p) {
			if !same(v, nil) {
				add(a.Key, "stated, but contradicts the rest (want %s)", a.Needs())
			}
			continue
		}
		if err := a.Allows(v); err != nil {
			// Allows begins with the key, which the fault carries already.
			add(a.Key, "%s", strings.TrimPrefix(err.Error(), a.Key+": "))
		}
	}
	for _, c := range contradictions {
		if slices.ContainsFunc(c.keys, func(key string) bool { return faulty[key] }) {
			continue
		}
		if msg := c.between(p); msg != "" {
			add(c.keys[0], "%s", msg)
		}
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return axisIndex(a.Key) - axisIndex(b.Key) })
	return faults
}

func axisIndex(key string) int {
	return slices.IndexFunc(Axes, func(a Axis) bool { return a.Key == key })
}

// contradictions are values that cannot stand together. The first key is the one
// at fault; between says what is wrong and what was wanted, or nothing.
var contradictions = []struct {
	keys    []string
	between func(*Profile) string
}{
	{[]string{"board.columns", "board.rows", "board.squares"}, func(p *Profile) string {
		b := &p.Board
		return where(b.Squares != board.All && (b.Rows+b.Columns)%2 != 0, "%d rows and %d columns have an odd sum (want an even one)", b.Rows, b.Columns)
	}},
	{[]string{"board.squares", "board.rows", "board.columns"}, func(p *Profile) string {
		b := &p.Board
		return where(b.Squares > board.Dark && b.Rows*b.Columns > board.MostSquares, "%d rows of %d squares are more than %d squares (want fewer, or board.squares = \"dark\")", b.Rows, b.Columns, board.MostSquares)
	}},
	{[]string{"board.men_rows", "board.rows", "board.start"}, func(p *Profile) string {
		b := &p.Board
		return where(b.Start == "" && 2*b.MenRows >= b.Rows, "twice %d rows of men leave no free row among %d (want fewer)", b.MenRows, b.Rows)
	}},
	{[]string{"man.capture", "capture.directions"}, func(p *Profile) string {
		return where(p.Man.Capture == CapturesForwardSideways && p.Capture.Directions == Diagonal, `"forward-sideways" contradicts captures along diagonals alone (want capture.directions = "all" or "straight")`)
	}},
	{[]string{"capture.precedence", "capture.obligation"}, func(p *Profile) string {
		return where(p.Capture.Obligation == Free && len(p.Capture.Precedence) > 0, `stated though no capture is owed (want none under capture.obligation = "free")`)
	}},
	{[]string{"capture.precedence", "capture.completion"}, func(p *Profile) string {
		for i, key := range p.Capture.Precedence {
			if p.Capture.Completion == AtWill && (key == ByQuantity || key == ByValue) {
				return fmt.Sprintf(`%q contradicts a capture that may be stopped at will (want capture.completion other than "free")`, AxisOf("capture.precedence").Get(p).([]string)[i])
			}
		}
		return ""
	}},
	{[]string{"king.landing", "king.range"}, func(p *Profile) string {
		return where(p.King.Range == Short && p.King.Landing != LandFree, `%q contradicts a short king, which has one landing square (want "free")`, AxisOf("king.landing").Get(p))
	}},
	{[]string{"claim.automatic", "claim.remedies"}, func(p *Profile) string {
		return where(p.Claim.Automatic && !slices.Equal(p.Claim.Remedies, []Remedy{HuffRemedy}), `an automatic huff leaves no other remedy (want claim.remedies = ["huff"])`)
	}},
	{[]string{"claim.remedies", "claim.automatic", "capture.obligation"}, func(p *Profile) string {
		claimed := claimable(p) && !p.Claim.Automatic
		if claimed && len(p.Claim.Remedies) == 1 && p.Claim.Remedies[0] == WaiveRemedy {
			return `"waive" alone is no sanction (want huff or compel with it)`
		}
		return where(claimed && MustHuff(p) && !slices.Equal(p.Claim.Remedies, []Remedy{HuffRemedy}), `lacks "waive" (want it, or "huff" alone)`)
	}},
	{[]string{"claim.covers", "capture.obligation"}, func(p *Profile) string {
		return where(claimable(p) && len(p.Claim.Covers) == 0, "empty (want at least one of missed, partial, weaker)")
	}},
	{[]string{"claim.covers"}, func(p *Profile) string {
		both := slices.Contains(p.Claim.Covers, Stopped) && slices.Contains(p.Claim.Covers, Partial)
		return where(both, `"stopped" beside "partial", which says more (want one of them)`)
	}},
	{[]string{"promotion.ends_move", "promotion.when"}, func(p *Profile) string {
		return where(p.Promotion.When == InPassing && p.Promotion.EndsMove, "contradicts promotion in passing, which goes on (want false)")
	}},
	{[]string{"ending.last_piece", "ending.no_pieces"}, func(p *Profile) string {
		return where(p.Ending.LastPiece == LastLoses && p.Ending.NoPieces == Wins, `%q contradicts a game that is won by losing all pieces (want "plays" under ending.no_pieces = "win")`, AxisOf("ending.last_piece").Get(p))
	}},
	{[]string{"ending.both_blocked", "ending.no_moves"}, func(p *Profile) string {
		return where(p.Ending.NoMoves == Passes && p.Ending.BothBlocked != BlockedDraws, `%q would pass for ever (want "draw" under ending.no_moves = "pass")`, AxisOf("ending.both_blocked").Get(p))
	}},
}

// where returns what is wrong, if it is.
func where(wrong bool, format string, args ...any) string {
	if !wrong {
		return ""
	}
	return fmt.Sprintf(format, args...)
}
