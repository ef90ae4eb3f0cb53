package record

import (
	"fmt"
	"strings"
	"unicode"

	"varlab/rules"
	"varlab/rules/notation"
)

// Replay plays the turns of rec again under r and returns how the game stood
// after them. The error names the first turn that is not legal.
func Replay(r *rules.Rules, rec *Record) (*rules.History, error) {
	return Walk(r, rec, func(*rules.History, int, *rules.Turn) {})
}

// Walk is Replay, and calls visit with the game as it stood before each turn, how
// many turns had been made, and the turn; and after the last with none.
func Walk(r *rules.Rules, rec *Record, visit func(h *rules.History, made int, next *rules.Turn)) (*rules.History, error) {
	n := notation.Of(r.Profile())
	h := rules.NewHistory(r, r.Start())
	texts := strings.Fields(rec.Turns)
	for i, text := range texts {
		turns := h.Turns()
		at := h.State()
		t, err := n.ParseAs(notation.Hub, text, at.Setup(), turns)
		if err != nil {
			return h, fmt.Errorf("cell %d, game %d, turn %d: %w", rec.Cell, rec.Game, i+1, err)
		}
		visit(h, i, &t)
		h.Play(t)
	}
	visit(h, len(texts), nil)
	return h, nil
}

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
