package findings

import (
	"fmt"
	"slices"

	"varlab/rules/profile"
	"varlab/sim/record"
	"varlab/sim/study"
)

// under judges the games of a cell, played without draw clauses, by the clauses of a rule
// set: their players did not know them.
type under struct {
	cell  *Cell
	judge *record.Adjudicator
}

// readUnder finds the cells whose games adjudicated hypotheses read, by cell and the rule
// set whose clauses are read. With by, all are.
func readUnder(r *Findings, cells []*Cell, by *Clauses) (map[*Cell]map[string]*under, error) {
	all := map[*Cell]map[string]*under{}
	read := func(c *Cell, name string, as *Profile, draws []profile.DrawClause) error {
		judge, err := record.NewAdjudicator(r.Plan.RuleSets[c.Profile.Number-1], draws)
		if err != nil {
			return err
		}
		if all[c] == nil {
			all[c] = map[string]*under{}
		}
		all[c][name] = &under{&Cell{Profile: as, Players: c.Players, Weights: c.Weights, Board: c.Board, Tally: newTally(c.Board.Span(), as.drawn(), as.first()), Study: c.Study, Donors: c.Donors}, judge}
		return nil
	}
	for _, h := range r.Plan.Hypotheses {
		if !h.Adjudicated {
			continue
		}
		for _, id := range []string{h.A, h.B} {
			rules, err := compiledOf(r, id)
			if err != nil {
				return nil, err
			}
			bare, err := study.WithoutClauses(rules)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", id, err)
			}
			for _, c := range cells {
				if c.Profile.PlayHash != bare || all[c][id] != nil {
					continue
				}
				if err := read(c, id, r.Profile(id), rules.Profile().Draws); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, c := range cells {
		if by != nil {
			if err := read(c, byClauses, c.Profile, by.Draws); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// see reads one game, of these turns, under the clauses.
func (u *under) see(rec *record.Record, turns []uint64) error {
	e, err := u.judge.Ending(rec)
	if err != nil {
		return err
	}
	read := *rec
	read.Result, read.Reason, read.Value, read.Plies = e.Result, e.Reason, e.Value, int32(e.Plies)
	if err := u.cell.add(&read); err != nil {
		return err
	}
	u.cell.course.see(&read, turns[:e.Turns])
	if rec.Result != record.Horizon || rec.Value != "" {
		u.cell.course.games[rec.Game].open = false // its value is lost to this list: another may have it
	}
	return nil
}

// CellsOf returns the cells of a hypothesis: the games of the two rule sets, or, for an
// adjudicated hypothesis, one set of games judged under each.
func (r *Findings) CellsOf(g *Group, h study.Hypothesis) (a, b *Cell) {
	if !h.Adjudicated {
		return g.Cell(h.A), g.Cell(h.B)
	}
	if played := r.ReadFrom(g, h); played != nil {
		return r.under[played][h.A].cell, r.under[played][h.B].cell
	}
	return nil, nil
}

// ReadFrom is the cell whose games an adjudicated hypothesis reads; nil if there is none.
func (r *Findings) ReadFrom(g *Group, h study.Hypothesis) *Cell {
	i := slices.IndexFunc(g.Cells, func(c *Cell) bool { return r.under[c][h.A] != nil && r.under[c][h.B] != nil })
	if i < 0 {
		return nil
	}
	return g.Cells[i]
}

// An AdjudicatedCell is the games of a cell as played, and as found under other draw clauses.
type AdjudicatedCell struct {
	Played, Found *Cell
	Drawn         *Pair // found less played
}

// Clauses are those of another rule set, by which all games of a run are to end.
type Clauses struct{ Draws []profile.DrawClause }

// byClauses names, beside the rule sets of adjudicated hypotheses, what was found under them.
const byClauses = "--under"

// Adjudicated are the cells of findings that were read with Clauses.
func (r *Findings) Adjudicated() []*AdjudicatedCell {
	return list(r.Cells(), func(c *Cell) *AdjudicatedCell {
		found := r.under[c][byClauses].cell
		return &AdjudicatedCell{c, found, r.Compared(MetricOf("drawn"), found, c)}
	})
}
