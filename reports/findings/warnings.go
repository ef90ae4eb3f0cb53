package findings

import (
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/rules/profile"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Warning is what could mislead in the numbers of a cell, of a pair, or in all of them: one of
// the types below. What else its words need stands in what it warns of.
type Warning any

// Warnings of cells.
type (
	Unfinished   struct{} // the horizon cut games off
	Endless      struct{} // no clause of the rule set ends a game without headway, and no game needed one
	Voided       struct{} // games were broken off by the rule set's reading
	Forfeits     struct{} // games were forfeited because a player failed: see Tally.Failures
	Borrowed     struct{ Weights }
	FewOpenings  struct{ N int }
	FewPositions struct{ record.Chapter } // fewer openings than were wanted
	WildOpenings struct{ record.Chapter } // that need not be quiet
	OnceLearned  struct{}
	SameGame     struct{ As []*Profile } // itself too
)

// Lopsided says how Few of some Openings carry half of the games, and how many Equal ones these
// are worth.
type Lopsided struct{ Few, Openings, Equal int }

// Warnings of pairs.
type (
	Unpaired struct{} // the rule sets do not share openings
	flat     struct{} // nothing varied from opening to opening
)

// Warnings of everything.
type (
	PlainPlayers   struct{ Players []string }
	LearnedPlayers struct{ Players []string }
	FittedPlayers  struct{ Players []string } // to the moves of people
	EndedExactly   struct{ Games int }        // with the exact value of an ending
	Repeated       struct{}                   // openings were played more than once
	NothingMissed  struct{ Under []*Profile } // nobody overlooks a capture that may be left
	NotSimulated   struct {
		Axes  []string
		Alone bool // no player touches or misplaces pieces
	}
	SameGames struct{ Groups [2]*Group }
	Siblings  struct{ Runs int } // of the same rule sets, this one among them, that stood in one folder
	manyTests struct{}
)

// warn gives the warnings of cells, of pairs and of everything.
func warn(r *Findings) {
	for _, g := range r.Groups {
		for _, c := range g.Cells {
			c.Warnings = ofCell(r, g, c)
		}
		for _, p := range g.Pairs {
			p.Warnings = g.ofPair(p)
		}
	}
	for _, v := range r.Verdicts {
		if v.B != nil && !v.SameGame {
			v.Warnings = v.Group.ofPair(v.Pair)
		}
	}
	r.Warnings = ofAll(r)
}

func ofCell(r *Findings, g *Group, c *Cell) (all []Warning) {
	add := func(holds bool, w Warning) {
		if holds {
			all = append(all, w)
		}
	}
	cut := c.N(study.Cut) > 0
	add(cut, Unfinished{})
	add(!cut && len(c.Profile.Draws()) == 0, Endless{})
	add(c.N(study.Void) > 0, Voided{})
	add(c.N(study.Forfeited) > 0, Forfeits{})
	for _, w := range c.Weights {
		add(w.Kind == BorrowedWeights, Borrowed{w})
	}
	n := c.Clusters()
	add(n < stats.FewClusters, FewOpenings{n})
	for _, ch := range c.Board.Chapters {
		n := c.Study.Openings(r.Games) / len(c.Board.Chapters)
		add(ch.Positions <= ch.Clusters && ch.Positions < n && ch.Plies > 0 && !ch.Games && !ch.Wild, FewPositions{ch})
		add(ch.Wild, WildOpenings{ch})
	}
	if l := LopsidedBy(c.perOpening()); l != nil {
		add(true, *l)
	}
	i := slices.Index(r.Profiles, c.Profile)
	add(c.learned() && slices.ContainsFunc(r.Plan.Donors(i), func(list []string) bool { return len(list) == 1 }), OnceLearned{})
	alike := lists.Those(g.Cells, func(other *Cell) bool { return Same(other, c) })
	add(len(alike) > 1, SameGame{list(alike, func(c *Cell) *Profile { return c.Profile })})
	return all
}

// lopsided is nil where half of the games have a third of the openings, or more.
func LopsidedBy(games []int) *Lopsided {
	games = lists.Those(games, func(n int) bool { return n > 0 })
	slices.SortFunc(games, func(a, b int) int { return b - a })
	all, squares, few := 0, 0, 0
	for _, n := range games {
		all, squares = all+n, squares+n*n
	}
	for half := 0; 2*half < all; few++ {
		half += games[few]
	}
	if 3*few >= len(games) {
		return nil
	}
	return &Lopsided{few, len(games), all * all / max(1, squares)}
}

// SameGames are the groups whose games are the same under each rule set, and so are one piece
// of evidence.
func (r *Findings) SameGames() (pairs [][2]*Group) {
	for i, g := range r.Groups {
		for _, o := range r.Groups[i+1:] {
			alike := true
			for k, c := range g.Cells {
				a, b := c.course.games, o.Cells[k].course.games
				alike = alike && len(a) > 0 && slices.EqualFunc(a, b, func(x, y run) bool { return x.all == y.all })
			}
			if alike {
				pairs = append(pairs, [2]*Group{g, o})
			}
		}
	}
	return pairs
}

func (g *Group) ofPair(p *Pair) (all []Warning) {
	if !p.Paired {
		all = append(all, Unpaired{})
	}
	if p.Flat && p.Metric.IsRate() && g.Happened(p.Metric) && p.A.N(study.Games) > 0 && p.B.N(study.Games) > 0 {
		all = append(all, flat{})
	}
	return all
}

func ofAll(r *Findings) (all []Warning) {
	add := func(holds bool, w Warning) {
		if holds {
			all = append(all, w)
		}
	}
	var unlearned, learned, fitted, exercised []string
	fallible := false
	for _, g := range r.Groups {
		for _, text := range g.Players {
			player := study.Player{Spec: text}.Of()
			switch {
			case player.Kind == "search" && (!player.Has("weights") || player.Number("weights") > 0) &&
				slices.ContainsFunc(g.Cells, func(c *Cell) bool { return len(Kinds(c)) > 0 && !slices.Equal(Kinds(c), []string{PlainWeights}) }):
				learned = append(learned, text)
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
	add(len(unlearned) > 0, PlainPlayers{lists.Distinct(unlearned)})
	add(len(learned) > 0, LearnedPlayers{lists.Distinct(learned)})
	add(len(fitted) > 0, FittedPlayers{lists.Distinct(fitted)})
	ended := 0
	for _, c := range r.Cells() {
		for key, n := range c.Tally.Results {
			ended += lists.Choose(key.Reason == record.Adjudication, n, 0)
		}
	}
	add(ended > 0, EndedExactly{ended})
	add(slices.ContainsFunc(r.Groups, (*Group).Repeated), Repeated{})
	claimable := lists.Those(r.Profiles, (*Profile).Claimable)
	add(len(claimable) > 0 && !fallible, NothingMissed{claimable})
	left := conductRules(r, exercised)
	add(len(left) > 0, NotSimulated{left, len(exercised) == 0})
	for _, pair := range r.SameGames() {
		add(true, SameGames{pair})
	}
	add(r.Tests > 1, manyTests{})
	add(r.siblings() > 1, Siblings{r.siblings()})
	return all
}

// siblings are the runs that stood beside this one and have all its rule sets, and itself.
func (r *Findings) siblings() int {
	return 1 + len(lists.Those(r.Beside, func(s record.Sighting) bool {
		return !slices.ContainsFunc(r.Profiles, func(p *Profile) bool { return !slices.Contains(s.RuleSets, record.Played{PlayHash: p.PlayHash}) })
	}))
}

// exercises says which axes about people bind players with one of some options.
var exercises = []struct{ options, axes []string }{
	{[]string{"oversight", "vigilance", "touch", "adjust"}, []string{"conduct.touch_move", "conduct.touch_against_duty", "conduct.compel_piece"}},
	{[]string{"touch", "adjust"}, []string{"conduct.claim_by_touch", "conduct.claim_after_touch"}},
	{[]string{"adjust"}, []string{"conduct.adjusting"}},
	{[]string{"release"}, []string{"conduct.release"}},
}

func conductRules(r *Findings, exercised []string) []string {
	left := Axes(func(a *profile.Axis) bool {
		return strings.HasPrefix(a.Key, "conduct.") && !slices.Contains(exercised, a.Key) &&
			slices.ContainsFunc(r.Profiles, func(p *Profile) bool { return len(p.Citations[a.Key]) > 0 })
	})
	return list(left, func(a *profile.Axis) string { return a.Key })
}

// perOpening counts the games of each opening.
func (c *Cell) perOpening() []int {
	return list(c.Tally.Openings.cells(study.Per(study.Games, study.Games)), func(o stats.Cell) int { return o.N })
}

// Clusters is how many openings the games began with.
func (c *Cell) Clusters() int {
	return len(lists.Those(c.perOpening(), func(games int) bool { return games > 0 }))
}

// Repeated reports whether an opening was played more than once, so that rates carry a design
// effect.
func (g *Group) Repeated() bool {
	return slices.ContainsFunc(g.Cells, func(c *Cell) bool {
		return slices.ContainsFunc(c.perOpening(), func(games int) bool { return games > 1 })
	})
}
