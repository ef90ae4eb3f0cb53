package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"varlab/rules"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

func (c *Cell) draws() stats.Rate { return c.Rate(metric("drawn")) }

// drawn is the draw rate in a sentence.
func drawnOf(c *Cell) string { return percent(c.draws().Value()) + " %" }

// drawsAnswer is how often games are drawn under some rule sets.
func (r *Report) drawsAnswer(g *Group) answer {
	cells := r.principal(g)
	m := metric("drawn")
	a := answer{Figures: []figure{r.outcomeFigure("fig-answer", g, cells)}, table: r.drawTable}
	if len(r.rungs()) > 1 {
		a.Figures = append(a.Figures, r.strengthFigure("fig-answer-strength"))
	}
	if r.Plan.Beside > 0 || len(cells) == 2 {
		if a.Text, a.Sure = r.pairAnswer(g); a.Text != "" {
			return a
		}
	}
	order := slices.Clone(cells)
	slices.SortStableFunc(order, func(x, y *Cell) int { return cmp.Compare(y.draws().Value(), x.draws().Value()) })
	top, low := order[0], order[len(order)-1]
	if len(cells) == 1 {
		a.Text = fmt.Sprintf("Of the games of %s, %s are drawn.", top.Profile.Name, inWords(top))
		a.Sure = sentenceCase(r.byWhom(g)) + ", with a 95 % interval." + r.playedWith(cells) + otherPlayers
		return a
	}
	most, fewest := extremeCells(cells)
	named := slices.Concat(most, fewest) // in the answer
	pairs := g.only(cells).tested(m)
	shown := those(pairs, (*Pair).Shown)
	short := func(c *Cell) string { return c.Profile.Short }
	differs := func(c *Cell) int { return len(those(shown, func(p *Pair) bool { return p.A == c || p.B == c })) }
	odd := slices.IndexFunc(cells, func(c *Cell) bool { return len(shown) > 1 && differs(c) == len(shown) }) // it is in every pair that differs
	switch {
	case !g.happened(m):
		open, all := 0, 0
		for _, c := range cells {
			open, all = open+c.n(study.Open), all+c.n(study.Games)
		}
		a.Text = fmt.Sprintf("No game was drawn under %s of the %s rule sets%s.", choose(len(cells) == 2, "either", "any"), inNumber(len(cells)),
			when(open > 0, fmt.Sprintf(", but %s of %s were cut off after %d plies, and how they would have ended is not known", count(open), count(all), r.Plan.HorizonPlies)))
	case len(pairs) == 0:
		names := list(cells, func(c *Cell) string { return c.Profile.Name })
		a.Text = fmt.Sprintf("%s are the same game between these players: %s of games are drawn.", sentenceCase(sentence(names)), drawnOf(top))
	case len(shown) == 0:
		a.Text = fmt.Sprintf("No difference in draws is shown between the %s rule sets: from %s of games (%s) to %s (%s) are drawn.",
			inNumber(len(cells)), drawnOf(low), low.Profile.Short, drawnOf(top), top.Profile.Short)
	case odd >= 0 && (cells[odd] == top || cells[odd] == low):
		c := cells[odd]
		rest := those(order, func(x *Cell) bool { return x != c && differs(x) > 0 })
		upper, lower := rest[0], rest[len(rest)-1]
		named = append([]*Cell{c, upper, lower}, named...)
		than := fmt.Sprintf("the other %s (%s to %s), between which no difference is shown", inNumber(len(rest)), drawnOf(lower), drawnOf(upper))
		if len(rest) < len(cells)-1 {
			than = sentence(list(rest, func(x *Cell) string { return x.Profile.Short + " (" + drawnOf(x) + ")" })) + "; no other difference in draws is shown"
		}
		a.Text = fmt.Sprintf("%s is drawn %s often (%s of games) than %s.", sentenceCase(c.Profile.Short), choose(c == low, "less", "more"), drawnOf(c), than)
	default:
		a.Text = fmt.Sprintf("Games are drawn most often under %s (%s) and least often under %s (%s); %s of %s pairs of rule sets %s shown to differ.",
			several(list(most, short)), drawnOf(top), several(list(fewest, short)), drawnOf(low), count(len(shown)), count(len(pairs)), forms(len(shown), "is", "are"))
	}
	largest := widest(pairs)
	if largest != nil && g.happened(m) {
		over, under, _ := largest.largerFirst()
		a.Text += fmt.Sprintf(" The largest difference, of %s and %s: %s.", over.Profile.Short, under.Profile.Short, told(largest, true))
	}
	a.Text += r.others(g) + exploratory(pairs)
	a.Sure = sentenceCase(r.byWhom(g)) + "."
	open := those(distinct(slices.Concat(named, cells)), func(c *Cell) bool { return c.n(study.Open) > 0 })
	if len(open) > 0 && g.happened(m) {
		a.Sure += " The games that are open leave " + several(list(open, func(c *Cell) string { return boundsOf(c) + " % drawn under " + c.Profile.Short })) + "."
		a.Sure += when(len(shown) > 0 && turnable(cells), " They could turn round which has most, or fewest.")
	}
	if largest != nil && largest.Shown() {
		a.Sure += r.madeOf(largest.A, largest.B, " of the largest difference")
	}
	a.Sure += wouldShow(pairs) + r.playedWith(cells) + otherPlayers
	return a
}

