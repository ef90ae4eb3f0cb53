package main

import (
	"fmt"

	"varlab/sim"
	"varlab/sim/record"
)

// scheduleOf lays out again what the run in a directory plays, from its manifest
// alone: the study's file and the profiles may be gone or changed.
func scheduleOf(dir string) (*sim.Schedule, error) {
	run, err := record.Open(dir)
	if err != nil {
		return nil, hinted{err, "varlab run STUDY.toml --out DIR writes a manifest anew where there is none, and keeps the shards that are whole"}
	}
	defer run.Close()
	plan := run.Manifest.Study
	for i := range plan.RuleSets {
		set := &plan.RuleSets[i]
		if set.Rules, err = record.Compile(*set); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
	}
	s, err := layOut(&plan)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return s, nil
}
