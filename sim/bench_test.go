package sim_test

import (
	"path/filepath"
	"testing"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim"
)

// BenchmarkRun plays and records games of random players: what a run costs apart
// from its players.
func BenchmarkRun(b *testing.B) {
	for name, change := range map[string]func(*profile.Profile){"compulsory": nil, "claimable": soufflant} {
		b.Run(name, func(b *testing.B) {
			s, err := sim.NewSchedule(plan(b, b.N, ruleSet(b, name, change)))
			if err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			if err := s.Run(b.Context(), sim.Options{Dir: filepath.Join(b.TempDir(), "run"), Workers: 1, NewPlayer: newPlayer}); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkBook draws the openings of a study of 10,000 games a cell.
func BenchmarkBook(b *testing.B) {
	sets := []*rules.Rules{ruleSet(b, "ten", nil).Rules, ruleSet(b, "souffler", soufflant).Rules}
	for b.Loop() {
		book(b, sets, 10_000, 1754, 6)
	}
}
