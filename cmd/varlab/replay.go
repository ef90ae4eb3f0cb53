package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/rules/replay"
	"varlab/variants/strict"

	"github.com/spf13/cobra"
)

func replayCommand() *cobra.Command {
	var flags ruleFlags
	var format formatFlag
	var charset string
	var list int
	cmd := &cobra.Command{
		Use:   "replay FILE.pdn… -r ID",
		Short: "Hold games that were played against rule sets",
		Long: `replay reads games in PDN (- is standard input) and plays them again under each
rule set that -r names, side by side:

- illegal moves, the first of each game, with the axes of which each alone forbids
  it; a game is followed no further than that;
- results that the last position contradicts;
- draw clauses that stood, which do not stop the game;
- how often each axis was binding: at how many plies it forbade a move that would
  else have been playable, that is, under the rule set with that axis alone at its
  loosest value.

Squares are named as the rule set names them. Where a game can be followed further
with the names of its tag GameType, or of the other rule sets named by -r, it is
read with those; --set board.white_home=high and the like put other names.`,
		Example: "  varlab replay games.pdn -r russian\n" +
			"  varlab replay games.pdn -r international -r frisian -r federation --format json",
		Args: arguments(1, math.MaxInt),
		RunE: func(cmd *cobra.Command, files []string) error {
			set, ok := notation.CharsetOf(charset)
			if !ok {
				return usageError{fmt.Errorf("--charset: unknown character set %q (want %s)", charset, strict.List(notation.Charsets))}
			}
			if list < 0 {
				return usageError{fmt.Errorf("--list %d (want 0 or more)", list)}
			}
			if len(flags.refs) == 0 {
				return usageError{hinted{errors.New("no rule set is named (want one or more, each by -r)"), "varlab variants lists them"}}
			}
			vs, rs, err := loadAll(flags.refs, flags.sets)
			if err != nil {
				return err
			}
			bench := replayBench{charset: set}
			var beside []*profile.Profile
			for _, r := range rs {
				beside = append(beside, r.Profile())
			}
			for i, r := range rs {
				j, err := replay.NewJudge(r, beside...)
				if err != nil {
					return fmt.Errorf("%s: %w", vs[i].ID, err)
				}
				bench.judges = append(bench.judges, j)
				bench.tallies = append(bench.tallies, replay.NewTally(vs[i].ID, j))
			}
			bench.progress.out, bench.progress.what = cmd.ErrOrStderr(), "kilobytes"
			if total := kilobytes(files); total > 1000 {
				bench.progress.begin(total, 0)
				defer bench.progress.end()
			}
			for _, file := range files {
				name := file
				if len(files) == 1 {
					name = ""
				}
				if err := bench.read(cmd.Context(), cmd.InOrStdin(), file, name); err != nil {
					return err
				}
			}
			if format.name == "json" {
				if len(bench.tallies) == 1 {
					return writeJSON(cmd.OutOrStdout(), bench.tallies[0])
				}
				return writeJSON(cmd.OutOrStdout(), bench.tallies)
			}
			return bench.writeText(cmd.OutOrStdout(), list)
		},
	}
	flags.add(cmd, true)
	format.add(cmd, "text", "json")
	cmd.Flags().StringVar(&charset, "charset", "auto", "letters beyond ASCII: `"+strict.List(notation.Charsets)+"`")
	cmd.Flags().IntVar(&list, "list", 10, "rows of each list in text, at most: `N`")
	return cmd
}

// A replayBench is where judges sit side by side.
type replayBench struct {
	charset  notation.Charset
	judges   []*replay.Judge
	tallies  []*replay.Tally
	progress progress
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

// read has every judge follow every game of a file; name is what rows call it.
func (b *replayBench) read(ctx context.Context, stdin io.Reader, file, name string) error {
	in := stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	r := notation.NewReader(&meter{in: in, count: b.progress.add})
	r.Charset = b.charset
	for g, err := range r.Games() {
		if ctx.Err() != nil {
			return fmt.Errorf("%s: interrupted at game %d", file, g.Number)
		}
		if err != nil && !errors.As(err, new(*notation.SyntaxError)) {
			return fmt.Errorf("%s: %w", file, err)
		}
		for i, j := range b.judges {
			b.tallies[i].Add(name, g, j.Follow(g, err))
		}
	}
	return nil
}
