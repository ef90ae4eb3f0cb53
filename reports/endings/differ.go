package endings

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/exact"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A Differing says in which positions of few pieces two rule sets have different values.
type Differing struct {
	Rules  [2]string `json:"rules"` // the examples are in the squares of the first
	Pieces int       `json:"pieces"`
	All    Changed   `json:"all"`
	// Omissions has, of each of the two in which a due capture can be left untaken, where
	// the side on move does better by leaving one.
	Omissions []Omitted `json:"omissions"`
}

// A Changed counts positions with the side on move, without open claim and without
// clauses that depend on what went before.
type Changed struct {
	Positions int            `json:"positions"`
	Changed   int            `json:"changed"`
	Smallest  []Change       `json:"smallest"`            // some of the fewest pieces
	Materials map[string]int `json:"materials,omitempty"` // changed positions of each, the side on move named first
}

// A Change is a position and its values for the side on move.
type Change struct {
	FEN    string    `json:"fen"`
	Pieces int       `json:"pieces"`
	Values [2]string `json:"values"`
}

// An Omitted counts the positions in which a due capture can be left untaken. Changed are those
// where leaving it is best: values are with all turns, and with those that leave none.
type Omitted struct {
	Rules string  `json:"rules"`
	All   Changed `json:"all"`
}

const examples = 3

// keep takes an example if it is among the first of the smallest.
func (c *Changed) keep(squares *notation.Board, at board.Setup, values [2]int) {
	e := Change{squares.WriteFEN(at), at.Pieces(0).Len() + at.Pieces(1).Len(), [2]string{valueWord(values[0]), valueWord(values[1])}}
	if slices.Contains(c.Smallest, e) {
		return
	}
	c.Smallest = append(c.Smallest, e)
	slices.SortFunc(c.Smallest, func(a, b Change) int {
		return cmp.Or(a.Pieces-b.Pieces, strings.Compare(a.FEN, b.FEN))
	})
	c.Smallest = c.Smallest[:min(len(c.Smallest), examples)]
}

func (c *Changed) add(m exact.Material, from *exact.Comparison, squares *notation.Board) {
	for _, row := range from.Positions {
		for _, n := range row {
			c.Positions += n
		}
	}
	n := from.Flipped()
	if c.Changed += n; n == 0 {
		return
	}
	if c.Materials == nil {
		c.Materials = map[string]int{}
	}
	c.Materials[m.String()] += n
	for a, row := range from.Examples {
		for b, setup := range row {
			if a != b && setup != nil {
				c.keep(squares, *setup, [2]int{a - 1, b - 1})
			}
		}
	}
}

// Differ compares the values of the positions of few pieces under two rule sets, of the materials
// that both can have, and in each what it pays to leave a due capture. build makes tables; refused is
// told why a rule set has none of some materials.
func Differ(ctx context.Context, ids [2]string, rs [2]*rules.Rules, pieces, workers int, build func(r *rules.Rules, ms []exact.Material) (*exact.Tables, error), refused func(id string, why error)) (*Differing, error) {
	if rs[0].Grid() != rs[1].Grid() {
		return nil, fmt.Errorf("%s and %s: %w", ids[0], ids[1], exact.ErrBoards)
	}
	d := &Differing{Rules: ids, Pieces: pieces}
	var ms []exact.Material
	for i, r := range rs {
		if r.Profile().Capture.Obligation == profile.Claimable {
			d.Omissions = append(d.Omissions, Omitted{Rules: ids[i]})
		}
		theirs, why, err := exact.New(r, "").Accepted(pieces)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", ids[i], err)
		}
		if why != nil {
			refused(ids[i], why)
		}
		if i > 0 {
			theirs = slices.DeleteFunc(theirs, func(m exact.Material) bool { return !slices.Contains(ms, m) })
		}
		ms = theirs
	}
	var t [2]*exact.Tables
	for i, r := range rs {
		var err error
		if t[i], err = build(r, ms); err != nil {
			return nil, fmt.Errorf("%s: %w", ids[i], err)
		}
	}
	return d, d.over(ctx, t, ms, workers)
}

func (d *Differing) over(ctx context.Context, t [2]*exact.Tables, ms []exact.Material, workers int) error {
	squares := notation.NewBoard(&t[0].Rules().Profile().Board)
	var both []exact.Material
	for _, m := range ms {
		both = append(both, m.Orders()...)
	}
	for _, m := range both {
		c, err := t[0].Compare(ctx, t[1], m, workers)
		if err != nil {
			return fmt.Errorf("%s and %s: %w", d.Rules[0], d.Rules[1], err)
		}
		d.All.add(m, &c, squares)
		for i := range d.Omissions {
			o := &d.Omissions[i]
			of := t[slices.Index(d.Rules[:], o.Rules)]
			if c, err = of.Omissions(ctx, m, workers); err != nil {
				return err
			}
			o.All.add(m, &c, squares)
		}
	}
	return nil
}

// WriteText says it in words.
func (d *Differing) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%s and %s: the value of positions of at most %d pieces\n", d.Rules[0], d.Rules[1], d.Pieces)
	d.All.write(w, "have another value", "and")
	for _, o := range d.Omissions {
		fmt.Fprintf(w, "%s: leaving a due capture where one can be left\n", o.Rules)
		o.All.write(w, "are worth more by it", "and without it")
	}
}

func (c *Changed) write(w io.Writer, are, and string) {
	fmt.Fprintf(w, "  all: %d of %d %s (%s)\n", c.Changed, c.Positions, are, percent(c.Changed, c.Positions))
	if len(c.Materials) > 0 {
		names := slices.SortedFunc(maps.Keys(c.Materials), func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
		for i, m := range names {
			names[i] = fmt.Sprintf("%s %d", m, c.Materials[m])
		}
		fmt.Fprintf(w, "    by material, the side on move first: %s\n", strings.Join(names, ", "))
	}
	for _, e := range c.Smallest {
		fmt.Fprintf(w, "    %s: %s %s %s\n", e.FEN, e.Values[0], and, e.Values[1])
	}
}
