package reports

import (
	"encoding/json"
	"io"
	"math"
	"strconv"

	"varlab/sim/stats"
)

// A number is written with six decimals at most, and null where there is none.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	s := n.String()
	if s == "" {
		s = "null"
	}
	return []byte(s), nil
}

// String is the number as JSON and CSV have it; empty where there is none.
func (n number) String() string {
	x := float64(n)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	x = math.Round(x*1e6) / 1e6
	if x == 0 {
		x = 0 // not -0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// A tiny number keeps three digits however small it is.
type tiny float64

func (n tiny) MarshalJSON() ([]byte, error) {
	s := n.String()
	if s == "" {
		s = "null"
	}
	return []byte(s), nil
}

func (n tiny) String() string {
	x := float64(n)
	if math.IsNaN(x) {
		return ""
	}
	if x >= 0.001 || x == 0 {
		return number(x).String()
	}
	return strconv.FormatFloat(x, 'e', 2, 64)
}

type jsonRate struct {
	Value        number `json:"value"`
	Low          number `json:"low"`
	High         number `json:"high"`
	K            int    `json:"k"`
	N            int    `json:"n"`
	DesignEffect number `json:"design_effect"`
	Clusters     int    `json:"clusters"`
}

type jsonMean struct {
	Value    number `json:"value"`
	Low      number `json:"low"`
	High     number `json:"high"`
	Clusters int    `json:"clusters"`
}

type jsonQuantile struct {
	Share number `json:"share"`
	Plies number `json:"plies"`
	Low   number `json:"low"`
	High  number `json:"high"`
}

type jsonRuleSet struct {
	ID         string            `json:"id"`
	Title      string            `json:"title"`
	Hash       string            `json:"hash"`
	Players    [2]string         `json:"players"`
	Games      int               `json:"games"`
	FirstWins  int               `json:"first_wins"`
	SecondWins int               `json:"second_wins"`
	Draws      int               `json:"draws"`
	Horizon    int               `json:"horizon"`
	Void       int               `json:"void"`
	Forfeited  int               `json:"forfeited"`
	Reasons    map[string]int    `json:"reasons"`
	Endings    []jsonEnding      `json:"endings"`
	Decisive   jsonRate          `json:"decisive"`
	Drawn      jsonRate          `json:"drawn"`
	DrawnEnded jsonRate          `json:"drawn_ended"`
	DrawnLow   number            `json:"drawn_at_least"`
	DrawnHigh  number            `json:"drawn_at_most"`
	FirstScore jsonMean          `json:"first_score"`
	Lengths    []jsonQuantile    `json:"lengths"`
	Going      number            `json:"going_on_at_horizon"`
	Playable   jsonMean          `json:"playable_per_decision"`
	Due        jsonMean          `json:"due_per_decision"`
	Owed       jsonMean          `json:"owed_per_decision"`
	Captures   jsonMean          `json:"captures_per_game"`
	Promotions jsonMean          `json:"promotions_per_game"`
	Defaults   jsonMean          `json:"defaults_per_game"`
	Counts     map[string]int    `json:"counts"`
	Exercise   *Exercise         `json:"exercise"` // null where the rules could not be compiled again
	Exact      *Exact            `json:"exact,omitempty"`
	Assumed    map[string]string `json:"assumed"`
	Warnings   []int             `json:"warnings"`
}

type jsonEnding struct {
	Result string `json:"result"`
	Reason string `json:"reason"`
	Games  int    `json:"games"`
}

type jsonPair struct {
	A            string    `json:"a"`
	B            string    `json:"b"`
	Metric       string    `json:"metric"`
	Players      [2]string `json:"players"`
	Difference   number    `json:"difference"`
	Low          number    `json:"low"`
	High         number    `json:"high"`
	P            tiny      `json:"p"`
	PAdjusted    tiny      `json:"p_adjusted"`
	PBH          tiny      `json:"p_bh"`
	Shown        bool      `json:"shown"`
	WouldBeSeen  number    `json:"would_be_seen"`
	Clusters     int       `json:"clusters"`
	Paired       bool      `json:"paired"`
	DesignEffect number    `json:"design_effect"`
	SE           number    `json:"se"`
	NewcombeLow  *number   `json:"newcombe_low,omitempty"`
	NewcombeHigh *number   `json:"newcombe_high,omitempty"`
	H            *number   `json:"cohen_h,omitempty"`
	Odds         *number   `json:"odds_ratio,omitempty"`
	OddsLow      *number   `json:"odds_low,omitempty"`
	OddsHigh     *number   `json:"odds_high,omitempty"`
	OddsHalf     bool      `json:"odds_corrected,omitempty"`
	Fisher       *tiny     `json:"p_fisher,omitempty"`
	Warnings     []int     `json:"warnings"`
}

type jsonFinding struct {
	Players [2]string `json:"players"`
	Finding
}

type jsonStudy struct {
	Name         string   `json:"name"`
	Hash         string   `json:"hash"`
	RunHash      string   `json:"run_hash"`
	Seed         uint64   `json:"seed"`
	Games        int      `json:"games"`
	HorizonPlies int      `json:"horizon_plies"`
	Boards       any      `json:"boards"`
	Metrics      []string `json:"metrics"`
	RNG          string   `json:"rng"`
	Command      string   `json:"command"`
	Version      string   `json:"version,omitempty"`
}

type jsonReport struct {
	Study    jsonStudy     `json:"study"`
	Findings []jsonFinding `json:"findings"`
	RuleSets []jsonRuleSet `json:"rule_sets"`
	Pairs    []jsonPair    `json:"pairs"`

	Hypotheses []jsonVerdict     `json:"hypotheses"`
	Deviations []string          `json:"deviations"`
	Readings   []jsonReadings    `json:"readings"`
	Ablation   []jsonAttribution `json:"ablation"`
	Strength   []jsonStrength    `json:"strength"`

	Tests    int      `json:"tests"`
	Level    number   `json:"level"`
	Power    number   `json:"power"`
	Warnings []string `json:"warnings"`
	General  []int    `json:"general_warnings"`
}

// WriteJSON writes the report as one object. Rates are shares from 0 to 1,
// differences likewise, lengths in plies; null stands where there is no number,
// or no bound.
func (r *Report) WriteJSON(w io.Writer) error {
	p := r.Plan
	out := jsonReport{
		Study:    r.jsonStudy(),
		Findings: []jsonFinding{}, RuleSets: []jsonRuleSet{}, Pairs: []jsonPair{},
		Tests: r.Tests, Level: Level, Power: Power, Warnings: append([]string{}, r.Warnings...), General: union(r.General, nil),
	}
	for _, g := range r.Groups {
		for _, f := range r.Findings(g) {
			f.Warnings = append([]int{}, f.Warnings...)
			out.Findings = append(out.Findings, jsonFinding{g.Players, f})
		}
		for _, c := range g.Cells {
			out.RuleSets = append(out.RuleSets, c.json(g, p.HorizonPlies))
		}
		for _, pair := range g.Pairs {
			out.Pairs = append(out.Pairs, pair.json(g))
		}
	}
	r.jsonAnswers(&out)
	return writeJSON(w, out)
}

func (r *Report) jsonStudy() jsonStudy {
	p := r.Plan
	return jsonStudy{
		Name: p.Name, Hash: r.Manifest.StudyHash, RunHash: r.Manifest.Hash, Seed: p.Seed, Games: p.Games, HorizonPlies: p.HorizonPlies,
		Boards: r.Manifest.Boards, Metrics: p.Metrics, RNG: r.Manifest.RNG, Command: r.Command(), Version: r.Version,
	}
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func toRate(r stats.Rate) jsonRate {
	i := r.Wilson(Level)
	return jsonRate{number(r.Value()), number(i.Low), number(i.High), r.K, r.N, number(r.DesignEffect), r.Clusters}
}

func toMean(e stats.Estimate) jsonMean {
	if e.Clusters == 0 {
		e.Value = math.NaN()
	}
	return jsonMean{number(e.Value), number(e.Low), number(e.High), e.Clusters}
}

func (c *Cell) json(g *Group, horizon int) jsonRuleSet {
	n := c.Tally
	j := jsonRuleSet{
		ID: c.Profile.ID, Title: c.Profile.Title, Hash: c.Profile.PlayHash, Players: g.Players,
		Games: n.Games, FirstWins: n.First, SecondWins: n.Second, Draws: n.Draws, Horizon: n.Horizon, Void: n.Void, Forfeited: n.Forfeited,
		Reasons: n.Reasons, Endings: []jsonEnding{},
		Decisive: toRate(c.Rate(metric("decisive"))), Drawn: toRate(c.Rate(metric("drawn"))), DrawnEnded: toRate(c.Rate(metric("drawn-ended"))),
		DrawnLow: number(share1(n.Draws, n.Games)), DrawnHigh: number(share1(n.Draws+n.Horizon, n.Games)),
		FirstScore: toMean(c.firstScore()), Going: number(c.Curve.At(horizon).Lasting),
		Playable: toMean(c.Mean(playablePerDecision)), Due: toMean(c.Mean(duePerDecision)), Owed: toMean(c.Mean(owedPerDecision)),
		Captures: toMean(c.Mean(capturesPerGame)), Promotions: toMean(c.Mean(promotionsPerGame)), Defaults: toMean(c.Mean(defaultsPerGame)),
		Counts: n.named(), Exercise: c.Exercise, Exact: c.Exact, Assumed: c.Profile.Assumed, Warnings: union(c.Warnings, nil),
	}
	if j.Assumed == nil {
		j.Assumed = map[string]string{}
	}
	for _, e := range g.endings() {
		if k := n.Results[e.result+" "+e.reason]; k > 0 {
			j.Endings = append(j.Endings, jsonEnding{e.result, e.reason, k})
		}
	}
	for _, q := range quantiles {
		v, i := c.Curve.Quantile(q)
		j.Lengths = append(j.Lengths, jsonQuantile{number(q), number(v), number(i.Low), number(i.High)})
	}
	return j
}

func (p *Pair) json(g *Group) jsonPair {
	j := jsonPair{
		A: p.A.Profile.ID, B: p.B.Profile.ID, Metric: p.Metric.Word, Players: g.Players,
		Difference: number(p.Value), Low: number(p.Low), High: number(p.High), P: tiny(p.P), PAdjusted: tiny(p.Holm), PBH: tiny(p.BH),
		Shown: p.Shown(), WouldBeSeen: number(p.Seen), Clusters: p.Clusters, Paired: p.Paired,
		DesignEffect: number(p.DesignEffect), SE: number(p.SE), Warnings: union(p.Warnings, nil),
	}
	if p.Metric.IsRate() {
		ptr := func(x float64) *number { n := number(x); return &n }
		j.NewcombeLow, j.NewcombeHigh, j.H = ptr(p.Newcombe.Low), ptr(p.Newcombe.High), ptr(p.H)
		j.Odds, j.OddsLow, j.OddsHigh, j.OddsHalf = ptr(p.Odds.Value), ptr(p.Odds.Low), ptr(p.Odds.High), p.Odds.Corrected
	}
	if !math.IsNaN(p.Fisher) {
		f := tiny(p.Fisher)
		j.Fisher = &f
	}
	if p.Metric.IsLength() {
		j.DesignEffect, j.SE = number(math.NaN()), number(math.NaN())
	}
	return j
}

// named gives the counts of the course of games by the names that records use.
func (c *Counts) named() map[string]int {
	return map[string]int{
		"plies": c.Plies, "decisions": c.Decisions, "playable": c.Playable, "due": c.Due, "owed": c.Owed,
		"captures": c.Captures, "men_taken": c.MenTaken, "kings_taken": c.KingsTaken, "promotions": c.Promotions,
		"missed": c.Missed, "partial": c.Partial, "weaker": c.Weaker,
		"huffed": c.Huffed, "compelled": c.Compelled, "waived": c.Waived, "corrected": c.Corrected, "replayed": c.Replayed,
	}
}
