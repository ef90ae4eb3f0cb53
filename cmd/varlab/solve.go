package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"varlab/reports/endings"
	"varlab/rules"
	"varlab/rules/exact"
)

// A solving is one run of solve.
type solving struct {
	flags    ruleFlags
	tables   tableFlags
	limits   exact.Limits // on games
	pieces   int
	verify   bool
	against  string
	material []string
	boards   []string
	menRows  int
	found    endings.Finding
}

func solveCommand() *cobra.Command {
	var within []int
	s := solving{limits: exact.DefaultLimits}
	cmd := newCommand("solve", s.flags.all, func(cmd *cobra.Command, _ []string) error {
		if len(stated(cmd, "material", "board", "pieces")) != 1 {
			return usageError{fmt.Errorf("%s: nothing to solve, or two things (want --material or --board, or --pieces)", cmd.Name())}
		}
		if cmd.Flags().Changed("pieces") {
			if formOf(cmd) != "text" && formOf(cmd) != "json" {
				return usageError{fmt.Errorf("--format %s with --pieces (want text or json)", formOf(cmd))}
			}
			return s.count(cmd)
		}
		if !slices.IsSortedFunc(within, func(a, b int) int { return cmp.Or(cmp.Compare(a, b), -1) }) || len(within) > 0 && within[0] < 1 {
			return usageError{fmt.Errorf("--within %v (want numbers from 1 that ascend)", within)}
		}
		if err := errors.Join(outside("most-positions", s.limits.Positions, 0, 0), outside("most-nodes", s.limits.Nodes, 1, 0), outside("most-states", s.limits.States, 1, 0)); err != nil {
			return err
		}
		if (formOf(cmd) == "svg" || formOf(cmd) == "html") && (len(s.material) == 0 || s.against != "") {
			return usageError{fmt.Errorf("--format %s without endings (want --material, and no --against)", formOf(cmd))}
		}
		if len(s.boards) > 0 && s.against != "" {
			return usageError{fmt.Errorf("%s: --against with --board (want it with --material)", cmd.Name())}
		}
		solve := s.endings
		if len(s.boards) > 0 {
			solve = s.games
		}
		if err := solve(); err != nil {
			return s.tables.cut(err)
		}
		s.found.Command, s.found.Date = again(cmd, ""), time.Now().UTC().Format(time.DateOnly)
		text := ""
		switch formOf(cmd) {
		case "svg":
			text = s.found.Picture(within)
		case "md":
			text = s.found.Markdown(within)
		case "html":
			var err error
			if text, err = s.found.Page(within, func(id string) (*rules.Rules, error) { return rulesOf(id, s.flags.sets...) }); err != nil {
				return err
			}
		}
		return write(cmd, s.found.Data(), func(w io.Writer) {
			if io.WriteString(w, text); formOf(cmd) == "text" {
				s.found.WriteText(w)
			}
		})
	}, "text", "json", "md", "svg", "html")
	s.flags.add(cmd)
	s.tables.add(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&s.material, "material", nil, "the pieces of both sides: `\"KKM vs K\"`")
	f.IntVar(&s.pieces, "pieces", 3, "all endings with at most `N` pieces")
	f.BoolVar(&s.verify, "verify", false, "with --pieces: check every value against its successors")
	f.IntVar(&s.limits.Positions, "most-positions", s.limits.Positions, "with --board: make tables of at most `N` positions, and search to those where they are not enough")
	f.IntVar(&s.limits.Nodes, "most-nodes", s.limits.Nodes, "with --board: turns played in a search: `N`")
	f.IntVar(&s.limits.States, "most-states", s.limits.States, "with --board, where a rule set has no tables: `N` states reached from the start")
	f.IntSliceVar(&within, "within", nil, "in md, svg and html: count the wins of at most `N,...` own moves apart")
	f.StringVar(&s.against, "against", "", "count the positions whose value is another under rule set `ID`")
	f.StringArrayVar(&s.boards, "board", nil, "solve the game on a board of `ROWSxCOLUMNS`")
	f.IntVar(&s.menRows, "men-rows", 1, "with --board: rows of men of each side at the start")
	return cmd
}

