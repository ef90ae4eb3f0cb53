// Package train learns what the terms of an evaluation are worth in one game.
//
// The one idea: play decides. A search with the weights so far plays itself, and the
// weights are fitted to how its games ended and to what it thought on the way, as a
// logistic regression; then it plays again. Every rule set is taught in the same
// way, with as many positions, nodes and rounds, and is told nothing else about itself.
//
// Whatever the number of workers, and interrupted or not, the same training gives
// the same weights.
package train

import (
	"context"
	"fmt"

	"varlab/rules"
	"varlab/sim/player"
)

// A Training is what is done to learn weights.
type Training struct {
	Rules  *rules.Rules
	Seed   uint64
	Rounds int
	// Games is the number of games in each round. If it is 0, a round has as many
	// as it takes to gather Positions in the last, and a tenth of them in those
	// before.
	Games     int
	Positions int
	Nodes     int // of each choice
	Noise     int // hundredths of a man
	// WithoutPatterns leaves patterns out of the last fit, to measure what they are
	// worth: the games are the same.
	WithoutPatterns bool
	// Dir keeps the games, so that a training that was stopped goes on.
	Dir     string
	Workers int
	// Begin, if set, is told how many games, or positions, there are to be in all and
	// how many of them were there; Played, after each game, how many came with it, by
	// all workers at once.
	Begin  func(all, found int)
	Played func(n int)
}

// horizon is the ply at which a game is given up as drawn.
const horizon = 200

// A Report is what a training came to.
type Report struct {
	Rounds []Round
	King   King
}

// A Round is one round of a training.
type Round struct {
	Games     int `json:"games"` // that were learned from, with their positions
	Positions int `json:"positions"`
	Held      int `json:"positions_held_out"` // of one game in ten
	// Mean log losses over the positions held out, in nats: of saying the mean
	// result of all, of the plain evaluation, of the weights.
	Mean    float64 `json:"log_loss_mean_result"`
	Plain   float64 `json:"log_loss_plain"`
	Learned float64 `json:"log_loss_learned"`
}

// A King is what a king is worth in men, with an interval of 95 % from the games as
// clusters.
type King struct{ Value, Low, High float64 }

// Run trains. If ctx ends before the games do, the same call goes on later.
func (t Training) Run(ctx context.Context) (*player.Weights, *Report, error) {
	if t.Begin != nil {
		all, found := t.extent()
		t.Begin(all, found)
	}
	terms := player.NewTerms(t.Rules)
	report := new(Report)
	var weights *player.Weights
	for round := range t.Rounds {
		games, err := t.play(ctx, round, weights)
		if err != nil {
			return nil, nil, fmt.Errorf("round %d: %w", round+1, err)
		}
		f := newFitting(t.Rules, terms, games, !(t.WithoutPatterns && round == t.Rounds-1))
		var found Round
		weights, found = f.learn()
		report.Rounds = append(report.Rounds, found)
		report.King, err = f.king()
		if err != nil {
			report.King = King{}
		}
	}
	if t.WithoutPatterns {
		weights.Values = weights.Values[:terms.Patterns()]
	}
	weights.Notes = t.notes(report)
	return weights, report, nil
}

func (t Training) notes(r *Report) []string {
	last := r.Rounds[len(r.Rounds)-1]
	return []string{
		fmt.Sprintf("learned from %d positions of %d games, in round %d", last.Positions, last.Games, t.Rounds),
		fmt.Sprintf("search:nodes=%d,noise=%d against itself, seed %d", t.Nodes, t.Noise, t.Seed),
		fmt.Sprintf("log loss on %d positions held out: %.4f, plain evaluation %.4f, mean result %.4f", last.Held, last.Learned, last.Plain, last.Mean),
	}
}
