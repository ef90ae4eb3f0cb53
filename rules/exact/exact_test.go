package exact_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"varlab/internal/testing/disk"
	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/exact"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

func Example() {
	p := profile.Default()
	r, _ := rules.Compile(p)
	t := exact.New(r, "")
	m, _ := exact.ParseMaterial("KK vs K")
	if err := t.Build(context.Background(), []exact.Material{m}, exact.Options{}); err != nil {
		panic(err)
	}
	tally, _ := t.Tally(context.Background(), m, true, 1)
	c := tally.All
	fmt.Printf("two kings to move against one win %d of %d, the longest in %d moves\n", c.Win, c.Positions, c.LongestWin)
	// Output: two kings to move against one win 19398 of 58800, the longest in 4 moves
}

// english returns the rules of English draughts.
func english(t *testing.T) *rules.Rules { return given.Rules(t, "english") }

func build(t *testing.T, r *rules.Rules, dir string, texts ...string) *exact.Tables {
	t.Helper()
	tables := exact.New(r, dir)
	var ms []exact.Material
	for _, text := range texts {
		ms = append(ms, material(t, text))
	}
	require.NoError(t, tables.Build(context.Background(), ms, exact.Options{Workers: 2}))
	return tables
}

func material(t *testing.T, text string) exact.Material {
	t.Helper()
	m, err := exact.ParseMaterial(text)
	require.NoError(t, err)
	return m
}

func tally(t *testing.T, tables *exact.Tables, text string, first bool) exact.Tally {
	t.Helper()
	got, err := tables.Tally(context.Background(), material(t, text), first, 2)
	require.NoError(t, err)
	return got
}

// Counts that Ed Trice published for one king against one
// (damforum.nl, topic 2603): 992 positions; 230 won, 654 drawn and 108 lost for
// the side on move; 140, 650 and 108 where neither side can capture; the longest
// win takes 11 plies.
func TestEnglishKingsAsPublished(t *testing.T) {
	tables := build(t, english(t), "", "K vs K")
	got := tally(t, tables, "K vs K", true)
	for _, c := range []*exact.Count{&got.All, &got.Quiet} {
		c.Wins = nil
	}
	require.Equal(t, exact.Count{Positions: 992, Win: 230, Draw: 654, Loss: 108, LongestWin: 6}, got.All)
	require.Equal(t, exact.Count{Positions: 898, Win: 140, Draw: 650, Loss: 108, LongestWin: 6}, got.Quiet)
}

// The placements of two and three pieces on the English board are as many as OEIS
// A055213 has (Schaeffer and others): 6972 and 261224, of either colour, one-sided
// ones included.
func TestEnglishPlacements(t *testing.T) {
	tables := build(t, english(t), "", "MM vs M")
	both := map[int]int{}
	for _, m := range exact.UpTo(3) {
		for _, m := range m.Orders() {
			both[m.Len()] += tally(t, tables, m.String(), true).All.Positions
		}
	}
	// One side's: men on 28 squares, kings on 32 less those.
	choose := func(n, k int) int {
		c := 1
		for i := range k {
			c = c * (n - i) / (i + 1)
		}
		return c
	}
	for n, published := range map[int]int{2: 6972, 3: 261224} {
		alone := 0
		for men := range n + 1 {
			alone += choose(28, men) * choose(32-men, n-men)
		}
		require.Equal(t, published, both[n]+2*alone)
	}
}

// Three flying kings beat one on eight rows in at most 15 moves (Petrov's triangle)
// if the lone king is off the main diagonal and they are on move; 13 are enough. On
// it the lone king is safe but for a tenth of the positions. On ten rows it needs no
// line: most positions are drawn either way.
func TestThreeKingsAgainstOne(t *testing.T) {
	tables := build(t, given.Rules(t, "russian"), "", "KKK vs K")
	got := tally(t, tables, "KKK vs K", true)
	require.Equal(t, got.Free.Positions, got.Free.Win)
	require.Equal(t, 13, got.Free.LongestWin)
	require.Less(t, 5*got.Held.Win, got.Held.Positions)
	require.Zero(t, got.Quiet.Loss)

	tables = build(t, given.Rules(t, "international"), "", "KKK vs K")
	got = tally(t, tables, "KKK vs K", true)
	require.Less(t, 5*got.Free.Win, got.Free.Positions)
	require.Less(t, 10*got.Held.Win, got.Held.Positions)
	require.LessOrEqual(t, got.All.LongestWin, 16)
	require.Equal(t, got.Quiet.Positions, got.Held.Positions+got.Free.Positions)
}

