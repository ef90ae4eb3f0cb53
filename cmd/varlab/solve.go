package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/exact"
	"varlab/rules/notation"

	"github.com/spf13/cobra"
)

func solveCommand() *cobra.Command {
	var flags ruleFlags
	var tables tableFlags
	var format formatFlag
	var materials, boards []string
	var against string
	var menRows int
	var limits []int
	work := exact.DefaultLimits
	cmd := &cobra.Command{
		Use:   "solve -r ID (--material \"KKK vs K\" | --board 6x6)",
		Short: "Solve an ending, or the whole game on a small board, exactly",
		Long: `With --material, solve every position of some material and count how many the
first-named side wins, draws and loses with best play, with either side on move, and
how many own moves its longest win takes. Placements are counted with men off their
promotion row, without open claim. The counts are given again for quiet positions,
in which neither side could capture if it were on move, and of these for the ones in
which a king of the second-named side stands on a main diagonal, for the others, and
for those of the others in which a king of the first-named side stands there.
--against counts the positions that have another value under a second rule set.
--format html makes a page on which the wins that take longest can be stepped through.

With --board, find the value of the game from its start on another board, for the
side that moves first.

Clauses that depend on what went before are no part of a value.

Several rule sets, materials or boards are solved one after another; their results
are one finding, with the command that repeats it.`,
		Example: "  varlab solve -r english --material \"K vs K\"\n" +
			"  varlab solve -r federation --material \"KKK vs K\" --format json\n" +
			"  varlab solve -r polonaise-souffler+compel-only --against encyclopedie-polonaise --material \"KM vs K\"\n" +
			"  varlab solve -r federation --material \"KKK vs K\" --within 1,3,16 --format html > kkk.html\n" +
			"  varlab solve -r english -r russian --board 4x4 --board 6x4 --men-rows 1",
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if (len(materials) == 0) == (len(boards) == 0) {
				return usageError{fmt.Errorf("%s: nothing to solve, or two things (want --material or --board)", cmd.Name())}
			}
			if !slices.IsSortedFunc(limits, func(a, b int) int { return cmp.Or(cmp.Compare(a, b), -1) }) || len(limits) > 0 && limits[0] < 1 {
				return usageError{fmt.Errorf("--within %v (want numbers from 1 that ascend)", limits)}
			}
			if work.Positions < 0 || work.Nodes < 1 || work.States < 1 {
				return usageError{fmt.Errorf("--most-positions %d, --most-nodes %d, --most-states %d (want 0 or more, and 1 or more of the others)", work.Positions, work.Nodes, work.States)}
			}
			if (format.name == "svg" || format.name == "html") && (len(materials) == 0 || against != "") {
				return usageError{fmt.Errorf("--format %s without endings (want --material, and no --against)", format.name)}
			}
			if len(flags.refs) == 0 {
				_, _, err := flags.one()
				return err
			}
			s := &solving{cmd: cmd, again: again(cmd, args), flags: &flags, tables: &tables, limits: work}
			var err error
			switch {
			case len(boards) > 0 && against != "":
				return usageError{fmt.Errorf("%s: --against with --board (want it with --material)", cmd.Name())}
			case len(boards) > 0:
				err = s.boards(boards, menRows)
			case against != "":
				err = s.compare(materials, against)
			default:
				err = s.materials(materials)
			}
			if err != nil {
				return tables.cut(cmd.Context(), err, s.again)
			}
			return s.write(format.name, limits)
		},
	}
	flags.add(cmd, true)
	tables.add(cmd)
	format.add(cmd, "text", "json", "md", "svg", "html")
	cmd.Flags().StringArrayVar(&materials, "material", nil, "the pieces of both sides: `\"KKM vs K\"`")
	cmd.Flags().IntVar(&work.Positions, "most-positions", work.Positions, "with --board: make tables of at most `N` positions, and search to those where they are not enough")
	cmd.Flags().IntVar(&work.Nodes, "most-nodes", work.Nodes, "with --board: turns played in a search: `N`")
	cmd.Flags().IntVar(&work.States, "most-states", work.States, "with --board, where a rule set has no tables: `N` states reached from the start")
	cmd.Flags().IntSliceVar(&limits, "within", nil, "in md, svg and html: count the wins of at most `N,…` own moves apart")
	cmd.Flags().StringVar(&against, "against", "", "count the positions whose value is another under rule set `ID`")
	cmd.Flags().StringArrayVar(&boards, "board", nil, "solve the game on a board of `ROWSxCOLUMNS`")
	cmd.Flags().IntVar(&menRows, "men-rows", 1, "with --board: rows of men of each side at the start")
	return cmd
}

