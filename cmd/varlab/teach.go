package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"varlab/internal/files"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/record"
	"varlab/sim/study"
	"varlab/sim/train"
)

// taught has the rule sets of a schedule taught, if that is asked for and was not done, and
// puts their weights into the run directory, if there is one. What this program taught before
// is in the user's cache.
func taught(ctx context.Context, stderr io.Writer, s *sim.Schedule, dir string, workers int) error {
	if s.Plan.Teaching == nil || s.Manifest.Taught != nil {
		return nil
	}
	if dir != "" {
		// A run that is stopped while it is taught can be gone on with.
		run, err := record.Create(dir, s.Manifest)
		if err != nil {
			return err
		}
		for i, taught := range run.Manifest.Taught {
			s.Plan.RuleSets[i].Taught = taught
		}
		if s.Manifest.Taught = run.Manifest.Taught; s.Manifest.Taught != nil {
			return recall(dir, s.Plan.RuleSets)
		}
	}
	kept, err := os.UserCacheDir()
	if err == nil {
		kept = filepath.Join(kept, "varlab", "taught", fmt.Sprintf("%.12x", sha256.Sum256([]byte(build().program()))))
	}
	if err := teach(ctx, stderr, s.Plan, kept, workers); ctx.Err() != nil {
		return &sim.Interrupted{Of: len(s.Manifest.Shards), Cause: context.Cause(ctx)}
	} else if err != nil {
		return err
	}
	for _, set := range s.Plan.RuleSets {
		s.Manifest.Taught = append(s.Manifest.Taught, set.Taught)
		for _, hash := range set.Taught {
			name := filepath.Join(dir, filepath.FromSlash(record.WeightsFile(hash)))
			if dir == "" {
				continue
			}
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), files.WriteBytes(name, player.WeightsOf(hash).Bytes())); err != nil {
				return err
			}
		}
	}
	return nil
}

// teach teaches the rule sets of a plan, with a line of progress.
func teach(ctx context.Context, stderr io.Writer, p *study.Plan, kept string, workers int) error {
	line := &progress{what: "trainings and matches", stage: "teaching: ", out: stderr}
	defer line.end()
	return train.School{Workers: workers, Kept: kept, Begin: func(tasks int) { line.begin(tasks, 0) }, Done: line.one}.Teach(ctx, p)
}

// recall reads the weights that the rule sets of a run were taught.
func recall(dir string, sets []study.RuleSet) error {
	for _, set := range sets {
		for _, hash := range set.Taught {
			name := filepath.Join(dir, filepath.FromSlash(record.WeightsFile(hash)))
			w, err := readWeights(name)
			if err == nil && w.Hash != hash {
				err = errors.New(name + ": holds other weights than its name says")
			}
			if err != nil {
				return hinted{err, "varlab run STUDY.toml --out DIR makes them again"}
			}
			player.Know(w)
		}
	}
	return nil
}

// taughtAgain teaches the rule sets of a run once more, without what is kept, and says which
// come out otherwise.
func taughtAgain(ctx context.Context, stderr io.Writer, run *study.Plan, workers int) (faults []string, err error) {
	again := *run
	again.RuleSets = slices.Clone(run.RuleSets)
	if err := teach(ctx, stderr, &again, "", workers); err != nil {
		return nil, err
	}
	for i, set := range run.RuleSets {
		if is := again.RuleSets[i].Taught; !slices.Equal(is, set.Taught) {
			faults = append(faults, fmt.Sprintf("weights under %s: %d files were taught, and teaching again makes others", set.ID, len(set.Taught)))
		}
	}
	return faults, nil
}
