package reports

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

func watchedClaims(p *study.Plan) {
	half := 0.5
	p.Hypotheses = []study.Hypothesis{
		{ID: "more", Claim: "c", Metric: "drawn", A: "new-game", B: "old-game", Direction: "greater"},
		{ID: "apart", Claim: "c", Metric: "drawn", A: "small-game", B: "old-game", Margin: 0.5},
		{ID: "half", Claim: "c", Metric: "decisive", A: "new-game", Value: &half, Direction: "greater"},
		{ID: "score", Claim: "c", Metric: "first-score", A: "new-game", Value: &half, Margin: 0.03},
		{ID: "stalled", Claim: "c", Metric: "stalled", A: "new-game", Value: &half, Direction: "less"},
	}
}

// What does not come out with each training is not decided, as in the report.
func TestWatchedTrainings(t *testing.T) {
	sets := []made{{trained: []float64{0.7, 0.7, 0.1}}, {trained: []float64{0.1, 0.1, 0.3}}}
	for i := range sets {
		sets[i].id, sets[i].board, sets[i].plies = []string{"a", "b"}[i], "10x10", 70
		sets[i].content = resolved(sets[i].id, compulsoryAxes, nil)
	}
	value := 0.2
	dir := synthetic(t, "trained", sets, []string{spec}, 900, 900, func(p *study.Plan) {
		p.Hypotheses = []study.Hypothesis{
			{ID: "two", Claim: "c", Metric: "drawn", A: "a", B: "b", Direction: "greater"},
			{ID: "one", Claim: "c", Metric: "drawn", A: "a", Value: &value, Direction: "greater"},
			{ID: "each", Claim: "c", Metric: "drawn", A: "a", B: "b", Margin: 0.7},
		}
	})
	w, err := NewWatch(dir)
	require.NoError(t, err)
	r := load(t, dir)
	for i, word := range []string{Undecided, Undecided, Equivalent} {
		require.Equal(t, word, w.Claims[i].Word)
		require.Equal(t, word, r.Verdicts[i].Word)
	}
	require.Positive(t, w.Claims[0].Low)
	require.Positive(t, w.Claims[1].Low)
	require.False(t, w.Decided())
	var b bytes.Buffer
	require.NoError(t, w.Write(&b, "text"))
	require.Contains(t, b.String(), notEach)
}

// What was taught once, or is played without weights, is held against each training of the
// other rule set.
func TestOneTrainingAgainstThree(t *testing.T) {
	sets := []made{{trained: []float64{0.9, 0.9, 0.1}}, {trained: []float64{0.4}}, {draw: 0.4}}
	for i := range sets {
		sets[i].id, sets[i].board, sets[i].plies = []string{"three", "one", "none"}[i], "10x10", 70
		sets[i].content = resolved(sets[i].id, compulsoryAxes, nil)
	}
	dir := synthetic(t, "once", sets, []string{spec}, 900, 900, func(p *study.Plan) {
		p.Hypotheses = []study.Hypothesis{
			{ID: "a", Claim: "c", Metric: "drawn", A: "three", B: "one", Direction: "greater"},
			{ID: "b", Claim: "c", Metric: "drawn", A: "one", B: "three", Margin: 0.45},
			{ID: "c", Claim: "c", Metric: "drawn", A: "three", B: "none", Direction: "greater"},
			{ID: "d", Claim: "c", Metric: "drawn", A: "one", B: "none", Margin: 0.3},
		}
	})
	w, err := NewWatch(dir)
	require.NoError(t, err)
	r := load(t, dir)
	for i, word := range []string{Undecided, Undecided, Undecided, Equivalent} {
		require.Equal(t, word, w.Claims[i].Word)
		require.Equal(t, word, r.Verdicts[i].Word)
		require.Len(t, r.Verdicts[i].Trained, []int{3, 3, 3, 0}[i])
	}
}

