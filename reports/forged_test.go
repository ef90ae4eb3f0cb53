package reports

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/cost"
	"varlab/sim/record"
)

func firstShard(t testing.TB, dir string) (games []record.Record) {
	t.Helper()
	run, err := record.Open(dir)
	require.NoError(t, err)
	defer run.Close()
	_, err = run.Games(0, func(rec *record.Record) bool { games = append(games, *rec); return true })
	require.NoError(t, err)
	return games
}

// forgedShard puts games in the place of the first shard, with every hash as it has to be.
func forgedShard(t testing.TB, dir string, games []record.Record) {
	t.Helper()
	run, err := record.Open(dir)
	require.NoError(t, err)
	defer run.Close()
	require.NoError(t, os.Remove(filepath.Join(dir, run.Manifest.Shards[0].File)))
	w, err := run.Create(0)
	require.NoError(t, err)
	for i := range games {
		require.NoError(t, w.Write(&games[i]))
	}
	require.NoError(t, w.Commit())
}

// summed is a report of the run in all formats, or why there is none.
func summed(dir string) error {
	r, err := Load(context.Background(), dir)
	if err != nil {
		return err
	}
	for _, format := range Formats {
		if err := r.Write(io.Discard, format); err != nil {
			return err
		}
	}
	return nil
}

// Whatever number stands in a record whose hashes fit, a report is made of it or refused,
// with the shard, the row and what was wanted.
func TestForgedNumbers(t *testing.T) {
	dir := synthetic(t, "forged", fourRuleSets()[:2], []string{"random"}, 12, 6)
	require.NoError(t, summed(dir))
	games := firstShard(t, dir)
	for i, c := range record.Columns() {
		numbers := []int64{-1000, -1, math.MinInt32, math.MaxInt32}
		switch {
		case c.Type == "string" || c.Name == "cell" || c.Name == "game": // the writer refuses these
			continue
		case c.Type == "int64":
			numbers = append(numbers, math.MinInt64, math.MaxInt64)
		}
		for _, n := range numbers {
			forged := append([]record.Record{}, games...)
			reflect.ValueOf(&forged[3]).Elem().Field(i).SetInt(n)
			forgedShard(t, dir, forged)
			var err error
			cost.Limit(t, func() { err = summed(dir) })
			require.ErrorContains(t, err, "shards/00000.parquet: damaged: row 3: "+c.Name+" is ", "%s %d", c.Name, n)
			require.ErrorContains(t, err, "(want ")
		}
	}
}

