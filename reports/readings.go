package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"varlab/reports/chart"
	"varlab/rules/profile"
	"varlab/sim/stats"
	"varlab/sim/study"
)

type ReadingSet struct {
	Group    *Group
	Base     *Cell
	Readings []*Reading
}

type Reading struct {
	Cell *Cell
	Name string
	// Closed is empty if the text allows the reading; else it says why it stands
	// apart: the text speaks against it, it is imported from another, or it renames games.
	Closed string
	// SameGame says that it differs from its base in nothing that is played.
	SameGame bool
	Metrics  []*Pair // less the base, in the order of headlines
}

// in is the reading's difference from the base in one of the headlines.
func (x *Reading) in(m Metric) *Pair { return x.Metrics[slices.Index(headlines, m.Word)] }

// longReading is the length from which a reading goes by a shorter text.
const longReading = 110

// words are what the reading says, in a sentence of its rules; where that is long, why it is
// one, or else its name.
func readingWords(x *Reading) string {
	var says, reasons []string
	p := x.Cell.Profile
	for _, name := range p.Taken {
		reasons = append(reasons, plain(p.Readings[name].Reason))
		for _, key := range sortedKeys(p.Readings[name].Axes) {
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

func readingName(x *Reading) string { return plain(strings.ReplaceAll(x.Name, "-", " ")) }

func (r *findings) read() {
	for _, g := range r.Groups {
		for _, base := range g.Cells {
			set := &ReadingSet{Group: g, Base: base}
			for _, c := range g.Cells {
				if c != base && r.base(c.Profile) == base.Profile {
					x := &Reading{Cell: c, Name: strings.Join(c.Profile.Taken, "+"), Closed: c.Profile.closed(), SameGame: same(c, base)}
					if a := r.alikeOf(c, base); x.Closed == "" && a.Renamed > 0 && a.Renamed+a.Identical == a.Games {
						x.Closed = fmt.Sprintf("renames %d of %s, turn for turn the same", a.Renamed, plural(a.Games, "game", "games"))
					}
					set.Readings = append(set.Readings, x)
				}
			}
			if len(set.Readings) == 0 {
				continue
			}
			for _, word := range headlines {
				pairs := map[bool][]*Pair{} // by whether the reading is open
				for _, x := range set.Readings {
					p := r.compared(metric(word), x.Cell, base)
					p.Holm = 1
					x.Metrics = append(x.Metrics, p)
					if !x.SameGame {
						pairs[x.Closed == ""] = append(pairs[x.Closed == ""], p)
					}
				}
				for _, family := range pairs {
					holm(family)
				}
			}
			r.Readings = append(r.Readings, set)
		}
	}
}

func (p *Profile) closed() string {
	var why []string
	for _, name := range p.Taken {
		if s := p.Readings[name].Standing; !s.IsOpen() {
			why = append(why, plain(s.String()))
		}
	}
	return strings.Join(why, "; ")
}

func (c *Cell) value(m Metric) float64 {
	return choose(m.IsLength(), c.medians.Value, c.Mean(m.Ratio).Value)
}

func (c *Cell) spread(m Metric) stats.Interval {
	switch {
	case m.IsLength():
		_, i := c.Curve.Quantile(0.5)
		return i
	case m.IsRate():
		return c.Rate(m).Wilson(Level)
	}
	return c.Mean(m.Ratio).Interval
}

// over is the least and greatest value of a metric over the base and its open readings.
func (set *ReadingSet) over(m Metric) stats.Interval {
	v := set.Base.value(m)
	out := stats.Interval{Low: v, High: v}
	for _, x := range set.open() {
		v := x.Cell.value(m)
		out.Low, out.High = min(out.Low, v), max(out.High, v)
	}
	return out
}

func (set *ReadingSet) open() []*Reading {
	return those(set.Readings, func(x *Reading) bool { return x.Closed == "" })
}

// lastOpen is the last set with readings that its text leaves open.
func (r *findings) lastOpen() *ReadingSet {
	for _, set := range slices.Backward(r.Readings) {
		if len(set.open()) > 0 {
			return set
		}
	}
	return nil
}

func (r *Report) readingsAnswer(set *ReadingSet) answer {
	m := metric("drawn")
	matter := those(set.open(), func(x *Reading) bool { return !x.SameGame && x.in(m).Shown() })
	slices.SortStableFunc(matter, func(x, y *Reading) int { return cmp.Compare(math.Abs(y.in(m).Value), math.Abs(x.in(m).Value)) })
	over := set.over(m)
	name, n := set.Base.Profile.Name, plural(len(set.open()), "reading", "readings")
	a := answer{
		Question: "Does what the text of " + name + " leaves open change how often games are drawn?",
		Figures:  []figure{readingFigure(set, "fig-answer", m)}, table: func(Screen) screenTable { return readingsScreen(set) },
	}
	if len(matter) == 0 {
		a.Text = fmt.Sprintf("No: none of the %s that the text of %s leaves open is shown to change how often games are drawn.", n, name)
	} else {
		named := list(matter[:min(2, len(matter))], func(x *Reading) string {
			return fmt.Sprintf("“%s” (%s %%)", readingWords(x), fixedIn(m, x.Cell.value(m)))
		})
		a.Text = fmt.Sprintf("Yes: %s of the %s that the text of %s leaves open %s shown to change how often games are drawn (%s %% as it is read here)%s %s.",
			inNumber(len(matter)), n, name, forms(len(matter), "is", "are"), fixedIn(m, set.Base.value(m)), choose(len(matter) > 2, ", most of all", ":"), sentence(named))
	}
	a.Text += fmt.Sprintf(" Over all of them from %s %% of games are drawn; the 95 %% interval of the text as it is read here is %s %%.", endsIn(m, over), endsIn(m, set.Base.spread(m)))
	var rest []*Pair
	least, most := set.Base.extremes(m)
	for _, x := range set.open() {
		low, high := x.Cell.extremes(m)
		least, most = min(least, low), max(most, high)
		if !x.SameGame {
			rest = append(rest, x.in(m))
		}
	}
	a.Sure = sentenceCase(r.byWhom(set.Group)) + "."
	if left := (stats.Interval{Low: least, High: most}); left != over {
		a.Sure += fmt.Sprintf(" With the games that are open, from %s %% could be drawn.", endsIn(m, left))
	}
	a.Sure += seenFrom(rest) + r.playedWith(append([]*Cell{set.Base}, list(set.open(), func(x *Reading) *Cell { return x.Cell })...)) + otherPlayers
	return a
}

func (r *Report) readingSections() []*section {
	var list []*section
	for n, set := range r.Readings {
		s := &section{ID: fmt.Sprintf("readings-%d", n+1), Title: r.titled("Readings of "+set.Base.Profile.Name, set.Group)}
		s.Text = []string{"The text can be read in more than one way. Each was played with everything else as in the base, alone unless the study takes several together (joined by +). The range over the readings that the text allows is what a reader decides; the sampling interval beside it is what the sample does not know. Readings against the text, those imported from another, and those that call the same games by another result stand apart and tell nothing of what is ambiguous in this one. Each reading is compared with the base; p is adjusted by Holm over the readings of its table that are played differently."}
		spans := table{Title: "Readings: range beside the sampling interval", Head: []string{"metric", "base", "95 % interval of the base", "least and greatest over open readings"}, words: true}
		for _, word := range headlines {
			m := metric(word)
			spans.Rows = append(spans.Rows, textRow(m.Title, fixedIn(m, set.Base.value(m)), endsIn(m, set.Base.spread(m)), endsIn(m, set.over(m))))
			if len(set.open()) == 0 {
				continue
			}
			s.Findings = append(s.Findings, r.readingFinding(set, m))
			if n != len(r.Readings)-1 || word != "drawn" { // else it is the answer
				s.Figures = append(s.Figures, readingFigure(set, fmt.Sprintf("fig-%s-%s", s.ID, word), m))
			}
		}
		if len(set.open()) > 0 {
			s.Tables = append(s.Tables, spans)
		} else {
			s.Text = []string{"None of the readings played here is one that the text leaves open: they are against it, imported from another, or call the same games by another result. The table compares them with the base."}
		}
		s.More = append([]table{setByReadings(set)}, filled(r.readingTable(set, true), r.readingTable(set, false))...)
		list = append(list, s)
	}
	return list
}

func (r *Report) readingTable(set *ReadingSet, open bool) table {
	t := table{Title: "Readings of " + set.Base.Profile.Name, Head: []string{"reading"}}
	if !open {
		t = table{Title: "Readings that stand apart: against the text, imported, or other names for the same games", Head: []string{"reading", "standing"}}
	}
	for _, word := range headlines {
		m := metric(word)
		t.Head = append(t.Head, strings.ToLower(m.Title)+", less the base ("+m.Unit.Points+")", "p, Holm")
	}
	for _, x := range set.Readings {
		if open != (x.Closed == "") {
			continue
		}
		row := []cell{{Text: readingWords(x), Warnings: r.marks(x.Cell)}}
		if !open {
			row = append(row, cell{Text: x.Closed})
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

func (r *Report) readingFinding(set *ReadingSet, m Metric) Finding {
	var matter, same []string
	var rest []*Pair
	for _, x := range set.open() {
		switch p := x.in(m); {
		case x.SameGame:
			same = append(same, readingName(x))
		case p.Shown():
			matter = append(matter, "“"+readingWords(x)+"” ("+pairWords(p)+")")
		default:
			rest = append(rest, p)
		}
	}
	text := fmt.Sprintf("%s under %s: %s, by sampling %s, over open readings %s", m.Title, set.Base.Profile.Short,
		fixedIn(m, set.Base.value(m)), endsIn(m, set.Base.spread(m)), endsIn(m, set.over(m)))
	if least, most := set.Base.extremes(m); m.Turns() && least != most {
		text += ", by its open games " + endsIn(m, stats.Interval{Low: least, High: most})
	}
	text += "."
	text += when(len(matter) > 0, " Shown to change it: "+several(matter)+".")
	if len(rest) > 0 {
		text += fmt.Sprintf(" Of %s no change is shown.", plural(len(rest), "other reading", "other readings"))
		text += seenFrom(rest)
	}
	text += when(len(same) > 0 && m.Word == headlines[0], " Not played differently: "+sentence(same)+".")
	return Finding{Text: text, Warnings: r.marks(set.Base)}
}

// readingsIn are the readings played in a group, of its last base; nil where there are none.
func (r *findings) readingsIn(g *Group) *ReadingSet {
	for _, set := range slices.Backward(r.Readings) {
		if set.Group == g {
			return set
		}
	}
	return nil
}

func (set *ReadingSet) changing(m Metric) []*Cell {
	return list(those(set.Readings, func(x *Reading) bool { return !x.SameGame && x.in(m).Shown() }), func(x *Reading) *Cell { return x.Cell })
}

// figure shows the difference of each open reading from the base in a metric, the largest
// first, before the sampling error of the base.
func readingFigure(set *ReadingSet, id string, m Metric) figure {
	factor, v, i := m.Unit.Factor, set.Base.value(m), set.Base.spread(m)
	f := chart.Forest{
		Head: chart.Head{ID: id, Title: m.Title + " under each reading, less the base, " + m.Unit.Points, Desc: "One row for each reading: the difference from the base with its interval."},
		Unit: m.Unit.Points, Faint: "no change shown",
		Band: [2]float64{factor * (i.Low - v), factor * (i.High - v)}, BandMeans: "what sampling alone leaves open of the base",
	}
	same := 0
	var alike []string // readings under which all games ran as under the base
	for _, x := range set.open() {
		p := x.in(m)
		if x.SameGame {
			same++
			continue
		}
		row := forestRow(m, readingWords(x), differenceOf(p)+" "+bracketed(m, p.Adjusted.Interval), p.Value, p.Adjusted.Interval, !p.Shown())
		if p.Value == 0 && p.Identical == p.Games {
			if alike = append(alike, readingName(x)); len(alike) > 1 {
				continue
			}
			row.Shown, row.Low, row.High = "the same games", math.NaN(), math.NaN()
		}
		f.Rows = append(f.Rows, row)
	}
	if n := len(alike); n > 1 {
		at := slices.IndexFunc(f.Rows, func(r chart.ForestRow) bool { return math.IsNaN(r.Low) })
		f.Rows[at].Label = sentenceCase(inNumber(n)) + " readings with the same games as the base"
	}
	slices.SortStableFunc(f.Rows, func(a, b chart.ForestRow) int { return cmp.Compare(b.Value, a.Value) })
	based := choose(m.IsLength(), fixedIn(m, v)+" plies", fixedIn(m, v)+" %")
	caption := fmt.Sprintf("Each reading that the text allows, or several joined by +, less the base (%s); intervals adjusted as p is, %s each. Filled: p below %s by Holm over these, at both bounds that the open games leave.",
		based, plural(set.Base.n(study.Games), "game", "games"), fixed(alpha, 2))
	caption += when(len(alike) > 1, fmt.Sprintf(" The same games: %s.", sentence(alike)))
	caption += when(same > 0, fmt.Sprintf(" %s nothing that is played.", sentenceCase(inNumber(same))+" more "+forms(same, "changes", "change")))
	return figure{Chart: f, Caption: caption, Wide: true}
}

func setByReadings(set *ReadingSet) table {
	t := table{Title: "What each reading sets", Head: []string{"reading", "sets", "because", "standing"}, words: true}
	for _, x := range set.Readings {
		for _, name := range x.Cell.Profile.Taken {
			t.Rows = append(t.Rows, readingRow(set.Base.Profile, name, ""))
		}
	}
	return t
}
