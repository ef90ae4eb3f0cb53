package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim/record"
	"varlab/sim/stats"
)

// An Adjudication is how the games of a run would have ended under other draw
// clauses. Nothing is played: a game that they would have let go on is unfinished.
type Adjudication struct {
	Under     string // id of the rule set whose draw clauses these are
	StudyHash string
	Cells     []*AdjudicatedCell // in the order of the manifest
}

type AdjudicatedCell struct {
	RuleSet string
	Players [2]string
	Played  map[string]int            // games by result as played
	Found   map[string]int            // by result under the other clauses
	Reasons map[string]int            // by result and reason under the other clauses: "draw repetition"
	Changed map[string]map[string]int // by result as played, then as found
	Games   int
	// Of how many games it is not known how they would have ended: as played, as found, and
	// of both the same.
	OpenPlayed, Open, OpenAlike int

	judge   *record.Adjudicator
	played  []stats.Cell // games drawn as played, by opening
	drawn   []stats.Cell // games drawn under the other clauses, by opening
	lengths [][]stats.Length
}

// Adjudicate reads the run directory dir and judges its games by the draw clauses given,
// of the rule set named under, in place of their own.
func Adjudicate(dir, under string, draws []profile.DrawClause) (*Adjudication, error) {
	run, err := record.Open(dir)
	if err != nil {
		return nil, err
	}
	defer run.Close()
	m := run.Manifest
	out := &Adjudication{Under: under, StudyHash: m.StudyHash}
	for _, mc := range m.Cells {
		set, err := m.RuleSetOf(mc)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		judge, err := record.NewAdjudicator(set, draws)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		b, err := m.BoardOf(mc)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		n := b.Span()
		out.Cells = append(out.Cells, &AdjudicatedCell{
			judge: judge, RuleSet: mc.RuleSet, Players: mc.Players, Played: map[string]int{}, Found: map[string]int{}, Reasons: map[string]int{}, Changed: map[string]map[string]int{},
			played: make([]stats.Cell, n), drawn: make([]stats.Cell, n), lengths: make([][]stats.Length, n),
		})
	}
	for rec, err := range run.Records() {
		if err != nil {
			return nil, err
		}
		c := out.Cells[rec.Cell]
		e, err := c.judge.Ending(rec)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		if rec.Opening < 0 || int(rec.Opening) >= len(c.played) {
			return nil, fmt.Errorf("%s: game %d of cell %d: opening %d is not one of the board's", dir, rec.Game, rec.Cell, rec.Opening)
		}
		c.add(rec, e)
	}
	return out, nil
}

func (c *AdjudicatedCell) add(rec *record.Record, e record.Ending) {
	c.Games++
	c.Played[rec.Result]++
	c.Found[e.Result]++
	c.Reasons[reasonOf(e)]++
	if c.Changed[rec.Result] == nil {
		c.Changed[rec.Result] = map[string]int{}
	}
	c.Changed[rec.Result][e.Result]++
	draw := rules.Draw.String()
	c.played[rec.Opening].N++
	c.drawn[rec.Opening].N++
	// A game that is cut off as before counts by its value, where that is known under the
	// clauses; one that they would have let go on is open.
	if e.Result == draw || e.Value == draw {
		c.drawn[rec.Opening].Sum++
	}
	was := rec.Result == record.Horizon && rec.Value == ""
	if was {
		c.OpenPlayed++
	}
	if cut := e.Result == record.Horizon && e.Value == ""; cut || e.Result == record.Unfinished {
		c.Open++
		if cut && was {
			c.OpenAlike++
		}
	}
	if rec.Result == draw || rec.Value == draw {
		c.played[rec.Opening].Sum++
	}
	k := placeOf(e.Result)
	c.lengths[rec.Opening] = addLength(c.lengths[rec.Opening], e.Plies, k < 0 || results[k].cut)
}

func reasonOf(e record.Ending) string {
	return choose(e.Result == record.Horizon, e.Result+" "+cmp.Or(e.Value, record.GoesOn), e.Result+" "+e.Reason)
}

