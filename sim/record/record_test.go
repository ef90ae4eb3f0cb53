package record

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/internal/files"
	"varlab/internal/testing/disk"
	"varlab/internal/testing/long"
	"varlab/rules/board"
	"varlab/sim/study"
	"varlab/variants/content"
)

// testManifest plans two cells of 2,500 games in three shards.
func testManifest() Manifest { return manifestOf(2500, 2400) }

// manifestOf plans two cells of so many games; those of the first are in two shards.
func manifestOf(games, cut int) Manifest {
	plan := study.Plan{
		Heading:  study.Heading{Name: "test", Seed: 1754},
		RuleSets: []study.RuleSet{{ID: "a", Title: "A <ten>", PlayHash: "aa", Board: "10x10", Content: content.Keep(&content.Content{ID: "a"})}},
		Players:  []study.Player{{Spec: "random", Random: true}},
		Pairs:    []study.Pair{{A: study.Player{Spec: "random", Random: true}, B: study.Player{Spec: "greedy"}}},
		Design:   study.Design{Games: games, HorizonPlies: 300, Openings: study.Openings{Plies: []int{4}}, Metrics: []string{"drawn"}},
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

// fill plays a shard of r; change may change its records.
func fill(t testing.TB, r *Run, shard int, change func(rec *Record)) {
	t.Helper()
	w := r.Create(shard)
	s := r.Manifest.Shards[shard]
	for g := s.From; g < s.To; g++ {
		rec := testRecord(s.Cell, g)
		if change != nil {
			change(rec)
		}
		require.NoError(t, w.Write(rec))
	}
	require.NoError(t, w.Commit())
}

func filled(t *testing.T) *Run {
	t.Helper()
	r, err := Create(filepath.Join(t.TempDir(), "run"), testManifest())
	require.NoError(t, err)
	t.Cleanup(func() { r.Close() })
	for i := range r.Manifest.Shards {
		fill(t, r, i, nil)
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
		require.Equal(t, disk.Read(t, a.path(s.File)), disk.Read(t, b.path(s.File)), s.File)
	}
}

func TestShardIsCompleteOrAbsent(t *testing.T) {
	r, err := Create(filepath.Join(t.TempDir(), "run"), testManifest())
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 2}, r.Missing())
	w := r.Create(2)
	require.NoError(t, w.Write(testRecord(1, 0)))
	require.ErrorContains(t, w.Write(testRecord(1, 2)), "out of order (want game 1 of cell 1)")
	require.ErrorContains(t, w.Commit(), "ends with game 1 (want 2500)")
	require.Equal(t, []int{0, 1, 2}, r.Missing())
	fill(t, r, 2, nil)
	require.Equal(t, []int{0, 1}, r.Missing())
	_, err = readAll(r)
	require.ErrorContains(t, err, "not complete: 2 of 3 shards are missing, the first shards/00000.parquet")
}

// A writer that finds the shard there leaves it alone, and writes over a damaged one.
func TestAShardThatIsThere(t *testing.T) {
	r := filled(t)
	name := r.path(r.Manifest.Shards[1].File)
	good := disk.Read(t, name)
	fill(t, r, 1, func(rec *Record) { rec.Due++ })
	require.Equal(t, good, disk.Read(t, name))
	require.NoError(t, os.WriteFile(name, []byte(good[:100]), 0o666))
	kept, err := r.SetAside(1)
	require.NoError(t, err)
	require.Equal(t, good[:100], disk.Read(t, r.path(kept)))
	require.NoError(t, os.WriteFile(name, []byte(good[:100]), 0o666))
	fill(t, r, 1, nil)
	require.Equal(t, good, disk.Read(t, name))
}

// One process at a time plays a run, and clears away what a killed one has left.
func TestLock(t *testing.T) {
	r := filled(t)
	left := r.path("shards/.varlab-1.tmp")
	require.NoError(t, os.WriteFile(left, nil, 0o666))
	require.False(t, r.Playing())
	playing, err := Play(r.Dir, testManifest())
	require.NoError(t, err)
	require.NoFileExists(t, left)
	require.True(t, r.Playing())
	_, err = Play(r.Dir, testManifest())
	require.ErrorIs(t, err, files.ErrLocked)
	require.NoError(t, playing.Close())
	require.False(t, r.Playing())
}

