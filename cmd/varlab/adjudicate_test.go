package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/reports"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/sim/record"
	"varlab/sim/study"
)

// playStudy plays the study that a text describes.
func playStudy(t *testing.T, text string) *record.Run {
	t.Helper()
	dir := t.TempDir()
	study := filepath.Join(dir, "study.toml")
	require.NoError(t, os.WriteFile(study, []byte(text), 0o666))
	does(t, "run", study, "--out", filepath.Join(dir, "run"))
	r, err := record.Open(filepath.Join(dir, "run"))
	require.NoError(t, err)
	t.Cleanup(func() { r.Close() })
	return r
}

// Under their own draw clauses games end as they did, and as soon; under none,
// those that a clause ended are unfinished; under others, they end sooner or not.
func TestAdjudicate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	ids := []string{"international", "polonaise-souffler", "polonaise-souffler+broken-off-is-void", "regle-moderne+repetition-on-claim", "thai"}
	does(t, append([]string{"compare", "--games", "30", "--player", "random", "--horizon", "400", "--out", dir}, ids...)...)
	clauses := 0
	for _, id := range ids {
		v := given.Variant(t, id)
		a, e := reports.Adjudicate(t.Context(), dir, id, v.Profile.Draws)
		require.NoError(t, e)
		for _, c := range a.Cells {
			if c.Played.Profile.ID != id {
				require.LessOrEqual(t, c.Found.Tally.Sum(study.FirstWins), c.Played.Tally.Sum(study.FirstWins), "nothing but the board makes a winner")
				continue
			}
			require.Equal(t, c.Played.Tally.Results, c.Found.Tally.Results)
			require.Equal(t, c.Drawn.Games, c.Drawn.Identical)
			clauses += c.Played.Tally.Sum(study.Draws, study.Void)
		}
	}
	require.Greater(t, clauses, 5, "draw clauses have ended games")
	none, e := reports.Adjudicate(t.Context(), dir, "none", nil)
	require.NoError(t, e)
	for _, c := range none.Cells {
		require.Equal(t, c.Played.Tally.Sum(study.Draws, study.Void, study.Open), c.Found.Tally.Sum(study.Open), c.Played.Profile.ID)
		require.Equal(t, c.Played.Tally.Sum(study.FirstWins), c.Found.Tally.Sum(study.FirstWins))
	}
}

