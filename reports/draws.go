package reports

import (
	"fmt"
	"math"
	"slices"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// drawn is the draw rate in a sentence.
func drawnOf(c *findings.Cell) string { return percent(c.Draws().Value()) + " %" }

// drawsAnswer is how often games are drawn under some rule sets.
func drawsAnswer(r *Report, g *findings.Group) answer {
	cells := r.Principal(g)
	m := findings.MetricOf("drawn")
	a := answer{Figures: []figure{drawsFigure(r, g, cells)}, table: r.drawTable}
	if len(r.Rungs()) > 1 {
		a.Figures = append(a.Figures, strengthFigure(r, "fig-answer-strength"))
	}
	if r.Plan.Beside > 0 || len(cells) == 2 {
		if pairAnswer(r, g, &a); a.Title != "" {
			return a
		}
	}
	if len(cells) == 1 {
		rates := list(r.Groups, func(g *findings.Group) string {
			return inWords(r.Principal(g)[0]) + when(len(r.Groups) > 1, " with "+r.who(g))
		})
		if len(rates) > mostAnswered {
			rates = rates[len(rates)-1:]
		}
		a.Title = fmt.Sprintf("Of the games of %s, %s are drawn.", cells[0].Profile.Name, sentence(rates))
		a.Sure = sentenceCase(lists.Choose(len(r.Groups) > 1, r.howMany()+" and player", r.byWhom(g))) + ", with 95 % intervals." + playedWith(r, cells) + otherPlayers
		return a
	}
	a.Title, a.More, _ = drawnTold(r, g)
	pairs := g.Only(cells).Tested(m)
	a.More += withOthers(r, g) + exploratory(pairs)
	a.Sure = sentenceCase(r.byWhom(g)) + "."
	open := lists.Those(byDraws(cells), func(c *findings.Cell) bool { return c.N(study.Open) > 0 })
	if len(open) > 0 && g.Happened(m) {
		a.Sure += " The games that are open leave " + several(list(open, func(c *findings.Cell) string { return boundsOf(c) + " % drawn under " + c.Profile.Short })) + "."
	}
	if largest := findings.Widest(pairs); largest != nil && largest.Shown() {
		a.Sure += madeOf(r, math.Abs(largest.Value), largest.A, largest.B, " of the largest difference")
	}
	a.Seen = leastSeen(pairs)
	a.Sure += wouldShow(pairs) + playedWith(r, cells) + otherPlayers
	return a
}

// drawnTold says how often games of the principal rule sets of a group are drawn: in a sentence, in
// others that belong to it, and of which cells and pairs they speak.
func drawnTold(r *Report, g *findings.Group) (title, more string, of []any) {
	cells, m := r.Principal(g), findings.MetricOf("drawn")
	if len(cells) == 1 {
		return fmt.Sprintf("Of the games of %s, %s are drawn.", cells[0].Profile.Name, inWords(cells[0])), "", things(cells)
	}
	order, pairs := byDraws(cells), g.Only(cells).Tested(m)
	top, low := order[0], order[len(order)-1]
	if !g.Happened(m) {
		open, all := 0, 0
		for _, c := range cells {
			open, all = open+c.N(study.Open), all+c.N(study.Games)
		}
		return fmt.Sprintf("No game was drawn under %s of the %s rule sets%s.", lists.Choose(len(cells) == 2, "either", "any"), InNumber(len(cells)),
			when(open > 0, fmt.Sprintf(", but %s of %s were cut off after %d plies, and how they would have ended is not known", count(open), count(all), r.Plan.HorizonPlies))), "", things(cells)
	}
	if len(pairs) == 0 {
		names := list(cells, func(c *findings.Cell) string { return c.Profile.Name })
		return fmt.Sprintf("%s are the same game between these players: %s of games are drawn.", sentenceCase(sentence(names)), drawnOf(top)), "", things(cells)
	}
	largest := findings.Widest(pairs).LargerFirst()
	of = []any{largest.A, largest.B, findings.Widest(pairs)}
	if len(cells) == 2 {
		return sentenceCase(pairTold(pairs[0])) + ".", "", of
	}
	more = fmt.Sprintf(" The largest difference, of %s and %s: %s.", largest.A.Profile.Short, largest.B.Profile.Short, differenceTold(largest, true))
	shown := lists.Those(pairs, (*findings.Pair).Shown)
	more += when(len(shown) > 0 && findings.Turnable(cells), " The open games could turn round which has most, or fewest.")
	differs := func(c *findings.Cell) int {
		return len(lists.Those(shown, func(p *findings.Pair) bool { return p.A == c || p.B == c }))
	}
	odd := slices.IndexFunc(cells, func(c *findings.Cell) bool { return len(shown) > 1 && differs(c) == len(shown) }) // it is in every pair that differs
	switch {
	case len(shown) == 0:
		title = fmt.Sprintf("No difference in draws is shown between the %s rule sets: from %s of games (%s) to %s (%s) are drawn.",
			InNumber(len(cells)), drawnOf(low), low.Profile.Short, drawnOf(top), top.Profile.Short)
	case odd >= 0 && (cells[odd] == top || cells[odd] == low):
		c := cells[odd]
		rest := lists.Those(order, func(x *findings.Cell) bool { return x != c && differs(x) > 0 })
		than := fmt.Sprintf("the other %s (%s to %s), between which no difference is shown", InNumber(len(rest)), drawnOf(rest[len(rest)-1]), drawnOf(rest[0]))
		if len(rest) < len(cells)-1 {
			than = sentence(list(rest, func(x *findings.Cell) string { return x.Profile.Short + " (" + drawnOf(x) + ")" })) + "; no other difference in draws is shown"
		}
		title = fmt.Sprintf("%s is drawn %s often (%s of games) than %s.", sentenceCase(c.Profile.Short), lists.Choose(c == low, "less", "more"), drawnOf(c), than)
	default:
		most, fewest := findings.ExtremeCells(cells)
		short := func(c *findings.Cell) string { return c.Profile.Short }
		of = append(of, things(slices.Concat(most, fewest))...)
		title = fmt.Sprintf("Games are drawn most often under %s (%s) and least often under %s (%s); %s of %s pairs of rule sets %s shown to differ.",
			several(list(most, short)), drawnOf(top), several(list(fewest, short)), drawnOf(low), count(len(shown)), count(len(pairs)), forms(len(shown), "is", "are"))
	}
	return title, more, of
}

// pairTold says under which of two rule sets more games are drawn.
func pairTold(p *findings.Pair) string {
	if !p.Shown() {
		return fmt.Sprintf("no difference in draws is shown between %s (%s) and %s (%s): %s", p.A.Profile.Name, drawnOf(p.A), p.B.Profile.Name, drawnOf(p.B), differenceTold(p, false))
	}
	return fmt.Sprintf("%s games are drawn under %s (%s) than under %s (%s): by %s", lists.Choose(p.Value < 0, "fewer", "more"), p.A.Profile.Name, drawnOf(p.A), p.B.Profile.Name, drawnOf(p.B), differenceTold(p.LargerFirst(), true))
}

// pairAnswer answers of two rule sets, by each of the players: nothing where nothing was drawn.
func pairAnswer(r *Report, last *findings.Group, answer *answer) {
	all, beside, by := r.Questions()
	happened := func(p *findings.Pair) bool { return by[p].Happened(p.Metric) }
	pairs, beside := lists.Those(all, happened), lists.Those(beside, happened)
	if len(pairs) == 0 {
		return
	}
	order := slices.Clone(pairs)
	if len(order) > mostAnswered {
		order = order[len(order)-1:]
	}
	slices.SortStableFunc(order, findings.ShownFirst)
	for i, p := range order {
		one := pairTold(p)
		if i > 0 {
			one = fmt.Sprintf("%s: %s and %s, %s", lists.Choose(p.Shown(), lists.Choose(p.Value < 0, "fewer are", "more are"), "no difference is shown"), drawnOf(p.A), drawnOf(p.B), differenceTold(p, false))
		}
		if len(pairs) > 1 {
			one = "with " + r.who(by[p]) + lists.Choose(i == 0, " on both sides, ", " ") + one
		}
		if one = sentenceCase(one) + "."; i == 0 {
			answer.Title = one
		} else {
			answer.More += " " + one
		}
	}
	first := order[0]
	answer.Figures[0] = drawsFigure(r, by[first], r.Principal(by[first])) // of the players of the title
	answer.More += shownFrom(r, pairs) + scoredBy(r, by[first], first) + longer(by[first], first.A, first.B) + exploratory(pairs)
	sure := sentenceCase(r.howMany()) + when(len(pairs) == 1, ", played by "+r.who(last)) + "."
	apart := findings.Differing([]*findings.Profile{first.A.Profile, first.B.Profile})
	if n := len(lists.Those(apart, func(a *profile.Axis) bool { return a.Plays && first.A.Profile.Has(a) && first.B.Profile.Has(a) })); n > 1 {
		sure += fmt.Sprintf(" The two differ in %d rules, whose effects these games do not tell apart.", n)
	}
	sure += when(first.Shown(), madeOf(r, math.Abs(first.Value), first.A, first.B, "")) + wouldShow(pairs) + playedWith(r, []*findings.Cell{first.A, first.B}) + otherPlayers
	if n := len(lists.Those(beside, (*findings.Pair).Shown)); len(beside) > 0 {
		sure += fmt.Sprintf(" Of the other %s of rule sets, with either player, %s shown to differ.", plural(len(beside), "pair", "pairs"), lists.Choose(n == 0, "none is", plural(n, "is", "are")))
	}
	answer.Sure, answer.Seen = sure, leastSeen(pairs)
}

// scoredBy says whether the first mover's score is shown to differ as draws were compared.
func scoredBy(r *Report, g *findings.Group, draws *findings.Pair) string {
	m := findings.MetricOf("first-score")
	for _, p := range g.PairsIn(m) {
		if p.A != draws.A || p.B != draws.B || math.IsNaN(p.Value) {
			continue
		}
		values := fmt.Sprintf("%s and %s", valueIn(m, p.A.Value(m)), valueIn(m, p.B.Value(m)))
		return fmt.Sprintf(" The first mover scores %s%s; %s: %s.", values, when(len(r.Groups) > 1, " with "+r.who(g)), lists.Choose(p.Shown(), "the two differ", "no difference is shown"), differenceTold(p, false))
	}
	return ""
}

// slightlyOpen is the share of open games from which the answer states the bounds that they
// leave.
const slightlyOpen = 0.01

// differenceTold is the difference with the interval that is adjusted as p is; of the one that is not
// negative without signs, where words say which way it goes.
func differenceTold(p *findings.Pair, unsigned bool) string {
	m := p.Metric
	text := fmt.Sprintf("%s %s, %s", signedIn(m, p.Value), m.Unit.Points, spanIn(m, p.Adjusted.Interval))
	leaves := pairLeaves(p)
	if unsigned {
		text = fmt.Sprintf("%s %s, %s", fixedIn(m, p.Value), m.Unit.Points, endsIn(m, p.Adjusted.Interval))
		leaves = endsIn(m, stats.Interval{Low: p.Least.Value, High: p.Most.Value})
	}
	return text + when(p.Most.Value-p.Least.Value >= slightlyOpen, leaving(leaves))
}

// others says in how many pairs of rule sets draws differ with the players before the last, if
// they are few.
func withOthers(r *Report, last *findings.Group) (text string) {
	for _, g := range r.Groups {
		if g == last || len(r.Groups) > mostAnswered {
			continue
		}
		cells := r.Principal(g)
		rates := list(cells, func(c *findings.Cell) float64 { return c.Draws().Value() })
		pairs := g.Only(cells).PairsIn(findings.MetricOf("drawn"))
		differ := len(lists.Those(pairs, (*findings.Pair).Shown))
		text += fmt.Sprintf(" With %s, from %s to %s %% are drawn, and %s", r.who(g), percent(slices.Min(rates)), percent(slices.Max(rates)),
			lists.Choose(differ == 0, "no difference is shown.", fmt.Sprintf("%s of %s pairs are shown to differ.", count(differ), count(len(pairs)))))
	}
	return text
}

// exploratory says of differences that nobody claimed before, and how many they are.
func exploratory(pairs []*findings.Pair) string {
	if len(pairs) == 0 {
		return ""
	}
	n := pairs[0].Tests
	return " Exploratory: " + lists.Choose(n > 1, fmt.Sprintf("the intervals are adjusted for %d comparisons.", n), "one comparison.")
}

// from says from which strength on the same difference is shown, of the same pair by players
// of rising strength.
func shownFrom(r *Report, pairs []*findings.Pair) string {
	last := len(pairs) - 1
	if len(pairs) <= mostAnswered || !pairs[last].Shown() {
		return ""
	}
	i := last
	for i > 0 && pairs[i-1].Shown() && pairs[i-1].Value*pairs[last].Value > 0 {
		i--
	}
	return fmt.Sprintf(" It is shown from %s on.", r.who(r.Rungs()[i]))
}

// wouldShow says which difference a test would have shown, adjusted as the first of Holm's
// is, and how many games would have shown the observed difference.
func wouldShow(pairs []*findings.Pair) string {
	least := leastSeen(pairs)
	if least == "" {
		return ""
	}
	m, high := pairs[0].Metric, findings.MostSeen(pairs)
	text := fmt.Sprintf(" With a chance of %.0f %% these games show a difference of %s", 100*findings.Power, least)
	seen := findings.Widest(lists.Those(pairs, func(p *findings.Pair) bool { return !p.Shown() && math.Abs(p.Value) > 0 }))
	if seen != nil && math.Abs(seen.Value) < high {
		what := fixedIn(m, math.Abs(seen.Value))
		if len(pairs) > mostAnswered {
			what = "the largest that they do not show, " + what + ","
		}
		games := "more than a million games"
		times := math.Pow(high/math.Abs(seen.Value), 2)
		if n := times * float64(min(seen.A.N(study.Games), seen.B.N(study.Games))); n < 1e6 {
			games = "about " + plural(rounded(n), "game", "games")
		}
		text += fmt.Sprintf("; %s would take %s of each", what, games)
	}
	return text + "."
}

// rounded is a number with two figures, upwards.
func rounded(n float64) int {
	by := math.Pow(10, math.Floor(math.Log10(n))-1)
	return int(math.Ceil(n/by) * by)
}

// madeOf says which endings make a difference in draws, told as value; which says whose.
func madeOf(r *Report, value float64, a, b *findings.Cell, which string) string {
	m := findings.MetricOf("drawn")
	parts := findings.MadeOf(value, a, b)
	if len(parts) == 0 {
		return ""
	}
	words := func(p findings.Part) string {
		switch rules.Reason(p.Reason) {
		case record.Horizon:
			return fmt.Sprintf("games cut off after %s plies in a position worth a draw", count(r.Plan.HorizonPlies))
		case rules.Stop:
			return "draws by breaking off"
		}
		return "draws by " + record.Reasons[p.Place()].Words
	}
	told := lists.Choose(value < 0, signedIn(m, value), fixedIn(m, value))
	return fmt.Sprintf(" The %s %s%s, by endings: %s.", told, m.Unit.Points, which,
		sentence(list(parts, func(p findings.Part) string { return signedIn(m, p.Share) + " " + words(p) })))
}

// longer says under which of two rule sets games last clearly longer.
func longer(g *findings.Group, a, b *findings.Cell) string {
	for _, p := range g.Only([]*findings.Cell{a, b}).PairsIn(findings.MetricOf("plies")) {
		if a.Median() < b.Median() {
			a, b = b, a
		}
		if p.Shown() && a.Median() >= 1.25*b.Median() {
			return fmt.Sprintf(" Games last longer under %s: half are over after %s plies, against %s.", a.Profile.Short, plies(a.Median(), a.Curve.Last), plies(b.Median(), b.Curve.Last))
		}
	}
	return ""
}
