package variants

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/parting"
	"varlab/rules/profile"
	"varlab/variants/content"
)

// A Contrast is two rule sets side by side: the axes on which they differ, the ply at which
// their turns part, and a small position that shows it. Squares are named as in A, or as in B
// where a key says so.
type Contrast struct {
	A          string        `json:"a"`
	B          string        `json:"b"`
	Axes       []ContrastRow `json:"axes"`
	Divergence Divergence    `json:"divergence"`
	SameTurns  bool          `json:"same_turns"` // in every position of A's board: they differ at most in draw clauses
	Witness    *Witness      `json:"witness"`    // null if none was found
	// Clauses that no game knows, each with the reason; without one no rule cites it.
	UnmodelledA map[string]string `json:"a_unmodelled,omitempty"`
	UnmodelledB map[string]string `json:"b_unmodelled,omitempty"`

	board       string // the position of the witness as a diagram
	sides       [2]*Resolved
	differences []Difference
}

// A ContrastRow is an axis on which two rule sets differ; a value is null if the axis does not
// apply.
type ContrastRow struct {
	Key      string   `json:"key"`
	A        any      `json:"a"`
	B        any      `json:"b"`
	ClausesA []string `json:"a_clauses"`
	ClausesB []string `json:"b_clauses"`
	AssumedA string   `json:"a_assumed,omitempty"`
	AssumedB string   `json:"b_assumed,omitempty"`
	Plays    bool     `json:"plays"` // changes turns or endings
}

// A Divergence says where turns part on the way from the start, in notation.
type Divergence struct {
	Comparable bool     `json:"comparable"`    // same board and start
	PliesSame  int      `json:"plies_same"`    // plies in which every position has the same turns
	Ply        *int     `json:"ply"`           // the first with different turns; null if none was found
	CountA     uint64   `json:"a_turns"`       // turn sequences up to that ply, or up to the last compared
	CountB     uint64   `json:"b_turns"`       //
	After      []string `json:"after"`         // turns to the witness
	FEN        string   `json:"fen,omitempty"` // the witness
	FENB       string   `json:"b_fen,omitempty"`
	OnlyA      []string `json:"a_only"` // turns playable there under one of the two, as `varlab moves` lists them
	OnlyB      []string `json:"b_only"`
}

// A Witness is a small position in which turns part, in notation. Both rule sets are played on the board of A.
type Witness struct {
	FEN    string   `json:"fen"`
	After  []string `json:"after"`   // turns to be played first, the same under both
	TurnsA []string `json:"a_turns"` // the playable turns after that, as `varlab moves` lists them
	TurnsB []string `json:"b_turns"`
}

// NewContrast compares two rule sets by Diff, by parting.Diverge with its limit, and by
// parting.Search with its number of tries.
func NewContrast(ctx context.Context, vs [2]*Resolved, rs [2]*rules.Rules, limit uint64, tries int) (*Contrast, error) {
	a, b := vs[0], vs[1]
	c := &Contrast{A: a.ID, B: b.ID, Axes: []ContrastRow{}, sides: vs, differences: Diff(a, b), UnmodelledA: a.unmodelledBy(), UnmodelledB: b.unmodelledBy()}
	for _, d := range c.differences {
		c.Axes = append(c.Axes, ContrastRow{
			d.Axis.Key, content.Data(d.A), content.Data(d.B),
			append([]string{}, d.CiteA.Clauses...), append([]string{}, d.CiteB.Clauses...),
			d.CiteA.Assumed.String(), d.CiteB.Assumed.String(), !d.Labels,
		})
	}
	d, err := parting.Diverge(ctx, rs[0], rs[1], limit)
	if err != nil {
		return nil, err
	}
	c.Divergence = divergence(d, rs)
	there, err := parting.OnBoardOf(rs[0], rs[1])
	if err != nil {
		return nil, err
	}
	if c.SameTurns, err = parting.SameTurns(rs[0], there); err != nil || c.SameTurns {
		return c, err
	}
	found, err := parting.Search(ctx, rs[0], there, rand.New(rand.NewPCG(1754, 1770)), tries, 1)
	if err != nil || len(found) == 0 {
		return c, err
	}
	w := found[0]
	c.board = notation.Of(rs[0].Profile()).Diagram(w.Setup)
	c.Witness = &Witness{FEN: notation.Of(rs[0].Profile()).WriteFEN(w.Setup), After: w.Played(rs[0])}
	c.Witness.TurnsA, c.Witness.TurnsB = toldApart(func(form notation.Form, side int) []string {
		r := []*rules.Rules{rs[0], there}[side]
		return append([]string{}, notation.Of(r.Profile()).Lines(form, w.States[side].Setup(), w.Turns[side])...)
	})
	return c, nil
}

