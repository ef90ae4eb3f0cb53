package people

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/replay"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// level is that of all intervals here.
const level = 0.95

// A Game is what is counted of one game, played by people or by players.
type Game struct {
	Result    rules.Result // Ongoing: none is stated
	Moves     int          // that the text gives, or were played
	Plies     int          // of them, those that could be followed
	Whole     bool         // from the start to its end, so that Plies is its length
	Course    replay.Course
	Omissions int
}

// GameOf is what a judge found in a game of a file, counted.
func GameOf(text *notation.Game, f *replay.Finding) Game {
	g := Game{Result: f.Result, Moves: len(text.Moves), Plies: f.Plies, Whole: f.Complete && len(f.Turns) > 0, Course: f.Course}
	for _, n := range f.Omissions[1:] {
		g.Omissions += n
	}
	if f.Illegal != nil && slices.Contains(f.Illegal.Forbidding, "capture.obligation") {
		g.Omissions++
	}
	return g
}

// Games are games counted together, and by a value that each has.
type Games struct {
	all []Game
	by  map[string]*Games
}

// Add adds a game with the values by which games are told apart, if there are any.
func (g *Games) Add(game Game, by ...string) {
	g.all = append(g.all, game)
	for _, value := range by {
		if g.by == nil {
			g.by = map[string]*Games{}
		}
		if g.by[value] == nil {
			g.by[value] = new(Games)
		}
		g.by[value].Add(game)
	}
}

// A Figure is an estimate with its interval of 95 %. What cannot be said is NaN.
type Figure struct{ Value, Low, High float64 }

func rate(k, n int) Figure {
	if n == 0 {
		return Figure{math.NaN(), math.NaN(), math.NaN()}
	}
	r := stats.Rate{K: k, N: n}
	i := r.Wilson(level)
	return Figure{r.Value(), i.Low, i.High}
}

// mean is a ratio of sums with games as clusters. None of what is counted is negative.
func mean(cells []stats.Cell) Figure {
	cells = slices.DeleteFunc(cells, func(c stats.Cell) bool { return c.N == 0 })
	switch len(cells) {
	case 0:
		return Figure{math.NaN(), math.NaN(), math.NaN()}
	case 1:
		return Figure{cells[0].Sum / float64(cells[0].N), math.NaN(), math.NaN()}
	}
	e := stats.Mean(cells, level)
	return Figure{e.Value, max(0, e.Low), e.High}
}

// share is that of trials with games as clusters.
func share(cells []stats.Cell) Figure {
	r := stats.RateOf(cells)
	if r.N == 0 {
		return rate(0, 0)
	}
	i := r.Wilson(level)
	return Figure{r.Value(), i.Low, i.High}
}

// Stats are what a collection of games is like.
type Stats struct {
	Games        int // with moves
	WithoutMoves int // apart: they count for nothing else
	Results      int // games with a result
	Draws        int
	FirstWins    int
	SecondWins   int
	DrawRate     Figure // of games with a result
	FirstScore   Figure // of them: the first mover's share of the points
	Lengths      [3]float64
	Whole        int // games that have a length
	// Of the turns that could be followed.
	Captures   Figure // captures a ply
	Turns      Figure // playable turns a ply
	Forced     Figure // share of plies at which one turn was playable
	Promotions Figure // a game
	Omissions  int    // captures that were due and left
	Chances    int    // plies at which a capture was due
	Openings   []Opening
	By         map[string]*Stats
}

// An Opening is how many games began with the same turns.
type Opening struct {
	Turns string `json:"turns"`
	Games int    `json:"games"`
}

// mostOpenings is how many openings are listed.
const mostOpenings = 10

