package reports

import (
	"fmt"
	"html"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A smallBoard is a position with what can be played in it, for a page.
type smallBoard struct {
	Title string
	SVG   template.HTML
	FEN   string
	Lines []string // what the arrows say, in words
}

// parting shows what one axis alone makes of a: a position in which a and a with b's
// value have different turns. It is nil where there is none to be shown.
func (r *Report) parting(a, b *Profile, axis *profile.Axis) *smallBoard {
	if r.Smallest == nil || strings.HasPrefix(axis.Key, "board.") {
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
	w := r.Smallest(two[0], two[1])
	if w == nil {
		return nil
	}
	n := as[0]
	at := w.States[0].Setup()
	s := &smallBoard{Title: sentenceCase(n.Colour(at.Mover)) + " to move", FEN: n.WriteFEN(w.Setup)}
	s.Title += when(len(w.After) > 0, ", after "+strings.Join(w.Played(two[0]), " "))
	called := func(k int, t rules.Turn) string { return as[k].Format(notation.PDN, at, t, w.Turns[k]) }
	names := func(k int, turns []rules.Turn) []string {
		return slices.Compact(slices.Sorted(slices.Values(list(turns, func(t rules.Turn) string { return called(k, t) }))))
	}
	under := [2][]string{names(0, w.Turns[0]), names(1, w.Turns[1])}
	pick := func(k int, shared bool) []rules.Turn {
		return slices.DeleteFunc(slices.Clone(w.Turns[k]), func(t rules.Turn) bool { return slices.Contains(under[1-k], called(k, t)) != shared })
	}
	words := func(what string, k int, turns []rules.Turn) {
		if len(turns) == 0 {
			return
		}
		list := names(k, turns)
		const most = 8
		if n := len(list) - most; n > 0 {
			list = append(list[:most], fmt.Sprintf("%d more", n))
		}
		s.Lines = append(s.Lines, what+": "+strings.Join(list, ", "))
	}
	onlyA, onlyB, both := pick(0, false), pick(1, false), pick(0, true)
	words("Only as in "+a.Name, 0, onlyA)
	words("Only as in "+b.Name, 1, onlyB)
	words("In either case", 0, both)
	for k, p := range []*Profile{a, b} {
		words("An omission as in "+p.Name, k, slices.DeleteFunc(slices.Clone(w.Turns[k]), func(t rules.Turn) bool { return t.Omission == profile.NoOmission }))
	}
	d := drawing{n: n, setup: at}
	d.arrows("both", both)
	d.arrows("a", onlyA)
	d.arrows("b", onlyB)
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

const boardCell = 40

func (d *drawing) centre(q board.Square) (x, y int) {
	row, col := d.n.Place(q)
	return col*boardCell + boardCell/2, row*boardCell + boardCell/2
}

func (d *drawing) arrows(class string, turns []rules.Turn) {
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
		x1, y1 := d.centre(t.From)
		x2, y2 := d.centre(t.To)
		d.named = d.named.With(t.From).With(t.To)
		if t.From == t.To {
			add(`<circle class="%s" cx="%d" cy="%d" r="18"/>`, class, x1, y1)
		} else {
			add(`<path class="%s" marker-end="url(#tip-%s)" d="M%d,%dL%d,%d"/>`, class, class, x1, y1, x2, y2)
		}
		for q := range t.Captured.All() {
			x, y := d.centre(q)
			add(`<circle class="%s" cx="%d" cy="%d" r="18"/>`, class, x, y)
			d.named = d.named.With(q)
		}
	}
}

func (d *drawing) svg(label string) template.HTML {
	g := d.n.Grid()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="board" viewBox="-2 -2 %d %d" role="img" aria-label="%s">`, g.Columns*boardCell+4, g.Rows*boardCell+4, html.EscapeString(label))
	fmt.Fprintf(&b, `<use href="#%s"/>`, squaresID(d.n))
	for q := range g.All().All() {
		if letter := d.n.Letter(d.setup, q); letter != 0 {
			b.WriteString(piece(d.n, q, letter))
		}
	}
	b.WriteString(d.marks.String())
	for q := range d.named.All() {
		x, y := d.centre(q)
		fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`, x-18, y-4, d.n.Name(q))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

func piece(n *notation.Notation, q board.Square, letter byte) string {
	row, col := n.Place(q)
	colour, kind := "white", "man"
	if letter|0x20 == 'b' {
		colour = "black"
	}
	if letter < 'a' {
		kind = "king"
	}
	return fmt.Sprintf(`<use href="#%s" class="%s" x="%d" y="%d"/>`, kind, colour, col*boardCell, row*boardCell)
}

func squaresID(n *notation.Notation) string {
	g := n.Grid()
	q, _ := n.Numbered(1)
	row, col := n.Place(q)
	return fmt.Sprintf("squares-%dx%d-%d", g.Rows, g.Columns, (row+col)%2)
}

// boardParts draws what the boards of a page share: the pieces, the tips of arrows, and the
// squares of each board once.
func boardParts(page string) template.HTML {
	var b strings.Builder
	for _, m := range slices.Compact(slices.Sorted(slices.Values(boardUse.FindAllString(page, -1)))) {
		var rows, columns, odd int
		fmt.Sscanf(m, `"#squares-%dx%d-%d"`, &rows, &columns, &odd)
		fmt.Fprintf(&b, `<g id="squares-%dx%d-%d"><path class="light" d="M0,0h%dv%dh-%dz"/><path class="dark" d="`, rows, columns, odd, columns*boardCell, rows*boardCell, columns*boardCell)
		for row := range rows {
			for col := (row + odd) % 2; col < columns; col += 2 {
				fmt.Fprintf(&b, "M%d,%dh40v40h-40z", col*boardCell, row*boardCell)
			}
		}
		fmt.Fprintf(&b, `"/><path class="edge" d="M0,0h%dv%dh-%dz"/></g>`, columns*boardCell, rows*boardCell, columns*boardCell)
	}
	if b.Len() == 0 {
		return ""
	}
	return BoardParts(b.String())
}

// BoardParts is what boards are drawn with: the pieces, the tips of arrows, and more.
func BoardParts(more string) template.HTML {
	return template.HTML(`<svg class="parts" width="0" height="0" aria-hidden="true"><defs>` + more +
		`<g id="man"><ellipse cx="20" cy="21" rx="14" ry="13"/></g><g id="king"><ellipse cx="20" cy="24" rx="14" ry="12"/><ellipse cx="20" cy="16" rx="14" ry="12"/></g>` +
		tip("a") + tip("b") + tip("both") + `</defs></svg>`)
}

func tip(class string) string {
	return `<marker id="tip-` + class + `" class="` + class + `" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="4" markerHeight="4" orient="auto"><path d="M0,0L8,4L0,8z"/></marker>`
}

var boardUse = regexp.MustCompile(`"#squares-[^"]*"`)
