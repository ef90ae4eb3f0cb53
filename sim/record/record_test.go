package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/study"
)

// testManifest plans two cells of 2,500 and 7 games in three shards.
func testManifest() Manifest {
	plan := study.Plan{
		Name: "test", Seed: 1754,
		RuleSets: []study.RuleSet{{ID: "a", Title: "A <ten>", PlayHash: "aa", Board: "10x10", Content: []byte(`{"x":1}`)}},
		Players:  []study.Player{{Spec: "random", Random: true}},
		Games:    7, HorizonPlies: 300,
	}
	return Manifest{
		Format: Format, RNG: "pcg-v1", StudyHash: plan.Hash(), Study: plan,
		Boards: []Board{{ID: "b", Size: "10x10", OpeningPlies: 4, Positions: 787, Clusters: 7}},
		Cells: []Cell{
			{RuleSet: "a", Players: [2]string{"random", "random"}, Board: "b", Games: 2500, Clusters: 7},
			{RuleSet: "a", Players: [2]string{"random", "greedy"}, Board: "b", Games: 7, Clusters: 7},
		},
		Shards: []Shard{
			{File: "shards/0000.parquet", Cell: 0, From: 0, To: 2400},
			{File: "shards/0001.parquet", Cell: 0, From: 2400, To: 2500},
			{File: "shards/0002.parquet", Cell: 1, From: 0, To: 7},
		},
		Columns: Columns(),
	}
}

func testRecord(cell, game int) *Record {
	return &Record{
		Cell: int32(cell), Game: int32(game), Rules: "a", PlayHash: "aa",
		FirstPlayer: "random", SecondPlayer: "random", Board: "b", Opening: int32(game % 7), Replicate: int32(game / 7),
		Result: "first", Reason: "no-moves", Plies: int32(40 + game%60), OpeningPlies: 4,
		Turns: fmt.Sprintf("32-28 19-23 28x19x23 14x23x19 %d", game), Decisions: 40, Playable: int64(game) << 33, Due: 99,
		CapturesFirst: -1, WaivedSecond: 3,
	}
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
	require.Len(t, all, 2507)
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
	require.ErrorContains(t, w.Commit(), "ends with game 1 (want 7)")
	require.Equal(t, []int{0, 1, 2}, missing())
	fill(t, r, 2)
	require.Equal(t, []int{0, 1}, missing())
	_, err = readAll(r)
	require.ErrorContains(t, err, "not complete: 2 of 3 shards are missing, the first shards/0000.parquet")

	// What a killed process leaves is no shard, and Tidy removes it.
	_, err = r.Create(0)
	require.NoError(t, err)
	require.Equal(t, []int{0, 1}, missing())
	left, err := filepath.Glob(r.path("shards/*" + tempMark + "*"))
	require.NoError(t, err)
	require.Len(t, left, 1)
	require.NoError(t, r.Tidy())
	left, err = filepath.Glob(r.path("shards/*" + tempMark + "*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestDamagedShards(t *testing.T) {
	r := filled(t)
	name := r.path(r.Manifest.Shards[1].File)
	good, err := os.ReadFile(name)
	require.NoError(t, err)

	// Every byte that is flipped is noticed, or harmless to the rows.
	read := func() (all []Record, err error) {
		r.readShard(1, func(rec *Record, e error) bool {
			if e != nil {
				err = e
				return false
			}
			all = append(all, *rec)
			return true
		})
		return all, err
	}
	want, err := read()
	require.NoError(t, err)
	require.Len(t, want, 100)
	noticed := 0
	for at := 0; at < len(good); at += 1 + len(good)/400 {
		bad := append([]byte(nil), good...)
		bad[at] ^= 0x55
		require.NoError(t, os.WriteFile(name, bad, 0o666))
		if got, err := read(); err != nil {
			require.ErrorContains(t, err, "0001.parquet: ")
			noticed++
		} else {
			require.Equal(t, want, got, "byte %d", at)
		}
	}
	require.Greater(t, noticed, 100)

	require.NoError(t, os.WriteFile(name, good[:len(good)/2], 0o666))
	_, err = r.Has(1)
	require.ErrorContains(t, err, "damaged")

	// The shard of another place.
	other, err := os.ReadFile(r.path(r.Manifest.Shards[2].File))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, other, 0o666))
	_, err = readAll(r)
	require.ErrorContains(t, err, "not a shard of this run")
}

func TestManifestFaults(t *testing.T) {
	for _, c := range []struct {
		name, want string
		change     func(m *Manifest)
	}{
		{"leaves", "leaves the run directory", func(m *Manifest) { m.Shards[0].File = "../0000.parquet" }},
		{"absolute", "leaves the run directory", func(m *Manifest) { m.Shards[0].File = "/tmp/0000.parquet" }},
		{"twice", "stands twice", func(m *Manifest) { m.Shards[1].File = m.Shards[0].File }},
		{"gap", "want cell 0 from game 2400", func(m *Manifest) { m.Shards[1].From = 2401 }},
		{"short", "cell 1 ends with game 0", func(m *Manifest) { m.Shards = m.Shards[:2] }},
		{"format", "format 7 (want 1", func(m *Manifest) { m.Format = 7 }},
		{"study", "study_hash", func(m *Manifest) { m.Study.Seed++ }},
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

// Whatever is written into a manifest, its hash made good, reading it is a run or
// an error.
func FuzzManifest(f *testing.F) {
	text, err := testManifest().Encode()
	require.NoError(f, err)
	f.Add(text)
	f.Add([]byte(`{"format": 1, "study": {"rule_sets": [{}], "pairs": [{}]}, "cells": [{"games": -1}], "shards": [{"file": "../x"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
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
	m.Study.Games = 8
	m.StudyHash = m.Study.Hash()
	_, err := Create(r.Dir, m)
	require.ErrorContains(t, err, "holds the run of another study")
	_, err = Open(t.TempDir())
	require.ErrorContains(t, err, "want a run directory")
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
