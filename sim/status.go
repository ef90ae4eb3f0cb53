package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"text/tabwriter"

	"varlab/internal/plain"
	"varlab/rules"
	"varlab/sim/random"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Status is the state of a run.
type Status struct {
	Study         string   `json:"study"`
	StudyHash     string   `json:"study_hash"`
	Program       string   `json:"program"`
	Games         int      `json:"games"`
	GamesComplete int      `json:"games_complete"`
	Shards        int      `json:"shards"`
	Complete      int      `json:"complete"`
	Open          []int    `json:"open"` // numbers of the shards that are to be played
	Missing       []string `json:"missing"`
	Damaged       []string `json:"damaged"`
	Playing       bool     `json:"playing"` // by a process on this machine
	// Both are null if no shard is in the log yet.
	GamesPerSecond *float64 `json:"games_per_second"` // of one worker, over all that was logged
	SecondsLeft    *float64 `json:"seconds_left"`     // with as many workers as are at work, or as run would have

	// Cells are what the complete games of each rule set and player came to so far. A run
	// that is stopped for what they show shows too much.
	Cells []SoFar `json:"cells"`

	// Refused says why the program may not play the open shards; empty if it may.
	Refused string `json:"refused"`

	damages []*record.Damage
	workers int
}

// SoFar counts games of a cell by their results.
type SoFar struct {
	Rules      string    `json:"rules"`
	Players    [2]string `json:"players"`
	Games      int       `json:"games"`
	Won        int       `json:"won"` // by either side
	Drawn      int       `json:"drawn"`
	Unfinished int       `json:"unfinished"`
	ByValue    int       `json:"drawn_by_value"` // of the unfinished
	Open       int       `json:"open"`           // of the unfinished: their end has no known value

	// Weights say of each player whose it has; none if neither has any use for some.
	Weights []string `json:"weights,omitempty"`

	name string
}

// Add counts a game.
func (c *SoFar) Add(rec *record.Record) {
	c.Games++
	switch rec.Result {
	case rules.FirstWins.String(), rules.SecondWins.String():
		c.Won++
	case rules.Draw.String():
		c.Drawn++
	case record.Horizon:
		c.Unfinished++
		switch rec.Value {
		case rules.Draw.String():
			c.ByValue++
		case "":
			c.Open++
		}
	}
}

// Draws is the share of the games that are drawn, by rule or by value.
func (c *SoFar) Draws() stats.Rate { return stats.Rate{K: c.Drawn + c.ByValue, N: c.Games} }

// NewStatus checks every byte of a run. Program is the one that would play on.
func NewStatus(ctx context.Context, run *record.Run, program string) (*Status, error) {
	survey, err := run.Survey(ctx)
	if err != nil {
		return nil, err
	}
	m, open := run.Manifest, survey.Open()
	s := &Status{
		Study: m.Study.Name, StudyHash: m.StudyHash, Program: m.Program, Games: m.Games(), GamesComplete: m.Games(),
		Shards: len(m.Shards), Complete: len(m.Shards) - len(open), Open: append([]int{}, open...),
		Missing: []string{}, Damaged: []string{}, Playing: run.Playing(), damages: survey.Damages, workers: runtime.NumCPU(),
	}
	for _, i := range survey.Missing {
		s.Missing = append(s.Missing, m.Shards[i].File)
	}
	for _, d := range survey.Damages {
		s.Damaged = append(s.Damaged, d.File)
	}
	if err := run.Refuses(program, open); err != nil {
		s.Refused = err.Error()
	}
	names := m.Study.CellNames()
	for i, c := range m.Cells {
		of := SoFar{Rules: c.RuleSet, Players: c.Players, name: plain.Line(names[i])}
		cell := m.Study.Cell(i)
		for k, whose := range c.Weights {
			player := [2]study.Player{cell.A, cell.B}[k%2]
			of.Weights = append(of.Weights, study.Whose(whose, player.Learns && len(m.Study.RuleSets[cell.RuleSet].Taught) > 0))
		}
		s.Cells = append(s.Cells, of)
	}
	for i, shard := range m.Shards {
		if slices.Contains(open, i) {
			s.GamesComplete -= shard.To - shard.From
			continue
		}
		c := &s.Cells[shard.Cell]
		if _, err := run.Games(i, func(rec *record.Record) bool {
			c.Add(rec)
			return true
		}); err != nil {
			return nil, err
		}
	}
	games, seconds := 0, 0.0 // the cells grow side by side, so one pace serves all
	for _, e := range run.Logs() {
		if e.Workers > 0 && s.Playing {
			s.workers = e.Workers // of the last log
		}
		games, seconds = games+e.Games, seconds+e.Seconds
	}
	if seconds > 0 {
		rate := float64(games) / seconds
		left := float64(s.Games-s.GamesComplete) / rate / float64(s.workers)
		s.GamesPerSecond, s.SecondsLeft = &rate, &left
	}
	return s, nil
}

