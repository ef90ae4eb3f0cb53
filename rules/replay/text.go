package replay

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A Bench is where judges sit side by side, each with what it found.
type Bench struct {
	Judges  []*Judge
	Tallies []*Tally
	// Tagged says which rule sets some game of the file is tagged as one of.
	Tagged map[string]bool
	// Found, if set, is told what the judge with a number found in a game.
	Found   func(judge int, g *notation.Game, f *Finding)
	weighed int // games that have a likelihood
	leads   map[[2]*Tally]*lead
}

// Add has every judge follow a game of a file, or say that err kept it from being read.
// Where some games of the file are tagged as those of a judge's rule set, it passes over
// those that are tagged as another's; what is passed over by any has no likelihood.
func (b *Bench) Add(file string, g *notation.Game, err error) {
	found, all := make([]Finding, len(b.Judges)), true
	for i, t := range b.Tallies {
		if b.passes(i, g) {
			t.PassedOver++
			all = false
			continue
		}
		f := &found[i]
		*f = b.Judges[i].Follow(g, err)
		t.Add(file, g, *f)
		if b.Found != nil {
			b.Found(i, g, f)
		}
		f.Turns = nil // they are long, and the likelihood needs none
	}
	if all {
		b.weigh(found)
	}
}

// WriteText writes the tallies side by side, then the lists of each, cut to that
// many rows.
func (b *Bench) WriteText(out io.Writer, list int) {
	var buf bytes.Buffer
	w := tabwriter.NewWriter(&buf, 0, 0, 2, ' ', 0)
	row := func(what string, of func(*Tally) string) {
		fmt.Fprint(w, what)
		for _, t := range b.Tallies {
			fmt.Fprintf(w, "\t%s", of(t))
		}
		fmt.Fprintln(w)
	}
	row("", func(t *Tally) string { return t.Rules })
	row("games", func(t *Tally) string { return fmt.Sprint(t.Games) })
	if slices.ContainsFunc(b.Tallies, func(t *Tally) bool { return t.PassedOver > 0 }) {
		row("games of other rule sets, passed over", func(t *Tally) string { return fmt.Sprint(t.PassedOver) })
	}
	if slices.ContainsFunc(b.Tallies, func(t *Tally) bool { return t.Empty > 0 }) {
		row("  without moves", func(t *Tally) string { return fmt.Sprint(t.Empty) })
	}
	row("  all moves legal", func(t *Tally) string { return share(t.Legal, t.Games) })
	row("  with an illegal move", func(t *Tally) string { return share(len(t.Illegal), t.Games) })
	row("  that cannot be read", func(t *Tally) string { return share(len(t.Unread), t.Games) })
	row("  legal up to a move not given", func(t *Tally) string { return share(t.Incomplete, t.Games) })
	row("games over on the board", func(t *Tally) string { return share(t.Finished, t.Games) })
	row("  with another result stated", func(t *Tally) string { return fmt.Sprint(len(t.Contrary)) })
	for _, reason := range named(b.Tallies, func(t *Tally) map[string]int { return t.Reasons }) {
		row("games with the draw clause "+reason, func(t *Tally) string { return share(t.Reasons[reason], t.Games) })
	}
	row("plies checked", func(t *Tally) string { return fmt.Sprint(t.Plies) })
	for d := profile.Missed; d <= profile.Weaker; d++ {
		if slices.ContainsFunc(b.Tallies, func(t *Tally) bool { return t.Omissions != nil }) {
			row("  captures left untaken: "+d.String(), func(t *Tally) string {
				if t.Omissions == nil {
					return "-"
				}
				return share(t.Omissions[d.String()], t.Plies)
			})
		}
	}
	if slices.ContainsFunc(b.Tallies, func(t *Tally) bool { return t.Joined > 0 }) {
		row("  captures written as several moves, joined", func(t *Tally) string { return share(t.Joined, t.Plies) })
	}
	row("  captures written too shortly", func(t *Tally) string { return share(len(t.Ambiguous), t.Plies) })
	if len(b.Tallies) > 1 {
		row("log likelihood", func(t *Tally) string { return fmt.Sprintf("%.1f", t.Likelihood) })
		row("  a ply", func(t *Tally) string { return fmt.Sprintf("%.3f", t.LikelihoodPerPly) })
	}
	b.writeAxes(w, row)
	w.Flush()
	for _, text := range b.Verdicts() {
		fmt.Fprintf(&buf, "\n%s", text)
	}
	if len(b.Tallies) > 1 {
		fmt.Fprintln(&buf)
	}
	for _, t := range b.Tallies {
		writeLists(&buf, t, list)
	}
	for line := range strings.Lines(buf.String()) {
		fmt.Fprintln(out, strings.TrimRight(line, " \n"))
	}
}

