package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"varlab/rules"
	"varlab/rules/exact"
	"varlab/sim/record"
	"varlab/sim/study"
)

func annotateCommand() *cobra.Command {
	var tables tableFlags
	var format formatFlag
	var pieces int
	cmd := &cobra.Command{
		Use:   "annotate DIR",
		Short: "Hold the endings of a run's games against exact values",
		Long: `annotate reads the games in a run directory and looks up what their endings were
worth: how the games that came down to few pieces would have ended had both sides
played perfectly from there, beside how they did end; and how often a turn gave away
a win or a draw, which shows exactly whether rule sets were played equally well.
These numbers are exact: they carry no interval. Values leave out draw clauses.`,
		Example: "  varlab annotate varlab-runs/huff-or-not --pieces 3",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if pieces < 2 || pieces > 8 {
				return usageError{fmt.Errorf("--pieces %d (want 2 to 8)", pieces)}
			}
			run, err := record.Open(args[0])
			if err != nil {
				return err
			}
			defer run.Close()
			rows, err := annotate(cmd.Context(), run, &tables, pieces, cmd.ErrOrStderr(), again(cmd, args))
			if err != nil {
				return err
			}
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), rows)
			}
			for i := range rows {
				rows[i].write(cmd.OutOrStdout(), pieces)
			}
			return nil
		},
	}
	tables.add(cmd)
	format.add(cmd, "text", "json")
	cmd.Flags().IntVar(&pieces, "pieces", 3, "endings with at most so many pieces: `N`")
	return cmd
}

// annotated is a cell of a run held against exact values.
type annotated struct {
	RuleSet string    `json:"rule_set"`
	Players [2]string `json:"players"`
	Refused string    `json:"refused,omitempty"` // why there are no exact values
	record.Annotation
	Perfect map[string]int `json:"perfect"`
}

// annotate reads the games of each cell beside the tables of its rule set.
func annotate(ctx context.Context, run *record.Run, flags *tableFlags, pieces int, stderr io.Writer, command string) ([]annotated, error) {
	type known struct {
		r *rules.Rules
		t *exact.Tables
	}
	m := run.Manifest
	sets := map[string]study.RuleSet{}
	for _, set := range m.Study.RuleSets {
		sets[set.ID] = set
	}
	cells := make([]known, len(m.Cells))
	rows := make([]annotated, len(m.Cells))
	byHash := map[string]known{}
	for i, c := range m.Cells {
		rows[i] = annotated{RuleSet: c.RuleSet, Players: c.Players}
		r, err := record.Compile(sets[c.RuleSet])
		if err != nil {
			return nil, err
		}
		k, ok := byHash[exact.Hash(r)]
		if !ok {
			k = known{r: r}
			if ms, err := accepted(r, pieces); err != nil {
				rows[i].Refused = err.Error()
			} else if k.t, err = flags.tables(ctx, r, ms, stderr, command); err != nil {
				return nil, fmt.Errorf("%s: %w", c.RuleSet, err)
			} else {
				defer k.t.Close()
			}
			byHash[exact.Hash(r)] = k
		}
		k.r = r
		cells[i] = k
	}
	for rec, err := range run.Records() {
		if err != nil {
			return nil, err
		}
		c := cells[rec.Cell]
		if c.t == nil {
			continue
		}
		if err := rows[rec.Cell].Add(c.r, rec, c.t); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	for i := range rows {
		rows[i].Perfect = rows[i].Annotation.Perfect()
	}
	return rows, nil
}

// accepted returns the materials of so many pieces that have tables under r, or why
// there are none.
func accepted(r *rules.Rules, pieces int) ([]exact.Material, error) {
	t, err := exact.New(r, "")
	if err != nil {
		return nil, err
	}
	return t.Accepted(pieces)
}

// resultWords are how games can end, in the order in which they are told.
var resultWords = []string{"first", "second", "draw", "void", "horizon", "forfeited"}

func (a *annotated) write(out io.Writer, pieces int) {
	players := a.Players[0]
	if a.Players[1] != players {
		players += " and " + a.Players[1]
	}
	fmt.Fprintf(out, "%s, %s\n", a.RuleSet, players)
	if a.Refused != "" {
		fmt.Fprintf(out, "  no exact values: %s\n", a.Refused)
		return
	}
	k := a.Known()
	reached := k.First + k.Draw + k.Second
	fmt.Fprintf(out, "  %d of %d games came to %d pieces or fewer\n", reached, a.Games, pieces)
	fmt.Fprintf(out, "  ended in   as played  played perfectly from there (exact)\n")
	for _, word := range resultWords {
		if a.Played[word] > 0 || a.Perfect[word] > 0 {
			fmt.Fprintf(out, "  %-9s  %9d  %d\n", word, a.Played[word], a.Perfect[word])
		}
	}
	blunders := 0
	for _, n := range a.Blunders {
		blunders += n
	}
	fmt.Fprintf(out, "  %d turns were chosen there, of which %s gave value away", a.Decisions, share(blunders, a.Decisions))
	for _, kind := range []string{record.WinToDraw, record.WinToLoss, record.DrawToLoss} {
		if n := a.Blunders[kind]; n > 0 {
			fmt.Fprintf(out, "; %s %d", kind, n)
		}
	}
	fmt.Fprintln(out)
}
