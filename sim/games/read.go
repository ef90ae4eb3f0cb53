package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"varlab/rules/notation"
)

// A File is PDN text. It is read more than once, one game at a time.
type File struct {
	Name string
	Text io.ReadSeeker
}

// games returns the games, each with the fault of its text. An error that keeps the file from
// being read comes last, without a game.
func (f *File) games(ctx context.Context) iter.Seq2[*notation.Game, error] {
	return func(yield func(*notation.Game, error) bool) {
		if _, err := f.Text.Seek(0, io.SeekStart); err != nil {
			yield(nil, fmt.Errorf("%s: %w", f.Name, err))
			return
		}
		r := notation.NewReader(f.Text)
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
