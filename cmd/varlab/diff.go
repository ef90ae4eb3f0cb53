package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"varlab/rules"
	"varlab/rules/notation"
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

// divergenceRow is where the turns part. Squares are those of A, or of B where a
// key says so.
type divergenceRow struct {
	Comparable bool     `json:"comparable"`    // same board and start
	PliesSame  int      `json:"plies_same"`    // plies in which every position has the same turns
	Ply        *int     `json:"ply"`           // the first with different turns; null if none was found
	CountA     uint64   `json:"a_turns"`       // turn sequences up to that ply, or up to the last compared
	CountB     uint64   `json:"b_turns"`       //
	After      []string `json:"after"`         // turns to the witness
	FEN        string   `json:"fen,omitempty"` // the witness
	FENB       string   `json:"b_fen,omitempty"`
	OnlyA      []string `json:"a_only"` // turns playable there under one of the two
	OnlyB      []string `json:"b_only"`
}

// witnessRow is the smallest position found in which the two do not have the same
// turns. Both are played on the board of A, and squares are those of A.
type witnessRow struct {
	FEN    string   `json:"fen"`
	After  []string `json:"after"`   // turns to be played first, the same under both
	TurnsA []string `json:"a_turns"` // what can then be played, as `varlab moves` lists it
	TurnsB []string `json:"b_turns"`
}

// diffResult is what `varlab diff` finds.
type diffResult struct {
	A          string          `json:"a"`
	B          string          `json:"b"`
	Axes       []differenceRow `json:"axes"`
	Divergence divergenceRow   `json:"divergence"`
	SameTurns  bool            `json:"same_turns"` // in every position of A's board: they differ at most in draw clauses
	Witness    *witnessRow     `json:"witness"`    // null if none was found
}

func diffCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	var limit, tries int
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Show where two rule sets differ",
		Long: `diff shows the axes on which two rule sets differ, with the clauses or the
assumption of each, and the first ply, counted from the start, at which they do
not have the same turns, with a position that shows it. Then it looks for a small
position, reached in a game or not, that shows it too. Rule sets on different boards
are compared on the board of A.`,
		Example:           "  varlab diff federation polonaise-souffler\n  varlab diff federation federation+compel-or-waive --format json",
		Args:              arguments(2, 2),
		ValidArgsFunction: completeRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 1 {
				return usageError{fmt.Errorf("--positions %d (want at least 1)", limit)}
			}
			if tries < 0 {
				return usageError{fmt.Errorf("--tries %d (want 0 or more)", tries)}
			}
			a, ra, err := load(args[0], flags.sets)
			if err != nil {
				return err
			}
			b, rb, err := load(args[1], flags.sets)
			if err != nil {
				return err
			}
			d, err := variants.Diverge(cmd.Context(), ra, rb, limit)
			if err != nil {
				return err
			}
			result := diffResult{A: a.ID, B: b.ID, Axes: differences(a, b), Divergence: divergence(d, ra, rb)}
			there, err := variants.OnBoardOf(ra, rb)
			if err != nil {
				return err
			}
			if result.SameTurns, err = variants.SameTurns(ra, there); err != nil {
				return err
			}
			if !result.SameTurns {
				if result.Witness, err = witness(cmd.Context(), ra, there, tries); err != nil {
					return err
				}
			}
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), result)
			}
			var out bytes.Buffer
			for _, d := range variants.Diff(a, b) {
				fmt.Fprintf(&out, "%s\n", d.Axis.Key)
				writeSide(&out, a, d.A, d.CiteA)
				writeSide(&out, b, d.B, d.CiteB)
			}
			writeDivergence(&out, result)
			writeWitness(&out, result)
			_, err = out.WriteTo(cmd.OutOrStdout())
			return err
		},
	}
	cmd.Flags().IntVar(&limit, "positions", 50_000, "search no ply with more than `N` distinct positions, or twenty times as many sequences of turns")
	cmd.Flags().IntVar(&tries, "tries", 30_000, "look for a small position in `N` random ones")
	flags.add(cmd, false)
	format.add(cmd, "text", "json")
	return cmd
}

func differences(a, b *variants.Resolved) []differenceRow {
	rows := []differenceRow{}
	for _, d := range variants.Diff(a, b) {
		rows = append(rows, differenceRow{
			d.Axis.Key, variants.Data(d.A), variants.Data(d.B),
			append([]string{}, d.CiteA.Clauses...), append([]string{}, d.CiteB.Clauses...),
			d.CiteA.Assumed, d.CiteB.Assumed, !d.Labels,
		})
	}
	return rows
}

// divergence writes the turns and the witness in the notations of a and b.
func divergence(d variants.Divergence, a, b *rules.Rules) divergenceRow {
	row := divergenceRow{
		Comparable: d.Comparable, PliesSame: d.Plies, CountA: d.CountA, CountB: d.CountB,
		After: []string{}, OnlyA: []string{}, OnlyB: []string{},
	}
	if !d.Found {
		return row
	}
	row.PliesSame--
	row.Ply = &d.Plies
	na, nb := notation.Of(a.Profile()), notation.Of(b.Profile())
	s := a.Start()
	for _, t := range d.Path {
		row.After = append(row.After, na.Format(notation.PDN, s.Setup(), t, a.Moves(nil, s)))
		s = a.Play(s, t)
	}
	row.FEN = na.WriteFEN(d.States[0].Setup())
	if fen := nb.WriteFEN(d.States[1].Setup()); fen != row.FEN {
		row.FENB = fen
	}
	only := func(n *notation.Notation, r *rules.Rules, s rules.State, turns []rules.Turn) []string {
		list, all := []string{}, r.Moves(nil, s)
		for _, t := range turns {
			list = append(list, n.Format(notation.PDN, s.Setup(), t, all))
		}
		slices.Sort(list)
		return list
	}
	row.OnlyA = only(na, a, d.States[0], d.OnlyA)
	row.OnlyB = only(nb, b, d.States[1], d.OnlyB)
	return row
}