// The value of a last position is kept only where other clauses cannot change it: players
// who know no clause play the same games under any, so that what each comes to is known.
func TestValuesUnderOtherClauses(t *testing.T) {
	const none, soon = "english{draw=[]}", `english{draw=[{kind="quiet",plies=20,moves="king-moves"}]}`
	claim := "\n[[hypothesis]]\nclaim = \"More are drawn\"\nmetric = \"drawn\"\na = '" + soon + "'\nb = '" + none + "'\ndirection = \"greater\"\n"
	study := "name = \"s\"\nseed = 3\nrules = ['" + none + "', '" + soon + "']\nplayers = [\"random\"]\ngames = 800\nhorizon_plies = 80\nexact.pieces = 3\n" +
		claim + "id = \"read\"\nadjudicated = true\n" + claim + "id = \"played\"\n"
	r := playStudy(t, study)
	var played [2][]record.Record
	for rec, err := range r.Records() {
		require.NoError(t, err)
		played[rec.Cell] = append(played[rec.Cell], *rec)
	}
	for was := range played {
		set, e := r.Manifest.RuleSetOf(r.Manifest.Cells[1-was])
		require.NoError(t, e)
		p, e := record.Compile(set)
		require.NoError(t, e)
		own, e := r.Manifest.RuleSetOf(r.Manifest.Cells[was])
		require.NoError(t, e)
		judge, e := record.NewAdjudicator(own, p.Profile().Draws)
		require.NoError(t, e)
		kept, lost := map[string]bool{}, map[string]bool{}
		for i, rec := range played[was] {
			other := played[1-was][i]
			ending, e := judge.Ending(&rec)
			require.NoError(t, e)
			if rec.Value == "" || other.Result != record.Horizon {
				continue
			}
			if ending.Value == "" {
				lost[rec.Value] = true
			} else {
				require.Equal(t, other.Value, ending.Value)
				kept[rec.Value] = true
			}
		}
		// A draw is one under any of these clauses; a win in time is one without them, and one
		// without them may take too long.
		sure, unsure := []string{"draw"}, []string{"first", "second"}
		if was == 1 {
			sure, unsure = []string{"draw", "first", "second"}, nil
		}
		require.Equal(t, sure, slices.Sorted(maps.Keys(kept)))
		require.Equal(t, unsure, slices.Sorted(maps.Keys(lost)))
	}
	// Clauses that do not count yet may before a win, and what was may come again.
	for _, later := range []string{`{kind="material",strong=["KK"],weak=["K"],plies=2}`, `{kind="repetition",count=2}`} {
		v := given.Variant(t, "english{draw=["+later+"]}")
		own, e := r.Manifest.RuleSetOf(r.Manifest.Cells[0])
		require.NoError(t, e)
		judge, e := record.NewAdjudicator(own, v.Profile.Draws)
		require.NoError(t, e)
		lost := 0
		for _, rec := range played[0] {
			ending, e := judge.Ending(&rec)
			require.NoError(t, e)
			if ending.Result != record.Horizon || rec.Value == "" {
				continue
			}
			if rec.Value == "draw" || v.Profile.Draws[0].Kind == profile.Repetition && rec.Idle == 0 {
				require.Equal(t, rec.Value, ending.Value)
			} else {
				require.Empty(t, ending.Value)
				lost++
			}
		}
		require.Positive(t, lost)
	}
	bounded := func(dir string) {
		report, err := reports.Load(t.Context(), dir, reports.Options{})
		require.NoError(t, err)
		require.LessOrEqual(t, report.Verdicts[0].Value, report.Verdicts[1].Value)
		require.NotEmpty(t, report.Notes)
		require.GreaterOrEqual(t, report.Verdicts[0].Most.Value, report.Verdicts[1].Value)
	}
	bounded(r.Dir)

	v := given.Variant(t, soon)
	a, e := reports.Adjudicate(t.Context(), r.Dir, soon, v.Profile.Draws)
	require.NoError(t, e)
	var out bytes.Buffer
	require.NoError(t, a.Write(&out, "json"))
	var said struct {
		Sets []struct {
			Drawn struct{ Value float64 }
			Least float64 `json:"difference_least"`
			Most  float64 `json:"difference_most"`
		} `json:"rule_sets"`
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &said))
	missed := said.Sets[1].Drawn.Value - said.Sets[0].Drawn.Value // what the games of the second came to, less what is known of the first
	require.GreaterOrEqual(t, missed, 0.0)
	require.Less(t, missed, said.Sets[0].Most-said.Sets[0].Least)
	require.Equal(t, []float64{0, 0}, []float64{said.Sets[1].Least, said.Sets[1].Most}, "its own clauses")
	out.Reset()
	require.NoError(t, a.Write(&out, "text"))
	require.Contains(t, out.String(), "going on")

	// Nor may a game that was ended by its value be over.
	bounded(playStudy(t, strings.Replace(study, "exact.pieces", "exact.adjudicate = true\nexact.pieces", 1)).Dir)
}

// Games that could be taken for won, each under a clause that draws them in time.
func TestDrawnInTime(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		why, rules, rest string
		game             int32
	}{
		{
			"a position that comes again had a claim open before", `international{board.rows=6,board.columns=6,board.start="B:WK3:BK12",board.first_mover="black",king.range="short",capture.precedence=[],capture.obligation="claimable",claim.remedies=["huff","waive"],draw=[{kind="repetition",count=3}]}`,
			"seed = 5\ngames = 1000\nhorizon_plies = 9\nopenings.plies = [0]", 984,
		}, {
			"the side that is granted moves makes the last of them first, and who has no pieces wins", `international{board.rows=6,board.columns=8,board.dark_corner="right",board.first_square="bottom-right",board.white_home="low",board.first_mover="black",king.landing="adjacent",capture.precedence=[],ending.no_pieces="win",ending.no_moves="draw",board.start="B:WK14:BK2",draw=[{kind="stop",strong=["K"],weak=["K"],within_moves=3,outcome="draw"}]}`,
			"seed = 5\ngames = 100\nhorizon_plies = 4\nopenings.plies = [0]", 4,
		}, {
			"no capture is left, and a side may be blocked", `international{board.rows=8,board.columns=4,king.range="short",board.start="W:W3,K6:B10,12",promotion.squares="W:W6:B11",board.first_mover="white",draw=[{kind="dead",after_quiet_plies=3}]}`,
			"seed = 5\ngames = 60\nhorizon_plies = 2\nopenings.plies = [0]", 2,
		}, {
			"the game may be broken off, and count for nothing", `english{board.start="B:WK32:BK1",draw=[{kind="stop",strong=["KK"],weak=["KK"],within_moves=1,outcome="void"}]}`,
			"seed = 5\ngames = 40\nhorizon_plies = 1\nopenings.plies = [0]", 1,
		},
	} {
		r := playStudy(t, "name = \"s\"\nrules = ['"+c.rules+"']\nplayers = [\"random\"]\nexact.pieces = 4\n"+c.rest+"\n")
		for rec, err := range r.Records() {
			require.NoError(t, err)
			if rec.Game == c.game {
				require.Equal(t, record.Horizon, rec.Result, c.why)
				require.Empty(t, rec.Value, c.why)
				// Without the clause nothing is known of it.
				judge, err := record.NewAdjudicator(r.Manifest.Study.RuleSets[0], nil)
				require.NoError(t, err)
				ending, err := judge.Ending(rec)
				require.NoError(t, err)
				require.Empty(t, ending.Value, c.why)
			}
		}
	}
}

