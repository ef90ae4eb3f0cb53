package reports

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"varlab/reports/chart"
	"varlab/rules"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// An answer is the conclusion of a report: one sentence that names the rule sets, how sure it
// is and why not surer, and the figures that show it.
type answer struct {
	Text, Sure string
	Question   string   // where the study asks none
	Parts      []string // of Text, where it is of several claims
	Figures    []figure
}

// answer answers the question of the study: its claims, the parts of an ablation, the
// readings of a text, or else how often games are drawn.
func (r *Report) answer() answer {
	a := r.answered()
	for _, x := range r.rankings() {
		if x.Group == r.Groups[len(r.Groups)-1] && (len(r.Plan.Rankings) > 0 || x.Metric.Word == "drawn") {
			a.Text += " " + x.words()
			if a.Parts != nil {
				a.Parts = append(a.Parts, x.words())
			}
		}
	}
	return a
}

func (r *Report) answered() answer {
	switch {
	case len(r.Verdicts) > 0:
		return r.claimsAnswer()
	case r.Plan.Ablation != nil && len(r.attributions()) > 0:
		return r.ablationAnswer(r.attributions()[0])
	case r.lastOpen() != nil:
		return r.readingsAnswer(r.lastOpen())
	}
	a := r.drawsAnswer(r.Groups[len(r.Groups)-1])
	a.Text += when(len(r.Manifest.Boards) > 1 && r.Plan.Beside == 0, " They do not share openings: "+r.openings()+".")
	if n := len(r.Readings); n > 0 { // all of which stand apart
		for _, x := range r.Readings[n-1].Readings[:min(2, len(r.Readings[n-1].Readings))] {
			e := x.Metrics[slices.Index(headlines, "drawn")]
			a.Text += fmt.Sprintf(" As “%s” has it (%s), %s.", x.words(), x.Closed, choose(x.SameGame, "it is the same game", e.Metric.fixed(e.Value)+" % are: "+e.Pair.words()))
		}
	}
	return a
}

func (r *Report) byWhom(g *Group) string {
	return fmt.Sprintf("%s, played by %s", r.howMany(), r.who(g))
}

func (r *Report) howMany() string {
	if n := r.Plan.Beside; n > 0 {
		return fmt.Sprintf("%s of each of the first two rule sets, %s of each other", plural(r.Games, "game", "games"), count(n))
	}
	return plural(r.Games, "game", "games") + " of each rule set"
}

const otherPlayers = "other players, stronger ones above all, may show something else."

