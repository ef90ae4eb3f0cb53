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
	"varlab/rules/notation"
)

func movesCommand() *cobra.Command {
	var at positionFlags
	var due, explain bool
	cmd := newCommand("moves", at.arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		p, err := at.position()
		if err != nil {
			return err
		}
		switch formOf(cmd) {
		case "diagram":
			_, err = fmt.Fprint(cmd.OutOrStdout(), p.notation.Diagram(p.state.Setup()))
			return err
		case "svg":
			_, err = fmt.Fprint(cmd.OutOrStdout(), reports.Board(p.notation, p.state.Setup()))
			return err
		}
		if o := p.history.Outcome(); o.Over() {
			remark(cmd.ErrOrStderr(), "the game is over in this position: %s (%s)", o.Result, o.Reason)
		}
		turns := playable(p.history)
		if due {
			turns = p.rules.Due(nil, p.state)
		}
		return write(cmd, p.notation.Rows(p.state.Setup(), turns), func(w io.Writer) {
			lines := p.notation.Lines(notation.PDN, p.state.Setup(), turns)
			if explain {
				lines = append(lines, p.profile.WhyDue(p.rules, p.state, turns)...)
			}
			for _, line := range lines {
				fmt.Fprintln(w, line)
			}
		})
	}, "text", "json", "diagram", "svg")
	at.add(cmd)
	cmd.Flags().BoolVar(&due, "due", false, "only turns that leave no due capture untaken")
	cmd.Flags().BoolVar(&explain, "explain", false, "say which clauses make the due captures due")
	return cmd
}

func perftCommand() *cobra.Command {
	var at positionFlags
	var due, divide, routes bool
	cmd := newCommand("perft", at.arguments(1, 1), func(cmd *cobra.Command, _ []string) error {
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
		began, out, nodes := time.Now(), cmd.OutOrStdout(), uint64(0)
		first := 1
		if divide {
			first = depth
		}
		for d := first; d <= depth; d++ {
			var lines []string
			var sum uint64
			for _, t := range turns {
				if err := cmd.Context().Err(); err != nil {
					return err
				}
				n := uint64(0)
				if routes {
					n = r.Ways(s.Setup(), &t) * r.PerftRoutes(r.Play(s, t), d-1, due)
				} else {
					n = r.Perft(r.Play(s, t), d-1, due)
				}
				sum += n
				lines = append(lines, fmt.Sprintf("%s %d\n", p.notation.Format(notation.PDN, s.Setup(), t, turns), n))
			}
			nodes += sum
			if !divide {
				fmt.Fprintf(out, "%d %d\n", d, sum)
				continue
			}
			slices.Sort(lines)
			fmt.Fprintf(out, "%stotal %d\n", strings.Join(lines, ""), sum)
		}
		remark(cmd.ErrOrStderr(), "%.1f million turns counted per second", float64(nodes)/max(time.Since(began).Seconds(), 1e-9)/1e6)
		return nil
	})
	at.add(cmd)
	cmd.Flags().BoolVar(&due, "due", false, "leave no due capture untaken")
	cmd.Flags().BoolVar(&routes, "routes", false, "count a capture once for each of its routes")
	cmd.Flags().BoolVar(&divide, "divide", false, "count for each first turn apart")
	return cmd
}
