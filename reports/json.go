package reports

import (
	"math"

	"varlab/reports/findings"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
	"varlab/variants/content"
)

// The forms of a report as JSON. Shares are from 0 to 1, and null stands where there is no
// number, or no bound. A comment says what a field is, after a semicolon its unit; docs/json.md is
// made of them.

// reportJSON is what report --format json writes.
type reportJSON struct {
	Study      studyJSON         `json:"study"`            // what was played
	Findings   []findingJSON     `json:"findings"`         // what its games say, in sentences
	RuleSets   []cellJSON        `json:"rule_sets"`        // the games of each rule set with each player
	Pairs      []pairJSON        `json:"pairs"`            // the differences between two rule sets
	Hypotheses []verdictJSON     `json:"hypotheses"`       // the verdicts on the claims
	Deviations []string          `json:"deviations"`       // where the games are not those that were planned
	Readings   []readingsJSON    `json:"readings"`         // a text and what its readings change
	Ablation   []attributionJSON `json:"ablation"`         // a difference taken apart by clauses
	Rankings   []rankingJSON     `json:"rankings"`         // changes in the order of their effects
	Tests      int               `json:"tests"`            // differences that were tested in all; tests
	Level      number            `json:"level"`            // confidence of the intervals; share
	Power      number            `json:"power"`            // chance of would_be_seen; share
	Warnings   []string          `json:"warnings"`         // named elsewhere by their numbers, from 1
	General    []int             `json:"general_warnings"` // numbers of those that concern everything
}

type studyJSON struct {
	Name         string         `json:"name"`          // of its files
	Title        string         `json:"title"`         // for people
	Question     string         `json:"question"`      // for people
	Confirmatory bool           `json:"confirmatory"`  // whether the seed is made from the claims
	Hash         string         `json:"hash"`          // SHA-256 of the resolved study
	RunHash      string         `json:"run_hash"`      // SHA-256 of the manifest
	Root         string         `json:"root"`          // digest of the run, empty while shards are missing
	Played       string         `json:"played"`        // digest of the games that were read
	Seed         uint64         `json:"seed"`          // of all chance
	Games        int            `json:"games"`         // of each rule set with each player; games
	Weights      string         `json:"weights"`       // whose weights play, a word of studies
	Horizon      int            `json:"horizon_plies"` // where games are cut off; plies
	Boards       []record.Board `json:"boards"`        // with their openings
	Metrics      []string       `json:"metrics"`       // what is compared
	RNG          string         `json:"rng"`           // how chance is made
	Command      string         `json:"command"`       // that plays this again, empty if none says it
	Look         *lookJSON      `json:"look,omitempty"`
	Version      string         `json:"version,omitempty"` // of the program that reads
}

// lookJSON is the look of a confirmatory study at which games are read.
type lookJSON struct {
	Number int   `json:"number"` // from 1
	Of     []int `json:"of"`     // where there is one; games of a cell
	Games  int   `json:"games"`  // that are read of a cell; games
}

type findingJSON struct {
	Players  [2]string `json:"players"`  // whose games; specs
	Text     string    `json:"text"`     // a sentence
	Warnings []int     `json:"warnings"` // numbers of warnings
}

type intervalJSON struct {
	Value number `json:"value"` // estimate; of the metric
	Low   number `json:"low"`   // lower end of the interval; of the metric
	High  number `json:"high"`  // upper end of the interval; of the metric
}

type boundsJSON struct {
	Least number `json:"least"` // what the open games leave at one end; of the metric
	Most  number `json:"most"`  // and at the other; of the metric
}

type endsJSON struct {
	Low  number `json:"low"`  // lower end of the interval; of the metric
	High number `json:"high"` // upper end of the interval; of the metric
	boundsJSON
}

type rateJSON struct {
	intervalJSON
	K            int    `json:"k"`             // counted; games
	N            int    `json:"n"`             // in all; games
	DesignEffect number `json:"design_effect"` // by which clustering multiplies the variance; factor
	Clusters     int    `json:"clusters"`      // positions from which games began; openings
}

