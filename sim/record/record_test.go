package record

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/require"

	"varlab/files"
	"varlab/internal/testing/cost"
	"varlab/rules/profile"
	"varlab/sim/study"
)

// testManifest plans two cells of 2,500 games in three shards.
func testManifest() Manifest { return manifestOf(2500, 2400) }

// manifestOf plans two cells of so many games; those of the first are in two shards.
func manifestOf(games, cut int) Manifest {
	plan := study.Plan{
		Name: "test", Seed: 1754,
		RuleSets: []study.RuleSet{{ID: "a", Title: "A <ten>", PlayHash: "aa", Board: "10x10", Content: []byte(`{"id":"a"}`)}},
		Players:  []study.Player{{Spec: "random", Random: true}},
		Pairs:    []study.Pair{{A: study.Player{Spec: "random", Random: true}, B: study.Player{Spec: "greedy"}}},
		Games:    games, HorizonPlies: 300, Openings: study.Openings{Plies: []int{4}}, Metrics: []string{"drawn"},
	}
	return Manifest{
		Format: Format, RNG: "pcg-v1", StudyHash: plan.Hash(), Study: plan,
		Boards: []Board{{ID: "b", Size: "10x10", Chapters: []Chapter{{Plies: 4, Positions: 787, Clusters: 7}}}},
		Cells: []Cell{
			{RuleSet: "a", Players: [2]string{"random", "random"}, Board: "b", Games: games, Clusters: 7},
			{RuleSet: "a", Players: [2]string{"random", "greedy"}, Board: "b", Games: games, Clusters: min(7, games/2)},
		},
		Shards: []Shard{
			{File: "shards/00000.parquet", Cell: 0, From: 0, To: cut},
			{File: "shards/00001.parquet", Cell: 0, From: cut, To: games},
			{File: "shards/00002.parquet", Cell: 1, From: 0, To: games},
		},
		Columns: Columns(),
	}
}

var planned = testManifest()

func testRecord(cell, game int) *Record {
	plies := 40 + game%60
	rec := &Record{
		Result: "first", Reason: "no-moves", Plies: int32(plies),
		Turns:     fmt.Sprintf("32-28 19-23%s 28x19x23 14x23x19 %d", strings.Repeat(" 1-2", plies-5), game),
		Decisions: int32(plies - 4), Playable: int64(game)<<10 + 99, Due: 99, CapturesFirst: 1, MenTakenFirst: 2, OwedSecond: 4, MissedSecond: 3, WaivedSecond: 3,
	}
	a, err := planned.Assign(planned.Study.Cell(cell), &planned.Boards[0], game)
	if err != nil {
		panic(err)
	}
	planned.Begin(rec, cell, game, &a)
	return rec
}

func fill(t *testing.T, r *Run, shard int) {
	t.Helper()
	w, err := r.Create(shard)
	require.NoError(t, err)
	s := r.Manifest.Shards[shard]
	for g := s.From; g < s.To; g++ {
		require.NoError(t, w.Write(testRecord(s.Cell, g)))
	}
	require.NoError(t, w.Commit())
}

func filled(t *testing.T) *Run {
	t.Helper()
	r, err := Create(filepath.Join(t.TempDir(), "run"), testManifest())
	require.NoError(t, err)
	t.Cleanup(func() { r.Close() })
	for i := range r.Manifest.Shards {
		fill(t, r, i)
	}
	return r
}

// another is a run of another study of the same form, without games.
func another(t *testing.T) *Run {
	t.Helper()
	m := testManifest()
	m.Study.Seed++
	m.StudyHash = m.Study.Hash()
	r, err := Create(filepath.Join(t.TempDir(), "run"), m)
	require.NoError(t, err)
	t.Cleanup(func() { r.Close() })
	return r
}

// readAll returns copies of all records, or the first error.
func readAll(r *Run) ([]Record, error) {
	var all []Record
	for rec, err := range r.Records() {
		if err != nil {
			return all, err
		}
		all = append(all, *rec)
	}
	return all, nil
}

func TestRoundTrip(t *testing.T) {
	r := filled(t)
	again, err := Open(r.Dir)
	require.NoError(t, err)
	defer again.Close()
	require.Equal(t, r.Manifest.Hash, again.Manifest.Hash)
	all, err := readAll(again)
	require.NoError(t, err)
	require.Len(t, all, 5000)
	for i, rec := range all {
		cell, game := 0, i
		if i >= 2500 {
			cell, game = 1, i-2500
		}
		require.Equal(t, *testRecord(cell, game), rec)
	}
	for range again.Records() {
		break // a reader may stop early
	}
}

func TestEqualRowsEqualBytes(t *testing.T) {
	a, b := filled(t), filled(t)
	for _, s := range append(a.Manifest.Shards, Shard{File: ManifestFile}) {
		x, err := os.ReadFile(a.path(s.File))
		require.NoError(t, err)
		y, err := os.ReadFile(b.path(s.File))
		require.NoError(t, err)
		require.Equal(t, x, y, s.File)
	}
}

func TestShardIsCompleteOrAbsent(t *testing.T) {
	r, err := Create(filepath.Join(t.TempDir(), "run"), testManifest())
	require.NoError(t, err)
	defer r.Close()
	missing := func() []int {
		m, err := r.Missing()
		require.NoError(t, err)
		return m
	}
	require.Equal(t, []int{0, 1, 2}, missing())
	w, err := r.Create(2)
	require.NoError(t, err)
	require.NoError(t, w.Write(testRecord(1, 0)))
	require.ErrorContains(t, w.Write(testRecord(1, 2)), "out of order (want game 1 of cell 1)")
	require.Equal(t, []int{0, 1, 2}, missing())
	require.ErrorContains(t, w.Commit(), "ends with game 1 (want 2500)")
	require.Equal(t, []int{0, 1, 2}, missing())
	fill(t, r, 2)
	require.Equal(t, []int{0, 1}, missing())
	_, err = readAll(r)
	require.ErrorContains(t, err, "not complete: 2 of 3 shards are missing, the first shards/00000.parquet")

	// What is being written is no shard, and let be; what nobody writes any more is
	// cleared away.
	w, err = r.Create(0)
	require.NoError(t, err)
	require.Equal(t, []int{0, 1}, missing())
	gone, err := r.Tidy()
	require.NoError(t, err)
	require.Empty(t, gone)
	temps, err := r.Temps()
	require.NoError(t, err)
	require.Len(t, temps, 1)
	require.Equal(t, files.Temp{Name: w.temp, Of: "shards/00000.parquet", Host: files.Host(), Live: true}, temps[0])
	w.file.Close() // as when its process dies
	gone, err = r.Tidy()
	require.NoError(t, err)
	require.Equal(t, []string{w.temp}, gone)

	// A file of another machine, which locks may not reach, is let be for a day.
	far := r.path("shards/00001.parquet" + files.Mark + "elsewhere-7-0")
	require.NoError(t, os.WriteFile(far, nil, 0o666))
	gone, err = r.Tidy()
	require.NoError(t, err)
	require.Empty(t, gone)
	old := time.Now().Add(-2 * files.AbandonedAfter)
	require.NoError(t, os.Chtimes(far, old, old))
	gone, err = r.Tidy()
	require.NoError(t, err)
	require.Len(t, gone, 1)
}

