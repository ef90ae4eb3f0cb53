package notation

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"varlab/internal/plain"
)

// width is the greatest length of a written line of movetext, if words allow it.
const width = 78

// WriteGame writes g as PDN 3.0, with an empty line after it. In PDN 3.0 every
// game ends with * and its result is a tag; so a result that only stood at the
// end becomes one. Values and comments, which may come from strangers, are made plain.
// The error is that of w, or says which part of g no text can
// hold.
func WriteGame(w io.Writer, g *Game) error {
	tags := g.Tags
	if r := g.Line.Result; r != "" && r != "*" && g.Tag("Result") == "" {
		tags = append(slices.Clone(tags), Tag{"Result", r})
	}
	for _, t := range tags {
		if !tagForm.MatchString("["+t.Name+` "`) || strings.ContainsAny(t.Value, "\r\n") {
			return fmt.Errorf("game %d: tag %q cannot be written (want a name of letters and digits, and a value on one line)", g.Number, t.Name)
		}
	}
	f := folder{w: bufio.NewWriter(w)}
	for _, t := range tags {
		fmt.Fprintf(f.w, "[%s \"%s\"]\n", t.Name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(plain.Text(t.Value)))
	}
	if len(tags) > 0 {
		f.w.WriteByte('\n')
	}
	if err := f.writeLine(&g.Line); err != nil {
		return fmt.Errorf("game %d: %w", g.Number, err)
	}
	f.word("*")
	f.w.WriteString("\n\n")
	return f.w.Flush()
}

// A folder writes words on lines of limited length.
type folder struct {
	w      *bufio.Writer
	col    int
	before string // what the next word begins with
	open   int    // variations to be closed, for which there must be room
}

func (f *folder) word(s string) {
	s, f.before = f.before+s, ""
	switch {
	case f.col == 0 || s == ")":
	case f.col+1+len(s)+f.open > width && s[0] != '[' && s[0] != '%' && s[0] != ';':
		// A line that begins with one of these could be taken for something else.
		f.w.WriteByte('\n')
		f.col = 0
	default:
		f.w.WriteByte(' ')
		f.col++
	}
	f.w.WriteString(s)
	f.col += len(s)
}

func (f *folder) writeLine(l *Line) error {
	if err := f.notes(&l.Notes); err != nil {
		return err
	}
	for i := range l.Moves {
		m := &l.Moves[i]
		if m.Number > 0 {
			dots := "."
			if m.Dots {
				dots = "..."
			}
			f.word(fmt.Sprintf("%d%s", m.Number, dots))
		}
		text := m.Text
		_, err := m.command()
		switch {
		case err != nil:
			return err
		case m.Setup != "":
			if strings.ContainsAny(m.Setup, "\"\r\n") {
				return fmt.Errorf("set-up %q cannot be written", m.Setup)
			}
			text = `/FEN "` + plain.Text(m.Setup) + `"/`
		case text == Unknown && m.apart():
			text = "--" // three dots after a number would only say whose move it is
		case text != Unknown && !moveForm.MatchString(text):
			return fmt.Errorf("move %q cannot be written (want such as 28-32)", text)
		}
		f.word(text + m.Strength)
		if err := f.notes(&m.Notes); err != nil {
			return err
		}
	}
	return nil
}

// apart reports whether no command follows m at once, with the turns that it stands for.
func (m *Move) apart() bool {
	_, first := commanded(strings.Join(m.Comments[:min(1, len(m.Comments))], ""))
	return m.Strength != "" || len(m.NAGs) > 0 || !first
}

func (f *folder) notes(n *Notes) error {
	for _, k := range n.NAGs {
		f.word(fmt.Sprintf("$%d", k))
	}
	for _, c := range n.Comments {
		words := strings.Fields(plain.Text(c))
		if strings.ContainsRune(c, '}') {
			// Only a comment to the end of the line can hold a closing brace.
			f.word("; " + strings.Join(words, " "))
			f.w.WriteByte('\n')
			f.col = 0
			continue
		}
		if len(words) == 0 {
			words = []string{""}
		}
		words[0] = "{" + words[0]
		words[len(words)-1] += "}"
		for _, w := range words {
			f.word(w)
		}
	}
	for i := range n.Variations {
		f.before += "("
		f.open++
		if err := f.writeLine(&n.Variations[i]); err != nil {
			return err
		}
		f.open--
		f.word(")")
	}
	return nil
}
