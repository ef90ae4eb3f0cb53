package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// plain is text that can do nothing to a terminal: profiles, tags of games and
// engines may hold anything, sequences that move the cursor or name the window
// among it. Lines and tabs stay.
func plain(text string) string {
	return strings.Map(func(c rune) rune {
		if c != '\n' && c != '\t' && unicode.In(c, unicode.Cc, unicode.Cf) {
			return '�'
		}
		return c
	}, strings.ToValidUTF8(text, "�"))
}

// remark writes a line beside the results.
func remark(stderr io.Writer, format string, args ...any) {
	fmt.Fprintf(stderr, "varlab: %s\n", plain(fmt.Sprintf(format, args...)))
}

// A plainWriter passes on plain text. A rune may come in parts.
type plainWriter struct {
	to   io.Writer
	part []byte // the beginning of a rune
}

func (w *plainWriter) Write(p []byte) (int, error) {
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
	if _, err := io.WriteString(w.to, plain(string(text[:whole]))); err != nil {
		return 0, err
	}
	w.part = append([]byte(nil), text[whole:]...)
	return len(p), nil
}

// forPeople returns where results go: a terminal gets plain text.
func forPeople(file *os.File) io.Writer {
	if term.IsTerminal(int(file.Fd())) {
		return &plainWriter{to: file}
	}
	return file
}