func (r *Report) drawsAnswer(g *Group) answer {
	cells := r.principal(g)
	m := metric("drawn")
	if r.Plan.Beside > 0 || len(cells) == 2 {
		if a := r.pairAnswer(g, cells); a.Text != "" {
			return a
		}
	}
	a := answer{Figures: []figure{r.outcomeFigure("fig-answer", g, cells)}}
	if len(r.rungs()) > 1 {
		a.Figures = append(a.Figures, r.strengthFigure("fig-answer-strength", m))
	}
	order := slices.Clone(cells)
	slices.SortStableFunc(order, func(x, y *Cell) int { return cmp.Compare(y.Rate(m).Value(), x.Rate(m).Value()) })
	share := func(c *Cell) string { return percent(c.Rate(m).Value()) + " %" }
	top, low := order[0], order[len(order)-1]
	most, fewest := extremeCells(cells, m)
	named := slices.Concat(most, fewest) // in the answer
	names := func(cells []*Cell) string {
		return several(list(cells, func(c *Cell) string { return c.Profile.Short }))
	}
	if len(cells) == 1 {
		a.Text = fmt.Sprintf("Of the games of %s, %s are drawn.", top.Profile.Name, top.inWords(m))
		a.Sure = sentenceCase(r.byWhom(g)) + ", with a 95 % interval; " + otherPlayers
		return a
	}
	var pairs []*Pair
	shown := map[*Cell]int{}
	differ := 0
	for _, p := range g.only(cells).pairs(m) {
		if same(p.A, p.B) {
			continue
		}
		pairs = append(pairs, p)
		if p.Shown() {
			differ++
			shown[p.A]++
			shown[p.B]++
		}
	}
	odd := slices.IndexFunc(cells, func(c *Cell) bool { return differ > 1 && shown[c] == differ }) // it is in every pair that differs
	switch {
	case !g.happened(m):
		open, all := 0, 0
		for _, c := range cells {
			open, all = open+c.n(study.Open), all+c.n(study.Games)
		}
		a.Text = fmt.Sprintf("No game was drawn under %s of the %s rule sets%s.", choose(len(cells) == 2, "either", "any"), inNumber(len(cells)),
			when(open > 0, fmt.Sprintf(", but %s of %s were cut off after %d plies, and how they would have ended is not known", count(open), count(all), r.Plan.HorizonPlies)))
	case len(pairs) == 0:
		a.Text = fmt.Sprintf("%s are the same game between these players: %s of games are drawn.", sentenceCase(sentence(list(cells, func(c *Cell) string { return c.Profile.Name }))), share(top))
	case differ == 0:
		a.Text = fmt.Sprintf("No difference in draws is shown between the %s rule sets: from %s of games (%s) to %s (%s) are drawn.", inNumber(len(cells)), share(low), low.Profile.Short, share(top), top.Profile.Short)
	case odd >= 0 && (cells[odd] == top || cells[odd] == low):
		c, word := cells[odd], "more"
		if c == low {
			word = "less"
		}
		rest := slices.DeleteFunc(order, func(x *Cell) bool { return x == c || shown[x] == 0 })
		named = append([]*Cell{c, rest[0], rest[len(rest)-1]}, named...)
		than := fmt.Sprintf("the other %s (%s to %s), between which no difference is shown", inNumber(len(rest)), share(rest[len(rest)-1]), share(rest[0]))
		if len(rest) < len(cells)-1 {
			than = sentence(list(rest, func(x *Cell) string { return x.Profile.Short + " (" + share(x) + ")" })) + "; no other difference in draws is shown"
		}
		a.Text = fmt.Sprintf("%s is drawn %s often (%s of games) than %s.", sentenceCase(c.Profile.Short), word, share(c), than)
	default:
		a.Text = fmt.Sprintf("Games are drawn most often under %s (%s) and least often under %s (%s); %s of %s pairs of rule sets %s shown to differ.",
			names(most), share(top), names(fewest), share(low), count(differ), count(len(pairs)), forms(differ, "is", "are"))
	}
	a.Text += when(g.happened(m), largest(pairs)) + r.others(g) + exploratory(pairs)
	a.Sure = sentenceCase(r.byWhom(g)) + "."
	open := slices.DeleteFunc(distinct(slices.Concat(named, cells)), func(c *Cell) bool { return c.n(study.Open) == 0 })
	if len(open) > 0 && g.happened(m) {
		a.Sure += " The games that are open leave " + several(list(open, func(c *Cell) string { return c.bounds(m) + " % drawn under " + c.Profile.Short })) + "."
		a.Sure += when(differ > 0 && turnable(cells, m), " They could turn round which has most, or fewest.")
	}
	if p := widest(pairs); p != nil && p.Shown() {
		a.Sure += r.madeOf(p.A, p.B, " of the largest difference")
	}
	a.Sure += wouldShow(pairs) + r.borrowed(cells) + " " + sentenceCase(otherPlayers)
	return a
}

// mostAnswered is of how many players an answer speaks one by one.
const mostAnswered = 3

