package reports

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Pilot is the report of a few games, played to find claims of a study that its games
// cannot decide.
type Pilot struct {
	*Report
	of     *study.Plan
	Longer *Report // the same, cut off later; nil where nobody asked for it (see Horizon)
}

// NewPilot takes r for a pilot of a plan: what it shows is of the plan's games and tests.
func NewPilot(r *Report, of *study.Plan) *Pilot {
	for _, v := range r.Verdicts {
		v.Tests = of.Tests(v.Hypothesis.Family)
	}
	return &Pilot{Report: r, of: of}
}

// For is the pilot of the same study with another number of games.
func (p *Pilot) For(of *study.Plan) *Pilot { return &Pilot{Report: p.Report, of: of, Longer: p.Longer} }

// times is how many times the pilot's games the study has.
func (p *Pilot) times() float64 { return float64(p.of.Games) / float64(p.Games) }

// shows is the least difference, or margin, that the study's games would show with the
// chance Power.
func (p *Pilot) shows(v *findings.Verdict) float64 { return v.Wide() * v.Expected(p.times()) }

// surely is by what factor the standard error that so few games show may be too great, with a
// chance of 95 %: a standard deviation of n values is known to 1/√(2n) of itself. Of openings
// that are played again and again the degrees of freedom count.
func (p *Pilot) surely(v *findings.Verdict) float64 {
	n := p.Games
	if v.DF > 0 {
		n = min(n, v.DF)
	}
	return surely(n)
}

func surely(n int) float64 {
	return max(0, 1-stats.NormalQuantile(0.975)/math.Sqrt(2*float64(n)))
}

// around is the range of a number of games that was computed from a standard error known so
// surely.
func around(games, surely float64) (least, most float64) {
	return games * surely * surely, games * (2 - surely) * (2 - surely)
}

// enough says between which numbers of games a standard error is left.
func (p *Pilot) enough(v *findings.Verdict, se float64) string {
	const countless = 1e9 // as an int has on any machine
	least, most := around(float64(p.Games)*v.Times(se), p.surely(v))
	switch {
	case least >= countless:
		return "more than " + count(countless)
	case most < countless:
		return fmt.Sprintf("%s to %s", count(int(math.Ceil(least))), count(int(math.Ceil(most))))
	}
	return "at least " + count(int(math.Ceil(least)))
}

// Horizon is how late the pilot is to be cut off so as to say how late the study's
// games should be: 0 where that is not in question.
func (p *Pilot) Horizon() int {
	for _, v := range p.Verdicts {
		for _, c := range v.Sides() {
			if float64(v.Unended(c)) > p.leaves(v)*float64(c.N(study.Games)) {
				return min(max(2*p.of.HorizonPlies, 400), study.MaxHorizonPlies)
			}
		}
	}
	return 0
}

// leaves is the share of games that may be left so: a quarter of the margin, or of the
// difference that would be shown; of a median's, those that do not move it.
func (p *Pilot) leaves(v *findings.Verdict) float64 {
	if v.Metric.IsLength() {
		return 0.5
	}
	return cmp.Or(v.Hypothesis.Within(), p.shows(v)) / 4
}

// ends says in words by which ply all but a share of the games of a cell had ended: the least
// share that may be left by a claim about it.
func (p *Pilot) ends(v *findings.Verdict, number, side int) string {
	if p.Longer == nil {
		return "more"
	}
	c := p.Longer.Verdicts[number].Sides()[side]
	own := v.Sides()[side]
	for _, o := range p.Verdicts {
		if o.Unended(own) > 0 && slices.Contains(o.Sides(), own) && p.leaves(o) < p.leaves(v) {
			v = o
		}
	}
	var ends []int
	for _, lengths := range c.Tally.Lengths {
		for _, l := range lengths {
			ends = append(ends, slices.Repeat([]int{int(l.At)}, int(l.Ended))...)
		}
	}
	slices.Sort(ends)
	left := int(p.leaves(v) * float64(c.N(study.Games)))
	const round = 50
	switch need := c.N(study.Games) - left; {
	case need <= len(ends):
		return fmt.Sprintf("about %s", count((ends[need-1]/round+1)*round))
	case v.Unended(c) <= left:
		return count(p.Longer.Plan.HorizonPlies)
	}
	return fmt.Sprintf("more than %s, or [exact] adjudicate = true", count(p.Longer.Plan.HorizonPlies))
}