type meanJSON struct {
	intervalJSON
	Clusters int `json:"clusters"` // positions from which games began; openings
}

type boundedRateJSON struct {
	rateJSON
	boundsJSON
}

type boundedMeanJSON struct {
	meanJSON
	boundsJSON
}

// outcomesJSON counts games. The first seven fields but games add up to it.
type outcomesJSON struct {
	Games        int `json:"games"`          // played; games
	FirstWins    int `json:"first_wins"`     // by rule; games
	SecondWins   int `json:"second_wins"`    // by rule; games
	Draws        int `json:"draws"`          // by rule; games
	Horizon      int `json:"horizon"`        // unfinished there; games
	Void         int `json:"void"`           // which the rules leave without a result; games
	Forfeited    int `json:"forfeited"`      // by an engine that failed; games
	WonByValue   int `json:"won_by_value"`   // of the unfinished, worth a win; games
	DrawnByValue int `json:"drawn_by_value"` // of the unfinished, worth a draw; games
	Open         int `json:"open"`           // of the unfinished, of unknown value; games
	Stalled      int `json:"stalled"`        // of the open, without a conversion in the last 100 plies; games
}

type endingJSON struct {
	Result string `json:"result"` // who won
	Reason string `json:"reason"` // why it was over
	Games  int    `json:"games"`  // that ended so; games
}

type lengthJSON struct {
	Share number `json:"share"` // of games that are over; share
	Plies number `json:"plies"` // until then; plies
	Low   number `json:"low"`   // lower end of the interval; plies
	High  number `json:"high"`  // upper end of the interval; plies
}

// cellJSON is the games of a rule set with a player.
type cellJSON struct {
	ID      string    `json:"id"`      // of the rule set, readings and overrides included
	Title   string    `json:"title"`   // of the rule set
	Hash    string    `json:"hash"`    // PlayHash of the rule set
	Players [2]string `json:"players"` // whose games; specs
	outcomesJSON
	Reasons     map[string]int             `json:"reasons"`                // by reason; games
	Endings     []endingJSON               `json:"endings"`                // by result and reason
	Decisive    boundedRateJSON            `json:"decisive"`               // won by rule or value; share
	Drawn       boundedRateJSON            `json:"drawn"`                  // drawn by rule or value; share
	FirstScore  boundedMeanJSON            `json:"first_score"`            // of the first mover, a draw counting half; share
	PlayerScore *boundedMeanJSON           `json:"player_score,omitempty"` // of the player named first, where two meet; share
	Lengths     []lengthJSON               `json:"lengths"`                // of games, by Kaplan and Meier
	Going       number                     `json:"going_on_at_horizon"`    // not over there; share
	Playable    meanJSON                   `json:"playable_per_decision"`  // turns to choose from; turns
	Due         meanJSON                   `json:"due_per_decision"`       // captures that are owed; turns
	Owed        meanJSON                   `json:"owed_per_decision"`      // decisions in which one is owed; share
	Captures    meanJSON                   `json:"captures_per_game"`      // captures
	Promotions  meanJSON                   `json:"promotions_per_game"`    // promotions
	Omissions   meanJSON                   `json:"omissions_per_game"`     // omissions
	Counts      map[string]int             `json:"counts"`                 // sums over all games, by the id of the count
	Exercise    *findings.Exercise         `json:"exercise"`               // plies at which each axis bound; null if the rules cannot be compiled again
	Exact       *findings.Exact            `json:"exact,omitempty"`        // games against exact values, if asked for
	Weights     []findings.Weights         `json:"weights"`                // whose weights the players have
	Assumed     map[string]content.Assumed `json:"assumed"`                // axes that no text decides, with the reason
	Warnings    []int                      `json:"warnings"`               // numbers of warnings
}

