package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/rules/profile"
	"varlab/sim/stats"
	"varlab/sim/study"
	"varlab/variants/content"
)

// longReading is the length from which a reading goes by a shorter text.
const longReading = 110

// words are what the reading says, in a sentence of its rules; where that is long, why it is
// one, or else its name.
func readingWords(x *findings.Reading) string {
	var says, reasons []string
	p := x.Cell.Profile
	for _, name := range p.Taken {
		reasons = append(reasons, plain(p.Readings[name].Reason))
		for _, key := range lists.SortedKeys(p.Readings[name].Axes) {
			if a := profile.AxisOf(key); a != nil {
				says = append(says, strings.TrimSuffix(plain(meansOf(p, a)), "."))
			}
		}
	}
	for _, text := range []string{strings.Join(says, "; "), sentenceCase(strings.Join(reasons, "; "))} {
		if text != "" && len(text) <= longReading {
			return text
		}
	}
	return sentenceCase(readingName(x))
}

// closedWords says why a reading stands apart; nothing where it is open.
func closedWords(x *findings.Reading) string {
	if a := x.In(findings.MetricOf("drawn")).Alike; x.Renames {
		return fmt.Sprintf("renames %d of %s, turn for turn the same", a.Renamed, plural(a.Games, "game", "games"))
	}
	return strings.Join(list(x.Apart, func(s content.Standing) string { return plain(s.String()) }), "; ")
}

// closedTold tells of a reading that stands apart how often games are drawn under it.
func closedTold(x *findings.Reading) string {
	p := x.In(findings.MetricOf("drawn"))
	is := lists.Choose(x.SameGame, "the same game", fixedIn(p.Metric, x.Cell.Value(p.Metric))+" % are drawn, "+pairWords(p))
	return fmt.Sprintf(" Under “%s” (%s): %s.", readingWords(x), closedWords(x), is)
}

func readingName(x *findings.Reading) string { return plain(strings.ReplaceAll(x.Name, "-", " ")) }

func readingsAnswer(r *Report, set *findings.ReadingSet) answer {
	m := findings.MetricOf("drawn")
	matter := lists.Those(set.Open(), func(x *findings.Reading) bool { return !x.SameGame && x.In(m).Shown() })
	slices.SortStableFunc(matter, func(x, y *findings.Reading) int { return cmp.Compare(math.Abs(y.In(m).Value), math.Abs(x.In(m).Value)) })
	over := set.Over(m)
	name := set.Base.Profile.Name
	n := lists.Choose(len(set.Open()) == 1, "the one open reading of "+name+" that was played", fmt.Sprintf("the %s open readings of %s that were played", InNumber(len(set.Open())), name))
	a := answer{
		Question: "Does what the text of " + name + " leaves open change how often games are drawn?",
		Figures:  []figure{readingFigure(set, "fig-answer", m)}, table: func(Screen) screenTable { return readingsScreen(set) },
	}
	if len(matter) == 0 {
		a.Stamp, a.Title = notShown, fmt.Sprintf("No change in how often games are drawn is shown under %s.", n)
	} else {
		named := list(matter[:min(2, len(matter))], func(x *findings.Reading) string {
			return fmt.Sprintf("“%s” (%s %%)", readingWords(x), fixedIn(m, x.Cell.Value(m)))
		})
		a.Stamp, a.Title = yes, sentenceCase(fmt.Sprintf("%s of %s %s shown to change how often games are drawn (%s %% as the text is read here)%s %s.",
			InNumber(len(matter)), n, forms(len(matter), "is", "are"), fixedIn(m, set.Base.Value(m)), lists.Choose(len(matter) > 2, ", most of all", ":"), sentence(named)))
	}
	a.Title = with(r, set.Group, a.Title)
	a.More = fmt.Sprintf("Over all of them %s %% of games are drawn; the 95 %% interval of the text as it is read here is %s %%.", endsIn(m, over), endsIn(m, set.Base.Spread(m)))
	var rest []*findings.Pair
	least, most := set.Base.Extremes(m)
	for _, x := range set.Open() {
		low, high := x.Cell.Extremes(m)
		least, most = min(least, low), max(most, high)
		if !x.SameGame {
			rest = append(rest, x.In(m))
		}
	}
	a.More += when(a.Stamp == notShown, wouldShow(rest))
	apart := lists.Those(set.Readings, func(x *findings.Reading) bool { return !x.Open() })
	told := apart
	if len(apart) > mostAnswered {
		told = lists.Those(apart, func(x *findings.Reading) bool { return !x.SameGame && x.In(m).Shown() })
	}
	a.More += strings.Join(list(told, closedTold), "")
	if n := len(apart) - len(told); n > 0 {
		a.More += fmt.Sprintf(" No difference is shown under %s, which the text does not leave open.", plural(n, "other reading", "other readings"))
	}
	a.Sure = sentenceCase(r.byWhom(set.Group)) + "."
	if left := (stats.Interval{Low: least, High: most}); left != over {
		a.Sure += fmt.Sprintf(" With the games that are open, from %s %% could be drawn.", endsIn(m, left))
	}
	a.Seen = leastSeen(rest)
	a.Sure += when(a.Stamp != notShown, wouldShow(rest)) + playedWith(r, append([]*findings.Cell{set.Base}, list(set.Open(), func(x *findings.Reading) *findings.Cell { return x.Cell })...)) + otherPlayers
	return a
}