// WriteText writes a status as text.
func (s *Status) WriteText(w io.Writer) {
	fmt.Fprintf(w, "study %s, hash %.12s, by %s\n", plain.Line(s.Study), s.StudyHash, cmp.Or(plain.Line(s.Program), record.NoVersion))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "complete\t%d of %d shards\t%d of %d games\n", s.Complete, s.Shards, s.GamesComplete, s.Games)
	fmt.Fprintf(t, "missing\t%d\ndamaged\t%d\n", len(s.Missing), len(s.Damaged))
	if s.GamesPerSecond == nil {
		fmt.Fprintf(t, "rate\tunknown\n")
	} else {
		fmt.Fprintf(t, "rate\t%.3g games a second\teach worker\n", *s.GamesPerSecond)
	}
	if s.GamesPerSecond != nil && len(s.Open) > 0 {
		fmt.Fprintf(t, "left\t%s\twith %d %s\n", Lasting(*s.SecondsLeft), s.workers, map[bool]string{true: "at work", false: "workers"}[s.Playing])
	}
	if s.Playing {
		fmt.Fprintln(t, "playing\tnow")
	}
	t.Flush()
	for _, c := range s.Cells {
		if c.Games > 0 {
			share := func(n int) float64 { return 100 * float64(n) / float64(c.Games) }
			fmt.Fprintf(t, "%s\t%d games\twon %.1f %%\tdrawn %.1f %%\topen %.1f %%\n", c.name, c.Games, share(c.Won+c.Unfinished-c.ByValue-c.Open), share(c.Drawn+c.ByValue), share(c.Open))
			for _, words := range slices.Compact(slices.Clone(c.Weights)) {
				if words != study.OwnWeights && words != "" {
					fmt.Fprintf(t, "\tweights %s\n", plain.Line(words))
				}
			}
		}
	}
	t.Flush()
	for _, d := range s.damages {
		fmt.Fprintln(w, d)
	}
}

type Verification struct {
	Options // Only and Note play no part
	// Sample is the share of the games that are replayed, at least one a shard; Seed draws
	// them. Nobody who could have changed the run may foresee it.
	Sample float64
	Seed   uint64
	// Repeats reports whether the player of a spec plays the same again from the same seed;
	// nil: all do. The others are not made, and none is a Corrector.
	Repeats func(spec string) bool
}

func (v *Verification) repeats(spec string) bool { return v.Repeats == nil || v.Repeats(spec) }

type Verified struct {
	Shards   int `json:"shards"`   // in all
	Whole    int `json:"whole"`    // every byte and every row as written
	Games    int `json:"games"`    // in whole shards
	Replayed int `json:"replayed"` // games whose turns were played again: all legal, with the recorded result
	Repeated int `json:"repeated"` // of these, games that the players played again from the seed, turn for turn
	// Repeatable counts the games in whole shards that the players can play again. The
	// others are games of external engines, which may choose otherwise each time.
	Repeatable int      `json:"repeatable"`
	Missed     Missed   `json:"missed"`
	Seed       uint64   `json:"seed"`    // drew the games
	Root       string   `json:"root"`    // record.Run.Root; empty if a shard is missing
	Program    string   `json:"program"` // that played the games
	Missing    []string `json:"missing"`
	Faults     []string `json:"faults"`

	thinnest float64 // the least share of a shard's repeatable games that were played again
}

