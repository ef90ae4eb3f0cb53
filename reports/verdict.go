package reports

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"varlab/rules/profile"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

const (
	Supported  = "supported"
	Refuted    = "refuted"
	Equivalent = "equivalent"
	Undecided  = "undecided"
)

var verdictWords = []string{Supported, Equivalent, Refuted, Undecided}

// A Verdict is the decision of one group's games on a hypothesis that was written
// down before they were played.
type Verdict struct {
	Hypothesis study.Hypothesis
	Number     int // of the hypothesis in the study, from 0
	Group      *Group
	Metric     Metric
	Word       string // Supported, Refuted, Equivalent or Undecided
	// The estimate is of the metric in A less that in B, or less Value; its P is that
	// of the test: two-sided of no difference where a direction is claimed, else
	// the lesser of those of equivalence (one-sided) and of a difference beyond
	// the margin (two-sided); in each case the greatest of what it is at the estimate
	// and at both bounds that the open games leave.
	Bounded
	*Alike
	// Trained is the estimate in the games of each training; nil where none was.
	Trained  []float64
	Adjusted float64 // P, adjusted for the family
	Tests    int     // of the family
	// Together is P adjusted for all claims of the study, Claims how many tests these are,
	// and WithAll the word by that.
	Together float64
	Claims   int
	WithAll  string
	// Seen is the least difference, or margin, that the games would have shown with
	// the chance Power had they been the only claim tested at the level that the
	// family leaves to each, alpha over Tests, and of that the look.
	Seen float64
	// SameGame says that A and B do not differ in play, so that nothing is tested.
	SameGame bool
	Paired   bool
	// Compared is the difference that the claim is about; nil where there is none, or none is tested.
	Compared *Pair
	Why      Why  // the claim is undecided
	Worse    bool // P is greater than at the estimate
	// Constant is set where the games of both rule sets came out alike in the metric.
	Constant *Constant
	beyond   bool // P is that of a difference beyond the margin
}

// Why says what keeps a claim undecided, where that is not the number of games alone.
type Why int

const (
	ByNumber   Why = iota // of the games, or the claim is decided
	OneParity             // all openings leave the same side to move
	MayAgree              // the open games could make all openings come out alike
	OpenDecide            // the open games decide it
	AllAgree              // all openings came out alike, and a mean has no interval
	NoRoom                // the second rule set leaves less room than would be seen: see Verdict.Room
)

// A Constant is a share that is none or all of the games.
type Constant struct {
	Share float64
	Games int
}

// judge makes the verdicts of the study, family by family.
func (r *findings) judge() {
	looks := stats.Looks(list(r.Plan.Looks, func(n int) float64 { return float64(n) / float64(r.Plan.Games) })) // they were checked with the study
	at := func(level float64) float64 {
		if r.Look == 0 {
			return level
		}
		return looks.Levels(level)[r.Look-1]
	}
	closed := map[*Verdict]float64{} // P at the estimate alone, as if no game were open
	for i, g := range r.claimed() {
		v, c := r.test(i, g)
		if r.Look > 0 && !v.SameGame {
			// Both allow for the looks before and after.
			v.Interval = v.Estimate.At(1 - at(alpha))
			sides := 1.0 // of the p of a test: equivalence is shown by one-sided ones
			if v.Hypothesis.Margin > 0 && !v.beyond {
				sides = 2
			}
			allowing := func(p float64) float64 { return looks.Adjust(r.Look-1, sides*p) / sides }
			v.P, c = allowing(v.P), allowing(c)
		}
		closed[v] = c
		r.Verdicts = append(r.Verdicts, v)
	}
	tested := those(r.Verdicts, func(v *Verdict) bool { return !v.SameGame })
	p := func(v *Verdict) float64 { return v.P }
	together, adjusted, alone := holmOf(tested, p), map[*Verdict]float64{}, map[*Verdict]float64{}
	for _, v := range tested {
		if _, done := adjusted[v]; done {
			continue
		}
		family := those(tested, func(o *Verdict) bool { return o.Hypothesis.Family == v.Hypothesis.Family })
		maps.Copy(adjusted, holmOf(family, p))
		maps.Copy(alone, holmOf(family, func(v *Verdict) float64 { return closed[v] }))
		for _, v := range family {
			v.Tests, v.Claims = len(family), len(tested)
			v.see(at(v.each()))
		}
	}
	for _, v := range r.Verdicts {
		v.Adjusted, v.Together = 1, 1
		if !v.SameGame {
			v.Adjusted, v.Together = adjusted[v], together[v]
		}
		v.WithAll, _ = v.decided(v.Together, alone[v])
		v.Word, v.Why = v.decided(v.Adjusted, alone[v])
		if _, short := v.Room(v.Seen); short && v.Word == Undecided && v.Why == ByNumber && v.Hypothesis.Margin == 0 {
			v.Why = NoRoom
		}
	}
}