// A writer that finds the shard there leaves it alone, and writes over what is
// damaged.
func TestAShardThatIsThere(t *testing.T) {
	r := filled(t)
	name := r.path(r.Manifest.Shards[1].File)
	before, err := os.Stat(name)
	require.NoError(t, err)
	good, err := os.ReadFile(name)
	require.NoError(t, err)
	fill(t, r, 1)
	after, err := os.Stat(name)
	require.NoError(t, err)
	require.True(t, os.SameFile(before, after))

	require.NoError(t, os.WriteFile(name, good[:100], 0o666))
	kept, err := r.SetAside(1)
	require.NoError(t, err)
	require.Regexp(t, `^log/damaged/00001\.parquet-[0-9a-f]{16}$`, kept)
	// Under its name, others may have put anything.
	was, err := os.ReadFile(filepath.Join(r.Dir, filepath.FromSlash(kept)))
	require.NoError(t, err)
	require.NoError(t, os.Remove(filepath.Join(r.Dir, filepath.FromSlash(kept))))
	require.NoError(t, os.WriteFile(filepath.Join(r.Dir, filepath.FromSlash(kept)), nil, 0o666))
	beside, err := r.SetAside(1)
	require.NoError(t, err)
	require.Equal(t, kept+"-2", beside)
	is, err := os.ReadFile(filepath.Join(r.Dir, filepath.FromSlash(beside)))
	require.NoError(t, err)
	require.Equal(t, was, is)
	require.NoError(t, os.Rename(filepath.Join(r.Dir, filepath.FromSlash(beside)), filepath.Join(r.Dir, filepath.FromSlash(kept))))
	again, err := r.SetAside(1)
	require.NoError(t, err)
	require.Equal(t, kept, again)
	fill(t, r, 1)
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, good, whole)
	aside, err := os.ReadFile(r.path(kept))
	require.NoError(t, err)
	require.Equal(t, good[:100], aside)
	temps, err := r.Temps()
	require.NoError(t, err)
	require.Empty(t, temps)
}

// differing are two runs of which the second has another second shard, s.
func differing(t *testing.T) (a, b *Run, s Shard) {
	a, b = filled(t), filled(t)
	s = b.Manifest.Shards[1]
	require.NoError(t, os.Remove(b.path(s.File)))
	w, err := b.Create(1)
	require.NoError(t, err)
	for g := s.From; g < s.To; g++ {
		rec := testRecord(s.Cell, g)
		rec.Due++
		require.NoError(t, w.Write(rec))
	}
	require.NoError(t, w.Commit())
	return a, b, s
}

// Where two runs have other games in a shard, neither's are taken, whichever is named
// first, and whether the one that they go to lacks it, has it or has it damaged.
func TestRunsThatDifferAreNotMerged(t *testing.T) {
	a, b, s := differing(t)
	for _, c := range []struct {
		from []*Run
		name string
	}{{[]*Run{a, b}, a.Dir}, {[]*Run{b, a}, b.Dir}, {[]*Run{a, a, b}, a.Dir}} {
		for _, before := range []string{"", "damaged"} {
			to, err := Create(filepath.Join(t.TempDir(), "run"), testManifest())
			require.NoError(t, err)
			if before != "" {
				require.NoError(t, os.MkdirAll(to.path("shards"), 0o777))
				require.NoError(t, os.WriteFile(to.path(s.File), []byte(before), 0o666))
			}
			_, err = to.Merge(t.Context(), c.from)
			require.ErrorContains(t, err, c.name+": shards/00001.parquet is whole, and so is another one in ")
			there, err := os.ReadFile(to.path(s.File))
			if before == "" {
				require.ErrorIs(t, err, os.ErrNotExist)
			}
			require.Equal(t, before, string(there))
			require.NoError(t, to.Close())
		}
	}
	_, err := a.Merge(t.Context(), []*Run{b})
	require.ErrorContains(t, err, a.Dir+": shards/00001.parquet is whole, and so is another one in "+b.Dir)

	// A damaged one gives way to a whole one, and is kept.
	whole, err := os.ReadFile(b.path(s.File))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(a.path(s.File), []byte("damaged"), 0o666))
	_, err = a.Merge(t.Context(), []*Run{b})
	require.NoError(t, err)
	now, err := os.ReadFile(a.path(s.File))
	require.NoError(t, err)
	require.True(t, bytes.Equal(whole, now))
	kept, err := filepath.Glob(a.path("log/damaged/*"))
	require.NoError(t, err)
	require.Len(t, kept, 1)
	text, err := os.ReadFile(kept[0])
	require.NoError(t, err)
	require.Equal(t, "damaged", string(text))
}

// Another shard that somebody else puts there while one is copied stays, and is an error.
func TestMergesAtOnce(t *testing.T) {
	a, b, s := differing(t)
	theirs, err := os.ReadFile(b.path(s.File))
	require.NoError(t, err)
	for step, before := range map[files.Step]string{files.Linking: "", files.Creating: "damaged"} {
		to, err := Create(filepath.Join(t.TempDir(), "run"), testManifest())
		require.NoError(t, err)
		defer to.Close()
		at := to.path(s.File)
		if before != "" {
			require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o777))
			require.NoError(t, os.WriteFile(at, []byte(before), 0o666))
		}
		files.Fault = func(is files.Step, path string) error {
			if is == step && strings.HasPrefix(path, at) {
				require.NoError(t, os.WriteFile(at, theirs, 0o666))
			}
			return nil
		}
		_, err = to.Merge(t.Context(), []*Run{a})
		files.Fault = nil
		require.ErrorContains(t, err, to.Dir+": shards/00001.parquet is whole, and so is another one in "+a.Dir)
		now, err := os.ReadFile(at)
		require.NoError(t, err)
		require.True(t, bytes.Equal(theirs, now))
	}
}

// A merge that is interrupted keeps what it has copied, and goes on.
func TestMergesAreInterrupted(t *testing.T) {
	from := filled(t)
	to, err := Create(filepath.Join(t.TempDir(), "run"), testManifest())
	require.NoError(t, err)
	defer to.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	files.Fault = func(is files.Step, path string) error {
		if is == files.Linking {
			stop()
		}
		return nil
	}
	m, err := to.Merge(ctx, []*Run{from})
	files.Fault = nil
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 1, m.Copied)
	m, err = to.Merge(t.Context(), []*Run{from})
	require.NoError(t, err)
	require.Equal(t, len(to.Manifest.Shards)-1, m.Copied)
}

// Every byte of a shard that changes, and every byte that is missing, is found
// and named, and what is read regardless is the truth or an error.
func TestDamagedShards(t *testing.T) {
	r := filled(t)
	s := r.Manifest.Shards[1]
	name := r.path(s.File)
	good, err := os.ReadFile(name)
	require.NoError(t, err)
	read := func() (all []Record, err error) {
		_, err = r.Games(1, func(rec *Record) bool {
			all = append(all, *rec)
			return true
		})
		return all, err
	}
	want, err := read()
	require.NoError(t, err)
	require.Len(t, want, 100)
	require.NoError(t, r.Check(1))
	damaged := func(bad []byte, what string) {
		t.Helper()
		require.NoError(t, os.WriteFile(name, bad, 0o666))
		var damage *Damage
		require.ErrorAs(t, r.Check(1), &damage, what)
		require.Equal(t, s.File, damage.File)
		if got, err := read(); err == nil {
			require.Equal(t, want, got, what)
		} else {
			require.ErrorContains(t, err, s.File+": ", what)
		}
	}
	for at := range everyByte(good) {
		bad := bytes.Clone(good)
		bad[at] ^= 0x55
		damaged(bad, fmt.Sprintf("byte %d flipped", at))
		damaged(good[:at], fmt.Sprintf("cut at %d", at))
	}
	damaged(append(bytes.Clone(good), 0), "longer by one")
	damaged(append(bytes.Clone(good), good...), "twice")
	require.NoError(t, os.WriteFile(name, good, 0o666))
	require.NoError(t, r.Check(1))

	// Rows that have no longer the hash that was made of them are not the file's, whole or
	// not: that of another text has as many digits.
	_, hash, ok := bytes.Cut(good, []byte(metaRowHash+"\x18\x40"))
	require.True(t, ok)
	bad := bytes.Clone(good)
	copy(bad[len(good)-len(hash):], noHash)
	putSigned(t, name, bad)
	require.ErrorContains(t, r.Check(1), "is another than at first")
	r.replaced(s.File)
	require.NoError(t, r.Check(1))
	_, err = read()
	require.ErrorContains(t, err, "shards/00001.parquet: damaged: rows have hash ")
	rows := *testRecord(0, 2405)
	rows.Plies = -1 // in the sixth row of a shard that begins with another game
	w, err := r.Create(1)
	require.NoError(t, err)
	for g := 2400; g < 2500; g++ {
		rec := testRecord(0, g)
		if g == 2405 {
			rec = &rows
		}
		require.NoError(t, w.Write(rec))
	}
	require.NoError(t, os.Remove(name))
	require.NoError(t, w.Commit())
	_, err = read()
	require.ErrorContains(t, err, "shards/00001.parquet: damaged: row 5: plies is -1")
	require.NoError(t, os.WriteFile(name, good, 0o666))
	require.NoError(t, r.Check(1))

	// The shard of another place is whole, and refused.
	other, err := os.ReadFile(r.path(r.Manifest.Shards[2].File))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, other, 0o666))
	_, err = readAll(r)
	require.ErrorContains(t, err, "2500 rows (want 100)")
	survey, err := r.Survey(t.Context())
	require.NoError(t, err)
	require.Equal(t, []int{1}, survey.Open())
}