// pairAnswer is of two rule sets, by each of the players: no text where nothing was drawn.
func (r *Report) pairAnswer(g *Group, cells []*Cell) answer {
	m := metric("drawn")
	a := answer{Figures: []figure{r.outcomeFigure("fig-answer", g, cells)}}
	if len(r.rungs()) > 1 {
		a.Figures = append(a.Figures, r.strengthFigure("fig-answer-strength", m))
	}
	var pairs, beside []*Pair
	by := map[*Pair]*Group{}
	for _, g := range r.Groups {
		for _, p := range g.only(r.principal(g)).pairs(m) {
			switch {
			case !g.happened(m) || same(p.A, p.B):
			case r.Plan.Beside == 0 || r.asked(p):
				pairs, by[p] = append(pairs, p), g
			default:
				beside = append(beside, p)
			}
		}
	}
	if len(pairs) == 0 {
		return answer{}
	}
	order := slices.Clone(pairs)
	if len(order) > mostAnswered {
		order = order[len(order)-1:]
	}
	slices.SortStableFunc(order, func(p, q *Pair) int { return choose(q.Shown(), 1, 0) - choose(p.Shown(), 1, 0) })
	for i, p := range order {
		players := r.who(by[p])
		share := func(c *Cell) string { return percent(c.Rate(m).Value()) + " %" }
		text := choose(p.Value < 0, "fewer", "more") + " games are drawn under " + p.A.Profile.Name + " (" + share(p.A) + ") than under " + p.B.Profile.Name + " (" + share(p.B) + "): by " + p.told(math.Abs(p.Value), true)
		if !p.Shown() {
			text = fmt.Sprintf("no difference in draws is shown between %s (%s) and %s (%s): %s", p.A.Profile.Name, share(p.A), p.B.Profile.Name, share(p.B), p.told(p.Value, false))
		}
		if i > 0 {
			text = fmt.Sprintf("%s: %s and %s, %s", choose(p.Shown(), choose(p.Value < 0, "fewer are", "more are"), "no difference is shown"), share(p.A), share(p.B), p.told(p.Value, false))
		}
		if len(pairs) > 1 {
			text = "with " + players + choose(i == 0, " on both sides, ", " ") + text
		}
		a.Text += when(i > 0, " ") + sentenceCase(text) + "."
	}
	a.Text += r.from(pairs) + by[order[0]].longer(order[0].A, order[0].B) + exploratory(pairs)
	a.Sure = sentenceCase(r.howMany()) + when(len(pairs) == 1, ", played by "+r.who(g)) + "." + when(order[0].Shown(), r.madeOf(order[0].A, order[0].B, "")) + wouldShow(pairs)
	a.Sure += r.borrowed([]*Cell{order[0].A, order[0].B}) + " " + sentenceCase(otherPlayers)
	if n := len(slices.DeleteFunc(slices.Clone(beside), func(p *Pair) bool { return !p.Shown() })); len(beside) > 0 {
		a.Sure += fmt.Sprintf(" Of the other %s of rule sets, with either player, %s shown to differ.", plural(len(beside), "pair", "pairs"), choose(n == 0, "none is", plural(n, "is", "are")))
	}
	return a
}

// Widest is the width of the widest interval of a difference in draws of which the report
// answers, in points.
func (r *Report) Widest() (width float64) {
	for _, g := range r.Groups {
		for _, p := range g.only(r.principal(g)).pairs(metric("drawn")) {
			if !same(p.A, p.B) && (r.Plan.Beside == 0 || r.asked(p)) {
				width = max(width, 100*(p.Adjusted.High-p.Adjusted.Low))
			}
		}
	}
	return width
}

// slightlyOpen is the share of open games from which the answer states the bounds that they
// leave.
const slightlyOpen = 0.01

// told is a value of the difference with the interval that is adjusted as p is; without
// signs where words say which way it goes.
func (p *Pair) told(value float64, unsigned bool) string {
	m, i, open := p.Metric, p.Adjusted.Interval, ""
	if p.Most.Value-p.Least.Value >= slightlyOpen {
		open = leaving(p.leaves())
	}
	if unsigned {
		if p.Value < 0 {
			i = stats.Interval{Low: -i.High, High: -i.Low}
		}
		return fmt.Sprintf("%s %s, %s", m.fixed(value), m.Unit.Points, m.ends(i)) + open
	}
	return fmt.Sprintf("%s %s, %s", m.signed(value), m.Unit.Points, m.span(i)) + open
}

