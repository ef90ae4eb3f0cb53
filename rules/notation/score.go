package notation

import "varlab/rules"

// A result names the points of the player who moves first in the game, then those
// of the other. That is White where White begins; where Black does, 1-0 is a win
// of Black's (PDN 2.0, 6.1.1.1.1.5, for English draughts), as the collections of
// games have it.

// Score writes a result; points asks for 2-0, 1-1 and 0-2. A game that is not
// over, or that does not count, is *.
func Score(r rules.Result, points bool) string {
	scores := [...]string{rules.FirstWins: "1-0", rules.SecondWins: "0-1", rules.Draw: "1/2-1/2"}
	if points {
		scores = [...]string{rules.FirstWins: "2-0", rules.SecondWins: "0-2", rules.Draw: "1-1"}
	}
	if int(r) < len(scores) && scores[r] != "" {
		return scores[r]
	}
	return "*"
}

// ReadScore reads a result of either kind. It reports whether text is one of a
// game that was won, lost or drawn, and whether it is in points.
func ReadScore(text string) (r rules.Result, points, ok bool) {
	switch results[text] {
	case "1-0":
		return rules.FirstWins, false, true
	case "0-1":
		return rules.SecondWins, false, true
	case "1/2-1/2":
		return rules.Draw, false, true
	case "2-0":
		return rules.FirstWins, true, true
	case "0-2":
		return rules.SecondWins, true, true
	case "1-1":
		return rules.Draw, true, true
	}
	return rules.Ongoing, false, false
}

// RuleTags are the tags that say under which rules a game was played: RuleSet,
// with readings and overrides, PlayHash, and GameType if base, the id of the
// profile alone, has one.
func RuleTags(id, base string, r *rules.Rules) []Tag {
	tags := []Tag{{"RuleSet", id}, {"PlayHash", r.PlayHash()}}
	if g, ok := GameTypeFor(base, r.Profile()); ok {
		tags = append(tags, Tag{"GameType", g.String()})
	}
	return tags
}
