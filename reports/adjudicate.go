package reports

import (
	"context"
	"fmt"
	"io"
	"slices"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/rules/profile"
	"varlab/sim/record"
)

// An Adjudication is how the games of a run would have ended under other draw
// clauses. Nothing is played: a game that they would have let go on is open.
type Adjudication struct {
	Under string // id of the rule set whose draw clauses these are
	Cells []*findings.AdjudicatedCell

	of *Report // as played
}

// Adjudicate reads the run directory dir and judges its games by the draw clauses given,
// of the rule set named under, in place of their own.
func Adjudicate(ctx context.Context, dir, under string, draws []profile.DrawClause) (*Adjudication, error) {
	run, err := record.Open(dir)
	if err != nil {
		return nil, err
	}
	defer run.Close()
	r, err := loadRun(ctx, run, Options{}, &findings.Clauses{Draws: draws})
	if err != nil {
		return nil, err
	}
	return &Adjudication{under, r.Adjudicated(), r}, nil
}

// Write writes the results as text or JSON. The error is one of w, or of a form that there is
// not.
func (a *Adjudication) Write(w io.Writer, format string) error {
	if format == "json" {
		return WriteJSON(w, a.json())
	}
	b := terminal{named: map[int]bool{}}
	b.wrap("", fmt.Sprintf("The games of study %s under the draw clauses of %s. Nothing was played anew: a game that these clauses would have let go on is open.", short(a.of.Manifest.StudyHash), a.Under))
	for _, g := range a.of.Groups {
		own := lists.Those(a.Cells, func(c *findings.AdjudicatedCell) bool { return slices.Contains(g.Cells, c.Played) })
		found := g.Only(list(own, func(c *findings.AdjudicatedCell) *findings.Cell { return c.Found }))
		results := table{Title: "Results as played → as found", Head: append([]string{"rule set"}, list(findings.Results, func(x findings.Result) string { return outcomes[x.Count] })...)}
		drawn := table{Title: "Drawn, per cent of games, with 95 % intervals", Head: []string{"rule set", "as played", "with the open games", "as found", "with the open games", "found less played, points", "open games leave"}}
		for _, c := range own {
			results.Rows = append(results.Rows, row(labelled(c.Played), adjudicatedResults(c)...))
			drawn.Rows = append(drawn.Rows, row(labelled(c.Played), shown(c.Played.Draws()), boundsOf(c.Played),
				shown(c.Found.Draws()), boundsOf(c.Found), differenceOf(c.Drawn)+" "+intervalOf(c.Drawn), pairLeaves(c.Drawn)))
		}
		for _, t := range []table{results, drawn, lengthTable(a.of, found, a.of.Plan.HorizonPlies), reasonTable(a.of, found)} {
			t.Title = a.of.titled(t.Title, g)
			b.table(t.narrow())
		}
	}
	_, err := b.WriteTo(w)
	return err
}

func adjudicatedResults(c *findings.AdjudicatedCell) []string {
	return list(findings.Results, func(x findings.Result) string {
		return count(c.Played.N(x.Count)) + " → " + count(c.Found.N(x.Count))
	})
}
