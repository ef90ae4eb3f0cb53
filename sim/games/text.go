package games

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// columns writes rows of cells in columns: to the left, or to the right with numbers.
func columns(out io.Writer, right bool, write func(row func(cells ...string))) {
	flags, end := uint(0), "\n"
	if right {
		flags, end = tabwriter.AlignRight, "\t\n"
	}
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', flags)
	write(func(cells ...string) { io.WriteString(w, strings.Join(cells, "\t")+end) })
	w.Flush()
	for line := range strings.Lines(text.String()) {
		fmt.Fprintln(out, strings.TrimRight(line, " \n"))
	}
}

// in writes the figure times scale, with its interval.
func (f Figure) in(scale Number) string {
	text := fmt.Sprintf("%.3g", scale*f.Value)
	switch low, high := float64(f.Low), float64(f.High); {
	case math.IsNaN(float64(f.Value)):
		return "-"
	case math.IsNaN(low) || math.IsInf(low, 0) || math.IsInf(high, 0):
		return text + " (no interval: one game, or all alike)"
	}
	return fmt.Sprintf("%s (%.3g to %.3g)", text, scale*f.Low, scale*f.High)
}

func gamesText(n int) string {
	if n == 1 {
		return "1 game"
	}
	return fmt.Sprintf("%d games", n)
}

// part writes n with its share of all.
func part(n, all int) string {
	if all == 0 || n == 0 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(all))
}

// WriteText writes the tallies side by side, then the first rows of each list, and what the
// games are like.
func (b *Bench) WriteText(out io.Writer) {
	columns(out, false, b.writeCounts)
	for i, text := range b.Verdicts() {
		if i == 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintln(out, text)
	}
	for _, t := range b.Tallies {
		t.writeLists(out)
	}
	for _, t := range b.Tallies {
		if t.Stats != nil {
			fmt.Fprintf(out, "\n%s: the games\n", t.Rules)
			t.Stats.WriteText(out)
		}
	}
}

func (b *Bench) writeCounts(write func(cells ...string)) {
	row := func(title string, of func(*Tally) string) {
		cells := []string{title}
		for _, t := range b.Tallies {
			cells = append(cells, of(t))
		}
		write(cells...)
	}
	some := func(is func(*Tally) bool) bool { return slices.ContainsFunc(b.Tallies, is) }
	row("", func(t *Tally) string { return t.Rules })
	row("games", func(t *Tally) string { return fmt.Sprint(t.Games) })
	if some(func(t *Tally) bool { return t.PassedOver > 0 }) {
		row("games of other rule sets, passed over", func(t *Tally) string { return fmt.Sprint(t.PassedOver) })
	}
	if some(func(t *Tally) bool { return t.Empty > 0 }) {
		row("  without moves", func(t *Tally) string { return fmt.Sprint(t.Empty) })
	}
	row("  all moves legal", func(t *Tally) string { return part(t.Legal, t.Games) })
	row("  with an illegal move", func(t *Tally) string { return part(len(t.Illegal), t.Games) })
	row("  that cannot be read", func(t *Tally) string { return part(len(t.Unread), t.Games) })
	row("  legal up to a move not given", func(t *Tally) string { return part(t.Incomplete, t.Games) })
	row("games over on the board", func(t *Tally) string { return part(t.Finished, t.Games) })
	row("  with another result stated", func(t *Tally) string { return fmt.Sprint(len(t.Contrary)) })
	for _, reason := range b.keysOf(func(t *Tally) map[string]int { return t.reasons }) {
		row("games with the draw clause "+reason, func(t *Tally) string { return part(t.reasons[reason], t.Games) })
	}
	row("plies checked", func(t *Tally) string { return fmt.Sprint(t.Plies) })
	for d := profile.Missed; d <= profile.Weaker && some(func(t *Tally) bool { return t.Omissions != nil }); d++ {
		row("  captures left untaken: "+d.String(), func(t *Tally) string {
			if t.Omissions == nil {
				return "-"
			}
			return part(t.Omissions[d.String()], t.Plies)
		})
	}
	if some(func(t *Tally) bool { return t.Joined > 0 }) {
		row("  captures written as several moves, joined", func(t *Tally) string { return part(t.Joined, t.Plies) })
	}
	row("  captures written too shortly", func(t *Tally) string { return part(len(t.Ambiguous), t.Plies) })
	if len(b.Tallies) > 1 {
		row("log likelihood", func(t *Tally) string { return fmt.Sprintf("%.1f", t.Likelihood) })
		row("  a ply", func(t *Tally) string { return fmt.Sprintf("%.3f", t.LikelihoodPerPly) })
	}
	heading := func(text string) { row(text, func(*Tally) string { return "" }) }
	heading("plies at which a rule was binding")
	for i := range profile.Axes {
		key := profile.Axes[i].Key
		if some(func(t *Tally) bool { return slices.Contains(t.keys, key) }) {
			row("  "+key, func(t *Tally) string {
				if n, ok := t.Binding[key]; ok {
					return part(n, t.Plies)
				}
				return "-"
			})
		}
	}
	forbidding := b.keysOf(func(t *Tally) map[string]int { return t.Forbidding })
	if len(forbidding) > 0 {
		heading("illegal moves that a rule alone forbids")
	}
	for i := range profile.Axes {
		if key := profile.Axes[i].Key; slices.Contains(forbidding, key) {
			row("  "+key, func(t *Tally) string { return part(t.Forbidding[key], len(t.Illegal)) })
		}
	}
}

