package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Finding is one sentence of a report, with the places of the warnings that belong to it.
type Finding struct {
	Text     string `json:"text"`
	Warnings []int  `json:"warnings"`
}

// Sentences are findings of the principal rule sets: readings have their own, against their base.
func (r *Report) Sentences(g *findings.Group) []Finding {
	g = g.Only(r.Principal(g))
	if !ended(g) {
		return r.besideDraws(g)
	}
	title, more, of := drawnTold(r, g)
	return append([]Finding{{title + more + wouldShow(g.Tested(findings.MetricOf("drawn"))), r.marks(of...)}}, r.besideDraws(g)...)
}

// ended reports whether any game was won or drawn, or is open.
func ended(g *findings.Group) bool {
	return slices.ContainsFunc(g.Cells, func(c *findings.Cell) bool { return c.N(study.Played...) > 0 })
}

// besideDraws are those that are not of how often games are drawn, which may be the answer.
func (r *Report) besideDraws(g *findings.Group) []Finding {
	g = g.Only(r.Principal(g))
	if !ended(g) {
		nothing := fmt.Sprintf("No game was won or drawn within %d plies: nothing is shown of draws, wins and lengths.", r.Plan.HorizonPlies)
		return told(Finding{nothing, r.marks(things(g.Cells)...)}, claimsMade(r, g))
	}
	return told(horizonsFound(r, g), firstMove(r, g), shortestGames(r, g), claimsMade(r, g))
}

// told are the findings that say something.
func told(fs ...Finding) []Finding {
	return lists.Those(fs, func(f Finding) bool { return f.Text != "" })
}

// inWords is the draw rate with its interval.
func inWords(c *findings.Cell) string {
	i := c.Draws().Wilson(findings.Level)
	return drawnOf(c) + " (" + percent(i.Low) + " to " + percent(i.High) + when(c.N(study.Open) > 0, "; the open games leave "+boundsOf(c)) + ")"
}

func pairWords(p *findings.Pair) string {
	return fmt.Sprintf("%s %s, %s", differenceOf(p), p.Metric.Unit.Points, spanIn(p.Metric, p.Interval)) + leaving(pairLeaves(p))
}

// leastSeen is the least difference that the tests of all pairs would have shown; empty if
// there is none.
func leastSeen(pairs []*findings.Pair) string {
	high := findings.MostSeen(pairs)
	if math.IsInf(high, -1) {
		return ""
	}
	m := pairs[0].Metric
	return fixedIn(m, high) + " " + m.Unit.Points
}

// ranging says from which to which value rule sets range.
func ranging(cells []*findings.Cell, of func(*findings.Cell) float64, words func(*findings.Cell) string) string {
	compare := func(a, b *findings.Cell) int { return cmp.Compare(of(a), of(b)) }
	low, high := slices.MinFunc(cells, compare), slices.MaxFunc(cells, compare)
	text := words(high) + " under " + high.Profile.Short
	return when(words(low) != words(high), "from "+words(low)+" under "+low.Profile.Short+" to ") + text
}

func horizonsFound(r *Report, g *findings.Group) Finding {
	var cut []*findings.Cell
	var endless []string
	for _, c := range g.Cells {
		if c.Share(study.Cut) >= 0.01 {
			cut = append(cut, c)
			if len(c.Profile.Draws()) == 0 {
				endless = append(endless, c.Profile.Short)
			}
		}
	}
	if len(cut) == 0 {
		return Finding{}
	}
	share := func(counts ...study.Count) string {
		return ranging(cut, func(c *findings.Cell) float64 { return c.Share(counts...) }, func(c *findings.Cell) string { return percent(c.Share(counts...)) + " % of games" })
	}
	text := fmt.Sprintf("Unfinished after %d plies: %s", r.Plan.HorizonPlies, share(study.Cut))
	if slices.ContainsFunc(cut, func(c *findings.Cell) bool { return c.N(study.Cut) > c.N(study.Open) }) {
		text += "; of unknown value " + share(study.Open)
	}
	text += "." + when(len(endless) > 0, " "+sentenceCase(several(endless))+" "+forms(len(endless), "has", "have")+" no clause that could end them.")
	return Finding{text, r.marks(things(cut)...)}
}

