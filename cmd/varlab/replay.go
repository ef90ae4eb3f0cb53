package main

import (
	"bufio"
	"bytes"
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
	cmd := newCommand("replay", arguments(1, math.MaxInt), func(cmd *cobra.Command, files []string) error {
		if err := flags.named(cmd.Context(), files); err != nil {
			return err
		}
		set, ok := notation.CharsetOf(charset)
		if err := cmp.Or(
			unless(ok, "--charset: unknown character set %q (want %s)", charset, strict.List(notation.Charsets)),
			outside("list", list, 0, 0),
			unless(by == "" || counted, "--by %s (want it with --stats)", by),
			unless(len(flags.refs) > 0, "%w", hinted{errors.New("no rule set is named, by -r or by a tag RuleSet of a game (want one or more, each by -r)"), errNoRules.hint}),
		); err != nil {
			return err
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
		games := map[*replay.Tally]*people.Games{}
		if counted {
			for _, t := range bench.Tallies {
				games[t] = new(people.Games)
			}
			bench.Found = func(judge int, g *notation.Game, f *replay.Finding) {
				var values []string
				if by != "" {
					values = append(values, people.Value(g, by))
				}
				games[bench.Tallies[judge]].Add(people.GameOf(g, f), values...)
			}
		}
		line := &progress{what: "kilobytes", out: cmd.ErrOrStderr()}
		if total := kilobytes(files); total > 1000 {
			line.begin(total, 0)
			defer line.end()
		}
		for _, file := range files {
			if err := readGames(cmd, file, set, line, len(files) > 1, &bench); err != nil {
				return err
			}
		}
		bench.Rank()
		var all []replayed
		for _, t := range bench.Tallies {
			one := replayed{Tally: t}
			if counted {
				one.Stats = games[t].Stats()
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

// eachTag has the rule sets found whose games a file has by their tags, and goes back to
// its beginning.
func eachTag(ctx context.Context, f *os.File, found func(id string) error) error {
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return err
	}
	lines := bufio.NewReaderSize(f, 16<<10) // a line may be endless, no reference is so long
	for begins := true; ; {
		line, more, err := lines.ReadLine()
		if err == io.EOF {
			break
		} else if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if begins && bytes.Contains(line, []byte(ruleSetTag)) {
			if err := eachTagOf(line, found); err != nil {
				return err
			}
		}
		begins = !more
	}
	_, err := f.Seek(0, io.SeekStart)
	return err
}

const ruleSetTag = "RuleSet"

// eachTagOf has the rule sets found that the tags on a line name.
func eachTagOf(line []byte, found func(id string) error) error {
	for {
		line = bytes.TrimSpace(line)
		name, value, n := notation.ReadTag(line)
		if n == 0 {
			return nil
		}
		if name == ruleSetTag {
			if err := found(string(bytes.TrimSpace(value))); err != nil {
				return err
			}
		}
		line = line[n:]
	}
}

// mostTagged is how many rule sets are taken from the tags of games. Every one of them
// follows every game.
const mostTagged = 100

// named takes the rule sets that the games of files name, where no rule set is given.
func (f *ruleFlags) named(ctx context.Context, names []string) error {
	if len(f.refs) > 0 {
		return nil
	}
	found := map[string]bool{}
	for _, file := range names {
		if file == "-" {
			continue // it can be read once
		}
		in, err := files.Open(file)
		if err != nil {
			return err
		}
		err = eachTag(ctx, in, func(id string) error {
			if variants.ByPath(id) {
				return fmt.Errorf("a game names the rule set %.60q, a file (want it by -r, if it is meant)", id)
			}
			if found[id] {
				return nil
			}
			if found[id] = true; len(found) > mostTagged {
				return fmt.Errorf("its games name more than %d rule sets (want fewer, or those that are meant, each by -r)", mostTagged)
			}
			if _, err := f.shelf.Load(id, nil); err != nil {
				return fmt.Errorf("a game names the rule set %.60q: %w", id, err)
			}
			return nil
		})
		in.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	f.refs = slices.Sorted(maps.Keys(found))
	return nil
}

// readGames has every judge follow every game of a file, which rows name if it is not
// the only one.
func readGames(cmd *cobra.Command, file string, set notation.Charset, line *progress, named bool, b *replay.Bench) error {
	var in io.Reader
	if file == "-" {
		in = heard(cmd.Context(), cmd.InOrStdin())
	} else {
		f, err := files.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		b.Tagged = map[string]bool{}
		if err := eachTag(cmd.Context(), f, func(id string) error {
			if slices.ContainsFunc(b.Tallies, func(t *replay.Tally) bool { return t.Rules == id }) {
				b.Tagged[id] = true
			}
			return nil
		}); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		in = f
	}
	r := notation.NewReader(&meter{in: in, count: line.add})
	r.Charset = set
	name := ""
	if named {
		name = file
	}
	for g, err := range r.Games() {
		if cmd.Context().Err() != nil {
			return fmt.Errorf("%s: interrupted at game %d", file, g.Number)
		}
		if err != nil && !errors.As(err, new(*notation.SyntaxError)) {
			return fmt.Errorf("%s: %w", file, err)
		}
		b.Add(name, g, err)
	}
	return nil
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
