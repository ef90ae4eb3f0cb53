package strict

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"varlab/internal/plain"
)

// List joins words for a message: "a, b or c".
func List(words []string) string {
	switch n := len(words); n {
	case 0:
		return "nothing"
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
}

// Quote writes text as a string of TOML, in characters that can be seen.
func Quote(text string) string {
	var b strings.Builder
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b.WriteRune('\\')
			b.WriteRune(c)
		case unicode.IsPrint(c) && !plain.Acts(c):
			b.WriteRune(c)
		default: // Go has escapes that TOML has not
			fmt.Fprintf(&b, `\U%08X`, c)
		}
	}
	return `"` + b.String() + `"`
}

// Near returns the word closest to word, or "" if none is close: at most a third
// of its letters changed, added, left out or swapped.
func Near(word string, words []string) string {
	letters := utf8.RuneCountInString(word)
	best, limit := "", max(1, letters/3)+1
	for _, w := range slices.Sorted(slices.Values(words)) {
		if more := letters - utf8.RuneCountInString(w); max(more, -more) >= limit {
			continue // as many letters must be left out or added
		}
		if n := distance(word, w); n < limit {
			best, limit = w, n
		}
	}
	return best
}

const mostWords = 10

// Wanted says what was wanted instead of word: the closest word first, if there is one; alone
// if there are more than mostWords.
func Wanted(word string, words []string) string {
	near := Near(word, words)
	if near != "" && len(words) > mostWords {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if near == "" || len(words) == 1 {
		return "want " + List(words)
	}
	others := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == near })
	return fmt.Sprintf("want %s, or else %s", near, List(others))
}

// distance is the number of letters to change, add, leave out or swap with their
// neighbour (optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
