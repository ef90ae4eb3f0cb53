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

	"varlab/lab"
	"varlab/reports/endings"
	"varlab/rules"
	"varlab/rules/exact"
)

// A solving is one run of solve.
type solving struct {
	flags    positionFlags
	tables   tableFlags
	pieces   int
	material []string
	boards   []string
	menRows  int
	within   []int
	found    endings.Finding
	rules    map[string]*rules.Rules // of the endings found, by id
}

func solveCommand() *cobra.Command {
	s := solving{rules: map[string]*rules.Rules{}}
	cmd := newCommand("solve", s.flags.all, s.run, "text", "json", "md", "svg", "html")
	s.flags.ruleFlags.add(cmd, cmd.Flags())
	cmd.ValidArgsFunction = completeRules
	s.flags.addPosition(cmd)
	s.tables.cmd = cmd
	f := cmd.Flags()
	f.StringVar(&s.tables.Dir, "tables", "", "`DIR` where tables are kept (or in the cache)")
	f.StringArrayVar(&s.material, "material", nil, "the pieces of both sides of an ending: `\"KKM vs K\"`")
	f.IntVar(&s.pieces, "pieces", 0, "all endings with at most `N` pieces")
	f.IntSliceVar(&s.within, "within", nil, "count wins of `N,...` moves apart")
	f.StringArrayVar(&s.boards, "board", nil, "solve the game on a board of `ROWSxCOLUMNS`")
	f.IntVar(&s.menRows, "men-rows", 1, "with --board: `N` rows of men")
	return cmd
}

func (s *solving) run(cmd *cobra.Command, _ []string) error {
	form, modes := formOf(cmd), stated(cmd, "fen", "material", "pieces", "board")
	ascend := slices.IsSortedFunc(s.within, func(a, b int) int { return cmp.Or(cmp.Compare(a, b), -1) })
	if err := cmp.Or(
		unless(len(modes) > 0, "%s: nothing to solve (want --fen, --material, --pieces or --board)", cmd.Name()),
		unless(len(modes) < 2, "--%s (want one of --fen, --material, --pieces and --board)", strings.Join(modes, " and --")),
		unsuited(cmd, modes, []string{"fen"}, "after"),
		unsuited(cmd, modes, []string{"material", "pieces"}, "within"),
		unsuited(cmd, modes, []string{"board"}, "men-rows"),
		unless(ascend && (len(s.within) == 0 || s.within[0] > 0), "--within %v (want numbers from 1 that ascend)", s.within),
		unless(len(s.within) == 0 || form != "text" && form != "json", "--within with --format %s (want md, svg or html)", form),
	); err != nil {
		return err
	}
	solve := s.endings
	switch modes[0] {
	case "fen":
		if err := unless(form == "text" || form == "json", "--format %s with --fen (want text or json)", form); err != nil {
			return err
		}
		return s.position(cmd)
	case "board":
		if err := unless(form != "svg" && form != "html", "--format %s with --board (want text, json or md)", form); err != nil {
			return err
		}
		solve = s.games
	}
	if err := solve(); err != nil {
		return s.tables.cut(err)
	}
	s.found.Command, s.found.Date = again(cmd, ""), time.Now().UTC().Format(time.DateOnly)
	text, err := "", error(nil)
	switch form {
	case "svg":
		text = s.found.Picture(s.within)
	case "md":
		text = s.found.Markdown(s.within)
	case "html":
		text, err = s.found.Page(s.within, s.rules)
	default:
		return write(cmd, s.found.Data(), s.found.WriteText)
	}
	if err == nil {
		_, err = io.WriteString(cmd.OutOrStdout(), text)
	}
	return err
}

// unsuited is an error of usage where flags are stated that go with other modes than the
// one that was chosen.
func unsuited(cmd *cobra.Command, chosen, modes []string, flags ...string) error {
	found := stated(cmd, flags...)
	if len(found) == 0 || len(chosen) == 0 || slices.Contains(modes, chosen[0]) {
		return nil
	}
	return usageError{fmt.Errorf("--%s with --%s (want it with --%s)", found[0], chosen[0], strings.Join(modes, " or --"))}
}

// position writes the value of a position and of each of its turns.
func (s *solving) position(cmd *cobra.Command) error {
	p, err := s.flags.position()
	if err != nil {
		return err
	}
	var t endings.Valued
	states := 0
	t, err = s.tables.build(p.rules, exact.Materials(p.rules, &p.state))
	if errors.Is(err, exact.ErrStates) {
		all, failed := exact.Reach(cmd.Context(), p.rules, p.state)
		if failed != nil {
			return s.tables.cut(fmt.Errorf("%w; %w", err, failed))
		}
		t, states = all, all.States()
	} else if err != nil {
		return err
	}
	found, err := endings.Probe(t, p.notation, p.state)
	if err != nil {
		return err
	}
	found.States = states
	if found.Distance > 0 {
		if found.Line, err = endings.BestPlay(t, p.notation, p.state); err != nil {
			return err
		}
	}
	return write(cmd, found, func(w io.Writer) { found.WriteText(w, p.notation, &p.state) })
}

