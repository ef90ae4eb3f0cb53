package notation

import (
	"slices"

	"varlab/rules"
)

// A result names the points of the player who moves first in the game, then those of the other.
// Where White begins, 1-0 is a win of White's; where Black does, it is a win of Black's, in
// collections of games as in PDN 2.0, 6.1.1.1.1.5, for English draughts.

// scores are the results of games that were won, lost or drawn; and in points.
var scores = [2][]string{
	{rules.FirstWins: "1-0", rules.SecondWins: "0-1", rules.Draw: "1/2-1/2"},
	{rules.FirstWins: "2-0", rules.SecondWins: "0-2", rules.Draw: "1-1"},
}

// Score writes a result; points asks for 2-0, 1-1 and 0-2. A game that is not
// over, or that does not count, is *.
func Score(r rules.Result, points bool) string {
	list := scores[0]
	if points {
		list = scores[1]
	}
	if int(r) < len(list) && list[r] != "" {
		return list[r]
	}
	return "*"
}

// ReadScore reads a result of either kind. It reports whether text is one of a
// game that was won, lost or drawn, and whether it is in points.
func ReadScore(text string) (r rules.Result, points, ok bool) {
	for i, list := range scores {
		if r := slices.Index(list, resultOf(text)); r >= 0 && list[r] != "" {
			return rules.Result(r), i == 1, true
		}
	}
	return rules.Ongoing, false, false
}

// RuleTags are the tags that say under which rules a game was played: RuleSet,
// with readings and overrides, PlayHash, and GameType.
func RuleTags(id string, r *rules.Rules) []Tag {
	return []Tag{{"RuleSet", id}, {"PlayHash", r.PlayHash()}, {"GameType", GameTypeFor(id, r.Profile()).String()}}
}