// widest is the pair with the largest difference.
func widest(pairs []*Pair) *Pair {
	if len(pairs) == 0 {
		return nil
	}
	return slices.MaxFunc(pairs, func(p, q *Pair) int { return cmp.Compare(math.Abs(p.Value), math.Abs(q.Value)) })
}

// largest says of several pairs which difference is the largest.
func largest(pairs []*Pair) string {
	p := widest(pairs)
	if p == nil {
		return ""
	}
	over, under := p.A, p.B
	if p.Value < 0 {
		over, under = p.B, p.A
	}
	return fmt.Sprintf(" The largest difference, of %s and %s: %s.", over.Profile.Short, under.Profile.Short, p.told(math.Abs(p.Value), true))
}

// others says in how many pairs of rule sets draws differ with the players before the last, if
// they are few.
func (r *Report) others(last *Group) (text string) {
	m := metric("drawn")
	for _, g := range r.Groups {
		if g == last || len(r.Groups) > mostAnswered {
			continue
		}
		cells := r.principal(g)
		least, most := math.Inf(1), math.Inf(-1)
		for _, c := range cells {
			value := c.Rate(m).Value()
			least, most = min(least, value), max(most, value)
		}
		pairs := g.only(cells).pairs(m)
		differ := len(slices.DeleteFunc(slices.Clone(pairs), func(p *Pair) bool { return !p.Shown() }))
		text += fmt.Sprintf(" With %s, from %s to %s %% are drawn, and %s", r.who(g), percent(least), percent(most),
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
	high, seen := mostSeen(pairs), (*Pair)(nil)
	for _, p := range pairs {
		if !p.Shown() && p.Value != 0 && (seen == nil || math.Abs(p.Value) > math.Abs(seen.Value)) {
			seen = p
		}
	}
	if math.IsInf(high, -1) {
		return ""
	}
	m := pairs[0].Metric
	text := fmt.Sprintf(" With a chance of %.0f %% these games show a difference of %s %s", 100*Power, m.fixed(high), m.Unit.Points)
	if seen != nil && math.Abs(seen.Value) < high {
		what := when(len(pairs) > mostAnswered, "the largest that they do not show, ") + m.fixed(math.Abs(seen.Value)) + when(len(pairs) > mostAnswered, ",")
		times := math.Pow(high/math.Abs(seen.Value), 2)
		if n := times * float64(min(seen.A.n(study.Games), seen.B.n(study.Games))); n < 1e6 {
			text += fmt.Sprintf("; %s would take about %s of each", what, plural(rounded(n), "game", "games"))
		} else {
			text += fmt.Sprintf("; %s would take more than a million games of each", what)
		}
	}
	return text + "."
}

// rounded is a number with two figures, upwards.
func rounded(n float64) int {
	by := math.Pow(10, math.Floor(math.Log10(n))-1)
	return int(math.Ceil(n/by) * by)
}

// borrowed warns of rule sets whose players have the weights of other rule sets.
func (r *Report) borrowed(cells []*Cell) string {
	under := map[string][]string{}
	for _, c := range cells {
		for i, words := range c.Weights {
			if words != "" && words != ownWeights && (i == 0 || c.Players[i] != c.Players[0]) {
				of, _, _ := strings.Cut(strings.TrimPrefix(words, "those "), " (")
				under[of] = append(under[of], c.Profile.Short)
			}
		}
	}
	if len(under) == 0 {
		return ""
	}
	parts := list(sortedKeys(under), func(of string) string { return "under " + sentence(distinct(under[of])) + " those " + of })
	return " Players have learned weights of other rule sets: " + several(parts) + "; with their own a difference could be larger or smaller."
}

// madeOf says which endings make a difference in draws.
func (r *Report) madeOf(a, b *Cell, which string) string {
	m := metric("drawn")
	value := a.Rate(m).Value() - b.Rate(m).Value()
	if value < 0 {
		value, a, b = -value, b, a
	}
	type part struct {
		words string
		share float64
	}
	parts := []part{{fmt.Sprintf("games cut off after %s plies in a position worth a draw", count(r.Plan.HorizonPlies)), a.share(study.DrawnByValue) - b.share(study.DrawnByValue)}}
	for _, reason := range record.Reasons {
		key := ending{rules.Draw.String(), string(reason.Reason)}.key()
		parts = append(parts, part{"draws by " + choose(reason.Reason == rules.Stop, "breaking off", reason.Words), share1(a.Tally.Results[key], a.n(study.Games)) - share1(b.Tally.Results[key], b.n(study.Games))})
	}
	const much = 0.25
	parts = slices.DeleteFunc(parts, func(p part) bool { return !(math.Abs(p.share) >= much*value) })
	slices.SortStableFunc(parts, func(p, q part) int { return cmp.Compare(math.Abs(q.share), math.Abs(p.share)) })
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf(" The %s %s%s, by endings: %s.", m.fixed(value), m.Unit.Points, which,
		sentence(list(parts, func(p part) string { return m.signed(p.share) + " " + p.words })))
}

// longer says under which of two rule sets games last clearly longer.
func (g *Group) longer(a, b *Cell) string {
	median := func(c *Cell) float64 { half, _ := c.Curve.Quantile(0.5); return half }
	for _, p := range g.only([]*Cell{a, b}).pairs(metric("plies")) {
		if median(a) < median(b) {
			a, b = b, a
		}
		if p.Shown() && median(a) >= 1.25*median(b) {
			return fmt.Sprintf(" Games last longer under %s: half are over after %s plies, against %s.", a.Profile.Short, plies(median(a), a.Curve.Last), plies(median(b), b.Curve.Last))
		}
	}
	return ""
}

var numberWords = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

func inNumber(n int) string {
	if n < len(numberWords) {
		return numberWords[n]
	}
	return count(n)
}

func sentenceCase(s string) string {
	r := []rune(s)
	if len(r) == 0 {
		return s
	}
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

// claimsAnswer gives the verdicts: of few claims each, of more their number.
func (r *Report) claimsAnswer() answer {
	const few = 3
	words, differ := map[string]int{}, 0 // claims that come out so with all players, and those that do not
	var parts, decided []string
	alike := distinct(list(r.byClaim(), askedAt)) // is said once
	for _, vs := range r.byClaim() {
		last := vs[len(vs)-1]
		text := last.yes()
		others := slices.DeleteFunc(distinct(list(vs, (*Verdict).word)), func(w string) bool { return w == last.word() })
		if len(others) > 0 {
			differ++
		} else {
			words[last.Word]++
		}
		switch {
		case len(vs) == 1:
		case len(others) > 0:
			text += " with " + r.who(last.Group) + ", with others " + sentence(others)
		default:
			text += " with every player"
		}
		text += when(len(alike) > 1 || len(parts) == 0 && len(r.byClaim()) <= few, askedAt(vs)) + ": “" + strings.TrimSuffix(plain(last.Hypothesis.Claim), ".") + "”" + r.values(last)
		for _, rungs := range climbed(vs) {
			text += ". " + strings.TrimSuffix(overStrength(rungs), ".")
		}
		if parts = append(parts, text+"."); last.WithAll != Undecided || len(others) > 0 {
			decided = append(decided, text+".")
		}
	}
	a := answer{Parts: parts, Figures: r.stripFigures()}
	if len(parts) > few {
		var counts []string
		for _, w := range []string{Supported, Equivalent, Refuted, Undecided} {
			if words[w] > 0 {
				counts = append(counts, inNumber(words[w])+" "+forms(words[w], "is ", "are ")+w)
			}
		}
		if differ > 0 {
			counts = append(counts, inNumber(differ)+" "+forms(differ, "comes", "come")+" out differently with different players")
		}
		first := fmt.Sprintf("Of %s claims%s %s.", inNumber(len(parts)), when(len(alike) == 1 && alike[0] != "", alike[0]+","), sentence(counts)) + r.together()
		a.Parts = append([]string{first}, decided[:min(few, len(decided))]...)
	}
	if g := r.Groups[len(r.Groups)-1]; len(r.Profiles) == 2 && len(g.Cells) == 2 {
		a.Parts[len(a.Parts)-1] += g.longer(g.Cells[0], g.Cells[1])
	}
	a.Text = strings.Join(a.Parts, " ")
	v := r.Verdicts[len(r.Verdicts)-1]
	a.Sure = sentenceCase(r.byWhom(v.Group))
	if drawn, of := r.foreseen(); !r.Plan.Confirmatory {
		a.Sure += ". Exploratory: the games may have been seen before the claims were written"
	} else {
		a.Sure += ". Confirmatory: their seed was made from the claims and the design" + choose(drawn > 0, ", but "+alikeFromAnySeed(drawn, of), ", so games that were seen before cannot test them")
	}
	a.Sure += "."
	of, why, most := "", "", 0.0
	var claimed []*Cell
	for _, v := range slices.Backward(r.Verdicts) { // the last player is that of the answer
		x, y := r.cellsOf(v.Group, v.Hypothesis)
		claimed = append(claimed, slices.DeleteFunc([]*Cell{x, y}, func(c *Cell) bool { return c == nil })...)
		if size := math.Abs(v.Value); v.Group == r.Groups[len(r.Groups)-1] && v.Metric.Word == "drawn" && v.Word != Undecided && v.Hypothesis.Margin == 0 && y != nil && size > most {
			most, of = size, r.madeOf(x, y, " of "+plain(v.Hypothesis.ID))
		}
		if v.Word != Undecided || v.Group != r.Groups[len(r.Groups)-1] {
			continue
		}
		switch name := plain(v.Hypothesis.ID); {
		case v.Why != "":
			why = fmt.Sprintf(" %s is undecided, since %s.", name, v.Why)
		case v.seen() != none && v.Hypothesis.Margin > 0:
			why = fmt.Sprintf(" %s is undecided: these games show equal ones to lie only within %s.", name, v.seen())
		case v.seen() != none:
			why = fmt.Sprintf(" %s is undecided: these games show only differences from %s up.", name, v.seen())
		}
	}
	a.Sure += of + why + r.borrowed(claimed) + " " + sentenceCase(otherPlayers)
	return a
}

// together says how many verdicts would be undecided were all tests of the study one family.
func (r *Report) together() string {
	n := 0
	for _, v := range r.Verdicts {
		n += choose(v.WithAll != v.Word, 1, 0)
	}
	return when(n > 0, fmt.Sprintf(" With all %d tests of the study as one family, %s of the verdicts would be undecided.", r.Verdicts[0].Claims, inNumber(n)))
}

// stripFigures draw a row for each claim: the difference, its interval and, where one was
// stated, the margin. Claims in points and claims in plies have figures of their own.
func (r *Report) stripFigures() []figure {
	var list []figure
	units, claim := map[string]int{}, -1
	for _, v := range r.Verdicts {
		if v.SameGame || math.IsNaN(v.Value) {
			continue
		}
		unit := v.Metric.Unit
		at, ok := units[unit.Points]
		zero := 0.0
		if !ok {
			at = len(list)
			units[unit.Points] = at
			id := "fig-verdicts"
			if at > 0 {
				id = fmt.Sprintf("%s-%d", id, at+1)
			}
			list = append(list, figure{
				ID: id, Title: "What was claimed and what was found, " + unit.Points, Wide: true,
				Caption: fmt.Sprintf("The difference of which each claim speaks, with its 95 %% interval; %s a rule set and player. Filled: supported, refuted or equivalent, adjusted for the family.", plural(r.Games, "game", "games")),
				Chart: chart.Forest{
					ID: id, Title: "What was claimed and what was found, " + unit.Points, Desc: "One row for each claim and player: the difference with its interval, and the margin of a claim of no difference.",
					Unit: unit.Points, Reference: &zero,
				},
			})
		}
		f := list[at].Chart.(chart.Forest)
		label := sentenceCase(v.Word) + ": " + strings.TrimSuffix(plain(v.Hypothesis.Claim), ".") + when(len(r.Groups) > 1, " ("+r.who(v.Group)+")")
		if v.Number == claim {
			label = sentenceCase(v.Word) + " (" + r.who(v.Group) + ")"
		}
		claim = v.Number
		row := chart.ForestRow{
			Label: label, Shown: v.Metric.signed(v.Value) + " [" + v.Metric.signed(v.Low) + ", " + v.Metric.signed(v.High) + "]",
			Value: unit.Factor * v.Value, Low: unit.Factor * v.Low, High: unit.Factor * v.High, Faint: v.Word == Undecided,
		}
		if margin := unit.Factor * v.Hypothesis.Margin; margin > 0 {
			row.From, row.To = -margin, margin
			f.Open = "the margin within which a difference counts as none"
		}
		if row.Faint {
			f.Faint = "undecided"
		}
		f.Rows = append(f.Rows, row)
		list[at].Chart = f
	}
	return list
}

func (r *Report) ablationAnswer(x *Attribution) answer {
	ab, m := r.Plan.Ablation, x.Metric
	first, second := r.nameOf(ab.A), r.nameOf(ab.B)
	a := answer{Figures: []figure{r.partsFigure("fig-answer", x)}}
	var shown []string
	for i, p := range ab.Parts {
		if x.Parts[i].Shown {
			shown = append(shown, fmt.Sprintf("%s (%s%s)", partWords(p), m.signed(x.Parts[i].Value), leaving(x.Parts[i].leaves(m))))
		}
	}
	of := m.span(x.Difference.Interval)
	a.Text = fmt.Sprintf("The %s is %s %s under %s than under %s (%s)", strings.ToLower(m.Title), m.fixed(math.Abs(x.Difference.Value))+" "+m.Unit.Points, choose(x.Difference.Value < 0, "lower", "higher"), first, second, of)
	if !x.Difference.Shown {
		a.Text = fmt.Sprintf("No difference in the %s is shown between %s and %s (%s %s, %s)", strings.ToLower(m.Title), first, second, m.signed(x.Difference.Value), m.Unit.Points, of)
	}
	a.Text += choose(len(shown) > 0, "; what is shown to contribute is "+sentence(shown)+".", "; no single part is shown to contribute.") +
		fmt.Sprintf(" Exploratory: %s.", plural(len(ab.Parts), "part, whose interval is not adjusted", "parts, whose intervals are not adjusted"))
	a.Sure = fmt.Sprintf("%s, with %s between the two.", sentenceCase(r.byWhom(x.Group)), plural(len(ab.Mixtures), "mixture", "mixtures"))
	if b := x.Difference.leaves(m); b != none {
		a.Sure += " The open games leave the difference from " + b + " " + m.Unit.Points + "."
	}
	a.Sure += " " + sentenceCase(otherPlayers)
	return a
}

func partWords(p study.Part) string {
	text := axisWords(p.Axes[0])
	if n := len(p.Axes) - 1; n > 0 {
		text += ", with " + plural(n, "rule", "rules") + " that cannot be changed apart from it"
	}
	return text
}

func (r *Report) readingsAnswer(set *ReadingSet) answer {
	k := slices.Index(headlines, "drawn")
	m := metric("drawn")
	matter := slices.DeleteFunc(set.open(), func(x *Reading) bool { return x.SameGame || !x.Metrics[k].Shown() })
	slices.SortStableFunc(matter, func(x, y *Reading) int {
		return cmp.Compare(math.Abs(y.Metrics[k].Pair.Value), math.Abs(x.Metrics[k].Pair.Value))
	})
	i, over := set.Base.spread(m), set.Range(k)
	name, n := set.Base.Profile.Name, len(set.open())
	a := answer{Question: "Does what the text of " + name + " leaves open change how often games are drawn?", Figures: []figure{set.figure("fig-answer", k)}}
	span := fmt.Sprintf("from %s to %s %% of games are drawn; the 95 %% interval of the text as it is read here is %s to %s %%.", m.fixed(over.Low), m.fixed(over.High), m.fixed(i.Low), m.fixed(i.High))
	if len(matter) == 0 {
		a.Text = fmt.Sprintf("No: none of the %s that the text of %s leaves open is shown to change how often games are drawn. Over all of them %s", plural(n, "reading", "readings"), name, span)
	} else {
		named := list(matter[:min(2, len(matter))], func(x *Reading) string {
			return fmt.Sprintf("“%s” (%s %%)", x.words(), m.fixed(x.Metrics[k].Value))
		})
		a.Text = fmt.Sprintf("Yes: %s of the %s that the text of %s leaves open %s shown to change how often games are drawn (%s %% as it is read here)%s %s. Over all of them %s",
			inNumber(len(matter)), plural(n, "reading", "readings"), name, forms(len(matter), "is", "are"), m.fixed(set.Base.value(m)), choose(len(matter) > 2, ", most of all", ":"), sentence(named), span)
	}
	var rest []*Pair
	least, most := set.Base.extremes(m)
	for _, x := range set.open() {
		low, high := x.Cell.extremes(m)
		least, most = min(least, low), max(most, high)
		if !x.SameGame {
			rest = append(rest, x.Metrics[k].Pair)
		}
	}
	a.Sure = sentenceCase(r.byWhom(set.Group)) + "."
	if left := (stats.Interval{Low: least, High: most}); left != over {
		a.Sure += fmt.Sprintf(" With the games that are open, from %s to %s %% could be drawn.", m.fixed(least), m.fixed(most))
	}
	a.Sure += seenFrom(rest) + " " + sentenceCase(otherPlayers)
	return a
}

// A Card is a report in a few words.
type Card struct {
	Answer string  `json:"answer"`
	Drawn  []Drawn `json:"drawn"` // between the last of the players
}

// Drawn is how many of a hundred games are drawn under a rule set, with its interval.
type Drawn struct {
	Rules string  `json:"rules"`
	Games int     `json:"games"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Card returns the card of a report.
func (r *Report) Card() Card {
	c := Card{Answer: r.answer().Text}
	for _, cell := range r.principal(r.Groups[len(r.Groups)-1]) {
		in := cell.spread(metric("drawn"))
		c.Drawn = append(c.Drawn, Drawn{cell.Profile.Name, cell.n(study.Games), 100 * cell.Rate(metric("drawn")).Value(), 100 * in.Low, 100 * in.High})
	}
	return c
}

// Study is the study as a file would state it. Of what no file can state it is an error.
func (r *Report) Study() (*study.Study, error) {
	p := r.Plan
	if p.Beside > 0 || p.Ablation != nil || p.Openings.File != "" {
		return nil, errors.New("no study file says this: it was begun by varlab compare, or with the openings of real games")
	}
	s := &study.Study{Heading: p.Heading, Design: p.Design}
	if p.Weights == study.Sharings[0] {
		s.Weights = ""
	}
	if slices.Equal(p.Metrics, study.DefaultMetrics()) {
		s.Metrics = nil
	}
	for _, profile := range r.Profiles {
		s.Rules = append(s.Rules, profile.ref())
	}
	for _, pl := range p.Players {
		s.Players = append(s.Players, pl.Spec)
	}
	for _, pair := range p.Pairs {
		s.Pairs = append(s.Pairs, [2]string{pair.A.Spec, pair.B.Spec})
	}
	return s, nil
}
