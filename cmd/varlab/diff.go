package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"varlab/variants"
)

// differenceRow is an axis on which two rule sets differ; null where it does not
// apply.
type differenceRow struct {
	Key      string   `json:"key"`
	A        any      `json:"a"`
	B        any      `json:"b"`
	ClausesA []string `json:"a_clauses"`
	ClausesB []string `json:"b_clauses"`
	AssumedA string   `json:"a_assumed,omitempty"`
	AssumedB string   `json:"b_assumed,omitempty"`
	Plays    bool     `json:"plays"` // changes turns or endings
}

// diffResult is what `varlab diff` finds.
type diffResult struct {
	A    string          `json:"a"`
	B    string          `json:"b"`
	Axes []differenceRow `json:"axes"`
}

func diffCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	cmd := &cobra.Command{
		Use:               "diff A B",
		Short:             "Show where two rule sets differ",
		Example:           "  varlab diff federation polonaise-souffler\n  varlab diff federation federation+compel-or-waive --format json",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			a, _, err := load(args[0], flags.sets)
			if err != nil {
				return err
			}
			b, _, err := load(args[1], flags.sets)
			if err != nil {
				return err
			}
			result := diffResult{A: a.ID, B: b.ID, Axes: []differenceRow{}}
			for _, d := range variants.Diff(a, b) {
				result.Axes = append(result.Axes, differenceRow{
					d.Axis.Key, variants.Data(d.A), variants.Data(d.B),
					append([]string{}, d.CiteA.Clauses...), append([]string{}, d.CiteB.Clauses...),
					d.CiteA.Assumed, d.CiteB.Assumed, !d.Labels,
				})
			}
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), result)
			}
			var out bytes.Buffer
			for _, d := range variants.Diff(a, b) {
				fmt.Fprintf(&out, "%s\n", d.Axis.Key)
				writeSide(&out, a.ID, d.A, d.CiteA)
				writeSide(&out, b.ID, d.B, d.CiteB)
			}
			_, err = out.WriteTo(cmd.OutOrStdout())
			return err
		},
	}
	flags.add(cmd, false)
	format.add(cmd, "text", "json")
	return cmd
}

func writeSide(out *bytes.Buffer, id string, value any, cite variants.Cite) {
	if value == nil {
		fmt.Fprintf(out, "  %s: does not apply\n", id)
		return
	}
	fmt.Fprintf(out, "  %s: %s", id, variants.Literal(value))
	if len(cite.Clauses) > 0 {
		fmt.Fprintf(out, "  [%s]", strings.Join(cite.Clauses, ", "))
	}
	if cite.Assumed != "" {
		fmt.Fprintf(out, "  assumed: %s", cite.Assumed)
	}
	out.WriteString("\n")
}