// everyByte yields the places of bytes in a file: a hundred, all in the long form.
func everyByte(text []byte) iter.Seq[int] {
	step := 1 + len(text)/100
	if os.Getenv("VARLAB_DEEP") != "" {
		step = 1
	}
	return func(yield func(int) bool) {
		for at := 0; at < len(text) && yield(at); at += step {
		}
	}
}

// putSigned writes a file under that name, and into it the hash that it should have,
// where it has a place for one.
func putSigned(t *testing.T, name string, text []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, text, 0o666))
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	require.NoError(t, err)
	if place, _, err := findHash(file); err == nil {
		sum := sha256.New()
		sum.Write(text[:place])
		io.WriteString(sum, noHash)
		sum.Write(text[int(place)+len(noHash):])
		require.NoError(t, signBytes(file, hex.EncodeToString(sum.Sum(nil))))
		require.NoError(t, copyBytes(io.Discard, file))
	}
	require.NoError(t, file.Close())
}

// A shard of which any byte was changed, and the hash made good, is not the one that its
// games come to, though Games reads none but these.
func TestForgedBytes(t *testing.T) {
	r := filled(t)
	name := r.path(r.Manifest.Shards[1].File)
	good, err := os.ReadFile(name)
	require.NoError(t, err)
	n := 0
	require.NoError(t, r.Rewritten(1, func(*Record) { n++ }))
	require.Equal(t, 100, n)
	place := bytes.LastIndex(good, []byte(metaFileHash)) + len(metaFileHash) + 2
	unread := 0
	for at := range everyByte(good) {
		if place <= at && at < place+len(noHash) {
			continue // putSigned makes that good
		}
		bad := bytes.Clone(good)
		bad[at] ^= 0x01
		putSigned(t, name, bad)
		if _, err := r.Games(1, func(*Record) bool { return true }); err == nil {
			unread++
		}
		require.Error(t, r.Rewritten(1, func(*Record) {}), "byte %d of %d", at, len(good))
	}
	require.Positive(t, unread)

	// Nor is one that states the right hash beside its own.
	footer := len(good) - 8 - int(binary.LittleEndian.Uint32(good[len(good)-8:]))
	for _, first := range []bool{true, false} {
		var meta format.FileMetaData
		require.NoError(t, thrift.Unmarshal(new(thrift.CompactProtocol), good[footer:len(good)-8], &meta))
		right := format.KeyValue{Key: metaFileHash, Value: string(good[place : place+len(noHash)])}
		meta.KeyValueMetadata = append(meta.KeyValueMetadata, right)
		if first {
			meta.KeyValueMetadata = slices.Insert(meta.KeyValueMetadata, 0, right)
		}
		meta.CreatedBy = "somebody"
		text, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
		require.NoError(t, err)
		bad := append(slices.Clone(good[:footer]), text...)
		bad = append(binary.LittleEndian.AppendUint32(bad, uint32(len(text))), "PAR1"...)
		putSigned(t, name, bad)
		r.replaced(r.Manifest.Shards[1].File)
		require.NoError(t, r.Check(1))
		require.ErrorContains(t, r.Rewritten(1, func(*Record) {}), "its rows come to a file with hash")
	}
}

// A shard of another run of the same form is refused, not played over.
func TestAShardOfAnotherRun(t *testing.T) {
	r := filled(t)
	other := another(t)
	fill(t, other, 1)
	text, err := os.ReadFile(other.path(other.Manifest.Shards[1].File))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(r.path(other.Manifest.Shards[1].File), text, 0o666))
	_, err = r.Survey(t.Context())
	require.ErrorContains(t, err, "not a shard of this run")
	_, err = readAll(r)
	require.ErrorContains(t, err, "not a shard of this run")
}

// Where a manifest is lost it is written again, and not that of another run; where two
// shards have changed places, both are damaged, and are set aside.
func TestShardsAreTheRunsOwn(t *testing.T) {
	m := manifestOf(100, 50)
	r, err := Create(filepath.Join(t.TempDir(), "run"), m)
	require.NoError(t, err)
	defer r.Close()
	for i := range m.Shards {
		fill(t, r, i)
	}
	at := func(i int) string { return r.path(m.Shards[i].File) }
	require.NoError(t, os.Rename(at(0), at(0)+".away"))
	require.NoError(t, os.Rename(at(1), at(0)))
	require.NoError(t, os.Rename(at(0)+".away", at(1)))
	s, err := r.Survey(t.Context())
	require.NoError(t, err)
	require.Equal(t, []int{0, 1}, s.Damaged)
	require.EqualError(t, s.Damages[0], fmt.Sprintf("%s: damaged: is %q of this study (want %[1]q)", m.Shards[0].File, m.Shards[1].File))
	for i := range 2 {
		_, err := r.SetAside(i)
		require.NoError(t, err)
		fill(t, r, i)
		require.NoError(t, r.Check(i))
	}
	require.NoError(t, os.Remove(r.path(ManifestFile)))
	other := m
	other.Study.Seed++
	other.StudyHash = other.Study.Hash()
	_, err = Create(r.Dir, other)
	require.ErrorContains(t, err, "no manifest.json, and "+m.Shards[0].File)
	require.ErrorContains(t, err, "not a shard of this run")
	require.NoFileExists(t, r.path(ManifestFile))
	// Nor is a shard damaged because another study has other numbers of games.
	other = manifestOf(100, 60)
	other.Study.Name = "other"
	other.StudyHash = other.Study.Hash()
	_, err = Create(r.Dir, other)
	require.ErrorContains(t, err, "no manifest.json, and "+m.Shards[0].File)
	require.ErrorContains(t, err, "not a shard of this run")
	other = m
	other.Shards, other.Cells = m.Shards[:2], m.Cells[:1]
	_, err = Create(r.Dir, other)
	require.ErrorContains(t, err, "no manifest.json, and "+m.Shards[2].File+": not a shard of this run")
	// One of which nothing can be read any more is nobody's, and is kept.
	require.NoError(t, os.WriteFile(at(0), []byte("rotten"), 0o666))
	again, err := Create(r.Dir, m)
	require.NoError(t, err)
	require.NoError(t, again.Close())
	text, err := os.ReadFile(at(0))
	require.NoError(t, err)
	require.Equal(t, "rotten", string(text))
}