// pairJSON is a difference, of a less b.
type pairJSON struct {
	A          string    `json:"a"`          // rule set
	B          string    `json:"b"`          // rule set that is subtracted
	Metric     string    `json:"metric"`     // what is compared
	Players    [2]string `json:"players"`    // whose games; specs
	Difference number    `json:"difference"` // of a less b; of the metric
	endsJSON
	Identical    number `json:"identical"`     // games that are the same under both; share
	Parted       int    `json:"parted"`        // openings after which not all games are; openings
	P            tiny   `json:"p"`             // of no difference, at the estimate; share
	PSure        tiny   `json:"p_sure"`        // the greatest p at the estimate and at both bounds; share
	PAdjusted    tiny   `json:"p_adjusted"`    // that, adjusted by Holm for all pairs; share
	Shown        bool   `json:"shown"`         // whether it is more than chance explains
	WouldBeSeen  number `json:"would_be_seen"` // size that would have been shown with the chance power; of the metric
	Clusters     int    `json:"clusters"`      // openings
	Paired       bool   `json:"paired"`        // whether openings are shared
	DesignEffect number `json:"design_effect"` // factor
	SE           number `json:"se"`            // standard error; of the metric
	Weights      string `json:"weights"`       // whose weights the players have
	Warnings     []int  `json:"warnings"`      // numbers of warnings
}

// verdictJSON is a claim and what the games of one player say of it.
type verdictJSON struct {
	ID         string    `json:"id"`                  // of the claim
	Claim      string    `json:"claim"`               // in the author's words
	Verdict    string    `json:"verdict"`             // supported, refuted, equivalent, not worse or undecided
	Metric     string    `json:"metric"`              // what is compared
	A          string    `json:"a"`                   // rule set
	B          string    `json:"b,omitempty"`         // rule set that is subtracted
	Value      *float64  `json:"value,omitempty"`     // that is subtracted instead; of the metric
	Direction  string    `json:"direction,omitempty"` // that is claimed: less or greater
	Margin     float64   `json:"margin,omitempty"`    // within which equality is claimed; of the metric
	NoWorse    float64   `json:"no_worse,omitempty"`  // by which a may be worse, direction being the better way; of the metric
	Players    [2]string `json:"players"`             // whose games; specs
	Family     string    `json:"family"`              // of tests that are adjusted together
	Tests      int       `json:"tests"`               // of the family; tests
	Difference number    `json:"difference"`          // of a less b or value; of the metric
	Low        number    `json:"low"`                 // lower end of the interval; of the metric
	High       number    `json:"high"`                // upper end of the interval; of the metric
	P          tiny      `json:"p"`                   // of the test, the greatest at the estimate and at both bounds; share
	PAdjusted  tiny      `json:"p_adjusted"`          // that, adjusted by Holm for the family; share
	PAll       tiny      `json:"p_all"`               // that, adjusted by Holm for all claims; share
	TestsAll   int       `json:"tests_all"`           // of all claims; tests
	VerdictAll string    `json:"verdict_all"`         // with all claims as one family
	boundsJSON
	Trained      []number `json:"trained"`       // the difference in the games of each training; of the metric
	Why          string   `json:"why"`           // it is undecided, if not for the number of games
	Identical    number   `json:"identical"`     // games that are the same under both; share
	WouldBeSeen  number   `json:"would_be_seen"` // size that would have been shown with the chance power; of the metric
	Clusters     int      `json:"clusters"`      // openings
	Paired       bool     `json:"paired"`        // whether openings are shared
	SameGame     bool     `json:"same_game"`     // whether a and b are the same game
	DesignEffect number   `json:"design_effect"` // factor
	Warnings     []int    `json:"warnings"`      // numbers of warnings
	Weights      string   `json:"weights"`       // whose weights the players have
}

// readingsJSON is a rule set and its readings.
type readingsJSON struct {
	Base     string        `json:"base"`     // rule set
	Players  [2]string     `json:"players"`  // whose games; specs
	Ranges   []rangeJSON   `json:"ranges"`   // of each metric, over the readings
	Readings []readingJSON `json:"readings"` // one by one
}

