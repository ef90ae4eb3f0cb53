package reports

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	safe "varlab/internal/plain"
)

const textWidth = 80

// textTables are the tables that a terminal shows, by the beginning of their
// titles; the other forms have the rest.
var textTables = []string{"Results", "Rates", "First mover’s score by", "Games by result", "Plies after", "Omissions", "Draw rate:", "Decisive share:", "Draw rate by", "Which does most", "Attribution", "Interactions", "Readings", "Endings of"}

// spare reports whether a terminal, which is narrow, does without a column: the p
// of a single test, on which nothing rests, and what never occurred.
func (t table) spare(k int) bool {
	switch t.Head[k] {
	case "p":
		return true
	case "void", "forfeited", "corrected":
		return !slices.ContainsFunc(t.Rows, func(row []cell) bool { return row[k].Text != "0" })
	}
	return false
}

func (t table) narrow() table {
	for k := len(t.Head) - 1; k > 0; k-- {
		if t.spare(k) {
			t.Head = slices.Delete(slices.Clone(t.Head), k, k+1)
			t.Rows = list(t.Rows, func(row []cell) []cell { return slices.Delete(slices.Clone(row), k, k+1) })
		}
	}
	return t
}

// A terminal collects lines, and which notes they name: only those are printed.
type terminal struct {
	bytes.Buffer
	named map[int]bool
}

func writeText(r *Report, w io.Writer, d *document) error {
	b := terminal{named: map[int]bool{}}
	b.bracketed(r.marks(nil))
	b.wrap("", plain(d.Title))
	for _, p := range d.Lead {
		b.wrap("", plain(p))
	}
	if d.Question != "" {
		b.wrap("", d.Question)
	}
	b.WriteString("\n")
	b.wrap("", plain(d.Answer.Text()))
	b.WriteString("\n")
	if claims := d.Answer.Claims; len(claims) > 0 {
		for _, line := range claimLines(claims) {
			b.wrap(line[0], line[1])
		}
		b.WriteString("\n")
	}
	b.wrap("", plain(d.Answer.Sure))
	b.WriteString("\nRule sets\n")
	for _, p := range r.Profiles {
		text := p.Name
		if p.ID != p.Name {
			text = p.ID + ": " + text
		}
		b.wrap(fmt.Sprintf("%d ", p.Number), plain(text))
	}
	if i := slices.IndexFunc(d.Sections, func(s *section) bool { return s.ID == "played" }); i >= 0 {
		b.WriteString("\n")
		b.wrap("", strings.Join(d.Sections[i].Text, " "))
	}
	for _, s := range d.Sections {
		if len(s.Findings) > 0 {
			fmt.Fprintf(&b, "\n%s\n", plain(s.Title))
			for _, f := range s.Findings {
				b.wrap("- ", plain(f.Text)+b.bracketed(f.Warnings))
			}
		}
		for _, t := range slices.Concat(s.Tables, s.More) {
			if slices.ContainsFunc(textTables, func(start string) bool { return strings.HasPrefix(t.Title, start) }) {
				b.table(headed(s, t).narrow())
			}
		}
	}
	if len(b.named) > 0 {
		b.WriteString("\nNotes\n")
		for i, text := range d.Warnings {
			if b.named[i+1] {
				b.wrap(fmt.Sprintf("[%d] ", i+1), plain(text))
			}
		}
	}
	fmt.Fprintf(&b, "\nstudy %s, seed %d\n", short(r.Manifest.StudyHash), r.Plan.Seed)
	if r.Root != "" {
		fmt.Fprintf(&b, "root %s\n", r.Root)
	}
	fmt.Fprintf(&b, "games %s\n", r.Played)
	if c := r.Command(); c != "" {
		fmt.Fprintf(&b, "again: %s\n", plain(c))
	}
	_, err := b.WriteTo(w)
	return err
}

// claimLines are the claims of an answer, each with its rulings below it: a lead and the text.
func claimLines(claims []claimAnswer) (lines [][2]string) {
	for _, c := range claims {
		lines = append(lines, [2]string{"- ", plain(fmt.Sprintf("%s Tested: %s.", c.Claim, c.Tested))})
		for _, x := range c.Rulings {
			lines = append(lines, [2]string{"  - ", plain(when(x.Stamp != "", string(x.Stamp)+". ") + x.String())})
		}
	}
	return lines
}

func headed(s *section, t table) table {
	if _, players, ok := strings.Cut(s.Title, "("); ok {
		t.Title += " (" + players
	}
	return t
}

func (b *terminal) bracketed(numbers []int) string {
	if len(numbers) == 0 {
		return ""
	}
	for _, n := range numbers {
		b.named[n] = true
	}
	return " [" + strings.Join(list(numbers, strconv.Itoa), ",") + "]"
}

func (b *terminal) wrap(lead, text string) { b.WriteString(Wrap(lead, text)) }

// Wrap breaks text into lines of a terminal, the first after lead and the others below
// its end.
func Wrap(lead, text string) string {
	n := utf8.RuneCountInString(lead)
	return strings.TrimRight(lead+strings.Join(safe.Lines(text, textWidth-n), "\n"+strings.Repeat(" ", n)), " ") + "\n"
}

// fill is the padding that makes text as wide as width.
func fill(text string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}

// sideBySide returns the lines of heads that stand beside each other, level at the bottom.
func sideBySide(heads [][]string) (lines [][]string) {
	deep := len(slices.MaxFunc(heads, func(a, b []string) int { return len(a) - len(b) }))
	for i := range deep {
		lines = append(lines, list(heads, func(h []string) string {
			if at := i - (deep - len(h)); at >= 0 {
				return h[at]
			}
			return ""
		}))
	}
	return lines
}

func (b *terminal) table(t table) {
	b.WriteString("\n")
	b.wrap("", plain(t.Title))
	texts := list(t.Rows, func(row []cell) []string {
		return list(row, func(c cell) string { return plain(cmp.Or(c.Terminal, c.whole())) + b.bracketed(c.Warnings) })
	})
	widths, heads := make([]int, len(t.Head)), make([][]string, len(t.Head))
	for k, h := range t.Head {
		for _, row := range texts {
			widths[k] = max(widths[k], utf8.RuneCountInString(row[k]))
		}
		for word := range strings.FieldsSeq(plain(h)) {
			widths[k] = max(widths[k], utf8.RuneCountInString(word))
		}
		heads[k] = safe.Lines(plain(h), widths[k])
	}
	line := func(cells []string, from, to int) {
		l := cells[0] + fill(cells[0], widths[0])
		for k := from; k < to; k++ {
			l += "  " + fill(cells[k], widths[k]) + cells[k]
		}
		b.WriteString(strings.TrimRight(l, " ") + "\n")
	}
	// A table that is too wide goes on below itself, with its first column again.
	for from := 1; from < len(widths); {
		to, wide := from, widths[0]
		for to < len(widths) && (to == from || wide+2+widths[to] <= textWidth) {
			wide += 2 + widths[to]
			to++
		}
		if from > 1 {
			b.WriteString("\n")
		}
		here := make([][]string, len(heads))
		here[0] = heads[0]
		copy(here[from:to], heads[from:to])
		for _, head := range sideBySide(here) {
			line(head, from, to)
		}
		for _, row := range texts {
			line(row, from, to)
		}
		from = to
	}
	if t.Note != "" {
		b.wrap("", plain(t.Note))
	}
}
