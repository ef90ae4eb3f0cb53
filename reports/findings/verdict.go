package findings

import (
	"iter"
	"maps"
	"math"
	"reflect"
	"slices"

	"varlab/internal/lists"
	"varlab/sim/stats"
	"varlab/sim/study"
)

const (
	Supported  = "supported"
	Refuted    = "refuted"
	Equivalent = "equivalent"
	NotWorse   = "not worse"
	Undecided  = "undecided"
)

var VerdictWords = []string{Supported, Equivalent, NotWorse, Refuted, Undecided}

// A Verdict is the decision of one group's games on a hypothesis that was written
// down before they were played.
type Verdict struct {
	Hypothesis study.Hypothesis
	Number     int // of the hypothesis in the study, from 0
	Group      *Group
	Word       string // of VerdictWords
	// Pair is what the claim compares; B is nil where that is a number. The estimate is of the
	// metric in A less that in B, or less the number: a difference of shares from -1 to 1, of
	// plies, or of counts a game. Low and High are its interval of 95 %, which is not adjusted
	// for the family. Its P is that of the test: two-sided of no difference where a direction is
	// claimed, else the lesser of those of equivalence or of being no worse (one-sided) and of a
	// difference beyond the margin (two-sided); in each case the greatest of what it is at the
	// estimate and at both bounds that the open games leave.
	*Pair
	// Trained is the estimate in the games of each training; nil where none was.
	Trained  []float64
	Adjusted float64 // P, adjusted for the family
	Tests    int     // of the family
	// Together is P adjusted for all claims of the study, Claims how many tests these are,
	// and WithAll the word by that.
	Together float64
	Claims   int
	WithAll  string
	// Alone is the word by P itself, as of the only claim that is asked.
	Alone string
	// Seen is the least difference, or margin, that the games would have shown with
	// the chance Power had they been the only claim tested at the level that the
	// family leaves to each, alpha over Tests, and of that the look.
	Seen float64
	// SameGame says that A and B do not differ in play, so that nothing is tested.
	SameGame bool
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
func judge(r *Findings) {
	looks := stats.Looks(list(r.Plan.Looks, func(n int) float64 { return float64(n) / float64(r.Plan.Games) })) // they were checked with the study
	at := func(level float64) float64 {
		if r.Look == 0 {
			return level
		}
		return looks.Levels(level)[r.Look-1]
	}
	closed := map[*Verdict]float64{} // P at the estimate alone, as if no game were open
	for i, g := range r.claimed() {
		v, c := testClaim(r, i, g)
		if r.Look > 0 && !v.SameGame {
			// Both allow for the looks before and after.
			v.Interval = v.Estimate.At(1 - at(Alpha))
			sides := 1.0 // of the p of a test: what lies within a margin is shown by one-sided ones
			if v.Hypothesis.Within() > 0 && !v.beyond {
				sides = 2
			}
			allowing := func(p float64) float64 { return looks.Adjust(r.Look-1, sides*p) / sides }
			v.P, c = allowing(v.P), allowing(c)
		}
		closed[v] = c
		r.Verdicts = append(r.Verdicts, v)
	}
	tested := lists.Those(r.Verdicts, func(v *Verdict) bool { return !v.SameGame })
	p := func(v *Verdict) float64 { return v.P }
	together, adjusted, alone := holmOf(tested, p), map[*Verdict]float64{}, map[*Verdict]float64{}
	for _, v := range tested {
		if _, done := adjusted[v]; done {
			continue
		}
		family := lists.Those(tested, func(o *Verdict) bool { return o.Hypothesis.Family == v.Hypothesis.Family })
		maps.Copy(adjusted, holmOf(family, p))
		maps.Copy(alone, holmOf(family, func(v *Verdict) float64 { return closed[v] }))
		for _, v := range family {
			v.Tests, v.Claims = len(family), len(tested)
			v.see(at(v.Each()))
		}
	}
	for _, v := range r.Verdicts {
		v.Adjusted, v.Together = 1, 1
		if !v.SameGame {
			v.Adjusted, v.Together = adjusted[v], together[v]
		}
		v.WithAll, _ = v.decided(v.Together, alone[v])
		v.Alone, _ = v.decided(v.P, closed[v])
		v.Word, v.Why = v.decided(v.Adjusted, alone[v])
		if _, short := v.Room(v.Seen); short && v.Word == Undecided && v.Why == ByNumber && v.Hypothesis.Within() == 0 {
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
func (r *Findings) claimed() iter.Seq2[int, *Group] {
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
func testClaim(r *Findings, number int, g *Group) (v *Verdict, closed float64) {
	h := r.Plan.Hypotheses[number]
	a, b := r.CellsOf(g, h)
	v = &Verdict{Hypothesis: h, Number: number, Group: g, Pair: &Pair{Metric: MetricOf(h.Metric), A: a, B: b}}
	v.Constant = v.Metric.constant(v.Sides())
	switch {
	case b == nil:
		v.againstNumber(a, *h.Value)
	case Same(a, b):
		v.SameGame, v.P, v.Paired = true, 1, a.Board == b.Board
		return v, 0
	default:
		v.Pair, v.Trained = r.Compared(v.Metric, a, b), trained(v.Metric, a, b, 0)
	}
	for _, c := range v.Sides() {
		v.Why = max(v.Why, v.oneParity(c))
	}
	closed = v.decideByBounds()
	v.Worse = v.P > closed
	return v, closed
}

// Sides are the cells of a verdict: of a claim against a number there is one.
func (v *Verdict) Sides() []*Cell {
	return lists.Those([]*Cell{v.A, v.B}, func(c *Cell) bool { return c != nil })
}

// TrainingVariance is what trainings vary in a share of a rule set, over the trainings that it
// has: where another rule set is played with the same weights half of what they vary in the
// difference.
func (c *Cell) TrainingVariance(other *Cell) float64 {
	n := c.trainings()
	if n == 0 {
		return 0
	}
	spread := study.TrainingSpread.Own
	switch {
	case other != nil && reflect.DeepEqual(c.Donors, other.Donors):
		spread = study.TrainingSpread.Shared / math.Sqrt2
	case slices.Contains(Kinds(c), QuickWeights):
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

// SameMover reports whether the same side is on move after all openings of a cell's games.
func SameMover(c *Cell) bool {
	return c.Tally.Parity[0][study.Games] == 0 || c.Tally.Parity[1][study.Games] == 0
}

// oneParity says that the first mover's score is not to be told from that of the side
// that chooses first, where all openings leave the same side on move.
func (v *Verdict) oneParity(c *Cell) Why {
	return lists.Choose(v.Metric.Word == "first-score" && SameMover(c), OneParity, ByNumber)
}

// decideByBounds takes the greatest p of the test at the estimate and at both bounds that
// the open games leave; closed is that at the estimate.
func (v *Verdict) decideByBounds() (closed float64) {
	if v.Hypothesis.Within() == 0 {
		closed, v.P = v.P, v.Sure()
		return closed
	}
	inside, outside := v.byMargin(v.Estimate)
	closed = min(inside, outside)
	for _, e := range []stats.Estimate{v.Least, v.Most} {
		in, out := v.byMargin(e)
		inside, outside = max(inside, in), max(outside, out)
	}
	if (v.Least.Value < 0) != (v.Most.Value < 0) {
		outside = 1
	}
	v.P, v.beyond = min(inside, outside), outside < inside
	return closed
}

// byMargin are the p that an estimate lies within what the claim allows, and that it lies beyond.
func (v *Verdict) byMargin(e stats.Estimate) (inside, outside float64) {
	if h := v.Hypothesis; h.NoWorse > 0 {
		return e.NoWorse(h.NoWorse, h.Less())
	}
	return e.Equivalence(v.Hypothesis.Margin), e.Beyond(v.Hypothesis.Margin)
}

func (v *Verdict) againstNumber(c *Cell, value float64) {
	shifted := func(r study.Ratio) stats.Estimate {
		if v.Metric.IsRate() {
			return stats.RateAgainst(c.Tally.Openings.cells(r), value, Level)
		}
		return c.meanLess(r, value)
	}
	least, most := v.Metric.Extremes()
	of := func(r study.Ratio) stats.Estimate {
		return withTrainings(shifted(r), v.Metric, c.TrainingVariance(nil), Level)
	}
	v.Estimate, v.Least, v.Most = of(v.Metric.Ratio), of(least), of(most)
	v.Trained = trained(v.Metric, c, nil, value)
}

// Each is the level that the family leaves to each of its tests.
func (v *Verdict) Each() float64 { return Alpha / float64(max(1, v.Tests)) }

func (v *Verdict) see(level float64) {
	switch h := v.Hypothesis; {
	case h.NoWorse > 0:
		v.Seen = v.DetectableMargin(level, 2*Power-1) // by one test
	case h.Margin > 0:
		v.Seen = v.DetectableMargin(level, Power)
	default:
		v.Seen = v.Detectable(1-level, Power)
	}
}

// decided is the verdict by an adjusted p, and what keeps it undecided; closed is the p adjusted
// as if no game were open.
func (v *Verdict) decided(p, closed float64) (word string, why Why) {
	shown := p < Alpha
	mean := !v.Metric.IsRate() && !v.Metric.IsLength()
	switch {
	case v.SameGame && v.Hypothesis.Within() > 0:
		return v.allowed(), ByNumber
	case v.SameGame:
		return Refuted, ByNumber
	case v.Why != ByNumber:
		return Undecided, v.Why
	case !shown && mean && !v.Flat && (v.Least.Flat || v.Most.Flat):
		return Undecided, MayAgree
	case !shown && closed < Alpha:
		return Undecided, OpenDecide
	case !shown && mean && v.Flat:
		return Undecided, AllAgree
	case !shown:
		return Undecided, ByNumber
	case v.Hypothesis.Within() > 0 && v.beyond:
		return Refuted, ByNumber
	case v.Hypothesis.Within() > 0:
		return v.allowed(), ByNumber
	case (v.Value < 0) == v.Hypothesis.Less():
		return Supported, ByNumber
	}
	return Refuted, ByNumber
}

// allowed is the word for what lies within the claim's margin.
func (v *Verdict) allowed() string {
	return lists.Choose(v.Hypothesis.NoWorse > 0, NotWorse, Equivalent)
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
	if v.B == nil || !study.AtMostOne(v.Metric.Word) || math.IsInf(seen, 0) {
		return 0, false
	}
	value := v.B.Value(v.Metric)
	room = lists.Choose(v.Hypothesis.Less(), value, 1-value)
	return room, room < seen
}

// Wide is the least difference, or margin, that would be shown with the chance Power, in standard
// errors of the estimate.
func (v *Verdict) Wide() float64 {
	one, two := stats.NormalQuantile(1-v.Each()), stats.NormalQuantile(1-v.Each()/2)
	if v.Hypothesis.Margin > 0 {
		return one + stats.NormalQuantile((1+Power)/2)
	}
	return lists.Choose(v.Hypothesis.NoWorse > 0, one, two) + stats.NormalQuantile(Power)
}

// Unended counts the games of a cell that do not tell what the claim asks.
func (v *Verdict) Unended(c *Cell) int {
	switch {
	case v.Metric.IsLength():
		return c.N(study.Cut)
	case v.Metric.Turns():
		return c.N(study.Open)
	}
	return 0
}
