package main

import (
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/variants"

	"github.com/spf13/cobra"
)

func movesCommand() *cobra.Command {
	var flags ruleFlags
	var at positionFlags
	var format formatFlag
	var due, explain bool
	var form string
	cmd := &cobra.Command{
		Use:   "moves -r ID",
		Short: "List the turns that are playable in a position",
		Long: `List the turns that are playable in a position, one a line, sorted by bytes.
A default, which leaves a due capture untaken, is followed by ! and, where the
opponent may huff for it, by the squares of the pieces that may go. A position
given by --fen has no open claim; a default played by --after opens one.`,
		Example: "  varlab moves -r federation\n" +
			"  varlab moves -r polonaise-souffler --fen W:W28:B22,9 --explain\n" +
			"  varlab moves -r polonaise-souffler --fen W:W28,46:B22,9 --after 46-41",
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			v, r, err := flags.one()
			if err != nil {
				return err
			}
			f, err := notation.FormOf(form)
			if err != nil {
				return usageError{fmt.Errorf("--notation: %w", err)}
			}
			h, n, err := at.history(r)
			if err != nil {
				return err
			}
			s := h.State()
			if o := h.Outcome(); o.Over() {
				fmt.Fprintf(cmd.ErrOrStderr(), "varlab: the game is over here: %s (%s)\n", o.Result, o.Reason)
			}
			turns := playable(h)
			if due {
				turns = r.Due(nil, s)
			}
			lines := n.Lines(f, s.Setup(), turns)
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), turnRows(n, f, s.Setup(), turns))
			}
			for _, line := range lines {
				fmt.Fprintln(cmd.OutOrStdout(), line)
			}
			if explain {
				for _, line := range whyDue(v, r, s, turns) {
					fmt.Fprintln(cmd.OutOrStdout(), line)
				}
			}
			return nil
		},
	}
	flags.add(cmd, true)
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

func turnRows(n *notation.Notation, f notation.Form, at board.Setup, turns []rules.Turn) []turnRow {
	names := func(s board.Set) []string {
		var names []string
		for _, q := range n.Ascending(s) {
			names = append(names, n.Name(q))
		}
		return names
	}
	rows := make([]turnRow, len(turns))
	for i, t := range turns {
		rows[i] = turnRow{n.Format(f, at, t, turns), t.Omission.String(), names(t.Huffable), names(t.Captured), t.Promotes}
	}
	slices.SortFunc(rows, func(a, b turnRow) int { return strings.Compare(a.Turn, b.Turn) })
	return rows
}

// whyDue says which values, with the clauses that they rest on, make the due
// captures of s due.
func whyDue(v *variants.Resolved, r *rules.Rules, s rules.State, turns []rules.Turn) []string {
	if !slices.ContainsFunc(r.Due(nil, s), func(t rules.Turn) bool { return t.Action == rules.Capture }) {
		return []string{"# no capture is due"}
	}
	keys := []string{"capture.obligation", "capture.completion"}
	if len(r.Profile().Capture.Precedence) > 0 {
		keys = append(keys, "capture.precedence")
	}
	if slices.ContainsFunc(turns, func(t rules.Turn) bool { return t.Omission != profile.NoOmission }) {
		keys = append(keys, "claim.remedies", "claim.covers")
	}
	if slices.ContainsFunc(turns, func(t rules.Turn) bool { return !t.Huffable.Empty() }) {
		keys = append(keys, "claim.piece")
	}
	var lines []string
	for _, key := range keys {
		a := profile.AxisOf(key)
		c := v.Cite(key)
		basis := strings.Join(c.Clauses, ", ")
		if basis == "" {
			basis = "assumed: " + c.Assumed
		}
		lines = append(lines, fmt.Sprintf("# %s: %s [%s]", key, a.Means(a.Get(v.Profile)), basis))
	}
	return lines
}
