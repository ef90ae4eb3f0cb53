package reports

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"varlab/reports/chart"
	"varlab/rules"
	"varlab/sim/record"
)

// Exact compares the games of a cell with the exact values of endings. All of it
// counts what was played, or follows from the rules: none of it has an interval.
type Exact struct {
	RuleSet string    `json:"rule_set"`
	Players [2]string `json:"players"`
	Pieces  int       `json:"pieces"`            // most pieces of an ending that is known
	Refused string    `json:"refused,omitempty"` // why there are no exact values
	Partly  string    `json:"partly,omitempty"`  // why there are none of some of these endings
	record.Annotation
	Perfect map[string]int `json:"perfect"`
}

// Endings gives what is known of the endings under r; refused says why there can be
// nothing, or not everything.
type Endings func(r *rules.Rules) (known record.Prober, refused string, err error)

// Annotate compares the games of the report with exact values. Pieces is the number of pieces
// that endings know of.
func (r *Report) Annotate(ctx context.Context, pieces int, endings Endings) (err error) {
	cells := make([]*Exact, len(r.Manifest.Cells))
	ruleSets, known := make([]*rules.Rules, len(cells)), make([]record.Prober, len(cells))
	for i, c := range r.Manifest.Cells {
		if ruleSets[i], err = r.compiled(c.RuleSet); err != nil {
			return err
		}
		e := &Exact{RuleSet: c.RuleSet, Players: c.Players, Pieces: pieces}
		if known[i], e.Partly, err = endings(ruleSets[i]); err != nil {
			return fmt.Errorf("%s: %w", c.RuleSet, err)
		}
		if known[i] == nil {
			e.Refused, e.Partly = e.Partly, ""
		}
		cells[i] = e
		g := r.Groups[slices.IndexFunc(r.Groups, func(g *Group) bool { return g.Players == c.Players })]
		g.cell(c.RuleSet).Exact = e
	}
	for rec, err := range r.records {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if e := cells[rec.Cell]; e.Refused == "" {
			if err := e.Add(ruleSets[rec.Cell], rec, known[rec.Cell]); err != nil {
				return err
			}
		}
	}
	for _, e := range cells {
		e.Perfect = e.Annotation.Perfect()
	}
	return nil
}

func (e *Exact) reached() int {
	k := e.Known()
	return k.First + k.Draw + k.Second
}

func (e *Exact) blunders() int {
	return e.Blunders[record.WinToDraw] + e.Blunders[record.WinToLoss] + e.Blunders[record.DrawToLoss]
}

func (r *Report) exactSection(g *Group) *section {
	if g.Cells[0].Exact == nil {
		return nil
	}
	s := &section{ID: "exact", Title: "Endings, exactly"}
	pieces := g.Cells[0].Exact.Pieces
	s.Text = []string{fmt.Sprintf("Endings with at most %d pieces are solved under each rule set: numbers called exact follow from the rules and from the games that were played; they are no estimates and have no interval. A value is for play without end: it leaves out draws by repetition, by counting and by breaking off.", pieces)}
	if e := r.Plan.Exact; e.Adjudicate {
		s.Text = append(s.Text, fmt.Sprintf("In this study a game ends, with its exact value, as soon as %d pieces or fewer are left and that value also holds under the draw clauses that count by then. Columns differ, and players err, in the games that went on.", e.Pieces))
	}
	for _, c := range g.Cells {
		if c.Exact.Refused != "" {
			s.Findings = append(s.Findings, Finding{Text: fmt.Sprintf("No exact values under %s: %s.", c.Profile.Short, c.Exact.Refused)})
		}
		if c.Exact.Partly != "" {
			s.Findings = append(s.Findings, Finding{Text: fmt.Sprintf("Under %s only some of these endings have an exact value; the others count as they were played: %s.", c.Profile.Short, c.Exact.Partly)})
		}
	}
	cells := those(g.Cells, func(c *Cell) bool { return c.Exact.Refused == "" })
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
	cells := r.principal(r.last())
	if len(cells) > few || slices.ContainsFunc(cells, func(c *Cell) bool { return c.Exact == nil || c.Exact.Refused != "" }) {
		return ""
	}
	return exactDraws(cells).Text
}

func exactDraws(cells []*Cell) Finding {
	parts := list(cells, func(c *Cell) string {
		e := c.Exact
		played, perfect := percent(share1(e.Played["draw"], e.Games)), percent(share1(e.Perfect["draw"], e.Games))
		return choose(e.Perfect["draw"] == e.Played["draw"], fmt.Sprintf("%s %% (as played) under %s", played, c.Profile.Short), fmt.Sprintf("%s %% rather than %s %% under %s", perfect, played, c.Profile.Short))
	})
	return Finding{Text: fmt.Sprintf("If both sides had played the last %d pieces perfectly, the share of games drawn would have been %s (exact).", cells[0].Exact.Pieces, several(parts)) + stillOpen(cells)}
}

