package train

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"varlab/internal/files"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/study"
)

// A School teaches the rule sets of a study before its games are played.
type School struct {
	Workers int
	// Kept is a folder that keeps what was taught, by all that it depends on; empty: nothing is
	// kept.
	Kept string
	// Begin, if set, is told how many positions there are to be to learn from; Done, how many
	// were played since, or there already, by all workers at once.
	Begin func(positions int)
	Done  func(n int)
}

// A lesson is the teaching of one game: the rule sets that play it have what it made.
type lesson struct {
	*study.Teaching
	set  study.RuleSet // the first of them
	sets []int
	dir  string
}

// Teach has the weights of each rule set learned further, as the plan's teaching says, and sets
// RuleSet.Taught where they were not lost. Rule sets that differ only in their start and in
// what draws them are taught together. player.WeightsOf finds what was learned. The same plan
// gives the same weights with any number of workers, and after any interruption.
func (s School) Teach(ctx context.Context, p *study.Plan) error {
	kept := s.Kept
	if kept == "" {
		dir, err := os.MkdirTemp("", "varlab-taught-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		kept = dir
	}
	var lessons []*lesson
	for _, sets := range p.Lessons() {
		l := &lesson{Teaching: p.Teaching, set: p.RuleSets[sets[0]], sets: sets}
		l.dir = filepath.Join(kept, l.key())
		lessons = append(lessons, l)
	}
	n := p.Teaching.Trainings
	if s.Begin != nil {
		s.Begin(len(lessons) * n * p.Teaching.Positions)
	}
	none := func() (struct{}, error) { return struct{}{}, nil }
	err := sim.Each(ctx, s.Workers, len(lessons)*n, none, func(ctx context.Context, _ struct{}, i int) error {
		return s.train(ctx, lessons[i/n], i%n)
	})
	for _, l := range lessons {
		var taught []string
		if err == nil {
			taught, err = s.judge(ctx, l)
		}
		for _, i := range l.sets {
			p.RuleSets[i].Taught = taught
		}
	}
	return err
}

func (s School) done(n int) {
	if s.Done != nil {
		s.Done(n)
	}
}

// key names all on which what is taught depends.
func (l *lesson) key() string {
	text, err := json.Marshal([]any{l.set.ID, l.set.PlayHash, l.set.Weights, l.Teaching})
	if err != nil {
		panic(err) // plain types
	}
	return fmt.Sprintf("%.32x", sha256.Sum256(text))
}

// before are the weights that a training is to better, and from which it goes on unless it
// learns anew; nil for the plain evaluation.
func (l *lesson) before(k int) *player.Weights {
	if len(l.set.Weights) == 0 {
		return nil
	}
	return player.WeightsOf(l.set.Weights[k%len(l.set.Weights)])
}

func (l *lesson) path(k int) string { return filepath.Join(l.dir, fmt.Sprintf("%d.weights", k+1)) }

// load returns the weights of a training that is there.
func (l *lesson) load(k int) (*player.Weights, error) {
	file, err := os.ReadFile(l.path(k))
	if err != nil {
		return nil, err
	}
	w, err := player.ReadWeights(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w (want it deleted: it is then made again)", l.path(k), err)
	}
	player.Know(w)
	return w, nil
}

func (s School) train(ctx context.Context, l *lesson, k int) error {
	_, err := l.load(k)
	if err == nil {
		s.done(l.Positions)
	}
	if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	playing := false
	t := Training{
		Rules: l.set.Rules, Seed: l.Seed + uint64(k), Positions: l.Positions, Nodes: l.Nodes, Noise: l.Noise,
		Dir: filepath.Join(l.dir, fmt.Sprint("training-", k+1)), Workers: 1,
		Begin: func(stage Stage, _, found int) {
			if playing = !stage.Learning; playing {
				s.done(found)
			}
		},
		Done: func(n int) {
			if playing {
				s.done(n)
			}
		},
	}
	if !l.Anew {
		t.From = l.before(k)
	}
	w, _, err := t.Run(ctx)
	if errors.Is(err, files.ErrLocked) { // another process teaches the same
		if t.Dir, err = os.MkdirTemp("", "varlab-taught-"); err != nil {
			return err
		}
		defer os.RemoveAll(t.Dir)
		w, _, err = t.Run(ctx)
	}
	if err != nil {
		return err
	}
	w.Rules = l.set.ID
	if err := files.WriteBytes(l.path(k), w.Bytes()); err != nil {
		return err
	}
	if _, err := l.load(k); err != nil {
		return err
	}
	return os.RemoveAll(t.Dir)
}

// A gate is the score of what was taught, against the weights before.
type gate struct{ Wins, Draws, Losses int }

// judge returns the content hashes of what was taught, or none if it lost its match.
func (s School) judge(ctx context.Context, l *lesson) (taught []string, err error) {
	var g gate
	path := filepath.Join(l.dir, "gate.json")
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		if g, err = l.match(ctx, s.Workers); err != nil {
			return nil, err
		}
		if text, err = json.Marshal(g); err == nil {
			err = files.WriteBytes(path, text)
		}
	case err == nil:
		err = json.NewDecoder(bytes.NewReader(text)).Decode(&g)
	}
	if err != nil || g.Wins < g.Losses {
		return nil, err
	}
	for k := range l.Trainings {
		w, err := l.load(k)
		if err != nil {
			return nil, err
		}
		taught = append(taught, w.Hash)
	}
	return taught, nil
}

// match plays the gate: the trainings in turn, each against the weights before.
func (l *lesson) match(ctx context.Context, workers int) (g gate, err error) {
	for k := range l.Trainings {
		spec, err := player.Parse(fmt.Sprintf("search:nodes=%d,noise=%d", l.GateNodes, gateNoise))
		if err != nil {
			return g, err
		}
		pair := study.Pair{A: study.Player{Spec: "taught", Random: true}, B: study.Player{Spec: "as before", Random: true}}
		taught, err := l.load(k)
		if err != nil {
			return g, err
		}
		plan := &study.Plan{
			Heading:  study.Heading{Name: "gate", Seed: l.Seed + uint64(k)},
			RuleSets: []study.RuleSet{l.set}, Pairs: []study.Pair{pair},
			Design: study.Design{Games: 2 * max(1, l.GateGames/l.Trainings/2), HorizonPlies: horizon, Openings: study.Openings{Plies: study.DefaultOpeningPlies}},
		}
		schedule, err := sim.NewSchedule(plan)
		if err != nil {
			return g, err
		}
		m, err := schedule.Meet(ctx, 0, sim.Options{Workers: workers, NewPlayer: func(r *rules.Rules, who, _ string) (sim.Player, error) {
			w := taught
			if who == pair.B.Spec {
				w = l.before(k)
			}
			if w == nil {
				return spec.Plainly().New(r)
			}
			return spec.Given(w).New(r)
		}})
		if err != nil {
			return g, err
		}
		g.Wins, g.Draws, g.Losses = g.Wins+m.Wins, g.Draws+m.Draws+m.Open, g.Losses+m.Losses
	}
	return g, nil
}

// gateNoise makes games from one opening differ.
const gateNoise = 5
