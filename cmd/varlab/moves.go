package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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
			remark(cmd.ErrOrStderr(), "the game is over in this position: %s (%s)", o.Result, o.Reason)
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
	Omission string   `json:"omission,omitempty"`
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