// Tables in files are read again, in whatever way they were made; a build that was
// stopped goes on.
func TestTablesInFiles(t *testing.T) {
	dir, again := t.TempDir(), t.TempDir()
	r := english(t)
	build(t, r, dir, "KM vs K")
	second := exact.New(r, again)
	require.NoError(t, second.Build(context.Background(), []exact.Material{material(t, "K vs K")}, exact.Options{Workers: 1}))
	require.NoError(t, second.Build(context.Background(), []exact.Material{material(t, "KM vs K")}, exact.Options{Workers: 1}))
	folder := exact.Hash(r)[:16]
	tables := disk.Tree(t, filepath.Join(dir, folder))
	require.Len(t, tables, 7) // K-K, K-M, M-K, KK-K, K-KK, KM-K, K-KM
	require.Equal(t, tables, disk.Tree(t, filepath.Join(again, folder)))
	found := -1
	third := exact.New(r, dir)
	require.NoError(t, third.Build(context.Background(), []exact.Material{material(t, "KM vs K")}, exact.Options{
		Begin: func(_ string, total, there int) { found = total - there },
		Done:  func(int) { t.Error("made again") },
	}))
	require.Zero(t, found)

	stopped, stop := context.WithCancel(context.Background())
	stop()
	fourth := exact.New(r, t.TempDir())
	require.ErrorIs(t, fourth.Build(stopped, []exact.Material{material(t, "K vs K")}, exact.Options{}), context.Canceled)
}

// What no table can hold is refused with the axis that stands in the way.
func TestRefusals(t *testing.T) {
	p := profile.Default()
	p.King.RepeatLimit = 3
	tables := exact.New(given.Compiled(t, p), "")
	require.NoError(t, tables.Accepts(material(t, "KK vs M")))
	require.ErrorContains(t, tables.Accepts(material(t, "KM vs K")), "king.repeat_limit")
	require.ErrorContains(t, tables.Accepts(material(t, "MM vs K")), "king.repeat_limit")
	require.ErrorContains(t, tables.Accepts(exact.Material{{Kings: 1}}), "without pieces")
	ms, refused, err := tables.Accepted(3)
	require.NoError(t, err)
	require.ErrorContains(t, refused, "king.repeat_limit")
	require.Contains(t, ms, material(t, "KK vs M"))
	require.NotContains(t, ms, material(t, "KM vs K"))
	ms, refused, err = tables.Accepted(2)
	require.NoError(t, err)
	require.NoError(t, refused)
	require.Equal(t, exact.UpTo(2), ms)
}

// More pieces than the board has squares for are refused at once, on every side of
// the question, however their numbers run over.
func TestNoRoom(t *testing.T) {
	p := profile.Default()
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 4, 4, 1
	tables := exact.New(given.Compiled(t, p), "")
	for text, want := range map[string]string{
		"MMMMMMM vs K":   "at most 6: on all other squares they are crowned",
		"K vs MMMMMMM":   "at most 6: on all other squares they are crowned",
		"KKKKK vs KKKK":  "at most 8: the board has no more squares",
		"MMMMMM vs MMMM": "at most 8: the board has no more squares",
	} {
		require.ErrorContains(t, tables.Build(context.Background(), []exact.Material{material(t, text)}, exact.Options{Workers: 1}), want, text)
	}
	require.NoError(t, tables.Accepts(material(t, "MMMMMM vs K")))
	require.Len(t, tables.Placeable(exact.UpTo(10)), len(exact.UpTo(8))-2) // but for MMMMMMM against one

	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 14, 14, 6
	tables = exact.New(given.Compiled(t, p), "")
	for n := 5; n <= 12; n++ {
		for _, pieces := range []exact.Pieces{{Men: n}, {Kings: n}, {Men: 1, Kings: n - 1}, {Men: n - 1, Kings: 1}} {
			_, err := tables.Positions(exact.Material{pieces, {Kings: 1}})
			if n > 6 || pieces.Kings > 5 {
				require.ErrorContains(t, err, "more than", "%s", pieces)
			}
		}
	}
}

