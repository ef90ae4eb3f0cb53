// Package plain takes out of a text all that could act on a terminal.
//
// The one idea: every stream of results is plain, whether it is the standard output, a pipe
// or a device. Output that is no text asks for the bytes below, and gets none of a terminal.
package plain

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// Text is text that can do nothing to a terminal: profiles, tags of games and
// engines may hold anything, sequences that move the cursor or name the window
// among it. Lines and tabs stay.
func Text(text string) string {
	return strings.Map(func(c rune) rune {
		if c != '\n' && c != '\t' && Acts(c) {
			return '�'
		}
		return c
	}, strings.ToValidUTF8(text, "�"))
}

// Count writes a number with commas from 10,000 on.
func Count(n int) string {
	s := strconv.Itoa(n)
	if len(s) < 5 {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Acts reports whether a character does something instead of standing for something: it
// moves the cursor, ends the line, or cannot be seen, and turns the direction of writing.
func Acts(c rune) bool {
	if c < 0x80 {
		return c < ' ' || c == 0x7f
	}
	return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) ||
		strings.ContainsRune(blanks, c)
}

// blanks are letters and symbols by their category, and not by their form: of Braille, of
// hieroglyphs and of music.
const blanks = "\u2800\U00013441\U00013442\U0001d159"

// Line makes foreign text fit for one line of a record, a terminal or a table: what
// does something instead of standing for something becomes a space.
func Line(text string) string {
	return strings.Join(strings.Fields(strings.Map(Harmless, strings.ToValidUTF8(text, "�"))), " ")
}

// Harmless returns the character, or a space if the character acts or has no form.
func Harmless(c rune) rune {
	if !Acts(c) && (unicode.IsPrint(c) || unicode.Is(unicode.Zs, c)) {
		return c
	}
	return ' '
}

// A Writer passes on plain text, also to a pipe, whose reader may be at a terminal. A rune
// may come in parts.
type Writer struct {
	To   io.Writer
	Err  error  // the first that To returned
	part []byte // the beginning of a rune
}

func (w *Writer) Write(p []byte) (int, error) {
	text := append(w.part, p...)
	whole := len(text)
	for back := 1; back <= min(utf8.UTFMax-1, len(text)); back++ {
		if last := text[len(text)-back:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				whole -= back
			}
			break
		}
	}
	if _, err := io.WriteString(w.To, Text(string(text[:whole]))); err != nil {
		if w.Err == nil {
			w.Err = err
		}
		return 0, err
	}
	w.part = append([]byte(nil), text[whole:]...)
	return len(p), nil
}

// Bytes returns where results go that are no text. A terminal, known by its descriptor,
// does not take them.
func Bytes(w io.Writer) (io.Writer, error) {
	p, ok := w.(*Writer)
	if !ok {
		return w, nil
	}
	if f, ok := p.To.(interface{ Fd() uintptr }); ok && term.IsTerminal(int(f.Fd())) {
		return nil, errors.New("these results are no text, and would go to a terminal (want a file, or a pipe)")
	}
	return p.To, nil
}

// Fold breaks lines of more than width characters between words, and indents what follows. A
// word that is longer stays whole, and a command that somebody may copy.
func Fold(text string, width int) string {
	var folded strings.Builder
	for line := range strings.Lines(text) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) <= width || strings.Contains(line, ": varlab ") {
			folded.WriteString(line)
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		folded.WriteString(indent + strings.Join(Lines(line, width-len(indent)-2), "\n  "+indent) + "\n")
	}
	return folded.String()
}

// Lines are text in lines of at most width characters, or of one word.
func Lines(text string, width int) (lines []string) {
	for word := range strings.FieldsSeq(text) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
