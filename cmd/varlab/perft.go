package main

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"varlab/rules/notation"
)

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
