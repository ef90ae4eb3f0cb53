package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"varlab/files"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/rules/replay"
	"varlab/sim/people"
	"varlab/variants"
	"varlab/variants/strict"
)

func replayCommand() *cobra.Command {
	var flags ruleFlags
	var charset string
	var list int
	var counted bool
	var by string
	cmd := newCommand("replay", arguments(1, math.MaxInt), func(cmd *cobra.Command, names []string) error {
		set, ok := notation.CharsetOf(charset)
		if err := cmp.Or(
			unless(ok, "--charset: unknown character set %q (want %s)", charset, strict.List(notation.Charsets)),
			outside("list", list, 0, 0),
			unless(by == "" || counted, "--by %s (want it with --stats)", by),
		); err != nil {
			return err
		}
		games, closed, err := sources(cmd, names, set)
		if err != nil {
			return err
		}
		defer closed()
		if err := flags.named(cmd.Context(), games); err != nil {
			return err
		}
		if len(flags.refs) == 0 {
			return usageError{hinted{errors.New("no rule set is named, by -r or by a tag RuleSet of a game (want one or more, each by -r)"), errNoRules.hint}}
		}
		var ids []string
		var rs []*rules.Rules
		var beside []*profile.Profile
		if err := flags.each(flags.refs, func(v *variants.Resolved, r *rules.Rules) error {
			ids, rs, beside = append(ids, v.ID), append(rs, r), append(beside, r.Profile())
			return nil
		}); err != nil {
			return err
		}
		bench := replay.Bench{}
		for i, r := range rs {
			j, err := replay.NewJudge(r, beside...)
			if err != nil {
				return fmt.Errorf("%s: %w", ids[i], err)
			}
			bench.Judges = append(bench.Judges, j)
			bench.Tallies = append(bench.Tallies, replay.NewTally(ids[i], j))
		}
		counts := map[*replay.Tally]*people.Games{}
		if counted {
			for _, t := range bench.Tallies {
				counts[t] = new(people.Games)
			}
			bench.Found = func(judge int, g *notation.Game, f *replay.Finding) {
				var values []string
				if by != "" {
					values = append(values, people.Value(g, by))
				}
				counts[bench.Tallies[judge]].Add(people.GameOf(g, f), values...)
			}
		}
		line := &progress{what: "kilobytes", out: cmd.ErrOrStderr()}
		if total := kilobytes(names); total > 1000 {
			line.begin(total, 0)
			defer line.end()
		}
		for _, s := range games {
			if err := s.follow(cmd.Context(), line, len(games) > 1, &bench); err != nil {
				return err
			}
		}
		bench.Rank()
		var all []replayed
		for _, t := range bench.Tallies {
			one := replayed{Tally: t}
			if counted {
				one.Stats = counts[t].Stats()
			}
			all = append(all, one)
		}
		var found any = all
		if len(all) == 1 {
			found = all[0]
		}
		return write(cmd, found, func(w io.Writer) {
			bench.WriteText(w, list)
			for _, one := range all {
				if counted {
					fmt.Fprintf(w, "\n%s: the games\n", one.Rules)
					one.Stats.WriteText(w)
				}
			}
		})
	}, "text", "json")
	flags.add(cmd)
	cmd.ValidArgsFunction = nil
	cmd.Flags().StringVar(&charset, "charset", "auto", "letters beyond ASCII: `SET` "+strict.List(notation.Charsets))
	cmd.Flags().IntVar(&list, "list", 10, "rows of each list in text, at most: `N`")
	cmd.Flags().BoolVar(&counted, "stats", false, "count results, lengths, captures, branching, promotions and openings")
	cmd.Flags().StringVar(&by, "by", "", "with --stats, apart by a `TAG` of the games, or by year, decade or rating")
	return cmd
}

// replayed is what replay says of a rule set.
type replayed struct {
	*replay.Tally
	Stats *people.Stats `json:"stats,omitempty"`
}

// kilobytes is how long the files are that have a length.
func kilobytes(files []string) int {
	var total int64
	for _, file := range files {
		if info, err := os.Stat(file); err == nil {
			total += info.Size()
		}
	}
	return int(total / 1000)
}