// keysOf returns the keys that any tally counts.
func (b *Bench) keysOf(count func(*Tally) map[string]int) []string {
	all := map[string]int{}
	for _, t := range b.Tallies {
		maps.Copy(all, count(t))
	}
	return slices.Sorted(maps.Keys(all))
}

func (t *Tally) writeLists(w io.Writer) {
	writeList(w, t.Rules+": illegal moves", t.Illegal)
	writeList(w, t.Rules+": results contradicted", t.Contrary)
	writeList(w, t.Rules+": doubtful tags", t.Doubtful)
	writeList(w, t.Rules+": draw clauses that stood", t.Clauses)
	writeList(w, t.Rules+": captures written too shortly", t.Ambiguous)
	writeList(w, t.Rules+": games that cannot be read", t.Unread)
}

func writeList[R fmt.Stringer](w io.Writer, title string, rows []R) {
	const most = 10
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title)
	for _, row := range rows[:min(len(rows), most)] {
		fmt.Fprintf(w, "  %s\n", row)
	}
	if len(rows) > most {
		fmt.Fprintf(w, "  and %d more\n", len(rows)-most)
	}
}

// WriteText writes a column for all games, and one line for each value that divides them.
func (s *Stats) WriteText(out io.Writer) {
	columns(out, false, func(row func(cells ...string)) {
		row("games with moves", fmt.Sprint(s.Games))
		if s.WithoutMoves > 0 {
			row("games without moves, counted apart", fmt.Sprint(s.WithoutMoves))
		}
		if s.Different < s.Games {
			row("different games or beginnings, the units of the intervals", fmt.Sprint(s.Different))
		}
		if s.Games > 0 && s.Different < stats.FewClusters {
			row("few games", "the intervals are rough")
		}
		row("games with a result", fmt.Sprintf("%d: first mover won %d, drawn %d, second won %d", s.Results, s.FirstWins, s.Draws, s.SecondWins))
		row("draws, %", Figure(s.DrawRate).in(100))
		row("first mover's score, %", Figure(s.FirstScore).in(100))
		row("captures a ply", Figure(s.CapturesPerPly).in(1))
		row("playable turns a ply", Figure(s.TurnsPerPly).in(1))
		row("forced plies, %", Figure(s.ForcedShare).in(100))
		row("promotions a game", Figure(s.Promotions).in(1))
		if l := s.Lengths; len(l) > 0 {
			row("plies: quarter, half, three quarters of games are shorter", fmt.Sprintf("%g, %g, %g", l[0], l[1], l[2]))
		}
		if s.Chances > 0 {
			form := "%d of %d, at most %.2g %%"
			if s.OmissionsHigh >= 0.1 {
				form = "%d of %d, at most %.0f %%"
			}
			row("due captures left", fmt.Sprintf(form, s.Omissions, s.Chances, 100*s.OmissionsHigh))
		}
		title := "openings"
		for _, o := range s.Openings {
			row(title, fmt.Sprintf("%s: %s, %.1f %%", o.Turns, gamesText(o.Games), 100*float64(o.Games)/float64(s.Games)))
			title = ""
		}
	})
	if len(s.By) == 0 {
		return
	}
	fmt.Fprintln(out)
	columns(out, true, func(row func(cells ...string)) {
		row("", "games", "draws, %", "first's score, %", "median plies")
		for _, value := range slices.Sorted(maps.Keys(s.By)) {
			v, median := s.By[value], "-"
			if len(v.Lengths) > 0 {
				median = fmt.Sprintf("%.4g", v.Lengths[1])
			}
			row(short(value), fmt.Sprint(v.Games), Figure(v.DrawRate).in(100), Figure(v.FirstScore).in(100), median)
		}
	})
}

