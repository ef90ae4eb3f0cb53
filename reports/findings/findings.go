package findings

import (
	"cmp"
	"slices"

	"varlab/internal/lists"
	"varlab/rules"
	"varlab/sim/record"
	"varlab/sim/study"
)

// First is the player named first.
func (g *Group) First() study.Player { return study.Player{Spec: g.Players[0]} }

// Budget is how many nodes the players of a group look at: 0 where nobody counts them.
func (g *Group) Budget() int { return g.First().Of().Number("nodes") }

func (g *Group) index(id string) int {
	return slices.IndexFunc(g.Cells, func(c *Cell) bool { return c.Profile.ID == id })
}

// TestsOf counts the differences of a metric that are adjusted together, of all players.
func (r *Findings) TestsOf(m Metric) (n int) {
	for _, g := range r.Groups {
		n += len(g.Tested(m))
	}
	return n
}

// Few is the greatest number of rule sets that are shown side by side in everything.
const Few = 8

// Principal are the rule sets of a group that a report compares each with each: not the
// readings, which are compared with their base, nor the mixtures of an ablation.
func (r *Findings) Principal(g *Group) []*Cell {
	return lists.Those(g.Cells, func(c *Cell) bool {
		ab := r.Plan.Ablation
		return r.base(c.Profile) == c.Profile && (ab == nil || c.Profile.ID == ab.A || c.Profile.ID == ab.B)
	})
}

// Principals are the rule sets of which a report speaks by themselves: readings have their base.
func (r *Findings) Principals() []*Profile {
	return list(r.Principal(r.Groups[0]), func(c *Cell) *Profile { return c.Profile })
}

// Engines reports whether a program of its own played.
func (r *Findings) Engines() bool {
	return slices.ContainsFunc(r.Groups, func(g *Group) bool { return g.Cells[0].Study.Engine() })
}

// Used is how many openings of a board the games that are reported began with.
func (r *Findings) Used(b *record.Board) int {
	most := 0
	for _, c := range r.Cells() {
		if c.Board.ID == b.ID {
			most = max(most, c.Study.Openings(r.Games))
		}
	}
	return b.Used(most)
}

// Questions returns the pairs that a report about draws compares for each of the players, and the
// pairs beside these; by has the group of each.
func (r *Findings) Questions() (asked, beside []*Pair, by map[*Pair]*Group) {
	by = map[*Pair]*Group{}
	for _, g := range r.Groups {
		for _, p := range g.Only(r.Principal(g)).Tested(MetricOf("drawn")) {
			by[p] = g
			if r.Asked(p) {
				asked = append(asked, p)
			} else {
				beside = append(beside, p)
			}
		}
	}
	return asked, beside, by
}

// Asked reports whether a pair is the study's question, and was not just played beside it.
func (r *Findings) Asked(p *Pair) bool {
	return r.Plan.Beside == 0 || p.A.Profile.Number == 1 && p.B.Profile.Number == 2
}

func (g *Group) on(b record.Board) []*Cell {
	return lists.Those(g.Cells, func(c *Cell) bool { return c.Board.ID == b.ID })
}

// planned reports whether two rule sets are compared: all are, but of an ablation
// only the two that it takes apart.
func planned(r *Findings, a, b *Profile) bool {
	ab := r.Plan.Ablation
	return ab == nil || a.ID == ab.A && b.ID == ab.B || a.ID == ab.B && b.ID == ab.A
}

// base is the profile that p is a reading of, if it is in the study too; else p itself.
func (r *Findings) base(p *Profile) *Profile {
	if len(p.Taken) == 0 {
		return p
	}
	name, _, overrides := p.Parts()
	return cmp.Or(r.Profile(name+overrides), p)
}

// Happened reports whether a metric could differ: something of it occurred.
func (g *Group) Happened(m Metric) bool {
	return m.IsLength() || slices.ContainsFunc(g.Cells, func(c *Cell) bool { return c.N(m.Of...)+c.N(m.Halves...) > 0 })
}

// Level is the confidence of every interval, and Power the chance with which a
// difference "that could have been seen" would have been shown.
const (
	Level = 0.95
	Power = 0.80
	Alpha = 1 - Level
)

