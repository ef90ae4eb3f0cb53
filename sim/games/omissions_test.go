package games_test

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/games"
	"varlab/sim/player"
)

// owed compiles rules that begin from a position, in which a capture may be left.
func owed(t *testing.T, fen string, claim profile.Claim) *rules.Rules {
	t.Helper()
	p := profile.Default()
	setup, err := notation.Of(p).ReadFEN(fen)
	require.NoError(t, err)
	p.Board.MenRows, p.Board.Start, p.Board.Setup = 0, fen, &setup
	p.Capture.Obligation, p.Claim = profile.Claimable, claim
	p.Claim.Covers, p.Claim.Lapse = []profile.Omission{profile.Missed, profile.Partial, profile.Weaker}, profile.LapseNextMove
	p.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 3}}
	return given.Compiled(t, p)
}

func huff(remedies ...profile.Remedy) profile.Claim {
	return profile.Claim{
		Remedies: remedies, Piece: profile.HuffRequired, Number: profile.HuffOne, Chooser: profile.Claimant,
		HuffTurn: profile.KeepsTurn, OwnDuty: profile.AfterHuff,
	}
}

func weigh(t *testing.T, r *rules.Rules, all []*games.Game, margin float64, sample, workers int) (*games.Omissions, error) {
	t.Helper()
	w := games.Weighing{
		Rules: r, Judges: []*player.Spec{spec(t, "search:nodes=2000,weights=0"), spec(t, "search:nodes=3000,weights=0")}, Margin: margin,
		Sample: sample, Seed: 3, Workers: workers, Begin: func(int) {}, Done: func() {},
	}
	return w.Of(t.Context(), all)
}

// The position of Manoury's « ressource désespérée » in docs/findings/souffleur.md, one from the
// count of four pieces there, and one in which leaving costs a man.
func TestOmissions(t *testing.T) {
	const desperate, crowning, costly = "W:W28,29,40,50:B4,10,14,18,23", "W:W11,23:B19,22", "W:W28,46:B9,22"
	const partly = "W:W24,26,27,32,33,34,36,42,43,45:B6,7,11,14,16,17,18,19,21,23"
	only, automatic, book := huff(profile.HuffRemedy, profile.WaiveRemedy), huff(profile.HuffRemedy), huff(profile.HuffRemedy, profile.CompelRemedy, profile.WaiveRemedy)
	automatic.Automatic, book.CompelChoice = true, profile.Offender
	for _, c := range []struct {
		fen     string
		claim   profile.Claim
		capture string
		better  int
	}{
		{desperate, only, "28x19", 1},
		{crowning, automatic, "23x14", 1},
		{desperate, book, "28x19", 0}, // Black has it made
		{crowning, only, "23x14", 1},
		{costly, only, "28x17", 0},
		{partly, only, "24x22", 1}, // where 24x13 takes less
	} {
		r := owed(t, c.fen, c.claim)
		turns := rules.NewHistory(r, r.Start()).Turns()
		for played, left := range []bool{false, true} {
			i := slices.IndexFunc(turns, func(u rules.Turn) bool { return left == (u.Omission != profile.NoOmission) })
			g := &games.Game{Number: 7, Turns: turns[i : i+1 : i+1]}
			if left { // what is due beside a claim does not count
				h := rules.NewHistory(r, r.Start())
				h.Play(turns[i])
				g.Turns = append(g.Turns, h.Turns()[0])
			}
			o, err := weigh(t, r, []*games.Game{g}, 10, 0, 1)
			require.NoError(t, err)
			require.Equal(t, [4]int{1, 1, played, 1}, [4]int{o.Games, o.Due, o.Left, o.Judged}, c.fen)
			require.Equal(t, []int{c.better, c.better, c.better}, []int{o.Judges[0].Better, o.Judges[2].Better, o.Judges[2].Games}, "%s %+v", c.fen, o.Positions)
			if c.better == 0 {
				require.Empty(t, o.Positions)
				continue
			}
			x := o.Positions[0]
			require.Equal(t, [3]int{7, 1, strings.Count(c.fen, ",") + 2}, [3]int{x.Game, x.Ply, x.Pieces})
			require.Equal(t, c.fen, x.FEN)
			require.Equal(t, c.capture, x.Worth[0].Capture)
			require.Greater(t, x.Worth[0].OmissionValue, x.Worth[0].CaptureValue+10)
		}
	}
}