func TestManifestFaults(t *testing.T) {
	const range_, when = "a but king.range as b", "a but promotion.when as b"
	ablated := func(change func(*study.Ablation), more ...func(*study.Plan)) func(*Manifest) {
		return func(m *Manifest) {
			set := func(id, far, crowned string) study.RuleSet {
				return study.RuleSet{ID: id, Title: id, PlayHash: id, Board: "10x10", Content: fmt.Appendf(nil, `{"axes":{"king.range":%q,"promotion.when":%q},"id":%q}`, far, crowned, id)}
			}
			m.Study.RuleSets = []study.RuleSet{set("a", "short", "a"), set(range_, "flying", "a"), set(when, "short", "b"), set("b", "flying", "b")}
			m.Study.Ablation = &study.Ablation{
				A: "a", B: "b", Parts: []study.Part{study.PartOf([]string{"king.range"}), study.PartOf([]string{"promotion.when"})},
				Mixtures: []study.Mixture{{FromB: 0, RuleSet: "a"}, {FromB: 1, RuleSet: range_}, {FromB: 2, RuleSet: when}, {FromB: 3, RuleSet: "b"}},
			}
			change(m.Study.Ablation)
			for _, change := range more {
				change(&m.Study)
			}
			m.StudyHash = m.Study.Hash()
		}
	}
	for _, c := range []struct {
		name, want string
		change     func(m *Manifest)
	}{
		{"leaves", `"../00000.parquet" (want shards/00000.parquet)`, func(m *Manifest) { m.Shards[0].File = "../00000.parquet" }},
		{"absolute", `"/tmp/00000.parquet" (want shards/00000.parquet)`, func(m *Manifest) { m.Shards[0].File = "/tmp/00000.parquet" }},
		{"twice", `"shards/00000.parquet" (want shards/00001.parquet)`, func(m *Manifest) { m.Shards[1].File = m.Shards[0].File }},
		{"gap", "want cell 0 from game 2400", func(m *Manifest) { m.Shards[1].From = 2401 }},
		{"openings", "boards[0].chapters[0].clusters: 100000000 (want 0 to 2500", func(m *Manifest) { m.Boards[0].Chapters[0].Clusters = 100_000_000 }},
		{"openings of cells", "cells[8]: with it the openings of the cells are 2250000 (want at most 2000000, by fewer games, rule sets or players)", func(m *Manifest) {
			m.Boards[0].Chapters = slices.Insert(m.Boards[0].Chapters, 0, make([]Chapter, 99)...)
			m.Boards[0].Chapters[99].Clusters = 2500
			for range 100 {
				empty := m.Cells[0]
				empty.Games = 0
				m.Cells = append(m.Cells, empty)
			}
		}},
		{"openings read again", "cells: with those that the clauses of 4 rule sets are read in, the openings of the cells are up to 2500000 (want", func(m *Manifest) {
			m.Boards[0].Chapters = slices.Insert(m.Boards[0].Chapters, 0, make([]Chapter, 99)...)
			m.Boards[0].Chapters[99].Clusters = 2500
			m.Study.Hypotheses = []study.Hypothesis{{A: "a", B: "b", Adjudicated: true}, {A: "c", B: "d", Adjudicated: true}}
			m.StudyHash = m.Study.Hash()
		}},
		{"no openings", "clusters: -1", func(m *Manifest) { m.Boards[0].Chapters[0].Clusters = -1 }},
		{"games", "shards[2]: 10001 games (want at most", func(m *Manifest) { m.Cells[1].Games, m.Shards[2].To = 10_001, 10_001 }},
		{"short", "cell 1 ends with game 0", func(m *Manifest) { m.Shards = m.Shards[:2] }},
		{"format", "format 7 (want 3", func(m *Manifest) { m.Format = 7 }},
		{"columns", "columns: not those that this program records", func(m *Manifest) { m.Columns = m.Columns[1:] }},
		{"study", "study_hash", func(m *Manifest) { m.Study.Seed++ }},
		{"weights", "cells[1].weights: 3 (want one for each player, or none)", func(m *Manifest) { m.Cells[1].Weights = []string{"x", "y", "z"} }},
		{"fewer games", "cells[0].games: 2500 (want 3000, as the study has it)", func(m *Manifest) {
			m.Study.Games = 3000
			m.StudyHash = m.Study.Hash()
		}},
		{"other openings", "boards[0].chapters: of [4] plies (want [5], as the study has it)", func(m *Manifest) {
			m.Study.Openings.Plies = []int{5}
			m.StudyHash = m.Study.Hash()
		}},
		{"positions", "boards[0].chapters[0].positions: 6 (want the 7 openings and more, up to ", func(m *Manifest) { m.Boards[0].Chapters[0].Positions = 6 }},
		{"board", `cells[0].board: of "<b>" (want "10x10", the board of the rule set)`, func(m *Manifest) { m.Boards[0].Size = "<b>" }},
		{"no size", `rules[0]: board of "10x10\x1b[2J" (want rows x columns, as 10x10)`, func(m *Manifest) {
			m.Study.RuleSets[0].Board, m.Boards[0].Size = "10x10\x1b[2J", "10x10\x1b[2J"
			m.StudyHash = m.Study.Hash()
		}},
		{"clusters", "cells[1].clusters: 8 (want 7, the openings of its games on the board)", func(m *Manifest) { m.Cells[1].Clusters = 8 }},
		{"rule set twice", `rules: "a" stands twice (want each once)`, func(m *Manifest) {
			m.Study.RuleSets = append(m.Study.RuleSets, m.Study.RuleSets[0])
			m.StudyHash = m.Study.Hash()
		}},
		{"player twice", `stands twice (want each once)`, func(m *Manifest) {
			m.Study.Players = append(m.Study.Players, m.Study.Players[0])
			m.StudyHash = m.Study.Hash()
		}},
		{"pair of one", `pairs[0]: "random" against itself (want two players)`, func(m *Manifest) {
			random := study.Player{Spec: "random", Random: true}
			m.Study.Pairs = []study.Pair{{A: random, B: random}}
			m.StudyHash = m.Study.Hash()
		}},
		{"pair turned round", `pairs[1]: "greedy" and "random" meet twice (want each pair once)`, func(m *Manifest) {
			a, b := study.Player{Spec: "random", Random: true}, study.Player{Spec: "greedy"}
			m.Study.Pairs = []study.Pair{{A: a, B: b}, {A: b, B: a}}
			m.StudyHash = m.Study.Hash()
		}},
		{"player called as a pair", `players: "random against greedy" stands twice (want each once)`, func(m *Manifest) {
			m.Study.Players[0].Spec = "random against greedy"
			m.Study.Pairs = []study.Pair{{A: study.Player{Spec: "random"}, B: study.Player{Spec: "greedy"}}}
			m.StudyHash = m.Study.Hash()
		}},
		{"board twice", "boards[1].id: ", func(m *Manifest) { m.Boards = append(m.Boards, m.Boards[0]) }},
		{"board of no cell", "stands twice, or is no cell's (want each board of the cells once)", func(m *Manifest) {
			other := m.Boards[0]
			other.ID = "other"
			m.Boards = append(m.Boards, other)
		}},
		{"no metrics", "study: metrics: none (want", func(m *Manifest) {
			m.Study.Metrics = nil
			m.StudyHash = m.Study.Hash()
		}},
		{"people", `ablation: search:agree=60 heeds match.agreement, a rule about people, which is no part: unstated under a and allowed under b (want`, ablated(func(*study.Ablation) {}, func(p *study.Plan) {
			p.Players[0].Spec = "search:agree=60"
			p.RuleSets[3].Content = bytes.Replace(p.RuleSets[3].Content, []byte(`"promotion.when"`), []byte(`"match.agreement":"allowed","promotion.when"`), 1)
		})},
		{"part without axes", "ablation: parts[1]: no axes (want one and more)", ablated(func(ab *study.Ablation) { ab.Parts[1].Axes = nil })},
		{"axis twice", `ablation: parts[1].axes: "king.range" stands twice`, ablated(func(ab *study.Ablation) { ab.Parts[1] = ab.Parts[0] })},
		{"part by another name", `ablation: parts[1]: is called "draw" (want "promotion.when", after its axes)`, ablated(func(ab *study.Ablation) { ab.Parts[1].Name = "draw" })},
		{"part of no axis", `ablation: parts[1].axes: "xxxxxxxxx`, ablated(func(ab *study.Ablation) { ab.Parts[1] = study.PartOf([]string{strings.Repeat("x", 6_000_000)}) })},
		{"part that changes no game", `ablation: parts[1].axes: "match.touch" (want axes that change the game)`, ablated(func(ab *study.Ablation) { ab.Parts[1] = study.PartOf([]string{"match.touch"}) })},
		{"turned round", `ablation: mixtures from "a" to "b" (want them from "b" to another, "a")`, ablated(func(ab *study.Ablation) { ab.A, ab.B = ab.B, ab.A })},
		{"other parts", `ablation: mixtures: "a but king.range as b" (want "a but promotion.when as b")`, ablated(func(ab *study.Ablation) {
			ab.Parts[0], ab.Parts[1] = ab.Parts[1], ab.Parts[0]
		})},
		{"other mixtures", `ablation: mixtures[1]: "a but king.range as b" has short for king.range (want flying, or the same game)`, ablated(func(*study.Ablation) {}, func(p *study.Plan) {
			p.RuleSets[1].Content, p.RuleSets[2].Content = p.RuleSets[2].Content, p.RuleSets[1].Content
		})},
		{"rule set beside the mixtures", `ablation: "frisian" is no mixture (want the two rule sets and their mixtures alone)`, ablated(func(*study.Ablation) {}, func(p *study.Plan) {
			p.RuleSets = append(p.RuleSets, p.RuleSets[1])
			p.RuleSets[4].ID = "frisian"
		})},
		{"part without difference", `ablation: parts[1].axes: "a" and "b" do not differ in "promotion.squares" (want what they differ in)`, ablated(func(ab *study.Ablation) {
			ab.Parts[1] = study.PartOf(append(ab.Parts[1].Axes, "promotion.squares"))
		}, func(p *study.Plan) {
			p.RuleSets[2].ID = p.Ablation.Mixed(2)
			p.Ablation.Mixtures[2].RuleSet = p.RuleSets[2].ID
		})},
		{"difference without part", `ablation: parts: none has king.range, in which "a" and "b" differ`, ablated(func(ab *study.Ablation) {
			ab.Parts = ab.Parts[1:]
			ab.Mixtures = []study.Mixture{{FromB: 0, RuleSet: "a"}, {FromB: 1, RuleSet: "b"}}
		}, func(p *study.Plan) { p.RuleSets = []study.RuleSet{p.RuleSets[0], p.RuleSets[3]} })},
		{"adjudicated number", "hypothesis[0].adjudicated: of a claim against a number (want two rule sets)", func(m *Manifest) {
			half := 0.5
			m.Study.Metrics = []string{"drawn"}
			m.Study.Hypotheses = []study.Hypothesis{{ID: "a", Claim: "b", Metric: "drawn", A: "a", Direction: "less", Value: &half, Adjudicated: true}}
			m.StudyHash = m.Study.Hash()
		}},
		{"score against itself", `hypothesis[0].players: "player-score" of a player against itself`, func(m *Manifest) {
			half := 0.5
			m.Study.Hypotheses = []study.Hypothesis{{ID: "a", Claim: "b", Metric: "player-score", A: "a", Direction: "less", Value: &half}}
			m.StudyHash = m.Study.Hash()
		}},
		{"chosen seed", "study.seed: 97 in a confirmatory study (want ", func(m *Manifest) {
			m.Study.Confirmatory, m.Study.Seed = true, 97
			m.StudyHash = m.Study.Hash()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := testManifest()
			c.change(&m)
			text, err := m.Encode()
			require.NoError(t, err)
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, ManifestFile), text, 0o666))
			_, err = Open(dir)
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, ManifestFile)
		})
	}
	m := testManifest()
	text, err := m.Encode()
	require.NoError(t, err)
	_, err = decode(text[:len(text)-3])
	require.ErrorContains(t, err, "JSON")
	_, err = decode(text)
	require.NoError(t, err)
	_, err = decode(bytes.Replace(text, []byte("787"), []byte("687"), 1))
	require.ErrorContains(t, err, "the file was changed")
}

