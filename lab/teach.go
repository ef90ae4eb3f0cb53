package lab

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
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

// Teach teaches the rule sets of a schedule, if the study asks for it and it was not done, and
// puts their weights into the run directory of the options, if there is one. What this program
// taught before is in the user's cache.
func (l *Lab) Teach(ctx context.Context, s *sim.Schedule, o Options) error {
	dir := o.Dir
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
		kept = filepath.Join(kept, "varlab", "taught", fmt.Sprintf("%.12x", sha256.Sum256([]byte(BuildOf().Program()))))
	}
	if err := l.teach(ctx, s.Plan, kept, o); ctx.Err() != nil {
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

func (l *Lab) teach(ctx context.Context, p *study.Plan, kept string, o Options) error {
	if o.Taught != nil {
		defer o.Taught()
	}
	return train.School{Workers: cmp.Or(o.Workers, l.Workers), Kept: kept, Begin: o.Lessons, Done: o.Learned}.Teach(ctx, p)
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
				return &DamagedError{err, true}
			}
			player.Know(w)
		}
	}
	return nil
}

// TeachAgain teaches the rule sets of a run once more, without what is kept, and says which
// come out otherwise.
func (l *Lab) TeachAgain(ctx context.Context, run *study.Plan, o Options) (faults []string, err error) {
	again := *run
	again.RuleSets = slices.Clone(run.RuleSets)
	if err := l.teach(ctx, &again, "", o); err != nil {
		return nil, err
	}
	for i, set := range run.RuleSets {
		if is := again.RuleSets[i].Taught; !slices.Equal(is, set.Taught) {
			faults = append(faults, fmt.Sprintf("weights under %s: %d files were taught, and teaching again makes others", set.ID, len(set.Taught)))
		}
	}
	return faults, nil
}
