package sim

import (
	"context"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/sim/random"
	"varlab/sim/record"
)

// PlayOn plays a game on that began with turns, between players by side. The game is
// recorded as if the turns had been its opening, and cut off at the ply horizon. It is
// what no study lays out: its record has no study, rule set or players. If ctx ends, those
// players that can be closed are.
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