// What stands beside a run hides no other, and costs little, whatever it is.
func TestLedger(t *testing.T) {
	dir := t.TempDir()
	put := func(name string, change func(m *Manifest)) {
		m := testManifest()
		change(&m)
		m.StudyHash = m.Study.Hash()
		text, err := m.Encode()
		require.NoError(t, err)
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, ManifestFile), text, 0o666))
	}
	put("a", func(m *Manifest) { m.Study.Name = strings.Repeat("<", maxStudyName+1) })
	put("b", func(m *Manifest) { m.Study.Name = strings.Repeat("<", maxStudyName) })
	put("c", func(m *Manifest) { m.Study.Looks = make([]int, maxLooks) })
	put("d", func(m *Manifest) { m.RNG = strings.Repeat("x", maxBeside) })
	put("e", func(m *Manifest) { m.Study.Seed = 5 })
	for i := range 9 {
		require.NoError(t, os.Symlink("d", filepath.Join(dir, fmt.Sprint("d", i))))
	}
	// A lost or spoilt manifest hides no run; a folder that is none is not named.
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "f", "shards"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "f", "shards", "00000.parquet"), nil, 0o666))
	for _, name := range []string{"g", "h"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, ManifestFile), []byte(`{"name": `), 0o666))
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "g", "shards"), 0o777))
	put("i", func(m *Manifest) { m.Study.Seed = 9 }) // laid out, without a shard
	text, err := os.ReadFile(filepath.Join(dir, "i", ManifestFile))
	require.NoError(t, err)
	at := bytes.Index(text, []byte(`"study_hash"`))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "i", ManifestFile), append([]byte("{,"), text[at:]...), 0o666))
	var r *Run
	cost.LimitBytes(t, 1<<30, func() {
		var err error
		r, err = Create(filepath.Join(dir, "mine"), testManifest())
		require.NoError(t, err)
	})
	defer r.Close()
	list, known := r.Ledger()
	require.True(t, known)
	var said []string
	for _, s := range list {
		said = append(said, fmt.Sprint(s.Dir, " ", s.Seed))
	}
	require.Equal(t, []string{"a 0", "b 1754", "c 0", "d 0", "d0 0", "d1 0", "d2 0", "d3 0", "d4 0", "d5 0", "d6 0", "d7 0", "d8 0", "e 5", "f 0", "g 0", "i 0"}, said)

	// What stands beside a link, and beside the folder that it leads to.
	other := t.TempDir()
	dir = filepath.Join(other, "beside")
	require.NoError(t, os.Mkdir(dir, 0o777))
	put("f", func(m *Manifest) { m.Study.Seed = 6 })
	require.NoError(t, os.Mkdir(filepath.Join(dir, "it"), 0o777))
	require.NoError(t, os.Symlink("beside/it", filepath.Join(other, "link")))
	dir = other
	put("g", func(m *Manifest) { m.Study.Seed = 7 })
	linked, err := Create(filepath.Join(other, "link"), testManifest())
	require.NoError(t, err)
	defer linked.Close()
	both, _ := linked.Ledger()
	require.Equal(t, []string{"f", "g"}, []string{both[0].Dir, both[1].Dir})

	// What stands beside a run that has games need not have stood there when it was begun.
	late := filled(t)
	require.NoError(t, os.RemoveAll(filepath.Join(late.Dir, LogDir)))
	dir = filepath.Dir(late.Dir)
	put("later", func(m *Manifest) { m.Study.Seed = 8 })
	late, err = Create(late.Dir, *late.Manifest)
	require.NoError(t, err)
	defer late.Close()
	_, known = late.Ledger()
	require.False(t, known)

	// What a folder has kept of another run is no ledger of the one that is begun in it.
	dir = filepath.Join(other, "again")
	require.NoError(t, os.Mkdir(dir, 0o777))
	put("f", func(m *Manifest) { m.Study.Seed = 6 })
	first, err := Create(filepath.Join(dir, "it"), testManifest())
	require.NoError(t, err)
	first.Close()
	put("g", func(m *Manifest) { m.Study.Seed = 7 })
	for again, want := range []int{1, 2} {
		if again > 0 {
			require.NoError(t, os.Remove(filepath.Join(dir, "it", ManifestFile)))
		}
		second, err := Create(filepath.Join(dir, "it"), testManifest())
		require.NoError(t, err)
		list, _ := second.Ledger()
		require.Len(t, list, want)
		second.Close()
	}

	// What stood beside a part stood beside what it is merged into.
	whole, err := Create(filepath.Join(t.TempDir(), "whole"), testManifest())
	require.NoError(t, err)
	defer whole.Close()
	require.NoError(t, os.RemoveAll(whole.path(LogDir))) // the manifest is enough
	for range 2 {
		_, err = whole.Merge(t.Context(), []*Run{r})
		require.NoError(t, err)
		joined, known := whole.Ledger()
		require.True(t, known)
		require.Equal(t, list, joined)
	}

	// Nor is it known what stood beside a run that had games already, and no note.
	played := filled(t)
	require.NoError(t, os.RemoveAll(played.path(LogDir)))
	_, err = played.Merge(t.Context(), []*Run{r})
	require.NoError(t, err)
	_, known = played.Ledger()
	require.False(t, known)
	require.NoError(t, os.RemoveAll(played.path(LogDir)))
	require.NoError(t, os.MkdirAll(played.path(ledgerFile), 0o777))
	_, known = played.Ledger()
	require.False(t, known)

	// A note that was cut or changed is not all that stood there, nor is one into which it is
	// gathered.
	note, err := os.ReadFile(r.path(ledgerFile))
	require.NoError(t, err)
	for i, spoilt := range []string{"", "xx\n", "X" + string(note[1:]), string(note[:60]), string(note[:bytes.IndexByte(note, '\n')+1]), strings.Replace(string(note), `"dir":"a"`, `"dir":"z"`, 1), string(note) + "{}\n"} {
		require.NoError(t, os.WriteFile(r.path(ledgerFile), []byte(spoilt), 0o666))
		_, known := r.Ledger()
		require.False(t, known, i)
		gathered, err := Create(filepath.Join(t.TempDir(), "gathered"), testManifest())
		require.NoError(t, err)
		for range 2 {
			_, err = gathered.Merge(t.Context(), []*Run{r})
			require.NoError(t, err)
			_, known = gathered.Ledger()
			require.False(t, known, i)
		}
		gathered.Close()
	}
}

