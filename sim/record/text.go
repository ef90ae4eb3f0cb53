package record

import (
	"strings"
	"unicode"
)

// Plain makes foreign text fit for one line of a record, a terminal or a table: what
// does something instead of standing for something becomes a space.
func Plain(text string) string {
	return strings.Join(strings.Fields(strings.Map(Harmless, strings.ToValidUTF8(text, "\uFFFD"))), " ")
}

// Harmless is the character, or a space for one that cannot be seen: that moves the
// cursor, ends the line or turns the direction of writing.
func Harmless(c rune) rune {
	if unicode.IsPrint(c) || unicode.Is(unicode.Zs, c) {
		return c
	}
	return ' '
}

// Safe keeps a spreadsheet from taking text for a formula.
func Safe(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
