package reports

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"varlab/sim/stats"
)

// What a study asked, as JSON and CSV have it: the numbers of the verdicts, the
// readings and the attributions.

type jsonVerdict struct {
	ID           string    `json:"id"`
	Claim        string    `json:"claim"`
	Verdict      string    `json:"verdict"`
	Metric       string    `json:"metric"`
	A            string    `json:"a"`
	B            string    `json:"b,omitempty"`
	Value        *float64  `json:"value,omitempty"`
	Direction    string    `json:"direction,omitempty"`
	Margin       float64   `json:"margin,omitempty"`
	Players      [2]string `json:"players"`
	Family       string    `json:"family"`
	Adjust       string    `json:"adjust"`
	Tests        int       `json:"tests"`
	Difference   number    `json:"difference"`
	Low          number    `json:"low"`
	High         number    `json:"high"`
	P            tiny      `json:"p"`
	PAdjusted    tiny      `json:"p_adjusted"`
	WouldBeSeen  number    `json:"would_be_seen"`
	Clusters     int       `json:"clusters"`
	Paired       bool      `json:"paired"`
	SameGame     bool      `json:"same_game"`
	DesignEffect number    `json:"design_effect"`
	Warnings     []int     `json:"warnings"`
}

func (v *Verdict) json() jsonVerdict {
	h := v.Hypothesis
	e := v.Estimate
	seen := v.Seen
	if v.SameGame {
		e = stats.Estimate{P: 1, DesignEffect: math.NaN()}
		seen = math.NaN()
	}
	return jsonVerdict{
		ID: h.ID, Claim: h.Claim, Verdict: v.Word, Metric: h.Metric, A: h.A, B: h.B, Value: h.Value, Direction: h.Direction, Margin: h.Margin,
		Players: v.Group.Players, Family: h.Family, Adjust: v.Adjust, Tests: v.Tests,
		Difference: number(e.Value), Low: number(e.Low), High: number(e.High), P: tiny(e.P), PAdjusted: tiny(v.Adjusted),
		WouldBeSeen: number(seen), Clusters: e.Clusters, Paired: v.Paired, SameGame: v.SameGame, DesignEffect: number(e.DesignEffect),
		Warnings: union(v.Warnings, nil),
	}
}

type jsonReadings struct {
	Base     string        `json:"base"`
	Players  [2]string     `json:"players"`
	Ranges   []jsonRange   `json:"ranges"`
	Readings []jsonReading `json:"readings"`
}

type jsonRange struct {
	Metric string `json:"metric"`
	Value  number `json:"value"` // of the base
	Low    number `json:"low"`   // its sampling interval
	High   number `json:"high"`
	Least  number `json:"least"` // over the base and its readings
	Most   number `json:"most"`
}

type jsonReading struct {
	ID       string       `json:"id"`
	Name     string       `json:"name"`
	SameGame bool         `json:"same_game"`
	Effects  []jsonEffect `json:"effects"` // empty where it is the same game
}

type jsonEffect struct {
	Metric      string `json:"metric"`
	Value       number `json:"value"`
	Difference  number `json:"difference"` // less the base
	Low         number `json:"low"`
	High        number `json:"high"`
	P           tiny   `json:"p"`
	PAdjusted   tiny   `json:"p_adjusted"`
	Matters     bool   `json:"matters"`
	WouldBeSeen number `json:"would_be_seen"`
}

func (set *ReadingSet) json() jsonReadings {
	j := jsonReadings{Base: set.Base.Profile.ID, Players: set.Group.Players, Readings: []jsonReading{}}
	for k, word := range readingMetrics {
		i, over := set.Base.spread(metric(word)), set.Range(k)
		j.Ranges = append(j.Ranges, jsonRange{word, number(set.Base.value(metric(word))), number(i.Low), number(i.High), number(over.Low), number(over.High)})
	}
	for _, x := range set.Readings {
		y := jsonReading{ID: x.Cell.Profile.ID, Name: x.Name, SameGame: x.SameGame, Effects: []jsonEffect{}}
		for k, e := range x.Metrics {
			if !x.SameGame {
				y.Effects = append(y.Effects, jsonEffect{readingMetrics[k], number(e.Value), number(e.Pair.Value), number(e.Low), number(e.High), tiny(e.P), tiny(e.Adjusted), e.Matters(), number(e.Seen)})
			}
		}
		j.Readings = append(j.Readings, y)
	}
	return j
}

type jsonStrength struct {
	Metric    string `json:"metric"`
	W         number `json:"wald"`
	DF        int    `json:"df"`
	P         tiny   `json:"p"`
	Clusters  int    `json:"clusters"`
	Separated bool   `json:"separated"` // not tested: under some rule set all games came out alike
}

// jsonAnswers puts in what the study asked.
func (r *Report) jsonAnswers(out *jsonReport) {
	out.Hypotheses, out.Deviations, out.Readings, out.Ablation = []jsonVerdict{}, []string{}, []jsonReadings{}, []jsonAttribution{}
	for _, v := range r.Verdicts {
		out.Hypotheses = append(out.Hypotheses, v.json())
	}
	if len(r.Verdicts) > 0 {
		out.Deviations = append(out.Deviations, r.deviations()...)
	}
	for _, set := range r.Readings {
		out.Readings = append(out.Readings, set.json())
	}
	out.Strength = []jsonStrength{}
	for _, t := range r.strengths() {
		if t.Separated {
			t.W, t.P = math.NaN(), math.NaN()
		}
		out.Strength = append(out.Strength, jsonStrength{t.Metric.Word, number(t.W), t.DF, tiny(t.P), t.Clusters, t.Separated})
	}
	for _, a := range r.attributions() {
		out.Ablation = append(out.Ablation, r.attributionJSON(a))
	}
}