// A link does not lead out of the run directory.
func TestLinksThatLeave(t *testing.T) {
	r := filled(t)
	outside := filepath.Join(t.TempDir(), "outside.parquet")
	name := r.path(r.Manifest.Shards[1].File)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(outside, text, 0o666))
	require.NoError(t, os.Remove(name))
	require.NoError(t, os.Symlink(outside, name))
	link := name + ": is a link (want the file itself, or none)"
	require.ErrorContains(t, r.Check(1), link)
	_, err = r.Missing()
	require.ErrorContains(t, err, link)

	// Nor is it kept where it stays there: what it leads to is not set aside with it.
	require.NoError(t, os.Remove(name))
	require.NoError(t, os.WriteFile(name+".unfinished", text[:100], 0o666))
	require.NoError(t, os.Symlink(filepath.Base(name)+".unfinished", name))
	_, err = r.Survey(t.Context())
	require.ErrorContains(t, err, link)
	_, err = r.Root()
	require.ErrorContains(t, err, link)

	require.NoError(t, os.Remove(r.path(ManifestFile)))
	require.NoError(t, os.Symlink(outside, r.path(ManifestFile)))
	_, err = Open(r.Dir)
	require.ErrorContains(t, err, "is a link")
}

// A root is of whole shards alone.
func TestRootOfDamage(t *testing.T) {
	r := filled(t)
	_, err := r.Root()
	require.NoError(t, err)
	name := r.path(r.Manifest.Shards[1].File)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	// Somebody has put another shard in its place, or a shard of another run.
	first, err := os.ReadFile(r.path(r.Manifest.Shards[0].File))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, first, 0o666))
	_, err = r.Root()
	require.ErrorAs(t, err, new(*Damage))
	other := another(t)
	require.NoError(t, os.MkdirAll(other.path(files.Shards), 0o777))
	for _, s := range other.Manifest.Shards {
		require.NoError(t, os.WriteFile(other.path(s.File), first, 0o666))
	}
	_, err = other.Root()
	require.ErrorContains(t, err, "not a shard of this run")

	at := bytes.Index(text, []byte(metaRowHash)) - 100 // the description of a column, which nobody reads
	text[at] ^= 1
	require.NoError(t, os.WriteFile(name, text, 0o666))
	_, err = r.Root()
	require.ErrorAs(t, err, new(*Damage))
}

// What a root was made of is what is read: not a shard of other games that was put there
// since, nor is the root of another manifest the run's.
func TestRunsThatAreExchanged(t *testing.T) {
	r := filled(t)
	_, err := r.Root()
	require.NoError(t, err)
	other, err := Create(filepath.Join(t.TempDir(), "run"), testManifest())
	require.NoError(t, err)
	defer other.Close()
	s := r.Manifest.Shards[1]
	w, err := other.Create(1)
	require.NoError(t, err)
	for g := s.From; g < s.To; g++ {
		rec := *testRecord(s.Cell, g)
		rec.Playable++
		require.NoError(t, w.Write(&rec))
	}
	require.NoError(t, w.Commit())
	text, err := os.ReadFile(other.path(s.File))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(r.path(s.File), text, 0o666))
	_, err = r.Games(1, func(*Record) bool { return true })
	require.ErrorContains(t, err, "is another than at first")
	_, err = r.Root()
	require.ErrorContains(t, err, "is another than at first")
	again, err := Open(r.Dir)
	require.NoError(t, err)
	defer again.Close()
	_, err = again.Root()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(r.path(ManifestFile), []byte("hello"), 0o666))
	_, err = again.Root()
	require.ErrorContains(t, err, "manifest.json: is another than at first")
}

// However many boards a manifest has, and however they are called, it is read at once.
func TestBoardsCostLittle(t *testing.T) {
	m := testManifest()
	each := len(m.Study.Players) + len(m.Study.Pairs)
	require.Positive(t, each)
	boards := m.Boards[0]
	m.Boards, m.Cells = nil, slices.Repeat(m.Cells, 15_000/len(m.Cells))
	for i := range m.Cells {
		boards.ID = strings.Repeat("x", 1000) + fmt.Sprintf("%05d", i)
		m.Cells[i].Board, m.Boards = boards.ID, append(m.Boards, boards)
	}
	cost.LimitBytes(t, 1<<30, func() { require.ErrorContains(t, m.checkStudy(), "cells: ") })
}