// count counts all endings with few pieces.
func (s *solving) count(cmd *cobra.Command) error {
	_, r, err := s.flags.one()
	if err != nil {
		return err
	}
	if err := outside("pieces", s.pieces, 2, 10); err != nil {
		return err
	}
	all, err := exact.New(r, "")
	if err != nil {
		return err
	}
	ms := all.Placeable(exact.UpTo(s.pieces))
	t, err := s.tables.build(r, ms)
	if err != nil {
		return err
	}
	defer t.Close()
	rows, err := endings.Count(cmd.Context(), t, ms, s.tables.workers, s.verify)
	if err != nil {
		return s.tables.cut(err)
	}
	return write(cmd, rows, func(w io.Writer) { endings.WriteCounts(w, rows) })
}

// endings solves materials under every rule set, or compares their values with those
// under another.
func (s *solving) endings() error {
	ms := make([]exact.Material, len(s.material))
	for i, text := range s.material {
		var err error
		if ms[i], err = exact.ParseMaterial(text); err != nil {
			return usageError{fmt.Errorf("--material: %w", err)}
		}
	}
	refs := s.flags.refs
	if s.against != "" {
		refs = append([]string{s.against}, refs...)
	}
	ids, games := make([]string, len(refs)), make([]*rules.Rules, len(refs))
	for i, ref := range refs {
		v, r, err := load(ref, s.flags.sets)
		if err != nil {
			return err
		}
		ids[i], games[i] = v.ID, r
		// Boards that differ are seen before hours go into tables.
		if s.against != "" && r.Grid() != games[0].Grid() {
			return fmt.Errorf("%s against %s: %w", v.ID, ids[0], exact.ErrBoards)
		}
	}
	var other *exact.Tables
	for i, r := range games {
		t, err := s.tables.build(r, ms)
		if err != nil {
			return fmt.Errorf("%s: %w", ids[i], err)
		}
		switch {
		case s.against == "":
			err = s.found.Solve(s.tables.cmd.Context(), ids[i], t, ms, s.tables.workers)
		case i == 0:
			other = t
			defer t.Close()
			continue
		default:
			err = s.found.Compare(s.tables.cmd.Context(), ids[i], ids[0], t, other, ms, s.tables.workers)
		}
		if err = errors.Join(err, t.Close()); err != nil {
			return err
		}
	}
	return nil
}

// games solves the games on small boards.
func (s *solving) games() error {
	known := map[string]exact.Game{}
	for _, board := range s.boards {
		rows, columns, ok := strings.Cut(board, "x")
		m, errRows := strconv.Atoi(rows)
		n, errColumns := strconv.Atoi(columns)
		if !ok || errRows != nil || errColumns != nil {
			return usageError{fmt.Errorf("--board %q (want ROWSxCOLUMNS, such as 6x6)", board)}
		}
		sets := append(slices.Clone(s.flags.sets), fmt.Sprintf("board.rows=%d", m), fmt.Sprintf("board.columns=%d", n), fmt.Sprintf("board.men_rows=%d", s.menRows))
		for _, ref := range s.flags.refs {
			v, _, err := load(ref, s.flags.sets)
			if err != nil {
				return err
			}
			_, r, err := load(ref, sets)
			if err != nil {
				return err
			}
			// Rule sets that differ in nothing that tables depend on share a game.
			key := exact.Hash(r) + " " + board
			if _, ok := known[key]; !ok {
				if known[key], err = s.game(r); err != nil {
					return fmt.Errorf("%s on %s: %w", v.ID, board, s.tables.cut(err))
				}
			}
			s.found.AddGame(v.ID, r, known[key])
		}
	}
	return nil
}

// game solves one game, with a line for each kind of work.
func (s *solving) game(r *rules.Rules) (exact.Game, error) {
	line := &progress{out: s.tables.cmd.ErrOrStderr()}
	defer line.end()
	begin := func(what string, total, found int) {
		line.end()
		line.what = what
		line.begin(total, found)
	}
	searched := 0
	return exact.SolveGame(s.tables.cmd.Context(), r, s.tables.keeping(), s.limits, exact.Options{
		Workers: s.tables.workers,
		Begin:   func(total, found int) { begin("positions", total, found) }, Done: line.add,
		Search:   func(turns int) { begin("turns", turns, searched) },
		Searched: func(turns int) { searched += turns; line.add(turns) },
	})
}
