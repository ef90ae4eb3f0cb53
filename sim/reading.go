package sim

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/sim/random"
	"varlab/sim/record"
)

// A reading plays the game of a record for both sides, turn by turn, and ends it as it
// was ended there. What the table then makes of it is what the record must be.
type reading struct {
	rec      *record.Record
	notation *notation.Notation
	texts    []string
	next     int // turn
	fault    error
}

func (p *reading) NewGame() { p.next = int(p.rec.OpeningPlies) }

func (p *reading) Choose(h *rules.History, _ random.Chance) (t rules.Turn, err error) {
	i := p.next
	p.next++
	switch {
	case i < len(p.texts):
		if t, err = p.notation.ParseAs(notation.Hub, p.texts[i], h.Now().Setup(), h.Turns()); err != nil {
			p.fault = fmt.Errorf("turn %d: %w", i+1, err)
		}
		return t, err
	case p.rec.Result == record.Forfeited:
		_, how, _ := strings.Cut(p.rec.Failure, ": ")
		return t, errors.New(how)
	case p.rec.Stopped():
		return h.Turns()[0], nil // which the player would rather not make
	}
	p.fault = fmt.Errorf("%s (%s) was recorded, after its %d turns the game goes on", p.rec.Result, p.rec.Reason, len(p.texts))
	return t, p.fault
}

// Stops agrees to a draw with the last two choices, one of each side.
func (p *reading) Stops() (resigns, agrees bool) {
	return p.rec.Reason == record.Resignation && p.next > len(p.texts), p.rec.Reason == record.Agreement && p.next >= len(p.texts)
}

// reads is an error where the turns of a record do not come to what it says, or nobody in
// the game may end it so. What players intended and corrected is not in its turns.
func (s *Schedule) reads(ctx context.Context, tb *table, rec *record.Record, stops func(r *rules.Rules, spec string) (resigns, agrees bool)) error {
	cell := int(rec.Cell)
	a, err := s.assign(cell, int(rec.Game))
	if err != nil {
		return err
	}
	p := &reading{rec: rec, notation: tb.notation, texts: strings.Fields(rec.Turns)}
	tb.players = [2]Player{p, p}
	is, err := tb.play(ctx, s, cell, int(rec.Game), a)
	switch {
	case p.fault != nil:
		return p.fault
	case err != nil:
		return err
	case p.next < len(p.texts):
		return fmt.Errorf("%d turns were recorded, after %d the game is over: %s (%s)", len(p.texts), p.next, is.Result, is.Reason)
	}
	is.CorrectedFirst, is.CorrectedSecond = rec.CorrectedFirst, rec.CorrectedSecond
	if *is != *rec {
		column, was, comes := record.Difference(rec, is)
		return fmt.Errorf("%s %s was recorded, its turns come to %s", column, short(was), short(comes))
	}
	if !rec.Stopped() || stops == nil {
		return nil
	}
	loser := board.First
	if rec.Result == rules.FirstWins.String() {
		loser = board.Second
	}
	for side, player := range a.Players {
		resigns, agrees := stops(tb.rules, player.Spec)
		if rec.Reason == record.Agreement && !agrees || rec.Reason == record.Resignation && board.Side(side) == loser && !resigns {
			return fmt.Errorf("%s was recorded, which is not for player %q under these rules", rec.Reason, player.Spec)
		}
	}
	return nil
}