// Stats sums the games up.
func (g *Games) Stats() *Stats {
	s := new(Stats)
	var points, captures, turns, forced, promotions []stats.Cell
	var lengths []int
	openings := map[string]int{}
	for i := range g.all {
		x := &g.all[i]
		if x.Moves == 0 {
			s.WithoutMoves++
			continue
		}
		s.Games++
		score, counts := 0.5, true
		switch x.Result {
		case rules.FirstWins:
			s.FirstWins++
			score = 1
		case rules.SecondWins:
			s.SecondWins++
			score = 0
		case rules.Draw:
			s.Draws++
		default:
			counts = false
		}
		if counts {
			points = append(points, stats.Cell{Sum: score, N: 1})
		}
		if x.Whole {
			lengths = append(lengths, x.Plies)
		}
		c := &x.Course
		captures = append(captures, stats.Cell{Sum: float64(c.Captures), N: c.Turns})
		turns = append(turns, stats.Cell{Sum: float64(c.Playable), N: c.Turns})
		forced = append(forced, stats.Cell{Sum: float64(c.Forced), N: c.Turns})
		promotions = append(promotions, stats.Cell{Sum: float64(c.Promotions), N: min(1, c.Turns)})
		s.Omissions += x.Omissions
		s.Chances += c.Owed
		if c.Opening != "" {
			openings[c.Opening]++
		}
	}
	s.Results = len(points)
	s.DrawRate, s.FirstScore = rate(s.Draws, s.Results), mean(points)
	s.Captures, s.Turns, s.Forced, s.Promotions = mean(captures), mean(turns), share(forced), mean(promotions)
	s.Whole = len(lengths)
	slices.Sort(lengths)
	for i := range s.Lengths {
		s.Lengths[i] = quantile(lengths, float64(i+1)/4)
	}
	for turns, n := range openings {
		s.Openings = append(s.Openings, Opening{turns, n})
	}
	slices.SortFunc(s.Openings, func(a, b Opening) int {
		if a.Games != b.Games {
			return b.Games - a.Games
		}
		return strings.Compare(a.Turns, b.Turns)
	})
	s.Openings = s.Openings[:min(len(s.Openings), mostOpenings)]
	for value, games := range g.by {
		if s.By == nil {
			s.By = map[string]*Stats{}
		}
		s.By[value] = games.Stats()
	}
	return s
}

// quantile interpolates between neighbours: definition 7 of Hyndman and Fan (1996), The
// American Statistician 50, p. 363. It is NaN of nothing.
func quantile(sorted []int, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := q * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return float64(sorted[low]) + (at-float64(low))*float64(sorted[high]-sorted[low])
}

// figures are those of s that have intervals, as JSON and people call them.
func (s *Stats) figures() []named {
	return []named{
		{"draw_rate", "draws, %", 100, s.DrawRate},
		{"first_score", "first mover's score, %", 100, s.FirstScore},
		{"captures_per_ply", "captures a ply", 1, s.Captures},
		{"turns_per_ply", "playable turns a ply", 1, s.Turns},
		{"forced_share", "forced plies, %", 100, s.Forced},
		{"promotions", "promotions a game", 1, s.Promotions},
	}
}

type named struct {
	key, words string
	scale      float64
	Figure
}

// MarshalJSON writes each figure as three numbers: NAME, NAME_low and NAME_high; null
// where it cannot be said.
func (s *Stats) MarshalJSON() ([]byte, error) {
	var f fields
	s.fields(&f)
	return f.object(), nil
}

func (s *Stats) fields(f *fields) {
	f.put("games", s.Games)
	f.put("without_moves", s.WithoutMoves)
	f.put("results", s.Results)
	f.put("draws", s.Draws)
	f.put("first_wins", s.FirstWins)
	f.put("second_wins", s.SecondWins)
	for _, x := range s.figures() {
		f.figure(x.key, x.Figure)
	}
	lengths := []float64{}
	if s.Whole > 0 {
		lengths = s.Lengths[:]
	}
	f.put("lengths", lengths)
	f.put("omissions", s.Omissions)
	f.put("omissions_high", rate(s.Omissions, s.Chances).High)
	f.put("chances", s.Chances)
	f.put("openings", slices.Concat([]Opening{}, s.Openings))
	if s.By != nil {
		f.put("by", s.By)
	}
}