// csvAnswers writes a row for each verdict, each effect of a reading, and each part
// of an attribution.
func (r *Report) csvAnswers(c *csv.Writer) {
	for _, v := range r.Verdicts {
		j := v.json()
		row := row{
			"kind": "verdict", "players": text(v.Group.Name()), "rule_set": text(j.A), "less_rule_set": text(v.against()), "measure": j.Metric,
			"hypothesis": text(j.ID), "verdict": j.Verdict, "family": text(j.Family),
			"n": strconv.Itoa(j.Tests), "clusters": strconv.Itoa(j.Clusters), "design_effect": j.DesignEffect.String(),
			"p": j.P.String(), "p_adjusted": j.PAdjusted.String(), "would_be_seen": j.WouldBeSeen.String(), "warnings": numbers(j.Warnings),
		}
		row.interval(j.Difference, j.Low, j.High)
		row.write(c)
	}
	for _, set := range r.Readings {
		for _, x := range set.json().Readings {
			for _, e := range x.Effects {
				row := row{
					"kind": "reading", "players": text(set.Group.Name()), "rule_set": text(x.ID), "less_rule_set": text(set.Base.Profile.ID), "measure": e.Metric,
					"p": e.P.String(), "p_adjusted": e.PAdjusted.String(), "shown": strconv.FormatBool(e.Matters), "would_be_seen": e.WouldBeSeen.String(),
				}
				row.interval(e.Difference, e.Low, e.High)
				row.write(c)
			}
		}
	}
	for _, t := range r.strengths() {
		if !t.Separated {
			row{"kind": "interaction", "measure": t.Metric.Word, "value": number(t.W).String(), "n": strconv.Itoa(t.DF), "clusters": strconv.Itoa(t.Clusters), "p": tiny(t.P).String()}.write(c)
		}
	}
	for _, a := range r.attributions() {
		j := r.attributionJSON(a)
		for _, p := range j.Clauses {
			row := row{"kind": "attribution", "players": text(a.Group.Name()), "rule_set": text(j.A), "less_rule_set": text(j.B), "measure": j.Metric, "part": text(p.Name)}
			row.interval(number(p.Attribution), p.Low, p.High)
			row.write(c)
		}
	}
}

// A brief report is what a finding in a text rests on: the counts and headline
// rates of each cell, and the answers to what the study asked. The keys are those
// of WriteJSON.
type jsonBrief struct {
	Study      jsonStudy         `json:"study"`
	RuleSets   []jsonBriefCell   `json:"rule_sets"`
	Hypotheses []jsonVerdict     `json:"hypotheses"`
	Deviations []string          `json:"deviations"`
	Readings   []jsonReadings    `json:"readings"`
	Ablation   []jsonAttribution `json:"ablation"`
	Strength   []jsonStrength    `json:"strength"`
	Level      number            `json:"level"`
	Power      number            `json:"power"`
}

type jsonBriefCell struct {
	ID         string         `json:"id"`
	Hash       string         `json:"hash"`
	Players    [2]string      `json:"players"`
	Games      int            `json:"games"`
	FirstWins  int            `json:"first_wins"`
	SecondWins int            `json:"second_wins"`
	Draws      int            `json:"draws"`
	Horizon    int            `json:"horizon"`
	Void       int            `json:"void"`
	Forfeited  int            `json:"forfeited"`
	Reasons    map[string]int `json:"reasons"`
	Decisive   jsonRate       `json:"decisive"`
	Drawn      jsonRate       `json:"drawn"`
	FirstScore jsonMean       `json:"first_score"`
	Lengths    []jsonQuantile `json:"lengths"`
	Owed       int            `json:"owed"`
	Defaults   int            `json:"defaults"`
	Huffed     int            `json:"huffed"`
	Compelled  int            `json:"compelled"`
	Waived     int            `json:"waived"`
}

// WriteBrief writes as JSON what a finding rests on, without the matrix of
// differences and the course of games.
func (r *Report) WriteBrief(w io.Writer) error {
	var full jsonReport
	r.jsonAnswers(&full)
	out := jsonBrief{
		Study: r.jsonStudy(), RuleSets: []jsonBriefCell{}, Hypotheses: full.Hypotheses, Deviations: full.Deviations,
		Readings: full.Readings, Ablation: full.Ablation, Strength: full.Strength, Level: Level, Power: Power,
	}
	for _, g := range r.Groups {
		for _, c := range g.Cells {
			j := c.json(g, r.Plan.HorizonPlies)
			n := c.Tally
			out.RuleSets = append(out.RuleSets, jsonBriefCell{
				j.ID, j.Hash, j.Players, j.Games, j.FirstWins, j.SecondWins, j.Draws, j.Horizon, j.Void, j.Forfeited, j.Reasons,
				j.Decisive, j.Drawn, j.FirstScore, j.Lengths, n.Owed, n.Defaults(), n.Huffed, n.Compelled, n.Waived,
			})
		}
	}
	return writeJSON(w, out)
}