func (c *AdjudicatedCell) difference() stats.Estimate {
	return stats.RateDifference(c.drawn, c.played, true, Level)
}

// bounds say where the difference could lie had the open games gone on.
func (c *AdjudicatedCell) bounds() (least, most float64) {
	d := c.difference().Value
	return d - share1(c.OpenPlayed-c.OpenAlike, c.Games), d + share1(c.Open-c.OpenAlike, c.Games)
}

var adjudicatedResults = append(resultIDs(), record.Unfinished)

func (a *Adjudication) Write(w io.Writer, format string) error {
	if format == "json" {
		return WriteJSON(w, of("study_hash", a.StudyHash, "under", a.Under, "rule_sets", list(a.Cells, func(c *AdjudicatedCell) object {
			q, i := stats.KaplanMeierClustered(c.lengths, Level).Quantile(0.5)
			least, most := c.bounds()
			return of("rule_set", c.RuleSet, "players", c.Players, "games", c.Games,
				"played", c.Played, "found", c.Found, "reasons", c.Reasons, "changed", c.Changed,
				"drawn", ofRate(stats.RateOf(c.drawn)), "open", c.Open, "open_played", c.OpenPlayed, "difference", ofMean(c.difference()), "difference_least", number(least), "difference_most", number(most),
				"median_plies", number(q), "median_plies_low", number(i.Low), "median_plies_high", number(i.High))
		})))
	}
	b := terminal{named: map[int]bool{}}
	b.wrap("", fmt.Sprintf("The games of study %s under the draw clauses of %s. Nothing was played: where these would have let a game go on, it is unfinished.", short(a.StudyHash), a.Under))
	t := table{Title: "Results as played → as found", Head: append([]string{"rule set"}, adjudicatedResults...)}
	rates := table{Title: "Drawn, per cent of all games, and half of the games over, with 95 % intervals over openings", Head: []string{"rule set", "as played", "with the open games", "as found", "with the open games", "found less played, points", "open games leave", "plies"}}
	for _, c := range a.Cells {
		name := c.RuleSet
		if slices.ContainsFunc(a.Cells, func(d *AdjudicatedCell) bool { return d.RuleSet == c.RuleSet && d.Players != c.Players }) {
			name += " (" + (&Group{Players: c.Players}).Name() + ")"
		}
		t.Rows = append(t.Rows, append(textRow(name), textRow(list(adjudicatedResults, func(result string) string {
			return count(c.Played[result]) + " → " + count(c.Found[result])
		})...)...))
		drawnRate, d := stats.RateOf(c.drawn), c.difference()
		curve := stats.KaplanMeierClustered(c.lengths, Level)
		q, i := curve.Quantile(0.5)
		span := "[" + signed(100*d.Low, 1) + ", " + signed(100*d.High, 1) + "]"
		least, most := c.bounds()
		with := func(share float64, open int) string {
			return percent(share) + " to " + percent(share+share1(open, c.Games))
		}
		was := stats.RateOf(c.played).Value()
		rates.Rows = append(rates.Rows, textRow(name, percent(was), with(was, c.OpenPlayed), shown(drawnRate), with(drawnRate.Value(), c.Open),
			signed(100*d.Value, 1)+" "+span, signed(100*least, 1)+" to "+signed(100*most, 1), plies(q, curve.Last)+" ["+plies(i.Low, curve.Last)+", "+plies(i.High, curve.Last)+"]"))
	}
	b.table(t.narrow())
	b.table(rates)
	why := table{Title: "Games found to end by", Head: []string{"rule set", "result and reason", "games"}, words: true}
	for _, c := range a.Cells {
		for _, key := range sortedKeys(c.Reasons) {
			result, reason, _ := strings.Cut(key, " ")
			why.Rows = append(why.Rows, textRow(c.RuleSet, ending{result, reason}.String(), count(c.Reasons[key])))
		}
	}
	b.table(why)
	_, err := b.WriteTo(w)
	return err
}