// WriteText writes s for people: a column for all games, and one line for each value that
// tells them apart.
func (s *Stats) WriteText(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "games with moves\t%d\n", s.Games)
	if s.WithoutMoves > 0 {
		fmt.Fprintf(w, "games without moves, counted apart\t%d\n", s.WithoutMoves)
	}
	fmt.Fprintf(w, "games with a result\t%d: first mover won %d, drawn %d, second won %d\n", s.Results, s.FirstWins, s.Draws, s.SecondWins)
	for _, f := range s.figures() {
		fmt.Fprintf(w, "%s\t%s\n", f.words, f.text())
	}
	if s.Whole > 0 {
		fmt.Fprintf(w, "plies: quarter, half, three quarters of games are shorter\t%g, %g, %g\n", s.Lengths[0], s.Lengths[1], s.Lengths[2])
	}
	if s.Chances > 0 {
		high := 100 * rate(s.Omissions, s.Chances).High
		form := "%.2g"
		if high >= 10 {
			form = "%.0f"
		}
		fmt.Fprintf(w, "due captures left\t%d of %d, at most "+form+" %%\n", s.Omissions, s.Chances, high)
	}
	for i, o := range s.Openings {
		words := ""
		if i == 0 {
			words = "openings"
		}
		fmt.Fprintf(w, "%s\t%s: %s, %.1f %%\n", words, o.Turns, gamesText(o.Games), 100*float64(o.Games)/float64(s.Games))
	}
	w.Flush()
	if s.By == nil {
		return
	}
	w = tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\n\tgames\tdraws, %\tfirst's score, %\tmedian plies\t")
	for _, value := range slices.Sorted(maps.Keys(s.By)) {
		v := s.By[value]
		shown := replay.Cut(value, replay.LongestName) // every row is as wide as the widest
		median := "-"
		if v.Whole > 0 {
			median = fmt.Sprintf("%.4g", v.Lengths[1])
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t\n", shown, v.Games, v.figures()[0].text(), v.figures()[1].text(), median)
	}
	w.Flush()
}

func gamesText(n int) string {
	if n == 1 {
		return "1 game"
	}
	return fmt.Sprintf("%d games", n)
}

func (f *named) text() string {
	if math.IsNaN(f.Value) {
		return "-"
	}
	text := fmt.Sprintf("%.3g", f.scale*f.Value)
	if math.IsNaN(f.Low) || math.IsInf(f.Low, 0) {
		return text
	}
	return fmt.Sprintf("%s (%.3g to %.3g)", text, f.scale*f.Low, f.scale*f.High)
}

// Recorded is a recorded game, counted, with its turns from the start.
func Recorded(r *rules.Rules, rec *record.Record) (Game, []rules.Turn, error) {
	g := Game{Result: resultOf(rec), Moves: int(rec.Plies), Plies: int(rec.Plies), Whole: true}
	var turns []rules.Turn
	_, err := record.Walk(r, rec, func(h *rules.History, _ int, next *rules.Turn) {
		if next != nil {
			turns = append(turns, *next)
			g.Course.Add(h.Turns(), next)
		}
	})
	c := rec.Counts()
	g.Omissions = c[study.Missed] + c[study.Partial] + c[study.Weaker] - c[study.Compelled] // what was taken back was not left
	return g, turns, err
}

// resultOf is how a recorded game ended. One that was cut off has no result unless its
// last position has a value.
func resultOf(rec *record.Record) rules.Result {
	if side, won := rec.Won(); won {
		return rules.WinOf(side)
	}
	if rec.Result == rules.Draw.String() || rec.Result == record.Horizon && rec.Value == rules.Draw.String() {
		return rules.Draw
	}
	return rules.Ongoing
}

// Spread returns n of the items, evenly spread, in their order.
func Spread[T any](items []T, n int) []T {
	if n >= len(items) {
		return items
	}
	list := make([]T, 0, n)
	for i := range n {
		list = append(list, items[i*len(items)/n])
	}
	return list
}