// holmOf are the p of tests, adjusted together.
func holmOf[T comparable](tests []T, p func(T) float64) map[T]float64 {
	adjusted := map[T]float64{}
	for i, x := range stats.Holm(list(tests, p)) {
		adjusted[tests[i]] = x
	}
	return adjusted
}

// claimed yields the number of each hypothesis with each group that it is about.
func (r *findings) claimed() iter.Seq2[int, *Group] {
	return func(yield func(int, *Group) bool) {
		for i, h := range r.Plan.Hypotheses {
			for _, g := range r.Groups {
				if (h.Players == "" || h.Players == g.Name()) && !yield(i, g) {
					return
				}
			}
		}
	}
}

// test tests a hypothesis in the games of a group; closed is P at the estimate alone.
func (r *findings) test(number int, g *Group) (v *Verdict, closed float64) {
	h := r.Plan.Hypotheses[number]
	a, b := r.cellsOf(g, h)
	v = &Verdict{Hypothesis: h, Number: number, Group: g, Metric: metric(h.Metric)}
	v.Constant = v.Metric.constant(r.sides(v))
	if b == nil {
		v.againstNumber(a, *h.Value)
		v.Why = v.oneParity(a)
		closed = v.decideByBounds()
		v.Worse = v.P > closed
		return v, closed
	}
	v.Paired = a.Board == b.Board
	if same(a, b) {
		v.SameGame, v.P = true, 1
		return v, 0
	}
	v.Compared = r.compared(v.Metric, a, b)
	v.Bounded, v.Alike = v.Compared.Bounded, v.Compared.Alike
	v.Trained = trained(v.Metric, a, b, 0)
	v.Why = max(v.oneParity(a), v.oneParity(b))
	closed = v.decideByBounds()
	v.Worse = v.P > closed
	return v, closed
}

// trainingVariance is what trainings vary in a share of a rule set, over the trainings that it
// has: where another rule set is played with the same weights half of what they vary in the
// difference.
func (c *Cell) trainingVariance(other *Cell) float64 {
	n := c.trainings()
	if n == 0 {
		return 0
	}
	spread := study.TrainingSpread.Own
	switch {
	case other != nil && reflect.DeepEqual(c.weights, other.weights):
		spread = study.TrainingSpread.Shared / math.Sqrt2
	case slices.Contains(kinds(c), quickWeights):
		return study.TrainingSpread.Quick * study.TrainingSpread.Quick // more trainings have the same shift
	}
	return spread * spread / float64(n)
}

// withTrainings adds what trainings vary to a sample's variance, where the estimate is of a share.
func withTrainings(e stats.Estimate, m Metric, variance, level float64) stats.Estimate {
	if variance == 0 || !study.AtMostOne(m.Word) {
		return e
	}
	e = e.Spread(math.Sqrt(variance), level)
	e.Interval = e.Within(-1, 1)
	return e
}

func oneParity(c *Cell) bool {
	return c.Tally.parity[0][study.Games] == 0 || c.Tally.parity[1][study.Games] == 0
}

// oneParity says that the first mover's score is not to be told from that of the side
// that chooses first, where all openings leave the same side on move.
func (v *Verdict) oneParity(c *Cell) Why {
	return choose(v.Metric.Word == "first-score" && oneParity(c), OneParity, ByNumber)
}

// decideByBounds takes the greatest p of the test at the estimate and at both bounds that
// the open games leave; closed is that at the estimate.
func (v *Verdict) decideByBounds() (closed float64) {
	margin := v.Hypothesis.Margin
	if margin == 0 {
		closed, v.P = v.P, v.sure()
		return closed
	}
	equivalent, outside := v.Equivalence(margin), v.Estimate.Beyond(margin)
	closed = min(equivalent, outside)
	for _, e := range []stats.Estimate{v.Least, v.Most} {
		equivalent, outside = max(equivalent, e.Equivalence(margin)), max(outside, e.Beyond(margin))
	}
	if (v.Least.Value < 0) != (v.Most.Value < 0) {
		outside = 1
	}
	v.P, v.beyond = min(equivalent, outside), outside < equivalent
	return closed
}

