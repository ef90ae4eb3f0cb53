package reports

import (
	"fmt"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/rules/profile"
	"varlab/sim/study"
)

// An answer is the conclusion of a report: one sentence that says what was found, others that
// belong to it, how sure it is and why not surer, and what shows it on a page and on a screen.
type answer struct {
	Title, More, Sure string
	Seen              string // the least difference that would have been shown; empty if none is known
	Question          string // where the study asks none
	Stamp             stamp  // of the answer to that
	Claims            []claimAnswer
	Facts             []fact // on a page, how sure it is in short
	Figures           []figure
	table             func(Screen) screenTable
}

type fact struct{ Name, Value string }

// Text is what was found, in all its sentences.
func (a answer) Text() string { return strings.TrimSpace(a.Title + " " + strings.TrimSpace(a.More)) }

// A stamp is the answer to a question or a claim in a word or two: empty where nothing was asked.
type stamp string

const (
	yes      stamp = "Yes"
	no       stamp = "No"
	equal    stamp = "Equal"
	notWorse stamp = "Not worse"
	notShown stamp = "Not shown"
)

// Class names the style of a stamp.
func (s stamp) Class() string { return strings.ReplaceAll(strings.ToLower(string(s)), " ", "-") }

// answer answers the question of the study: its claims, the parts of an ablation, the
// readings of a text, or else how often games are drawn.
func (r *Report) answer() answer {
	a := answered(r)
	for _, x := range r.Rankings {
		if x.Group == r.Last() && (len(r.Plan.Rankings) > 0 || x.Metric.Word == "drawn") {
			a.More += " " + with(r, x.Group, rankingWords(x))
		}
	}
	for _, w := range r.Warnings {
		if s, ok := w.(findings.Siblings); ok {
			a.More += " " + siblingsWords(s)
		}
	}
	who := sentence(list(r.Groups, r.who))
	if n := len(r.Groups); n > mostAnswered {
		who = plural(n, "player", "players") + ", from " + r.who(r.Groups[0]) + " to " + r.who(r.Last())
	}
	a.Facts = lists.Those([]fact{
		{"Played", r.howMany()}, {fmt.Sprintf("Least difference shown with a chance of %.0f %%", 100*findings.Power), a.Seen}, {"Between", who},
	}, func(f fact) bool { return f.Value != "" })
	return a
}

// with names the players of a sentence, where there are several.
func with(r *Report, g *findings.Group, sentence string) string {
	if len(r.Groups) == 1 {
		return sentence
	}
	return "With " + r.who(g) + ": " + profile.MidSentence(sentence)
}

func answered(r *Report) answer {
	switch {
	case len(r.Verdicts) > 0:
		return claimsAnswer(r)
	case len(r.Attributions) > 0:
		return ablationAnswer(r, r.Attributions[0])
	case r.LastOpen() != nil:
		return readingsAnswer(r, r.LastOpen())
	}
	a := drawsAnswer(r, r.Last())
	a.More += when(len(r.Manifest.Boards) > 1 && r.Plan.Beside == 0, " They do not share openings: "+r.openings()+".")
	if n := len(r.Readings); n > 0 { // all of which stand apart
		for _, x := range r.Readings[n-1].Readings[:min(2, len(r.Readings[n-1].Readings))] {
			a.More += closedTold(x)
		}
	}
	return a
}

func (r *Report) byWhom(g *findings.Group) string {
	return fmt.Sprintf("%s, played by %s", r.howMany(), r.who(g))
}

func (r *Report) howMany() string {
	if n := r.Plan.Beside; n > 0 && n < r.Games {
		return fmt.Sprintf("%s of each of the first two rule sets, %s of each further one", plural(r.Games, "game", "games"), count(n))
	}
	return plural(r.Games, "game", "games") + when(len(r.Profiles) > 1, " of each rule set")
}

const otherPlayers = " Other players, stronger ones above all, may show something else."

// mostAnswered is of how many players an answer speaks one by one.
const mostAnswered = 3

// A Card is a report in a few words.
type Card struct {
	Title  string  `json:"title"`
	Answer string  `json:"answer"`
	Drawn  []Drawn `json:"drawn"` // between the last of the players
}

// Drawn is how many of a hundred games are drawn under a rule set, with its interval.
type Drawn struct {
	Rules string  `json:"rules"`
	Games int     `json:"games"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Card returns the card of a report.
func (r *Report) Card() Card {
	cells := r.Principal(r.Last())
	a := r.answer()
	c := Card{Title: r.title(), Answer: a.Title + when(slices.Contains(findings.Kinds(cells...), findings.BorrowedWeights), " Some of it was played with borrowed weights.")}
	for _, cell := range cells {
		in := cell.Spread(findings.MetricOf("drawn"))
		c.Drawn = append(c.Drawn, Drawn{cell.Profile.Name, cell.N(study.Games), 100 * cell.Draws().Value(), 100 * in.Low, 100 * in.High})
	}
	return c
}
