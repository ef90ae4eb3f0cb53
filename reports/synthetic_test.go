package reports

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
	"varlab/sim/study"
	"varlab/variants/content"
)

// The games of these tests were never played: their results are drawn from a
// fixed source, at rates that make every part of a report show.

// A made is a made-up rule set with the rates of its games.
type made struct {
	id, board, hash              string
	content                      map[string]any
	draw, horizon, void, forfeit float64
	plies                        int
	omissions                    float64
	failure                      string    // what the player that failed said
	trained                      []float64 // the draw rate with each training, if players learned
}

func resolved(title string, axes map[string]any, more map[string]any) map[string]any {
	c := map[string]any{
		"title": title, "period": "18th century", "place": "Paris", "status": "described",
		"axes": axes,
		"citations": map[string][]string{
			"capture.obligation": {"text.c05"}, "king.range": {"text.c07", "text.c08"}, "conduct.touch_move": {"text.c20"},
		},
		"assumed":  map[string]any{"board.first_mover": []content.Assumption{{Because: "the text does not say who begins"}}},
		"readings": map[string]any{},
		"sources":  []any{map[string]any{"id": "text", "title": "A text", "author": "Somebody", "year": "1754"}},
	}
	for k, v := range more {
		c[k] = v
	}
	return c
}

var claimableAxes = map[string]any{
	"board.rows": 10, "board.columns": 10, "board.first_mover": "white", "king.range": "flying",
	"capture.obligation": "claimable", "claim.remedies": []string{"huff", "waive"}, "draw": []any{}, "conduct.touch_move": "strict",
}

var compulsoryAxes = map[string]any{
	"board.rows": 10, "board.columns": 10, "board.first_mover": "white", "king.range": "flying",
	"capture.obligation": "compulsory", "conduct.touch_move": "none",
	"draw": []any{map[string]any{"kind": "repetition", "count": 3, "side_to_move": true, "on_claim": false}},
}

var smallAxes = map[string]any{
	"board.rows": 8, "board.columns": 8, "board.first_mover": "black", "king.range": "short", "capture.obligation": "compulsory",
	"draw": []any{map[string]any{"kind": "quiet", "plies": 80, "moves": "king-moves", "side": "both", "on_claim": false}},
}

func fourRuleSets() []made {
	return []made{
		{id: "old-game", board: "10x10", content: resolved("The old game, with huffing", claimableAxes, map[string]any{
			"summary":  "A made-up rule set whose text names no draw.",
			"readings": map[string]any{"blocked-is-draw": map[string]any{"reason": "the text may mean either", "axes": map[string]any{"ending.both_blocked": "draw"}}},
			"notes":    map[string]string{"c03": "the text says \"equal in force\" and leaves open what that is"},
		}), draw: 0, horizon: 0.2, plies: 90, omissions: 0.4},
		{id: "new-game", board: "10x10", content: resolved("The new game", compulsoryAxes, nil), draw: 0.35, horizon: 0.02, plies: 70},
		{id: "new-game+stop", board: "10x10", content: resolved("The new game", compulsoryAxes, map[string]any{"taken": []string{"stop"}}), draw: 0.30, void: 0.05, plies: 72},
		{id: "small-game", board: "8x8", content: resolved("<b>Small</b> & \u202eshort\u202c, =1+1 | `x` *y*", smallAxes, nil), draw: 0.15, forfeit: 0.02, plies: 45},
	}
}

// chapters divide openings among four and five plies.
func chapters(clusters int) []record.Chapter {
	return []record.Chapter{{Plies: 4, Positions: 787, Clusters: (clusters + 1) / 2}, {Plies: 5, Positions: 787, Clusters: clusters / 2}}
}

func readContent(t testing.TB, text []byte) *content.Kept {
	k, err := content.Read(text)
	require.NoError(t, err)
	return k
}

