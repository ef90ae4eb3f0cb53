package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"varlab/files"
	"varlab/reports"
	"varlab/reports/endings"
	"varlab/rules"
	"varlab/rules/exact"
	"varlab/sim"
	"varlab/sim/record"
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
	rules    map[string]*rules.Rules // of the endings found, by id
}

func solveCommand() *cobra.Command {
	var within []int
	s := solving{limits: exact.DefaultLimits}
	cmd := newCommand("solve", s.flags.all, func(cmd *cobra.Command, _ []string) error {
		form, modes := formOf(cmd), stated(cmd, "material", "pieces", "board")
		if err := cmp.Or(
			unless(len(modes) > 0, "%s: nothing to solve (want --material, --pieces or --board)", cmd.Name()),
			unless(len(modes) < 2, "--%s (want one of --material, --pieces and --board)", strings.Join(modes, " and --")),
			unsuited(cmd, modes, "material", "against", "within"),
			unsuited(cmd, modes, "pieces", "verify"),
			unsuited(cmd, modes, "board", "men-rows", "most-positions", "most-nodes", "most-states"),
		); err != nil {
			return err
		}
		if modes[0] == "pieces" {
			if err := unless(form == "text" || form == "json", "--format %s with --pieces (want text or json)", form); err != nil {
				return err
			}
			return s.count(cmd)
		}
		ascend := slices.IsSortedFunc(within, func(a, b int) int { return cmp.Or(cmp.Compare(a, b), -1) })
		if err := cmp.Or(
			unless(ascend && (len(within) == 0 || within[0] > 0), "--within %v (want numbers from 1 that ascend)", within),
			unless(len(within) == 0 || form != "text" && form != "json", "--within with --format %s (want md, svg or html)", form),
			errors.Join(outside("most-positions", s.limits.Positions, 0, 0), outside("most-nodes", s.limits.Nodes, 1, 0), outside("most-states", s.limits.States, 1, 0)),
			unless(form != "svg" && form != "html" || len(s.material) > 0 && s.against == "", "--format %s without endings (want --material, and no --against)", form),
		); err != nil {
			return err
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
		switch form {
		case "svg":
			text = s.found.Picture(within)
		case "md":
			text = s.found.Markdown(within)
		case "html":
			var err error
			if text, err = s.found.Page(within, s.rules); err != nil {
				return err
			}
		}
		return write(cmd, s.found.Data(), func(w io.Writer) {
			if io.WriteString(w, text); form == "text" {
				s.found.WriteText(w)
			}
		})
	}, "text", "json", "md", "svg", "html")
	s.flags.add(cmd)
	s.tables.add(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&s.material, "material", nil, "the pieces of both sides: `\"KKM vs K\"`")
	f.IntVar(&s.pieces, "pieces", 0, "all endings with at most `N` pieces")
	f.BoolVar(&s.verify, "verify", false, "with --pieces: compare every value with those of its successors")
	f.IntVar(&s.limits.Positions, "most-positions", s.limits.Positions, "with --board: make tables of at most `N` positions, and search if they are not enough")
	f.IntVar(&s.limits.Nodes, "most-nodes", s.limits.Nodes, "with --board: turns played in a search: `N`")
	f.IntVar(&s.limits.States, "most-states", s.limits.States, "with --board, where a rule set has no tables: `N` states reached from the start")
	f.IntSliceVar(&within, "within", nil, "with --material, in md, svg and html: count the wins of at most `N,...` own moves apart")
	f.StringVar(&s.against, "against", "", "with --material: count the positions that have another value under rule set `ID`")
	f.StringArrayVar(&s.boards, "board", nil, "solve the game on a board of `ROWSxCOLUMNS`")
	f.IntVar(&s.menRows, "men-rows", 1, "with --board: `N` rows of men of each side at the start")
	return cmd
}

// unsuited is an error of usage where flags are stated that go with one mode alone, and
// another was chosen; that none was is said elsewhere.
func unsuited(cmd *cobra.Command, modes []string, mode string, flags ...string) error {
	found := stated(cmd, flags...)
	if len(found) == 0 || len(modes) == 0 || slices.Contains(modes, mode) {
		return nil
	}
	return usageError{fmt.Errorf("--%s with --%s (want it with --%s)", found[0], modes[0], mode)}
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
	s.rules = map[string]*rules.Rules{}
	for i, ref := range refs {
		v, r, err := load(ref, s.flags.sets)
		if err != nil {
			return err
		}
		ids[i], games[i], s.rules[v.ID] = v.ID, r, r
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
		if err := unless(ok && errRows == nil && errColumns == nil, "--board %q (want ROWSxCOLUMNS, such as 6x6)", board); err != nil {
			return err
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
	if err := checkWorkers(s.tables.workers); err != nil {
		return exact.Game{}, err
	}
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

// tableFlags say where exact tables are kept and how they are made.
type tableFlags struct {
	dir     string
	workers int
	doubt   int            // as in exact.Tables
	lent    []lazyTables   // by lazy
	told    bool           // that tables are not kept
	cmd     *cobra.Command // whom to tell, and who can interrupt
}

func (f *tableFlags) add(cmd *cobra.Command) {
	f.cmd = cmd
	take(cmd, "tables", func(flags *pflag.FlagSet) (err error) {
		f.dir, err = flags.GetString("tables")
		return err
	})
	workersFlag(cmd, &f.workers)
}

// folder is where tables are kept; empty if nowhere.
func (f *tableFlags) folder() string {
	switch f.dir {
	case "":
		if cache, err := os.UserCacheDir(); err == nil {
			return filepath.Join(cache, "varlab", "tables")
		}
		return ""
	case "none":
		return ""
	}
	return f.dir
}

// keeping is folder, but empty with a remark where nobody asked for tables to be kept
// and they cannot be.
func (f *tableFlags) keeping() string {
	dir := f.folder()
	if f.dir == "" && dir != "" {
		if err := files.Writable(dir); err != nil {
			if !f.told {
				remark(f.cmd.ErrOrStderr(), "tables are not kept: %v", err)
			}
			f.told = true
			return ""
		}
	}
	return dir
}

// build returns the tables of the given materials under r, those that are missing
// made.
func (f *tableFlags) build(r *rules.Rules, ms []exact.Material) (*exact.Tables, error) {
	return f.buildIn(f.keeping(), r, ms)
}

// buildIn is build with tables kept in a folder, if it is not empty.
func (f *tableFlags) buildIn(dir string, r *rules.Rules, ms []exact.Material) (*exact.Tables, error) {
	if err := checkWorkers(f.workers); err != nil {
		return nil, err
	}
	t, err := exact.New(r, dir)
	if err != nil {
		return nil, err
	}
	line := &progress{what: "positions", out: f.cmd.ErrOrStderr()}
	err = t.Build(f.cmd.Context(), ms, exact.Options{Workers: f.workers, Done: line.add, Begin: func(total, found int) {
		if found < total {
			line.begin(total, found)
		}
	}})
	line.end()
	if err != nil {
		return nil, f.cut(errors.Join(err, t.Close()))
	}
	return t, nil
}

// cut says of work on tables that did not come to its end what is left of it, and how
// to go on.
func (f *tableFlags) cut(err error) error {
	if err == nil || errors.As(err, new(hinted)) {
		return err
	}
	kept, on := "; the tables that are complete are kept", "to go on: "
	if f.folder() == "" || f.told {
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

// accepted returns the materials of at most that many pieces that have tables under r,
// and why others have none, or why none has.
func accepted(r *rules.Rules, pieces int) (ms []exact.Material, refused, err error) {
	t, err := exact.New(r, "")
	if err != nil {
		return nil, err, err
	}
	return t.Accepted(pieces)
}

// shelf keeps open tables, for all games and reports of the program.
var shelf = struct {
	sync.Mutex
	tables map[string]*exact.Tables
	lazy   map[string]lazyTables
}{tables: map[string]*exact.Tables{}, lazy: map[string]lazyTables{}}

// known returns the tables of all endings under r with at most that many pieces that
// can have tables.
func (f *tableFlags) known(r *rules.Rules, pieces int) (*exact.Tables, error) {
	ms, _, err := accepted(r, pieces)
	if err != nil {
		return nil, err
	}
	shelf.Lock()
	defer shelf.Unlock()
	key := fmt.Sprint(pieces, " ", f.folder(), " ", exact.Hash(r))
	if t := shelf.tables[key]; t != nil {
		return t, nil
	}
	t, err := f.build(r, ms)
	if noRoom(err) && f.dir == "" { // nobody has asked for them to be kept
		remark(f.cmd.ErrOrStderr(), "tables are not kept: %v", err)
		f.told = true
		t, err = f.buildIn("", r, ms)
	}
	if err == nil {
		shelf.tables[key] = t
	}
	return t, err
}

// lazy returns the tables of endings under r with at most that many pieces, made as they
// are asked for.
func (f *tableFlags) lazy(r *rules.Rules, pieces int) (sim.Endings, error) {
	shelf.Lock()
	defer shelf.Unlock()
	key := fmt.Sprint(pieces, " ", f.doubt, " ", f.folder(), " ", exact.Hash(r))
	if l, ok := shelf.lazy[key]; ok {
		f.lent = append(f.lent, l)
		return l, nil
	}
	dir := f.folder()
	switch {
	case f.doubt == 0:
		dir = f.keeping()
	case f.dir == "" && files.OutsideRuns(dir) != nil: // nobody asked for it
		dir = ""
	}
	t, err := exact.New(r, dir)
	if err != nil {
		return nil, err
	}
	t.Doubt(f.doubt)
	l := lazyTables{exact.NewLazy(t, pieces)}
	shelf.lazy[key] = l
	f.lent = append(f.lent, l)
	return l, nil
}

// believed names the tables that were read from files.
func (f *tableFlags) believed() []string {
	names := []string{}
	for _, l := range f.lent {
		names = append(names, l.Believed()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

type lazyTables struct{ *exact.Lazy }

// Ready makes tables with one processor: the others play.
func (l lazyTables) Ready(ctx context.Context, s *rules.State) error {
	return l.Lazy.Ready(ctx, s, exact.Options{Workers: 1})
}

func (l lazyTables) Sum(ctx context.Context, name string) (string, error) {
	return l.Lazy.Sum(ctx, name, exact.Options{Workers: 1})
}

// endings gives reports what is known of endings with at most that many pieces.
func (f *tableFlags) endings(pieces int) reports.Endings {
	return func(r *rules.Rules) (known record.Prober, refused string, err error) {
		ms, why, _ := accepted(r, pieces)
		if why != nil {
			refused = why.Error()
		}
		if len(ms) == 0 {
			return nil, refused, nil
		}
		known, err = f.known(r, pieces)
		return known, refused, err
	}
}