func TestWatch(t *testing.T) {
	dir := synthetic(t, "watched", fourRuleSets(), []string{"random"}, 400, 400, watchedClaims)
	w, err := NewWatch(dir)
	require.NoError(t, err)
	require.True(t, w.Complete())
	require.Len(t, w.Claims, 5)

	// By hand: one value per opening, at a level that leaves each of five tests its part.
	run, err := record.Open(dir)
	require.NoError(t, err)
	defer run.Close()
	least, most := map[string][]float64{}, map[string][]float64{}
	for rec, err := range run.Records() {
		require.NoError(t, err)
		x, y := 0.0, 0.0
		if rec.Result == "draw" || rec.Value == "draw" {
			x, y = 1, 1
		} else if rec.Result == "horizon" && rec.Value == "" {
			y = 1
		}
		least[rec.Rules], most[rec.Rules] = append(least[rec.Rules], x), append(most[rec.Rules], y)
	}
	by := func(a, b []float64) (i stats.Interval) {
		s := stats.NewMeanSequence(-1, 1, 1-0.05/5)
		for k, x := range a {
			i = s.Add(x - b[k])
		}
		return i
	}
	want := stats.Interval{Low: by(least["new-game"], most["old-game"]).Low, High: by(most["new-game"], least["old-game"]).High}
	more := w.Claims[0]
	require.Equal(t, want, more.Interval)
	require.Equal(t, 400, more.Openings)
	require.Equal(t, Supported, more.Word)
	require.Positive(t, more.Low)

	// Rule sets on boards of their own; of openings that are played again and
	// again the first game alone counts.
	apart := w.Claims[1]
	require.Equal(t, 25, apart.Openings)
	require.Equal(t, Undecided, apart.Word)
	require.Equal(t, Undecided, w.Claims[3].Word)
	require.NotEmpty(t, w.Claims[3].Why)
	require.False(t, w.Decided())

	var b bytes.Buffer
	require.NoError(t, w.Write(&b, "text"))
	require.Contains(t, b.String(), "not watched: first-score is not a share of all games")
	require.Equal(t, "stalled", w.Claims[4].Hypothesis.Metric)
	require.Empty(t, w.Claims[4].Why, "every share of all games is watched")
	b.Reset()
	require.NoError(t, w.Write(&b, "json"))
	var out struct{ Claims []struct{ Verdict string } }
	require.NoError(t, json.Unmarshal(b.Bytes(), &out))
	require.Equal(t, "supported", out.Claims[0].Verdict)
}

// The report reads one set of games under both rule sets of an adjudicated claim, which is
// not what stands here.
func TestAdjudicatedClaimsAreNotWatched(t *testing.T) {
	r := four(t)
	c := &Watched{Hypothesis: study.Hypothesis{Metric: "drawn", A: "new-game", B: "old-game", Adjudicated: true}}
	c.look(r.Groups[0])
	require.Equal(t, Undecided, c.Word)
	require.Contains(t, c.Why, "adjudicated")
}

// Who leads is known from the game's number, whatever the players are called.
func TestWhoLeads(t *testing.T) {
	for _, c := range []struct {
		game   int32
		result string
		pair   bool
		leads  int
	}{{0, "first", true, 1}, {0, "second", true, 0}, {1, "first", true, 0}, {1, "second", true, 1}, {1, "first", false, 1}, {2, "draw", true, 0}} {
		tally, of := newTally(1), study.Cell{}
		names := [2]string{"hub:engine=a@b/c,nodes=5", "search:nodes=5@3-0af9"}
		if c.pair {
			of = study.Cell{A: study.Player{Spec: names[0]}, B: study.Player{Spec: "search:nodes=5"}}
		}
		tally.add(&record.Record{Game: c.game, Result: c.result, Reason: "no-moves", Plies: 9, FirstPlayer: names[c.game%2], SecondPlayer: names[1-c.game%2]}, of)
		require.Equal(t, c.leads, tally.Counts[study.LeadWins], "%+v", c)
	}
}

// What is missing ends the order of its cell: later games do not count.
func TestWatchCountsInOrder(t *testing.T) {
	dir := synthetic(t, "watched", fourRuleSets(), []string{"random"}, 400, 400, watchedClaims)
	require.NoError(t, os.Remove(filepath.Join(dir, "shards", "00000.parquet")))
	w, err := NewWatch(dir)
	require.NoError(t, err)
	require.Equal(t, 1200, w.Games)
	require.False(t, w.Complete())
	require.Zero(t, w.Claims[0].Openings)
	require.Equal(t, stats.Interval{Low: -1, High: 1}, w.Claims[0].Interval)
	require.Equal(t, Undecided, w.Claims[0].Word)
	require.Equal(t, 400, w.Claims[2].Openings, "the other rule set's games stand")
}

func TestWatchVerdicts(t *testing.T) {
	for _, c := range []struct {
		low, high, margin float64
		direction, want   string
	}{
		{0.01, 0.2, 0, "greater", Supported},
		{0.01, 0.2, 0, "less", Refuted},
		{-0.2, -0.01, 0, "less", Supported},
		{-0.2, 0.01, 0, "less", Undecided},
		{-0.01, 0.01, 0.02, "", Equivalent},
		{0.03, 0.2, 0.02, "", Refuted},
		{0.01, 0.2, 0.02, "", Undecided},
	} {
		w := Watched{Hypothesis: study.Hypothesis{Margin: c.margin, Direction: c.direction}, Interval: stats.Interval{Low: c.low, High: c.high}}
		w.Word = Undecided
		w.decide()
		require.Equal(t, c.want, w.Word, "%+v", c)
	}
}