// toldApart returns the turns of two sides, with the captured pieces where the ends alone do
// not tell them apart. Turns that still look alike differ in promotion.
func toldApart(write func(form notation.Form, side int) []string) (a, b []string) {
	a, b = write(notation.PDN, 0), write(notation.PDN, 1)
	if takenA, takenB := write(notation.Hub, 0), write(notation.Hub, 1); slices.Equal(a, b) && !slices.Equal(takenA, takenB) {
		return takenA, takenB
	}
	return a, b
}

func divergence(d parting.Divergence, rs [2]*rules.Rules) Divergence {
	x := Divergence{
		Comparable: d.Comparable, PliesSame: d.Plies, CountA: d.CountA, CountB: d.CountB,
		After: []string{}, OnlyA: []string{}, OnlyB: []string{},
	}
	at := d.First
	if at == nil {
		return x
	}
	x.PliesSame--
	x.Ply = &d.Plies
	x.After = at.Played(rs[0])
	names := [2]*notation.Notation{notation.Of(rs[0].Profile()), notation.Of(rs[1].Profile())}
	x.FEN = names[0].WriteFEN(at.States[0].Setup())
	if fen := names[1].WriteFEN(at.States[1].Setup()); fen != x.FEN {
		x.FENB = fen
	}
	x.OnlyA, x.OnlyB = toldApart(func(form notation.Form, side int) []string {
		list := []string{}
		for _, t := range at.Only(side) {
			list = append(list, names[side].Listed(form, at.States[side].Setup(), t, at.Turns[side]))
		}
		slices.Sort(list)
		return list
	})
	return x
}

// WriteText writes a contrast as text: rules of play in sentences, with the clauses and their
// words. With all it has also conduct, rules on which a text is silent, what clauses say, and
// why values are assumed.
func (c *Contrast) WriteText(w io.Writer, all bool) {
	rules := slices.Clone(c.differences) // rules of play first
	slices.SortStableFunc(rules, func(a, b Difference) int { return cmp.Compare(order(a), order(b)) })
	shown := slices.DeleteFunc(slices.Clone(rules), func(d Difference) bool { return d.Labels || d.silent() })
	if all || len(shown) == 0 {
		shown = rules
	}
	said := map[string]bool{} // clauses whose key words were written
	for _, d := range shown {
		alone := ""
		switch {
		case d.A == nil:
			alone = ", under " + c.name(1) + " alone"
		case d.B == nil:
			alone = ", under " + c.name(0) + " alone"
		}
		fmt.Fprintf(w, "%s%s\n", d.Axis.Key, alone)
		c.writeSide(w, 0, d.Axis, d.A, d.CiteA, said, all)
		c.writeSide(w, 1, d.Axis, d.B, d.CiteB, said, all)
	}
	if n := len(rules) - len(shown); n > 0 {
		fmt.Fprint(w, wrap(fmt.Sprintf("%d more differ in conduct, in the order of games or in names of squares, or where a text is silent; --all has them, and what the clauses say.", n), "", 80))
	}
	for side, v := range c.sides {
		for _, r := range v.Unmodelled() {
			fmt.Fprint(w, wrap(c.name(side)+": "+r.String()+".", "", 80))
		}
	}
	if len(c.Axes) > 0 {
		fmt.Fprintln(w)
	}
	c.writeParting(w)
	c.writeWitness(w)
}

// silent reports whether a rule exists under only one of two rule sets, whose text says nothing
// of it.
func (d *Difference) silent() bool {
	c := d.CiteA
	if d.A == nil {
		c = d.CiteB
	}
	return (d.A == nil || d.B == nil) && len(c.Clauses) == 0 && c.Reading == "" && !strings.HasPrefix(c.Where, "--set ")
}

// order puts rules of play first, and how squares are named last.
func order(d Difference) int {
	switch {
	case !d.Labels:
		return 0
	case strings.HasPrefix(d.Axis.Key, "board."):
		return 2
	}
	return 1
}

// name is what the text calls a side: its label, if it has one.
func (c *Contrast) name(side int) string { return cmp.Or(c.sides[side].Label, c.sides[side].ID) }

