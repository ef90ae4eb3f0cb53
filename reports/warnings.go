package reports

import (
	"fmt"
	"slices"
	"strings"

	"varlab/rules/profile"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

func (r *Report) note(format string, args ...any) int {
	text := fmt.Sprintf(format, args...)
	if i := slices.Index(r.Warnings, text); i >= 0 {
		return i + 1
	}
	r.Warnings = append(r.Warnings, text)
	return len(r.Warnings)
}

func (r *Report) warn() {
	for _, g := range r.Groups {
		for _, c := range g.Cells {
			r.warnCell(g, c)
		}
		for _, p := range g.Pairs {
			r.warnPair(g, p)
		}
	}
	r.warnGeneral()
}

func (r *Report) warnCell(g *Group, c *Cell) {
	add := func(format string, args ...any) { c.Warnings = append(c.Warnings, r.note(format, args...)) }
	id := c.Profile.Name
	with := ""
	if len(r.Groups) > 1 {
		with = " with " + g.Name()
	}
	if n := c.n(study.Cut); n > 0 {
		text := fmt.Sprintf("%s of %s games of %s%s %s unfinished after %d plies: %s drawn and %s won by the exact value of their last position, %s open",
			count(n), count(c.n(study.Games)), id, with, forms(n, "was", "were"), r.Plan.HorizonPlies,
			count(c.n(study.DrawnByValue)), count(c.n(study.FirstByValue, study.SecondByValue)), count(c.n(study.Open)))
		text += when(c.n(study.Open) > 0, fmt.Sprintf(" (%s of these stalled). Had those gone on, the draw rate could lie anywhere from %s %%", count(c.n(study.Stalled)), boundsOf(c)))
		text += when(len(c.Profile.draws()) == 0, "; this rule set has no clause that could end such a game")
		add("%s.", text)
	} else if len(c.Profile.draws()) == 0 {
		add("%s has no clause that ends a game in which neither side makes headway; no game%s needed one.", id, with)
	}
	if n := c.n(study.Void); n > 0 {
		add("%s of %s games of %s%s %s void by that rule set's reading. %s not played again.", count(n), count(c.n(study.Games)), id, with,
			forms(n, "was broken off and is", "were broken off and are"), forms(n, "It is counted apart and was", "They are counted apart and were"))
	}
	if n := c.n(study.Forfeited); n > 0 {
		why, more := sortedKeys(c.Tally.Failures), ""
		if most := 3; len(why) > most {
			why, more = why[:most], " and others"
		}
		add("%s of %s games of %s%s %s forfeited because a player failed: %s%s.", count(n), count(c.n(study.Games)), id, with, forms(n, "was", "were"), plain(strings.Join(why, "; ")), more)
	}
	for _, w := range c.Weights {
		if w.Kind == borrowedWeights {
			add("Under %s%s weights of %s are used, whose game has another %s: the rates hang on them (%s).", id, with, sentence(list(w.Of, r.shortOf)), sentence(w.Differs), askedAgain)
		}
	}
	if n := c.clusters(); n < stats.FewClusters {
		add("Only %s stand behind the games of %s%s: intervals over openings use Student's t with %s of freedom and are uncertain themselves.", plural(n, "opening", "openings"), id, with, plural(max(0, n-1), "degree", "degrees"))
	}
	for _, ch := range c.Board.Chapters {
		if n := c.of.Openings(r.Games) / len(c.Board.Chapters); ch.Positions <= ch.Clusters && ch.Positions < n && ch.Plies > 0 && !ch.Games && !ch.Wild {
			add("Only %s positions can be reached by %d quiet opening plies on the board of %s, fewer than openings were wanted: all were used, as evenly as possible.", count(ch.Positions), ch.Plies, id)
		}
		if ch.Wild {
			add("Fewer than 30 positions can be reached by %d quiet plies on the board of %s: its openings of that length are random turns, of which some may be captures.", ch.Plies, id)
		}
	}
	if text := lopsided(c.perOpening()); text != "" {
		add("%s on the board of %s.", sentenceCase(text), id)
	}
	if i := slices.Index(r.Profiles, c.Profile); c.learned() && slices.ContainsFunc(r.Plan.Donors(i), func(list []string) bool { return len(list) == 1 }) {
		add("The weights under %s were learned once: nothing shows that what is said here would hold with those of another training.", id)
	}
	alike := those(g.Cells, func(other *Cell) bool { return same(other, c) })
	equal := list(alike, func(c *Cell) string { return c.Profile.Name })
	if len(equal) > 1 {
		add("%s are the same game: between these players they differ in nothing that changes a turn or an ending, their games are equal, and no difference between them is tested.", sentence(equal))
	}
}

// lopsided says how few of some openings carry half of the games, if that is less than a third
// of the openings, and to how many equal ones they come.
func lopsided(games []int) string {
	games = those(games, func(n int) bool { return n > 0 })
	slices.SortFunc(games, func(a, b int) int { return b - a })
	all, squares, few := 0, 0, 0
	for _, n := range games {
		all, squares = all+n, squares+n*n
	}
	for half := 0; 2*half < all; few++ {
		half += games[few]
	}
	return when(3*few < len(games), fmt.Sprintf("%d of %d openings carry half of the games, so that all of them are worth %d equal ones at most", few, len(games), all*all/max(1, squares)))
}

// sameGames names players whose games are the same under each rule set, and so are one piece
// of evidence.
func (r *Report) sameGames() (list []string) {
	for i, g := range r.Groups {
		for _, o := range r.Groups[i+1:] {
			alike := true
			for k, c := range g.Cells {
				a, b := c.course.games, o.Cells[k].course.games
				alike = alike && len(a) > 0 && slices.EqualFunc(a, b, func(x, y run) bool { return x.all == y.all })
			}
			if alike {
				list = append(list, fmt.Sprintf("%s and %s played the same games, move by move: what both show is one piece of evidence", g.Name(), o.Name()))
			}
		}
	}
	return list
}

func (r *Report) warnPair(g *Group, p *Pair) {
	add := func(format string, args ...any) { p.Warnings = append(p.Warnings, r.note(format, args...)) }
	if !p.Paired {
		add("Not paired: these rule sets do not share a board and a start, so each has its own openings.")
	}
	if p.Flat && p.Metric.IsRate() && g.happened(p.Metric) && p.A.n(study.Games) > 0 && p.B.n(study.Games) > 0 {
		add("Nothing varied from opening to opening, so the difference has no standard error: interval and p count openings in the place of games.")
	}
}

func (r *Report) warnGeneral() {
	add := func(format string, args ...any) { r.General = append(r.General, r.note(format, args...)) }
	var unlearned, learnedWeights []string
	fallible, exercised, fitted := false, []string(nil), []string(nil)
	for _, g := range r.Groups {
		for _, text := range g.Players {
			player := study.Player{Spec: text}.Of()
			learned := player.Kind == "search" && (!player.Has("weights") || player.Number("weights") > 0) &&
				slices.ContainsFunc(g.Cells, func(c *Cell) bool { return len(c.Weights) > 0 && weighed(c) != plainWeights })
			switch {
			case learned:
				learnedWeights = append(learnedWeights, text)
			case player.Kind == "search" || player.Kind == "greedy":
				unlearned = append(unlearned, text)
			}
			for _, e := range exercises {
				if player.Has(e.options...) {
					exercised = append(exercised, e.axes...)
				}
			}
			if player.Has("fitted") {
				fitted = append(fitted, text)
			}
			fallible = fallible || study.Player{Spec: text}.Fallible()
		}
	}
	unlearned, learnedWeights, fitted = distinct(unlearned), distinct(learnedWeights), distinct(fitted)
	if len(unlearned) > 0 {
		add("%s %s positions by plain weights that were not learned for each rule set. How well those weights fit may differ between rule sets, and with it the strength of play.",
			sentence(unlearned), forms(len(unlearned), "values", "value"))
	}
	if len(learnedWeights) > 0 {
		add("%s %s positions by weights that were learned from games; “How sure?” says for which rule sets.",
			sentence(learnedWeights), forms(len(learnedWeights), "values", "value"))
	}
	if len(fitted) > 0 {
		add("%s %s fitted to what the moves of people’s games cost. %s. Here they begin from the study’s openings, and stop only where their options and the rules let them; nobody knows how far off they are.",
			sentence(fitted), forms(len(fitted), "was", "were"), study.HeldOut)
	}
	ended := 0
	for _, c := range r.cells() {
		for key, n := range c.Tally.Results {
			ended += choose(strings.HasSuffix(key, " "+record.Adjudication), n, 0)
		}
	}
	if ended > 0 {
		add("%s ended with the exact value of an ending of %d pieces or fewer%s. Lengths and counts of these games run up to there.",
			plural(ended, "game", "games"), r.Plan.Exact.Pieces, when(r.Plan.Exact.Known, ", between players who know these values and overlook nothing, and so would have come to the same"))
	}
	if slices.ContainsFunc(r.Groups, (*Group).repeated) {
		add("Openings were played more than once, and games from one opening are not independent. Wilson’s intervals divide the number of games by the design effect given (by 1 where it is less); where nothing varies it cannot be estimated, and only openings count.")
	}
	claimable := list(those(r.Profiles, (*Profile).claimable), func(p *Profile) string { return p.Name })
	if len(claimable) > 0 && !fallible {
		add("No player of this study overlooks anything. Under %s a due capture is left untaken only where a player finds it better (or plays at random), and every omission is noticed.", sentence(claimable))
	}
	if keys := r.conductRules(exercised); len(keys) > 0 {
		why := choose(len(exercised) > 0, "", ", since no player of this study touches or misplaces pieces")
		add("Not simulated%s: %s.", why, strings.Join(keys, ", "))
	}
	for _, text := range r.sameGames() {
		add("%s.", text)
	}
	if r.Tests > 1 {
		add("%s differences were tested. p is adjusted by Holm over all differences of one metric; a difference is called shown where the adjusted p is below %s and the interval, adjusted alike, leaves out 0. Tables have intervals that are not adjusted.", count(r.Tests), fixed(alpha, 2))
	}
}

// neighbours says which runs stood beside this one when it was begun, and by how many games
// a cell those of the same name differ from it.
func (r *Report) neighbours() string {
	const most = 3
	runs := list(r.Beside[:min(most, len(r.Beside))], func(s record.Sighting) string {
		text := fmt.Sprintf("%s (study %s, %s games a cell", plain(s.Dir), short(s.StudyHash), count(s.Games))
		if n := s.Games - r.Plan.Games; s.Study == r.Plan.Name && n != 0 {
			text += fmt.Sprintf(", %s %s than here by a study of the same name", count(max(n, -n)), choose(n > 0, "more", "fewer"))
		}
		return text + ")"
	})
	if n := len(r.Beside) - most; n > 0 {
		runs = append(runs, fmt.Sprintf("%d more", n))
	}
	return when(len(runs) > 0, fmt.Sprintf(" When this run was begun, %s stood beside it: %s. Who has read these runs may have seen games of these players before.", plural(len(r.Beside), "other run", "other runs"), sentence(runs)))
}

// exercises says which axes about people bind players with one of some options.
var exercises = []struct{ options, axes []string }{
	{[]string{"oversight", "vigilance", "touch", "adjust"}, []string{"conduct.touch_move", "conduct.touch_against_duty", "conduct.compel_piece"}},
	{[]string{"touch", "adjust"}, []string{"conduct.claim_by_touch", "conduct.claim_after_touch"}},
	{[]string{"adjust"}, []string{"conduct.adjusting"}},
	{[]string{"release"}, []string{"conduct.release"}},
}

func (r *Report) conductRules(exercised []string) []string {
	left := axes(func(a *profile.Axis) bool {
		return strings.HasPrefix(a.Key, "conduct.") && !slices.Contains(exercised, a.Key) &&
			slices.ContainsFunc(r.Profiles, func(p *Profile) bool { return len(p.Citations[a.Key]) > 0 })
	})
	return list(left, func(a *profile.Axis) string { return a.Key })
}

// perOpening counts the games of each opening.
func (c *Cell) perOpening() []int {
	return list(c.Tally.openings.cells(study.Per(study.Games, study.Games)), func(o stats.Cell) int { return o.N })
}

func (c *Cell) clusters() int {
	return len(those(c.perOpening(), func(games int) bool { return games > 0 }))
}

// repeated reports whether an opening was played more than once, so that rates carry a design
// effect.
func (g *Group) repeated() bool {
	return slices.ContainsFunc(g.Cells, func(c *Cell) bool {
		return slices.ContainsFunc(c.perOpening(), func(games int) bool { return games > 1 })
	})
}

func share1(k, n int) float64 { return stats.Rate{K: k, N: n}.Value() }