type rangeJSON struct {
	Metric string `json:"metric"` // what is compared
	intervalJSON
	boundsJSON
}

type readingJSON struct {
	ID       string       `json:"id"`        // of the rule set
	Name     string       `json:"name"`      // of the reading
	Closed   string       `json:"closed"`    // why it is not open, empty if it is
	SameGame bool         `json:"same_game"` // whether it is the game of the base
	Effects  []effectJSON `json:"effects"`   // on each metric
}

type effectJSON struct {
	Metric     string `json:"metric"`     // what is compared
	Value      number `json:"value"`      // under the reading; of the metric
	Difference number `json:"difference"` // of the reading less its base; of the metric
	endsJSON
	P           tiny   `json:"p"`             // of no difference, at the estimate; share
	PAdjusted   tiny   `json:"p_adjusted"`    // the greatest p at the estimate and at both bounds, adjusted by Holm over the readings; share
	Matters     bool   `json:"matters"`       // whether it is more than chance explains
	WouldBeSeen number `json:"would_be_seen"` // size that would have been shown with the chance power; of the metric
}

// attributionJSON is a difference taken apart by clauses: what compare --by-clause writes.
type attributionJSON struct {
	StudyHash  string    `json:"study_hash"` // SHA-256 of the resolved study
	A          string    `json:"a"`          // rule set
	B          string    `json:"b"`          // rule set that is subtracted
	Players    [2]string `json:"players"`    // whose games; specs
	Games      int       `json:"games"`      // of each mixture; games
	Openings   int       `json:"openings"`   // from which they began; openings
	Metric     string    `json:"metric"`     // what is taken apart
	AValue     number    `json:"a_value"`    // under a; of the metric
	BValue     number    `json:"b_value"`    // under b; of the metric
	Difference float64   `json:"difference"` // of a less b, not rounded; of the metric
	endsJSON
	Clauses      []partJSON        `json:"clauses"`      // whose attributions add up to the difference
	Interactions []interactionJSON `json:"interactions"` // of two parts, where all mixtures were played
	Mixtures     []mixtureJSON     `json:"mixtures"`     // rule sets between a and b
	Orders       int               `json:"orders"`       // sampled; 0 if all mixtures were played
	Level        number            `json:"level"`        // confidence of the intervals; share
}

type partJSON struct {
	Name        string   `json:"name"`        // of the part
	Axes        []string `json:"axes"`        // keys
	Attribution float64  `json:"attribution"` // Shapley's value, not rounded; of the metric
	endsJSON
}

type interactionJSON struct {
	A     string `json:"a"`     // part
	B     string `json:"b"`     // part
	Value number `json:"value"` // what both add together beyond what each adds; of the metric
	endsJSON
}

type mixtureJSON struct {
	RuleSet string   `json:"rule_set"` // id
	Hash    string   `json:"hash"`     // PlayHash
	FromB   []string `json:"from_b"`   // parts that are as in b
	Value   number   `json:"value"`    // under it; of the metric
	endsJSON
}

// rankingJSON is changes of a base in the order of their effects.
type rankingJSON struct {
	ID      string       `json:"id"`      // of the ranking
	Metric  string       `json:"metric"`  // what is compared
	Base    string       `json:"base"`    // rule set
	Players [2]string    `json:"players"` // whose games; specs
	Changes []changeJSON `json:"changes"` // in order
	Pairs   []orderJSON  `json:"pairs"`   // of changes that follow each other
}

type changeJSON struct {
	RuleSet    string `json:"rule_set"`   // id
	Difference number `json:"difference"` // of the change less the base; of the metric
	endsJSON
	First number `json:"first"` // chance that it is first; share
	Near  number `json:"near"`  // chance that it is first or less than 0.02 of a share or score below; share
}

