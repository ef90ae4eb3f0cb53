//go:build unix

package sim_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/files"
	"varlab/files/faulty"
	"varlab/sim"
	"varlab/sim/record"
)

// small is a run, as an act, and what it leaves.
func small(t *testing.T) (faulty.Act, map[string]string) {
	return smallTold(t, func(string, string) {})
}

// smallTold is small, and has note told the folder of the act and what the run notes.
func smallTold(t *testing.T, note func(dir, text string)) (faulty.Act, map[string]string) {
	p := plan(t, 50, ruleSet(t, "ten", nil), ruleSet(t, "souffler", soufflant))
	p.HorizonPlies = 30
	s, err := sim.NewSchedule(p)
	require.NoError(t, err)
	a := faulty.Act{Do: func(dir string) error {
		return s.Run(t.Context(), sim.Options{
			Dir: filepath.Join(dir, "run"), Workers: 1, NewPlayer: newPlayer, Note: func(text string) { note(dir, text) },
		})
	}}
	dir := t.TempDir()
	require.NoError(t, a.Do(dir))
	return a, tree(t, filepath.Join(dir, "run"))
}

// whole verifies that what stands under the name of a shard is one.
func whole(t *testing.T, dir string) {
	r, err := record.Open(dir)
	if errors.Is(err, fs.ErrNotExist) || err != nil && !exists(filepath.Join(dir, record.ManifestFile)) {
		return
	}
	require.NoError(t, err)
	defer r.Close()
	survey, err := r.Survey(t.Context())
	require.NoError(t, err)
	require.Empty(t, survey.Damages)
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

// Whichever step of a run fails, once or from then on: the run says so, or it was no
// matter; nothing is damaged; and the run goes on to the same bytes.
func TestEveryFault(t *testing.T) {
	act, want := small(t)
	faulty.Each(t, act, func(t *testing.T, dir string, err error) {
		whole(t, filepath.Join(dir, "run"))
		if err == nil {
			require.Equal(t, len(want), len(tree(t, filepath.Join(dir, "run"))))
		}
	}, func(t *testing.T, dir string) {
		require.Equal(t, want, tree(t, filepath.Join(dir, "run")))
	})
}

// The same of a merge.
func TestEveryFaultOfAMerge(t *testing.T) {
	act, want := small(t)
	merge := faulty.Act{Prepare: func(dir string) error {
		if err := act.Do(dir); err != nil {
			return err
		}
		from := filepath.Join(dir, "run")
		to := filepath.Join(dir, "to")
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			return err
		}
		// One shard is missing and one damaged.
		return errors.Join(os.Remove(filepath.Join(to, "shards/00001.parquet")), os.Truncate(filepath.Join(to, "shards/00002.parquet"), 100))
	}, Do: func(dir string) error {
		to, err := record.Open(filepath.Join(dir, "to"))
		if err != nil {
			return err
		}
		defer to.Close()
		from, err := record.Open(filepath.Join(dir, "run"))
		if err != nil {
			return err
		}
		defer from.Close()
		if _, err = to.Merge(t.Context(), []*record.Run{from}); err == nil {
			_, err = to.Tidy()
		}
		return err
	}}
	faulty.Each(t, merge, func(*testing.T, string, error) {}, func(t *testing.T, dir string) {
		require.Equal(t, want, tree(t, filepath.Join(dir, "to")))
	})
}

// If the power fails, what was not synced is lost. A shard that a run has logged as
// played is not; none is there that is not whole; and the run goes on to the same bytes.
func TestPowerLoss(t *testing.T) {
	act, want := small(t)
	faulty.PowerLoss(t, act, func(t *testing.T, last, found string) {
		whole(t, filepath.Join(found, "run"))
		if !exists(filepath.Join(last, "run", record.ManifestFile)) {
			return
		}
		r, err := record.Open(filepath.Join(last, "run"))
		require.NoError(t, err)
		defer r.Close()
		for e, err := range r.Logs() {
			require.NoError(t, err)
			if e.Shard != "" {
				require.FileExists(t, filepath.Join(found, "run", e.Shard), "it was said to be complete")
			}
		}
	}, func(t *testing.T, dir string) {
		require.Equal(t, want, tree(t, filepath.Join(dir, "run")))
	})
}

// Whoever put the last shard there may have been killed before its folder was on the disk:
// who says that a run is complete sees to that.
func TestWhatIsSaidToBeCompleteIsOnTheDisk(t *testing.T) {
	act, _ := small(t)
	dir := t.TempDir()
	require.NoError(t, act.Do(dir))
	r, err := record.Open(filepath.Join(dir, "run"))
	require.NoError(t, err)
	defer r.Close()
	synced := 0
	files.Fault = func(s files.Step, path string) error {
		if s == files.SyncDir && filepath.Base(path) == "shards" {
			synced++
			return syscall.EIO
		}
		return nil
	}
	t.Cleanup(func() { files.Fault = nil })
	require.ErrorIs(t, act.Do(dir), syscall.EIO)
	_, err = r.Survey(t.Context())
	require.ErrorIs(t, err, syscall.EIO)
	_, err = r.Root()
	require.ErrorIs(t, err, syscall.EIO)
	_, err = r.Merge(t.Context(), nil)
	require.ErrorIs(t, err, syscall.EIO)
	require.Equal(t, 4, synced)
}

