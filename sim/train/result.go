package train

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
)

// A Result is a training, and the file of its weights.
type Result struct {
	Rules    string   `json:"rules"`
	PlayHash string   `json:"play_hash"`
	File     string   `json:"file"`
	Seed     uint64   `json:"seed"`
	Nodes    int      `json:"nodes"`
	Rounds   []Round  `json:"rounds"`
	King     *float64 `json:"king"` // in men; null where it cannot be said
	KingLow  *float64 `json:"king_low"`
	KingHigh *float64 `json:"king_high"`
}

// Result says what a training of the rule set id came to, with its weights in a file.
func (t Training) Result(id, file string, r *Report) *Result {
	number := func(v float64) *float64 {
		if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
			return nil
		}
		return &v
	}
	return &Result{
		Rules: id, PlayHash: t.Rules.PlayHash(), File: filepath.ToSlash(file), Seed: t.Seed, Nodes: t.Nodes, Rounds: r.Rounds,
		King: number(r.King.Value), KingLow: number(r.King.Low), KingHigh: number(r.King.High),
	}
}

// WriteText writes a result for people.
func (r *Result) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%s: weights in %s\n", r.Rules, r.File)
	for i, n := range r.Rounds {
		fmt.Fprintf(w, "round %d: %d positions of %d games; log loss on %d positions held out: %.4f learned, %.4f plain, %.4f mean result\n",
			i+1, n.Positions, n.Games, n.Held, n.Learned, n.Plain, n.Mean)
	}
	if r.King == nil || r.KingLow == nil || r.KingHigh == nil {
		fmt.Fprintln(w, "what a king is worth in men cannot be said from these games")
		return
	}
	fmt.Fprintf(w, "a king is worth %.2f men (%.2f to %.2f)\n", *r.King, *r.KingLow, *r.KingHigh)
}
