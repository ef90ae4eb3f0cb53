package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/sim/record"
	"varlab/sim/study"
)

// notes words the warnings of the findings: each text once, numbered from 1, and named by number
// where it concerns.
type notes struct {
	Notes []string
	of    map[any][]int // by cell, pair and verdict; that of everything by nil
}

func (n *notes) note(of any, text string) {
	i := slices.Index(n.Notes, text)
	if i < 0 {
		i = len(n.Notes)
		n.Notes = append(n.Notes, text)
	}
	n.of[of] = append(n.of[of], i+1)
}

// marks are the numbers of the notes on some cells, pairs and verdicts, ascending; those of
// everything for nil.
func (n *notes) marks(of ...any) (numbers []int) {
	for _, x := range of {
		numbers = append(numbers, n.of[x]...)
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// things are pointers as what a note is of.
func things[T any](pointers []*T) (all []any) {
	for _, p := range pointers {
		all = append(all, p)
	}
	return all
}

func annotate(r *Report) {
	r.notes.of = map[any][]int{}
	pair := func(p *findings.Pair) {
		for _, w := range p.Warnings {
			r.note(p, pairWarning(w))
		}
	}
	for _, g := range r.Groups {
		for _, c := range g.Cells {
			for _, w := range c.Warnings {
				r.note(c, cellWarning(r, g, c, w))
			}
		}
		for _, p := range g.Pairs {
			pair(p)
		}
	}
	for _, w := range r.Warnings {
		r.note(nil, generalWarning(r, w))
	}
	for _, v := range r.Verdicts {
		pair(v.Pair)
		of := append(things(v.Sides()), v.Pair)
		if v.Hypothesis.Adjudicated {
			of = append(of, r.ReadFrom(v.Group, v.Hypothesis))
		}
		r.notes.of[v] = r.marks(of...)
	}
}

func cellWarning(r *Report, g *findings.Group, c *findings.Cell, w findings.Warning) string {
	id := c.Profile.Name
	with := when(len(r.Groups) > 1, " with "+g.Name())
	games := count(c.N(study.Games))
	switch w := w.(type) {
	case findings.Unfinished:
		n := c.N(study.Cut)
		text := fmt.Sprintf("%s of %s games of %s%s %s unfinished after %d plies: %s drawn and %s won by the exact value of their last position, %s open",
			count(n), games, id, with, forms(n, "was", "were"), r.Plan.HorizonPlies,
			count(c.N(study.DrawnByValue)), count(c.N(study.FirstByValue, study.SecondByValue)), count(c.N(study.Open)))
		text += when(c.N(study.Open) > 0, fmt.Sprintf(" (%s of these stalled). Had those gone on, the draw rate could lie anywhere from %s %%", count(c.N(study.Stalled)), boundsOf(c)))
		return text + when(len(c.Profile.Draws()) == 0, "; this rule set has no clause that could end such a game") + "."
	case findings.Endless:
		return fmt.Sprintf("%s has no clause that ends a game in which neither side makes headway; no game%s needed one.", id, with)
	case findings.Voided:
		n := c.N(study.Void)
		return fmt.Sprintf("%s of %s games of %s%s %s void by that rule set's reading. %s not played again.", count(n), games, id, with,
			forms(n, "was broken off and is", "were broken off and are"), forms(n, "It is counted apart and was", "They are counted apart and were"))
	case findings.Forfeits:
		why, more := lists.SortedKeys(c.Tally.Failures), ""
		if most := 3; len(why) > most {
			why, more = why[:most], " and others"
		}
		n := c.N(study.Forfeited)
		return fmt.Sprintf("%s of %s games of %s%s %s forfeited because a player failed: %s%s.", count(n), games, id, with, forms(n, "was", "were"), plain(strings.Join(why, "; ")), more)
	case findings.Borrowed:
		return fmt.Sprintf("Under %s%s weights of %s are used, whose game has another %s: the rates hang on them (%s).", id, with, sentence(list(w.Of, r.shortOf)), sentence(w.Differs), askedAgain)
	case findings.FewOpenings:
		return fmt.Sprintf("Only %s stand behind the games of %s%s: intervals over openings use Student's t with %s of freedom and are uncertain themselves.", plural(w.N, "opening", "openings"), id, with, plural(max(0, w.N-1), "degree", "degrees"))
	case findings.FewPositions:
		return fmt.Sprintf("Only %s positions can be reached by %d quiet opening plies on the board of %s, fewer than openings were wanted: all were used, as evenly as possible.", count(w.Positions), w.Plies, id)
	case findings.WildOpenings:
		return fmt.Sprintf("Fewer than 30 positions can be reached by %d quiet plies on the board of %s: its openings of that length are random turns, of which some may be captures.", w.Plies, id)
	case findings.Lopsided:
		return fmt.Sprintf("%s on the board of %s.", sentenceCase(lopsidedWords(w)), id)
	case findings.OnceLearned:
		return fmt.Sprintf("The weights under %s were learned once: nothing shows that these findings would hold with weights of another training.", id)
	}
	equal := list(w.(findings.SameGame).As, func(p *findings.Profile) string { return p.Name })
	return fmt.Sprintf("%s are the same game: between these players they differ in nothing that changes a turn or an ending, their games are equal, and no difference between them is tested.", sentence(equal))
}

func lopsidedWords(l findings.Lopsided) string {
	return fmt.Sprintf("%d of %d openings carry half of the games, so that all of them are worth %d equal ones at most", l.Few, l.Openings, l.Equal)
}

func pairWarning(w findings.Warning) string {
	if w == (findings.Unpaired{}) {
		return "Not paired: these rule sets do not share a board and a start, so each has its own openings."
	}
	return "Nothing varied from opening to opening, so the difference has no standard error: interval and p count openings in the place of games."
}

func generalWarning(r *Report, w findings.Warning) string {
	switch w := w.(type) {
	case findings.PlainPlayers:
		return fmt.Sprintf("%s %s positions by plain weights that were not learned for each rule set. How well those weights fit may differ between rule sets, and with it the strength of play.",
			sentence(w.Players), forms(len(w.Players), "values", "value"))
	case findings.LearnedPlayers:
		return fmt.Sprintf("%s %s positions by weights that were learned from games; “How sure?” says for which rule sets.",
			sentence(w.Players), forms(len(w.Players), "values", "value"))
	case findings.FittedPlayers:
		return fmt.Sprintf("%s %s fitted to what the moves of people’s games cost. %s. Here they begin from the study’s openings, and stop only where their options and the rules let them; nobody knows how far off they are.",
			sentence(w.Players), forms(len(w.Players), "was", "were"), study.HeldOut)
	case findings.EndedExactly:
		return fmt.Sprintf("%s ended with the exact value of an ending of %d pieces or fewer%s. Lengths and counts of these games run up to there.",
			plural(w.Games, "game", "games"), r.Plan.Exact.Pieces, when(r.Plan.Exact.Known, ", between players who know these values and overlook nothing, and so would have come to the same"))
	case findings.Repeated:
		return "Openings were played more than once, and games from one opening are not independent. Wilson’s intervals divide the number of games by the design effect given (by 1 where it is less); where nothing varies it cannot be estimated, and only openings count."
	case findings.NothingMissed:
		return fmt.Sprintf("No player of this study overlooks anything. Under %s a due capture is left untaken only where a player finds it better (or plays at random), and every omission is noticed.", sentence(list(w.Under, func(p *findings.Profile) string { return p.Name })))
	case findings.NotSimulated:
		return fmt.Sprintf("Not simulated%s: %s.", when(w.Alone, ", since no player of this study touches or misplaces pieces"), strings.Join(w.Axes, ", "))
	case findings.Siblings:
		return siblingsWords(w)
	case findings.SameGames:
		return sameGamesWords(w.Groups) + "."
	}
	return fmt.Sprintf("%s differences were tested. p is adjusted by Holm over all differences of one metric; a difference is called shown where the adjusted p is below %s and the interval, adjusted alike, leaves out 0. Tables have intervals that are not adjusted.", count(r.Tests), fixed(findings.Alpha, 2))
}

func sameGamesWords(groups [2]*findings.Group) string {
	return fmt.Sprintf("%s and %s played the same games, move by move: what both show is one piece of evidence", groups[0].Name(), groups[1].Name())
}

// siblingsWords says what runs of the same rule sets come to by chance alone.
func siblingsWords(s findings.Siblings) string {
	return fmt.Sprintf("%s runs of these rule sets stand here, this one among them: were there no difference, at least one would still show one with a chance of up to %.0f %%.", sentenceCase(InNumber(s.Runs)), 100*(1-math.Pow(findings.Level, float64(s.Runs))))
}

// neighbours says which runs stood beside this one when it was begun, and by how many games
// a cell those of the same name differ from it.
func neighbours(r *Report) string {
	const most = 3
	runs := list(r.Beside[:min(most, len(r.Beside))], func(s record.Sighting) string {
		text := fmt.Sprintf("%s (study %s, %s games a cell", plain(s.Dir), short(s.StudyHash), count(s.Games))
		if n := s.Games - r.Plan.Games; s.Study == r.Plan.Name && n != 0 {
			text += fmt.Sprintf(", %s %s than here by a study of the same name", count(max(n, -n)), lists.Choose(n > 0, "more", "fewer"))
		}
		return text + ")"
	})
	if n := len(r.Beside) - most; n > 0 {
		runs = append(runs, fmt.Sprintf("%d more", n))
	}
	return when(len(runs) > 0, fmt.Sprintf(" When this run was begun, %s stood beside it: %s. Who has read these runs may have seen games of these players before.", plural(len(r.Beside), "other run", "other runs"), sentence(runs)))
}