type orderJSON struct {
	More       string `json:"more"`       // rule set
	Less       string `json:"less"`       // rule set
	Difference number `json:"difference"` // of more less less; of the metric
	endsJSON
	Chance number `json:"chance"` // that the order is right; share
}

// variedJSON is claims asked in many ways: what vary writes.
type variedJSON struct {
	Study  string            `json:"study"`  // its name
	Claims []variedClaimJSON `json:"claims"` // one by one
}

type variedClaimJSON struct {
	ID             string              `json:"id"`             // of the claim
	Claim          string              `json:"claim"`          // in the author's words
	Metric         string              `json:"metric"`         // what is compared
	A              string              `json:"a"`              // rule set
	B              string              `json:"b"`              // rule set that is subtracted
	Found          string              `json:"found"`          // by all ways of asking, in words
	Specifications []specificationJSON `json:"specifications"` // ways of asking it
	SameSign       number              `json:"same_sign"`      // of specifications, those with the sign that is claimed; share
}

// chosenJSON is the way of asking.
type chosenJSON struct {
	Player       string `json:"player"`          // without what varies; spec
	Nodes        *int   `json:"nodes,omitempty"` // turns that a player tries for a choice; turns
	Depth        *int   `json:"depth,omitempty"` // to which it searches instead; plies
	Noise        *int   `json:"noise,omitempty"` // of an evaluation; hundredths of a man
	Weights      string `json:"weights"`         // whose weights play
	Training     any    `json:"training"`        // its number, or each in turn
	OpeningPlies string `json:"opening_plies"`   // plies
	Horizon      int    `json:"horizon"`         // where games are cut off; plies
}

type specificationJSON struct {
	chosenJSON
	Players    string `json:"players"`    // whose games; specs
	Games      int    `json:"games"`      // of each rule set; games
	Difference number `json:"difference"` // of a less b; of the metric
	endsJSON
	Verdict string `json:"verdict"` // of this specification alone
	Run     string `json:"run"`     // SHA-256 of its manifest
}

// adjudicationJSON is games ended by the draw clauses of another rule set: what report --under
// writes.
type adjudicationJSON struct {
	StudyHash string            `json:"study_hash"` // SHA-256 of the resolved study
	Under     string            `json:"under"`      // rule set with the draw clauses
	RuleSets  []adjudicatedJSON `json:"rule_sets"`  // the games of each rule set with each player
}

type adjudicatedJSON struct {
	RuleSet    string                  `json:"rule_set"`          // id
	Players    [2]string               `json:"players"`           // whose games; specs
	Games      int                     `json:"games"`             // played; games
	Played     map[findings.Ending]int `json:"played"`            // by result and reason, as played; games
	Found      map[findings.Ending]int `json:"found"`             // the same, as the clauses end them; games
	Drawn      rateJSON                `json:"drawn"`             // as found; share
	Open       int                     `json:"open"`              // as found; games
	OpenPlayed int                     `json:"open_played"`       // as played; games
	Identical  int                     `json:"identical"`         // that end alike; games
	Difference meanJSON                `json:"difference"`        // in the share drawn, found less played; share
	Least      number                  `json:"difference_least"`  // what the open games leave at one end; share
	Most       number                  `json:"difference_most"`   // and at the other; share
	Median     number                  `json:"median_plies"`      // as found; plies
	MedianLow  number                  `json:"median_plies_low"`  // lower end of the interval; plies
	MedianHigh number                  `json:"median_plies_high"` // upper end of the interval; plies
}

func ofInterval(value float64, i stats.Interval) intervalJSON {
	return intervalJSON{number(value), number(i.Low), number(i.High)}
}

func ofRate(r stats.Rate) rateJSON {
	return rateJSON{ofInterval(r.Value(), r.Wilson(findings.Level)), r.K, r.N, number(r.DesignEffect), r.Clusters}
}

func ofMean(e stats.Estimate) meanJSON { return meanJSON{ofInterval(e.Value, e.Interval), e.Clusters} }

