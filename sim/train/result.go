package train

import (
	"fmt"
	"io"
)

// A Result is a training, and the file of its weights.
type Result struct {
	Rules    string  `json:"rules"`
	PlayHash string  `json:"play_hash"`
	File     string  `json:"file"`
	Seed     uint64  `json:"seed"`
	Nodes    int     `json:"nodes"`
	Rounds   []Round `json:"rounds"`
}

// WriteText writes a result for people.
func (r *Result) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%s: weights in %s\n", r.Rules, r.File)
	for i, n := range r.Rounds {
		fmt.Fprintf(w, "round %d: %d positions of %d games; log loss on %d positions held out: %.4f learned, %.4f before, %.4f mean result\n",
			i+1, n.Positions, n.Games, n.Held, n.Learned, n.Begun, n.Mean)
	}
}
