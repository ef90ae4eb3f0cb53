package findings

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"varlab/rules"
	"varlab/sim/record"
)

// Exact compares the games of a cell with the exact values of endings. All of it
// counts what was played, or follows from the rules: none of it has an interval.
type Exact struct {
	RuleSet string    `json:"rule_set"`          // id
	Players [2]string `json:"players"`           // whose games; specs
	Pieces  int       `json:"pieces"`            // most pieces of an ending that is known
	Refused string    `json:"refused,omitempty"` // why there are no exact values
	Partly  string    `json:"partly,omitempty"`  // why there are none of some of these endings
	record.Annotation
	Perfect map[string]int `json:"perfect"` // by result, with perfect play from the first known value; games
}

// Endings gives what is known of the endings under r; refused says why there can be
// nothing, or not everything.
type Endings func(r *rules.Rules) (known record.Prober, refused string, err error)

// Reached is how many games came to a position whose value is known.
func (e *Exact) Reached() int {
	k := e.Known()
	return k.First + k.Draw + k.Second
}

// Blundered is how many plies gave away a value.
func (e *Exact) Blundered() int {
	return e.Blunders[record.WinToDraw] + e.Blunders[record.WinToLoss] + e.Blunders[record.DrawToLoss]
}

// withExact compares the games with exact values. Pieces is the number of pieces that endings know
// of.
func withExact(ctx context.Context, r *Findings, from Source, pieces int, endings Endings) (err error) {
	cells := make([]*Exact, len(r.Manifest.Cells))
	ruleSets, known := make([]*rules.Rules, len(cells)), make([]record.Prober, len(cells))
	for i, c := range r.Manifest.Cells {
		if ruleSets[i], err = compiledOf(r, c.RuleSet); err != nil {
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
		g.Cell(c.RuleSet).Exact = e
	}
	for rec, err := range from.Records {
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