// synthetic makes a run directory of the rule sets for the players.
func synthetic(t testing.TB, name string, sets []made, specs []string, games, clusters int, changes ...func(*study.Plan)) string {
	t.Helper()
	plan := study.Plan{
		Heading: study.Heading{Name: name, Seed: 1754},
		Design:  study.Design{Games: games, HorizonPlies: 300, Openings: study.Openings{Plies: []int{4, 5}}, Exact: ComparisonExact},
	}
	for _, m := range study.Metrics {
		if !m.Asked {
			plan.Metrics = append(plan.Metrics, m.Word)
		}
	}
	boards := map[string]record.Board{
		"10x10": {ID: "10x10 with 20 men", Size: "10x10", Chapters: chapters(clusters)},
		"8x8":   {ID: "8x8 with 12 men", Size: "8x8", Chapters: chapters(min(25, clusters))},
	}
	m := record.Manifest{Format: record.Format, RNG: "pcg-v1", Columns: record.Columns()}
	for i, set := range sets {
		text, err := json.Marshal(set.content)
		require.NoError(t, err)
		title, _ := set.content["title"].(string)
		hash := set.hash
		if hash == "" {
			hash = fmt.Sprintf("%064x", i+10)
		}
		var weights []string
		for k := range set.trained {
			weights = append(weights, fmt.Sprintf("%064x", 100*i+k))
		}
		plan.RuleSets = append(plan.RuleSets, study.RuleSet{ID: set.id, Title: title, PlayHash: hash, Board: set.board, Content: readContent(t, text), Weights: weights})
	}
	used := map[string]bool{}
	for _, set := range sets {
		if b := boards[set.board]; !used[b.ID] {
			used[b.ID] = true
			m.Boards = append(m.Boards, b)
		}
	}
	for _, spec := range specs {
		learns := slices.ContainsFunc(sets, func(m made) bool { return m.trained != nil })
		plan.Players = append(plan.Players, study.Player{Spec: spec, Random: true, Learns: learns})
	}
	for _, set := range sets {
		for _, spec := range specs {
			b := boards[set.board]
			cell := len(m.Cells)
			m.Cells = append(m.Cells, record.Cell{RuleSet: set.id, Players: [2]string{spec, spec}, Board: b.ID, Games: games, Clusters: b.Clusters()})
			m.Shards = append(m.Shards, record.Shard{File: record.ShardFile(cell), Cell: cell, From: 0, To: games})
		}
	}
	for _, change := range changes {
		change(&plan)
	}
	m.Study, m.StudyHash = plan, plan.Hash()
	dir := filepath.Join(t.TempDir(), "run")
	run, err := record.Create(dir, m)
	require.NoError(t, err)
	defer run.Close()
	for i, s := range run.Manifest.Shards {
		w := run.Create(i)
		set := sets[s.Cell/len(specs)]
		rng := rand.New(rand.NewPCG(uint64(len(set.id)), uint64(s.Cell)))
		for g := range games {
			b := boards[set.board]
			a, err := run.Manifest.Assign(plan.Cell(s.Cell), &b, g)
			require.NoError(t, err)
			rec := new(record.Record)
			run.Manifest.Begin(rec, s.Cell, g, &a)
			game(rng, set, rec)
			require.NoError(t, w.Write(rec))
		}
		require.NoError(t, w.Commit())
	}
	return dir
}

// game makes up what was played.
func game(rng *rand.Rand, set made, r *record.Record) {
	g := int(r.Game)
	r.Turns = "32-28"
	r.Plies = int32(min(299, set.plies/2+rng.IntN(set.plies)+int(rng.ExpFloat64()*10)))
	bias := float64(r.Opening%5) * 0.02 // openings differ
	if r.Training > 0 {
		set.draw = set.trained[r.Training-1]
	}
	switch x := rng.Float64(); {
	case x < set.horizon:
		r.Result, r.Reason, r.Plies = record.Horizon, "horizon", 300
		r.Value, r.Idle = []string{"first", "second", "draw", "", ""}[g%5], int32(60+g%100)
	case x < set.horizon+set.void:
		r.Result, r.Reason = "void", "stop"
	case x < set.horizon+set.void+set.forfeit:
		r.Result, r.Reason = record.Forfeited, record.Forfeit
		r.FailedSide, r.Failure, r.FailureDetail = "first", record.Ended, set.failure
	case x < set.horizon+set.void+set.forfeit+set.draw:
		r.Result, r.Reason = "draw", "repetition"
		if rng.IntN(3) == 0 {
			r.Reason = "quiet"
		}
	default:
		r.Result, r.Reason = "second", "no-moves"
		if rng.Float64() < 0.55+bias {
			r.Result = "first"
		}
		if rng.IntN(4) > 0 {
			r.Reason = "no-pieces"
		}
	}
	r.Decisions = r.Plies - r.OpeningPlies
	r.Playable, r.Due = int64(r.Decisions)*int64(7+rng.IntN(4)), int64(r.Decisions)*6
	r.OwedFirst, r.OwedSecond = r.Decisions/5, r.Decisions/6
	r.CapturesFirst, r.CapturesSecond = int32(5+rng.IntN(6)), int32(5+rng.IntN(6))
	r.MenTakenFirst, r.MenTakenSecond = r.CapturesFirst+2, r.CapturesSecond+1
	r.PromotionsFirst = int32(rng.IntN(3))
	if rng.Float64() < set.omissions {
		r.MissedFirst, r.HuffedFirst = 1, 1
		if rng.IntN(2) == 0 {
			r.PartialSecond, r.WaivedSecond = 1, 1
		}
	}
}