// questions returns the pairs that a report about draws compares for each of the players, and the
// pairs beside these; by has the group of each.
func (r *findings) questions() (asked, beside []*Pair, by map[*Pair]*Group) {
	by = map[*Pair]*Group{}
	for _, g := range r.Groups {
		for _, p := range g.only(r.principal(g)).tested(metric("drawn")) {
			by[p] = g
			if r.asked(p) {
				asked = append(asked, p)
			} else {
				beside = append(beside, p)
			}
		}
	}
	return asked, beside, by
}

// pairAnswer is of two rule sets, by each of the players: no text where nothing was drawn.
func (r *Report) pairAnswer(last *Group) (text, sure string) {
	all, beside, by := r.questions()
	happened := func(p *Pair) bool { return by[p].happened(p.Metric) }
	pairs, beside := those(all, happened), those(beside, happened)
	if len(pairs) == 0 {
		return "", ""
	}
	order := slices.Clone(pairs)
	if len(order) > mostAnswered {
		order = order[len(order)-1:]
	}
	slices.SortStableFunc(order, shownFirst)
	for i, p := range order {
		a, b, more := drawnOf(p.A), drawnOf(p.B), choose(p.Value < 0, "fewer", "more")
		one := ""
		switch {
		case i > 0:
			one = fmt.Sprintf("%s: %s and %s, %s", choose(p.Shown(), more+" are", "no difference is shown"), a, b, told(p, false))
		case p.Shown():
			one = fmt.Sprintf("%s games are drawn under %s (%s) than under %s (%s): by %s", more, p.A.Profile.Name, a, p.B.Profile.Name, b, told(p, true))
		default:
			one = fmt.Sprintf("no difference in draws is shown between %s (%s) and %s (%s): %s", p.A.Profile.Name, a, p.B.Profile.Name, b, told(p, false))
		}
		if len(pairs) > 1 {
			one = "with " + r.who(by[p]) + choose(i == 0, " on both sides, ", " ") + one
		}
		text += when(i > 0, " ") + sentenceCase(one) + "."
	}
	first := order[0]
	text += r.from(pairs) + longer(by[first], first.A, first.B) + exploratory(pairs)
	sure = sentenceCase(r.howMany()) + when(len(pairs) == 1, ", played by "+r.who(last)) + "."
	sure += when(first.Shown(), r.madeOf(first.A, first.B, "")) + wouldShow(pairs) + r.playedWith([]*Cell{first.A, first.B}) + otherPlayers
	if n := len(those(beside, (*Pair).Shown)); len(beside) > 0 {
		sure += fmt.Sprintf(" Of the other %s of rule sets, with either player, %s shown to differ.", plural(len(beside), "pair", "pairs"), choose(n == 0, "none is", plural(n, "is", "are")))
	}
	return text, sure
}

// Widest is the width of the widest interval of a difference in draws of which the report
// answers, in points.
func (r *Report) Widest() (width, least float64) {
	pairs, _, _ := r.questions()
	for _, p := range pairs {
		width = max(width, 100*p.Adjusted.Width())
		least = max(least, 100*2*stats.NormalQuantile(1-alpha/2)*math.Sqrt(p.A.trainingVariance(p.B)+p.B.trainingVariance(p.A)))
	}
	return width, least
}

// slightlyOpen is the share of open games from which the answer states the bounds that they
// leave.
const slightlyOpen = 0.01

// told is the difference with the interval that is adjusted as p is; without signs where words
// say which way it goes.
func told(p *Pair, unsigned bool) string {
	m := p.Metric
	text := fmt.Sprintf("%s %s, %s", signedIn(m, p.Value), m.Unit.Points, spanIn(m, p.Adjusted.Interval))
	if _, _, i := p.largerFirst(); unsigned {
		text = fmt.Sprintf("%s %s, %s", fixedIn(m, math.Abs(p.Value)), m.Unit.Points, endsIn(m, i))
	}
	return text + when(p.Most.Value-p.Least.Value >= slightlyOpen, leaving(pairLeaves(p)))
}

// widest is the pair with the largest difference.
func widest(pairs []*Pair) *Pair {
	if len(pairs) == 0 {
		return nil
	}
	return slices.MaxFunc(pairs, func(p, q *Pair) int { return cmp.Compare(math.Abs(p.Value), math.Abs(q.Value)) })
}

