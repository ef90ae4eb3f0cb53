package strict

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"varlab/internal/plain"
)

// List joins words for a message: "a, b or c". Of more than a message says the first stand,
// and the number of the others.
func List(words []string) string {
	size := 0
	for i, w := range words {
		if size += len(w) + 2; size > maxSaid && i > 0 {
			return fmt.Sprintf("%s or %s", strings.Join(words[:i], ", "), Others(len(words)-i))
		}
	}
	switch n := len(words); n {
	case 0:
		return "nothing"
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
}

// Others is so many others, in words.
func Others(n int) string {
	if n == 1 {
		return "another"
	}
	return fmt.Sprintf("%d others", n)
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

// longestWord is how many letters a word may have that others are compared with: a key or
// an id with a slip of the pen.
const longestWord = 40

// Near returns the word closest to word, or "" if none is close: at most a third
// of its letters changed, added, left out or swapped.
func Near(word string, words []string) string {
	letters := utf8.RuneCountInString(word)
	if letters > longestWord {
		return ""
	}
	best, limit := "", max(1, letters/3)+1
	for _, w := range slices.Sorted(slices.Values(words)) {
		if more := letters - utf8.RuneCountInString(w); max(more, -more) >= limit {
			continue // so many must be left out or added
		}
		if n := distance(word, w); n < limit {
			best, limit = w, n
		}
	}
	return best
}

// Wanted says what was wanted instead of word: the closest word first, if there
// is one.
func Wanted(word string, words []string) string {
	near := Near(word, words)
	if near == "" || len(words) == 1 {
		return "want " + List(words)
	}
	others := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == near })
	return fmt.Sprintf("want %s, or else %s", near, List(others))
}

// distance is the number of letters to change, add, leave out or swap with their
// neighbour (optimal string alignment). Neither word has twice as many as longestWord.
func distance(a, b string) int {
	var letters [2][2 * longestWord]rune
	var rows [3][2*longestWord + 1]uint8
	x, y := append(letters[0][:0], []rune(a)...), append(letters[1][:0], []rune(b)...)
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(y) + 1 {
		row[j] = uint8(j)
	}
	for i := 1; i <= len(x); i++ {
		before, last, row = last, row, before
		row[0] = uint8(i)
		for j := 1; j <= len(y); j++ {
			cost := uint8(1)
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return int(row[len(y)])
}
