package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"varlab/reports/endings"
	"varlab/rules/exact"
	"varlab/rules/profile"
	"varlab/sim/study"
)

// differExactly counts the positions of few pieces whose exact value differs between the two
// rule sets that args name, of the materials that both can have: diff --exact.
func differExactly(cmd *cobra.Command, flags *ruleFlags, args []string, pieces int) error {
	if err := outside("exact", pieces, 2, study.MaxExactPieces); err != nil {
		return err
	}
	vs, rs, err := flags.Two([2]string(args))
	if err != nil {
		return err
	}
	if rs[0].Grid() != rs[1].Grid() {
		return fmt.Errorf("%s and %s: %w", vs[0].ID, vs[1].ID, exact.ErrBoards)
	}
	found := endings.Differing{Rules: [2]string{vs[0].ID, vs[1].ID}, Pieces: pieces}
	var ms []exact.Material
	for i, r := range rs {
		if r.Profile().Capture.Obligation == profile.Claimable {
			found.Omissions = append(found.Omissions, endings.Omitted{Rules: vs[i].ID})
		}
		theirs, refused, err := exact.New(r, "").Accepted(pieces)
		if err != nil {
			return fmt.Errorf("%s: %w", vs[i].ID, err)
		}
		if refused != nil {
			remark(cmd.ErrOrStderr(), "%s: %v", vs[i].ID, refused)
		}
		if i > 0 {
			theirs = slices.DeleteFunc(theirs, func(m exact.Material) bool { return !slices.Contains(ms, m) })
		}
		ms = theirs
	}
	tables := tableFlags{cmd: cmd}
	var known [2]*exact.Tables
	for i, r := range rs {
		if known[i], err = tables.build(r, ms); err != nil {
			return fmt.Errorf("%s: %w", vs[i].ID, err)
		}
	}
	if err := tables.cut(found.Over(cmd.Context(), known, ms, workers(cmd))); err != nil {
		return err
	}
	return write(cmd, found, func(w io.Writer) { found.WriteText(w) })
}
