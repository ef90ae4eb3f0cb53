// Package people holds what people played beside what players play: what games of either
// are like, what their moves cost, and which player's moves cost as much.
//
// The one idea: strength is what moves cost. One judge, a search that is stronger than
// those it judges, says of every move of a real or a simulated game how much expected
// score it gave away. A player is fitted to the moves of a collection, never to its
// results: those it predicts.
package people

import (
	"context"
	"sync"
	"sync/atomic"

	"varlab/sim"
)

// each does i from 0 to n-1, by workers that are numbered. What fails first stops all, and
// is the error; so is the cause, if ctx ends.
func each(ctx context.Context, workers, n int, do func(ctx context.Context, worker, i int) error) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var taken atomic.Int64
	var wg sync.WaitGroup
	for worker := range min(max(1, workers), max(1, n)) {
		wg.Go(func() {
			for i := int(taken.Add(1)) - 1; i < n && inner.Err() == nil; i = int(taken.Add(1)) - 1 {
				if err := do(inner, worker, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	sim.WaitFor(inner, &wg)
	return context.Cause(inner)
}