// materials are the endings that were asked for under r.
func (s *solving) materials(r *rules.Rules) (ms []exact.Material, err error) {
	if s.pieces > 0 {
		return exact.New(r, "").Placeable(exact.UpTo(s.pieces)), nil
	}
	for _, text := range s.material {
		m, err := exact.ParseMaterial(text)
		if err != nil {
			return nil, usageError{fmt.Errorf("--material: %w", err)}
		}
		ms = append(ms, m)
	}
	return ms, nil
}

// endings solves endings under every rule set.
func (s *solving) endings() error {
	if len(s.material) == 0 {
		if err := outside("pieces", s.pieces, 2, 10); err != nil {
			return err
		}
	}
	ctx := s.tables.cmd.Context()
	for _, ref := range s.flags.refs {
		v, r, err := s.flags.Load(ref)
		if err != nil {
			return err
		}
		ms, err := s.materials(r)
		if err != nil {
			return err
		}
		t, err := s.tables.build(r, ms)
		if err != nil {
			return fmt.Errorf("%s: %w", v.ID, err)
		}
		s.rules[v.ID] = r
		if err := s.found.Solve(ctx, v.ID, t, ms, workers(s.tables.cmd)); err != nil {
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
		if err := unless(ok && errRows == nil && errColumns == nil, "--board %q (want ROWSxCOLUMNS, such as 6x6)", board); err != nil {
			return err
		}
		sets := append(slices.Clone(s.flags.Sets), fmt.Sprintf("board.rows=%d", m), fmt.Sprintf("board.columns=%d", n), fmt.Sprintf("board.men_rows=%d", s.menRows))
		for _, ref := range s.flags.refs {
			v, _, err := s.flags.Load(ref)
			if err != nil {
				return err
			}
			_, r, err := (&lab.RuleSets{Sets: sets}).Load(ref)
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

// game solves one game.
func (s *solving) game(r *rules.Rules) (exact.Game, error) {
	o, end := s.tables.options()
	defer end()
	return exact.SolveGame(s.tables.cmd.Context(), r, s.tables.Folder(), exact.DefaultLimits, o)
}

// tableFlags say where exact tables are kept, and make them with a line of progress.
type tableFlags struct {
	lab.Tables
	cmd *cobra.Command // whose context and stderr are used
}

// options returns the options of the flags, with a line of progress, which end ends. Tables
// that cannot be kept are an error only if a flag asked to keep them.
func (f *tableFlags) options() (o exact.Options, end func()) {
	line := &progress{out: f.cmd.ErrOrStderr()}
	o = exact.Options{Workers: workers(f.cmd), Share: true, Done: line.add, Begin: func(what string, total, found int) {
		line.end()
		if line.what = what; found < total {
			line.begin(total, found)
		}
	}}
	if f.Dir == "" {
		o.Unkept = func(err error) {
			remark(f.cmd.ErrOrStderr(), "tables are not kept: %v", err)
			f.Unkept = true
		}
	}
	return o, line.end
}

// build returns the tables of the given materials under r. Those that are missing are made.
func (f *tableFlags) build(r *rules.Rules, ms []exact.Material) (*exact.Tables, error) {
	t := exact.New(r, f.Folder())
	return t, f.fill(t, ms)
}

// fill makes the tables of the given materials that are missing.
func (f *tableFlags) fill(t *exact.Tables, ms []exact.Material) error {
	o, end := f.options()
	defer end()
	return f.cut(t.Build(f.cmd.Context(), ms, o))
}

// made are the tables as a lab has them made.
func (f *tableFlags) made() *lab.Tables {
	f.Build = f.fill
	return &f.Tables
}

// cut adds to the error of interrupted work on tables which of them are kept, and how to go
// on.
func (f *tableFlags) cut(err error) error {
	if err == nil || errors.As(err, new(hinted)) {
		return err
	}
	kept, on := "; the tables that are complete are kept", "to go on: "
	if f.Folder() == "" {
		kept, on = "", "to begin again: "
	}
	switch ctx := f.cmd.Context(); {
	case ctx.Err() != nil:
		return hinted{fmt.Errorf("stopped: %w%s", ctx.Err(), kept), on + again(f.cmd, "")}
	case noRoom(err):
		return hinted{fmt.Errorf("%w%s", err, kept), "when there is room, " + on + again(f.cmd, "")}
	}
	return err
}
