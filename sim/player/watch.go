package player

import (
	"io"

	"varlab/rules"
)

// Watch has see told of each iteration that a search finishes from now on: its depth in
// plies, the score of the best turn in hundredths of a man, how many turns were tried, and
// that turn. A Stop from before is over.
func (p *search) Watch(see func(depth, score, nodes int, best rules.Turn)) {
	p.see = see
	p.stopped.Store(false)
}

// Stop ends the search that is under way in another goroutine: the best of what it has
// finished is chosen.
func (p *search) Stop() { p.stopped.Store(true) }

// Close ends the search for good, also in the midst of a choice, which then means little.
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

// Stop ends what the appraiser is at.
func (a *Appraiser) Stop() { a.search.Stop() }
