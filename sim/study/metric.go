package study

import (
	"fmt"
	"slices"
	"strings"
)

type Count int

// The counts. To have another, declare it here and name it in counts; if it is
// made in play, Record has its column, or one for each side.
const (
	Games Count = iota
	FirstWins
	SecondWins
	Draws
	Cut // at the horizon
	Void
	Forfeited

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

	LeadWins // by the player named first
)

// counts gives the id of each, under which reports have it and records their
// column, and its head in tables.
var counts = [...]struct{ id, title string }{
	Games:      {"games", "games"},
	FirstWins:  {"first_wins", "won by first"},
	SecondWins: {"second_wins", "won by second"},
	Draws:      {"draws", "drawn"},
	Cut:        {"horizon", "horizon"},
	Void:       {"void", "void"},
	Forfeited:  {"forfeited", "forfeited"},
	Plies:      {"plies", "plies"},
	Decisions:  {"decisions", "decisions"},
	Playable:   {"playable", "playable turns"},
	Due:        {"due", "due turns"},
	Owed:       {"owed", "due"},
	Captures:   {"captures", "captures"},
	MenTaken:   {"men_taken", "men taken"},
	KingsTaken: {"kings_taken", "kings taken"},
	Promotions: {"promotions", "promotions"},
	Missed:     {"missed", "missed"},
	Partial:    {"partial", "partial"},
	Weaker:     {"weaker", "weaker"},
	Huffed:     {"huffed", "huffed"},
	Compelled:  {"compelled", "compelled"},
	Waived:     {"waived", "let pass"},
	Corrected:  {"corrected", "corrected"},
	Replayed:   {"replayed", "replayed"},
	LeadWins:   {"lead_wins", "won by the player named first"},
}

func (c Count) ID() string { return counts[c].id }

func (c Count) Title() string { return counts[c].title }

var (
	Decisive  = []Count{FirstWins, SecondWins}
	Scored    = []Count{FirstWins, SecondWins, Draws}
	Ended     = []Count{FirstWins, SecondWins, Draws, Forfeited} // neither horizon nor void cut them off
	Omissions = []Count{Missed, Partial, Weaker}
)

type Counts [len(counts)]int

func (c *Counts) Add(d *Counts) {
	for i, n := range d {
		c[i] += n
	}
}

func (c *Counts) Sum(of ...Count) (sum int) {
	for _, k := range of {
		sum += c[k]
	}
	return sum
}

// A Ratio is one sum of counts, half of others included, over another.
type Ratio struct{ Of, Halves, Per []Count }

func (r Ratio) In(c *Counts) (sum float64, n int) {
	return float64(c.Sum(r.Of...)) + float64(c.Sum(r.Halves...))/2, c.Sum(r.Per...)
}

func Per(of, per Count) Ratio { return Ratio{Of: []Count{of}, Per: []Count{per}} }

// A Unit is that of a metric. People read values multiplied by Factor, with
// that many decimals, and differences in Points.
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

type Metric struct {
	Word  string
	Unit  Unit
	Title string
	Verb  string // games are said to be: where they are most and fewest is found
	Means string
	// Asked metrics are compared only where a study names them.
	Asked bool
	// Ratio is what it is of counts; none of lengths, which are censored.
	Ratio
}

// Metrics are the metrics that a study may name, in the order of reports.
var Metrics = []Metric{
	{"decisive", shares, "Decisive share", "won by one side", "games that one side won, over all games", false, Ratio{Of: Decisive, Per: []Count{Games}}},
	{"drawn", shares, "Draw rate", "drawn", "games drawn, over all games", false, Per(Draws, Games)},
	{"drawn-ended", shares, "Draw rate of the games that ended", "", "games drawn, over all games that neither horizon nor void cut off", false, Ratio{Of: []Count{Draws}, Per: Ended}},
	{"first-wins", shares, "Won by the first mover", "", "games that the first mover won, over all games", false, Per(FirstWins, Games)},
	{"second-wins", shares, "Won by the second mover", "", "games that the second mover won, over all games", false, Per(SecondWins, Games)},
	{"first-score", points, "First mover's score", "", "the first mover's wins and half the draws, over all decided and drawn games", false, Ratio{[]Count{FirstWins}, []Count{Draws}, Scored}},
	{"horizon", shares, "Reached the horizon", "", "games that reached the ply limit, over all games", false, Per(Cut, Games)},
	{"void", shares, "Void", "", "games broken off and not counted, over all games", false, Per(Void, Games)},
	{"plies", lengths, "Median length", "", "length of a game, censored by horizon and void", false, Ratio{}},
	{"player-score", points, "Score of the player named first", "", "wins and half the draws of the player named first, over all decided and drawn games", true, Ratio{[]Count{LeadWins}, []Count{Draws}, Scored}},
	{"huffed", perGame("pieces"), "Pieces huffed a game", "", "pieces lost to a huff, over all games", true, Per(Huffed, Games)},
	{"omissions", perGame("omissions"), "Omissions a game", "", "due captures left untaken, over all games", true, Ratio{Of: Omissions, Per: []Count{Games}}},
	{"playable", turns, "Playable turns", "", "turns that could be played, over all decisions", true, Per(Playable, Decisions)},
}

func (m Metric) IsRate() bool { return m.Unit == shares }

func (m Metric) IsLength() bool { return m.Unit == lengths }

// AtMostOne reports whether a metric lies between 0 and 1 in every sample.
func AtMostOne(word string) bool {
	return slices.ContainsFunc(Metrics, func(m Metric) bool { return m.Word == word && (m.Unit == shares || m.Unit == points) })
}

func CheckMetric(word string) error {
	if words := names(Metrics, func(m Metric) string { return m.Word }); !slices.Contains(words, word) {
		return fmt.Errorf("unknown metric %q (want %s)", word, strings.Join(words, ", "))
	}
	return nil
}