func TestMerge(t *testing.T) {
	a, b := filled(t), filled(t)
	require.NoError(t, os.Remove(a.path(a.Manifest.Shards[0].File)))
	require.NoError(t, os.WriteFile(b.path(b.Manifest.Shards[1].File), []byte("damaged"), 0o666))
	into, err := Create(filepath.Join(t.TempDir(), "into"), testManifest())
	require.NoError(t, err)
	m, err := into.Merge(t.Context(), []*Run{a, b})
	require.NoError(t, err)
	require.Equal(t, 3, m.Copied)
	require.Empty(t, m.Open)
	require.Len(t, m.Notes, 1)
	want, err := filled(t).Root()
	require.NoError(t, err)
	got, err := into.Root()
	require.NoError(t, err)
	require.Equal(t, want, got)

	// Shards that are whole and differ are an error, and nothing is written.
	require.NoError(t, os.Remove(b.path(b.Manifest.Shards[1].File)))
	fill(t, b, 1, func(rec *Record) { rec.Due++ })
	_, err = into.Merge(t.Context(), []*Run{b})
	require.ErrorContains(t, err, "shards/00001.parquet is whole, and so is another one in "+b.Dir)
	_, err = into.Merge(t.Context(), []*Run{another(t)})
	require.ErrorContains(t, err, "holds the run of another study")
}

// A byte of a shard that changes or is missing is found.
func TestDamagedShards(t *testing.T) {
	r := filled(t)
	s := r.Manifest.Shards[1]
	name := r.path(s.File)
	good := []byte(disk.Read(t, name))
	damaged := func(bad []byte, what string) {
		t.Helper()
		require.NoError(t, os.WriteFile(name, bad, 0o666))
		var damage *Damage
		require.ErrorAs(t, r.check(1), &damage, what)
		require.Equal(t, s.File, damage.File)
		_, err := r.Games(1, func(*Record) bool { return true })
		require.ErrorAs(t, err, &damage, what)
	}
	for at := range someBytes(t, good) {
		bad := bytes.Clone(good)
		bad[at] ^= 0x55
		damaged(bad, fmt.Sprintf("byte %d flipped", at))
		damaged(good[:at], fmt.Sprintf("cut at %d", at))
	}
	damaged(append(bytes.Clone(good), 0), "longer by one")
	_, err := r.Root()
	require.ErrorAs(t, err, new(*Damage))

	// The shard of another place is whole, and damage here.
	damaged([]byte(disk.Read(t, r.path(r.Manifest.Shards[0].File))), "another shard")
	survey, err := r.Survey(t.Context())
	require.NoError(t, err)
	require.Equal(t, []int{1}, survey.Open())

	// So are games that are not those of the manifest.
	require.NoError(t, os.Remove(name))
	fill(t, r, 1, func(rec *Record) { rec.Opening++ })
	_, err = r.Games(1, func(*Record) bool { return true })
	require.ErrorContains(t, err, "shards/00001.parquet: damaged: game 2400: opening is 7 (want 6, as in the manifest)")
	require.NoError(t, os.Remove(name))
	fill(t, r, 1, func(rec *Record) { rec.Due = -1 })
	_, err = r.Games(1, func(*Record) bool { return true })
	require.ErrorContains(t, err, "shards/00001.parquet: damaged: game 2400: due is -1")
}

// someBytes yields the places of bytes in a file: some thirty, all in the long form.
func someBytes(t *testing.T, text []byte) iter.Seq[int] {
	step := 1 + len(text)/30
	if long.Form(t) {
		step = 1
	}
	return func(yield func(int) bool) {
		for at := 0; at < len(text) && yield(at); at += step {
		}
	}
}