// Nor do words that do not fit each other pass, nor counts that do only side by side.
func TestForgedWords(t *testing.T) {
	dir := synthetic(t, "forged", fourRuleSets()[:2], []string{"random"}, 12, 6)
	games := firstShard(t, dir)
	ends := func(r *record.Record, result, reason string) {
		r.Result, r.Reason, r.Value, r.Failure = result, reason, "", ""
	}
	for want, forge := range map[string]func(r *record.Record){
		"turns: ": func(r *record.Record) { r.Turns = strings.Repeat("x", 501) },
		"failure has 401 bytes (want at most 400)": func(r *record.Record) {
			ends(r, record.Forfeited, record.Forfeit)
			r.Failure = "first: " + strings.Repeat("x", 394)
		},
		`failure is "nobody: died"`: func(r *record.Record) {
			ends(r, record.Forfeited, record.Forfeit)
			r.Failure = "nobody: died"
		},
		"of a game that was not forfeited": func(r *record.Record) {
			ends(r, "first", "no-moves")
			r.Failure = "first: died"
		},
		"(want printable ASCII)": func(r *record.Record) { r.Turns = "1-2\t" + r.Turns },
		"replayed is ": func(r *record.Record) {
			r.Replayed = r.Plies + 2
			r.Turns = strings.Repeat("a ", 4*int(r.Plies))
		},
		"turns are ": func(r *record.Record) { r.Turns = strings.Repeat("a ", int(r.Plies)+9) },
		"other than adjudication, which the study has none of": func(r *record.Record) { ends(r, "first", record.Adjudication) },
		"agreement of a draw":                                         func(r *record.Record) { ends(r, "first", record.Agreement) },
		"resignation of a game that is lost":                          func(r *record.Record) { ends(r, "draw", record.Resignation) },
		"of the result first (want a reason that can bring it about)": func(r *record.Record) { ends(r, "first", "repetition") },
		"of the result draw (want a reason that can bring it about)":  func(r *record.Record) { ends(r, "draw", "no-pieces") },
		"of the result void (want stop)":                              func(r *record.Record) { ends(r, "void", "no-moves") },
		"want a reason of the rules":                                  func(r *record.Record) { ends(r, "draw", record.Horizon) },
		"(want horizon, at ply 300)":                                  func(r *record.Record) { ends(r, record.Horizon, "no-moves") },
		"(want forfeit)":                                              func(r *record.Record) { ends(r, record.Forfeited, "no-moves") },
		`result is "white"`:                                           func(r *record.Record) { ends(r, "white", "no-moves") },
		"of a game that was not cut off":                              func(r *record.Record) { ends(r, "first", "no-moves"); r.Value = "draw" },
		`value is "x" (want first, second, draw`: func(r *record.Record) {
			ends(r, record.Horizon, record.Horizon)
			r.Plies, r.Decisions, r.Playable, r.Value = 300, 296, 2000, "x"
		},
		"owed_second is 8, and ":                                    func(r *record.Record) { r.OwedFirst, r.OwedSecond = r.Decisions-7, 8 },
		"replayed is 1 (want 0, the omissions that were compelled)": func(r *record.Record) { r.Replayed = 1 },
		"decisions is 0 (want ":                                     func(r *record.Record) { r.Decisions, r.OwedFirst, r.OwedSecond = 0, 0, 0; r.Playable, r.Due = 0, 0 },
		"playable is 0 (want ":                                      func(r *record.Record) { r.Playable = 0 },
		"missed_first is 2, with partial and weaker 3 (want at most 2": func(r *record.Record) {
			r.OwedFirst, r.MissedFirst, r.PartialFirst, r.WeakerFirst, r.HuffedSecond = 1, 2, 1, 0, 1
		},
		"waived_second is 1, with compelled 1 (want at most 0": func(r *record.Record) {
			r.MissedSecond, r.PartialSecond, r.WeakerSecond, r.CompelledSecond, r.WaivedSecond = 0, 0, 0, 0, 1
		},
		"huffed_second is 1 (want 0": func(r *record.Record) {
			r.MissedSecond, r.PartialSecond, r.WeakerSecond, r.CompelledSecond, r.WaivedSecond, r.HuffedSecond = 0, 0, 0, 0, 0, 1
		},
		"captures_first is 3 (want at most 2, the pieces taken": func(r *record.Record) {
			r.CapturesFirst, r.MenTakenFirst, r.KingsTakenFirst = 3, 1, 1
		},
		"due is 0 (want ": func(r *record.Record) { r.Due = 0 },
		"owed_first is ":  func(r *record.Record) { r.OwedFirst, r.OwedSecond = r.Decisions/2+2, 0 },
		"men_taken_first is 20, with kings 20, in 0 captures": func(r *record.Record) {
			r.CapturesFirst, r.MenTakenFirst, r.KingsTakenFirst = 0, 20, 0
		},
		"in 9 captures, and 9 were huffed (want no more than stand on 50 squares)": func(r *record.Record) {
			r.CapturesFirst, r.MenTakenFirst, r.KingsTakenFirst = 9, 30, 12
			r.MissedFirst, r.HuffedFirst, r.OwedFirst = 9, 9, 9
		},
		"want at most 8: each but a last was huffed, compelled or waived)": func(r *record.Record) {
			ends(r, "first", "no-moves")
			r.MissedFirst, r.HuffedFirst, r.OwedFirst, r.CapturesFirst = 9, 7, 9, 1
		},
		"with compelled and waived 38 (want at most 18, in every other of ": func(r *record.Record) {
			ends(r, "first", "no-moves")
			r.Plies, r.Decisions = 40, 40-r.OpeningPlies
			r.Playable, r.Due, r.OwedSecond = 400, 100, 0
			r.MissedFirst, r.HuffedFirst, r.OwedFirst = 1, 38, 1
			r.CapturesFirst, r.CapturesSecond, r.MenTakenFirst, r.MenTakenSecond, r.KingsTakenFirst, r.KingsTakenSecond = 1, 0, 1, 0, 0, 0
		},
		"more than pieces were lost (want at most ": func(r *record.Record) {
			r.Plies, r.Decisions = 20, 20-r.OpeningPlies
			r.Playable, r.Due, r.OwedFirst, r.OwedSecond = 200, 100, 0, 0
			r.CapturesFirst, r.CapturesSecond, r.MenTakenFirst, r.MenTakenSecond, r.KingsTakenFirst, r.KingsTakenSecond = 0, 0, 0, 0, 0, 0
			r.MissedFirst, r.HuffedFirst, r.PartialSecond, r.WaivedSecond, r.PromotionsFirst = 0, 0, 0, 0, 40
			ends(r, "first", "no-moves")
		},
		"promotions_first is 60 (want 0 to 50)": func(r *record.Record) { r.PromotionsFirst = 60 },
		"corrected_first is ":                   func(r *record.Record) { r.CorrectedFirst = 2*r.Decisions + 1 },
		"captures_first is 1 (want 2 and more, those in part and the weaker ones)": func(r *record.Record) {
			r.CapturesFirst, r.PartialFirst, r.WeakerFirst, r.OwedFirst = 1, 1, 1, 9
		},
		"of 40 plies, with 18 missed)": func(r *record.Record) {
			ends(r, "first", "no-moves")
			r.Plies, r.Decisions = 40, 40-r.OpeningPlies
			r.Playable, r.Due, r.OwedFirst, r.OwedSecond = 400, 100, 18, 0
			r.CapturesFirst, r.CapturesSecond, r.MenTakenFirst, r.MenTakenSecond, r.KingsTakenFirst, r.KingsTakenSecond = 3, 0, 4, 0, 0, 0
			r.MissedFirst, r.PartialFirst, r.WeakerFirst = 18, 0, 0
		},
		"one for each ply)": func(r *record.Record) {
			r.Replayed = r.Plies + 1
			r.CompelledFirst, r.CompelledSecond = r.Plies+1, 0
			r.Decisions = r.Plies - r.OpeningPlies + 2*r.Replayed
			r.MissedFirst, r.OwedFirst, r.OwedSecond = r.Plies+1, r.Plies+1, 0
			r.PartialFirst, r.WeakerFirst, r.HuffedFirst, r.WaivedFirst = 0, 0, 0, 0
			r.Playable, r.Due = 5000, 5000
		},
		"huffed, compelled and waived of both sides come to 30 (want at most 29, one for each decision)": func(r *record.Record) {
			ends(r, "first", "no-moves")
			r.Plies, r.Decisions, r.Playable, r.Due = 29+r.OpeningPlies, 29, 200, 100
			r.CapturesFirst, r.CapturesSecond, r.MenTakenFirst, r.MenTakenSecond, r.KingsTakenFirst, r.KingsTakenSecond = 0, 0, 0, 0, 0, 0
			r.PartialFirst, r.PartialSecond, r.WeakerFirst, r.WeakerSecond, r.PromotionsFirst, r.PromotionsSecond = 0, 0, 0, 0, 0, 0
			r.OwedFirst, r.MissedFirst, r.HuffedFirst, r.WaivedFirst = 15, 15, 1, 14
			r.OwedSecond, r.MissedSecond, r.HuffedSecond, r.WaivedSecond = 14, 15, 0, 15
		},
		"captures_second is 8, and ": func(r *record.Record) { r.CapturesFirst, r.CapturesSecond = r.Plies-7, 8 },
	} {
		forged := append([]record.Record{}, games...)
		forge(&forged[3])
		forgedShard(t, dir, forged)
		err := summed(dir)
		require.Error(t, err, want)
		require.ErrorContains(t, err, "shards/00000.parquet: damaged: row 3: ")
		require.ErrorContains(t, err, want)
	}
}