// A finding is what solve found, with what repeats it.
type finding struct {
	Command     string           `json:"command,omitempty"`
	Date        string           `json:"date,omitempty"`
	Endings     []solvedEnding   `json:"endings,omitempty"`
	Comparisons []comparedEnding `json:"comparisons,omitempty"`
	Games       []solvedGame     `json:"games,omitempty"`
}

// A solving is one run of the command.
type solving struct {
	cmd    *cobra.Command
	again  string
	flags  *ruleFlags
	tables *tableFlags
	limits exact.Limits // on games
	found  finding
}

func (s *solving) write(format string, limits []int) error {
	f, out := &s.found, s.cmd.OutOrStdout()
	f.Command, f.Date = s.again, time.Now().UTC().Format(time.DateOnly)
	switch format {
	case "json":
		switch {
		case len(f.Endings) == 1:
			return writeJSON(out, f.Endings[0].Rows)
		case len(f.Comparisons) == 1:
			return writeJSON(out, f.Comparisons[0])
		case len(f.Games) == 1:
			return writeJSON(out, f.Games[0])
		}
		return writeJSON(out, f)
	case "svg":
		picture := f.lengths().SVG()
		if len(limits) > 0 {
			picture = f.shares(limits).SVG()
		}
		_, err := io.WriteString(out, picture)
		return err
	case "md":
		_, err := io.WriteString(out, f.markdown(limits))
		return err
	case "html":
		return f.writePage(out, limits, s.flags.sets)
	}
	for i := range f.Endings {
		f.Endings[i].write(out)
	}
	for i := range f.Comparisons {
		f.Comparisons[i].write(out)
	}
	for i := range f.Games {
		f.Games[i].write(out)
	}
	return nil
}

// solvedEnding is a material under a rule set, with either side on move.
type solvedEnding struct {
	Rules    string      `json:"rules"`
	Tables   string      `json:"tables"` // the hash of the rules that the tables depend on
	Material string      `json:"material"`
	Rows     []solvedRow `json:"rows"`
}

// solvedRow is what is known of a material with one side on move.
type solvedRow struct {
	ToMove   string `json:"to_move"`
	Material string `json:"material"`
	exact.Count
	Quiet    exact.Count `json:"quiet"`
	LineHeld exact.Count `json:"line_held"` // quiet, a king of the second side on a main diagonal
	LineFree exact.Count `json:"line_free"` // quiet, none there
	// LineTaken are those of LineFree with a king of the first side on a main diagonal.
	LineTaken exact.Count `json:"line_taken"`
	Hardest   *hardest    `json:"hardest,omitempty"`
}

// hardest is a quiet position whose win takes longest, with best play of both.
type hardest struct {
	FEN   string   `json:"fen"`
	Moves int      `json:"moves"` // the winner's own
	Turns []string `json:"turns"`
}

func parseMaterials(texts []string) ([]exact.Material, error) {
	ms := make([]exact.Material, len(texts))
	for i, text := range texts {
		var err error
		if ms[i], err = exact.ParseMaterial(text); err != nil {
			return nil, usageError{fmt.Errorf("--material: %w", err)}
		}
	}
	return ms, nil
}

