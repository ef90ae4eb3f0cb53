package games

import (
	"fmt"
	"strconv"
	"strings"

	"varlab/rules/notation"
)

// unknown is what PDN writes for an unknown value.
const unknown = "?"

// Value is the value of g by which games are divided: of a tag, or of year, decade and rating,
// which are derived from tags. A missing value is a question mark.
func Value(g *notation.Game, by string) string {
	switch strings.ToLower(by) {
	case "year":
		if year, ok := yearOf(g); ok {
			return strconv.Itoa(year)
		}
		return unknown
	case "decade":
		if year, ok := yearOf(g); ok {
			return fmt.Sprintf("%ds", year/10*10)
		}
		return unknown
	case "rating":
		return ratingOf(g)
	}
	for _, t := range g.Tags {
		if strings.EqualFold(t.Name, by) && t.Value != "" {
			return t.Value
		}
	}
	return unknown
}

// yearOf finds a year in the tag Date, or in that of the event.
func yearOf(g *notation.Game) (int, bool) {
	for _, name := range []string{"Date", "EventDate"} {
		for _, part := range strings.FieldsFunc(g.Tag(name), func(c rune) bool { return c < '0' || c > '9' }) {
			if year, err := strconv.Atoi(part); err == nil && len(part) == 4 && year >= 1000 {
				return year, true
			}
		}
	}
	return 0, false
}

// ratingClass is the width of a class of ratings, in points.
const ratingClass = 200

// ratingOf is the class of the players' mean rating.
func ratingOf(g *notation.Game) string {
	sum := 0
	for _, colour := range []string{"White", "Black"} {
		found := 0
		for _, name := range []string{"Elo", "Rating", "_Rating"} {
			if n, err := strconv.Atoi(strings.TrimSpace(g.Tag(colour + name))); err == nil && n > 0 && n < 5000 {
				found = n
				break
			}
		}
		if found == 0 {
			return unknown
		}
		sum += found
	}
	from := sum / 2 / ratingClass * ratingClass
	return fmt.Sprintf("%d-%d", from, from+ratingClass-1)
}
