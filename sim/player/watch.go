package player

import (
	"io"

	"varlab/rules"
)

// Watch calls see after each iteration that a search finishes from now on: with its depth in
// plies, the score of the best turn in hundredths of a man, the number of turns tried, and
// the best turn. An earlier Stop has no effect.
func (p *search) Watch(see func(depth, score, nodes int, best rules.Turn)) {
	p.see = see
	p.stopped.Store(false)
}

// Stop ends the search that is under way in another goroutine, which chooses the best turn
// that it has found.
func (p *search) Stop() { p.stopped.Store(true) }

// Close ends the search for good, also in the midst of a choice, whose result then means
// little.
func (p *search) Close() error {
	p.Stop()
	return nil
}

// Close ends the search of a player that errs.
func (f *fallible) Close() error {
	if c, ok := f.base.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Close ends the search of a player that stops.
func (f *stopping) Close() error { return f.search.Close() }

// Stop ends the appraiser's search.
func (a *Appraiser) Stop() { a.search.Stop() }
