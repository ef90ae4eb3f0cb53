package sim

import (
	"context"
	"fmt"
	"slices"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/sim/random"
	"varlab/sim/record"
)

// A reading plays the turns of a record for one side or both, and ends the game as the record
// does. The record must then be what the table makes of these turns.
type reading struct {
	rec      *record.Record
	notation *notation.Notation
	texts    []string
	next     int // turn
	fault    error
}

func (p *reading) begin(rec *record.Record) {
	p.rec, p.texts, p.fault = rec, rec.Texts(), nil
}

func (p *reading) NewGame() { p.next = int(p.rec.OpeningPlies) }

// turn returns the next turn of the record; ok is false if this choice ended the game.
func (p *reading) turn(h *rules.History) (t rules.Turn, ok bool, err error) {
	i := p.next
	p.next++
	switch {
	case i < len(p.texts):
		if t, err = p.notation.ParseAs(notation.Recorded, p.texts[i], h.Now().Setup(), h.Readable()); err != nil {
			p.fault = fmt.Errorf("turn %d: %w", i+1, err)
		}
		return t, err == nil, err
	case i > len(p.texts) || p.rec.Result != record.Forfeited && !p.rec.Stopped():
		p.fault = fmt.Errorf("%s (%s) was recorded, after its %d turns the game goes on", p.rec.Result, p.rec.Reason, len(p.texts))
	}
	return t, false, p.fault
}

func (p *reading) Choose(h *rules.History, _ random.Chance) (rules.Turn, error) {
	t, ok, err := p.turn(h)
	switch {
	case ok || err != nil:
		return t, err
	case p.rec.Result == record.Forfeited:
		return t, &record.Failure{Code: p.rec.Failure, Detail: p.rec.FailureDetail}
	}
	return h.Turns()[0], nil // an engine has no word to stop a game, so the game goes on
}

// A repeating player chooses the turns of a record again from the seed. Each must be the
// recorded turn; if the player fails or stops, the record must end there.
type repeating struct {
	Player
	spec    string
	reading *reading
}

func (p *repeating) NewGame() {
	p.reading.NewGame()
	p.Player.NewGame()
}

func (p *repeating) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	recorded, ok, err := p.reading.turn(h)
	if err != nil {
		return recorded, err
	}
	t, err := p.Player.Choose(h, c)
	// The table refuses an illegal turn.
	if legal := h.Turns(); err == nil && ok && t != recorded && slices.Contains(legal, t) {
		text := func(t rules.Turn) string {
			return p.reading.notation.Format(notation.Recorded, h.Now().Setup(), t, legal)
		}
		p.reading.fault = fmt.Errorf("turn %d: %q plays %s (recorded %s)", p.reading.next, p.spec, text(t), text(recorded))
		return t, p.reading.fault
	}
	return t, err
}

func (p *repeating) Stops() (resigns, agrees bool) {
	if s, ok := p.Player.(Stopper); ok {
		return s.Stops()
	}
	return false, false
}

func (p *repeating) Corrected() int {
	if c, ok := p.Player.(Corrector); ok {
		return c.Corrected()
	}
	return 0
}

func (p *repeating) Close() error {
	shut(p.Player)
	return nil
}

// readers are the players with which the games of a cell are read: players that repeat their
// choices play again; a reading plays for the others.
func (s *Schedule) readers(cell int, v Verification) (*seats, *reading, error) {
	p := &reading{notation: notation.Of(s.Plan.RuleSets[s.cells[cell].RuleSet].Rules.Profile())}
	seats, err := s.seat(cell, func(r *rules.Rules, spec, weights string) (Player, error) {
		if !v.repeats(spec) {
			return p, nil
		}
		player, err := v.NewPlayer(r, spec, weights)
		return &repeating{player, spec, p}, err
	})
	return seats, p, err
}

// reads returns an error if a record is not the result of its turns, or not the play of its
// players.
func (t *seats) reads(ctx context.Context, p *reading, rec *record.Record, a record.Assignment) error {
	p.begin(rec)
	is, err := t.table.play(ctx, t.schedule, t.index, int(rec.Game), a)
	switch {
	case p.fault != nil:
		return p.fault
	case err != nil:
		return err
	case p.next < len(p.texts):
		return fmt.Errorf("%d turns were recorded, after %d the game is over: %s (%s)", len(p.texts), p.next, is.Result, is.Reason)
	}
	if *is != *rec {
		column, was, comes := record.Difference(rec, is)
		return fmt.Errorf("%s %s was recorded, its turns come to %s", column, was, comes)
	}
	return nil
}
