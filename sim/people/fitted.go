package people

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"varlab/sim/study"
)

// A Fitted is what varlab fit says.
type Fitted struct {
	Rules  string
	Player string // its spec, with the hash of its file
	File   string
	*Fit
	Predicted *Prediction // nil: nothing was
	Stop      string      // options of those who played: where they stop; empty: nowhere
}

// MarshalJSON writes the figures of the player; those of people beside them.
func (x *Fitted) MarshalJSON() ([]byte, error) {
	var f fields
	f.put("rules", x.Rules)
	f.put("player", x.Player)
	f.put("file", x.File)
	f.put("positions", x.Positions)
	f.put("tried", x.Tried)
	f.put("misfit", x.Misfit)
	f.figure("loss_per_ply", x.Fitted.Loss)
	f.figure("blunders", x.Fitted.Blunder)
	f.put("phases", x.Fitted.rows())
	var real fields
	real.figure("loss_per_ply", x.Real.Loss)
	real.figure("blunders", x.Real.Blunder)
	real.put("phases", x.Real.rows())
	f.put("real", json.RawMessage(real.object()))
	if p := x.Predicted; p != nil {
		var of fields
		of.put("at", p.At)
		of.put("stop", x.Stop)
		of.put("open", p.Open)
		p.Stats.fields(&of)
		f.put("predicted", json.RawMessage(of.object()))
		f.put("held_out_error", study.HeldOutError)
	}
	return f.object(), nil
}

// WriteText writes it for people.
func (x *Fitted) WriteText(out io.Writer) {
	fmt.Fprintf(out, "%s\nin %s, fitted to %d positions of games under %s: the best of %d candidates, misfit %.1f (about 6 if it could be them)\n\n",
		x.Player, x.File, x.Positions, x.Rules, x.Tried, x.Misfit)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tplies\tloss a ply, people\tplayer\tblunders, %: people\tplayer\t")
	line := func(words string, plies int, list ...Figure) {
		fmt.Fprintf(w, "%s\t%d", words, plies)
		for i, v := range list {
			n := named{scale: []float64{1, 1, 100, 100}[i], Figure: v}
			fmt.Fprintf(w, "\t%s", n.text())
		}
		fmt.Fprintln(w, "\t")
	}
	line("all", x.Real.Plies, x.Real.Loss, x.Fitted.Loss, x.Real.Blunder, x.Fitted.Blunder)
	for p := range phases {
		a, b := x.Real.Phases[p], x.Fitted.Phases[p]
		line(p.String(), a.Plies, a.Loss, b.Loss, a.Blunder, b.Blunder)
	}
	w.Flush()
	if p := x.Predicted; p != nil {
		fmt.Fprintf(out, "\nPredicted by %d games between such players, from where the games stood at ply %d\n", p.Games, p.At)
		if x.Stop != "" {
			fmt.Fprintf(out, "They resign and agree to draws where people of other collections did (%s)\n", x.Stop)
		}
		if p.Open > 0 {
			fmt.Fprintf(out, "%d of them were cut off and count as drawn\n", p.Open)
		}
		p.Stats.WriteText(out)
		fmt.Fprintf(out, "\nSuch players missed the draw rates of collections of real games by %.1f points on average (%s).\n", study.HeldOutError, study.HeldOutRules)
	}
}