func readingSections(r *Report) []*section {
	var list []*section
	for n, set := range r.Readings {
		s := &section{ID: fmt.Sprintf("readings-%d", n+1), Title: r.titled("Readings of "+set.Base.Profile.Name, set.Group)}
		s.Text = []string{"The text can be read in more than one way. Each was played with everything else as in the base, alone unless the study takes several together (joined by +). The range over the readings that the text allows is for a reader to decide; the sampling interval beside it is what the sample leaves open. Readings against the text, readings imported from another text, and readings that call the same games by another result stand apart: they tell nothing of the ambiguities of this text. Each reading is compared with the base; p is adjusted by Holm over the readings of its table that are played differently."}
		if len(set.Open()) == 0 {
			s.Text = []string{"None of the readings played here is one that the text leaves open: they are against it, imported from another, or call the same games by another result. The table compares them with the base."}
		} else {
			for _, word := range findings.Headlines {
				m := findings.MetricOf(word)
				s.Findings = append(s.Findings, readingFinding(r, set, m))
				if n != len(r.Readings)-1 || word != "drawn" { // else it is the answer
					s.Figures = append(s.Figures, readingFigure(set, fmt.Sprintf("fig-%s-%s", s.ID, word), m))
				}
			}
		}
		s.More = filled(readingTable(r, set, true), readingTable(r, set, false))
		list = append(list, s)
	}
	return list
}

