package findings

// An Outcome is what was found of a claim with one player.
type Outcome int

const (
	NotShown  Outcome = iota // see Verdict.Why, and Verdict.Seen for what could have been shown
	Shown                    // the direction that is claimed
	Opposed                  // the other direction
	Equal                    // within the margin
	Unequal                  // beyond the margin
	AsGood                   // not worse by the margin
	NotTested                // both are the same game, so that no direction is shown
)

// Answer says what was found of the claim, by the p adjusted for its family.
func (v *Verdict) Answer() Outcome {
	switch {
	case v.Word == Undecided:
		return NotShown
	case v.Word == Equivalent:
		return Equal
	case v.Word == NotWorse:
		return AsGood
	case v.Word == Supported:
		return Shown
	case v.SameGame:
		return NotTested
	case v.Hypothesis.Within() > 0:
		return Unequal
	}
	return Opposed
}
