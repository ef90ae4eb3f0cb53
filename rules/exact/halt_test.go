package exact

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"varlab/cost"
	"varlab/files"
	"varlab/rules"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// searched returns a search of English draughts with a row of men on 6x4.
func searched(t testing.TB, dir string) *search {
	p := profile.Default()
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 6, 4, 1
	p.Man.Capture, p.King.Range, p.Capture.Precedence = profile.CapturesForward, profile.Short, nil
	r, err := rules.Compile(p)
	require.NoError(t, err)
	tables, err := New(r, dir)
	require.NoError(t, err)
	return newSearch(context.Background(), tables, r.Start(), Limits{Nodes: 1 << 12}, Options{})
}

// A search that is stopped goes on: it knows what it knew, finds what one finds that
// was never stopped, and leaves nothing behind.
func TestSearchGoesOn(t *testing.T) {
	dir := t.TempDir()
	first := searched(t, dir)
	r := first.questions[0].p.r
	limits := Limits{Positions: 4000, Nodes: 300, States: 1}
	whole, err := SolveGame(context.Background(), r, "", DefaultLimits, Options{Workers: 1})
	require.NoError(t, err)
	require.Equal(t, ByTables, whole.Method)

	turns, stops := 0, 0
	var g Game
	for stops = 0; stops < 1000; stops++ {
		g, err = SolveGame(context.Background(), r, dir, limits, Options{Workers: 1})
		require.NoError(t, err)
		require.Greater(t, g.Positions, turns)
		turns = g.Positions
		limits.Nodes += 50
		if g.Proved() && g.Plies >= 0 {
			break
		}
		require.FileExists(t, first.path())
	}
	require.Greater(t, stops, 2)
	require.Equal(t, whole.Low, g.Low)
	require.Equal(t, whole.Plies, g.Plies)
	require.NoFileExists(t, first.path())

	ctx, stop := context.WithCancel(context.Background())
	limits.Nodes = 1 << 20
	_, err = SolveGame(ctx, r, dir, limits, Options{Workers: 1, Search: func(int) { stop() }})
	require.ErrorIs(t, err, context.Canceled)
	require.FileExists(t, first.path())
	data, err := os.ReadFile(first.path())
	require.NoError(t, err)
	data[len(data)-1] ^= 1
	require.NoError(t, os.WriteFile(first.path(), data, 0o666))
	_, err = SolveGame(context.Background(), r, dir, limits, Options{Workers: 1})
	require.ErrorContains(t, err, "damaged")
	entries, err := filepath.Glob(filepath.Join(filepath.Dir(first.path()), "*"+files.Mark+"*"))
	require.NoError(t, err)
	require.Empty(t, entries)
}

// FuzzReadSearch reads stopped searches: what is read is written alike, but for the
// order of what shares a bucket.
func FuzzReadSearch(f *testing.F) {
	h := searched(f, "")
	require.NoError(f, h.work(1<<8))
	var b bytes.Buffer
	require.NoError(f, h.write(&b))
	f.Add(b.Bytes())
	f.Add([]byte("varlab exact search 1 rules x start 0 turns 1 least 0\n"))
	cost.Fuzz(f, func(t *testing.T, data []byte) {
		h := searched(t, "")
		if err := h.read(bytes.NewReader(data)); err != nil {
			return
		}
		var b bytes.Buffer
		require.NoError(t, h.write(&b))
		again := searched(t, "")
		require.NoError(t, again.read(&b))
		require.Equal(t, h.earlier, again.earlier)
	})
}