func (s *solving) materials(texts []string) error {
	ms, err := parseMaterials(texts)
	if err != nil {
		return err
	}
	for _, ref := range s.flags.refs {
		v, r, err := load(ref, s.flags.sets)
		if err != nil {
			return err
		}
		t, err := s.tables.tables(s.cmd.Context(), r, ms, s.cmd.ErrOrStderr(), s.again)
		if err != nil {
			return fmt.Errorf("%s: %w", v.ID, err)
		}
		for _, m := range ms {
			e := solvedEnding{Rules: v.ID, Tables: exact.Hash(r), Material: m.String()}
			for _, first := range []bool{true, false} {
				row, err := solveRow(s.cmd.Context(), t, m, first, s.tables.workers)
				if err != nil {
					return err
				}
				e.Rows = append(e.Rows, row)
			}
			s.found.Endings = append(s.found.Endings, e)
		}
		if err := t.Close(); err != nil {
			return err
		}
	}
	return nil
}

func solveRow(ctx context.Context, t *exact.Tables, m exact.Material, first bool, workers int) (solvedRow, error) {
	tally, err := t.Tally(ctx, m, first, workers)
	if err != nil {
		return solvedRow{}, err
	}
	row := solvedRow{
		ToMove: "second", Material: m.String(),
		Count: tally.All, Quiet: tally.Quiet, LineHeld: tally.Held, LineFree: tally.Free, LineTaken: tally.Taken,
	}
	if first {
		row.ToMove = "first"
	}
	if tally.Hardest != nil {
		row.Hardest, err = bestLine(t, *tally.Hardest, tally.HardestMoves)
	}
	return row, err
}

// bestLine plays a won position out: the winner takes the shortest way, the loser
// the longest, each the first such turn.
func bestLine(t *exact.Tables, setup board.Setup, moves int) (*hardest, error) {
	r := t.Rules()
	n := notation.Of(r.Profile())
	s, err := r.Position(setup)
	if err != nil {
		return nil, err
	}
	turns, err := bestPlay(t, n, s)
	return &hardest{FEN: n.WriteFEN(setup), Moves: moves, Turns: turns}, err
}

// bestPlay is the turns from s to the end of the game.
func bestPlay(t *exact.Tables, n *notation.Notation, s rules.State) (turns []string, err error) {
	for {
		p, err := probe(t, n, s)
		if err != nil || len(p.Turns) == 0 {
			return turns, err
		}
		best, err := n.Parse(p.Turns[0].Turn, s.Setup(), t.Rules().Moves(nil, s))
		if err != nil {
			return turns, err
		}
		turns = append(turns, p.Turns[0].Turn)
		s = t.Rules().Play(s, best)
	}
}

// sidesOf names the sides of a material, as the first and the second where their
// pieces are the same.
func sidesOf(material string) []string {
	sides := strings.Split(material, " vs ")
	if sides[0] == sides[1] {
		return []string{"first " + sides[0], "second " + sides[1]}
	}
	return sides
}

func (e *solvedEnding) write(out io.Writer) {
	sides := sidesOf(e.Material)
	fmt.Fprintf(out, "%s: %s\n", e.Rules, e.Material)
	for i, row := range e.Rows {
		fmt.Fprintf(out, "%s on move\n", sides[i])
		writeCount(out, row.Count, "all")
		writeCount(out, row.Quiet, "quiet")
		if strings.Contains(sides[1], "K") {
			writeCount(out, row.LineHeld, "quiet, main diagonal held")
			writeCount(out, row.LineFree, "quiet, main diagonal free of it")
			writeCount(out, row.LineTaken, "quiet, main diagonal held by the other side")
		}
		if h := row.Hardest; h != nil {
			fmt.Fprintf(out, "  a quiet win that takes longest: %s\n    %s\n", h.FEN, strings.Join(h.Turns, " "))
		}
	}
}

// writeCount says a count in words.
func writeCount(out io.Writer, c exact.Count, of string) {
	fmt.Fprintf(out, "  %s: %d positions\n", of, c.Positions)
	fmt.Fprintf(out, "    won %d (%s), drawn %d (%s), lost %d (%s)", c.Win, percent(c.Win, c.Positions), c.Draw, percent(c.Draw, c.Positions), c.Loss, percent(c.Loss, c.Positions))
	if c.Win > 0 {
		fmt.Fprintf(out, "; longest win %d moves", c.LongestWin)
	}
	fmt.Fprintln(out)
}

// percent writes n of all in per cent.
func percent(n, all int) string { return fmt.Sprintf("%.2f %%", 100*float64(n)/float64(max(1, all))) }