// Nor is a damaged shard lost that was said to be kept.
func TestPowerLossKeepsWhatIsDamaged(t *testing.T) {
	said := map[string]bool{} // by folder
	act, want := smallTold(t, func(dir, text string) { said[dir] = said[dir] || strings.Contains(text, "kept as") })
	again := faulty.Act{Prepare: func(dir string) error {
		if err := act.Do(dir); err != nil {
			return err
		}
		return os.Truncate(filepath.Join(dir, "run/shards/00002.parquet"), 100)
	}, Do: act.Do}
	noted := 0
	faulty.PowerLoss(t, again, func(t *testing.T, last, found string) {
		kept, err := filepath.Glob(filepath.Join(found, "run/log/damaged/*"))
		require.NoError(t, err)
		for _, name := range kept {
			info, err := os.Stat(name)
			require.NoError(t, err)
			require.EqualValues(t, 100, info.Size())
		}
		if said[last] {
			noted++
			require.NotEmpty(t, kept, "it was said to be kept")
		}
	}, func(t *testing.T, dir string) {
		require.Equal(t, want, tree(t, filepath.Join(dir, "run")))
	})
	require.Positive(t, noted)
}

// Files from the future or from long ago change nothing, and those of a process that
// lives on this machine stay, whatever their time.
func TestClocksThatJump(t *testing.T) {
	act, want := small(t)
	for _, jump := range []time.Duration{-50 * 365 * 24 * time.Hour, -48 * time.Hour, 48 * time.Hour, 50 * 365 * 24 * time.Hour} {
		dir := t.TempDir()
		run := filepath.Join(dir, "run")
		require.NoError(t, act.Do(dir))
		require.NoError(t, os.Remove(filepath.Join(run, "shards/00000.parquet")))
		root, err := os.OpenRoot(run)
		require.NoError(t, err)
		file, temp, err := files.Create(root, "shards/00002.parquet")
		require.NoError(t, err)
		when := time.Now().Add(jump)
		require.NoError(t, filepath.WalkDir(run, func(path string, _ fs.DirEntry, err error) error {
			return errors.Join(err, os.Chtimes(path, when, when))
		}))
		require.NoError(t, act.Do(dir))
		require.FileExists(t, filepath.Join(run, temp))
		require.NoError(t, file.Close())
		require.NoError(t, act.Do(dir))
		require.NoError(t, root.Close())
		require.Equal(t, want, tree(t, run))
	}
}

// Somebody who forges a game and computes every hash anew changes the root, is found
// where all games are played again, and cannot tell which are where some are.
func TestForgedRun(t *testing.T) {
	s, err := sim.NewSchedule(plan(t, 25, ruleSet(t, "ten", nil)))
	require.NoError(t, err)
	honest, forged := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	require.NoError(t, s.Run(t.Context(), sim.Options{Dir: honest, Workers: 1, NewPlayer: newPlayer}))
	r, err := record.Create(forged, s.Manifest)
	require.NoError(t, err)
	defer r.Close()
	w, err := r.Create(0)
	require.NoError(t, err)
	for i, rec := range records(t, honest) {
		if i == 7 {
			rec.Playable++
		}
		require.NoError(t, w.Write(&rec))
	}
	require.NoError(t, w.Commit())
	v := sim.Verification{Options: sim.Options{Dir: honest, NewPlayer: newPlayer}, Sample: 1}
	good, err := s.Verify(t.Context(), v)
	require.NoError(t, err)
	require.Empty(t, good.Faults)
	// What is put in the place of a game that was verified, or taken away, while the others
	// are, is no part of what was verified.
	for name, change := range map[string]func(at string) error{
		"is another than at first": func(at string) error {
			text, err := os.ReadFile(filepath.Join(forged, at))
			return errors.Join(err, os.WriteFile(filepath.Join(honest, at), text, 0o666))
		},
		"file does not exist": func(at string) error { return os.Remove(filepath.Join(honest, at)) },
	} {
		at := s.Manifest.Shards[0].File
		text, err := os.ReadFile(filepath.Join(honest, at))
		require.NoError(t, err)
		changing := v
		var once sync.Once
		changing.Played = func() { once.Do(func() { require.NoError(t, change(at)) }) }
		_, err = s.Verify(t.Context(), changing)
		require.ErrorContains(t, err, name)
		require.NoError(t, os.WriteFile(filepath.Join(honest, at), text, 0o666))
	}
	v.Dir = forged
	bad, err := s.Verify(t.Context(), v)
	require.NoError(t, err)
	require.Len(t, bad.Faults, 1)
	require.NotEqual(t, good.Root, bad.Root)
	found := 0
	for v.Sample, v.Seed = 0.2, 0; v.Seed < 100; v.Seed++ {
		some, err := s.Verify(t.Context(), v)
		require.NoError(t, err)
		require.InDelta(t, 0.8, some.Missed.One, 1e-12)
		found += len(some.Faults)
	}
	require.InDelta(t, 20, found, 16) // four standard deviations
}

// A run whose directory was moved away while it was played, and another put in its place,
// has no root under that name.
func TestExchangedDirectory(t *testing.T) {
	s, err := sim.NewSchedule(plan(t, 25, ruleSet(t, "ten", nil)))
	require.NoError(t, err)
	honest, dir := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	var roots []string
	o := sim.Options{Dir: honest, Workers: 1, NewPlayer: newPlayer, Root: func(root string) { roots = append(roots, root) }}
	require.NoError(t, s.Run(t.Context(), o))
	require.Len(t, roots, 1)
	var once sync.Once
	o.Dir, o.Played = dir, func() {
		once.Do(func() {
			require.NoError(t, os.Rename(dir, dir+"-moved"))
			require.NoError(t, os.CopyFS(dir, os.DirFS(honest)))
		})
	}
	require.ErrorContains(t, s.Run(t.Context(), o), dir+": is another than at first")
	require.Len(t, roots, 1)
}
