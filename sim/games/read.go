package games

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"varlab/rules/notation"
)

// A File is PDN text. It is read more than once, one game at a time.
type File struct {
	Name string
	Text io.ReadSeeker

	told func(n int)
	at   int
}

// Open opens files, with their size in bytes; - is stdin, which is kept in memory. told is called
// with the number of bytes that are read, and with the same below 0 where a file is begun again.
func Open(names []string, stdin io.Reader, told func(n int)) (list []*File, size int64, err error) {
	for _, name := range names {
		f := &File{Name: name, told: told}
		if name == "-" {
			var all []byte
			all, err = io.ReadAll(stdin)
			f.Text = bytes.NewReader(all)
		} else {
			f.Text, err = os.Open(name)
		}
		if err != nil {
			Close(list)
			return nil, 0, err
		}
		n, _ := f.Text.Seek(0, io.SeekEnd) // a pipe has none, and is refused where it is read
		list, size = append(list, f), size+n
	}
	return list, size, nil
}

// Close closes the files that Open opened.
func Close(list []*File) {
	for _, f := range list {
		if c, ok := f.Text.(io.Closer); ok {
			c.Close()
		}
	}
}

// Read reads on.
func (f *File) Read(p []byte) (int, error) {
	n, err := f.Text.Read(p)
	f.tell(n)
	return n, err
}

func (f *File) tell(n int) {
	if f.at += n; f.told != nil {
		f.told(n)
	}
}

// games returns the games, each with the fault of its text. An error that keeps the file from
// being read comes last, without a game.
func (f *File) games(ctx context.Context) iter.Seq2[*notation.Game, error] {
	return func(yield func(*notation.Game, error) bool) {
		if _, err := f.Text.Seek(0, io.SeekStart); err != nil {
			yield(nil, fmt.Errorf("%s: %w", f.Name, err))
			return
		}
		f.tell(-f.at)
		r := notation.NewReader(f)
		for g, err := range r.Games() {
			if ctx.Err() != nil {
				g, err = nil, fmt.Errorf("%s: interrupted at game %d", f.Name, g.Number)
			} else if err != nil && !errors.As(err, new(*notation.SyntaxError)) {
				g, err = nil, fmt.Errorf("%s: %w", f.Name, err)
			}
			if !yield(g, err) || g == nil {
				return
			}
		}
	}
}

// ruleSetTag is the tag by which a game names its rule set.
const ruleSetTag = "RuleSet"

// RuleSets returns the rule sets that games of the file name, each with the number of the
// first such game.
func (f *File) RuleSets(ctx context.Context) (map[string]int, error) {
	named := map[string]int{}
	for g, err := range f.games(ctx) {
		if g == nil {
			return nil, err
		}
		if id := g.Tag(ruleSetTag); id != "" && named[id] == 0 {
			named[id] = g.Number
		}
	}
	return named, nil
}
