package reports

import (
	"math"
	"slices"
	"strings"

	"varlab/reports/findings"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// json is the report as one object. Rates are shares from 0 to 1, differences
// likewise, lengths in plies; null stands where there is no number, or no bound.
func reportJSON(r *Report) object {
	p, m := r.Plan, r.Manifest
	texts, sheets, pairs, differs := []object{}, []object{}, []object{}, []string{}
	for _, g := range r.Groups {
		texts = append(texts, list(r.Sentences(g), func(f Finding) object {
			return of("players", g.Players, "text", f.Text, "warnings", append([]int{}, f.Warnings...))
		})...)
		sheets = append(sheets, list(g.Cells, func(c *findings.Cell) object { return sheetOf(r, g, c).object })...)
		pairs = append(pairs, list(g.Pairs, func(p *findings.Pair) object { return pairJSON(r, p, g) })...)
	}
	if len(r.Verdicts) > 0 {
		differs = append(differs, deviations(r)...)
	}
	var look object
	if r.Look > 0 {
		look = of("look", of("number", r.Look, "of", p.Looks, "games", r.Games))
	}
	return of(
		"study", slices.Concat(of(
			"name", p.Name, "title", p.Title, "question", p.Question, "confirmatory", p.Confirmatory, "hash", m.StudyHash, "run_hash", m.Hash, "root", r.Root, "played", r.Played, "seed", p.Seed, "games", p.Games, "weights", p.Weights, "horizon_plies", p.HorizonPlies,
			"boards", m.Boards, "metrics", p.Metrics, "rng", m.RNG, "command", r.Command()), look, some("version", r.Version)),
		"findings", texts,
		"rule_sets", sheets,
		"pairs", pairs,
		"hypotheses", list(r.Verdicts, func(v *findings.Verdict) object {
			return append(verdictJSON(r, v), member{"weights", weighed(r.Sides(v)...)})
		}),
		"deviations", differs,
		"readings", list(r.Readings, readingsJSON),
		"ablation", list(r.Attributions, func(a *findings.Attribution) object { return attributionJSON(r, a) }),
		"rankings", list(r.Rankings, rankingJSON),
		"tests", r.Tests, "level", number(findings.Level), "power", number(findings.Power),
		"warnings", append([]string{}, r.Notes...), "general_warnings", r.marks(nil))
}

// A sheet is what the games of a cell come to: one list for JSON and CSV.
type sheet struct {
	object
	rows []sheetRow
}

type sheetRow struct {
	kind, measure string
	object
}

var sheetKinds = []string{"games", "count", "rate", "exact", "bounds", "mean", "length"}

func (s *sheet) put(key string, value any) { s.object = append(s.object, member{key, value}) }

func (s *sheet) row(kind, measure string, o object) {
	s.rows = append(s.rows, sheetRow{kind, measure, o})
}

func shareOf(k, n int) object { return of("value", k, "k", k, "n", n) }

func ofInterval(value float64, i stats.Interval) object {
	return of("value", number(value), "low", number(i.Low), "high", number(i.High))
}

func ofRate(r stats.Rate) object {
	return append(ofInterval(r.Value(), r.Wilson(findings.Level)), of("k", r.K, "n", r.N, "design_effect", number(r.DesignEffect), "clusters", r.Clusters)...)
}

func ofMean(e stats.Estimate) object {
	return append(ofInterval(e.Value, e.Interval), of("clusters", e.Clusters)...)
}

var quantiles = []float64{0.25, 0.5, 0.75}

func sheetOf(r *Report, g *findings.Group, c *findings.Cell) *sheet {
	s := &sheet{object: of("id", c.Profile.ID, "title", c.Profile.Title, "hash", c.Profile.PlayHash, "players", g.Players)}
	n := c.N(study.Games)
	games := func(id string, of ...study.Count) {
		s.put(id, c.N(of...))
		s.row("games", id, shareOf(c.N(of...), n))
	}
	for _, k := range append([]study.Count{study.Games}, list(findings.Results, func(x findings.Result) study.Count { return x.Count })...) {
		games(k.ID(), k)
	}
	games("won_by_value", study.FirstByValue, study.SecondByValue)
	for _, k := range []study.Count{study.DrawnByValue, study.Open, study.Stalled} {
		games(k.ID(), k)
	}
	s.put("reasons", c.Tally.Reasons)
	endings := []object{}
	for _, e := range g.Endings() {
		if k := c.Tally.Results[e]; k > 0 {
			endings = append(endings, of("result", e.Result, "reason", e.Reason, "games", k))
			s.row("games", e.Result+": "+e.Reason, shareOf(k, n))
		}
	}
	s.put("endings", endings)
	bounded := func(kind, word string, o object) {
		least, most := c.Extremes(findings.MetricOf(word))
		s.row(kind, word, o)
		s.row("bounds", word, of("low", number(least), "high", number(most)))
		s.put(strings.ReplaceAll(word, "-", "_"), append(o, of("least", number(least), "most", number(most))...))
	}
	bounded("rate", "decisive", ofRate(c.Rate(findings.MetricOf("decisive"))))
	bounded("rate", "drawn", ofRate(c.Draws()))
	bounded("mean", "first-score", ofMean(c.Scored("first-score")))
	if !g.Alone() {
		bounded("mean", "player-score", ofMean(c.Scored("player-score")))
	}
	lengths := []object{}
	for _, q := range quantiles {
		v, i := c.Curve.Quantile(q)
		lengths = append(lengths, of("share", number(q), "plies", number(v), "low", number(i.Low), "high", number(i.High)))
		s.row("length", "plies until "+number(q).String()+" are over", ofInterval(v, i))
	}
	s.put("lengths", lengths)
	going := number(c.Curve.At(r.Plan.HorizonPlies).Lasting)
	s.put("going_on_at_horizon", going)
	s.row("length", "going on at horizon", of("value", going))
	for _, x := range []struct {
		name string
		study.Ratio
	}{
		{"playable_per_decision", findings.MetricOf("playable").Ratio},
		{"due_per_decision", findings.DuePerDecision},
		{"owed_per_decision", findings.OwedPerDecision},
		{"captures_per_game", findings.CapturesPerGame},
		{"promotions_per_game", findings.PromotionsPerGame},
		{"omissions_per_game", findings.MetricOf("omissions").Ratio},
	} {
		mean := ofMean(c.Mean(x.Ratio))
		s.put(x.name, mean)
		s.row("mean", x.name, mean)
	}
	counts := map[string]int{}
	for k := study.Plies; k <= study.Replayed; k++ {
		counts[k.ID()] = c.N(k)
	}
	for _, id := range sortedKeys(counts) {
		s.row("count", id, of("value", counts[id]))
	}
	s.put("counts", counts)
	s.put("exercise", c.Exercise) // null where the rules could not be compiled again
	s.object = append(s.object, some("exact", c.Exact)...)
	if e := c.Exact; e != nil && e.Refused == "" {
		for _, id := range resultIDs() {
			s.row("exact", id, shareOf(e.Perfect[id], e.Games))
		}
		s.row("exact", "gave value away", shareOf(e.Blundered(), e.Chances))
	}
	s.put("weights", append([]findings.Weights{}, c.Weights...))
	assumed := c.Profile.Assumed
	if assumed == nil {
		assumed = map[string]string{}
	}
	s.put("assumed", assumed)
	s.put("warnings", r.marks(c))
	slices.SortStableFunc(s.rows, func(a, b sheetRow) int {
		return slices.Index(sheetKinds, a.kind) - slices.Index(sheetKinds, b.kind)
	})
	return s
}

func pairJSON(r *Report, p *findings.Pair, g *findings.Group) object {
	effect, se := number(p.DesignEffect), number(p.SE)
	if p.Metric.IsLength() {
		effect, se = number(math.NaN()), number(math.NaN())
	}
	j := of(
		"a", p.A.Profile.ID, "b", p.B.Profile.ID, "metric", p.Metric.Word, "players", g.Players,
		"difference", number(p.Value), "low", number(p.Low), "high", number(p.High),
		"least", number(p.Least.Value), "most", number(p.Most.Value), "identical", number(findings.ShareOf(p.Identical, p.Games)), "parted", p.Parted,
		"p", tiny(p.P), "p_sure", tiny(p.Sure()), "p_adjusted", tiny(p.Holm), "shown", p.Shown(), "would_be_seen", number(p.Seen),
		"clusters", p.Clusters, "paired", p.Paired, "design_effect", effect, "se", se, "weights", weighed(p.A, p.B))
	return append(j, member{"warnings", r.marks(p)})
}

func verdictJSON(r *Report, v *findings.Verdict) object {
	h, e, seen := v.Hypothesis, v.Estimate, v.Seen
	if v.SameGame {
		e, seen = stats.Estimate{P: 1, DesignEffect: math.NaN()}, math.NaN()
	}
	identical := math.NaN()
	if v.Alike != nil && v.Games > 0 {
		identical = findings.ShareOf(v.Identical, v.Games)
	}
	j := of("id", h.ID, "claim", h.Claim, "verdict", v.Word, "metric", h.Metric, "a", h.A)
	j = append(j, some("b", h.B, "value", h.Value, "direction", h.Direction, "margin", h.Margin)...)
	return append(j, of(
		"players", v.Group.Players, "family", h.Family, "tests", v.Tests,
		"difference", number(e.Value), "low", number(e.Low), "high", number(e.High), "p", tiny(e.P), "p_adjusted", tiny(v.Adjusted),
		"p_all", tiny(v.Together), "tests_all", v.Claims, "verdict_all", v.WithAll,
		"least", number(v.Least.Value), "most", number(v.Most.Value), "trained", list(v.Trained, func(x float64) number { return number(x) }), "why", whyWords(v), "identical", number(identical),
		"would_be_seen", number(seen), "clusters", e.Clusters, "paired", v.Paired, "same_game", v.SameGame,
		"design_effect", number(e.DesignEffect), "warnings", r.marks(v))...)
}

func readingsJSON(set *findings.ReadingSet) object {
	var ranges []object
	for _, word := range findings.Headlines {
		m := findings.MetricOf(word)
		over := set.Over(m)
		ranges = append(ranges, append(append(of("metric", word), ofInterval(set.Base.Value(m), set.Base.Spread(m))...), of("least", number(over.Low), "most", number(over.High))...))
	}
	return of("base", set.Base.Profile.ID, "players", set.Group.Players, "ranges", ranges,
		"readings", list(set.Readings, func(x *findings.Reading) object {
			return of("id", x.Cell.Profile.ID, "name", x.Name, "closed", closedWords(x), "same_game", x.SameGame, "effects", effects(x))
		}))
}

func effects(x *findings.Reading) []object {
	if x.SameGame {
		return []object{}
	}
	return list(x.Metrics, func(p *findings.Pair) object {
		return of("metric", p.Metric.Word, "value", number(x.Cell.Value(p.Metric)), "difference", number(p.Value), "low", number(p.Low), "high", number(p.High),
			"least", number(p.Least.Value), "most", number(p.Most.Value), "p", tiny(p.P), "p_adjusted", tiny(p.Holm), "matters", p.Shown(), "would_be_seen", number(p.Seen))
	})
}