// shownFirst puts pairs that are shown to differ before others.
func shownFirst(p, q *Pair) int { return choose(q.Shown(), 1, 0) - choose(p.Shown(), 1, 0) }

// others says in how many pairs of rule sets draws differ with the players before the last, if
// they are few.
func (r *Report) others(last *Group) (text string) {
	for _, g := range r.Groups {
		if g == last || len(r.Groups) > mostAnswered {
			continue
		}
		cells := r.principal(g)
		rates := list(cells, func(c *Cell) float64 { return c.draws().Value() })
		pairs := g.only(cells).pairs(metric("drawn"))
		differ := len(those(pairs, (*Pair).Shown))
		text += fmt.Sprintf(" With %s, from %s to %s %% are drawn, and %s", r.who(g), percent(slices.Min(rates)), percent(slices.Max(rates)),
			choose(differ == 0, "no difference is shown.", fmt.Sprintf("%s of %s pairs are shown to differ.", count(differ), count(len(pairs)))))
	}
	return text
}

// exploratory says of differences that nobody claimed before, and how many they are.
func exploratory(pairs []*Pair) string {
	if len(pairs) == 0 {
		return ""
	}
	n := pairs[0].Tests
	return " Exploratory: " + choose(n > 1, fmt.Sprintf("%d comparisons, for which the intervals are adjusted.", n), "one comparison.")
}

// from says from which strength on the same difference is shown, of the same pair by players
// of rising strength.
func (r *Report) from(pairs []*Pair) string {
	last := len(pairs) - 1
	if len(pairs) <= mostAnswered || !pairs[last].Shown() {
		return ""
	}
	i := last
	for i > 0 && pairs[i-1].Shown() && pairs[i-1].Value*pairs[last].Value > 0 {
		i--
	}
	return fmt.Sprintf(" It is shown from %s on.", r.who(r.rungs()[i]))
}

// wouldShow says which difference a test would have shown, adjusted as the first of Holm's
// is, and how many games would have shown the observed difference.
func wouldShow(pairs []*Pair) string {
	high := mostSeen(pairs)
	if math.IsInf(high, -1) {
		return ""
	}
	m := pairs[0].Metric
	text := fmt.Sprintf(" With a chance of %.0f %% these games show a difference of %s %s", 100*Power, fixedIn(m, high), m.Unit.Points)
	seen := widest(those(pairs, func(p *Pair) bool { return !p.Shown() && math.Abs(p.Value) > 0 }))
	if seen != nil && math.Abs(seen.Value) < high {
		what := fixedIn(m, math.Abs(seen.Value))
		if len(pairs) > mostAnswered {
			what = "the largest that they do not show, " + what + ","
		}
		games := "more than a million games"
		times := math.Pow(high/math.Abs(seen.Value), 2)
		if n := times * float64(min(seen.A.n(study.Games), seen.B.n(study.Games))); n < 1e6 {
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

// madeOf says which endings make a difference in draws.
func (r *Report) madeOf(a, b *Cell, which string) string {
	m := metric("drawn")
	value := a.draws().Value() - b.draws().Value()
	if value < 0 {
		value, a, b = -value, b, a
	}
	type part struct {
		words string
		share float64
	}
	cut := fmt.Sprintf("games cut off after %s plies in a position worth a draw", count(r.Plan.HorizonPlies))
	parts := []part{{cut, a.share(study.DrawnByValue) - b.share(study.DrawnByValue)}}
	for _, reason := range record.Reasons {
		key := ending{rules.Draw.String(), string(reason.Reason)}
		share := func(c *Cell) float64 { return share1(c.Tally.Results[key], c.n(study.Games)) }
		parts = append(parts, part{"draws by " + choose(reason.Reason == rules.Stop, "breaking off", reason.Words), share(a) - share(b)})
	}
	const much = 0.25
	parts = those(parts, func(p part) bool { return math.Abs(p.share) >= much*value })
	slices.SortStableFunc(parts, func(p, q part) int { return cmp.Compare(math.Abs(q.share), math.Abs(p.share)) })
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf(" The %s %s%s, by endings: %s.", fixedIn(m, value), m.Unit.Points, which,
		sentence(list(parts, func(p part) string { return signedIn(m, p.share) + " " + p.words })))
}

// longer says under which of two rule sets games last clearly longer.
func longer(g *Group, a, b *Cell) string {
	for _, p := range g.only([]*Cell{a, b}).pairs(metric("plies")) {
		if a.median() < b.median() {
			a, b = b, a
		}
		if p.Shown() && a.median() >= 1.25*b.median() {
			return fmt.Sprintf(" Games last longer under %s: half are over after %s plies, against %s.", a.Profile.Short, plies(a.median(), a.Curve.Last), plies(b.median(), b.Curve.Last))
		}
	}
	return ""
}
