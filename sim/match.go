package sim

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math"
	"sync"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Meeting is the score of a match, as the player named first sees it.
type Meeting struct {
	Wins      int         `json:"wins"`
	Draws     int         `json:"draws"` // by rule or by value, and broken-off games
	Losses    int         `json:"losses"`
	Open      int         `json:"open"`       // cut off without a known value: half a point each
	Void      int         `json:"void"`       // of the draws: broken off
	ForfeitsA int         `json:"forfeits_a"` // games that the first player forfeited
	ForfeitsB int         `json:"forfeits_b"`
	Failure   string      `json:"failure,omitempty"`  // how a player first failed
	Repeated  int         `json:"repeated,omitempty"` // games that repeat an earlier game from their opening turn by turn
	Pairs     stats.Pairs `json:"pentanomial"`        // an opening played with both colours: 0, 1/2, 1, 3/2, 2 points of the first
	Plies     int         `json:"-"`
	// Scores are points of the first player by opening, which is the unit of chance; counted
	// leaves out the broken-off games.
	Scores  stats.Scores `json:"-"`
	counted stats.Scores
	played  map[played]bool // nil if no opening is played twice
}

// played identifies a game that was played.
type played struct {
	opening int32
	side    board.Side // of the first player
	turns   [sha256.Size]byte
}

// Meet plays the games of a cell in which two players meet and keeps no records. Each opening
// is played with both colours. The result does not depend on the number of workers. If ctx
// ends first, or all games were forfeited, Meet returns the meeting so far with the error.
func (s *Schedule) Meet(ctx context.Context, cell int, o Options) (*Meeting, error) {
	if !s.cells[cell].Both() {
		return nil, fmt.Errorf("%q meets itself (want two players)", s.cells[cell].A.Spec)
	}
	m := new(Meeting)
	pairs := s.Manifest.Cells[cell].Games / 2
	if pairs > s.Manifest.Cells[cell].Clusters {
		m.played = map[played]bool{}
	}
	if o.Begin != nil {
		o.Begin(2*pairs, 0)
	}
	var mu sync.Mutex // guards the following
	var failed failures
	var over error // why no further pair counts
	next, waiting := 0, map[int][2]*record.Record{}
	seat := func() (*seats, error) { return s.seat(cell, o.NewPlayer) }
	err := Each(ctx, o.Workers, pairs, seat, func(ctx context.Context, seats *seats, i int) error {
		defer context.AfterFunc(ctx, seats.close)()
		var games [2]*record.Record
		for g := range games {
			var err error
			if games[g], err = seats.play(ctx, 2*i+g); err != nil {
				return err
			}
		}
		mu.Lock()
		defer mu.Unlock()
		for waiting[i] = games; over == nil && waiting[next][0] != nil; next++ {
			m.add(waiting[next], s.Plan.RuleSets[s.cells[cell].RuleSet].Rules)
			for _, rec := range waiting[next] {
				over = cmp.Or(over, o.tell(rec, &failed))
			}
			if over == nil {
				over = s.fails(cell, m, fewForfeits)
			}
			delete(waiting, next)
		}
		return over
	})
	mu.Lock()
	defer mu.Unlock()
	if err != nil {
		over = err
		return m, err
	}
	return m, cmp.Or(o.ended(&failed), s.fails(cell, m, 1))
}

// fewForfeits is how many forfeits of a player may be chance in a match that goes on.
const fewForfeits = 3

// fails is an error if a player of a cell has forfeited a third of the games, and at least the
// given number: such a match measures nothing.
func (s *Schedule) fails(cell int, m *Meeting, least int) error {
	for i, n := range []int{m.ForfeitsA, m.ForfeitsB} {
		if games := 2 * m.Pairs.N(); n >= least && 3*n >= games {
			spec := []study.Player{s.cells[cell].A, s.cells[cell].B}[i].Spec
			return fmt.Errorf("%s forfeited %d of %d games, and a match has no score once a player has forfeited a third of its games; the first: %s", spec, n, games, m.Failure)
		}
	}
	return nil
}

func (m *Meeting) add(games [2]*record.Record, r *rules.Rules) {
	halves, void := 0, 0
	for g, rec := range games {
		side := board.Side(g) // of the first player
		m.Plies += int(rec.Plies)
		winner, won := rec.Won()
		open := rec.Result == record.Horizon && rec.Value == ""
		if loser, failed := rec.Failed(); failed {
			winner, won = loser.Other(), true
			*[]*int{&m.ForfeitsA, &m.ForfeitsB}[side^loser]++
			if m.Failure == "" {
				m.Failure = rec.Forfeiture()
			}
		}
		switch {
		case won && winner == side:
			m.Wins++
			halves += 2
		case won:
			m.Losses++
		case open:
			m.Open++
			halves++
		default:
			m.Draws++
			switch r.Scored(rec.Outcome()) {
			case rules.WinOf(side):
				halves += 2
			case rules.WinOf(side.Other()):
			default:
				halves++
			}
			if rec.Result == rules.Void.String() {
				m.Void++
				void++
			}
		}
		if m.played != nil {
			p := played{rec.Opening, side, sha256.Sum256([]byte(rec.Turns))}
			if m.played[p] {
				m.Repeated++
			}
			m.played[p] = true
		}
	}
	m.Pairs[halves]++
	opening := int(games[0].Opening)
	m.Scores.Add(opening, float64(halves)/2, len(games))
	m.counted.Add(opening, float64(halves-void)/2, len(games)-void)
}

