package sim

import (
	"fmt"
	"io"

	"varlab/sim/stats"
)

// A Match is what two players have made of a match, with its estimates. Elo is null
// where it is infinite.
type Match struct {
	Rules     string      `json:"rules"`
	PlayHash  string      `json:"play_hash"`
	A         string      `json:"a"`
	B         string      `json:"b"`
	Weights   []string    `json:"weights,omitempty"` // of A and B, where they are learned
	Seed      uint64      `json:"seed"`
	Openings  int         `json:"openings"` // distinct
	Plies     int         `json:"opening_plies"`
	Games     int         `json:"games"`
	Wins      int         `json:"wins"`
	Draws     int         `json:"draws"`
	Losses    int         `json:"losses"`
	Horizon   int         `json:"horizon"`
	Void      int         `json:"void"`
	ForfeitsA int         `json:"forfeits_a"`
	ForfeitsB int         `json:"forfeits_b"`
	Failure   string      `json:"failure,omitempty"`
	Pairs     stats.Pairs `json:"pentanomial"` // pairs of games by points of A: 0, 1/2, 1, 3/2, 2
	Score     float64     `json:"score"`
	ScoreLow  float64     `json:"score_low"`
	ScoreHigh float64     `json:"score_high"`
	Elo       *float64    `json:"elo"`
	EloLow    *float64    `json:"elo_low"`
	EloHigh   *float64    `json:"elo_high"`
	Test      *MatchTest  `json:"test,omitempty"`
}

// A MatchTest is what the sequential test of a match came to.
type MatchTest struct {
	Low      float64 `json:"elo_low"`
	High     float64 `json:"elo_high"`
	Alpha    float64 `json:"alpha"`
	LogRatio float64 `json:"log_ratio"`
	Bound    float64 `json:"bound"`
	Decision string  `json:"decision"` // low, high, undecided
}

// matchLevel is that of a match's intervals.
const matchLevel = 0.95

// NewMatch says what a meeting in the first cell of s comes to.
func NewMatch(s *Schedule, m *Meeting) *Match {
	set, cell := s.Plan.RuleSets[0], s.Manifest.Cells[0]
	score, interval := m.Pairs.Score(), m.Pairs.Interval(matchLevel)
	return &Match{
		Rules: set.ID, PlayHash: set.PlayHash, A: cell.Players[0], B: cell.Players[1], Weights: cell.Weights, Seed: s.Plan.Seed,
		Openings: min(m.Pairs.N(), cell.Clusters), Plies: s.Manifest.Boards[0].OpeningPlies,
		Games: 2 * m.Pairs.N(), Wins: m.Wins, Draws: m.Draws, Losses: m.Losses, Horizon: m.Horizon, Void: m.Void,
		ForfeitsA: m.Forfeits[0], ForfeitsB: m.Forfeits[1], Failure: m.Failure, Pairs: m.Pairs,
		Score: score, ScoreLow: interval.Low, ScoreHigh: interval.High,
		Elo: elo(score), EloLow: elo(interval.Low), EloHigh: elo(interval.High),
	}
}

// SetTest adds what a sequential test comes to.
func (m *Match) SetTest(t stats.StrengthTest) {
	m.Test = &MatchTest{t.Low, t.High, t.Alpha, t.LogRatio(m.Pairs), t.Bound(), t.Decide(m.Pairs).String()}
}

// elo returns the difference in Elo that gives a score, or nil where it is
// infinite.
func elo(score float64) *float64 {
	if score <= 0 || score >= 1 {
		return nil
	}
	e := stats.Elo(score)
	return &e
}

// EloText writes a difference in Elo that gives a score.
func EloText(elo *float64, score float64) string {
	switch {
	case elo != nil:
		return fmt.Sprintf("%+.0f", *elo)
	case score > 0:
		return "+infinite"
	}
	return "-infinite"
}

// WriteText writes a match for people.
func (m *Match) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%s against %s under %s\n", m.A, m.B, m.Rules)
	for i, words := range m.Weights {
		if words != "" {
			fmt.Fprintf(w, "weights of %s: %s\n", []string{m.A, m.B}[i], words)
		}
	}
	fmt.Fprintf(w, "%d games from %d openings of %d plies, each with both colours\n", m.Games, m.Openings, m.Plies)
	fmt.Fprintf(w, "won %d, drawn %d, lost %d", m.Wins, m.Draws, m.Losses)
	if m.Horizon+m.Void > 0 {
		fmt.Fprintf(w, " (of the draws %d were cut off at the ply limit, %d broken off)", m.Horizon, m.Void)
	}
	fmt.Fprintf(w, "\npairs with 0, 1/2, 1, 3/2, 2 points: %d, %d, %d, %d, %d\n", m.Pairs[0], m.Pairs[1], m.Pairs[2], m.Pairs[3], m.Pairs[4])
	fmt.Fprintf(w, "score %.1f %% (%.1f to %.1f), Elo difference %s (%s to %s)\n",
		100*m.Score, 100*m.ScoreLow, 100*m.ScoreHigh,
		EloText(m.Elo, m.Score), EloText(m.EloLow, m.ScoreLow), EloText(m.EloHigh, m.ScoreHigh))
	if t := m.Test; t != nil {
		decision := t.Decision
		switch decision {
		case "low":
			decision = fmt.Sprintf("decided for %+g", t.Low)
		case "high":
			decision = fmt.Sprintf("decided for %+g", t.High)
		}
		fmt.Fprintf(w, "test of %+g against %+g Elo: log ratio %.2f of ±%.2f, %s\n", t.Low, t.High, t.LogRatio, t.Bound, decision)
	}
	for i, n := range []int{m.ForfeitsA, m.ForfeitsB} {
		if n > 0 {
			fmt.Fprintf(w, "%s failed in %d games; the first failure: %s\n", []string{m.A, m.B}[i], n, m.Failure)
		}
	}
}