func (v *Verdict) againstNumber(c *Cell, value float64) {
	shifted := func(r study.Ratio) stats.Estimate {
		if v.Metric.IsRate() {
			return stats.RateAgainst(c.Tally.openings.cells(r), value, Level)
		}
		return c.meanLess(r, value)
	}
	least, most := v.Metric.Extremes()
	of := func(r study.Ratio) stats.Estimate {
		return withTrainings(shifted(r), v.Metric, c.trainingVariance(nil), Level)
	}
	v.Estimate, v.Least, v.Most = of(v.Metric.Ratio), of(least), of(most)
	v.Trained = trained(v.Metric, c, nil, value)
}

func (v *Verdict) each() float64 { return alpha / float64(max(1, v.Tests)) }

func (v *Verdict) see(level float64) {
	if v.Hypothesis.Margin > 0 {
		v.Seen = v.DetectableMargin(level, Power)
	} else {
		v.Seen = v.Detectable(1-level, Power)
	}
}

// decided is the verdict by an adjusted p, and what keeps it undecided; closed is the p adjusted
// as if no game were open.
func (v *Verdict) decided(p, closed float64) (word string, why Why) {
	shown := p < alpha
	mean := !v.Metric.IsRate() && !v.Metric.IsLength()
	switch {
	case v.SameGame && v.Hypothesis.Margin > 0:
		return Equivalent, ByNumber
	case v.SameGame:
		return Refuted, ByNumber
	case v.Why != ByNumber:
		return Undecided, v.Why
	case !shown && mean && !v.Flat && (v.Least.Flat || v.Most.Flat):
		return Undecided, MayAgree
	case !shown && closed < alpha:
		return Undecided, OpenDecide
	case !shown && mean && v.Flat:
		return Undecided, AllAgree
	case !shown:
		return Undecided, ByNumber
	case v.Hypothesis.Margin > 0 && v.beyond:
		return Refuted, ByNumber
	case v.Hypothesis.Margin > 0:
		return Equivalent, ByNumber
	case (v.Value < 0) == (v.Hypothesis.Direction == "less"):
		return Supported, ByNumber
	}
	return Refuted, ByNumber
}

// constant is nil where the games of the cells vary in a share, or in what is none.
func (m Metric) constant(cells []*Cell) *Constant {
	sum, n := 0.0, 0
	for _, c := range cells {
		k, games := m.In(&c.Tally.Counts)
		sum, n = sum+k, n+games
	}
	if !study.AtMostOne(m.Word) || n == 0 || sum > 0 && sum < float64(n) {
		return nil
	}
	return &Constant{sum / float64(n), n}
}

// Room is what a share or score of the second rule set leaves to a claimed direction; short says
// that it is less than the difference that would be seen.
func (v *Verdict) Room(seen float64) (room float64, short bool) {
	if v.Compared == nil || !study.AtMostOne(v.Metric.Word) || math.IsInf(seen, 0) {
		return 0, false
	}
	value := v.Compared.B.value(v.Metric)
	room = choose(v.Hypothesis.Direction == "less", value, 1-value)
	return room, room < seen
}

func trainedSpread(v *Verdict) string {
	if len(v.Trained) < 2 {
		return none
	}
	return signedIn(v.Metric, slices.Min(v.Trained)) + " to " + signedIn(v.Metric, slices.Max(v.Trained))
}

func (g *Group) cell(id string) *Cell {
	if i := g.index(id); i >= 0 {
		return g.Cells[i]
	}
	return nil
}

func against(v *Verdict) string {
	if v.Hypothesis.Value != nil {
		return less(v.Hypothesis)
	}
	return v.Group.cell(v.Hypothesis.B).Profile.Short
}

// less is what a claim takes away, for programs: a rule set’s id, or a number.
func less(h study.Hypothesis) string {
	if h.Value != nil {
		return number(*h.Value).String()
	}
	return h.B
}

func firstOf(v *Verdict) string { return v.Group.cell(v.Hypothesis.A).Profile.Short }

func differenceFound(v *Verdict) string {
	return signedIn(v.Metric, v.Value) + " " + v.Metric.Unit.Points
}

