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
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"varlab/internal/files"
	"varlab/internal/plain"
	"varlab/rules"
	"varlab/sim/player"
)

// A Training is a recipe for weights.
type Training struct {
	Rules *rules.Rules
	// From are the weights that the training begins with: they play its first games, and what
	// is learned is how theirs change. nil: the plain evaluation.
	From      *player.Weights
	Seed      uint64
	Positions int    // of all rounds
	Nodes     int    // of each choice
	Noise     int    // hundredths of a man
	Program   string // the name of the program that does it
	// Dir keeps the games, in a folder by the name of the rules, so that a training that
	// was stopped goes on.
	Dir     string
	Workers int
	// Begin, if set, is told of every stage of each round (playing, then learning) how many
	// positions there are to be and how many of them were there; Done, how many were
	// played or learned from since, by all workers at once.
	Begin func(stage Stage, all, found int)
	Done  func(n int)
}

// A Stage is half of a round: its games are played, or learned from.
type Stage struct {
	Round    int // from 1
	Learning bool
}

func (s Stage) String() string {
	does := "playing"
	if s.Learning {
		does = "learning"
	}
	return fmt.Sprintf("round %d of %d, %s", s.Round, len(rounds), does)
}

// rounds says by how many parts of the positions each round has: each is played by the
// weights learned from those before, so that most are played by good players.
var rounds = [...]int{1, 3, 6}

const parts = 10

// horizon is the ply at which a game is given up as drawn.
const horizon = 200

// A Round is one round of a training.
type Round struct {
	Games     int `json:"games"` // that were learned from, with their positions
	Positions int `json:"positions"`
	Held      int `json:"positions_held_out"` // of one game in ten
	// Mean log losses over the positions held out, in nats: of saying the mean
	// result of all, of what the training began with, of the weights.
	Mean    float64 `json:"log_loss_mean_result"`
	Begun   float64 `json:"log_loss_begun"`
	Learned float64 `json:"log_loss_learned"`
}

// Run trains, and returns what its rounds came to. If ctx ends before the games do, the same
// call goes on later.
func (t Training) Run(ctx context.Context) (*player.Weights, []Round, error) {
	unlock, err := t.lock()
	if err != nil {
		return nil, nil, err
	}
	defer unlock()
	var report []Round
	weights := t.From
	var chunks []chunk
	for round := range rounds {
		there, err := t.there(round)
		if err != nil {
			return nil, nil, fmt.Errorf("round %d: %w", round+1, err)
		}
		t.begin(Stage{round + 1, false}, t.positions(round), there)
		found, err := t.play(ctx, round, weights)
		if err != nil {
			return nil, nil, fmt.Errorf("round %d: %w", round+1, err)
		}
		if round == 1 && t.From == nil {
			chunks = nil // those of the plain evaluation have served
		}
		chunks = append(chunks, found...)
		f := newFitting(t, chunks)
		t.begin(Stage{round + 1, true}, f.reads(), 0)
		about, err := f.learn(ctx)
		if err != nil {
			return nil, nil, fmt.Errorf("round %d: %w", round+1, err)
		}
		weights = f.weights()
		report = append(report, about)
	}
	weights.Notes = t.notes(report)
	return weights, report, nil
}

// lock takes the games of the rules for this training, and makes their folder.
func (t Training) lock() (unlock func() error, err error) {
	name := filepath.Join(filepath.Dir(filepath.Dir(t.path(t.name(0, 0)))), "lock")
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	unlock, err = files.Lock(name)
	if errors.Is(err, files.ErrLocked) {
		err = fmt.Errorf("%s: another process trains here (want one at a time): %w", t.Dir, files.ErrLocked)
	}
	return unlock, err
}

func (t Training) begin(stage Stage, all, found int) {
	if t.Begin != nil {
		t.Begin(stage, all, found)
	}
}

func (t Training) tell(n int) {
	if t.Done != nil {
		t.Done(n)
	}
}

// Write trains for the rule set id, and writes the weights into Dir. It replaces none that another
// training can have learned: these are a files.ErrOther.
func (t Training) Write(ctx context.Context, id string) (*Result, error) {
	path, name := filepath.Join(t.Dir, t.Rules.PlayHash()+".weights"), plain.Line(id)
	text, err := os.ReadFile(path)
	if err == nil {
		for _, line := range append(t.known(), t.asked(), "play_hash "+t.Rules.PlayHash()+"\nrules "+name) {
			if !bytes.Contains(text, []byte(line+"\n")) {
				return nil, fmt.Errorf("%s: %w", path, files.ErrOther)
			}
		}
	} else if !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	learned, all, err := t.Run(ctx)
	if err != nil {
		return nil, err
	}
	learned.Rules = name
	if err := files.WriteBytes(path, learned.Bytes()); err != nil {
		return nil, err
	}
	return &Result{Rules: id, PlayHash: t.Rules.PlayHash(), File: filepath.ToSlash(path), Seed: t.Seed, Nodes: t.Nodes, Rounds: all}, nil
}

func (t Training) asked() string {
	return fmt.Sprintf("of %d positions in rounds of 1 : 3 : 6", t.Positions)
}

// begins names that with which the training begins.
func (t Training) begins() string {
	if t.From == nil {
		return "plain evaluation"
	}
	return fmt.Sprintf("weights of %s, %s,", t.From.Rules, t.From.Hash)
}

func (t Training) known() []string {
	notes := []string{fmt.Sprintf("search:nodes=%d,noise=%d against itself, revision %d, seed %d", t.Nodes, t.Noise, player.Revision, t.Seed)}
	if t.From != nil {
		notes = append(notes, "began with the "+t.begins())
	}
	if t.Program != "" {
		notes = append(notes, "learned by "+t.Program)
	}
	return notes
}

func (t Training) notes(all []Round) []string {
	last, known := all[len(all)-1], t.known()
	notes := []string{
		fmt.Sprintf("learned from %d positions of %d games, %s", last.Positions, last.Games, t.asked()),
		known[0],
		fmt.Sprintf("log loss on %d positions held out: %.4f, %s %.4f, mean result %.4f", last.Held, last.Learned, t.begins(), last.Begun, last.Mean),
	}
	return append(notes, known[1:]...)
}
