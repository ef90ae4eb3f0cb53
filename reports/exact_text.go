package reports

import (
	"fmt"
	"io"

	"varlab/sim/record"
)

// WriteText writes what the endings of a cell's games were worth.
func (e *Exact) WriteText(w io.Writer) {
	players := e.Players[0]
	players += when(e.Players[1] != players, " and "+e.Players[1])
	fmt.Fprintf(w, "%s, %s\n", e.RuleSet, players)
	if e.Refused != "" {
		fmt.Fprintf(w, "  no exact values: %s\n", e.Refused)
		return
	}
	if e.Partly != "" {
		fmt.Fprintf(w, "  only some of these endings have exact values: %s\n", e.Partly)
	}
	fmt.Fprintf(w, "  %d of %d games came to %d pieces or fewer\n", e.reached(), e.Games, e.Pieces)
	fmt.Fprintf(w, "  ended in   as played  played perfectly from there (exact)\n")
	for _, word := range []string{"first", "second", "draw", "void", "horizon", "forfeited"} {
		if e.Played[word] > 0 || e.Perfect[word] > 0 {
			fmt.Fprintf(w, "  %-9s  %9d  %d\n", word, e.Played[word], e.Perfect[word])
		}
	}
	share := ""
	if n := e.blunders(); n > 0 && e.Chances > 0 {
		share = fmt.Sprintf(" (%.1f %%)", 100*float64(n)/float64(e.Chances))
	}
	fmt.Fprintf(w, "  %d turns were chosen there; of %d that could give value away, %d%s did", e.Decisions, e.Chances, e.blunders(), share)
	for _, kind := range []string{record.WinToDraw, record.WinToLoss, record.DrawToLoss} {
		if n := e.Blunders[kind]; n > 0 {
			fmt.Fprintf(w, "; %s %d", kind, n)
		}
	}
	fmt.Fprintln(w)
}
