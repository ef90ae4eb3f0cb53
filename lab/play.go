package lab

import (
	"cmp"
	"context"

	"varlab/reports"
	"varlab/reports/findings"
	"varlab/sim"
	"varlab/sim/study"
)

// Options say where a schedule is played, and who is told how far it has come. NewPlayer and
// Forfeits are the lab's, and so is the number of workers, if Workers is 0.
type Options struct {
	sim.Options
	// Lessons, if set, is called before the games with the number of positions that are to be
	// learned from, and Learned, by all workers at once, with how many more are there.
	Lessons func(positions int)
	Learned func(n int)
	Taught  func() // if set, is called after the lessons
}

// manyForfeits is how many games in a row a player forfeits until a run or match stops.
const manyForfeits = 10

// ready completes options and teaches who is to be taught.
func (l *Lab) ready(ctx context.Context, s *sim.Schedule, o *Options) error {
	o.Workers, o.NewPlayer, o.Forfeits = cmp.Or(o.Workers, l.Workers), NewPlayer, manyForfeits
	if err := l.allows(s.Plan); err != nil {
		return err
	}
	return l.Teach(ctx, s, *o)
}

// Play plays what is missing of a schedule in the run directory o.Dir; empty: RunDir. If ctx ends
// first, the error is a *sim.Interrupted, and the same call later goes on.
func (l *Lab) Play(ctx context.Context, s *sim.Schedule, o Options) error {
	o.Dir = cmp.Or(o.Dir, l.RunDir(s.Plan))
	if err := l.ready(ctx, s, &o); err != nil {
		return err
	}
	return s.Run(ctx, o.Options)
}

// Meet plays the match of the first cell of a schedule, and keeps nothing. With an error there may
// be a meeting so far.
func (l *Lab) Meet(ctx context.Context, s *sim.Schedule, o Options) (*sim.Meeting, error) {
	if err := l.ready(ctx, s, &o); err != nil {
		return nil, err
	}
	return s.Meet(ctx, 0, o.Options)
}

// Paces tries a few games of each cell, to say how long the others take.
func (l *Lab) Paces(ctx context.Context, s *sim.Schedule) (*sim.Paces, error) {
	if err := l.allows(s.Plan); err != nil {
		return nil, err
	}
	return s.Paces(ctx, NewPlayer)
}

// Pilot plays a few games of a study in memory, from another seed, and says what its claims may
// come to; nil if the study claims nothing.
func (l *Lab) Pilot(ctx context.Context, plan *study.Plan) (*reports.Pilot, error) {
	if len(plan.Hypotheses) == 0 {
		return nil, nil
	}
	report, err := l.tried(ctx, plan.Pilot(plan.HorizonPlies))
	if err != nil {
		return nil, err
	}
	pilot := reports.NewPilot(report, plan)
	if later := pilot.Horizon(); later > 0 {
		pilot.Longer, err = l.tried(ctx, plan.Pilot(later))
	}
	return pilot, err
}

func (l *Lab) tried(ctx context.Context, plan *study.Plan) (*reports.Report, error) {
	s, err := l.Schedule(plan)
	if err != nil {
		return nil, err
	}
	return l.inMemory(ctx, s, l.options())
}

// inMemory plays a schedule and keeps nothing but its report.
func (l *Lab) inMemory(ctx context.Context, s *sim.Schedule, o reports.Options) (*reports.Report, error) {
	var play Options
	if err := l.ready(ctx, s, &play); err != nil {
		return nil, err
	}
	games, err := s.Play(ctx, play.Options)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	} else if err != nil {
		return nil, err
	}
	return reports.Of(ctx, &s.Manifest, games, o)
}

func (l *Lab) options() reports.Options {
	return reports.Options{Version: BuildOf().Version(), Explore: l.Explore}
}

// AsStudied stands for the number of pieces up to which the endings of a study have exact values:
// its own number if its games end with such values, else none.
const AsStudied = -1

// Report reads the run in a directory, and compares its games with the exact values of endings
// with at most the given number of pieces, 2 to 5; 0: with none.
func (l *Lab) Report(ctx context.Context, dir string, pieces int) (*reports.Report, error) {
	o := l.options()
	o.Exact = l.exact(ctx, pieces)
	return reports.Load(ctx, dir, o)
}

func (l *Lab) exact(ctx context.Context, pieces int) findings.Known {
	return func(p *study.Plan) (int, findings.Endings) {
		of := max(0, pieces)
		if pieces == AsStudied && p.Exact.Adjudicate && !p.Exact.Known {
			of = p.Exact.Pieces
		}
		return of, l.Tables.endings(ctx, of)
	}
}
