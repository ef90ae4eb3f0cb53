package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"varlab/rules"
	"varlab/rules/exact"
)

func solveCommand() *cobra.Command {
	var flags ruleFlags
	var tables tableFlags
	var format formatFlag
	var material, board string
	var menRows int
	cmd := &cobra.Command{
		Use:   "solve -r ID (--material \"KKK vs K\" | --board 6x6)",
		Short: "Solve an ending, or the whole game on a small board, exactly",
		Long: `With --material, solve every position of some material and count how many the
first-named side wins, draws and loses with best play, with either side on move, and
how many own moves its longest win takes. Placements are counted with men off their
promotion row, without open claim. The counts are given again for the positions in
which neither side could capture if it were on move.

With --board, find the value of the game from its start on another board, for the
side that moves first.

Clauses that depend on what went before are no part of a value.`,
		Example: "  varlab solve -r english --material \"K vs K\"\n" +
			"  varlab solve -r federation --material \"KKK vs K\" --format json\n" +
			"  varlab solve -r english --board 6x4 --men-rows 1",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if (material == "") == (board == "") {
				return usageError{fmt.Errorf("%s: nothing to solve, or two things (want --material or --board)", cmd.Name())}
			}
			if board != "" {
				return solveBoard(cmd, &flags, board, menRows, tables.workers, format.name)
			}
			_, r, err := flags.one()
			if err != nil {
				return err
			}
			m, err := exact.ParseMaterial(material)
			if err != nil {
				return usageError{fmt.Errorf("--material: %w", err)}
			}
			t, err := tables.tables(cmd.Context(), r, []exact.Material{m}, cmd.ErrOrStderr(), again(cmd, args))
			if err != nil {
				return err
			}
			defer t.Close()
			rows, err := solveMaterial(cmd.Context(), t, m, tables.workers)
			if err != nil {
				return err
			}
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), rows)
			}
			for _, row := range rows {
				row.write(cmd.OutOrStdout(), m)
			}
			return nil
		},
	}
	flags.add(cmd, true)
	tables.add(cmd)
	format.add(cmd, "text", "json")
	cmd.Flags().StringVar(&material, "material", "", "the pieces of both sides: `\"KKM vs K\"`")
	cmd.Flags().StringVar(&board, "board", "", "solve the game on a board of `ROWSxCOLUMNS`")
	cmd.Flags().IntVar(&menRows, "men-rows", 1, "with --board: rows of men of each side at the start")
	return cmd
}

// solvedRow is what is known of a material with one side on move.
type solvedRow struct {
	ToMove   string `json:"to_move"`
	Material string `json:"material"`
	exact.Count
	Quiet exact.Count `json:"quiet"`
}

