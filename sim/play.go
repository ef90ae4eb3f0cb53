package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"varlab/internal/plain"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/random"
	"varlab/sim/record"
	"varlab/sim/study"
)

// A table is where two players play games of one rule set. It serves one goroutine.
type table struct {
	rules   *rules.Rules
	players [2]Player // by side
	horizon int       // ply at which a game is cut off
	// values are the known values of endings; nil if there are none. They are loaded on first
	// use, which may take a while.
	values      func() (Endings, error)
	read        map[string]bool // tables that gave values
	adjudicates int             // a game ends where its value is known, with at most this number of pieces
	history     *rules.History

	notation *notation.Notation
	text     []string // of the turns made

	turns, due []rules.Turn
	made       bySide             // for good
	stands     bySide             // what a compel can take back together with the turn that caused it
	failed     [2]*record.Failure // by side: before the game
}

// bySide are counts by side.
type bySide [2]study.Counts

// game plays one game and sets rec from Result on. If ctx ends before the game does, game
// returns the reason and rec means nothing.
func (tb *table) game(ctx context.Context, o Opening, c random.Chance, rec *record.Record) error {
	h := tb.history
	from, err := o.Begin(tb.rules)
	if err != nil {
		return err
	}
	h.Begin(from)
	tb.text = tb.text[:0]
	if o.Setup != nil {
		tb.text = append(tb.text, tb.notation.WriteFEN(*o.Setup))
	}
	tb.made, tb.stands = bySide{}, bySide{}
	before := bySide{} // what stood before the last turn
	var agrees [2]bool // by side: to a draw, at its last choice
	for side, p := range tb.players {
		tb.failed[side] = try(func() error { p.NewGame(); return nil })
	}
	rec.OpeningPlies = int32(len(o.Turns))
	omitted := false // the last turn was an omission
	for n := 0; ; n++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		s := h.State()
		side := s.Mover()
		rec.Plies = int32(h.Plies())
		if outcome := h.Outcome(); outcome.Over() {
			rec.Result, rec.Reason = outcome.Result.String(), string(outcome.Reason)
			break
		}
		rec.Idle = int32(h.Idle())
		if n >= len(o.Turns) && s.Pieces(board.First).Len()+s.Pieces(board.Second).Len() <= tb.adjudicates {
			result, err := tb.worth(ctx, h)
			if err != nil {
				return err
			}
			if result != "" {
				rec.Result, rec.Reason = result, record.Adjudication
				break
			}
		}
		if h.Plies() >= tb.horizon {
			rec.Result, rec.Reason = record.Horizon, record.Horizon
			if rec.Value, err = tb.worth(ctx, h); err != nil {
				return err
			}
			break
		}
		tb.turns = append(tb.turns[:0], h.Turns()...)
		var t rules.Turn
		if n < len(o.Turns) {
			t = o.Turns[n]
			if !slices.Contains(tb.turns, t) {
				panic(fmt.Sprintf("sim: opening turn %d is not legal: %s, %s", n+1, rec.Rules, o.Position))
			}
		} else {
			var failure *record.Failure
			t, failure = tb.choose(h, side, c.Of(uint64(n)))
			if ctx.Err() != nil {
				return context.Cause(ctx) // the turn was ended: neither its choice nor its failure counts
			}
			if failure != nil {
				rec.Result, rec.Reason = record.Forfeited, record.Forfeit
				rec.FailedSide, rec.Failure, rec.FailureDetail = side.String(), failure.Code, shortLine(failure.Detail)
				break
			}
			if p, ok := tb.players[side].(Stopper); ok {
				var resigns bool
				resigns, agrees[side] = p.Stops()
				if resigns {
					rec.Result, rec.Reason = rules.WinOf(side.Other()).String(), record.Resignation
					break
				}
				if agrees[side] && agrees[side.Other()] {
					rec.Result, rec.Reason = rules.Draw.String(), record.Agreement
					break
				}
			}
			tb.countChoice(rec, &s)
			if c, ok := tb.players[side].(Corrector); ok {
				tb.made[side][study.Corrected] += c.Corrected()
			}
		}
		tb.text = append(tb.text, tb.notation.Format(notation.Recorded, s.Setup(), t, tb.turns))
		tb.countClaim(rec, &s, t, omitted)
		omitted = t.Omission != profile.NoOmission
		if t.Claim == rules.Compel {
			h.Play(t)
			tb.stands = before
			continue
		}
		before = tb.stands
		h.Play(t)
		after := h.State()
		tb.stands.add(side, t, &s, &after)
	}
	rec.Turns = strings.Join(tb.text, " ")
	rec.SetCounts((*[2]study.Counts)(&tb.made), (*[2]study.Counts)(&tb.stands))
	return nil
}

// worth returns the exact result of the present position, an open claim included: the winner
// or a draw, as results are written; empty if it is not known.
func (tb *table) worth(ctx context.Context, h *rules.History) (result string, err error) {
	endings, err := tb.values()
	if err != nil || endings == nil {
		return "", err
	}
	result, known, err := worth(ctx, endings, h)
	if known {
		s := h.State()
		for _, name := range endings.Tables(&s) {
			tb.read[name] = true
		}
	}
	return result, err
}