// writeAxes writes at how many plies each axis was binding, and how many illegal
// moves each alone forbids.
func (b *Bench) writeAxes(w io.Writer, row func(string, func(*Tally) string)) {
	heading := func(text string) { // with the columns of the rows, which it would else part
		fmt.Fprintln(w, text+strings.Repeat("\t", len(b.Tallies)))
	}
	heading("plies at which a rule was binding")
	for i := range profile.Axes {
		key := profile.Axes[i].Key
		if !slices.ContainsFunc(b.Tallies, func(t *Tally) bool { return slices.Contains(t.Keys(), key) }) {
			continue
		}
		row("  "+key, func(t *Tally) string {
			if n, ok := t.Binding[key]; ok {
				return share(n, t.Plies)
			}
			return "-"
		})
	}
	forbidding := named(b.Tallies, func(t *Tally) map[string]int { return t.Forbidding })
	if len(forbidding) == 0 {
		return
	}
	heading("illegal moves that a rule alone forbids")
	for i := range profile.Axes {
		if key := profile.Axes[i].Key; slices.Contains(forbidding, key) {
			row("  "+key, func(t *Tally) string { return share(t.Forbidding[key], len(t.Illegal)) })
		}
	}
}

func named(tallies []*Tally, count func(*Tally) map[string]int) []string {
	all := map[string]int{}
	for _, t := range tallies {
		maps.Copy(all, count(t))
	}
	return slices.Sorted(maps.Keys(all))
}

func share(n, all int) string {
	if all == 0 || n == 0 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(all))
}

func writeLists(w io.Writer, t *Tally, most int) {
	section := func(title string, n int, line func(i int) string) {
		if n == 0 || most == 0 {
			return
		}
		fmt.Fprintf(w, "\n%s: %s\n", t.Rules, title)
		for i := range min(n, most) {
			fmt.Fprintf(w, "  %s\n", line(i))
		}
		if n > most {
			fmt.Fprintf(w, "  and %d more\n", n-most)
		}
	}
	section("illegal moves", len(t.Illegal), func(i int) string {
		r := &t.Illegal[i]
		by := "no single axis would allow it"
		if len(r.Forbidding) > 0 {
			by = "forbidden by " + strings.Join(r.Forbidding, ", or by ")
		}
		return fmt.Sprintf("%s, ply %d: %s: %s\n    %s", place(r.Where), r.Ply, r.Move, by, r.FEN)
	})
	section("results contradicted", len(t.Contrary), func(i int) string {
		r := &t.Contrary[i]
		return fmt.Sprintf("%s: %s is stated, %s on the board", place(r.Where), r.Stated, r.Found)
	})
	section("draw clauses that stood", len(t.Clauses), func(i int) string {
		r := &t.Clauses[i]
		how := ""
		if r.OnClaim {
			how = ", on claim"
		}
		return fmt.Sprintf("%s, after ply %d: %s%s; the game ended %s", place(r.Where), r.Ply, r.Reason, how, cmp.Or(r.Stated, "-"))
	})
	section("captures written too shortly", len(t.Ambiguous), func(i int) string {
		r := &t.Ambiguous[i]
		more := ""
		if r.More > 0 {
			more = fmt.Sprintf(" or one of %d more", r.More)
		}
		return fmt.Sprintf("%s, ply %d: %s may be %s%s", place(r.Where), r.Ply, r.Move, strings.Join(r.Fits, " or "), more)
	})
	section("games that cannot be read", len(t.Unread), func(i int) string {
		r := &t.Unread[i]
		return strings.TrimPrefix(r.File+":"+strings.ReplaceAll(r.Error, "\n", "; "), ":")
	})
}

func place(w Where) string {
	s := fmt.Sprintf("game %d", w.Game)
	if w.File != "" {
		s = w.File + ", " + s
	}
	if w.Players != "" {
		s += " (" + w.Players + ")"
	}
	return s
}