// A Match is a Meeting with its estimates. Elo is null where it is infinite.
type Match struct {
	Rules    string `json:"rules"`
	PlayHash string `json:"play_hash"`
	A        string `json:"a"`
	B        string `json:"b"`
	// Weights are the rule sets whose weights A and B have in turn; Taught, whether either has
	// weights that were learned for this one before the games.
	Weights      [][]study.Lender `json:"lenders,omitempty"`
	Taught       [2]bool          `json:"taught,omitzero"`
	Seed         uint64           `json:"seed"`
	Openings     int              `json:"openings"` // distinct
	OpeningPlies []int            `json:"opening_plies"`
	Games        int              `json:"games"`
	Meeting
	Score      float64  `json:"score"`
	ScoreLow   float64  `json:"score_low"`
	ScoreHigh  float64  `json:"score_high"`
	ScoreLeast float64  `json:"score_least"` // if the first player lost the open games
	ScoreMost  float64  `json:"score_most"`  // if the first player won them
	Elo        *float64 `json:"elo"`
	EloLow     *float64 `json:"elo_low"`
	EloHigh    *float64 `json:"elo_high"`
	// BegunAgain is the score, with its interval, if every broken-off game is played again
	// until one counts; null if no game was broken off, or all were.
	BegunAgain *[3]float64 `json:"begun_again,omitempty"` // value, low, high
}

// matchLevel is the level of a match's intervals.
const matchLevel = 0.95

// NewMatch estimates from a meeting in the first cell of s.
func NewMatch(s *Schedule, m *Meeting) *Match {
	set, cell := s.Plan.RuleSets[0], s.Manifest.Cells[0]
	all, interval := m.Scores.Estimate(matchLevel), m.Scores.Interval(matchLevel)
	score := all.Value
	open := float64(m.Open) / float64(max(1, 4*m.Pairs.N()))
	match := &Match{
		Rules: set.ID, PlayHash: set.PlayHash, A: cell.Players[0], B: cell.Players[1], Weights: cell.Weights, Seed: s.Plan.Seed,
		Openings: all.Clusters, OpeningPlies: s.Plan.Openings.Plies,
		Games: 2 * m.Pairs.N(), Meeting: *m,
		Score: score, ScoreLow: interval.Low, ScoreHigh: interval.High, ScoreLeast: score - open, ScoreMost: score + open,
		Elo: elo(score), EloLow: elo(interval.Low), EloHigh: elo(interval.High),
	}
	for i, player := range []study.Player{s.cells[0].A, s.cells[0].B} {
		match.Taught[i] = player.Learns && len(set.Taught) > 0
	}
	if m.Void > 0 && m.Void < match.Games {
		e := m.counted.Estimate(matchLevel)
		limits := e.Within(0, 1)
		match.BegunAgain = &[3]float64{e.Value, limits.Low, limits.High}
	}
	return match
}

// elo returns the difference in Elo that gives a score, or nil if it is infinite.
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
		if math.Abs(*elo) < 0.5 {
			return "0"
		}
		return fmt.Sprintf("%+.0f", *elo)
	case score > 0:
		return "+∞"
	}
	return "-∞"
}

// WriteText writes a match as text.
func (m *Match) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%s against %s under %s\n", m.A, m.B, m.Rules)
	for i, whose := range m.Weights {
		if len(whose) > 0 {
			fmt.Fprintf(w, "weights of %s: %s\n", []string{m.A, m.B}[i], study.Whose(whose, m.Taught[i]))
		}
	}
	openings := fmt.Sprintf("%d openings", m.Openings)
	if m.Openings == 1 {
		openings = "1 opening"
	}
	fmt.Fprintf(w, "%d games from %s of %s plies, each with both colours\n", m.Games, openings, study.Openings{Plies: m.OpeningPlies})
	if m.Pairs.N() > m.Openings {
		fmt.Fprintln(w, "openings were played more than once; each stays one unit of the intervals")
		if m.Repeated > 0 {
			fmt.Fprintf(w, "games that repeat an earlier one turn by turn, and bring nothing new: %d\n", m.Repeated)
		}
	}
	fmt.Fprintf(w, "won %d, drawn %d, lost %d", m.Wins, m.Draws, m.Losses)
	if m.Void > 0 {
		fmt.Fprintf(w, " (of the draws %d were broken off)", m.Void)
	}
	if m.Open > 0 {
		fmt.Fprintf(w, ", open at the ply limit %d (half a point each: the score lies between %.1f and %.1f %%)", m.Open, 100*m.ScoreLeast, 100*m.ScoreMost)
	}
	fmt.Fprintf(w, "\npairs with 0, 1/2, 1, 3/2, 2 points: %d, %d, %d, %d, %d\n", m.Pairs[0], m.Pairs[1], m.Pairs[2], m.Pairs[3], m.Pairs[4])
	fmt.Fprintf(w, "score %.1f %% (%.1f to %.1f), Elo difference %s (%s to %s)\n",
		100*m.Score, 100*m.ScoreLow, 100*m.ScoreHigh,
		EloText(m.Elo, m.Score), EloText(m.EloLow, m.ScoreLow), EloText(m.EloHigh, m.ScoreHigh))
	if b := m.BegunAgain; b != nil {
		fmt.Fprintf(w, "if every game broken off is begun again until one counts: score %.1f %% (%.1f to %.1f)\n", 100*b[0], 100*b[1], 100*b[2])
	}
	for i, n := range []int{m.ForfeitsA, m.ForfeitsB} {
		if n > 0 {
			fmt.Fprintf(w, "%s failed in %d games; the first failure: %s\n", []string{m.A, m.B}[i], n, m.Failure)
		}
	}
}