// Chance draws the positions of a sample, and they are judged as they are among all; other
// numbers of workers find the same.
func TestOmissionsOfASample(t *testing.T) {
	r := owed(t, "W:W31,32,33,34,35,36,37,38,39,40:B11,12,13,14,15,16,17,18,19,20", huff(profile.HuffRemedy, profile.WaiveRemedy))
	all := playedBy(t, r, "search:nodes=100,noise=5", 3)
	for i := range all {
		all[i].Number = i + 1
	}
	const every = -100 // any omission is better by more
	whole, err := weigh(t, r, all, every, 0, 1)
	require.NoError(t, err)
	part, err := weigh(t, r, all, every, 20, 1)
	require.NoError(t, err)
	require.Equal(t, []int{whole.Due, whole.Due, whole.Due, 20, 20}, []int{whole.Judged, len(whole.Positions), part.Due, part.Judged, len(part.Positions)})
	require.Equal(t, 20, part.Judges[1].Better)
	require.Equal(t, 3, whole.Judges[2].Games)
	require.Equal(t, 1.0, float64(whole.Judges[2].OfGames.Value))
	require.True(t, math.IsNaN(float64(part.Judges[2].OfGames.Value)))
	require.Subset(t, whole.Positions, part.Positions)
	require.NotEqual(t, whole.Positions[:20], part.Positions)
	require.True(t, slices.IsSortedFunc(part.Positions, func(a, b games.Owing) int { return cmp.Or(a.Game-b.Game, a.Ply-b.Ply) }))
	for sample, want := range map[int]*games.Omissions{whole.Due: whole, 20: part} {
		again, err := weigh(t, r, all, every, sample, 2)
		require.NoError(t, err)
		one, err := json.Marshal(want)
		require.NoError(t, err)
		two, err := json.Marshal(again)
		require.NoError(t, err)
		require.Equal(t, string(one), string(two))
	}

	// Judges who differ agree on less.
	gap := func(v games.Worth) float64 { return v.OmissionValue - v.CaptureValue }
	apart := slices.MaxFunc(whole.Positions, func(a, b games.Owing) int {
		return cmp.Compare(gap(a.Worth[0])-gap(a.Worth[1]), gap(b.Worth[0])-gap(b.Worth[1]))
	})
	margin := (gap(apart.Worth[0]) + gap(apart.Worth[1])) / 2
	some, err := weigh(t, r, all, margin, 0, 2)
	require.NoError(t, err)
	want := map[bool]int{}
	for _, x := range whole.Positions {
		require.NotEqual(t, x.Worth[0].Capture, x.Worth[0].Omission)
		first, second := gap(x.Worth[0]) > margin, gap(x.Worth[1]) > margin
		want[true] += map[bool]int{true: 1}[first && second]
		want[false] += map[bool]int{true: 1}[first || second]
	}
	require.Less(t, want[true], want[false])
	require.Equal(t, want, map[bool]int{true: some.Judges[2].Better, false: len(some.Positions)})

	for _, g := range all {
		g.From = len(g.Turns)
	}
	_, err = weigh(t, r, all, every, 0, 1)
	require.ErrorContains(t, err, "no capture was due", "of turns that nobody chose")
	_, err = weigh(t, small(t), playedBy(t, small(t), "random", 1), 10, 0, 1)
	require.EqualError(t, err, "no capture was due that could be left (want games under a rule set with the huff)")
}