// Findings are what the games of a run show.
type Findings struct {
	Manifest *record.Manifest
	Plan     *study.Plan
	Profiles []*Profile // in the order of Plan.RuleSets
	Groups   []*Group   // one per player, or pair of players
	Verdicts []*Verdict // hypothesis by hypothesis, then group by group
	// Look is at which of the looks of a confirmatory study its games are read, from 1;
	// 0 where it has none. Games are those of each cell until then.
	Look, Games int
	// Root is record.Run.Root; empty while shards are missing.
	Root string
	// Played is one digest of the games that were read, whichever program played and
	// stored them: SHA-256, in hexadecimal digits, of a line for each, in the order of the
	// manifest, with its cell, its number, its result and its turns.
	Played string
	// Beside are the runs that stood beside this one when it was begun.
	Beside   []record.Sighting
	Readings []*ReadingSet
	Tests    int // how many differences were tested in all

	Rankings []*Ranking
	// Attributions are of every group in the metrics that have headlines; none where the run is
	// no ablation.
	Attributions []*Attribution

	Warnings []Warning // that concern everything

	alike map[[2]*Cell]*Alike
	under map[*Cell]map[string]*under
}

// A Group is the cells of the same two players, one a rule set.
type Group struct {
	Players [2]string
	Cells   []*Cell // in the order of Plan.RuleSets
	Pairs   []*Pair // metric by metric, then every two rule sets in order
}

// Alone reports whether the player meets itself.
func (g *Group) Alone() bool { return g.Players[0] == g.Players[1] }

// Name is the spec of the player, or "X against Y".
func (g *Group) Name() string {
	return lists.Choose(g.Alone(), g.Players[0], g.Players[0]+" against "+g.Players[1])
}

// PairsIn are the differences of a metric between cells of the group.
func (g *Group) PairsIn(m Metric) []*Pair {
	return lists.Those(g.Pairs, func(p *Pair) bool {
		return p.Metric.Word == m.Word && slices.Contains(g.Cells, p.A) && slices.Contains(g.Cells, p.B)
	})
}

// Tested are the pairs that are not the same game.
func (g *Group) Tested(m Metric) []*Pair {
	return lists.Those(g.PairsIn(m), func(p *Pair) bool { return !Same(p.A, p.B) })
}

// Only is the group with some of its cells.
func (g *Group) Only(cells []*Cell) *Group {
	some := *g
	some.Cells = cells
	return &some
}

// Last is the group that a report speaks of where it names none.
func (r *Findings) Last() *Group { return r.Groups[len(r.Groups)-1] }

// Cells are those of all groups, group by group.
func (r *Findings) Cells() []*Cell {
	return slices.Concat(list(r.Groups, func(g *Group) []*Cell { return g.Cells })...)
}

// Total is how many games were read.
func (r *Findings) Total() (games int) {
	for _, c := range r.Cells() {
		games += c.N(study.Games)
	}
	return games
}

// Rungs are the groups in which a player meets itself, in the order of the plan.
func (r *Findings) Rungs() []*Group {
	return lists.Those(r.Groups, (*Group).Alone)
}

func compiledOf(r *Findings, id string) (*rules.Rules, error) {
	set, err := r.Manifest.RuleSetOf(record.Cell{RuleSet: id})
	if err != nil {
		return nil, err
	}
	return record.Compile(set)
}

// Profile returns the rule set with that id, or nil.
func (r *Findings) Profile(id string) *Profile {
	if i := slices.IndexFunc(r.Profiles, func(p *Profile) bool { return p.ID == id }); i >= 0 {
		return r.Profiles[i]
	}
	return nil
}

// Cell returns the cell of the rule set with that id, or nil.
func (g *Group) Cell(id string) *Cell {
	if i := g.index(id); i >= 0 {
		return g.Cells[i]
	}
	return nil
}

// ByClaim are the verdicts on each claim.
func (r *Findings) ByClaim() (all [][]*Verdict) {
	for _, v := range r.Verdicts {
		if n := len(all) - 1; n >= 0 && all[n][0].Number == v.Number {
			all[n] = append(all[n], v)
		} else {
			all = append(all, []*Verdict{v})
		}
	}
	return all
}

// Foreseen are the openings of the games that test claims and are played without chance:
// how many were drawn, from how many positions, on the board with the most of them. From
// any seed such games are the same but for what is drawn. drawn is 0 where there are none;
// of is 0 where nobody knows, since openings need not be quiet.
func (r *Findings) Foreseen() (drawn, of int) {
	for _, v := range r.Verdicts {
		for _, c := range v.Sides() {
			if v.SameGame || c.Study.Random() {
				continue
			}
			n, from := c.Board.Used(c.Study.Openings(r.Games)), c.Board.Positions()
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