// Whatever numbers and words stand in a record, a report is made of it, or it is refused,
// and either is soon over.
func FuzzRecord(f *testing.F) {
	dir := synthetic(f, "forged", fourRuleSets()[:2], []string{"random"}, 12, 6)
	games := firstShard(f, dir)
	columns := record.Columns()
	f.Add(uint8(13), int64(-5), uint8(14), int64(-1000), "first", "no-moves", "32-28 19-23")
	f.Add(uint8(19), int64(9), uint8(20), int64(1)<<23, record.Horizon, record.Horizon, "")
	f.Add(uint8(36), int64(90), uint8(25), int64(30), record.Forfeited, record.Forfeit, strings.Repeat("x ", 300))
	cost.Fuzz(f, func(t *testing.T, column uint8, number int64, other uint8, second int64, result, reason, turns string) {
		forged := append([]record.Record{}, games...)
		rec := &forged[3]
		v := reflect.ValueOf(rec).Elem()
		for at, n := range map[int]int64{int(column) % len(columns): number, int(other) % len(columns): second} {
			if name := columns[at].Name; columns[at].Type != "string" && name != "cell" && name != "game" {
				v.Field(at).SetInt(n)
			}
		}
		rec.Result, rec.Reason, rec.Turns = result, reason, turns
		forgedShard(t, dir, forged)
		summed(dir)
	})
}

func TestFewFailuresAreKept(t *testing.T) {
	tally := newTally(1)
	for i := range 1000 {
		tally.failed(fmt.Sprint("engine ", 999-i%500))
	}
	if want := []string{"engine 500", "engine 501", "engine 502", "engine 503"}; !slices.Equal(tally.Failures, want) {
		t.Errorf("kept %q, want the least %q", tally.Failures, want)
	}
}

// What is said of a run in two readings is said of one.
func TestReopen(t *testing.T) {
	dir := synthetic(t, "reopened", fourRuleSets()[:2], []string{"random"}, 10, 10)
	r := load(t, dir)
	run, err := r.Reopen(dir)
	require.NoError(t, err)
	require.NoError(t, run.Close())
	games := firstShard(t, dir)
	games[0].Playable++
	forgedShard(t, dir, games)
	_, err = r.Reopen(dir)
	require.ErrorContains(t, err, "was changed, or is another run, since it was read")
	require.ErrorContains(t, r.Annotate(t.Context(), dir, 2, nil), "was changed, or is another run, since it was read")
	_, err = r.Reopen(synthetic(t, "another", fourRuleSets()[:2], []string{"random"}, 10, 10))
	require.ErrorContains(t, err, "was changed, or is another run, since it was read")
}