// witness looks for a small position in which a's turns are not b's. Both have one
// board.
func witness(ctx context.Context, a, b *rules.Rules, tries int) (*witnessRow, error) {
	w, err := variants.Search(ctx, a, b, rand.New(rand.NewPCG(1754, 1770)), tries)
	if err != nil || w == nil {
		return nil, err
	}
	n := notation.Of(a.Profile())
	row := &witnessRow{FEN: n.WriteFEN(w.Setup), After: []string{}}
	s, err := a.Position(w.Setup)
	if err != nil {
		return nil, err
	}
	for _, t := range w.After {
		row.After = append(row.After, n.Format(notation.PDN, s.Setup(), t, a.Moves(nil, s)))
		s = a.Play(s, t)
	}
	lines := func(r *rules.Rules, side int) []string {
		return append([]string{}, notation.Of(r.Profile()).Lines(notation.PDN, w.States[side].Setup(), w.Turns[side])...)
	}
	row.TurnsA, row.TurnsB = lines(a, 0), lines(b, 1)
	return row, nil
}

func writeWitness(out *bytes.Buffer, r diffResult) {
	w := r.Witness
	if w == nil {
		switch {
		case r.SameTurns && r.Divergence.Comparable:
			out.WriteString("They have the same turns in every position.\n")
		case r.SameTurns:
			fmt.Fprintf(out, "On the board of %s they have the same turns in every position.\n", r.A)
		case r.Divergence.Comparable:
			out.WriteString("No small position was found that shows a difference.\n")
		default:
			fmt.Fprintf(out, "On the board of %s, no small position was found that shows a difference.\n", r.A)
		}
		return
	}
	if r.Divergence.Comparable {
		out.WriteString("The smallest position found that shows a difference:\n")
	} else {
		fmt.Fprintf(out, "On the board of %s, the smallest position found that shows a difference:\n", r.A)
	}
	fmt.Fprintf(out, "  %s", w.FEN)
	if len(w.After) > 0 {
		fmt.Fprintf(out, " after %s", strings.Join(w.After, " "))
	}
	both, onlyA, onlyB := []string{}, []string{}, []string{}
	for _, t := range w.TurnsA {
		if slices.Contains(w.TurnsB, t) {
			both = append(both, t)
		} else {
			onlyA = append(onlyA, t)
		}
	}
	for _, t := range w.TurnsB {
		if !slices.Contains(w.TurnsA, t) {
			onlyB = append(onlyB, t)
		}
	}
	out.WriteString("\n")
	if len(onlyA)+len(onlyB) == 0 {
		out.WriteString("  one of these turns crowns a man under one of them only\n")
	}
	for _, list := range []struct {
		under string
		turns []string
	}{{"under both", both}, {"only under " + r.A, onlyA}, {"only under " + r.B, onlyB}} {
		if len(list.turns) > 0 {
			fmt.Fprintf(out, "  %s: %s\n", list.under, strings.Join(list.turns, ", "))
		}
	}
}

func writeDivergence(out *bytes.Buffer, r diffResult) {
	d := r.Divergence
	if len(r.Axes) > 0 {
		out.WriteString("\n")
	}
	switch {
	case !d.Comparable:
		out.WriteString("The boards or the starts differ, so no turns are compared from there.\n")
		return
	case d.Ply == nil:
		fmt.Fprintf(out, "The same turns for %d plies from the start (%d sequences); no further was searched.\n", d.PliesSame, d.CountA)
		return
	}
	fmt.Fprintf(out, "The turns differ first at ply %d: %d sequences of turns under %s, %d under %s.\n", *d.Ply, d.CountA, r.A, d.CountB, r.B)
	if len(d.After) > 0 {
		fmt.Fprintf(out, "For example after %s\n", strings.Join(d.After, " "))
	} else {
		out.WriteString("For example at the start\n")
	}
	fmt.Fprintf(out, "  %s\n", d.FEN)
	if d.FENB != "" {
		fmt.Fprintf(out, "  %s in the squares of %s\n", d.FENB, r.B)
	}
	for _, side := range []struct {
		id    string
		turns []string
	}{{r.A, d.OnlyA}, {r.B, d.OnlyB}} {
		if len(side.turns) > 0 {
			fmt.Fprintf(out, "  only under %s: %s\n", side.id, strings.Join(side.turns, " "))
		}
	}
}

// writeSide writes one side of a difference, with what each clause says.
func writeSide(out *bytes.Buffer, v *variants.Resolved, value any, cite variants.Cite) {
	if value == nil {
		fmt.Fprintf(out, "  %s: does not apply\n", v.ID)
		return
	}
	fmt.Fprintf(out, "  %s: %s\n", v.ID, variants.Literal(value))
	for _, id := range cite.Clauses {
		fmt.Fprintf(out, "    %s: %s\n", id, v.Clause(id).Says)
	}
	if cite.Says != "" {
		fmt.Fprintf(out, "    read so: %s\n", cite.Says)
	}
	if cite.Assumed != "" {
		fmt.Fprintf(out, "    assumed: %s\n", cite.Assumed)
	}
}