// A byte of a manifest that changes, is added or is missing, is found.
func TestDamagedManifest(t *testing.T) {
	m := testManifest()
	text, err := m.Encode()
	require.NoError(t, err)
	_, err = decode(text)
	require.NoError(t, err)
	for at := range everyByte(text) {
		for _, flip := range []byte{0x01, 0x20} {
			bad := bytes.Clone(text)
			bad[at] ^= flip
			_, err := decode(bad)
			require.Error(t, err, "byte %d by %#x", at, flip)
		}
		_, err := decode(text[:at])
		require.Error(t, err, "cut at %d", at)
		_, err = decode(slices.Insert(slices.Clone(text), at, ' '))
		require.Error(t, err, "a space at %d", at)
	}
}

// What two readers may read differently is refused, though its hash fits.
func TestNamesStandOnce(t *testing.T) {
	m := testManifest()
	text, err := m.Encode()
	require.NoError(t, err)
	for _, twice := range [][2]string{
		{"  \"rng\": \"pcg-v1\",\n", "  \"rng\": \"pcg-v0\",\n  \"rng\": \"pcg-v1\",\n"},
		{"  \"rng\": \"pcg-v1\",\n", "  \"rng\": \"pcg-v1\",\n  \"RNG\": \"pcg-v1\",\n"},
		{"  \"rng\": \"pcg-v1\",\n", "  \"rng\": \"pcg-v1\",\n  \"note\": 1,\n"},
	} {
		require.Contains(t, string(text), twice[0])
		_, err := decode([]byte(strings.Replace(string(text), twice[0], twice[1], 1)))
		require.ErrorContains(t, err, "line ")
		require.ErrorContains(t, err, "not as varlab writes it (want each name once")
	}
	// So it is in the contents of rule sets, which are kept as they stand.
	for content, want := range map[string]string{
		`{"axes":{"draw":[{"kind":"stop","plies":2,"kind":"stop"}]}}`:     `content of "a": not as varlab writes it`,
		`{"axes":{"king.range":"short"},"axes":{"king.range":"flying"}}`:  `content of "a": not as varlab writes it`,
		`{"axes":{"king.range":"short"},"Axes":{"king.range":"flying"}}`:  `line 19: "Axes": not as varlab writes it`,
		`{"\u0061xes":{"king.range":"short"}}`:                            `line 16: "\\u0061xes": not as varlab writes it`,
		`{"axes":{"king.r\u0061nge":"short"}}`:                            `content of "a": not as varlab writes it`,
		`{"readings":{"x":{"axes":{},"Reason":"because","standing":""}}}`: `line 19: "Reason": not as varlab writes it`,
		`{"title":"x","id":"a"}`:                                          `content of "a": not as varlab writes it`,
		`{"id":"a","played":"1754"}`:                                      `line 17: "played": not as varlab writes it`,
	} {
		m.Study.RuleSets[0].Content = []byte(content)
		m.StudyHash = m.Study.Hash()
		text, err = m.Encode()
		require.NoError(t, err)
		_, err = decode(text)
		require.ErrorContains(t, err, want, content)
	}
}

// What a manifest would take in memory is bounded by its size before any is set aside, and
// every value that varlab writes fits in.
func TestManifestsTakeAsMuchAsTheyHold(t *testing.T) {
	const n = 1 << 20
	for _, list := range []string{
		`"shards":[%s]`, `"cells":[%s]`, `"boards":[{"chapters":[%s]}]`, `"columns":[%s]`, `"study":{"hypotheses":[%s]}`, `"study":{"pairs":[%s]}`,
		`"study":{"looks":[%s]}`, `"study":{"rule_sets":[%s]}`, `"study":{"ablation":{"orders":[%s]}}`, `"study":{"rule_sets":[{"content":{"axes":{"x":[%s]}}}]}`,
	} {
		for _, element := range []string{"{},", "1,", "[],", "null,"} {
			if strings.Contains(list, "looks") && (element == "null," || strconv.IntSize == 32) {
				continue // a number of eight bytes, or of four
			}
			text := fmt.Appendf(nil, `{"format":3,`+list+`}`, strings.Repeat(element, n)+strings.TrimSuffix(element, ","))
			var err error
			cost.LimitBytes(t, n, func() { _, err = decode(text) })
			require.ErrorContains(t, err, "line 1: more elements of lists than varlab writes into", list+element)
		}
	}
	long := []byte(`{"format":3,"program":"` + strings.Repeat("<", n) + `"}`)
	cost.LimitBytes(t, n, func() {
		_, err := decode(long)
		require.ErrorContains(t, err, `want <, > and & as \u003c`)
	})
	r := filled(t)
	require.NoError(t, os.Truncate(r.path(ManifestFile), files.MaxManifest+1)) // sparse
	cost.LimitBytes(t, n, func() {
		_, err := Open(r.Dir)
		require.ErrorContains(t, err, "67108865 bytes (want at most 67108864)")
	})

	value := 0.5
	plan := study.Plan{
		RuleSets: make([]study.RuleSet, 10), Players: make([]study.Player, 10), Pairs: make([]study.Pair, 10), Looks: make([]int, 10),
		Families: make([]study.Family, 10), Metrics: make([]string, 10), Openings: study.Openings{Plies: make([]int, 10), Games: make([]string, 10)},
		Hypotheses: slices.Repeat([]study.Hypothesis{{ID: "a", Claim: "b", Metric: "void", A: "c", Value: &value, Direction: "less"}}, 10),
		Ablation:   &study.Ablation{Parts: make([]study.Part, 7), Mixtures: make([]study.Mixture, 10), Orders: slices.Repeat([][]int{make([]int, 7)}, 10)},
	}
	for i := range plan.RuleSets {
		plan.RuleSets[i] = study.RuleSet{Weights: []string{""}, Content: []byte(
			`{"axes":{"x":["a",1,{"y":2}]},"clauses":[{"id":"","says":""}],"readings":{"":{"axes":{},"clauses":[""],"reason":"","standing":""}},"sources":[{"id":"","title":""}],"taken":[""]}`)}
	}
	everything := Manifest{
		Study: plan, Boards: []Board{{Chapters: make([]Chapter, 10)}, {Chapters: make([]Chapter, 1)}}, Columns: Columns(),
		Cells: slices.Repeat([]Cell{{Weights: make([]string, 2)}}, 10), Shards: make([]Shard, 10),
	}
	text, err := everything.Encode()
	require.NoError(t, err)
	w := walker{text: text, room: 2 * len(text)}
	require.NoError(t, w.value(manifestShape))
	require.Less(t, 2*len(text)-w.room, len(text)*3/2)
}

// A manifest of as many shards as there may be is read.
func TestManyShards(t *testing.T) {
	m := testManifest()
	m.Study.Games = MaxShards / 2
	m.StudyHash = m.Study.Hash()
	m.Shards = nil
	for i := range m.Cells {
		m.Cells[i].Games = m.Study.Games
		for game := range m.Study.Games {
			m.Shards = append(m.Shards, Shard{ShardFile(len(m.Shards)), i, game, game + 1})
		}
	}
	text, err := m.Encode()
	require.NoError(t, err)
	_, err = decode(text)
	require.NoError(t, err)
}

// Whatever is written into a manifest, its hash made good, reading it is a run or
// an error.
func FuzzManifest(f *testing.F) {
	text, err := testManifest().Encode()
	require.NoError(f, err)
	f.Add(text)
	f.Add([]byte(`{"format": 1, "study": {"rule_sets": [{}], "pairs": [{}]}, "cells": [{"games": -1}], "shards": [{"file": "../x"}]}`))
	cost.Fuzz(f, func(t *testing.T, text []byte) {
		var m Manifest
		if json.Unmarshal(text, &m) == nil {
			m.StudyHash = m.Study.Hash()
			signed, err := m.Encode()
			require.NoError(t, err)
			text = signed
		}
		got, err := decode(text)
		if err != nil {
			return
		}
		again, err := got.Encode()
		require.NoError(t, err)
		require.Equal(t, string(text), string(again))
	})
}