func readingTable(r *Report, set *findings.ReadingSet, open bool) table {
	t := table{Title: "Readings of " + set.Base.Profile.Name, Head: []string{"reading"}}
	if !open {
		t = table{Title: "Readings that stand apart: against the text, imported, or other names for the same games", Head: []string{"reading", "standing"}}
	}
	for _, word := range findings.Headlines {
		m := findings.MetricOf(word)
		t.Head = append(t.Head, strings.ToLower(m.Title)+", less the base ("+m.Unit.Points+")", "p, Holm")
	}
	for _, x := range set.Readings {
		if open != x.Open() {
			continue
		}
		row := []cell{{Text: readingWords(x), Warnings: r.marks(x.Cell)}}
		if !open {
			row = append(row, cell{Text: closedWords(x)})
		}
		for _, p := range x.Metrics {
			if x.SameGame {
				row = append(row, cell{Text: "the same game", Faint: true}, cell{Text: none, Faint: true})
				continue
			}
			row = append(row, cell{Text: differenceOf(p) + " " + intervalOf(p), Faint: !p.Shown()}, cell{Text: chance(p.Holm), Faint: !p.Shown()})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func readingFinding(r *Report, set *findings.ReadingSet, m findings.Metric) Finding {
	var matter, same []string
	var rest []*findings.Pair
	for _, x := range set.Open() {
		switch p := x.In(m); {
		case x.SameGame:
			same = append(same, "“"+readingWords(x)+"”")
		case p.Shown():
			matter = append(matter, "“"+readingWords(x)+"” ("+pairWords(p)+")")
		default:
			rest = append(rest, p)
		}
	}
	text := fmt.Sprintf("%s under %s: %s, by sampling %s, over open readings %s", m.Title, set.Base.Profile.Short,
		fixedIn(m, set.Base.Value(m)), endsIn(m, set.Base.Spread(m)), endsIn(m, set.Over(m)))
	if least, most := set.Base.Extremes(m); m.Turns() && least != most {
		text += ", by its open games " + endsIn(m, stats.Interval{Low: least, High: most})
	}
	text += "."
	text += when(len(matter) > 0, " Shown to change it: "+several(matter)+".")
	if len(rest) > 0 {
		other := when(len(matter) > 0, "other ")
		text += fmt.Sprintf(" No change is shown under %s.", plural(len(rest), other+"reading", other+"readings"))
		text += wouldShow(rest)
	}
	text += when(len(same) > 0 && m.Word == findings.Headlines[0], " The same game: "+sentence(same)+".")
	return Finding{Text: text, Warnings: r.marks(set.Base)}
}

// figure shows the difference of each open reading from the base in a metric, the largest
// first, before the sampling error of the base.
func readingFigure(set *findings.ReadingSet, id string, m findings.Metric) figure {
	factor, v, i := m.Unit.Factor, set.Base.Value(m), set.Base.Spread(m)
	f := chart.Forest{
		Head: chart.Head{ID: id, Title: m.Title + " under each reading, less the base, " + m.Unit.Points, Desc: "One row for each reading: the difference from the base with its interval."},
		Unit: m.Unit.Points, Faint: "no change shown",
		Band: [2]float64{factor * (i.Low - v), factor * (i.High - v)}, BandMeans: "the sampling interval of the base",
	}
	same, alike := 0, 0 // readings under which nothing is played otherwise, and all games ran as under the base
	for _, x := range set.Open() {
		p := x.In(m)
		if x.SameGame {
			same++
			continue
		}
		row := forestRow(m, readingWords(x), differenceOf(p)+" "+bracketed(m, p.Adjusted.Interval), p.Value, p.Adjusted.Interval, !p.Shown())
		if p.Value == 0 && p.Identical == p.Games {
			if alike++; alike > 1 {
				continue
			}
			row.Shown, row.Low, row.High = "the same games", math.NaN(), math.NaN()
		}
		f.Rows = append(f.Rows, row)
	}
	if alike > 1 {
		at := slices.IndexFunc(f.Rows, func(r chart.ForestRow) bool { return math.IsNaN(r.Low) })
		f.Rows[at].Label = sentenceCase(InNumber(alike)) + " readings with the same games as the base"
	}
	slices.SortStableFunc(f.Rows, func(a, b chart.ForestRow) int { return cmp.Compare(b.Value, a.Value) })
	based := lists.Choose(m.IsLength(), fixedIn(m, v)+" plies", fixedIn(m, v)+" %")
	caption := fmt.Sprintf("Each reading that the text allows, or several joined by +, less the base (%s); intervals adjusted as p is, %s each. Filled: p below %s by Holm over these, at both bounds that the open games leave.",
		based, plural(set.Base.N(study.Games), "game", "games"), fixed(findings.Alpha, 2))
	caption += when(same > 0, fmt.Sprintf(" %s nothing that is played.", sentenceCase(InNumber(same))+" more "+forms(same, "changes", "change")))
	return figure{Chart: f, Caption: caption, Wide: true}
}