// Missed bounds the chance that a sample holds none of the games that somebody forged,
// wherever they stand among the games that can be played again.
type Missed struct {
	One     float64 `json:"one"`     // a single game
	Percent float64 `json:"percent"` // a hundredth of them, at least one
}

// missed bounds the chance if at least this share of the games of each shard was sampled. A
// shard of m games with k drawn and f forged has none of these among the drawn with chance
// C(m-f, k)/C(m, k), which is at most (1 - f/m)^k; over all shards that is greatest, by Jensen's
// inequality, where the forged are spread evenly.
func missed(share float64, games int) Missed {
	if games == 0 || share == 1 {
		return Missed{}
	}
	return Missed{1 - share, math.Pow(1-max(0.01, 1/float64(games)), share*float64(games))}
}

// WriteText writes the faults, a line each, and what was found whole. The run is in dir, as a
// command line names it.
func (v *Verified) WriteText(w io.Writer, dir string) {
	for _, fault := range v.Faults {
		fmt.Fprintln(w, plain.Line(fault))
	}
	if n := len(v.Missing); n > 0 {
		fmt.Fprintf(w, "%d of %d shards are missing (varlab run %s plays them)\n", n, v.Shards, dir)
	}
	fmt.Fprintf(w, "%d of %d shards are whole, with %d games; %d of these were replayed, and %d of these played again from their seeds\n",
		v.Whole, v.Shards, v.Games, v.Replayed, v.Repeated)
	if rest := v.Games - v.Repeatable; rest > 0 {
		fmt.Fprintf(w, "%d games are of external engines: it is verified that every turn is legal, that our own players play theirs again, and that counts and ends follow from the turns, but not that the engines would play so, or fail so, again\n", rest)
	}
	if v.Repeatable > 0 {
		fmt.Fprintf(w, "a share of 1 %% forged is missed with chance %s at most, a single game with chance %s\n", atMost(v.Missed.Percent), atMost(v.Missed.One))
	}
	if v.Root != "" {
		fmt.Fprintf(w, "root %s\n", v.Root)
	}
}

// atMost is a chance in three digits, rounded up.
func atMost(chance float64) string {
	text := fmt.Sprintf("%.3g", chance)
	if v, err := strconv.ParseFloat(text, 64); err == nil && v < chance {
		unit := math.Pow(10, math.Floor(math.Log10(chance))-2)
		text = fmt.Sprintf("%.3g", (math.Floor(chance/unit)+1)*unit)
	}
	return text
}