// WriteText writes the judgement.
func (j *Judgement) WriteText(out io.Writer) {
	fmt.Fprintf(out, "%s under %s, judged by %s\n\n", gamesText(j.Games), j.Rules, j.Player)
	line := func(row func(...string), title string, plies int, loss LossPerPly, bad Blunders) {
		row(title, fmt.Sprint(plies), Figure(loss).in(1), Figure(bad).in(100))
	}
	columns(out, true, func(row func(...string)) {
		row("", "plies", "loss a ply, points", "blunders (10 points), %")
		line(row, "all", j.Plies, j.LossPerPly, j.Blunders)
		for _, x := range j.Phases {
			line(row, x.Phase.String(), x.Plies, x.LossPerPly, x.Blunders)
		}
	})
	if len(j.Checks) == 0 {
		return
	}
	fmt.Fprintf(out, "\nThe judge's own error: %d of the games judged by others\n\n", j.Checks[0].Games)
	columns(out, true, func(row func(...string)) {
		for _, c := range j.Checks {
			line(row, c.Player, c.Plies, c.LossPerPly, c.Blunders)
		}
	})
}

// WriteText writes the fit.
func (x *Fit) WriteText(out io.Writer) {
	fmt.Fprintf(out, "%s\nin %s, fitted to %d positions of games under %s: the best of %d candidates\n\n", x.Player, x.File, x.Positions, x.Rules, x.Tried)
	columns(out, true, func(row func(...string)) {
		row("", "plies", "loss a ply, people", "player", "blunders, %: people", "player")
		row("all", fmt.Sprint(x.Positions), Figure(x.Real.LossPerPly).in(1), Figure(x.LossPerPly).in(1), Figure(x.Real.Blunders).in(100), Figure(x.Blunders).in(100))
		for i, a := range x.Real.Phases {
			b := x.Phases[i]
			row(a.Phase.String(), fmt.Sprint(a.Plies), Figure(a.LossPerPly).in(1), Figure(b.LossPerPly).in(1), Figure(a.Blunders).in(100), Figure(b.Blunders).in(100))
		}
	})
	fmt.Fprintln(out)
	for _, c := range append([]*Fit{x}, x.Classes...) {
		fmt.Fprintf(out, "%s: %s, misfit %.1f (about 6 if it could be them); from other games of these people as weak as %s or as strong as %s\n",
			cmp.Or(c.Class, "all"), c.Spec, c.Misfit, c.Weakest, c.Strongest)
	}
	if p := x.Predicted; p != nil {
		who := "two such players"
		if x.Classes != nil {
			who = "players of the classes of those who met"
		}
		fmt.Fprintf(out, "\nPredicted by %s between %s, from where the games stood at ply %d\n", gamesText(p.Games+p.WithoutMoves), who, p.At)
		if p.Stop != "" {
			fmt.Fprintf(out, "They resign and agree to draws where people of other collections did (%s)\n", p.Stop)
		}
		if p.Open > 0 {
			fmt.Fprintf(out, "%d of them were cut off and count as drawn\n", p.Open)
		}
		fmt.Fprintln(out)
		columns(out, false, func(row func(...string)) {
			line := func(title string, of func(*Stats) string) { row(title, of(p.People), of(p.Stats)) }
			row("", "people", "predicted")
			line("games with a result", func(s *Stats) string { return fmt.Sprint(s.Results) })
			line("different games or beginnings", func(s *Stats) string { return fmt.Sprint(s.Different) })
			line("drawn, %", func(s *Stats) string { return Figure(s.DrawRate).in(100) })
			line("first mover's score, %", func(s *Stats) string { return Figure(s.FirstScore).in(100) })
			line("plies: a quarter, half, three quarters are shorter", func(s *Stats) string {
				return strings.Trim(fmt.Sprintf("%.4g", s.Lengths), "[]")
			})
		})
		fmt.Fprintf(out, "\n%s.\n", study.HeldOut)
	}
	for _, text := range x.Warnings {
		fmt.Fprintf(out, "%s.\n", text)
	}
}