func seenSize(v *Verdict) string {
	if math.IsNaN(v.Seen) || math.IsInf(v.Seen, 0) {
		return none
	}
	return fixedIn(v.Metric, v.Seen) + " " + v.Metric.Unit.Points
}

func marginWords(v *Verdict) string {
	return "within " + fixedIn(v.Metric, v.Hypothesis.Margin) + " " + v.Metric.Unit.Points
}

func askedIn(v *Verdict) string {
	a, b := firstOf(v), against(v)
	who := when(v.Hypothesis.Adjudicated, ", the same games by players who did not know the clause")
	if v.Hypothesis.Margin > 0 {
		return fmt.Sprintf("%s: %s %s of %s%s", v.Metric.Word, a, marginWords(v), b, who)
	}
	return fmt.Sprintf("%s: %s %s than %s%s", v.Metric.Word, a, v.Hypothesis.Direction, b, who)
}

// claim is what was claimed, without a full stop.
func claimOf(v *Verdict) string { return strings.TrimSuffix(plain(v.Hypothesis.Claim), ".") }

// byClaim are the verdicts on each claim.
func (r *findings) byClaim() (all [][]*Verdict) {
	for _, v := range r.Verdicts {
		if n := len(all) - 1; n >= 0 && all[n][0].Number == v.Number {
			all[n] = append(all[n], v)
		} else {
			all = append(all, []*Verdict{v})
		}
	}
	return all
}

func verdictText(vs []*Verdict) string {
	v := vs[0]
	text := sentenceCase(sentence(distinct(list(vs, verdictWord)))) + askedAt(vs) + ": " + plain(v.Hypothesis.ID) + ". " + claimOf(v) + ". "
	if !slices.ContainsFunc(vs, func(x *Verdict) bool { return !x.SameGame }) {
		return text + fmt.Sprintf("%s and %s are the same game: between these players they differ in nothing that changes a turn or an ending.", firstOf(v), against(v))
	}
	text += fmt.Sprintf("%s, %s minus %s: ", v.Metric.Title, firstOf(v), against(v))
	text += when(v.Hypothesis.Adjudicated, "(the same games, by players who did not know the clause) ")
	if len(vs) == 1 {
		return text + numbersOf(v) + "."
	}
	parts := list(vs, func(x *Verdict) string {
		if x.SameGame {
			return fmt.Sprintf("%s between %s, for whom both are the same game", x.Word, x.Group.Name())
		}
		return fmt.Sprintf("%s between %s, %s", x.Word, x.Group.Name(), numbersOf(x))
	})
	for _, rungs := range climbed(vs) {
		text += overStrength(rungs) + " "
	}
	return strings.TrimSuffix(text+strings.Join(parts, "; ")+". "+noises(vs), " ")
}

// yes answers whether what was claimed is so.
func yesWord(v *Verdict) string {
	switch {
	case v.Word == Equivalent:
		return "Equal " + marginWords(v)
	case v.Word == Refuted && v.Hypothesis.Margin > 0:
		return "Not equal " + marginWords(v)
	case v.Word == Supported:
		return "Yes"
	case v.Word == Refuted:
		return "No"
	}
	return "Not decided"
}

// values are what was found of a claim: the metric under either rule set, and the difference.
func (r *Report) values(v *Verdict) string {
	if v.SameGame {
		return ": both are the same game"
	}
	unit := " " + choose(v.Metric.Unit.Factor == 100, "%", v.Metric.Unit.Points)
	text := ""
	if a, b := r.cellsOf(v.Group, v.Hypothesis); b != nil {
		text = ", " + fixedIn(v.Metric, a.value(v.Metric)) + unit + " against " + fixedIn(v.Metric, b.value(v.Metric)) + unit
	}
	return text + " (" + differenceFound(v) + ", " + spanIn(v.Metric, v.Interval) + leaving(leavesOf(&v.Bounded, v.Metric)) + ")"
}

// word is the verdict, with the margin where that belongs to it.
func verdictWord(v *Verdict) string {
	return choose(v.Word != Equivalent, v.Word, "equivalent "+marginWords(v))
}