// Verify reads every existing shard of the run, replays a sample of its games under the rules,
// and lets the players play them again. The result has the faults of the run; an error says
// why it could not be checked. Verify writes nothing.
func (s *Schedule) Verify(ctx context.Context, v Verification) (*Verified, error) {
	run, err := record.Open(v.Dir)
	if err != nil {
		return nil, err
	}
	if err := run.Fits(s.Manifest); err != nil {
		return nil, err
	}
	if v.Begin != nil {
		v.Begin(run.Manifest.Games(), 0)
	}
	shards := run.Manifest.Shards
	results := make([]Verified, len(shards))
	err = work(ctx, max(1, v.Workers), len(shards), func(ctx context.Context, i int) error {
		err := s.verifyShard(ctx, run, i, v, &results[i])
		for range shards[i].To - shards[i].From {
			if err == nil && results[i].Whole > 0 && v.Played != nil {
				v.Played()
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	all := &Verified{Shards: len(shards), Seed: v.Seed, Program: run.Manifest.Program, Missing: []string{}, Faults: []string{}}
	thinnest := 1.0
	for i := range results {
		r := &results[i]
		all.Whole += r.Whole
		all.Games += r.Games
		all.Replayed += r.Replayed
		all.Repeated += r.Repeated
		all.Repeatable += r.Repeatable
		if r.Repeatable > 0 {
			thinnest = min(thinnest, r.thinnest)
		}
		all.Missing = append(all.Missing, r.Missing...)
		all.Faults = append(all.Faults, r.Faults...)
	}
	all.Missed = missed(thinnest, all.Repeatable)
	if len(all.Missing) > 0 { // even if it was written meanwhile
		return all, nil
	}
	if all.Root, err = run.Root(); err != nil && len(all.Faults) == 0 {
		return nil, err
	}
	return all, nil
}

func (s *Schedule) verifyShard(ctx context.Context, run *record.Run, i int, v Verification, found *Verified) error {
	shard := s.Manifest.Shards[i]
	fault := func(format string, args ...any) {
		found.Faults = append(found.Faults, fmt.Sprintf("%s: %s", shard.File, fmt.Sprintf(format, args...)))
	}
	sample := s.sample(i, v)
	var drawn []*record.Record
	_, err := run.Games(i, func(rec *record.Record) bool {
		if err := run.Manifest.Relations(rec); err != nil {
			fault("%v", err)
		}
		if slices.Contains(sample, int(rec.Game)) {
			copied := *rec
			drawn = append(drawn, &copied)
		}
		return true
	})
	if errors.Is(err, fs.ErrNotExist) {
		found.Missing = append(found.Missing, shard.File)
		return nil
	}
	if err != nil {
		found.Faults = append(found.Faults, err.Error())
		return nil
	}
	found.Whole, found.Games = 1, shard.To-shard.From

	cell := s.cells[shard.Cell]
	set := s.Plan.RuleSets[cell.RuleSet]
	repeats := v.repeats(cell.A.Spec) && v.repeats(cell.B.Spec)
	tables, err := run.Tables(i)
	if err == nil {
		err = s.checkTables(ctx, set.Rules, tables, fault)
	}
	if err != nil {
		return err
	}
	if repeats {
		found.Repeatable, found.thinnest = found.Games, float64(len(drawn))/float64(found.Games)
	}
	seats, reading, err := s.readers(shard.Cell, v)
	if err != nil {
		return err
	}
	defer seats.close()
	for _, rec := range drawn {
		found.Replayed++
		a, err := seats.sit(int(rec.Game))
		if err != nil {
			return err
		}
		err = seats.reads(ctx, reading, rec, a)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			fault("game %d: %v", rec.Game, err)
		} else if repeats {
			found.Repeated++
		}
	}
	return nil
}

// checkTables verifies that the exact tables that gave a shard's games values are those of
// this program.
func (s *Schedule) checkTables(ctx context.Context, r *rules.Rules, tables map[string]string, fault func(string, ...any)) error {
	if len(tables) == 0 {
		return nil
	}
	endings, err := s.endings(r)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		sum := ""
		if endings != nil {
			if sum, err = endings.Sum(ctx, name); err != nil && ctx.Err() != nil {
				return err
			}
		}
		if err != nil {
			fault("exact table %s: %v", name, err)
		} else if sum != tables[name] {
			fault("exact table %s has SHA-256 %.12s… here (the games had values from one with %.12s…)", name, sum, tables[name])
		}
	}
	return nil
}

func (s *Schedule) sample(i int, v Verification) []int {
	shard := s.Manifest.Shards[i]
	var games []int
	for g := shard.From; g < shard.To; g++ {
		games = append(games, g)
	}
	random.Shuffle(random.New("varlab sample", strconv.FormatUint(v.Seed, 10), s.Manifest.StudyHash, strconv.Itoa(i)), games)
	n := int(math.Ceil(v.Sample * float64(len(games))))
	return games[:min(max(n, 1), len(games))]
}
