package study

import (
	"fmt"
	"slices"
	"strings"

	"varlab/rules/profile"
	"varlab/variants/strict"
)

// A Count is a kind of thing that is counted in games.
type Count int

// The counts. To add a count, declare it here and name it in counts; if it is made in play,
// Record has its column, or a column for each side.
const (
	Games Count = iota
	FirstWins
	SecondWins
	Draws
	Cut // unfinished at the horizon
	Void
	Forfeited

	// Of the games cut off.
	FirstByValue
	SecondByValue
	DrawnByValue
	Open
	Stalled // of the open: long without a conversion

	Plies
	Decisions
	Playable
	Due
	Owed
	Captures
	MenTaken
	KingsTaken
	Promotions
	Missed
	Partial
	Weaker
	Huffed
	Compelled
	Waived
	Corrected
	Replayed

	LeadWins    // of the player named first, with the drawn games that are its
	ChooserWins // of the side that chooses first, likewise

	// Of the drawn games, by match.draw.
	Shared
	DrawnForFirst
)

// counts has the id of each count, which is its key in reports and its column in records, and
// its head in tables.
var counts = [...]struct{ id, title string }{
	Games:         {"games", "games"},
	FirstWins:     {"first_wins", "won by first"},
	SecondWins:    {"second_wins", "won by second"},
	Draws:         {"draws", "drawn"},
	Cut:           {"horizon", "unfinished"},
	Void:          {"void", "void"},
	Forfeited:     {"forfeited", "forfeited"},
	FirstByValue:  {"first_wins_by_value", "won by first, by value"},
	SecondByValue: {"second_wins_by_value", "won by second, by value"},
	DrawnByValue:  {"drawn_by_value", "drawn by value"},
	Open:          {"open", "open"},
	Stalled:       {"stalled", "stalled"},
	Plies:         {"plies", "plies"},
	Decisions:     {"decisions", "decisions"},
	Playable:      {"playable", "playable turns"},
	Due:           {"due", "due turns"},
	Owed:          {"owed", "due"},
	Captures:      {"captures", "captures"},
	MenTaken:      {"men_taken", "men taken"},
	KingsTaken:    {"kings_taken", "kings taken"},
	Promotions:    {"promotions", "promotions"},
	Missed:        {"missed", "missed"},
	Partial:       {"partial", "partial"},
	Weaker:        {"weaker", "weaker"},
	Huffed:        {"huffed", "huffed"},
	Compelled:     {"compelled", "compelled"},
	Waived:        {"waived", "let pass"},
	Corrected:     {"corrected", "corrected"},
	Replayed:      {"replayed", "replayed"},
	LeadWins:      {"lead_wins", "won by the player named first"},
	ChooserWins:   {"chooser_wins", "won by the side that chooses first"},
	Shared:        {"drawn_shared", "drawn, half for each"},
	DrawnForFirst: {"drawn_for_first", "drawn, for the first mover"},
}

// ID is the key of the count in reports, and its column in records.
func (c Count) ID() string { return counts[c].id }

// Title is the head of the count in tables.
func (c Count) Title() string { return counts[c].title }

// A game that never ended enters by the exact value of the position in which it was cut off
// (won or drawn), or as open.
var (
	wonFirst  = []Count{FirstWins, FirstByValue}
	wonSecond = []Count{SecondWins, SecondByValue}
	Decisive  = slices.Concat(wonFirst, wonSecond)
	Drawn     = []Count{Draws, DrawnByValue}
	Played    = append(slices.Concat(Decisive, Drawn), Open) // neither broken off nor forfeited
	Omissions = []Count{Missed, Partial, Weaker}
)

// Counts are the sums of each Count over some games.
type Counts [len(counts)]int

// Add adds the counts of other games.
func (c *Counts) Add(d *Counts) {
	for i, n := range d {
		c[i] += n
	}
}

// Sum is the sum of some counts.
func (c *Counts) Sum(of ...Count) (sum int) {
	for _, k := range of {
		sum += c[k]
	}
	return sum
}

