package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"varlab/reports"
	"varlab/reports/endings"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
)

func movesCommand() *cobra.Command {
	var at positionFlags
	var format formatFlag
	var due, explain bool
	var form string
	cmd := newCommand("moves", at.arguments(0, 0, 0), func(cmd *cobra.Command, _ []string) error {
		f, err := notation.FormOf(form)
		if err != nil {
			return usageError{fmt.Errorf("--notation: %w", err)}
		}
		p, err := at.position()
		if err != nil {
			return err
		}
		if o := p.history.Outcome(); o.Over() {
			remark(cmd.ErrOrStderr(), "the game is over here: %s (%s)", o.Result, o.Reason)
		}
		turns := playable(p.history)
		if due {
			turns = p.rules.Due(nil, p.state)
		}
		return format.write(cmd, turnRows(p, f, turns), func(w io.Writer) {
			lines := p.notation.Lines(f, p.state.Setup(), turns)
			if explain {
				lines = append(lines, p.profile.WhyDue(p.rules, p.state, turns)...)
			}
			for _, line := range lines {
				fmt.Fprintln(w, line)
			}
		})
	})
	at.add(cmd)
	format.add(cmd, "text", "json")
	cmd.Flags().BoolVar(&due, "due", false, "only turns that leave no due capture untaken")
	cmd.Flags().BoolVar(&explain, "explain", false, "say which clauses make the due captures due")
	cmd.Flags().StringVar(&form, "notation", "pdn", "how turns are written: `pdn or hub`")
	return cmd
}

// turnRow is a turn with what it does.
type turnRow struct {
	Turn     string   `json:"turn"`
	Default  string   `json:"default,omitempty"`
	Huffable []string `json:"huffable,omitempty"`
	Captured []string `json:"captured,omitempty"`
	Promotes bool     `json:"promotes,omitempty"`
}

func turnRows(p *position, f notation.Form, turns []rules.Turn) []turnRow {
	n := p.notation
	names := func(s board.Set) (names []string) {
		for _, q := range n.Ascending(s) {
			names = append(names, n.Name(q))
		}
		return names
	}
	rows := make([]turnRow, len(turns))
	for i, t := range turns {
		rows[i] = turnRow{n.Format(f, p.state.Setup(), t, turns), t.Omission.String(), names(t.Huffable), names(t.Captured), t.Promotes}
	}
	slices.SortFunc(rows, func(a, b turnRow) int { return strings.Compare(a.Turn, b.Turn) })
	return rows
}

func perftCommand() *cobra.Command {
	var at positionFlags
	var due, divide bool
	cmd := newCommand("perft", at.arguments(1, 1, 0), func(cmd *cobra.Command, _ []string) error {
		depth, err := strconv.Atoi(at.rest[0])
		if err != nil || depth < 1 || depth > 100 {
			return usageError{fmt.Errorf("depth %q: not a depth (want a whole number from 1 to 100)", at.rest[0])}
		}
		p, err := at.position()
		if err != nil {
			return err
		}
		r, s := p.rules, p.state
		turns := r.Moves(nil, s)
		if due {
			turns = r.Due(nil, s)
		}
		// count visits what each first turn leads to, and can be interrupted between two.
		var nodes uint64
		count := func(depth int, visit func(i int, count uint64)) error {
			for i, t := range turns {
				if err := cmd.Context().Err(); err != nil {
					return err
				}
				n := r.Perft(r.Play(s, t), depth-1, due)
				nodes += n
				visit(i, n)
			}
			return nil
		}
		began, out := time.Now(), cmd.OutOrStdout()
		if divide {
			var lines []string
			if err := count(depth, func(i int, n uint64) {
				lines = append(lines, fmt.Sprintf("%s %d", p.notation.Format(notation.PDN, s.Setup(), turns[i], turns), n))
			}); err != nil {
				return err
			}
			slices.Sort(lines)
			for _, line := range lines {
				fmt.Fprintln(out, line)
			}
			fmt.Fprintf(out, "total %d\n", nodes)
		}
		for d := 1; d <= depth && !divide; d++ {
			var sum uint64
			if err := count(d, func(_ int, n uint64) { sum += n }); err != nil {
				return err
			}
			fmt.Fprintf(out, "%d %d\n", d, sum)
		}
		remark(cmd.ErrOrStderr(), "%.1f million turns counted per second", float64(nodes)/max(time.Since(began).Seconds(), 1e-9)/1e6)
		return nil
	})
	at.add(cmd)
	cmd.Flags().BoolVar(&due, "due", false, "leave no due capture untaken")
	cmd.Flags().BoolVar(&divide, "divide", false, "count for each first turn apart")
	return cmd
}

func diagramCommand() *cobra.Command {
	var at positionFlags
	var format formatFlag
	cmd := newCommand("diagram", at.arguments(0, 0, 0), func(cmd *cobra.Command, _ []string) error {
		p, err := at.position()
		if err != nil {
			return err
		}
		text := p.notation.Diagram(p.state.Setup())
		if format.name == "svg" {
			text = reports.Board(p.notation, p.state.Setup())
		}
		_, err = fmt.Fprint(cmd.OutOrStdout(), text)
		return err
	})
	at.add(cmd)
	format.add(cmd, "text", "svg")
	return cmd
}

func probeCommand() *cobra.Command {
	var at positionFlags
	var tables tableFlags
	var format formatFlag
	cmd := newCommand("probe", at.arguments(0, 0, 0), func(cmd *cobra.Command, _ []string) error {
		p, err := at.position()
		if err != nil {
			return err
		}
		t, err := tables.build(p.rules, endings.Materials(p.rules, &p.state))
		if err != nil && !at.given() {
			return hinted{err, "--fen names a position with few pieces"}
		}
		if err != nil {
			return err
		}
		defer t.Close()
		found, err := endings.Probe(t, p.notation, p.state)
		if err != nil {
			return err
		}
		if found.Distance > 0 {
			if found.Line, err = endings.BestPlay(t, p.notation, p.state); err != nil {
				return err
			}
		}
		return format.write(cmd, found, func(w io.Writer) { found.WriteText(w, p.notation, &p.state) })
	})
	at.add(cmd)
	tables.add(cmd)
	format.add(cmd, "text", "json")
	return cmd
}
