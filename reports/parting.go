package reports

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/parting"
	"varlab/rules/profile"
)

// A smallBoard is a position with its turns, for a page.
type smallBoard struct {
	Title  string
	SVG    template.HTML
	FEN    string
	pieces int
	Lines  []string // what the arrows say, in words
	Beside string   // the address at which the two rule sets are looked at there, if any
}

// How small positions are looked for in which rule sets part: in fewer than varlab diff
// tries, since a page shows many.
const (
	partingSeed  = 1754
	partingTries = 5000
)

// parting shows the effect of one axis: a position in which a, and a with b's value, have
// different turns. It is nil where no such position is known.
func partingOf(r *Report, a, b *findings.Profile, axis *profile.Axis) *smallBoard {
	if strings.HasPrefix(axis.Key, "board.") {
		return nil // between boards positions say nothing
	}
	p, err := a.Profile()
	if err != nil {
		return nil
	}
	other, err := b.Profile()
	if err != nil {
		return nil
	}
	q, ok := profile.Lay(p, other, axis)
	if !ok {
		return nil // the value does not stand alone
	}
	var two [2]*rules.Rules
	var as [2]*notation.Notation // the names are the same, the ways in which a capture goes are not
	for i, x := range []*profile.Profile{p, q} {
		if two[i], err = rules.Compile(x); err != nil {
			return nil
		}
		as[i] = notation.Of(x)
	}
	found, err := parting.Search(r.ctx, two[0], two[1], rand.New(rand.NewPCG(partingSeed, 0)), partingTries, 1)
	if err != nil || len(found) == 0 {
		return nil
	}
	w := found[0]
	n := as[0]
	at := w.States[0].Setup()
	s := &smallBoard{Title: sentenceCase(n.Colour(at.Mover)) + " to move", FEN: n.WriteFEN(w.Setup), pieces: w.Pieces()}
	if r.Explore != "" {
		s.Beside = r.Explore + "?" + url.Values{"a": {refOf(a)}, "b": {refOf(b)}, "fen": {s.FEN}}.Encode()
	}
	s.Title += when(len(w.After) > 0, " after "+strings.Join(w.Played(two[0]), " "))
	called := func(k int, t rules.Turn) string { return as[k].Format(notation.PDN, at, t, w.Turns[k]) }
	names := func(k int, turns []rules.Turn) []string {
		return slices.Compact(slices.Sorted(slices.Values(list(turns, func(t rules.Turn) string { return called(k, t) }))))
	}
	under := [2][]string{names(0, w.Turns[0]), names(1, w.Turns[1])}
	pick := func(k int, shared bool) []rules.Turn {
		return lists.Those(w.Turns[k], func(t rules.Turn) bool { return slices.Contains(under[1-k], called(k, t)) == shared })
	}
	say := func(k int, turns []rules.Turn, format string, args ...any) {
		if len(turns) == 0 {
			return
		}
		list := names(k, turns)
		const most = 4
		if n := len(list) - most; n > 1 {
			list = append(list[:most], fmt.Sprintf("%d more", n))
		}
		s.Lines = append(s.Lines, fmt.Sprintf(format, append([]any{sentence(list)}, args...)...))
	}
	onlyA, onlyB, both := pick(0, false), pick(1, false), pick(0, true)
	say(0, onlyA, "Only the rule of %[2]s allows %[1]s (blue)", a.Short)
	say(1, onlyB, "Only the rule of %[2]s allows %[1]s (orange)", b.Short)
	say(0, both, "Both allow %s (grey)")
	for k, p := range []*findings.Profile{a, b} {
		omitted := lists.Those(w.Turns[k], func(t rules.Turn) bool { return t.Omission != profile.NoOmission })
		if len(omitted) > 0 {
			say(k, omitted, "By the rule of %[2]s %[3]s is due, and left by %[1]s", p.Short, strings.Join(names(k, notation.Left(omitted[0], w.Turns[k])), " or "))
		}
	}
	d := drawing{n: n, setup: at}
	d.arrows("both", as[0], both)
	d.arrows("a", as[0], onlyA)
	d.arrows("b", as[1], onlyB)
	s.SVG = d.svg(s.Title + "; " + strings.Join(s.Lines, "; "))
	return s
}

// A drawing is a board on a page, whose squares and pieces are drawn once for all.
type drawing struct {
	n     *notation.Notation
	setup board.Setup
	marks strings.Builder
	named board.Set
}

const (
	boardCell = 40
	// Up to fewPieces a board shows the region with pieces and arrows, not less than
	// leastRegion squares wide.
	fewPieces   = 8
	leastRegion = 5
)

func (d *drawing) centre(q board.Square) (x, y int) {
	row, col := d.n.Place(q)
	return col*boardCell + boardCell/2, row*boardCell + boardCell/2
}

// arrow is a path over squares, from within the piece on the first to short of the centre of
// the last.
func (d *drawing) arrow(way []board.Square) string {
	point := func(q, to board.Square, by float64) string {
		x, y := d.centre(q)
		tx, ty := d.centre(to)
		far := max(1, math.Hypot(float64(tx-x), float64(ty-y)))
		return fmt.Sprintf("%.0f,%.0f", float64(x)+by*float64(tx-x)/far, float64(y)+by*float64(ty-y)/far)
	}
	last := len(way) - 1
	path := "M" + point(way[0], way[1], 10)
	for _, q := range way[1:last] {
		path += "L" + point(q, q, 0)
	}
	return path + "L" + point(way[last], way[last-1], 7)
}

