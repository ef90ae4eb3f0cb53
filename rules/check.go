package rules

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
// they do not apply, or contradict each other, in the order of the axes.
func Check(p *Profile) []Fault {
	var faults []Fault
	add := func(key, format string, args ...any) {
		faults = append(faults, Fault{key, fmt.Sprintf(format, args...)})
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
	if len(faults) > 0 {
		return faults
	}
	b := &p.Board
	if (b.Rows+b.Columns)%2 != 0 {
		add("board.columns", "%d rows and %d columns have an odd sum (want an even one)", b.Rows, b.Columns)
	}
	if b.Start == "" && 2*b.MenRows >= b.Rows {
		add("board.men_rows", "twice %d rows of men leave no free row among %d (want fewer)", b.MenRows, b.Rows)
	}
	if b.Notation == "algebraic" && b.Columns > 26 {
		add("board.notation", "no letters for %d columns", b.Columns)
	}
	c := &p.Capture
	if c.Obligation == "free" && len(c.Precedence) > 0 {
		add("capture.precedence", "stated though no capture is owed (want none under capture.obligation = \"free\")")
	}
	if c.Completion == "free" {
		for _, key := range []string{"quantity", "value"} {
			if slices.Contains(c.Precedence, key) {
				add("capture.precedence", "%q contradicts a capture that may be stopped at will (want capture.completion other than \"free\")", key)
			}
		}
	}
	if p.King.Range == "short" && p.King.Landing != "free" {
		add("king.landing", "%q contradicts a short king, which has one landing square (want \"free\")", p.King.Landing)
	}
	if claimable(p) {
		r := p.Claim.Remedies
		switch {
		case p.Claim.Automatic && !slices.Equal(r, []string{"huff"}):
			add("claim.automatic", "an automatic huff leaves no other remedy (want claim.remedies = [\"huff\"])")
		case !p.Claim.Automatic && !slices.Contains(r, "waive"):
			add("claim.remedies", "lacks \"waive\" (want it, unless claim.automatic)")
		case !p.Claim.Automatic && len(r) < 2:
			add("claim.remedies", "\"waive\" alone is no sanction (want huff or compel with it)")
		}
		if len(p.Claim.Covers) == 0 {
			add("claim.covers", "empty (want at least one of missed, partial, weaker)")
		}
	}
	if p.Promotion.When == "in-passing" && p.Promotion.EndsMove {
		add("promotion.ends_move", "contradicts promotion in passing, which goes on (want false)")
	}
	if p.Ending.NoMoves == "pass" && p.Ending.BothBlocked != "draw" {
		add("ending.both_blocked", "%q would pass for ever (want \"draw\" under ending.no_moves = \"pass\")", p.Ending.BothBlocked)
	}
	return faults
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
