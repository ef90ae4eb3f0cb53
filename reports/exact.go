package reports

import (
	"fmt"
	"slices"

	"varlab/internal/lists"
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/sim/record"
	"varlab/sim/study"
)

func exactSection(r *Report, g *findings.Group) *section {
	if g.Cells[0].Exact == nil {
		return nil
	}
	s := &section{ID: "exact", Title: "Endings, exactly"}
	pieces := g.Cells[0].Exact.Pieces
	s.Text = []string{fmt.Sprintf("Endings with at most %d pieces are solved under each rule set: numbers called exact follow from the rules and from the games that were played; they are no estimates and have no interval. A value is for play without end: it leaves out draws by repetition, by counting and by breaking off.", pieces)}
	if e := r.Plan.Exact; e.Adjudicate {
		s.Text = append(s.Text, fmt.Sprintf("In this study a game ends, with its exact value, as soon as %d pieces or fewer are left and that value also holds under the draw clauses that count by then. The columns differ, and players err, only in the games that went on.", e.Pieces))
	}
	for _, c := range g.Cells {
		if c.Exact.Refused != "" {
			s.Findings = append(s.Findings, Finding{Text: fmt.Sprintf("No exact values under %s: %s.", c.Profile.Short, c.Exact.Refused)})
		}
		if c.Exact.Partly != "" {
			s.Findings = append(s.Findings, Finding{Text: fmt.Sprintf("Under %s only some of these endings have an exact value; the others count as they were played: %s.", c.Profile.Short, c.Exact.Partly)})
		}
	}
	cells := lists.Those(g.Cells, func(c *findings.Cell) bool { return c.Exact.Refused == "" })
	if len(cells) == 0 {
		return s
	}
	s.Findings = append(s.Findings, exactDraws(cells), exactBlunders(cells))
	s.Figures = []figure{exactFigure(cells)}
	s.More = []table{exactTable(cells), blunderTable(cells)}
	return s
}

// ExactDraws says what the exact values of endings change; nothing where there are none.
func (r *Report) ExactDraws() string {
	cells := r.Principal(r.Last())
	if len(cells) > findings.Few || slices.ContainsFunc(cells, func(c *findings.Cell) bool { return c.Exact == nil || c.Exact.Refused != "" }) {
		return ""
	}
	return exactDraws(cells).Text
}

func exactDraws(cells []*findings.Cell) Finding {
	parts := list(cells, func(c *findings.Cell) string {
		e := c.Exact
		played, perfect := percent(findings.ShareOf(e.Played["draw"], e.Games)), percent(findings.ShareOf(e.Perfect["draw"], e.Games))
		return lists.Choose(e.Perfect["draw"] == e.Played["draw"], fmt.Sprintf("%s %% (as played) under %s", played, c.Profile.Short), fmt.Sprintf("%s %% rather than %s %% under %s", perfect, played, c.Profile.Short))
	})
	return Finding{Text: fmt.Sprintf("If both sides had played the last %d pieces perfectly, the share of games drawn would have been %s (exact).", cells[0].Exact.Pieces, several(parts)) + stillOpen(cells)}
}

// stillOpen says how many games have no end even so; nothing where all have.
func stillOpen(cells []*findings.Cell) string {
	endless := lists.Those(cells, func(c *findings.Cell) bool { return c.Exact.Perfect[record.Horizon] > 0 })
	return when(len(endless) > 0, " Games without end count as no draws: "+several(list(endless, func(c *findings.Cell) string {
		return fmt.Sprintf("%s of %s under %s", count(c.Exact.Perfect[record.Horizon]), count(c.Exact.Games), c.Profile.Short)
	}))+".")
}

func exactBlunders(cells []*findings.Cell) Finding {
	parts := list(cells, func(c *findings.Cell) string {
		e := c.Exact
		return lists.Choose(e.Chances == 0, "none could be lost under "+c.Profile.Short, fmt.Sprintf("%s %% under %s (%s of %s)", percent(findings.ShareOf(e.Blundered(), e.Chances)), c.Profile.Short, count(e.Blundered()), count(e.Chances)))
	})
	return Finding{Text: fmt.Sprintf("Of the turns in these endings that could have given away a win or a draw, this share did: %s (exact). If the shares differ, the rule sets' endings were not played equally well.", several(parts))}
}

