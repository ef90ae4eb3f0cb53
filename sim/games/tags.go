package games

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"varlab/rules/notation"
	"varlab/rules/profile"
)

// Value is the value of g by which games are divided: of a tag, or of year, decade and rating,
// which are derived from tags. A missing value is a question mark.
func Value(g *notation.Game, by string) string {
	value := ""
	switch strings.ToLower(by) {
	case "":
		return ""
	case "year", "decade":
		value = yearOf(g)
		if strings.EqualFold(by, "decade") && value != "" {
			value = value[:3] + "0s"
		}
	case "rating":
		value = ratingOf(g)
	default:
		for _, t := range g.Tags {
			if strings.EqualFold(t.Name, by) {
				value = cmp.Or(value, t.Value)
			}
		}
	}
	return cmp.Or(value, "?") // as in PDN
}

// yearForm is a year among the digits of a date.
var yearForm = regexp.MustCompile(`(?:^|[^0-9])([1-9][0-9]{3})(?:[^0-9]|$)`)

// yearOf finds a year in the tag Date, or in that of the event.
func yearOf(g *notation.Game) string {
	for _, name := range []string{"Date", "EventDate"} {
		if m := yearForm.FindStringSubmatch(g.Tag(name)); m != nil {
			return m[1]
		}
	}
	return ""
}

// ratingClass is the width of a class of ratings, in points.
const ratingClass = 200

// ratingOf is the class of the players' mean rating.
func ratingOf(g *notation.Game) string {
	white, black := seatOf(g, profile.White), seatOf(g, profile.Black)
	if white.Rating == 0 || black.Rating == 0 {
		return ""
	}
	from := (white.Rating + black.Rating) / 2 / ratingClass * ratingClass
	return fmt.Sprintf("%d-%d", from, from+ratingClass-1)
}

// A Seat is who played a side, as tags say.
type Seat struct {
	Name   string // empty: unknown
	Rating int    // 0: unknown
}

// colours are the names of the tags of a side, in the languages of collections.
var colours = map[profile.Colour][]string{
	profile.White: {"White", "Bianco", "Wit", "Blancas", "Brancas", "Белые"},
	profile.Black: {"Black", "Nero", "Zwart", "Negras", "Pretas", "Чёрные", "Черные"},
}

func seatOf(g *notation.Game, colour profile.Colour) (s Seat) {
	for _, name := range colours[colour] {
		s.Name = cmp.Or(s.Name, strings.Trim(g.Tag(name), " ?"))
		for _, rating := range []string{"Elo", "Rating", "_Rating"} {
			if n, err := strconv.Atoi(strings.Trim(g.Tag(name+rating), " ?")); err == nil && n > 0 && n < 5000 && s.Rating == 0 {
				s.Rating = n
			}
		}
	}
	return s
}

// clockForm is what sites and people write where the clock ended a game.
var clockForm = regexp.MustCompile(`(?i)\btime[ -]?(?:forfeit|out|loss)|\b(?:on|out of) time\b|over[ -]?time|flag fell|просроч|по времени|tijd|tempo scaduto`)

func byClock(g *notation.Game) bool {
	if n := len(g.Moves); n > 0 && clockForm.MatchString(strings.Join(g.Moves[n-1].Comments, " ")) {
		return true
	}
	return clockForm.MatchString(g.Tag("Termination"))
}

// Classes sets the class of each seat of games, and names the classes; none if all people are
// one. They are divided by side, by name (the person who sits in the most games, and the
// others), or by rating (three classes of as many seats); if by is empty, by rating where both
// are rated and far apart, else by name where one person sits in half of the games.
func Classes(games []*Game, by string) (names []string, err error) {
	p := peopleOf(games)
	switch {
	case by == "none":
		return nil, nil
	case by == "name" && p.most == 0, by == "rating" && p.ratings == nil:
		return nil, fmt.Errorf("no tag of the games has it")
	case by != "":
	case 10*p.rated >= 9*len(games) && p.gap >= largeGap:
		by = "rating"
	case 2*p.most >= len(games) && len(games) > 1:
		by = "name"
	default:
		return nil, nil
	}
	class := func(side int, s Seat) string {
		switch {
		case by == "side":
			return [...]string{"first movers", "second movers"}[side]
		case by == "name" && s.Name == p.who:
			return p.who
		case by == "name":
			return "the others"
		case s.Rating == 0:
			return "unrated"
		}
		low, high := p.ratings[len(p.ratings)/3], p.ratings[2*len(p.ratings)/3]
		switch {
		case s.Rating < low:
			return fmt.Sprintf("under %d", low)
		case s.Rating < high:
			return fmt.Sprintf("%d to %d", low, high-1)
		}
		return fmt.Sprintf("%d and more", high)
	}
	for _, g := range games {
		for side, s := range g.Seats {
			name := class(side, s)
			if g.Class[side] = slices.Index(names, name); g.Class[side] < 0 {
				g.Class[side], names = len(names), append(names, name)
			}
		}
	}
	return names, nil
}

// largeGap is the gap of ratings from which two players are not equals: the stronger side
// expects 64 % of the points (Elo).
const largeGap = 100

// people sum up who played games.
type people struct {
	who     string // sits in the most games
	most    int    // number of these
	rated   int    // games with both ratings
	gap     int    // their mean difference
	ratings []int  // sorted
}

func peopleOf(games []*Game) (p people) {
	sits := map[string]int{}
	for _, g := range games {
		a, b := g.Seats[0], g.Seats[1]
		if a.Rating > 0 && b.Rating > 0 {
			p.rated++
			p.gap += max(a.Rating-b.Rating, b.Rating-a.Rating)
		}
		for side, s := range g.Seats {
			if s.Rating > 0 {
				p.ratings = append(p.ratings, s.Rating)
			}
			if s.Name != "" && (side == 0 || s.Name != a.Name) {
				sits[s.Name]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sits)) {
		if sits[name] > p.most {
			p.who, p.most = name, sits[name]
		}
	}
	p.gap /= max(1, p.rated)
	slices.Sort(p.ratings)
	return p
}