func ofBounds(b *findings.Bounded) boundsJSON {
	return boundsJSON{number(b.Least.Value), number(b.Most.Value)}
}

func ofEnds(b *findings.Bounded) endsJSON {
	return endsJSON{number(b.Low), number(b.High), ofBounds(b)}
}

func jsonOf(r *Report) reportJSON {
	p, m := r.Plan, r.Manifest
	j := reportJSON{
		Study: studyJSON{
			p.Name, p.Title, p.Question, p.Confirmatory, m.StudyHash, m.Hash, r.Root, r.Played, p.Seed, p.Games, p.Weights, p.HorizonPlies,
			m.Boards, p.Metrics, m.RNG, r.Command(), nil, r.Version,
		},
		Findings: []findingJSON{}, RuleSets: []cellJSON{}, Pairs: []pairJSON{},
		Hypotheses: list(r.Verdicts, func(v *findings.Verdict) verdictJSON { return jsonOfVerdict(r, v) }), Deviations: []string{},
		Readings: list(r.Readings, jsonOfReadings), Ablation: list(r.Attributions, func(a *findings.Attribution) attributionJSON { return jsonOfAttribution(r, a) }), Rankings: list(r.Rankings, jsonOfRanking),
		Tests: r.Tests, Level: findings.Level, Power: findings.Power, Warnings: append([]string{}, r.Notes...), General: r.marks(nil),
	}
	if r.Look > 0 {
		j.Study.Look = &lookJSON{r.Look, p.Looks, r.Games}
	}
	if len(r.Verdicts) > 0 {
		j.Deviations = append(j.Deviations, deviations(r)...)
	}
	for _, g := range r.Groups {
		for _, f := range r.Sentences(g) {
			j.Findings = append(j.Findings, findingJSON{g.Players, f.Text, append([]int{}, f.Warnings...)})
		}
		for _, c := range g.Cells {
			j.RuleSets = append(j.RuleSets, jsonOfCell(r, g, c))
		}
		for _, pair := range g.Pairs {
			j.Pairs = append(j.Pairs, jsonOfPair(r, pair, g))
		}
	}
	return j
}

var quantiles = []float64{0.25, 0.5, 0.75}

func jsonOfCell(r *Report, g *findings.Group, c *findings.Cell) cellJSON {
	least := func(word string) boundsJSON {
		least, most := c.Extremes(findings.MetricOf(word))
		return boundsJSON{number(least), number(most)}
	}
	score := func(word string) boundedMeanJSON { return boundedMeanJSON{ofMean(c.Scored(word)), least(word)} }
	mean := func(x study.Ratio) meanJSON { return ofMean(c.Mean(x)) }
	j := cellJSON{
		ID: c.Profile.ID, Title: c.Profile.Title, Hash: c.Profile.PlayHash, Players: g.Players,
		outcomesJSON: outcomesJSON{
			c.N(study.Games), c.N(study.FirstWins), c.N(study.SecondWins), c.N(study.Draws), c.N(study.Cut), c.N(study.Void), c.N(study.Forfeited),
			c.N(study.FirstByValue, study.SecondByValue), c.N(study.DrawnByValue), c.N(study.Open), c.N(study.Stalled),
		},
		Reasons: c.Tally.Reasons, Endings: []endingJSON{},
		Decisive: boundedRateJSON{ofRate(c.Rate(findings.MetricOf("decisive"))), least("decisive")}, Drawn: boundedRateJSON{ofRate(c.Draws()), least("drawn")},
		FirstScore: score("first-score"), Going: number(c.Curve.At(r.Plan.HorizonPlies).Lasting),
		Playable: mean(findings.MetricOf("playable").Ratio), Due: mean(findings.DuePerDecision), Owed: mean(findings.OwedPerDecision),
		Captures: mean(findings.CapturesPerGame), Promotions: mean(findings.PromotionsPerGame), Omissions: mean(findings.MetricOf("omissions").Ratio),
		Counts: map[string]int{}, Exercise: c.Exercise, Exact: c.Exact, Weights: append([]findings.Weights{}, c.Weights...),
		Assumed: c.Profile.Assumed, Warnings: r.marks(c),
	}
	for _, e := range g.Endings() {
		if k := c.Tally.Results[e]; k > 0 {
			j.Endings = append(j.Endings, endingJSON{e.Result, e.Reason, k})
		}
	}
	if !g.Alone() {
		player := score("player-score")
		j.PlayerScore = &player
	}
	for _, q := range quantiles {
		v, i := c.Curve.Quantile(q)
		j.Lengths = append(j.Lengths, lengthJSON{number(q), number(v), number(i.Low), number(i.High)})
	}
	for k := study.Plies; k <= study.Replayed; k++ {
		j.Counts[k.ID()] = c.N(k)
	}
	if j.Assumed == nil {
		j.Assumed = map[string]content.Assumed{}
	}
	return j
}

