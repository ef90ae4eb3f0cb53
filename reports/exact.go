package reports

import (
	"context"
	"fmt"
	"slices"

	"varlab/reports/chart"
	"varlab/rules"
	"varlab/sim/record"
	"varlab/sim/study"
)

// Exact holds the games of a cell against the exact values of endings. All of it
// counts what was played, or follows from the rules: none of it has an interval.
type Exact struct {
	RuleSet string    `json:"rule_set"`
	Players [2]string `json:"players"`
	Pieces  int       `json:"pieces"`            // endings with at most so many are known
	Refused string    `json:"refused,omitempty"` // why there are no exact values
	Partly  string    `json:"partly,omitempty"`  // why there are none of some of these endings
	record.Annotation
	Perfect map[string]int `json:"perfect"`
}

// Endings gives what is known of the endings under r; refused says why there can be
// nothing, or not everything.
type Endings func(r *rules.Rules) (known record.Prober, refused string, err error)

// Annotate holds the games of run against exact values, cell by cell in the order of
// the manifest. Pieces is what endings know of.
func Annotate(ctx context.Context, run *record.Run, pieces int, endings Endings) ([]*Exact, error) {
	m := run.Manifest
	sets := map[string]study.RuleSet{}
	for _, set := range m.Study.RuleSets {
		sets[set.ID] = set
	}
	cells := make([]*Exact, len(m.Cells))
	ruleSets, known := make([]*rules.Rules, len(cells)), make([]record.Prober, len(cells))
	for i, c := range m.Cells {
		e := &Exact{RuleSet: c.RuleSet, Players: c.Players, Pieces: pieces}
		var err error
		if ruleSets[i], err = record.Compile(sets[c.RuleSet]); err != nil {
			return nil, err
		}
		var refused string
		if known[i], refused, err = endings(ruleSets[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", c.RuleSet, err)
		}
		if known[i] == nil {
			e.Refused = refused
		} else {
			e.Partly = refused
		}
		cells[i] = e
	}
	for rec, err := range run.Records() {
		switch {
		case err != nil:
			return nil, err
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case cells[rec.Cell].Refused != "":
			continue
		}
		if err := cells[rec.Cell].Add(ruleSets[rec.Cell], rec, known[rec.Cell]); err != nil {
			return nil, err
		}
	}
	for _, e := range cells {
		e.Perfect = e.Annotation.Perfect()
	}
	return cells, nil
}

// Annotate gives every cell of a report what the games in dir, its run, were worth.
func (r *Report) Annotate(ctx context.Context, dir string, pieces int, endings Endings) error {
	run, err := record.Open(dir)
	if err != nil {
		return err
	}
	defer run.Close()
	list, err := Annotate(ctx, run, pieces, endings)
	if err != nil {
		return err
	}
	for _, g := range r.Groups {
		for _, c := range g.Cells {
			i := slices.IndexFunc(list, func(e *Exact) bool { return e.RuleSet == c.Profile.ID && e.Players == c.Players })
			c.Exact = list[i]
		}
	}
	return nil
}

// reached is how many games came to a known ending.
func (e *Exact) reached() int {
	k := e.Known()
	return k.First + k.Draw + k.Second
}

func (e *Exact) blunders() int {
	n := 0
	for _, k := range e.Blunders {
		n += k
	}
	return n
}

// knownCells are the cells of which exact values are known.
func (g *Group) knownCells() (list []*Cell) {
	for _, c := range g.Cells {
		if c.Exact != nil && c.Exact.Refused == "" {
			list = append(list, c)
		}
	}
	return list
}

// exactSection says what the endings were worth; nil where nobody asked.
func (r *Report) exactSection(g *Group, id func(string) string, title string) *section {
	if g.Cells[0].Exact == nil {
		return nil
	}
	s := &section{ID: id("exact"), Title: title}
	pieces := g.Cells[0].Exact.Pieces
	s.Text = []string{fmt.Sprintf("Endings with at most %d pieces are solved under each rule set: what is called exact here follows from the rules and from the games that were played, is no estimate, and has no interval. Such a value is for play without end: draws by repetition, by counting and by breaking off are no part of it.", pieces)}
	if e := r.Plan.Exact; e != nil && e.Adjudicate {
		s.Text = append(s.Text, fmt.Sprintf("In this study a game ends, with its exact value, as soon as %d pieces or fewer are left and the value is known: there nobody could err, and as played is as it should be.", e.Pieces))
	}
	for _, c := range g.Cells {
		if c.Exact.Refused != "" {
			s.Findings = append(s.Findings, Finding{Text: fmt.Sprintf("No exact values under %s: %s.", c.Profile.named(), c.Exact.Refused)})
		}
		if c.Exact.Partly != "" {
			s.Findings = append(s.Findings, Finding{Text: fmt.Sprintf("Under %s only some of these endings have an exact value; others are as they were played: %s.", c.Profile.named(), c.Exact.Partly)})
		}
	}
	cells := g.knownCells()
	if len(cells) == 0 {
		return s
	}
	s.Findings = append(s.Findings, exactDraws(cells), exactBlunders(cells))
	s.Figures = []figure{exactFigure(cells, id("fig-exact"))}
	s.Tables = []table{exactTable(cells), blunderTable(cells)}
	return s
}

// exactDraws lays the draw rate as played beside that of perfect endings.
func exactDraws(cells []*Cell) Finding {
	var parts []string
	for _, c := range cells {
		e := c.Exact
		words := fmt.Sprintf("%s %% (as played) under %s", percent(share1(e.Played["draw"], e.Games)), c.Profile.named())
		if e.Perfect["draw"] != e.Played["draw"] {
			words = fmt.Sprintf("%s %% rather than %s %% under %s", percent(share1(e.Perfect["draw"], e.Games)), percent(share1(e.Played["draw"], e.Games)), c.Profile.named())
		}
		parts = append(parts, words)
	}
	return Finding{Text: fmt.Sprintf("Had both sides played the last %d pieces perfectly, the share of games drawn would have been %s (exact).", cells[0].Exact.Pieces, several(parts))}
}

// exactBlunders says how well these endings were played.
func exactBlunders(cells []*Cell) Finding {
	var parts []string
	for _, c := range cells {
		e := c.Exact
		if e.Chances == 0 {
			parts = append(parts, "none could be lost under "+c.Profile.named())
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %% under %s (%s of %s)", percent(share1(e.blunders(), e.Chances)), c.Profile.named(), count(e.blunders()), count(e.Chances)))
	}
	return Finding{Text: fmt.Sprintf("Of the turns there that could have given a win or a draw away, this many did: %s (exact). Where these shares differ, these endings were not played equally well.", several(parts))}
}

// resultTitles are how results are called in a figure.
var resultTitles = map[string]string{
	"first": "first won", "second": "second won", "draw": "drawn", "horizon": "horizon", "void": "void", "forfeited": "forfeited",
}

// exactFigure has two bars for each rule set: as played, and as it should have been.
func exactFigure(cells []*Cell, id string) figure {
	pieces := cells[0].Exact.Pieces
	b := chart.Bars{
		ID: id, Title: fmt.Sprintf("Results as played, and with the last %d pieces played perfectly", pieces),
		Desc: "Two bars for each rule set, divided among results: as played, and, exact, with perfect play of both sides once the ending is known; the table has the numbers.",
	}
	colours := map[string]int{"first": 0, "second": 5, "draw": 4, "horizon": 7, "void": 3, "forfeited": 1}
	patterns := map[string]int{"second": 3, "horizon": 2, "void": 1, "forfeited": 5}
	var results []string
	for _, result := range resultOrder {
		if slices.ContainsFunc(cells, func(c *Cell) bool { return c.Exact.Played[result]+c.Exact.Perfect[result] > 0 }) {
			results = append(results, result)
			b.Parts = append(b.Parts, chart.Part{Label: resultTitles[result], Colour: colours[result], Pattern: patterns[result]})
		}
	}
	for _, c := range cells {
		for _, bar := range []struct {
			shown  string
			counts map[string]int
		}{{"as played", c.Exact.Played}, {"exact", c.Exact.Perfect}} {
			row := chart.BarsRow{Label: c.Profile.label(), Shown: bar.shown}
			for _, result := range results {
				k := bar.counts[result]
				row.Shares = append(row.Shares, share1(k, c.Exact.Games))
				row.Tips = append(row.Tips, fmt.Sprintf("%s, %s, %s: %s of %s games, %s %%", c.Profile.named(), bar.shown, resultTitles[result], count(k), count(c.Exact.Games), percent(share1(k, c.Exact.Games))))
			}
			b.Rows = append(b.Rows, row)
		}
	}
	return figure{b.Title, b.SVG()}
}

// exactTable has the results as played and as they should have been.
func exactTable(cells []*Cell) table {
	pieces := cells[0].Exact.Pieces
	t := table{
		Title: fmt.Sprintf("Endings of %d pieces: games by result, as played → exact", pieces),
		Head:  []string{"rule set", "games", "came there", "drawn, % as played", "drawn, % exact"},
		Note:  "As played: how games ended. Exact: how they would have ended had both sides played perfectly from the first position that is known; those that came to none as they did end. No intervals: these are values and counts.",
	}
	var results []string
	for _, result := range resultOrder {
		if slices.ContainsFunc(cells, func(c *Cell) bool { return c.Exact.Played[result]+c.Exact.Perfect[result] > 0 }) {
			results = append(results, result)
			t.Head = append(t.Head, resultTitles[result])
		}
	}
	for _, c := range cells {
		e := c.Exact
		row := []cell{
			{Text: c.Profile.label()},
			{Text: count(e.Games)},
			{Text: count(e.reached())},
			{Text: percent(share1(e.Played["draw"], e.Games))},
			{Text: percent(share1(e.Perfect["draw"], e.Games))},
		}
		for _, result := range results {
			row = append(row, cell{Text: count(e.Played[result]) + " → " + count(e.Perfect[result])})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// blunderTable counts the turns that gave value away.
func blunderTable(cells []*Cell) table {
	t := table{
		Title: fmt.Sprintf("Endings of %d pieces: turns that gave value away, exact", cells[0].Exact.Pieces),
		Head:  []string{"rule set", "turns chosen", "could give away", "gave away", "%", record.WinToDraw, record.WinToLoss, record.DrawToLoss},
		Note:  "Could give away: some turn that was playable would have made a draw of a win, or a loss of either. Per cent of these.",
	}
	for _, c := range cells {
		e := c.Exact
		share := none
		if e.Chances > 0 {
			share = percent(share1(e.blunders(), e.Chances))
		}
		row := []cell{{Text: c.Profile.label()}, {Text: count(e.Decisions)}, {Text: count(e.Chances)}, {Text: count(e.blunders())}, {Text: share}}
		for _, kind := range []string{record.WinToDraw, record.WinToLoss, record.DrawToLoss} {
			row = append(row, cell{Text: count(e.Blunders[kind])})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
