package main

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"varlab/sim"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// matched is what match says. Elo is null where it is infinite.
type matched struct {
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
	Test      *tested     `json:"test,omitempty"`
}

// tested is what the sequential test of a match came to.
type tested struct {
	Low      float64 `json:"elo_low"`
	High     float64 `json:"elo_high"`
	Alpha    float64 `json:"alpha"`
	LogRatio float64 `json:"log_ratio"`
	Bound    float64 `json:"bound"`
	Decision string  `json:"decision"` // low, high, undecided
}

const (
	matchGames = 400
	matchLevel = 0.95
)

func matchCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	var workers int
	test := stats.StrengthTest{Alpha: 0.05}
	s := study.Study{Name: "match"}
	cmd := &cobra.Command{
		Use:   "match PLAYER PLAYER -r ID",
		Short: "Let two players meet and say how much stronger one is",
		Long: `match plays games between two players under one rule set. Each opening is played
twice, with both colours, and such a pair is the unit of every figure: a draw counts
half a point, and so does a game cut off or broken off; who fails forfeits. With
--stop the match ends as soon as a sequential test has decided between two
differences in Elo; an estimate from a match that was stopped leans to the side
that it was stopped for.

` + playersHelp(),
		Example: "  varlab match search:nodes=1000 search:nodes=200 -r russian\n" +
			"  varlab match search:nodes=1000 greedy -r polonaise-souffler --games 100 --format json\n" +
			"  varlab match search:nodes=500 search:nodes=400 -r english --games 4000 --stop 0,20",
		Args: arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if workers < 1 {
				return usageError{fmt.Errorf("--workers %d (want at least 1)", workers)}
			}
			stops := cmd.Flags().Changed("stop")
			if stops && test.Low >= test.High {
				return usageError{fmt.Errorf("--stop %v,%v (want the smaller difference first)", test.Low, test.High)}
			}
			if !(test.Alpha > 0 && test.Alpha < 0.5) {
				return usageError{fmt.Errorf("--alpha %v (want more than 0 and less than 0.5)", test.Alpha)}
			}
			if len(flags.refs) != 1 {
				_, _, err := flags.one()
				return err
			}
			s.Rules, s.Pairs = flags.refs, [][2]string{{args[0], args[1]}}
			plan, err := s.Resolve(flags.ruleSets, playerInMatch)
			if err != nil {
				return err
			}
			if len(plan.RuleSets) != 1 {
				return usageError{fmt.Errorf("%d rule sets are named (want one, by -r)", len(plan.RuleSets))}
			}
			schedule, err := layOut(plan)
			if err != nil {
				return err
			}
			var stop func(*sim.Meeting) bool
			if stops {
				stop = func(m *sim.Meeting) bool { return test.Decide(m.Pairs) != stats.Undecided }
			}
			line := &progress{what: "games", out: cmd.ErrOrStderr()}
			m, err := schedule.Meet(cmd.Context(), 0, sim.Options{
				Workers: workers, NewPlayer: newPlayer, Begin: line.begin, Played: line.one,
			}, stop)
			line.end()
			if ctx := cmd.Context(); err != nil && ctx.Err() != nil {
				return fmt.Errorf("stopped after %d games (%d won, %d drawn, %d lost): %w", 2*m.Pairs.N(), m.Wins, m.Draws, m.Losses, ctx.Err())
			}
			if err != nil {
				return err
			}
			found := newMatched(schedule, m)
			if stops {
				found.Test = &tested{
					test.Low, test.High, test.Alpha, test.LogRatio(m.Pairs), test.Bound(), test.Decide(m.Pairs).String(),
				}
			}
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), found)
			}
			found.write(cmd.OutOrStdout())
			return nil
		},
	}
	flags.add(cmd, true)
	f := cmd.Flags()
	f.IntVar(&s.Games, "games", matchGames, "games, at most: `N`, an even number")
	f.Uint64Var(&s.Seed, "seed", compareSeed, "number from which all chance is made: `S`")
	f.IntVar(&s.HorizonPlies, "horizon", study.DefaultHorizonPlies, "ply at which a game that goes on is cut off: `N`")
	f.IntVar(&s.Openings.Plies, "opening-plies", study.DefaultOpeningPlies, "random quiet plies before the players begin, at least: `N`")
	f.Var(&testFlag{&test}, "stop", "end as soon as it is clear which of two differences in Elo it is: `LOW,HIGH`")
	f.Float64Var(&test.Alpha, "alpha", 0.05, "chance that --stop decides wrongly: `A`")
	workersFlag(cmd, &workers)
	format.add(cmd, "text", "json")
	return cmd
}