func jsonOfPair(r *Report, p *findings.Pair, g *findings.Group) pairJSON {
	effect, se := number(p.DesignEffect), number(p.SE)
	if p.Metric.IsLength() {
		effect, se = number(math.NaN()), number(math.NaN())
	}
	return pairJSON{
		p.A.Profile.ID, p.B.Profile.ID, p.Metric.Word, g.Players, number(p.Value), ofEnds(&p.Bounded),
		number(findings.ShareOf(p.Identical, p.Games)), p.Parted, tiny(p.P), tiny(p.Sure()), tiny(p.Holm), p.Shown(), number(p.Seen),
		p.Clusters, p.Paired, effect, se, weighed(p.A, p.B), r.marks(p),
	}
}

func jsonOfVerdict(r *Report, v *findings.Verdict) verdictJSON {
	h, e, seen := v.Hypothesis, v.Estimate, v.Seen
	if v.SameGame {
		e, seen = stats.Estimate{P: 1, DesignEffect: math.NaN()}, math.NaN()
	}
	identical := math.NaN()
	if v.Alike != nil && v.Games > 0 {
		identical = findings.ShareOf(v.Identical, v.Games)
	}
	return verdictJSON{
		h.ID, h.Claim, v.Word, h.Metric, h.A, h.B, h.Value, h.Direction, h.Margin, h.NoWorse, v.Group.Players, h.Family, v.Tests,
		number(e.Value), number(e.Low), number(e.High), tiny(e.P), tiny(v.Adjusted), tiny(v.Together), v.Claims, v.WithAll,
		ofBounds(&v.Bounded), list(v.Trained, func(x float64) number { return number(x) }), whyWords(v), number(identical), number(seen),
		e.Clusters, v.Paired, v.SameGame, number(e.DesignEffect), r.marks(v), weighed(v.Sides()...),
	}
}

func jsonOfReadings(set *findings.ReadingSet) readingsJSON {
	j := readingsJSON{Base: set.Base.Profile.ID, Players: set.Group.Players}
	for _, word := range findings.Headlines {
		m := findings.MetricOf(word)
		over := set.Over(m)
		j.Ranges = append(j.Ranges, rangeJSON{word, ofInterval(set.Base.Value(m), set.Base.Spread(m)), boundsJSON{number(over.Low), number(over.High)}})
	}
	j.Readings = list(set.Readings, func(x *findings.Reading) readingJSON {
		return readingJSON{x.Cell.Profile.ID, x.Name, closedWords(x), x.SameGame, effects(x)}
	})
	return j
}

func effects(x *findings.Reading) []effectJSON {
	if x.SameGame {
		return []effectJSON{}
	}
	return list(x.Metrics, func(p *findings.Pair) effectJSON {
		return effectJSON{p.Metric.Word, number(x.Cell.Value(p.Metric)), number(p.Value), ofEnds(&p.Bounded), tiny(p.P), tiny(p.Holm), p.Shown(), number(p.Seen)}
	})
}