// Advise names the claims that the study's games cannot decide, as far as the pilot can
// tell, with a number of games that could, and the warnings for the author.
func (p *Pilot) Advise() (faults study.Faults, warnings []string) {
	warnings = p.of.Warnings()
	for _, who := range p.of.Rungs() {
		if !slices.ContainsFunc(p.Groups, func(g *findings.Group) bool { return g.Name() == who }) {
			warnings = append(warnings, who+" was not tried in the pilot: it searches far")
		}
	}
	warnings = append(warnings, list(p.SameGames(), sameGamesWords)...)
	for _, b := range p.Manifest.Boards {
		var games []int
		for i, c := range b.Chapters {
			n := (p.of.Games - i + len(b.Chapters) - 1) / len(b.Chapters)
			for k := range min(n, c.Positions) {
				games = append(games, (n-k+c.Positions-1)/c.Positions)
			}
		}
		if l := findings.LopsidedBy(games); l != nil {
			warnings = append(warnings, fmt.Sprintf("openings.plies: %s on %s (want more plies, or fewer games)", lopsidedWords(*l), b.Size))
		}
	}
	add := func(key, format string, args ...any) {
		// Of several players the first is enough.
		f := study.Fault{Key: key, Msg: fmt.Sprintf(format, args...)}
		if !slices.ContainsFunc(faults, func(o study.Fault) bool { return o == f || o.Key == key && key != "horizon_plies" }) {
			faults = append(faults, f)
		}
	}
	for i, v := range p.Verdicts {
		at := study.At("hypothesis", v.Number) + "."
		if v.SameGame {
			add(at+"players", "by the pilot %q and %q are the same game for %s (want players who feel how they differ)", v.Hypothesis.A, v.Hypothesis.B, v.Group.Name())
			continue
		}
		late := false
		for side, c := range v.Sides() {
			n, games := v.Unended(c), c.N(study.Games)
			what := fmt.Sprintf("%d of %d pilot games of %q by %s", n, games, c.Profile.ID, v.Group.Name())
			switch {
			case 2*n > games:
				late = true
				add("horizon_plies", "%d plies cut off %s (want %s)", p.of.HorizonPlies, what, p.ends(v, i, side))
			case float64(n) > p.leaves(v)*float64(games):
				text := fmt.Sprintf("%d plies leave open %s", p.of.HorizonPlies, what)
				if !slices.ContainsFunc(warnings, func(w string) bool { return strings.HasPrefix(w, text) }) { // of several claims the first is enough
					warnings = append(warnings, fmt.Sprintf("%s (want %s, to leave less than a quarter of the %s in %s)", text, p.ends(v, i, side), sizeWord(v), plain(v.Hypothesis.ID)))
				}
			}
		}
		if late {
			continue
		}
		if v.Constant != nil {
			warnings = append(warnings, fmt.Sprintf("%s may say nothing: in the pilot by %s %s", plain(v.Hypothesis.ID), v.Group.Name(), constantWords(v)))
		}
		if v.Hypothesis.Within() > 0 {
			p.checkMargin(v, at+lists.Choose(v.Hypothesis.NoWorse > 0, "no_worse", "margin"), add)
		} else {
			p.checkDirection(v, at+"direction", add)
			if text := roomWords(v, p.shows(v)); text != "" {
				warnings = append(warnings, fmt.Sprintf("%s can hardly be shown with %s: in the pilot %s", plain(v.Hypothesis.ID), v.Group.Name(), text))
			}
		}
	}
	return faults, warnings
}

func sizeWord(v *findings.Verdict) string {
	return lists.Choose(v.Hypothesis.Within() > 0, "margin", "difference")
}

func (p *Pilot) checkMargin(v *findings.Verdict, key string, add func(key, format string, args ...any)) {
	margin, low, most := v.Hypothesis.Within(), math.Inf(1), 0.0
	for _, c := range v.Sides() {
		i := stats.Interval{High: math.Inf(1)}
		if !v.Metric.IsLength() {
			i = c.Spread(v.Metric)
		}
		most, low = max(most, i.High), min(low, i.Low)
	}
	if study.AtMostOne(v.Metric.Word) {
		most = min(most, 1-low)
	}
	if margin >= most {
		add(key, "%v is not smaller than the most that could be lost: %.2g in the pilot by %s (want a smaller margin)", margin, most, v.Group.Name())
		return
	}
	// Schuirmann's tests at 0.05 need this number of standard errors on either side.
	const least = 1.645
	if se := v.Expected(p.times()); margin < least*se*p.surely(v) && !math.IsInf(se, 1) {
		add(key, "%v cannot be shown with %d games a cell: by the pilot they have a standard error of %.2g with %s, and a margin needs %v of these (want %s games, or a wider margin)",
			margin, p.of.Games, se, v.Group.Name(), least, p.enough(v, margin/v.Wide()))
	}
}

// checkDirection compares the room that a share has with the difference that the games
// would show at even odds.
func (p *Pilot) checkDirection(v *findings.Verdict, key string, add func(key, format string, args ...any)) {
	if !study.AtMostOne(v.Metric.Word) {
		return
	}
	var from stats.Interval
	if h := v.Hypothesis; h.Value != nil {
		from = stats.Interval{Low: *h.Value, High: *h.Value}
	} else {
		from = v.Sides()[1].Spread(v.Metric)
	}
	room := min(1, from.High)
	if v.Hypothesis.Direction == "greater" {
		room = 1 - max(0, from.Low)
	}
	z := stats.NormalQuantile(1 - v.Each()/2)
	if even := z * v.Expected(p.times()); even*p.surely(v) > room && !math.IsInf(even, 1) {
		want := lists.Choose(room > 0, fmt.Sprintf("%s games", p.enough(v, room/z)), "another claim")
		add(key, "%q cannot be shown with %d games a cell: by the pilot they show a difference of %.2g with %s, and there is room for %.2g (want %s)",
			v.Hypothesis.Direction, p.of.Games, even, v.Group.Name(), room, want)
	}
}

