package player

import (
	"cmp"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/sim/random"
)

// Factors, in percent, by which a jump is harder to see than a man's first jump straight ahead.
// They are assumptions: nobody has measured them. They say only in which order people are
// thought to find jumps hard, and a study that rests on oversights should be repeated with
// others: the option hardness scales their surplus over 100.
const (
	laterLeg  = 120 // for each jump before it in the chain
	turning   = 130 // it leaves the line of the jump before
	backwards = 150 // a man jumps towards its own side
	distant   = 150 // a king jumps a piece that is not next to it, or lands beyond the next square
)

const mostOverlooked = 95

// A sight is the captures on the board that a player sees in one turn: each jump, after those
// before it in the chain, is seen or not. Chains that begin alike share their jumps.
type sight struct {
	rules  *rules.Rules
	chance int // percent: that a man's first jump straight ahead is overlooked
	// hardness is the part of the assumed surplus, in percent, by which other jumps are harder.
	hardness int
	jumps    []jump
}

// A jump is one leg of a chain, with what the chain has taken.
type jump struct {
	from     board.Square // of the chain
	taken    board.Set    // with this jump
	overlook int          // chance in hundredths of a percent
	seen     bool
}

// of returns the chance that a jump has.
func (j *jump) of(c random.Chance) random.Chance {
	return c.Of(uint64(j.from), j.taken.Lo, j.taken.Hi)
}

// again looks a second time at the jumps that were not seen.
func (v *sight) again(c random.Chance) {
	for i := range v.jumps {
		if j := &v.jumps[i]; !j.seen {
			j.seen = !happens(j.of(c.Of(secondLook)), j.overlook, whole)
		}
	}
}

// sees reports whether the capture t of the position at is seen, from its first
// jump to its last.
func (v *sight) sees(at board.Setup, t *rules.Turn, c random.Chance) bool {
	if v.chance == 0 {
		return true
	}
	g, p := v.rules.Grid(), v.rules.Profile()
	king := at.Kings[at.Mover].Has(t.From)
	forwards := 1
	if at.Mover == board.Second {
		forwards = -1
	}
	from, factor := t.From, whole
	harder := func(factor, by int) int { return factor * (100*100 + (by-100)*v.hardness) / (100 * 100) }
	var came [2]int
	var taken board.Set
	var legs []rules.Leg
	v.rules.Routes(at, t, func(route []rules.Leg) bool {
		legs = append(legs, route...)
		return false
	})
	for i, leg := range legs {
		row, col := g.Place(from)
		toRow, toCol := g.Place(leg.To)
		line := [2]int{cmp.Compare(toRow, row), cmp.Compare(toCol, col)}
		steps := max(abs(toRow-row), abs(toCol-col))
		if !g.Every() && (line[0] == 0 || line[1] == 0) {
			steps /= 2
		}
		taken = taken.Or(leg.Over)
		if i > 0 {
			factor = harder(factor, laterLeg)
		}
		this := factor
		if i > 0 && line != came {
			this = harder(factor, turning)
		}
		switch {
		case king && p.King.Range == profile.Flying && steps > 2:
			this = harder(this, distant)
		case !king && line[0] == -forwards:
			this = harder(this, backwards)
		}
		if !v.seesJump(t.From, taken, min(v.chance*this/100, 100*mostOverlooked), c) {
			return false
		}
		from, came, king = leg.To, line, king || leg.King
	}
	return true
}

func (v *sight) seesJump(from board.Square, taken board.Set, overlook int, c random.Chance) bool {
	for i := range v.jumps {
		if j := &v.jumps[i]; j.from == from && j.taken == taken {
			return j.seen
		}
	}
	j := jump{from: from, taken: taken, overlook: overlook}
	j.seen = !happens(j.of(c.Of(oversight)), overlook, whole)
	v.jumps = append(v.jumps, j)
	return j.seen
}

// whole is the unit of the chances of jumps: in percent the factors would be lost where
// oversights are rare.
const whole = 100 * 100
