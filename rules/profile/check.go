package profile

import (
	"fmt"
	"slices"
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
			if !isZero(v) {
				add(a.Key, "stated, but contradicts the rest (want %s)", a.Needs())
			}
			continue
		}
		if err := a.Allows(v); err != nil {
			// Allows begins with the key, which the fault carries already.
			add(a.Key, "%s", trimKey(err.Error(), a.Key))
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
	{[]string{"board.columns", "board.rows"}, func(p *Profile) string {
		if b := &p.Board; (b.Rows+b.Columns)%2 != 0 {
			return fmt.Sprintf("%d rows and %d columns have an odd sum (want an even one)", b.Rows, b.Columns)
		}
		return ""
	}},
	{[]string{"board.men_rows", "board.rows", "board.start"}, func(p *Profile) string {
		if b := &p.Board; b.Start == "" && 2*b.MenRows >= b.Rows {
			return fmt.Sprintf("twice %d rows of men leave no free row among %d (want fewer)", b.MenRows, b.Rows)
		}
		return ""
	}},
	{[]string{"capture.precedence", "capture.obligation"}, func(p *Profile) string {
		if p.Capture.Obligation == Free && len(p.Capture.Precedence) > 0 {
			return "stated though no capture is owed (want none under capture.obligation = \"free\")"
		}
		return ""
	}},
	{[]string{"capture.precedence", "capture.completion"}, func(p *Profile) string {
		for _, key := range []Precedence{ByQuantity, ByValue} {
			if p.Capture.Completion == AtWill && slices.Contains(p.Capture.Precedence, key) {
				return fmt.Sprintf("%q contradicts a capture that may be stopped at will (want capture.completion other than \"free\")", AxisOf("capture.precedence").Words()[key-1])
			}
		}
		return ""
	}},
	{[]string{"king.landing", "king.range"}, func(p *Profile) string {
		if p.King.Range == Short && p.King.Landing != LandFree {
			return fmt.Sprintf("%q contradicts a short king, which has one landing square (want \"free\")", AxisOf("king.landing").Get(p))
		}
		return ""
	}},
	{[]string{"claim.automatic", "claim.remedies"}, func(p *Profile) string {
		if p.Claim.Automatic && !slices.Equal(p.Claim.Remedies, []Remedy{HuffRemedy}) {
			return "an automatic huff leaves no other remedy (want claim.remedies = [\"huff\"])"
		}
		return ""
	}},
	{[]string{"claim.remedies", "claim.automatic", "capture.obligation"}, func(p *Profile) string {
		switch r := p.Claim.Remedies; {
		case !claimable(p) || p.Claim.Automatic:
			return ""
		case !slices.Contains(r, WaiveRemedy):
			return "lacks \"waive\" (want it, unless claim.automatic)"
		case len(r) < 2:
			return "\"waive\" alone is no sanction (want huff or compel with it)"
		}
		return ""
	}},
	{[]string{"claim.covers", "capture.obligation"}, func(p *Profile) string {
		if claimable(p) && len(p.Claim.Covers) == 0 {
			return "empty (want at least one of missed, partial, weaker)"
		}
		return ""
	}},
	{[]string{"promotion.ends_move", "promotion.when"}, func(p *Profile) string {
		if p.Promotion.When == InPassing && p.Promotion.EndsMove {
			return "contradicts promotion in passing, which goes on (want false)"
		}
		return ""
	}},
	{[]string{"ending.both_blocked", "ending.no_moves"}, func(p *Profile) string {
		if p.Ending.NoMoves == Passes && p.Ending.BothBlocked != BlockedDraws {
			return fmt.Sprintf("%q would pass for ever (want \"draw\" under ending.no_moves = \"pass\")", AxisOf("ending.both_blocked").Get(p))
		}
		return ""
	}},
}

func isZero(v any) bool {
	switch v := v.(type) {
	case string:
		return v == ""
	case bool:
		return !v
	case int:
		return v == 0
	case []string:
		return len(v) == 0
	case []DrawClause:
		return len(v) == 0
	}
	return false
}

func trimKey(msg, key string) string {
	if len(msg) > len(key)+2 && msg[:len(key)+2] == key+": " {
		return msg[len(key)+2:]
	}
	return msg
}