// A Basis is what a run says to whoever plans another one like it.
type Basis struct {
	A            string  `json:"a"`
	B            string  `json:"b"`
	Player       string  `json:"player"`
	Games        int     `json:"games"` // of each
	Base         float64 `json:"base"`  // rate of the first
	DesignEffect float64 `json:"design_effect"`
	Weights      string  `json:"weights"`   // own, taught, quick, borrowed, plain, or several
	Trainings    float64 `json:"trainings"` // standard deviation that the trainings of the run add to the difference

	values int // from which the standard error is known
}

// Basis is that of the first rule set of the run and of the one whose difference from it in a
// metric is known worst, played by one of the run's players.
func (r *Report) Basis(word, who string) (*Basis, error) {
	m := findings.MetricOf(word)
	if !m.IsRate() {
		return nil, fmt.Errorf("metric: %q is not a share of games (want one such as decisive or drawn)", word)
	}
	i := slices.IndexFunc(r.Groups, func(g *findings.Group) bool { return who == g.Name() || who == r.brief(g) })
	switch names := list(r.Groups, func(g *findings.Group) string { return fmt.Sprintf("%q", r.brief(g)) }); {
	case who == "" && len(r.Groups) > 1:
		return nil, fmt.Errorf("the run has several players (want --player with one of %s)", strings.Join(names, ", "))
	case who == "":
		i = 0
	case i < 0:
		return nil, fmt.Errorf("--player: no games of %q (want one of %s)", who, strings.Join(names, ", "))
	}
	var basis *Basis
	g, worst := r.Groups[i], -1.0
	a := g.Cells[0]
	for _, b := range g.Cells[1:] {
		p := r.Compared(m, a, b)
		if findings.Same(a, b) || !(p.SE > worst) || !r.Asked(p) {
			continue
		}
		worst = p.SE
		basis = &Basis{a.Profile.Short, b.Profile.Short, r.brief(g), min(a.N(study.Games), b.N(study.Games)), a.Rate(m).Value(), p.DesignEffect, weighed(a, b), math.Sqrt(a.TrainingVariance(b) + b.TrainingVariance(a)), min(a.N(study.Games), cmp.Or(p.DF, a.N(study.Games)))}
	}
	if basis == nil {
		return nil, errors.New("the run compares no two games that differ (want one of two rule sets)")
	}
	return basis, nil
}

// Between says between which numbers a need of games lies that was reckoned from a basis.
func (b *Basis) Between(games int) (least, most int) {
	low, high := around(float64(games), surely(b.values))
	return int(math.Ceil(low)), int(math.Ceil(high))
}

// Shown says of each claim what the games of the study would show: the claim's id, what it
// asks, between which players, with how many tests it is adjusted, and from which size.
func (p *Pilot) Shown() (rows [][]string) {
	for _, v := range p.Verdicts {
		shown := "nothing can be said"
		switch x := p.shows(v); {
		case v.SameGame || math.IsInf(x, 0) || math.IsNaN(x):
		case v.Hypothesis.Within() == 0:
			shown = fmt.Sprintf("%s %s or more, at worst %s", fixedIn(v.Metric, x), v.Metric.Unit.Points, fixedIn(v.Metric, x*(2-p.surely(v))))
		default:
			shown = fmt.Sprintf("needs %s games a cell, has %s", p.enough(v, v.Hypothesis.Within()/v.Wide()), count(p.of.Games))
		}
		family := strings.TrimSpace(v.Hypothesis.Family + " " + plural(v.Tests, "test", "tests"))
		rows = append(rows, []string{plain(v.Hypothesis.ID), testedIn(v), p.brief(v.Group), family, shown})
	}
	return rows
}

// WriteText writes what the games of the plan would show of each claim, and warnings. The error
// is one of w.
func (p *Pilot) WriteText(w io.Writer, warnings []string) error {
	fmt.Fprintf(w, "\nwhat the games would show of each claim with a chance of %.0f %%, adjusted for its family, by a pilot of %d games a cell from another seed%s\n", 100*findings.Power, p.Games, when(p.of.Teaching != nil, ", for which nobody is taught"))
	claim := ""
	for _, row := range p.Shown() {
		if of := row[0] + ": " + row[1]; of != claim {
			claim = of
			fmt.Fprintln(w, claim)
		}
		fmt.Fprintf(w, "  %s, %s: %s\n", row[2], row[3], row[4])
	}
	if len(warnings) > 0 {
		fmt.Fprintln(w, "\nwarnings")
	}
	for _, text := range warnings {
		fmt.Fprintln(w, "  "+text)
	}
	return nil
}
