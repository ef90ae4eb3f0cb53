package reports

import (
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Metric is one of study.Metrics with the way to count it.
type Metric struct {
	study.Metric
	Title string // as a heading
	// of counts it in some games: the sum and what it is a share of. Nil for
	// lengths, which are censored.
	of func(*Counts) (sum float64, n int)
	// isRate says that the values are 0 and 1.
	isRate bool
}

// IsRate reports whether the metric is a share of games.
func (m Metric) IsRate() bool { return m.isRate }

// IsLength reports whether the metric is a length in plies.
func (m Metric) IsLength() bool { return m.of == nil }

func share(k func(*Counts) int, n func(*Counts) int) func(*Counts) (float64, int) {
	return func(c *Counts) (float64, int) { return float64(k(c)), n(c) }
}

func games(c *Counts) int { return c.Games }

var counted = map[string]Metric{
	"decisive":    {Title: "Decisive share", isRate: true, of: share((*Counts).Decisive, games)},
	"drawn":       {Title: "Draw rate", isRate: true, of: share(func(c *Counts) int { return c.Draws }, games)},
	"drawn-ended": {Title: "Draw rate of the games that ended", isRate: true, of: share(func(c *Counts) int { return c.Draws }, (*Counts).Ended)},
	"first-wins":  {Title: "Won by the first mover", isRate: true, of: share(func(c *Counts) int { return c.First }, games)},
	"second-wins": {Title: "Won by the second mover", isRate: true, of: share(func(c *Counts) int { return c.Second }, games)},
	"first-score": {Title: "First mover's score", of: func(c *Counts) (float64, int) {
		return float64(c.First) + float64(c.Draws)/2, c.Scored()
	}},
	"horizon": {Title: "Reached the horizon", isRate: true, of: share(func(c *Counts) int { return c.Horizon }, games)},
	"void":    {Title: "Void", isRate: true, of: share(func(c *Counts) int { return c.Void }, games)},
	"plies":   {Title: "Median length"},

	"player-score": {Title: "Score of the player named first", of: func(c *Counts) (float64, int) {
		return float64(c.LeadWins) + float64(c.Draws)/2, c.Scored()
	}},
	"huffed":   {Title: "Pieces huffed a game", of: share(func(c *Counts) int { return c.Huffed }, games)},
	"defaults": {Title: "Defaults a game", of: share((*Counts).Defaults, games)},
	"playable": {Title: "Playable turns", of: playablePerDecision},
}

// metrics returns the metrics of the given words, or all, in the order of
// study.Metrics.
func metrics(words []string) []Metric {
	var list []Metric
	for _, m := range study.Metrics {
		known, ok := counted[m.Word]
		if !ok {
			continue
		}
		known.Metric = m
		wanted := len(words) == 0 && !m.Asked
		for _, w := range words {
			wanted = wanted || w == m.Word
		}
		if wanted {
			list = append(list, known)
		}
	}
	return list
}

func metric(word string) Metric { return metrics([]string{word})[0] }

// Rate returns a metric that IsRate, with its design effect.
func (c *Cell) Rate(m Metric) stats.Rate { return stats.RateOf(c.Tally.cells(m.of)) }

// Mean returns any ratio of counts with its interval over openings.
func (c *Cell) Mean(of func(*Counts) (float64, int)) stats.Estimate {
	return stats.Mean(c.Tally.cells(of), Level)
}

// Ratios that describe the course of games.
var (
	playablePerDecision = share(func(c *Counts) int { return c.Playable }, func(c *Counts) int { return c.Decisions })
	duePerDecision      = share(func(c *Counts) int { return c.Due }, func(c *Counts) int { return c.Decisions })
	owedPerDecision     = share(func(c *Counts) int { return c.Owed }, func(c *Counts) int { return c.Decisions })
	capturesPerGame     = share(func(c *Counts) int { return c.Captures }, games)
	promotionsPerGame   = share(func(c *Counts) int { return c.Promotions }, games)
	defaultsPerGame     = share((*Counts).Defaults, games)
)