// writeSide writes one side of a difference.
func (c *Contrast) writeSide(w io.Writer, side int, axis *profile.Axis, value any, cite Cite, said map[string]bool, all bool) {
	if value == nil {
		return
	}
	text := c.name(side) + ": " + axis.Means(value)
	var clauses []Clause
	for _, id := range cite.Clauses {
		clauses = append(clauses, c.sides[side].clause(id))
	}
	if !all {
		fmt.Fprint(w, wrap(content.Joined(" ", text, inBrackets(clauses, cite, said)), "  ", 80))
		return
	}
	fmt.Fprint(w, wrap(text, "  ", 80))
	for _, clause := range clauses {
		fmt.Fprint(w, wrap(clause.String(), "    ", 80))
	}
	for _, note := range [][2]string{{"read so", cite.Says}, {"assumed", cite.Assumed.String()}} {
		if note[1] != "" {
			fmt.Fprint(w, wrap(note[0]+": "+note[1], "    ", 80))
		}
	}
}

// inBrackets names the clauses of a value, each with its key words where it is named first.
func inBrackets(clauses []Clause, cite Cite, said map[string]bool) string {
	var list []string
	for _, c := range clauses {
		words := ""
		if c.Words != "" && !said[c.ID] {
			words = "« " + c.Words + " »"
		}
		said[c.ID] = true
		list = append(list, content.Joined(" ", c.ID, words))
	}
	if list == nil && cite.Assumed != nil {
		list = []string{"assumed"}
	}
	if list == nil {
		return ""
	}
	return "[" + strings.Join(list, ", ") + "]"
}

func (c *Contrast) writeParting(w io.Writer) {
	d := c.Divergence
	switch {
	case !d.Comparable:
		fmt.Fprintln(w, "The boards or the starts differ, so no turns are compared from there.")
		return
	case d.Ply == nil:
		fmt.Fprintf(w, "The same turns for %d plies from the start (%d sequences); no further was searched.\n", d.PliesSame, d.CountA)
		return
	}
	fmt.Fprintf(w, "The turns differ first at ply %d: %d sequences of turns under %s, %d under %s.\n", *d.Ply, d.CountA, c.name(0), d.CountB, c.name(1))
	where := "at the start"
	if len(d.After) > 0 {
		where = "after " + strings.Join(d.After, " ")
	}
	fmt.Fprintf(w, "For example %s\n  %s\n", where, d.FEN)
	if d.FENB != "" {
		fmt.Fprintf(w, "  %s in the squares of %s\n", d.FENB, c.name(1))
	}
	if slices.Equal(d.OnlyA, d.OnlyB) && d.FENB == "" { // on two boards they have other names
		fmt.Fprintln(w, "  these turns crown a man under one of them only")
	}
	writeTurns(w, "only under "+c.name(0), d.OnlyA)
	writeTurns(w, "only under "+c.name(1), d.OnlyB)
}

func writeTurns(w io.Writer, under string, turns []string) {
	if len(turns) > 0 {
		fmt.Fprintf(w, "  %s: %s\n", under, strings.Join(turns, ", "))
	}
}

func (c *Contrast) writeWitness(w io.Writer) {
	begin := func(text string) {
		if c.Divergence.Comparable {
			text = strings.ToUpper(text[:1]) + text[1:]
		} else {
			text = "On the board of " + c.name(0) + strings.Replace(", "+text, ", they", " they", 1)
		}
		fmt.Fprintln(w, text)
	}
	x := c.Witness
	switch {
	case x == nil && c.SameTurns:
		begin("they have the same turns in every position.")
		return
	case x == nil:
		begin("no small position was found that shows a difference.")
		return
	}
	begin("the smallest position found that shows a difference:")
	after := ""
	if len(x.After) > 0 {
		after = " after " + strings.Join(x.After, " ")
	}
	fmt.Fprintf(w, "  %s%s\n%s", x.FEN, after, c.board)
	without := func(turns, others []string) []string {
		return slices.DeleteFunc(slices.Clone(turns), func(t string) bool { return slices.Contains(others, t) })
	}
	onlyA, onlyB := without(x.TurnsA, x.TurnsB), without(x.TurnsB, x.TurnsA)
	if len(onlyA)+len(onlyB) == 0 {
		fmt.Fprintln(w, "  one of these turns crowns a man under one of them only")
	}
	writeTurns(w, "under both", without(x.TurnsA, onlyA))
	writeTurns(w, "only under "+c.name(0), onlyA)
	writeTurns(w, "only under "+c.name(1), onlyB)
}