// A meter counts what is read.
type meter struct {
	in    io.Reader
	rest  int // bytes that make no kilobyte yet
	count func(kilobytes int)
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.in.Read(p)
	m.rest += n
	m.count(m.rest / 1000)
	m.rest %= 1000
	return n, err
}

// A source is games in PDN that are read more than once.
type source struct {
	called string
	set    notation.Charset
	copied *os.File // of the standard input
}

// sources names games, of files or of the standard input. The function closes them.
func sources(cmd *cobra.Command, names []string, set notation.Charset) (list []source, closed func() error, err error) {
	var copied *os.File
	closed = func() error { return copied.Close() } // an error that tells nothing, of none too
	for _, name := range names {
		s := source{called: name, set: set}
		if name == "-" {
			if copied == nil {
				if copied, err = files.Copy(heard(cmd.Context(), cmd.InOrStdin())); err != nil {
					return nil, nil, fmt.Errorf("-: %w", err)
				}
			}
			s.copied = copied
		}
		list = append(list, s)
	}
	return list, closed, nil
}

// games has every game found, from the beginning, as far as they can be read.
func (s source) games(ctx context.Context, read func(kilobytes int), found func(*notation.Game, error) error) error {
	in := s.copied
	if in == nil {
		var err error
		if in, err = files.Open(s.called); err != nil {
			return err
		}
		defer in.Close()
	} else if _, err := in.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r := notation.NewReader(&meter{in: in, count: read})
	r.Charset = s.set
	for g, err := range r.Games() {
		if ctx.Err() != nil {
			return fmt.Errorf("%s: interrupted at game %d", s.called, g.Number)
		}
		if err == nil || errors.As(err, new(*notation.SyntaxError)) {
			err = found(g, err)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.called, err)
		}
	}
	return nil
}

// ruleSetTag is the tag by which a game names its rule set.
const ruleSetTag = "RuleSet"

// mostTagged is how many rule sets are taken from the tags of games. Every one of them
// follows every game.
const mostTagged = 100

// named takes the rule sets that games name, where no rule set is given.
func (f *ruleFlags) named(ctx context.Context, games []source) error {
	if len(f.refs) > 0 {
		return nil
	}
	known := map[string]bool{}
	for _, s := range games {
		if err := s.games(ctx, func(int) {}, func(g *notation.Game, _ error) error {
			id := g.Tag(ruleSetTag)
			switch {
			case id == "" || known[id]:
				return nil
			case variants.ByPath(id):
				return fmt.Errorf("game %d names the rule set %.60q, a file (want it by -r, if it is meant)", g.Number, id)
			}
			if known[id] = true; len(known) > mostTagged {
				return fmt.Errorf("its games name more than %d rule sets (want fewer, or those that are meant, each by -r)", mostTagged)
			}
			if _, err := f.shelf.Load(id, nil); err != nil {
				return fmt.Errorf("game %d names the rule set %.60q: %w; -r names those that are meant", g.Number, id, err)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	f.refs = slices.Sorted(maps.Keys(known))
	return nil
}

// follow has every judge follow every game, which rows name by its file if it is not the
// only one.
func (s source) follow(ctx context.Context, line *progress, named bool, b *replay.Bench) error {
	b.Tagged = map[string]bool{}
	if err := s.games(ctx, func(int) {}, func(g *notation.Game, _ error) error {
		if id := g.Tag(ruleSetTag); slices.ContainsFunc(b.Tallies, func(t *replay.Tally) bool { return t.Rules == id }) {
			b.Tagged[id] = true
		}
		return nil
	}); err != nil {
		return err
	}
	name := ""
	if named {
		name = s.called
	}
	return s.games(ctx, line.add, func(g *notation.Game, err error) error {
		b.Add(name, g, err)
		return nil
	})
}

// heard is what a reader says until the context is done, which a read that waits for
// somebody would not notice.
func heard(ctx context.Context, in io.Reader) io.Reader {
	r, w := io.Pipe()
	context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(w, in)
		w.CloseWithError(err)
	}()
	return r
}
