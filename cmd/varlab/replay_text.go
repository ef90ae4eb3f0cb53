package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"varlab/rules/profile"
	"varlab/rules/replay"
)

// writeText writes the tallies side by side, then the lists of each, cut to so
// many rows.
func (b *replayBench) writeText(out io.Writer, list int) error {
	var buf bytes.Buffer
	w := tabwriter.NewWriter(&buf, 0, 0, 2, ' ', 0)
	row := func(what string, of func(*replay.Tally) string) {
		fmt.Fprint(w, what)
		for _, t := range b.tallies {
			fmt.Fprintf(w, "\t%s", of(t))
		}
		fmt.Fprintln(w)
	}
	row("", func(t *replay.Tally) string { return t.Rules })
	row("games", func(t *replay.Tally) string { return fmt.Sprint(t.Games) })
	row("  all moves legal", func(t *replay.Tally) string { return share(t.Legal, t.Games) })
	row("  with an illegal move", func(t *replay.Tally) string { return share(len(t.Illegal), t.Games) })
	row("  that cannot be read", func(t *replay.Tally) string { return share(len(t.Unread), t.Games) })
	row("  legal up to a move not given", func(t *replay.Tally) string { return share(t.Incomplete, t.Games) })
	row("games over on the board", func(t *replay.Tally) string { return share(t.Finished, t.Games) })
	row("  with another result stated", func(t *replay.Tally) string { return fmt.Sprint(len(t.Contrary)) })
	for _, reason := range b.reasons() {
		row("games with the draw clause "+reason, func(t *replay.Tally) string { return share(t.Reasons[reason], t.Games) })
	}
	row("plies checked", func(t *replay.Tally) string { return fmt.Sprint(t.Plies) })
	for d := profile.Missed; d <= profile.Weaker; d++ {
		if slices.ContainsFunc(b.tallies, func(t *replay.Tally) bool { return t.Defaults != nil }) {
			row("  captures left untaken: "+d.String(), func(t *replay.Tally) string {
				if t.Defaults == nil {
					return "-"
				}
				return share(t.Defaults[d.String()], t.Plies)
			})
		}
	}
	row("  captures written too shortly", func(t *replay.Tally) string { return share(len(t.Ambiguous), t.Plies) })
	b.writeAxes(w, row)
	if err := w.Flush(); err != nil {
		return err
	}
	for _, t := range b.tallies {
		writeLists(&buf, t, list)
	}
	for line := range strings.Lines(buf.String()) {
		if _, err := fmt.Fprintln(out, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// writeAxes writes at how many plies each axis was binding, and how many illegal
// moves each alone forbids.
func (b *replayBench) writeAxes(w io.Writer, row func(string, func(*replay.Tally) string)) {
	heading := func(text string) { // with the columns of the rows, which it would else part
		fmt.Fprintln(w, text+strings.Repeat("\t", len(b.tallies)))
	}
	heading("plies at which a rule was binding")
	for i := range profile.Axes {
		key := profile.Axes[i].Key
		if !slices.ContainsFunc(b.tallies, func(t *replay.Tally) bool { return slices.Contains(t.Keys(), key) }) {
			continue
		}
		row("  "+key, func(t *replay.Tally) string {
			if n, ok := t.Binding[key]; ok {
				return share(n, t.Plies)
			}
			return "-"
		})
	}
	forbidding := map[string]bool{}
	for _, t := range b.tallies {
		for k := range t.Forbidding {
			forbidding[k] = true
		}
	}
	if len(forbidding) == 0 {
		return
	}
	heading("illegal moves that a rule alone forbids")
	for i := range profile.Axes {
		if key := profile.Axes[i].Key; forbidding[key] {
			row("  "+key, func(t *replay.Tally) string { return share(t.Forbidding[key], len(t.Illegal)) })
		}
	}
}

// reasons are those of the draw clauses that stood, under any rule set.
func (b *replayBench) reasons() []string {
	all := map[string]bool{}
	for _, t := range b.tallies {
		for r := range t.Reasons {
			all[r] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// share writes n, and what part of all it is.
func share(n, all int) string {
	if all == 0 || n == 0 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(all))
}

// writeLists writes the first rows of each list of t.
func writeLists(w io.Writer, t *replay.Tally, most int) {
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
		return fmt.Sprintf("%s, after ply %d: %s%s; the game ended %s", place(r.Where), r.Ply, r.Reason, how, dash(r.Stated))
	})
	section("captures written too shortly", len(t.Ambiguous), func(i int) string {
		r := &t.Ambiguous[i]
		return fmt.Sprintf("%s, ply %d: %s may be %s", place(r.Where), r.Ply, r.Move, strings.Join(r.Fits, " or "))
	})
	section("games that cannot be read", len(t.Unread), func(i int) string {
		r := &t.Unread[i]
		return strings.TrimPrefix(r.File+":"+strings.ReplaceAll(r.Error, "\n", "; "), ":")
	})
}

// place names the game of a row.
func place(w replay.Where) string {
	s := fmt.Sprintf("game %d", w.Game)
	if w.File != "" {
		s = w.File + ", " + s
	}
	if w.Players != "" {
		s += " (" + w.Players + ")"
	}
	return s
}