// Warn lists the people and games about which the fit says little.
func (x *Fit) Warn(games []*Game) {
	warn := func(is bool, format string, args ...any) {
		if is {
			x.Warnings = append(x.Warnings, fmt.Sprintf(format, args...))
		}
	}
	for _, c := range append([]*Fit{x}, x.Classes...) {
		warn(c.Misfit > badMisfit, "A bad fit (%s): no candidate's moves cost what these people's did, and what it predicts is worth little", cmp.Or(c.Class, "all"))
	}
	warn(len(games) < stats.FewClusters, "%s in the collection: others of the same people may fit another player", gamesText(len(games)))
	p, equals := peopleOf(games), ""
	if x.Classes == nil {
		equals = ", though both sides have one player here"
	}
	warn(2*p.most >= len(games), "%s plays in %d of %d games%s", short(p.who), p.most, len(games), equals)
	warn(p.gap >= largeGap, "The two sides' ratings differ by %d points on average, in %d games that give both%s", p.gap, p.rated, equals)
	var played []*Game
	for _, g := range games {
		if !g.Clock {
			played = append(played, g)
		}
	}
	n := len(games) - len(played)
	warn(20*n >= len(games), "The clock ended %d of %d games; of the others %.3g %% were drawn, and players have no clock", n, len(games), 100*StatsOf(played).DrawRate.Value)
}

// WriteText writes how the continued games ended.
func (o *Continued) WriteText(w io.Writer) {
	at, others := "their last positions", "with a move that is illegal or not given"
	if o.At != nil {
		at, others = fmt.Sprintf("ply %d", *o.At), "that cannot be followed so far"
	}
	fmt.Fprintf(w, "%s under %s, played on from %s by %s\n", gamesText(o.Games), o.Rules, at, o.Player)
	if o.LeftOut > 0 {
		fmt.Fprintf(w, "left out: %s %s\n", gamesText(o.LeftOut), others)
	}
	if o.Open > 0 {
		fmt.Fprintf(w, "cut off without a result: %s\n", gamesText(o.Open))
	}
	fmt.Fprintln(w)
	results := []rules.Result{rules.FirstWins, rules.Draw, rules.SecondWins, rules.Ongoing}
	words := []string{"won by the first mover", "drawn", "won by the second", "cut off"}
	for i, from := range results[:3] {
		total, list := 0, []string{}
		for k, to := range results {
			if n := o.Became[from.String()][to.String()]; n > 0 {
				total += n
				list = append(list, fmt.Sprintf("%d %s", n, words[k]))
			}
		}
		if total > 0 {
			fmt.Fprintf(w, "of %d %s: %s\n", total, words[i], strings.Join(list, ", "))
		}
	}
	fmt.Fprintln(w, "\nAs they were")
	o.Real.WriteText(w)
	fmt.Fprintln(w, "\nAs played on")
	o.Stats.WriteText(w)
}
