package findings

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/rules"
	"varlab/sim/record"
	"varlab/sim/study"
)

type kept struct {
	Won, Drawn, Huffed *record.Record   // the shortest that one side won, that was drawn, that one side won with a huff
	First              []*record.Record // among which a typical one is looked for
}

const TypicalGames = 100

func (k *kept) see(rec *record.Record) {
	_, won := rec.Won()
	shorter := func(than *record.Record) bool { return than == nil || rec.Plies < than.Plies }
	if won && shorter(k.Won) {
		k.Won = Clone(rec)
	}
	if counts := rec.Counts(); won && counts[study.Huffed] > 0 && shorter(k.Huffed) {
		k.Huffed = Clone(rec)
	}
	if rec.Result == rules.Draw.String() && shorter(k.Drawn) {
		k.Drawn = Clone(rec)
	}
	if len(k.First) < TypicalGames {
		k.First = append(k.First, Clone(rec))
	}
}

// Typical is the game whose length is nearest to the median; nil where half of the games
// did not end.
func (c *Cell) Typical() *record.Record {
	ended := lists.Those(c.Kept.First, func(rec *record.Record) bool { return rec.Result != record.Horizon && rec.Result != record.Forfeited })
	if len(ended) == 0 || math.IsInf(c.Median(), 0) {
		return nil
	}
	far := func(rec *record.Record) float64 { return math.Abs(float64(rec.Plies) - c.Median()) }
	return slices.MinFunc(ended, func(a, b *record.Record) int { return cmp.Compare(far(a), far(b)) })
}

// Clone keeps a record whose memory belongs to the reader.
func Clone(rec *record.Record) *record.Record {
	c := *rec
	c.Turns = strings.Clone(rec.Turns)
	return &c
}

// Shown are the cells that a first screen has room for: at most Few, of the last group.
func (r *Findings) Shown() []*Cell {
	cells := r.Principal(r.Last())
	return cells[:min(Few, len(cells))]
}