func exactFigure(cells []*findings.Cell) figure {
	pieces := cells[0].Exact.Pieces
	s := chart.Shares{Head: chart.Head{
		ID: "fig-exact", Title: fmt.Sprintf("Results as played, and with the last %d pieces played perfectly, per cent of games", pieces),
		Desc: "Two rows for each rule set: one as played, one exact, with perfect play of both sides from the known ending on; the table has the numbers.",
	}}
	all := resultsIn(cells)
	slices.SortStableFunc(all, func(a, b findings.Result) int {
		return lists.Choose(a.Count == study.Draws, 0, 1) - lists.Choose(b.Count == study.Draws, 0, 1)
	})
	s.Columns = list(all, func(r findings.Result) string { return outcomes[r.Count] })
	for _, c := range cells {
		for _, games := range []struct {
			words  string
			counts map[string]int
		}{{"as played", c.Exact.Played}, {"exact", c.Exact.Perfect}} {
			s.Rows = append(s.Rows, chart.SharesRow{Label: c.Profile.Short + ", " + games.words, Colour: c.Profile.Colour, Cells: list(all, func(r findings.Result) chart.Share {
				v := findings.ShareOf(games.counts[r.ID], c.Exact.Games)
				return chart.Share{Value: v, Low: v, High: v, Shown: percent(v)}
			})})
		}
	}
	return figure{Chart: s, Caption: "Counts, and exact values: there are no intervals."}
}

func resultsIn(cells []*findings.Cell) []findings.Result {
	return lists.Those(findings.Results, func(r findings.Result) bool {
		return slices.ContainsFunc(cells, func(c *findings.Cell) bool { return c.Exact.Played[r.ID]+c.Exact.Perfect[r.ID] > 0 })
	})
}

func held(head string, of func(*findings.Exact) string) column {
	return column{head, func(c *findings.Cell) string { return of(c.Exact) }}
}

func labelled(c *findings.Cell) cell {
	return cell{Text: labelOf(c.Profile), Terminal: typedOf(c.Profile)}
}

func exactTable(cells []*findings.Cell) table {
	columns := []column{
		held("games", func(e *findings.Exact) string { return count(e.Games) }),
		held("came there", func(e *findings.Exact) string { return count(e.Reached()) }),
		held("drawn, % as played", func(e *findings.Exact) string { return percent(findings.ShareOf(e.Played["draw"], e.Games)) }),
		held("drawn, % exact", func(e *findings.Exact) string { return percent(findings.ShareOf(e.Perfect["draw"], e.Games)) }),
	}
	for _, r := range resultsIn(cells) {
		columns = append(columns, held(outcomes[r.Count], func(e *findings.Exact) string { return count(e.Played[r.ID]) + " → " + count(e.Perfect[r.ID]) }))
	}
	return table{
		Title: fmt.Sprintf("Endings of %d pieces: games by result, as played → exact", cells[0].Exact.Pieces),
		Note:  "As played: how games ended. Exact: how they would have ended if both sides had played perfectly from the first known position on; games without one count as they ended. There are no intervals: these are values and counts.",
	}.by(cells, labelled, columns)
}

func blunderTable(cells []*findings.Cell) table {
	columns := []column{
		held("turns chosen", func(e *findings.Exact) string { return count(e.Decisions) }),
		held("could give away", func(e *findings.Exact) string { return count(e.Chances) }),
		held("gave away", func(e *findings.Exact) string { return count(e.Blundered()) }),
		held("%", func(e *findings.Exact) string { return percent(findings.ShareOf(e.Blundered(), e.Chances)) }),
	}
	for _, kind := range []string{record.WinToDraw, record.WinToLoss, record.DrawToLoss} {
		columns = append(columns, held(kind, func(e *findings.Exact) string { return count(e.Blunders[kind]) }))
	}
	return table{
		Title: fmt.Sprintf("Endings of %d pieces: turns that gave value away, exact", cells[0].Exact.Pieces),
		Note:  "Could give away: some playable turn would have made a win a draw, or either of them a loss. Per cent of these.",
	}.by(cells, labelled, columns)
}
