package exact

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"varlab/files"
	"varlab/internal/testing/cost"
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
	at := filepath.Join(dir, first.name())
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
		require.FileExists(t, at)
	}
	require.Greater(t, stops, 2)
	require.Equal(t, whole.Low, g.Low)
	require.Equal(t, whole.Plies, g.Plies)
	require.NoFileExists(t, at)

	ctx, stop := context.WithCancel(context.Background())
	limits.Nodes = 1 << 20
	_, err = SolveGame(ctx, r, dir, limits, Options{Workers: 1, Search: func(int) { stop() }})
	require.ErrorIs(t, err, context.Canceled)
	require.FileExists(t, at)
	data, err := os.ReadFile(at)
	require.NoError(t, err)
	data[len(data)-1] ^= 1
	require.NoError(t, os.WriteFile(at, data, 0o666))
	_, err = SolveGame(context.Background(), r, dir, limits, Options{Workers: 1})
	require.ErrorContains(t, err, "damaged")
	entries, err := filepath.Glob(filepath.Join(filepath.Dir(at), "*"+files.Mark+"*"))
	require.NoError(t, err)
	require.Empty(t, entries)
}

// A stopped search that somebody has changed, and has made the sum of anew, is refused or
// goes on to an end: with numbers that no search has it went round.
func TestForgedSearchesEnd(t *testing.T) {
	h := searched(t, "")
	require.NoError(t, h.work(2000))
	var b bytes.Buffer
	require.NoError(t, h.write(&b))
	data := b.Bytes()[:b.Len()-4]
	first := bytes.IndexByte(data, '\n') + 1 // word
	chance := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for forged := range 200 {
		data := bytes.Clone(data)
		for range 1 + chance.IntN(100) {
			known := numbers{chance.Uint32N(2 << chance.IntN(26)), chance.Uint32N(2 << chance.IntN(26))}
			if forged%2 == 0 { // such as a search has
				known.proof, known.disproof = 1+known.proof, 1+known.disproof
			}
			binary.LittleEndian.PutUint64(data[first+8+16*chance.IntN((len(data)-first)/16-1)+8:], uint64(known.proof)<<36|uint64(known.disproof)<<8|9)
		}
		h := searched(t, "")
		if err := h.read(bytes.NewReader(binary.LittleEndian.AppendUint32(data, crc32.Checksum(data, castagnoli)))); err != nil {
			require.ErrorContains(t, err, "no search has")
			refused++
			continue
		}
		ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
		h.ctx = ctx
		require.NoError(t, h.work(1<<14))
		stop()
	}
	require.Greater(t, refused, 50)
	require.Less(t, refused, 150)
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
		require.NoError(t, again.work(1<<8))
	})
}

// Neither a table nor a stopped search is read, written or removed where a link leads out
// of the folder of tables, which may be one itself; and nothing is said of what is there.
func TestTablesStayInTheirFolder(t *testing.T) {
	outside, dir := t.TempDir(), filepath.Join(t.TempDir(), "tables")
	secret := filepath.Join(outside, "secret")
	require.NoError(t, os.WriteFile(secret, bytes.Repeat([]byte("secret secret \n"), 100), 0o666))
	whole := t.TempDir()
	require.NoError(t, os.Symlink(whole, dir))
	r := searched(t, dir).questions[0].p.r
	tables, err := New(r, dir)
	require.NoError(t, err)
	m := Material{{Kings: 1}, {Kings: 1}}
	own := tables.path(tables.folder())
	options := Options{Workers: 1}
	build := func() error {
		tables, err := New(r, dir)
		require.NoError(t, err)
		err = tables.Build(context.Background(), []Material{m}, options)
		return errors.Join(err, tables.Close())
	}
	require.NoError(t, build(), "the folder of tables is a link")
	at, search := tables.path(tables.name(m)), filepath.Join(dir, searched(t, dir).name())
	require.FileExists(t, at)
	h := searched(t, dir)
	refused := func(err error) {
		t.Helper()
		require.Error(t, err)
		require.NotContains(t, err.Error(), "secret ")
		require.NotContains(t, err.Error(), "delete")
		require.ErrorContains(t, err, "is a link that leads")
	}
	// A file.
	for _, name := range []string{at, search} {
		os.Remove(name)
		require.NoError(t, os.Symlink(secret, name))
	}
	refused(build())
	refused(h.resume())
	// One that has other content.
	for _, name := range []string{at, search} {
		require.NoError(t, os.Remove(name))
		require.NoError(t, os.Link(secret, name))
	}
	for _, err := range []error{build(), h.resume()} {
		require.ErrorContains(t, err, "does not begin as ")
		require.NotContains(t, err.Error(), "secret ")
	}
	// Their folder.
	require.NoError(t, os.Rename(own, filepath.Join(outside, "own")))
	require.NoError(t, os.Symlink(filepath.Join(outside, "own"), own))
	refused(build())
	refused(h.resume())
	refused(h.halt())
	refused(files.RemoveUnder(dir, h.name()))
	require.NoError(t, os.RemoveAll(filepath.Join(outside, "own")))
	refused(build())
	entries, err := os.ReadDir(outside)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}