// A Ratio is a sum of counts, half counts included, over another.
type Ratio struct{ Of, Halves, Per []Count }

// In returns numerator and denominator of the ratio for some counts.
func (r Ratio) In(c *Counts) (sum float64, n int) {
	return float64(c.Sum(r.Of...)) + float64(c.Sum(r.Halves...))/2, c.Sum(r.Per...)
}

// Extremes are the ratio if the open games had ended in the worst and in the best way for it.
// They are the ratio itself if open games do not matter.
func (r Ratio) Extremes() (least, most Ratio) {
	if !r.Turns() {
		return r, r
	}
	halves := slices.DeleteFunc(slices.Clone(r.Halves), func(c Count) bool { return c == Open })
	return Ratio{r.Of, halves, r.Per}, Ratio{append(slices.Clip(r.Of), Open), halves, r.Per}
}

// Turns reports whether open games could change the ratio: it is about won or drawn games.
func (r Ratio) Turns() bool {
	return slices.ContainsFunc(append(slices.Clip(r.Of), r.Halves...), func(c Count) bool {
		return c == DrawnByValue || c == FirstByValue || c == SecondByValue || c == LeadWins || c == ChooserWins
	}) && slices.ContainsFunc(r.Of, func(c Count) bool { return c != DrawnByValue })
}

// Per is the ratio of one count to another.
func Per(of, per Count) Ratio { return Ratio{Of: []Count{of}, Per: []Count{per}} }

func share(of ...Count) Ratio { return Ratio{Of: of, Per: []Count{Games}} }

// score returns the ratio that is a side's score: an open game counts half a point, and so does
// a drawn one unless match.draw gives it to a side.
func score(wins ...Count) Ratio { return Ratio{wins, []Count{Shared, Open}, Played} }

// A Unit is the unit of a metric. People read values multiplied by Factor, with that many
// decimals, and differences in Points.
type Unit struct {
	Words    string
	Factor   float64
	Decimals int
	Points   string
}

var (
	shares  = Unit{"share of games", 100, 1, "points"}
	points  = Unit{"points per game", 100, 1, "points"}
	lengths = Unit{"plies", 1, 0, "plies"}
	turns   = Unit{"turns per decision", 1, 2, "turns"}
)

func perGame(what string) Unit { return Unit{what + " per game", 1, 3, "a game"} }

// A Metric is a number by which studies compare rule sets.
type Metric struct {
	Word  string
	Unit  Unit
	Title string
	Less  string // what is so where it is less: "fewer games are drawn"
	Means string
	// Asked metrics are compared only if a study names them.
	Asked bool
	// Ratio is the metric as a ratio of counts; none for lengths, which are censored.
	Ratio
}