// arrows draws turns, which have the notation n.
func (d *drawing) arrows(class string, n *notation.Notation, turns []rules.Turn) {
	seen := map[string]bool{}
	add := func(format string, args ...any) {
		if text := fmt.Sprintf(format, args...); !seen[text] {
			seen[text] = true
			d.marks.WriteString(text)
		}
	}
	for _, t := range turns {
		if t.Claim == rules.Huff && t.Named != board.NoSquare {
			x, y := d.centre(t.Named)
			add(`<path class="x %s" d="M%d,%dl24,24m0,-24l-24,24"/>`, class, x-12, y-12)
			d.named = d.named.With(t.Named)
		}
		if t.Action != rules.Quiet && t.Action != rules.Capture {
			continue
		}
		way := n.Way(d.setup, t)
		d.named = d.named.Or(board.SetOf(way...))
		add(`<path class="%s" marker-end="url(#tip-%s)" d="%s"/>`, class, class, d.arrow(way))
		for q := range t.Captured.All() {
			x, y := d.centre(q)
			add(`<circle class="%s" cx="%d" cy="%d" r="17"/>`, class, x, y)
			d.named = d.named.With(q)
		}
	}
}

// region is the part of the board that is shown: columns from left and rows from top.
func (d *drawing) region() (left, top, columns, rows int) {
	g := d.n.Grid()
	shown, pieces := d.named, 0
	for q := range g.All().All() {
		if d.n.Letter(d.setup, q) != 0 {
			shown = shown.With(q)
			pieces++
		}
	}
	if pieces == 0 || pieces > fewPieces {
		return 0, 0, g.Columns, g.Rows
	}
	left, top = g.Columns, g.Rows
	right, bottom := 0, 0
	for q := range shown.All() {
		row, col := d.n.Place(q)
		left, right, top, bottom = min(left, col), max(right, col), min(top, row), max(bottom, row)
	}
	side := max(leastRegion, right-left+1, bottom-top+1)
	around := func(low, high, all int) (from, n int) {
		n = min(side, all)
		return min(max(0, (low+high+1-n)/2), all-n), n
	}
	left, columns = around(left, right, g.Columns)
	top, rows = around(top, bottom, g.Rows)
	return left, top, columns, rows
}

func (d *drawing) svg(label string) template.HTML {
	g := d.n.Grid()
	left, top, columns, rows := d.region()
	cropped := columns < g.Columns || rows < g.Rows
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="board" viewBox="%d %d %d %d" role="img" aria-label="%s">`,
		left*boardCell-2, top*boardCell-2, columns*boardCell+4, rows*boardCell+4, html.EscapeString(label))
	b.WriteString(Placed(d.n, d.setup))
	b.WriteString(d.marks.String())
	for q := range g.All().All() {
		row, col := d.n.Place(q)
		empty := d.n.Letter(d.setup, q) == 0
		within := row >= top && row < top+rows && col >= left && col < left+columns
		// Names are as large on every board, whatever part of it is shown, and cross no piece.
		if d.named.Has(q) && (empty || columns <= leastRegion) || cropped && empty && within {
			fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="%d">%s</text>`, col*boardCell+2, row*boardCell+8*columns/5+1, 2*columns, d.n.Name(q))
		}
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// Placed draws a position in squares of 40 units, with the pieces of BoardParts.
func Placed(n *notation.Notation, s board.Setup) string {
	var b strings.Builder
	b.WriteString(ground(n))
	for q := range n.Grid().All().All() {
		if letter := n.Letter(s, q); letter != 0 {
			b.WriteString(piece(n, q, letter))
		}
	}
	return b.String()
}

func piece(n *notation.Notation, q board.Square, letter byte) string {
	row, col := n.Place(q)
	return fmt.Sprintf(`<use href="#%s" class="%s" x="%d" y="%d"/>`, lists.Choose(letter < 'a', "king", "man"), lists.Choose(letter|0x20 == 'b', "black", "white"), col*boardCell, row*boardCell)
}

// Pieces fill 86 % of their square; a king wears a crown of the other colour.
const (
	manShape  = `<circle cx="20" cy="20" r="17.2"/>`
	kingShape = manShape + `<path class="crown" d="M10.5,25.5l-2.5,-12 6.5,5 5.5,-8.5 5.5,8.5 6.5,-5 -2.5,12zM10.5,27.5h19v3h-19z"/>`
)

// BoardParts are what the boards of a page share: the pieces and the tips of arrows.
var BoardParts = template.HTML(`<svg class="parts" width="0" height="0" aria-hidden="true"><defs><g id="man">` + manShape +
	`</g><g id="king">` + kingShape + `</g>` + tip("a") + tip("b") + tip("both") + tip("left") + `</defs></svg>`)

func tip(class string) string {
	return `<marker id="tip-` + class + `" class="` + class + `" viewBox="0 0 8 8" refX="5" refY="4" markerWidth="4" markerHeight="4" orient="auto"><path d="M0,0L8,4L0,8z"/></marker>`
}