// What a game counts as where the horizon cut it off holds under the clauses of its rule
// set. A search of all turns, a few plies deep, finds a win under them wherever it finds one
// without them, and none where the game counts as drawn.
func TestValuesAreForced(t *testing.T) {
	t.Parallel()
	var sets []string
	for _, set := range []string{
		// the loser is the first to count, may call a draw, or comes back to where he was
		`english{board.start="B:WK32:BK1,K5",draw=[{kind="quiet",plies=7,moves="king-moves",side="one"}]}`,
		`english{board.start="B:WK32:BK1,K5",draw=[{kind="quiet",plies=9,moves="king-moves"}]}`,
		`english{board.start="B:WK32:BK1,K5",draw=[{kind="quiet",plies=6,moves="king-moves",on_claim=true}]}`,
		`english{board.start="B:WK32:BK1,K5",draw=[{kind="repetition",count=2}]}`,
		`english{board.start="B:WK32:BK1,K5",draw=[{kind="repetition",count=3,on_claim=true}]}`,
		`international{board.rows=6,board.columns=4,board.start="W:WK12:B3,4",draw=[{kind="repetition",count=2,side_to_move=false}]}`,
	} {
		sets = append(sets, "'"+set+"'")
	}
	r := playStudy(t, "name = \"s\"\nseed = 5\nrules = ["+strings.Join(sets, ", ")+"]\nplayers = [\"random\"]\ngames = 1000\nhorizon_plies = 15\nopenings.plies = [0]\nexact.pieces = 3\n")
	free := given.Rules(t, "english{draw=[]}")
	won, drawn, open := 0, 0, 0
	for rec, err := range r.Records() {
		require.NoError(t, err)
		if rec.Result != record.Horizon {
			continue
		}
		set, e := r.Manifest.RuleSetOf(r.Manifest.Cells[rec.Cell])
		require.NoError(t, e)
		own, e := record.Compile(set)
		require.NoError(t, e)
		h, e := record.Replay(own, rec)
		require.NoError(t, e)
		const deep = 5
		endless := rules.NewHistory(free, h.State())
		for side := board.First; side <= board.Second; side++ {
			switch rec.Value {
			case rules.WinOf(side).String():
				if forced(endless, side, deep) {
					require.True(t, forced(h, side, deep), "cell %d, game %d: %s", rec.Cell, rec.Game, rec.Value)
					won++
				}
			case "":
				if forced(endless, side, deep) {
					open++
				}
			default:
				require.False(t, forced(h, side, deep), "cell %d, game %d: %s", rec.Cell, rec.Game, rec.Value)
				drawn++
			}
		}
	}
	t.Log(won, drawn, open)
	for _, n := range []int{won, drawn, open} {
		require.Positive(t, n)
	}
}

// forced reports whether the side can end the game in its favour in so many plies.
func forced(h *rules.History, side board.Side, plies int) bool {
	if o := h.Outcome(); o.Over() || plies == 0 {
		return o.Over() && o.Result == rules.WinOf(side)
	}
	mine := h.Now().Mover() == side
	for _, turn := range slices.Clone(h.Turns()) {
		h.Play(turn)
		won := forced(h, side, plies-1)
		h.Undo()
		if won == mine {
			return mine
		}
	}
	return !mine
}