// A file that is damaged, cut off, or of another table or other rules is not used: its
// table is made again, as it was.
func TestDamagedTables(t *testing.T) {
	dir := t.TempDir()
	r := english(t)
	build(t, r, dir, "K vs M")
	folder := filepath.Join(dir, exact.Hash(r)[:16])
	path := filepath.Join(folder, "K-M.exact")
	whole := disk.Read(t, path)
	mirrored := disk.Read(t, filepath.Join(folder, "M-K.exact"))
	italian := given.Rules(t, "italian")
	build(t, italian, dir, "K vs M")
	foreign := disk.Read(t, filepath.Join(dir, exact.Hash(italian)[:16], "K-M.exact"))
	damaged := []byte(whole)
	damaged[len(damaged)-1] ^= 1
	for name, data := range map[string]string{
		"empty": "", "short": whole[:100], "head": whole[:512], "cut": whole[:len(whole)-1], "longer": whole + "\x00",
		"damaged": string(damaged), "mirrored": mirrored, "foreign": foreign, "text": strings.Repeat("not a table\n", 100),
	} {
		require.NoError(t, os.WriteFile(path, []byte(data), 0o666))
		build(t, r, dir, "K vs M")
		require.Equal(t, whole, disk.Read(t, path), name)
	}
	require.NoError(t, os.Remove(path)) // one of two: both are made again
	build(t, r, dir, "K vs M")
	require.Equal(t, whole, disk.Read(t, path))
}

// Where a table cannot be written that is an error, unless it is asked for no more than a
// remark: then all of them are made and none is kept.
func TestTablesThatCannotBeKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	ms := []exact.Material{material(t, "KK vs K")}
	require.Error(t, exact.New(english(t), file).Build(t.Context(), ms, exact.Options{Workers: 1}))
	told := 0
	tables := exact.New(english(t), file)
	require.NoError(t, tables.Build(t.Context(), ms, exact.Options{Workers: 1, Unkept: func(error) { told++ }}))
	require.Equal(t, 1, told)
	require.True(t, tables.Has(ms[0]))
}

// A shard names tables; one of other rules, another folder or more pieces is not made.
func TestNamesOfForeignTables(t *testing.T) {
	r := english(t)
	tables := exact.New(r, t.TempDir())
	folder := exact.Hash(r)[:16]
	lazy := exact.NewLazy(tables, 2, exact.Options{Workers: 1})
	for name, says := range map[string]string{
		folder + "/KK-K.exact":        "3 pieces (want at most 2)",
		"K-K.exact":                   "is no table of these rules",
		"../" + folder + "/K-K.exact": "is no table of these rules",
		folder + "/K-K":               "is no table of these rules",
		folder + "/K.exact":           "want two sides",
	} {
		_, err := lazy.Sum(t.Context(), name)
		require.ErrorContains(t, err, says, name)
	}
	_, err := lazy.Sum(t.Context(), folder+"/K-K.exact")
	require.NoError(t, err)
}

func TestParseMaterial(t *testing.T) {
	m, err := exact.ParseMaterial("KKM vs K")
	require.NoError(t, err)
	require.Equal(t, exact.Material{{Men: 1, Kings: 2}, {Kings: 1}}, m)
	for _, text := range []string{"", "KK", "KQ vs K", "K vs K vs K", "K or K"} {
		_, err := exact.ParseMaterial(text)
		require.ErrorContains(t, err, "want two sides", text)
	}
}

func FuzzParseMaterial(f *testing.F) {
	f.Add("KKM vs K")
	f.Add("K-MM")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := exact.ParseMaterial(text)
		if err != nil || m[0].Len() == 0 || m[1].Len() == 0 {
			return
		}
		again, err := exact.ParseMaterial(m.String())
		if err != nil || again != m {
			t.Fatalf("%q is %v, and its text %q is %v (%v)", text, m, m, again, err)
		}
	})
}

