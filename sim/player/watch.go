package player

import "varlab/rules"

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