// Metrics are the metrics that a study may name, in the order of reports.
var Metrics = []Metric{
	{"decisive", shares, "Decisive share", "fewer games are decided", "games that one side won, by rule or by value, over all games", false, share(Decisive...)},
	{"drawn", shares, "Draw rate", "fewer games are drawn", "games drawn by rule or by value, over all games", false, share(Drawn...)},
	{"drawn-rule", shares, "Drawn before the horizon", "fewer games are drawn before the horizon", "games that ended as a draw before the horizon, by rule, by agreement or where exact.adjudicate ends games, over all games", true, share(Draws)},
	{"drawn-value", shares, "Drawn by value", "fewer games are cut off in drawn positions", "games cut off in a position that perfect play would draw, over all games", true, share(DrawnByValue)},
	{"first-wins", shares, "Won by the first mover", "the first mover wins fewer games", "games that the first mover won, over all games", false, share(wonFirst...)},
	{"second-wins", shares, "Won by the second mover", "the second mover wins fewer games", "games that the second mover won, over all games", false, share(wonSecond...)},
	{"first-score", points, "First mover's score", "the first mover scores less", "the first mover's wins, half the draws and half the open games, over all that are not void or forfeited", false, score(append(slices.Clip(wonFirst), DrawnForFirst)...)},
	{"choice-score", points, "Score of the side that chooses first", "the side that chooses first scores less", "the same for the side that is on move after the opening", true, score(ChooserWins)},
	{"odds-score", points, "First mover's score with draw odds for the second", "the first mover scores less with draw odds for the second", "the first mover's wins and half the open games, a drawn game being the second mover's, over all that are not void or forfeited", true, Ratio{wonFirst, []Count{Open}, Played}},
	{"unfinished", shares, "Unfinished", "fewer games reach the horizon", "games that reached the ply limit, over all games", false, share(Cut)},
	{"open", shares, "Open", "fewer games stay open", "unfinished games whose last position has no known value, over all games", true, share(Open)},
	{"stalled", shares, "Stalled", "fewer games stall", "open games without a conversion in their last 100 plies, over all games", true, share(Stalled)},
	{"void", shares, "Void", "fewer games are void", "games broken off and not counted, over all games", false, share(Void)},
	{"plies", lengths, "Median length", "games are shorter", "length of a game, cut off by the horizon", false, Ratio{}},
	{"player-score", points, "Score of the player named first", "the player named first scores less", "wins, half the draws and half the open games of the player named first, over all that are not void or forfeited", true, score(LeadWins)},
	{"huffed", perGame("pieces"), "Pieces huffed a game", "fewer pieces are huffed", "pieces lost to a huff, over all games", true, Per(Huffed, Games)},
	{"omissions", perGame("omissions"), "Omissions a game", "fewer due captures are left", "due captures left untaken, over all games", true, Ratio{Of: Omissions, Per: []Count{Games}}},
	{"playable", turns, "Playable turns", "fewer turns can be played", "turns that could be played, over all decisions", true, Per(Playable, Decisions)},
}

// DefaultMetrics are those of a study that names none.
func DefaultMetrics() (words []string) {
	for _, m := range Metrics {
		if !m.Asked {
			words = append(words, m.Word)
		}
	}
	return words
}

// Noun is the metric amid a sentence: “draw rate”, “share of games won by the first mover”.
func (m Metric) Noun() string {
	noun, of := profile.MidSentence(m.Title), ""
	switch {
	case m.IsRate() && !strings.HasSuffix(noun, " rate") && !strings.HasSuffix(noun, " share"):
		of = "share of games "
	case !m.IsRate() && m.Unit != points && m.Unit != lengths:
		of = "number of "
	}
	return of + noun
}

// Says is what is so where the metric is less, or greater.
func (m Metric) Says(less bool) string {
	if less {
		return m.Less
	}
	return more.Replace(m.Less)
}

var more = strings.NewReplacer("fewer", "more", "less", "more", "shorter", "longer")

// IsRate reports whether the metric is a share of games.
func (m Metric) IsRate() bool { return m.Unit == shares }

// OfPairs reports whether a metric is about the player named first, and says nothing of a
// player that meets itself.
func (m Metric) OfPairs() bool { return m.Word == "player-score" }

// IsLength reports whether the metric is a length in plies, which the horizon cuts off.
func (m Metric) IsLength() bool { return m.Unit == lengths }

// ofEnds reports whether a metric is only about how and when games end.
func ofEnds(word string) bool { return AtMostOne(word) || word == "plies" }

// AtMostOne reports whether a metric lies between 0 and 1 in every sample.
func AtMostOne(word string) bool {
	return slices.ContainsFunc(Metrics, func(m Metric) bool { return m.Word == word && (m.Unit == shares || m.Unit == points) })
}

// CheckMetric returns an error unless word is the Word of a metric.
func CheckMetric(word string) error {
	if words := names(Metrics, func(m Metric) string { return m.Word }); !slices.Contains(words, word) {
		return fmt.Errorf("unknown metric %q (%s)", word, strict.Wanted(word, words))
	}
	return nil
}