func solveMaterial(ctx context.Context, t *exact.Tables, m exact.Material, workers int) ([]solvedRow, error) {
	var rows []solvedRow
	for _, first := range []bool{true, false} {
		tally, err := t.Tally(ctx, m, first, workers)
		if err != nil {
			return nil, err
		}
		row := solvedRow{ToMove: "second", Material: m.String(), Count: tally.All, Quiet: tally.Quiet}
		if first {
			row.ToMove = "first"
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (row *solvedRow) write(out io.Writer, m exact.Material) {
	side := m[0]
	if row.ToMove == "second" {
		side = m[1]
	}
	fmt.Fprintf(out, "%s, %s on move\n", m, side)
	writeCount(out, row.Count, "all")
	writeCount(out, row.Quiet, "without a capture on the board")
}

// writeCount says a count in words.
func writeCount(out io.Writer, c exact.Count, of string) {
	share := func(n int) float64 { return 100 * float64(n) / float64(max(1, c.Positions)) }
	fmt.Fprintf(out, "  %s: %d positions\n", of, c.Positions)
	fmt.Fprintf(out, "    won %d (%.2f %%), drawn %d (%.2f %%), lost %d (%.2f %%)", c.Win, share(c.Win), c.Draw, share(c.Draw), c.Loss, share(c.Loss))
	if c.Win > 0 {
		fmt.Fprintf(out, "; longest win %d moves", c.LongestWin)
	}
	fmt.Fprintln(out)
}

// solvedGame is the value of a game from its start, for the first mover.
type solvedGame struct {
	Rules     string       `json:"rules"`
	Board     string       `json:"board"`
	MenRows   int          `json:"men_rows"`
	Value     string       `json:"value"` // win, draw or loss; unknown where it is not proved
	Plies     *int         `json:"plies"` // null where only the value is known
	Proved    bool         `json:"proved"`
	Low       string       `json:"low"`
	High      string       `json:"high"`
	Method    exact.Method `json:"method"`
	Positions int          `json:"positions"`
}

func solveBoard(cmd *cobra.Command, flags *ruleFlags, board string, menRows, workers int, format string) error {
	rows, columns, ok := strings.Cut(board, "x")
	_, errRows := strconv.Atoi(rows)
	_, errColumns := strconv.Atoi(columns)
	if !ok || errRows != nil || errColumns != nil {
		return usageError{fmt.Errorf("--board %q (want ROWSxCOLUMNS, such as 6x6)", board)}
	}
	v, _, err := flags.one()
	if err != nil {
		return err
	}
	_, r, err := load(flags.refs[0], onBoard(flags.sets, rows, columns, menRows))
	if err != nil {
		return err
	}
	line := &progress{what: "positions", out: cmd.ErrOrStderr()}
	g, err := solveGame(cmd.Context(), v.ID, r, exact.Options{Workers: workers, Begin: line.begin, Done: line.add})
	line.end()
	if err != nil {
		return err
	}
	if format == "json" {
		return writeJSON(cmd.OutOrStdout(), g)
	}
	g.write(cmd.OutOrStdout())
	return nil
}

// onBoard adds another board to overrides.
func onBoard(sets []string, rows, columns string, menRows int) []string {
	return append(slices.Clone(sets), "board.rows="+rows, "board.columns="+columns, fmt.Sprintf("board.men_rows=%d", menRows))
}

func solveGame(ctx context.Context, id string, r *rules.Rules, o exact.Options) (solvedGame, error) {
	g, err := exact.SolveGame(ctx, r, exact.DefaultLimits, o)
	b := r.Profile().Board
	s := solvedGame{
		Rules: id, Board: fmt.Sprintf("%dx%d", b.Rows, b.Columns), MenRows: b.MenRows, Value: "unknown",
		Proved: g.Proved(), Low: valueWord(g.Low), High: valueWord(g.High), Method: g.Method, Positions: g.Positions,
	}
	if g.Proved() {
		s.Value = valueWord(g.Low)
	}
	if g.Plies >= 0 {
		s.Plies = &g.Plies
	}
	return s, err
}

func (g *solvedGame) write(out io.Writer) {
	fmt.Fprintf(out, "%s on %s with %s of men: ", g.Rules, g.Board, rowCount(g.MenRows))
	switch {
	case !g.Proved:
		fmt.Fprintf(out, "not solved, between a %s and a %s for the first mover\n", g.Low, g.High)
		return
	case g.Value == "draw":
		fmt.Fprint(out, "drawn with best play")
	default:
		fmt.Fprintf(out, "the first mover %ss", map[string]string{"win": "win", "loss": "lose"}[g.Value])
		if g.Plies != nil {
			fmt.Fprintf(out, ", the game lasting %d plies with best play", *g.Plies)
		}
	}
	how := map[exact.Method]string{
		exact.ByTables: "from tables of %d positions", exact.ByStates: "from the %d states that can be reached", exact.BySearch: "by a search of %d turns that ends in tables",
	}[g.Method]
	fmt.Fprintf(out, " ("+how+")\n", g.Positions)
}

func rowCount(n int) string {
	if n == 1 {
		return "a row"
	}
	return fmt.Sprintf("%d rows", n)
}