func TestAnotherStudyIsRefused(t *testing.T) {
	r := filled(t)
	m := testManifest()
	m.Study.Games = 10
	m.StudyHash = m.Study.Hash()
	_, err := Create(r.Dir, m)
	require.ErrorContains(t, err, "holds the run of another study")
	m = testManifest()
	m.Study.Title = "Another" // which is not in the hash
	_, err = Create(r.Dir, m)
	require.ErrorContains(t, err, `holds this study under the title "", with the question ""`)
	_, err = Open(t.TempDir())
	require.ErrorContains(t, err, "want a run directory")
}

// What one program has begun no other one completes; what is complete can be read
// by any.
func TestAnotherProgramIsRefused(t *testing.T) {
	r := filled(t)
	m := testManifest()
	m.Program = "varlab 2"
	again, err := Create(r.Dir, m)
	require.NoError(t, err)
	again.Close()
	require.NoError(t, os.Remove(r.path(m.Shards[1].File)))
	_, err = Create(r.Dir, m)
	require.ErrorContains(t, err, "was begun by a program without a version and is not complete; this is varlab 2, whose games may be others")
	m.Shards[0].To, m.Shards[1].From = 2300, 2300
	_, err = Create(r.Dir, m)
	require.ErrorContains(t, err, "would play the study otherwise")

	// Nor is it taken for the one that began a run whose manifest is lost.
	l := r.NewLog(Entry{Program: "varlab 1"})
	l.Add(Entry{Shard: m.Shards[0].File, Games: 1, Seconds: 1})
	l.Close()
	require.NoError(t, os.Remove(r.path(ManifestFile)))
	m = testManifest()
	m.Program = "varlab 2"
	_, err = Create(r.Dir, m)
	require.ErrorContains(t, err, "no manifest.json, and shards that varlab 1 played, by the log; this is varlab 2, whose games may be others")
	require.NoFileExists(t, r.path(ManifestFile))
	shard, err := os.ReadFile(r.path(m.Shards[0].File))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(r.path(m.Shards[0].File), shard[:len(shard)-9], 0o666))
	_, err = Create(r.Dir, m)
	require.ErrorContains(t, err, "shards that varlab 1 played, by the log", "though none can be read")
	require.NoError(t, os.WriteFile(r.path(m.Shards[0].File), shard, 0o666))
	m.Program = "varlab 1"
	again, err = Create(r.Dir, m)
	require.NoError(t, err)
	again.Close()

	// Nor is what another has played merged with what this one did.
	m.Program = "varlab 2"
	other, err := Create(filepath.Join(t.TempDir(), "run"), m)
	require.NoError(t, err)
	defer other.Close()
	_, err = other.Merge(t.Context(), []*Run{filled(t)})
	require.ErrorContains(t, err, "want runs by one program")
}

// A game of any length that a study allows can be read again, and so can as many as a
// shard holds.
func TestLongGamesAreRead(t *testing.T) {
	m := manifestOf(1100, 1000)
	m.Study.HorizonPlies = study.MaxHorizonPlies
	m.StudyHash = m.Study.Hash()
	r, err := Create(filepath.Join(t.TempDir(), "run"), m)
	require.NoError(t, err)
	defer r.Close()
	w, err := r.Create(1)
	require.NoError(t, err)
	want := map[int]string{}
	for g := 1000; g < 1100; g++ {
		rec := testRecord(0, g)
		rec.Plies, rec.Decisions = study.MaxHorizonPlies, study.MaxHorizonPlies-4
		rec.Turns = strings.Repeat("46-41 ", study.MaxHorizonPlies-1) + strconv.Itoa(g)
		want[g] = rec.Turns
		require.NoError(t, w.Write(rec))
	}
	require.NoError(t, w.Commit())
	require.NoError(t, r.Check(1))
	require.NoError(t, r.Rewritten(1, func(rec *Record) {
		require.True(t, want[int(rec.Game)] == rec.Turns)
		delete(want, int(rec.Game))
	}))
	require.Empty(t, want)
}

// Logs are read as far as they are whole.
func TestLogs(t *testing.T) {
	r := filled(t)
	when := time.Date(1754, 1, 2, 3, 4, 5, 0, time.UTC)
	for range 2 {
		l := r.NewLog(Entry{Time: when, Program: "p", Workers: 3})
		l.Add(Entry{Time: when, Shard: "s", Games: 7, Seconds: 1.5})
		l.Close()
		when = when.Add(time.Hour)
	}
	file, err := os.OpenFile(r.path("log/17540102T030405.000000-"+files.Host()+"-"+strconv.Itoa(os.Getpid())+".jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = file.WriteString(`{"time": "17`)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	var entries []Entry
	for e, err := range r.Logs() {
		require.NoError(t, err)
		entries = append(entries, e)
	}
	require.Len(t, entries, 4)
	require.Equal(t, Entry{Time: when.Add(-time.Hour), Program: "p", Host: files.Host(), PID: os.Getpid(), Workers: 3}, entries[2])
	require.Equal(t, Entry{Time: when.Add(-time.Hour), Shard: "s", Games: 7, Seconds: 1.5}, entries[3])
}

// Whatever the bytes of a shard are, made whole or not, reading it is games or an
// error, and soon over.
func FuzzShard(f *testing.F) {
	dir := f.TempDir()
	r, err := Create(filepath.Join(dir, "run"), manifestOf(8, 6))
	require.NoError(f, err)
	f.Cleanup(func() { r.Close() })
	w, err := r.Create(2)
	require.NoError(f, err)
	for g := range 8 {
		require.NoError(f, w.Write(testRecord(1, g)))
	}
	require.NoError(f, w.Commit())
	name := r.path(r.Manifest.Shards[2].File)
	text, err := os.ReadFile(name)
	require.NoError(f, err)
	f.Add(text, uint32(0), byte(0))
	f.Add(text, uint32(len(text)-300), byte(1))
	f.Add(text, uint32(len(text)-5), byte(7)) // a footer of more than 112 MiB
	cost.Fuzz(f, func(t *testing.T, text []byte, at uint32, flip byte) {
		if len(text) > 0 {
			text = bytes.Clone(text)
			text[int(at)%len(text)] ^= flip
		}
		putSigned(t, name, text) // so that what comes after the hash is reached
		r.Check(2)
		n := 0
		if _, err := r.Games(2, func(*Record) bool { n++; return true }); err == nil {
			require.Equal(t, 8, n)
		}
		r.Rewritten(2, func(*Record) {})
	})
}

func TestColumnsAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Columns() {
		require.NotEmpty(t, c.Unit, c.Name)
		require.NotEmpty(t, c.Means, c.Name)
		require.Contains(t, []string{"int32", "int64", "string"}, c.Type, c.Name)
		require.False(t, seen[c.Name], c.Name)
		seen[c.Name] = true
	}
}

// Every reason for which the example of an axis ends has words.
func TestReasonsHaveWords(t *testing.T) {
	for _, a := range profile.Axes {
		if _, reason, ends := strings.Cut(a.Example.Outcome, " "); ends {
			require.True(t, slices.ContainsFunc(Reasons, func(r NamedReason) bool { return string(r.Reason) == reason && r.Words != "" }), "%s ends a game by %s", a.Key, reason)
		}
	}
}

// What a program for tables could take for more than text is text, whatever ends a column
// for it, and nothing in it does anything to a terminal.
func TestTextOfATableIsSafe(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "x;=1;-2": "x;'=1;'-2", `x;"=1;" -2`: `x;"'=1;" '-2`, "x\t=1": "x =1", "\x1b=1": "'=1", "\u200b+1": "'+1",
		"a\u202eb\x1b[2J\nc": "a b [2J c", "32-28 19x30": "32-28 19x30",
	} {
		require.Equal(t, want, Safe(text), "%q", text)
	}
}