// A state that no table holds is said to be unknown at once, however many claims
// and answers to them could follow.
func TestUnknownWithClaims(t *testing.T) {
	r := given.Rules(t, "polonaise-souffler")
	tables := build(t, r, "", "K vs K")
	random := rand.New(rand.NewPCG(11, 1))
	open := 0
	for range 20 {
		s := r.Start()
		for turns := r.Moves(nil, s); len(turns) > 0; turns = r.Moves(nil, s) {
			s = r.Play(s, turns[random.IntN(len(turns))])
			if s.ClaimOpen() {
				open++
			}
			if s.Pieces(board.First).Len()+s.Pieces(board.Second).Len() > 12 {
				_, _, ok := tables.Probe(&s)
				require.False(t, ok)
			} else {
				break
			}
		}
	}
	require.Greater(t, open, 100)
}

// Lazy tables know of every state what tables of all endings know, whatever was asked
// before.
func TestLazy(t *testing.T) {
	for _, id := range []string{"federation", "polonaise-souffler"} {
		r := given.Rules(t, id, "board.rows=6", "board.columns=6", "board.men_rows=1")
		all := exact.New(r, "")
		ms, _, err := all.Accepted(3)
		require.NoError(t, err)
		require.NoError(t, all.Build(t.Context(), ms, exact.Options{}))
		some := exact.New(r, "")
		lazy := exact.NewLazy(some, 3, exact.Options{Workers: 1})
		known, claims := 0, 0
		for seed := range uint64(300) {
			random := rand.New(rand.NewPCG(seed, 1754))
			h := rules.NewHistory(r, r.Start())
			for range 80 {
				turns := h.Turns()
				if len(turns) == 0 {
					break
				}
				h.Play(turns[random.IntN(len(turns))])
				s := h.State()
				if s.Pieces(0).Empty() || s.Pieces(1).Empty() {
					break
				}
				require.NoError(t, lazy.Ready(t.Context(), &s))
				value, turnsLeft, ok := lazy.Probe(&s)
				wantValue, wantTurns, want := all.Probe(&s)
				want = want && s.Pieces(0).Len()+s.Pieces(1).Len() <= 3
				require.Equal(t, want, ok)
				if ok {
					require.Equal(t, []int{wantValue, wantTurns}, []int{value, turnsLeft})
					known++
					if s.Pending() {
						claims++
					}
				}
			}
		}
		require.Greater(t, known, 300)
		if id == "polonaise-souffler" {
			require.Greater(t, claims, 20)
		}
	}
}

// Where men are crowned elsewhere, what is a position under one rule set need be none under
// the other; what is compared is the same either way.
func TestCompareWhereMenAreCrownedElsewhere(t *testing.T) {
	var tables [2]*exact.Tables
	for i, ref := range []string{`english{promotion.squares="W:W2,4:B29,31"}`, "english"} {
		tables[i] = build(t, given.Rules(t, ref), "", "KM vs K")
	}
	for _, m := range material(t, "KM vs K").Orders() {
		there, err := tables[0].Compare(t.Context(), tables[1], m, 2)
		require.NoError(t, err)
		back, err := tables[1].Compare(t.Context(), tables[0], m, 2)
		require.NoError(t, err)
		require.Positive(t, there.Flipped())
		for a := range 3 {
			for b := range 3 {
				require.Equal(t, there.Positions[a][b], back.Positions[b][a])
			}
		}
	}
}

// Counts are kept beside their table; those of another table, or damaged ones, are made again.
func TestKeptTally(t *testing.T) {
	dir := t.TempDir()
	tables := build(t, english(t), dir, "KK vs K")
	want := tally(t, tables, "KK vs K", false)
	names := disk.Glob(t, filepath.Join(dir, "*", "*.tally"))
	require.Len(t, names, 1)
	kept := disk.Read(t, names[0])
	changed := strings.Replace(kept, `"longest_win_moves":`, `"longest_win_moves":9`, 1)
	for text, read := range map[string]bool{
		changed: true,
		strings.Replace(changed, `"Sum":"`, `"Sum":"0`, 1): false,
		changed[:len(changed)/2]:                           false,
	} {
		require.NoError(t, os.WriteFile(names[0], []byte(text), 0o666))
		got := tally(t, tables, "KK vs K", false)
		require.Equal(t, read, got.All.LongestWin != want.All.LongestWin, text)
	}
}