func firstMove(r *Report, g *findings.Group) Finding {
	holm := stats.Holm(list(g.Cells, func(c *findings.Cell) float64 { return c.Advantage().Sure() }))
	var more, less []string
	var none []*findings.Cell
	var marked []any
	for i, c := range g.Cells {
		e := c.Advantage()
		if c.N(study.Played...) == 0 || findings.SameMover(c) {
			continue
		}
		words := fmt.Sprintf("%s (%s %%, %s to %s)", c.Profile.Short, percent(e.Value+0.5), percent(max(0, e.Low+0.5)), percent(min(1, e.High+0.5)))
		switch {
		case e.Flat || holm[i] >= findings.Alpha:
			none = append(none, c)
		case e.Value > 0:
			more = append(more, words)
		default:
			less = append(less, words)
		}
		marked = append(marked, c)
	}
	text := when(len(more) > 0, "The first mover scores more than half under "+several(more)+". ") +
		when(len(less) > 0, "The first mover scores less than half under "+several(less)+". ")
	if len(none) > 0 {
		score := func(c *findings.Cell) float64 { return c.Advantage().Value + 0.5 }
		text += "No advantage of either side is shown" + when(len(more)+len(less) > 0, " elsewhere") + ": the first mover scores " + ranging(none, score, func(c *findings.Cell) string { return percent(score(c)) + " %" }) + "."
	}
	return Finding{strings.TrimSpace(text), r.marks(marked...)}
}

func shortestGames(r *Report, g *findings.Group) Finding {
	if len(g.Cells) == 0 {
		return Finding{}
	}
	words := func(c *findings.Cell) string {
		q, i := c.Curve.Quantile(0.5)
		return fmt.Sprintf("%s plies (%s to %s)", plies(q, c.Curve.Last), plies(i.Low, c.Curve.Last), plies(i.High, c.Curve.Last))
	}
	order := func(a, b *findings.Cell) int { return cmp.Compare(a.Median(), b.Median()) }
	short, long := slices.MinFunc(g.Cells, order), slices.MaxFunc(g.Cells, order)
	if math.IsInf(short.Median(), 1) {
		return Finding{fmt.Sprintf("Under none of the rule sets was half of the games over when they were cut off, after %d plies.", r.Plan.HorizonPlies), nil}
	}
	if short == long {
		where := when(len(g.Cells) == 1, " under "+short.Profile.Short)
		return Finding{fmt.Sprintf("Half of the games%s are over after %s.", where, words(short)), r.marks(short)}
	}
	return Finding{fmt.Sprintf("Games are shortest under %s, where half are over after %s, and longest under %s: %s.",
		short.Profile.Short, words(short), long.Profile.Short, words(long)), r.marks(short, long)}
}

func claimsMade(r *Report, g *findings.Group) Finding {
	cells := lists.Those(g.Cells, func(c *findings.Cell) bool { return c.Profile.Claimable() && c.N(study.Owed) > 0 })
	if len(cells) == 0 {
		return Finding{}
	}
	left := func(c *findings.Cell) float64 { return findings.ShareOf(c.N(study.Omissions...), c.N(study.Owed)) }
	return Finding{"Of the turns in which a capture was due, it was left untaken in " + ranging(cells, left, func(c *findings.Cell) string {
		became := lists.Those([]study.Count{study.Huffed, study.Compelled, study.Waived}, func(k study.Count) bool { return c.N(k) > 0 })
		words := list(became, func(k study.Count) string { return count(c.N(k)) + " " + k.Title() })
		return percent(left(c)) + " %" + when(len(became) > 0, " ("+sentence(words)+")")
	}) + ".", r.marks(things(cells)...)}
}

func several(words []string) string {
	const most = 5
	if n := len(words) - most; n > 1 {
		words = append(slices.Clone(words[:most]), fmt.Sprintf("%d others", n))
	}
	return sentence(words)
}