// testFlag is --stop.
type testFlag struct{ test *stats.StrengthTest }

func (f *testFlag) Type() string { return "low,high" }

func (f *testFlag) String() string {
	if f.test == nil || f.test.Low == f.test.High {
		return ""
	}
	return fmt.Sprintf("%v,%v", f.test.Low, f.test.High)
}

func (f *testFlag) Set(text string) error {
	var rest string
	if n, _ := fmt.Sscanf(text+" ", "%g,%g%s", &f.test.Low, &f.test.High, &rest); n != 2 ||
		!(math.Abs(f.test.Low) <= 1000 && math.Abs(f.test.High) <= 1000) {
		return errors.New("want two numbers from -1000 to 1000, such as 0,20")
	}
	return nil
}

func newMatched(s *sim.Schedule, m *sim.Meeting) *matched {
	set, cell := s.Plan.RuleSets[0], s.Manifest.Cells[0]
	score, interval := m.Pairs.Score(), m.Pairs.Interval(matchLevel)
	return &matched{
		Rules: set.ID, PlayHash: set.PlayHash, A: cell.Players[0], B: cell.Players[1], Weights: cell.Weights, Seed: s.Plan.Seed,
		Openings: min(m.Pairs.N(), cell.Clusters), Plies: s.Manifest.Boards[0].OpeningPlies,
		Games: 2 * m.Pairs.N(), Wins: m.Wins, Draws: m.Draws, Losses: m.Losses, Horizon: m.Horizon, Void: m.Void,
		ForfeitsA: m.Forfeits[0], ForfeitsB: m.Forfeits[1], Failure: m.Failure, Pairs: m.Pairs,
		Score: score, ScoreLow: interval.Low, ScoreHigh: interval.High,
		Elo: elo(score), EloLow: elo(interval.Low), EloHigh: elo(interval.High),
	}
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

func (m *matched) write(w io.Writer) {
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
	fmt.Fprintln(w)
	fmt.Fprintf(w, "pairs with 0, 1/2, 1, 3/2, 2 points: %d, %d, %d, %d, %d\n", m.Pairs[0], m.Pairs[1], m.Pairs[2], m.Pairs[3], m.Pairs[4])
	fmt.Fprintf(w, "score %.1f %% (%.1f to %.1f), Elo difference %s (%s to %s)\n",
		100*m.Score, 100*m.ScoreLow, 100*m.ScoreHigh,
		eloText(m.Elo, m.Score), eloText(m.EloLow, m.ScoreLow), eloText(m.EloHigh, m.ScoreHigh))
	if t := m.Test; t != nil {
		fmt.Fprintf(w, "test of %+g against %+g Elo: log ratio %.2f of ±%.2f, %s\n", t.Low, t.High, t.LogRatio, t.Bound,
			map[string]string{
				"low":       fmt.Sprintf("decided for %+g", t.Low),
				"high":      fmt.Sprintf("decided for %+g", t.High),
				"undecided": "undecided",
			}[t.Decision])
	}
	for i, n := range []int{m.ForfeitsA, m.ForfeitsB} {
		if n > 0 {
			fmt.Fprintf(w, "%s failed in %d games; the first failure: %s\n", []string{m.A, m.B}[i], n, m.Failure)
		}
	}
}

func eloText(elo *float64, score float64) string {
	switch {
	case elo != nil:
		return fmt.Sprintf("%+.0f", *elo)
	case score > 0:
		return "+infinite"
	}
	return "-infinite"
}