// sums are the SHA-256 of the tables that gave values.
func (tb *table) sums(ctx context.Context) (map[string]string, error) {
	sums := map[string]string{}
	for name := range tb.read {
		endings, err := tb.values()
		if err == nil {
			sums[name], err = endings.Sum(ctx, name)
		}
		if err != nil {
			return nil, fmt.Errorf("exact values: %s: %w", name, err)
		}
	}
	return sums, nil
}

// worth gives a win only if it ends before a draw clause can. A longer win has no value here
// and is no draw either, since its captures may begin the count anew. Nor has a win a value if
// it may lead through a repeated position, since it could take another way. known reports
// whether the tables had an answer, whether or not worth gives it.
func worth(ctx context.Context, endings Endings, h *rules.History) (result string, known bool, err error) {
	if h.Rules().Profile().LosesByCount() {
		return "", false, nil // a drawn position may be lost by the count
	}
	s := h.State()
	if err := endings.Ready(ctx, &s); err != nil {
		return "", false, fmt.Errorf("exact values: %w", err)
	}
	winner := func(s *rules.State) (side board.Side, turns int, won, known bool) {
		value, turns, known := endings.Probe(s)
		if side = s.Mover(); value < 0 {
			side = side.Other()
		}
		return side, turns, value != 0, known
	}
	side, turns, won, known := winner(&s)
	switch {
	case !known:
		return "", false, nil
	case !won && h.Rules().Profile().MayBreakOff():
		return "", true, nil
	case !won || side != s.Mover() && h.Callable():
		return rules.Draw.String(), true, nil
	case turns > h.Left():
		return "", true, nil
	}
	for _, s := range h.Recurring() {
		if by, left, won, known := winner(&s); !known || won && by == side && left < turns {
			return "", true, nil
		}
	}
	return rules.WinOf(side).String(), true, nil
}

// try turns an error or a panic into a failure.
func try(do func() error) (failure *record.Failure) {
	defer func() {
		if p := recover(); p != nil {
			failure = &record.Failure{Code: record.Panicked, Detail: fmt.Sprint(p)}
		}
	}()
	if err := do(); err != nil && !errors.As(err, &failure) {
		return &record.Failure{Code: record.Erred, Detail: err.Error()}
	}
	return failure
}

const maxFailure = 300

// shortLine makes one short line of a message from a player or the engine behind it.
func shortLine(text string) string {
	line := plain.Line(strings.ToValidUTF8(text, "?"))
	if len(line) > maxFailure {
		line = strings.ToValidUTF8(line[:maxFailure], "") + "…"
	}
	return line
}

func (tb *table) choose(h *rules.History, side board.Side, c random.Chance) (t rules.Turn, failure *record.Failure) {
	if tb.failed[side] != nil {
		return t, tb.failed[side]
	}
	failure = try(func() (err error) {
		s := h.State()
		if t, err = tb.players[side].Choose(h, c); err == nil && h.State() != s {
			return &record.Failure{Code: record.Meddled}
		} else if err == nil && !slices.Contains(tb.turns, t) && !slices.Contains(h.Unnoticed(), t) {
			return &record.Failure{Code: record.Illegal, Detail: fmt.Sprintf("%+v", t)}
		}
		return err
	})
	return t, failure
}

func (tb *table) countChoice(rec *record.Record, s *rules.State) {
	rec.Decisions++
	rec.Playable += int64(len(tb.turns))
	tb.due = tb.rules.Due(tb.due[:0], *s)
	rec.Due += int64(len(tb.due))
	if len(tb.due) > 0 && tb.due[0].Action == rules.Capture && tb.rules.Profile().Capture.Obligation != profile.Free {
		tb.made[s.Mover()][study.Owed]++
	}
}

// omissions gives the column of each kind.
var omissions = map[profile.Omission]study.Count{
	profile.Missed: study.Missed, profile.Partial: study.Partial, profile.Weaker: study.Weaker,
}

func (tb *table) countClaim(rec *record.Record, s *rules.State, t rules.Turn, omitted bool) {
	side := s.Mover()
	suffers := &tb.made[side.Other()]
	switch {
	case t.Claim == rules.Huff:
		suffers[study.Huffed] += s.Huffs(t).Len()
	case t.Claim == rules.Compel:
		rec.Replayed++
		suffers[study.Compelled]++
	case omitted:
		suffers[study.Waived]++
	}
	if kind, ok := omissions[t.Omission]; ok {
		tb.made[side][kind]++
	}
}

func (c *bySide) add(side board.Side, t rules.Turn, s, after *rules.State) {
	opponent := side.Other()
	kingsLost := s.Huffs(t).And(s.Kings(opponent)).Len()
	if t.Action == rules.Capture {
		kings := t.Captured.And(s.Kings(opponent)).Len()
		kingsLost += kings
		c[side][study.Captures]++
		c[side][study.KingsTaken] += kings
		c[side][study.MenTaken] += t.Captured.Len() - kings
	}
	// If crowning needs a spare man, a man may be crowned in a turn of another piece: so this
	// counts kings, not turns that promote.
	c[side][study.Promotions] += after.Kings(side).Len() - s.Kings(side).Len()
	c[opponent][study.Promotions] += after.Kings(opponent).Len() - s.Kings(opponent).Len() + kingsLost
}