// stillOpen says how many games have no end even so; nothing where all have.
func stillOpen(cells []*Cell) string {
	endless := those(cells, func(c *Cell) bool { return c.Exact.Perfect[record.Horizon] > 0 })
	return when(len(endless) > 0, " Games without end count as no draws: "+several(list(endless, func(c *Cell) string {
		return fmt.Sprintf("%s of %s under %s", count(c.Exact.Perfect[record.Horizon]), count(c.Exact.Games), c.Profile.Short)
	}))+".")
}

func exactBlunders(cells []*Cell) Finding {
	parts := list(cells, func(c *Cell) string {
		e := c.Exact
		return choose(e.Chances == 0, "none could be lost under "+c.Profile.Short, fmt.Sprintf("%s %% under %s (%s of %s)", percent(share1(e.blunders(), e.Chances)), c.Profile.Short, count(e.blunders()), count(e.Chances)))
	})
	return Finding{Text: fmt.Sprintf("Of the turns in these endings that could have given away a win or a draw, this share did: %s (exact). If the shares differ, the rule sets' endings were not played equally well.", several(parts))}
}

func exactFigure(cells []*Cell) figure {
	pieces := cells[0].Exact.Pieces
	s := chart.Shares{Head: chart.Head{
		ID: "fig-exact", Title: fmt.Sprintf("Results as played, and with the last %d pieces played perfectly, per cent of games", pieces),
		Desc: "Two rows for each rule set: one as played, one exact, with perfect play of both sides from the known ending on; the table has the numbers.",
	}}
	all := resultsIn(cells)
	s.Columns = list(all, func(r result) chart.ShareColumn { return chart.ShareColumn{Label: r.title, Colour: r.colour} })
	for _, c := range cells {
		for _, games := range []struct {
			words  string
			counts map[string]int
		}{{"as played", c.Exact.Played}, {"exact", c.Exact.Perfect}} {
			s.Rows = append(s.Rows, chart.SharesRow{Label: c.Profile.Short + ", " + games.words, Colour: c.Profile.Colour, Cells: list(all, func(r result) chart.Share {
				v := share1(games.counts[r.id], c.Exact.Games)
				return chart.Share{Value: v, Low: v, High: v, Shown: percent(v)}
			})})
		}
	}
	return figure{Chart: s, Caption: "Counts, and exact values: there are no intervals."}
}

func resultsIn(cells []*Cell) []result {
	return those(results, func(r result) bool {
		return slices.ContainsFunc(cells, func(c *Cell) bool { return c.Exact.Played[r.id]+c.Exact.Perfect[r.id] > 0 })
	})
}

func held(head string, of func(*Exact) string) column {
	return column{head, func(c *Cell) string { return of(c.Exact) }}
}

func labelled(c *Cell) cell { return cell{Text: labelOf(c.Profile), Terminal: typedOf(c.Profile)} }

func exactTable(cells []*Cell) table {
	columns := []column{
		held("games", func(e *Exact) string { return count(e.Games) }),
		held("came there", func(e *Exact) string { return count(e.reached()) }),
		held("drawn, % as played", func(e *Exact) string { return percent(share1(e.Played["draw"], e.Games)) }),
		held("drawn, % exact", func(e *Exact) string { return percent(share1(e.Perfect["draw"], e.Games)) }),
	}
	for _, r := range resultsIn(cells) {
		columns = append(columns, held(r.title, func(e *Exact) string { return count(e.Played[r.id]) + " → " + count(e.Perfect[r.id]) }))
	}
	return table{
		Title: fmt.Sprintf("Endings of %d pieces: games by result, as played → exact", cells[0].Exact.Pieces),
		Note:  "As played: how games ended. Exact: how they would have ended if both sides had played perfectly from the first known position on; games without one count as they ended. There are no intervals: these are values and counts.",
	}.by(cells, labelled, columns)
}

func blunderTable(cells []*Cell) table {
	columns := []column{
		held("turns chosen", func(e *Exact) string { return count(e.Decisions) }),
		held("could give away", func(e *Exact) string { return count(e.Chances) }),
		held("gave away", func(e *Exact) string { return count(e.blunders()) }),
		held("%", func(e *Exact) string { return percent(share1(e.blunders(), e.Chances)) }),
	}
	for _, kind := range []string{record.WinToDraw, record.WinToLoss, record.DrawToLoss} {
		columns = append(columns, held(kind, func(e *Exact) string { return count(e.Blunders[kind]) }))
	}
	return table{
		Title: fmt.Sprintf("Endings of %d pieces: turns that gave value away, exact", cells[0].Exact.Pieces),
		Note:  "Could give away: some playable turn would have made a win a draw, or either of them a loss. Per cent of these.",
	}.by(cells, labelled, columns)
}
