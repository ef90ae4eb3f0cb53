package sim

import (
	"context"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/sim/random"
	"varlab/sim/record"
)

// PlayOn continues a game that began with an opening, between players by side. The record is cut
// off at the ply horizon. It belongs to no study, and names no rule set and no players. If ctx
// ends, PlayOn closes players that are io.Closers.
func PlayOn(ctx context.Context, r *rules.Rules, players [2]Player, o Opening, horizon int, c random.Chance) (*record.Record, error) {
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
	return rec, t.game(ctx, o, c, rec)
}