func numbersOf(v *Verdict) string {
	at := when(v.Worse, " at the worse bound")
	text := fmt.Sprintf("%s (%s, p%s %s, adjusted for %s %s)", differenceFound(v), spanIn(v.Metric, v.Interval), at, chanceWords(v.P), plural(v.Tests, "test", "tests"), chanceWords(v.Adjusted))
	if v.Constant != nil {
		text += "; " + constantWords(v)
	}
	text += leaving(leavesOf(&v.Bounded, v.Metric))
	if s := trainedSpread(v); s != none {
		text += "; by training from " + s
	}
	switch {
	case v.Why != ByNumber:
		text += "; " + whyWords(v)
	case v.Word != Undecided || seenSize(v) == none:
	case v.Hypothesis.Margin > 0:
		text += fmt.Sprintf(", where this number of games would have shown equal ones to lie within %s with a chance of %.0f %%", seenSize(v), 100*Power)
	default:
		text += fmt.Sprintf(", where differences from %s up would have been shown with a chance of %.0f %%", seenSize(v), 100*Power)
	}
	if v.Claims > v.Tests {
		text += fmt.Sprintf("; with all %d tests of the study %s, p %s", v.Claims, v.WithAll, chanceWords(v.Together))
	}
	return text
}

// whyWords says why a claim is undecided, where that is not the number of games alone.
func whyWords(v *Verdict) string {
	switch v.Why {
	case OneParity:
		return "after all openings the same side is to move, so that the first mover cannot be told from the side that chooses first"
	case MayAgree:
		return "the open games could make every opening come out alike, and a mean of which nothing varies has no interval"
	case OpenDecide:
		return "the open games decide it"
	case AllAgree:
		return "every opening came out alike, and a mean of which nothing varies has no interval"
	case NoRoom:
		return roomWords(v, v.Seen)
	}
	return ""
}

// roomWords says that the second rule set leaves a claimed direction less room than the
// difference that would be seen; nothing where it does not.
func roomWords(v *Verdict, seen float64) string {
	room, short := v.Room(seen)
	if !short {
		return ""
	}
	last := v.Compared.B
	return fmt.Sprintf("%s is %s %% under %s, which leaves room for %s %s, and differences are seen from %s up",
		profile.MidSentence(v.Metric.Title), percent(last.value(v.Metric)), last.Profile.Short, fixedIn(v.Metric, room), v.Metric.Unit.Points, fixedIn(v.Metric, seen))
}

// constantWords says of a share that no game varies in it.
func constantWords(v *Verdict) string {
	return fmt.Sprintf("%s is %s %% in all of the %d games, which do not vary in it", profile.MidSentence(v.Metric.Title), percent(v.Constant.Share), v.Constant.Games)
}

func chanceWords(p float64) string {
	s := chance(p)
	return choose(strings.HasPrefix(s, "<"), s, "= "+s)
}

func (r *Report) confirmatory() *section {
	if len(r.Verdicts) == 0 {
		return nil
	}
	s := &section{
		ID: "verdicts", Title: choose(r.Plan.Confirmatory, "What was claimed before the games were played", "Claims (exploratory)"),
		Text: []string{r.standing() + fmt.Sprintf(" A claim of a direction is supported or refuted where the adjusted two-sided p is below %s, and refuted where both are the same game; a claim of no difference is called equivalent where two one-sided tests place the difference within the margin, or where both are the same game, and refuted where it lies beyond. What is undecided is not refuted: the table says what this number of games would have shown. A verdict holds at both bounds that the open games leave. Its interval has what trainings of the weights vary, beside the chance of the sample.",
			fixed(alpha, 2))},
	}
	t := table{
		Title: "Verdicts",
		Head:  []string{"claim", "verdict", "asked", "players", "difference", "95 % interval", "open games leave", "by training", "p", "p, adjusted", "family", "with all claims", "would have been seen", "identical games", "openings"},
		words: true,
	}
	for _, vs := range r.byClaim() {
		s.Findings = append(s.Findings, Finding{verdictText(vs), r.marks(things(vs)...)})
	}
	for _, v := range r.Verdicts {
		family := plural(v.Tests, "test", "tests") + " by Holm"
		if v.Hypothesis.Family != "" {
			family = plain(v.Hypothesis.Family) + ": " + family
		}
		row := textRow(plain(v.Hypothesis.ID), v.Word, askedIn(v), v.Group.Name(), differenceFound(v), spanIn(v.Metric, v.Interval), leavesOf(&v.Bounded, v.Metric), trainedSpread(v), chance(v.P), chance(v.Adjusted), family, fmt.Sprintf("%s, p %s of %d", v.WithAll, chanceWords(v.Together), v.Claims), seenSize(v), identicalShare(v.Alike), count(v.Clusters))
		if v.SameGame {
			for i := 4; i < len(row); i++ {
				row[i].Text = none
			}
			row[5].Text = "the same game"
		}
		row[0].Warnings = r.marks(v)
		t.Rows = append(t.Rows, row)
	}
	s.More = []table{t}
	s.Text[0] += r.neighbours()
	if d := r.deviations(); len(d) > 0 {
		s.Text = append(s.Text, "Deviations from the plan: "+strings.Join(d, " "))
	} else {
		until := when(r.Look > 0 && r.Games < r.Plan.Games, " up to this look")
		s.Text = append(s.Text, "There were no deviations from the plan: every game"+until+" was played, and every claim tested as it was written.")
	}
	return s
}