func TestRelations(t *testing.T) {
	m := testManifest()
	require.NoError(t, m.Relations(testRecord(1, 7)))
	for _, change := range []func(*Record){
		func(rec *Record) { rec.Plies++ },
		func(rec *Record) { rec.Replayed++ },
		func(rec *Record) { rec.Playable = 3 },
		func(rec *Record) { rec.CapturesFirst = 3 },
		func(rec *Record) { rec.Reason = "boredom" },
		func(rec *Record) { rec.Result = Horizon },
		func(rec *Record) { rec.Result, rec.Reason = Horizon, Horizon }, // before the horizon
		func(rec *Record) { rec.Value = "draw" },
		func(rec *Record) { rec.Failure = Ended },
		func(rec *Record) { rec.Reason = Adjudication },
	} {
		rec := testRecord(1, 7)
		change(rec)
		require.ErrorContains(t, m.Relations(rec), "game 7 of cell 1")
	}
	// An omission that was taken back is two turns, and two decisions.
	again := testRecord(1, 7)
	again.Replayed, again.CompelledFirst, again.Decisions = 1, 1, again.Decisions+2
	again.Turns += " 1-2 compel"
	require.NoError(t, m.Relations(again))
	again.Turns += " waive" // which accepts an ending is no ply
	require.NoError(t, m.Relations(again))
	again.Turns += " 1-2"
	require.ErrorContains(t, m.Relations(again), "a turn for each ply")
}

func TestWhoFailed(t *testing.T) {
	for side, told := range []string{"first: random has ended", "second: greedy has ended"} {
		rec := &Record{Result: Forfeited, FirstPlayer: "random", SecondPlayer: "greedy", FailedSide: board.Side(side).String(), Failure: Ended}
		who, failed := rec.Failed()
		require.True(t, failed)
		require.Equal(t, board.Side(side), who)
		require.Equal(t, told, rec.Forfeiture())
	}
	_, failed := testRecord(1, 7).Failed()
	require.False(t, failed)
}

// A game of any length that a study allows can be read again.
func TestLongGamesAreRead(t *testing.T) {
	m := manifestOf(1100, 1000)
	m.Study.HorizonPlies = study.MaxHorizonPlies
	m.StudyHash = m.Study.Hash()
	r, err := Create(filepath.Join(t.TempDir(), "run"), m)
	require.NoError(t, err)
	turns := func(game int) string {
		return strings.Repeat("46-41 ", study.MaxHorizonPlies-1) + strconv.Itoa(game)
	}
	fill(t, r, 1, func(rec *Record) { rec.Turns = turns(int(rec.Game)) })
	n := 0
	_, err = r.Games(1, func(rec *Record) bool { n++; return rec.Turns == turns(int(rec.Game)) })
	require.NoError(t, err)
	require.Equal(t, 100, n)
}

// A shard of another run of the same form is refused, not played over.
func TestAShardOfAnotherRun(t *testing.T) {
	r := filled(t)
	other := another(t)
	fill(t, other, 1, nil)
	text := []byte(disk.Read(t, other.path(other.Manifest.Shards[1].File)))
	require.NoError(t, os.WriteFile(r.path(other.Manifest.Shards[1].File), text, 0o666))
	_, err := r.Survey(t.Context())
	require.ErrorContains(t, err, "not a shard of this run")
	_, err = readAll(r)
	require.ErrorContains(t, err, "not a shard of this run")
}

func TestManifestFaults(t *testing.T) {
	for want, change := range map[string]func(m *Manifest){
		"format 7 (want 5": func(m *Manifest) { m.Format = 7 },
		"columns: not those that this program records": func(m *Manifest) { m.Columns = m.Columns[1:] },
		"study_hash":             func(m *Manifest) { m.StudyHash = "0" },
		"taught: 1 lists (want ": func(m *Manifest) { m.Taught = [][]string{nil} },
		"study.seed: 97 in a confirmatory study (want ": func(m *Manifest) { m.Study.Confirmatory, m.Study.Seed = true, 97 },
	} {
		t.Run(want, func(t *testing.T) {
			m := testManifest()
			if change(&m); m.StudyHash != "0" {
				m.StudyHash = m.Study.Hash()
			}
			text, err := m.Encode()
			require.NoError(t, err)
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, ManifestFile), text, 0o666))
			_, err = Open(dir)
			require.ErrorContains(t, err, want)
			require.ErrorContains(t, err, ManifestFile)
		})
	}
}

// The hash of a manifest is of its content.
func TestChangedManifest(t *testing.T) {
	m := testManifest()
	text, err := m.Encode()
	require.NoError(t, err)
	_, err = decode(bytes.Replace(text, []byte("787"), []byte("687"), 1))
	require.ErrorContains(t, err, "the file was changed")
	_, err = decode(text[:len(text)-3])
	require.ErrorContains(t, err, "JSON")
}

