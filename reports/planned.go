package reports

import (
	"cmp"
	"fmt"
	"math"

	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Planned comparison of two rule sets has the games that it takes, or what a number of games
// shows. Its form in JSON is that of varlab plan.
type Planned struct {
	stats.Plan
	Games      int     `json:"games_per_rule_set"`
	Least      int     `json:"games_least,omitempty"` // as far as so few games of a pilot can tell
	Most       int     `json:"games_most,omitempty"`
	Trained    int     `json:"with_trainings,omitempty"` // the games if trainings vary as far as is known
	Detectable float64 `json:"detectable"`               // share
	Margin     float64 `json:"margin,omitempty"`
	NoWorse    float64 `json:"no_worse,omitempty"`
	True       float64 `json:"true_difference,omitempty"` // within the margin
	Pilot      *Basis  `json:"pilot,omitempty"`

	asked  string  // of Work
	spread float64 // of trainings, in the difference
}

// Work finds what was not asked, which is difference, margin, no-worse or games: the numbers of
// games, or of a number of games the difference that it shows. An error is on what was asked.
func (p *Planned) Work(asked string) (err error) {
	trained := p.Plan
	trained.Trainings = study.TrainingSpread.Own * math.Sqrt(2./study.Trainings)
	if p.Pilot != nil {
		trained.Trainings = p.Pilot.Trainings
	}
	p.asked, p.spread = asked, trained.Trainings
	switch asked {
	case "difference":
		p.Games, err = p.Plan.Games(p.Detectable)
		p.Trained, _ = trained.Games(p.Detectable)
	case "margin", "no-worse":
		p.True = p.Detectable
		within := cmp.Or(p.Margin, p.NoWorse)
		if p.Games, err = p.GamesForMargin(within, p.True, p.NoWorse > 0); err == nil {
			p.Detectable, err = p.Plan.Detectable(p.Games)
		}
		p.Trained, _ = trained.GamesForMargin(within, p.True, p.NoWorse > 0)
	default:
		p.Detectable, err = p.Plan.Detectable(p.Games)
	}
	if err == nil && p.Pilot != nil && asked != "games" {
		p.Least, p.Most = p.Pilot.Between(p.Games)
	}
	return err
}

// Words say a plan: in all of it, differences are in points.
func (p *Planned) Words() string {
	points := func(share float64) string { return fmt.Sprintf("%.1f points", 100*math.Abs(share)) }
	what := fmt.Sprintf("a difference of %s from %.1f %%", points(p.Detectable), 100*p.Base)
	alike := map[bool]string{true: "are equal", false: "differ by " + points(p.True)}[p.True == 0]
	switch {
	case p.NoWorse > 0:
		what = fmt.Sprintf("that one of two rates near %.1f %% is worse by less than %s, if they %s,", 100*p.Base, points(p.NoWorse), alike)
	case p.Margin > 0:
		what = fmt.Sprintf("that two rates near %.1f %% lie within %s of each other, if they %s,", 100*p.Base, points(p.Margin), alike)
	case p.Detectable < 0:
		what = fmt.Sprintf("%s less than %.1f %%", points(p.Detectable), 100*p.Base)
	}
	text := fmt.Sprintf("%d games of each rule set show %s with a chance of %.3g %%", p.Games, what, 100*p.Power)
	switch {
	case p.asked == "games" || p.spread == 0:
	case p.Trained > 0:
		text += fmt.Sprintf("; %d do, since trainings of the players vary the difference by %s", p.Trained, points(p.spread))
	default:
		text += fmt.Sprintf("; if trainings of the players vary the difference by %s, no number does", points(p.spread))
	}
	test := "a two-sided test"
	switch {
	case p.Margin > 0:
		test = "two one-sided tests"
	case p.NoWorse > 0:
		test = "a one-sided test"
	}
	text += fmt.Sprintf(". This is for %s at %.3g %%", test, 100*p.Alpha)
	if n := p.Tests(); n > 1 {
		text += fmt.Sprintf(" shared by %d", n)
	}
	text += fmt.Sprintf(", with a design effect of %.3g.", p.DesignEffect)
	if p.Pilot != nil {
		text += fmt.Sprintf(" The rate is that of %s, the design effect that of its difference from %s, in the pilot's %d games of each (%s%s)", p.Pilot.A, p.Pilot.B, p.Pilot.Games, p.Pilot.Player, map[bool]string{true: ", with " + p.Pilot.Weights + " weights"}[p.Pilot.Weights != ""])
		if p.Most > 0 {
			text += fmt.Sprintf(", which leave %d to %d games", p.Least, p.Most)
		}
		text += "."
	}
	return text
}
