package main

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"varlab/rules"
	"varlab/rules/notation"
)

func perftCommand() *cobra.Command {
	var flags ruleFlags
	var at positionFlags
	var due, divide bool
	cmd := &cobra.Command{
		Use:   "perft -r ID DEPTH",
		Short: "Count the sequences of turns from a position",
		Long: `Count the sequences of turns from a position, for depths from 1 to DEPTH.
Claims are turns; draw clauses, agreement and horizon do not enter; captures equal
in origin, landing, captured set and resulting rank count once.`,
		Example: "  varlab perft -r international 6\n  varlab perft -r encyclopedie-francaise --due 6\n  varlab perft -r polonaise-souffler --divide 3",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			depth, err := strconv.Atoi(args[0])
			if err != nil || depth < 1 || depth > 100 {
				return usageError{fmt.Errorf("depth %q: not a depth (want a whole number from 1 to 100)", args[0])}
			}
			_, r, err := flags.one()
			if err != nil {
				return err
			}
			h, n, err := at.history(r)
			if err != nil {
				return err
			}
			s := h.State()
			out := cmd.OutOrStdout()
			began := time.Now()
			var nodes uint64
			if divide {
				turns := r.Moves(nil, s)
				if due {
					turns = r.Due(nil, s)
				}
				lines := make([]string, len(turns))
				for i, t := range turns {
					if err := cmd.Context().Err(); err != nil {
						return err
					}
					count := r.Perft(r.Play(s, t), depth-1, due)
					nodes += count
					lines[i] = fmt.Sprintf("%s %d", n.Format(notation.PDN, s.Setup(), t, turns), count)
				}
				slices.Sort(lines)
				for _, line := range lines {
					fmt.Fprintln(out, line)
				}
				fmt.Fprintf(out, "total %d\n", nodes)
			} else {
				for d := 1; d <= depth; d++ {
					count, err := countUnlessStopped(cmd, r, s, d, due)
					if err != nil {
						return err
					}
					nodes += count
					fmt.Fprintf(out, "%d %d\n", d, count)
				}
			}
			took := time.Since(began).Seconds()
			fmt.Fprintf(cmd.ErrOrStderr(), "varlab: %.1f million turns counted per second\n", float64(nodes)/max(took, 1e-9)/1e6)
			return nil
		},
	}
	flags.add(cmd, true)
	at.add(cmd)
	cmd.Flags().BoolVar(&due, "due", false, "leave no due capture untaken")
	cmd.Flags().BoolVar(&divide, "divide", false, "count for each first turn apart")
	return cmd
}

// countUnlessStopped is Perft that Ctrl-C ends between two first turns.
func countUnlessStopped(cmd *cobra.Command, r *rules.Rules, s rules.State, depth int, due bool) (uint64, error) {
	if depth == 1 {
		return r.Perft(s, 1, due), nil
	}
	turns := r.Moves(nil, s)
	if due {
		turns = r.Due(nil, s)
	}
	var count uint64
	for _, t := range turns {
		if err := cmd.Context().Err(); err != nil {
			return 0, err
		}
		count += r.Perft(r.Play(s, t), depth-1, due)
	}
	return count, nil
}
