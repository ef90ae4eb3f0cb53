package main

import (
	"fmt"
	"io"

	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/notation"
)

// comparedEnding is a material under two rule sets, with either side on move.
type comparedEnding struct {
	Rules    string        `json:"rules"`
	Against  string        `json:"against"`
	Material string        `json:"material"`
	Rows     []comparedRow `json:"rows"`
}

// comparedRow counts positions by their values for the first-named side.
type comparedRow struct {
	ToMove    string `json:"to_move"`
	Positions int    `json:"positions"`
	Flipped   int    `json:"flipped"`
	Flips     []flip `json:"flips"`
}

type flip struct {
	Value     string `json:"value"`
	Against   string `json:"against"`
	Positions int    `json:"positions"`
	Example   string `json:"example"` // FEN in the squares of the first rule set
}

func (s *solving) compare(texts []string, against string) error {
	ms, err := parseMaterials(texts)
	if err != nil {
		return err
	}
	ctx := s.cmd.Context()
	w, q, err := load(against, s.flags.sets)
	if err != nil {
		return err
	}
	// Boards that differ are seen before hours go into tables.
	var ids []string
	var games []*rules.Rules
	for _, ref := range s.flags.refs {
		v, r, err := load(ref, s.flags.sets)
		if err != nil {
			return err
		}
		if r.Grid() != q.Grid() {
			return fmt.Errorf("%s against %s: %w", v.ID, w.ID, exact.ErrBoards)
		}
		ids, games = append(ids, v.ID), append(games, r)
	}
	u, err := s.tables.tables(ctx, q, ms, s.cmd.ErrOrStderr(), s.again)
	if err != nil {
		return fmt.Errorf("%s: %w", w.ID, err)
	}
	defer u.Close()
	for i, r := range games {
		t, err := s.tables.tables(ctx, r, ms, s.cmd.ErrOrStderr(), s.again)
		if err != nil {
			return fmt.Errorf("%s: %w", ids[i], err)
		}
		board := notation.NewBoard(&r.Profile().Board)
		for _, m := range ms {
			e := comparedEnding{Rules: ids[i], Against: w.ID, Material: m.String()}
			for k, first := range []bool{true, false} {
				c, err := t.Compare(ctx, u, m, first, s.tables.workers)
				if err != nil {
					return fmt.Errorf("%s against %s: %w", ids[i], w.ID, err)
				}
				row := comparedRow{ToMove: []string{"first", "second"}[k], Flipped: c.Flipped(), Flips: []flip{}}
				for a := range c.Positions {
					for b, n := range c.Positions[a] {
						row.Positions += n
						if a != b && n > 0 {
							row.Flips = append(row.Flips, flip{valueWord(a - 1), valueWord(b - 1), n, board.WriteFEN(*c.Examples[a][b])})
						}
					}
				}
				e.Rows = append(e.Rows, row)
			}
			s.found.Comparisons = append(s.found.Comparisons, e)
		}
		if err := t.Close(); err != nil {
			return err
		}
	}
	return nil
}

func (e *comparedEnding) write(out io.Writer) {
	sides := sidesOf(e.Material)
	fmt.Fprintf(out, "%s: %s under %s and under %s\n", e.Material, sides[0], e.Rules, e.Against)
	for i, row := range e.Rows {
		fmt.Fprintf(out, "  %s on move: %d of %d positions have another value (%s)\n", sides[i], row.Flipped, row.Positions, percent(row.Flipped, row.Positions))
		for _, f := range row.Flips {
			fmt.Fprintf(out, "    %s and %s: %d, for example %s\n", f.Value, f.Against, f.Positions, f.Example)
		}
	}
}
