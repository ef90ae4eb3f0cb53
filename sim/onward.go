package sim

import (
	"context"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/sim/random"
	"varlab/sim/record"
)

// PlayOn continues a game that began with turns, between players by side. The record has the
// turns as its opening and is cut off at the ply horizon. It belongs to no study, and names no
// rule set and no players. If ctx ends, PlayOn closes players that are io.Closers.
func PlayOn(ctx context.Context, r *rules.Rules, players [2]Player, turns []rules.Turn, horizon int, c random.Chance) (*record.Record, error) {
	t := table{
		rules: r, players: players, horizon: horizon, notation: notation.Of(r.Profile()),
		history: rules.NewHistory(r, r.Start()),
		values:  func() (Endings, error) { return nil, nil },
	}
	defer context.AfterFunc(ctx, func() {
		for _, p := range players {
			shut(p)
		}
	})()
	rec := new(record.Record)
	return rec, t.game(ctx, Opening{Turns: turns}, c, rec)
}