func jsonOfAttribution(r *Report, a *findings.Attribution) attributionJSON {
	ab := r.Plan.Ablation
	j := attributionJSON{
		StudyHash: r.Manifest.StudyHash, A: ab.A, B: ab.B, Players: a.Group.Players, Games: r.Plan.Games, Metric: a.Metric.Word,
		AValue: number(a.A.Value), BValue: number(a.B.Value), Difference: a.Difference.Value, endsJSON: ofEnds(&a.Difference.Bounded),
		Clauses: jsonOfParts(r, a), Interactions: []interactionJSON{}, Mixtures: []mixtureJSON{}, Orders: len(ab.Orders), Level: findings.Level,
	}
	for _, b := range r.Manifest.Boards {
		j.Openings = max(j.Openings, b.Clusters())
	}
	for i, others := range a.Interactions {
		for k, e := range others {
			j.Interactions = append(j.Interactions, interactionJSON{ab.Parts[k].Name, ab.Parts[i].Name, number(e.Value), ofEnds(&e.Bounded)})
		}
	}
	for i, x := range ab.Mixtures {
		e := a.Mixtures[i]
		j.Mixtures = append(j.Mixtures, mixtureJSON{x.RuleSet, a.Group.Cell(x.RuleSet).Profile.PlayHash, partNames(ab, x.FromB), number(e.Value), ofEnds(&e.Bounded)})
	}
	return j
}

// partsJSON returns the effects of the parts, not rounded, so that they add up.
func jsonOfParts(r *Report, a *findings.Attribution) (parts []partJSON) {
	for i, p := range r.Plan.Ablation.Parts {
		parts = append(parts, partJSON{p.Name, p.Axes, a.Parts[i].Value, ofEnds(&a.Parts[i].Bounded)})
	}
	return parts
}

func jsonOfRanking(x *findings.Ranking) rankingJSON {
	return rankingJSON{
		x.ID, x.Metric.Word, x.Base.Profile.ID, x.Group.Players,
		list(x.Changes, func(c findings.Ranked) changeJSON {
			return changeJSON{c.Cell.Profile.ID, number(c.Value), ofEnds(&c.Effect.Bounded), number(c.Chance), number(c.Near)}
		}),
		list(x.Pairs, func(c findings.Ranked) orderJSON {
			return orderJSON{c.Cell.Profile.ID, c.Lesser.Profile.ID, number(c.Value), ofEnds(&c.Effect.Bounded), number(c.Chance)}
		}),
	}
}

func (v *Varied) json() variedJSON {
	return variedJSON{v.Study.Name, list(v.claims(), func(c *variedClaim) variedClaimJSON {
		return variedClaimJSON{c.ID, c.Claim, c.Metric, c.A, c.B, variedSummary(c), list(v.specifications(c.All), specification.json), number(float64(c.Agreeing(c.All)) / float64(len(c.All)))}
	})}
}

func (a *Adjudication) json() adjudicationJSON {
	return adjudicationJSON{a.of.Manifest.StudyHash, a.Under, list(a.Cells, func(c *findings.AdjudicatedCell) adjudicatedJSON {
		median, i := c.Found.Curve.Quantile(0.5)
		return adjudicatedJSON{
			c.Played.Profile.ID, c.Played.Players, c.Played.N(study.Games), c.Played.Tally.Results, c.Found.Tally.Results, ofRate(c.Found.Draws()),
			c.Found.N(study.Open), c.Played.N(study.Open), c.Drawn.Identical, ofMean(c.Drawn.Estimate), number(c.Drawn.Least.Value), number(c.Drawn.Most.Value),
			number(median), number(i.Low), number(i.High),
		}
	})}
}

func (s specification) json() specificationJSON {
	return specificationJSON{
		s.chosen(), s.Group.Name(), s.run.Games, number(s.Value), ofEnds(&s.Bounded), s.Alone, s.run.Manifest.Hash,
	}
}