func TestLedger(t *testing.T) {
	dir := t.TempDir()
	begin := func(name string, seed uint64) *Run {
		m := testManifest()
		m.Study.Seed = seed
		m.StudyHash = m.Study.Hash()
		r, err := Create(filepath.Join(dir, name), m)
		require.NoError(t, err)
		return r
	}
	begin("a", 5)
	begin("same", 1)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "none"), 0o777))
	begin("mine", 1)
	begin("z", 7) // later
	r := begin("mine", 1)
	list := r.Ledger()
	require.Len(t, list, 1)
	require.Equal(t, Sighting{Dir: "a", Study: "test", StudyHash: list[0].StudyHash, Seed: 5, Games: 2500, RuleSets: list[0].RuleSets}, list[0])
	require.Equal(t, r.Manifest.Study.RuleSets[0].PlayHash, list[0].RuleSets[0].PlayHash)
	require.NoError(t, os.Remove(r.path(ledgerFile)))
	require.Empty(t, r.Ledger())
}

// Whatever is written into a manifest, its hash made good, reading it is a run or an error.
func FuzzManifest(f *testing.F) {
	text, err := testManifest().Encode()
	require.NoError(f, err)
	f.Add(text)
	f.Add([]byte(`{"format": 3, "study": {"rule_sets": [{}], "pairs": [{}]}, "cells": [{"games": -1}], "shards": [{"file": "../x"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		decode(text)
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

// A run that one program has begun no other one completes; a complete one can be read by
// any.
func TestAnotherProgramIsRefused(t *testing.T) {
	r := filled(t)
	m := testManifest()
	m.Program = "varlab 2"
	_, err := Create(r.Dir, m)
	require.NoError(t, err)
	require.NoError(t, os.Remove(r.path(m.Shards[1].File)))
	_, err = Create(r.Dir, m)
	require.ErrorContains(t, err, "was begun by a program without a version and is not complete; this is varlab 2, whose games may be others")
	m.Shards[0].To, m.Shards[1].From = 2300, 2300
	_, err = Create(r.Dir, m)
	require.ErrorContains(t, err, "would play the study otherwise")
	m = testManifest()
	m.Program = "varlab 2"
	other, err := Create(filepath.Join(t.TempDir(), "run"), m)
	require.NoError(t, err)
	_, err = other.Merge(t.Context(), []*Run{filled(t)})
	require.ErrorContains(t, err, "want runs by one program")
}

func TestLogs(t *testing.T) {
	r := filled(t)
	when := time.Date(1754, 1, 2, 3, 4, 5, 0, time.UTC)
	l := r.NewLog(Entry{Time: when, Program: "p", Workers: 3})
	l.Add(Entry{Time: when, Shard: "s", Games: 7, Seconds: 1.5})
	l.file.WriteString(`{"time": "17`) // cut off
	l.Close()
	entries := r.Logs()
	require.Len(t, entries, 2)
	require.Equal(t, 3, entries[0].Workers)
	require.Equal(t, Entry{Time: when, Shard: "s", Games: 7, Seconds: 1.5}, entries[1])
}

// Whatever the bytes of a shard are, their hash made good, reading it is games or an error.
func FuzzShard(f *testing.F) {
	r, err := Create(filepath.Join(f.TempDir(), "run"), manifestOf(8, 6))
	require.NoError(f, err)
	fill(f, r, 2, nil)
	name := r.path(r.Manifest.Shards[2].File)
	text := []byte(disk.Read(f, name))
	f.Add(text, uint32(0), byte(0))
	for at := 3; at < len(text); at += 97 {
		f.Add(text, uint32(at), byte(at))
	}
	f.Add(text, uint32(len(text)-5), byte(7)) // a footer of more than 112 MiB
	f.Fuzz(func(t *testing.T, text []byte, at uint32, flip byte) {
		if len(text) > 0 {
			text = bytes.Clone(text)
			text[int(at)%len(text)] ^= flip
		}
		if place, _, err := findHash(text); err == nil {
			copy(text[place:], noHash)
			copy(text[place:], fmt.Sprintf("%x", sha256.Sum256(text)))
		}
		require.NoError(t, os.WriteFile(name, text, 0o666))
		n := 0
		if _, err := r.Games(2, func(*Record) bool { n++; return true }); err == nil {
			require.Equal(t, 8, n)
		}
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
