package strict

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
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

// Near returns the word closest to word, or "" if none is close: at most a third
// of its letters changed, added, left out or swapped.
func Near(word string, words []string) string {
	best, limit := "", max(1, len(word)/3)+1
	letters := utf8.RuneCountInString(word)
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
// neighbour (optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([][]int, len(x)+1)
	for i := range row {
		row[i] = make([]int, len(y)+1)
		row[i][0] = i
	}
	for j := range row[0] {
		row[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[i][j] = min(row[i-1][j]+1, row[i][j-1]+1, row[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[i][j] = min(row[i][j], row[i-2][j-2]+1)
			}
		}
	}
	return row[len(x)][len(y)]
}
