package findings

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"unicode/utf8"

	safe "varlab/internal/plain"
	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim/study"
	"varlab/variants/content"
)

// A Profile is a rule set of a study, as a report names and draws it.
type Profile struct {
	Number   int // from 1, in the order of the study
	PlayHash string
	Name     string // in sentences: its label or title, or its id where that is not its alone
	Short    string // in figures and on a terminal: at most content.ShortLength letters
	Colour   int    // in figures and on a terminal: a place in content.Colours
	Given    string // the label that the study gives it
	*content.Content
}

func readProfile(number int, set study.RuleSet) *Profile {
	c := set.Content.Content
	c.ID, c.Board, c.Title = set.ID, set.Board, cmp.Or(c.Title, set.Title)
	p := &Profile{Number: number, PlayHash: set.PlayHash, Name: safe.Line(c.Called()), Content: &c, Given: safe.Line(set.Label), Colour: slices.Index(content.Colours, set.Colour)}
	p.Name = cmp.Or(p.Given, p.Name)
	return p
}

// NameOf is the name of a rule set of a study in its report.
func NameOf(set study.RuleSet) string { return readProfile(0, set).Name }

// TellApart names rule sets whose titles are one by their ids, and where even these are too long
// adds the short name.
func TellApart(profiles []*Profile) {
	times, used := map[string]int{}, map[int]int{}
	for _, p := range profiles {
		times[p.Name]++
	}
	for _, p := range profiles {
		switch {
		case times[p.Name] == 1:
		case utf8.RuneCountInString(p.ID) <= content.LongName:
			p.Name = safe.Line(p.ID)
		default:
			p.Name = fmt.Sprintf("%s (%s)", p.Name, p.Short)
		}
		// Of two of one colour the second takes the first that the fewest have.
		for c := range content.Colours {
			if p.Colour < 0 || used[p.Colour] > used[c] {
				p.Colour = c
			}
		}
		used[p.Colour]++
	}
}

// Draws are the clauses that draw a game.
func (p *Profile) Draws() []profile.DrawClause {
	v, _ := p.Value(profile.AxisOf("draw"))
	list, _ := v.([]profile.DrawClause)
	return list
}

// drawn is the result as which a drawn game scores.
func (p *Profile) drawn() rules.Result {
	switch v, _ := p.Value(profile.AxisOf("match.draw")); v {
	case "first":
		return rules.FirstWins
	case "second":
		return rules.SecondWins
	}
	return rules.Draw
}

// first is the colour that moves first.
func (p *Profile) first() string {
	v, _ := p.Value(profile.AxisOf("board.first_mover"))
	return fmt.Sprint(v)
}

// Claimable reports whether a due capture may be left, and claimed.
func (p *Profile) Claimable() bool {
	a, q := profile.AxisOf("capture.obligation"), new(profile.Profile)
	v, ok := p.Value(a)
	return ok && a.Set(q, v) == nil && q.Capture.Obligation == profile.Claimable
}

// Axes returns the axes for which holds is true, in the order of declaration.
func Axes(holds func(*profile.Axis) bool) (list []*profile.Axis) {
	for i := range profile.Axes {
		if a := &profile.Axes[i]; holds(a) {
			list = append(list, a)
		}
	}
	return list
}

// Applied are the axes that the profile states.
func (p *Profile) Applied() []*profile.Axis {
	return Axes(func(a *profile.Axis) bool {
		_, ok := p.Axes[a.Key]
		return ok
	})
}

// Has reports whether an axis arises under the rule set: others follow from what does.
func (p *Profile) Has(a *profile.Axis) bool { return p.Axes[a.Key] != nil }

// Differing are the axes in which some of the profiles differ from the first.
func Differing(profiles []*Profile) []*profile.Axis {
	return Axes(func(a *profile.Axis) bool {
		first := profiles[0].Axes[a.Key]
		return slices.ContainsFunc(profiles, func(p *Profile) bool { return !reflect.DeepEqual(first, p.Axes[a.Key]) })
	})
}