// standing says whether the games can test the claims.
func (r *Report) standing() string {
	if r.Plan.Confirmatory {
		text := "The seed of these games is made from the claims, the players, the rule sets and the numbers of games: no claims that compare other things have it, and nobody could see what is played from it before that was written down."
		if drawn, of := r.foreseen(); drawn > 0 {
			text += " But " + alikeFromAnySeed(drawn, of) + "."
		}
		text += " Everything else in this report is exploratory."
		if r.Look > 0 {
			text += fmt.Sprintf(" The study may be read after %s games of each cell; this is look %d of %d, after %s. Every p and interval of a verdict allows for all looks (O’Brien and Fleming’s shape, Lan and DeMets 1983).",
				sentence(list(r.Plan.Looks, count)), r.Look, len(r.Plan.Looks), count(r.Games))
		}
		return text
	}
	return "Exploratory: the study states a seed, so that its games may have been seen before its claims were written. What is shown here is to be tested by a confirmatory study."
}

// foreseen are the openings of the games that test claims and are played without chance:
// how many were drawn, of how many positions, on the board of which most of these were. From
// any seed such games are the same but for what is drawn. drawn is 0 where there are none;
// of is 0 where nobody knows, since openings need not be quiet.
func (r *findings) foreseen() (drawn, of int) {
	for _, v := range r.Verdicts {
		for _, c := range r.sides(v) {
			if v.SameGame || c.of.Random() {
				continue
			}
			n, from := c.Board.Used(c.of.Openings(r.Games)), c.Board.Positions()
			if slices.ContainsFunc(c.Board.Chapters, func(c record.Chapter) bool { return c.Wild }) {
				from = 0
			}
			if drawn == 0 || of == 0 || n*of > drawn*from && from > 0 {
				drawn, of = n, from
			}
		}
	}
	return drawn, of
}

// alikeFromAnySeed says which part of foreseen games a new seed would change.
func alikeFromAnySeed(drawn, of int) string {
	share := count(drawn)
	switch of {
	case 0:
	case drawn:
		share = "all " + share
	default:
		share += " of " + count(of)
	}
	return "players without chance play an opening alike from any seed: only the choice of openings is new, here " + share
}

func (r *Report) deviations() []string {
	var list []string
	if drawn, of := r.foreseen(); r.Plan.Confirmatory && drawn > 0 && drawn == of {
		list = append(list, "Games could be seen before the claims were written: all openings are played, by players without chance.")
	}
	for _, b := range r.Manifest.Boards {
		for _, c := range b.Chapters {
			if c.Wild {
				list = append(list, fmt.Sprintf("Openings of %d plies on %s need not be quiet, since too few quiet positions exist.", c.Plies, strings.ReplaceAll(b.Size, "x", "×")))
			}
		}
	}
	for _, c := range r.cells() {
		if n := c.n(study.Forfeited); n > 0 {
			list = append(list, fmt.Sprintf("%s of %s %s forfeited under %s.", plural(n, "game", "games"), count(c.n(study.Games)), forms(n, "was", "were"), c.Profile.ID))
		}
	}
	for _, v := range r.Verdicts {
		between := when(len(r.Groups) > 1 && v.Hypothesis.Players == "", " between "+v.Group.Name())
		if v.SameGame {
			list = append(list, fmt.Sprintf("%s was not tested%s: %s and %s are the same game.", plain(v.Hypothesis.ID), between, firstOf(v), against(v)))
		} else if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
			list = append(list, fmt.Sprintf("%s could not be tested%s: what it speaks of has no value in these games.", plain(v.Hypothesis.ID), between))
		}
	}
	return list
}
