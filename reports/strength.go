package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"varlab/reports/chart"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Strength says whether the difference between rule sets in one rate depends on
// who plays: a logistic regression of the outcome on rule set, rung and both
// together, with openings as clusters.
type Strength struct {
	Metric Metric
	// W, DF and P are of the hypothesis that all interactions are 0.
	W  float64
	DF int
	P  float64
	// Clusters are the openings of all boards.
	Clusters int
	// Open games count as misses, of so many in all.
	Open, Games int
	// Separated says that some rule set has only hits or only misses at some rung,
	// so that the regression has no finite estimate and nothing is tested.
	Separated bool
}

func (r *Report) rungs() []*Group {
	return slices.DeleteFunc(slices.Clone(r.Groups), func(g *Group) bool { return !g.alone() })
}

// strengths tests the interaction of rule set and rung in the headline rates; none
// where there is one rung or one rule set.
func (r *Report) strengths() []*Strength {
	rungs := r.rungs()
	if len(rungs) < 2 || len(rungs[0].Cells) < 2 {
		return nil
	}
	return list([]string{"decisive", "drawn"}, func(word string) *Strength { return r.strength(metric(word), rungs) })
}

func (r *Report) strength(m Metric, rungs []*Group) *Strength {
	s := &Strength{Metric: m}
	sets := len(rungs[0].Cells)
	width := sets * len(rungs)
	offset := r.offsets()
	var rows []stats.Row
	for g, group := range rungs {
		for i, c := range group.Cells {
			s.Open, s.Games = s.Open+c.n(study.Open), s.Games+c.n(study.Games)
			k, n := m.In(&c.Tally.Counts)
			if k == 0 || int(k) == n {
				s.Separated = true
			}
			// 1, rule sets from the second, rungs from the second, their products
			x := make([]float64, width)
			x[0] = 1
			if i > 0 {
				x[i] = 1
			}
			if g > 0 {
				x[sets-1+g] = 1
			}
			if i > 0 && g > 0 {
				x[sets+len(rungs)-1+(i-1)*(len(rungs)-1)+g-1] = 1
			}
			for o, cell := range c.Tally.openings.cells(m.Ratio) {
				if cell.N > 0 {
					rows = append(rows, stats.Row{X: x, K: int(cell.Sum), N: cell.N, Cluster: offset[c.Board.ID] + o})
				}
			}
		}
	}
	if s.Separated {
		return s
	}
	l, err := stats.Regress(rows)
	if err != nil {
		s.Separated = true
		return s
	}
	var places []int
	for k := sets + len(rungs) - 1; k < width; k++ {
		places = append(places, k)
	}
	s.Clusters = l.Clusters
	s.W, s.DF, s.P = l.Wald(places...)
	if math.IsNaN(s.P) {
		s.Separated = true
	}
	return s
}

// offsets number the first opening of each board among those of all.
func (r *Report) offsets() map[string]int {
	offset, next := map[string]int{}, 0
	for _, b := range r.Manifest.Boards {
		offset[b.ID] = next
		next += b.Span()
	}
	return offset
}

func (s *Strength) text() string {
	what := strings.ToLower(s.Metric.Title)
	if s.Separated {
		return fmt.Sprintf("Whether differences in the %s depend on who plays was not tested: under some rule set all games of some players came out alike.", what)
	}
	test := fmt.Sprintf("(Wald test of the interaction, W = %s with %d degrees, p %s)", fixed(s.W, 1), s.DF, chanceWords(s.P))
	open := ""
	if s.Open > 0 {
		open = fmt.Sprintf(" The test takes the %s of %s games that are open as not %s; what they came to could turn this round.", count(s.Open), count(s.Games), s.Metric.Verb)
	}
	if s.P < alpha {
		return fmt.Sprintf("Differences between rule sets in the %s depend on who plays %s: read them strength by strength.%s", what, test, open)
	}
	return fmt.Sprintf("It is not shown that differences between rule sets in the %s depend on who plays %s.%s", what, test, open)
}

func (r *Report) strengthSection() *section {
	rungs := r.rungs()
	tests := r.strengths()
	if len(tests) == 0 {
		return nil
	}
	s := &section{
		ID: "strength", Title: "Rule sets and strength of play",
		Text: []string{"How well players play matters more than most clauses. Each line is a rule set, from the first players of the study to the last. The regression is of log odds on rule set, players and both together, with openings as clusters."},
	}
	s.Findings = list(tests, func(t *Strength) Finding { return Finding{Text: t.text()} })
	for _, m := range []Metric{metric("decisive"), metric("drawn")} {
		s.Figures = append(s.Figures, r.strengthFigure("fig-strength-"+m.Word, m))
		t := table{Title: m.Title + " by players, per cent", Head: append([]string{"rule set"}, list(rungs, (*Group).Name)...)}
		for i, c := range rungs[0].Cells {
			row := []cell{c.name()}
			row[0].Warnings = nil
			for _, g := range rungs {
				text := shown(g.Cells[i].Rate(m))
				text += when(g.Cells[i].n(study.Open) > 0, ", with the open games "+g.Cells[i].bounds(m))
				row = append(row, cell{Text: text, Warnings: g.Cells[i].Warnings})
			}
			t.Rows = append(t.Rows, row)
		}
		s.More = append(s.More, t)
	}
	return s
}

func (r *Report) strengthFigure(id string, m Metric) figure {
	rungs := r.rungs()
	lines := chart.Lines{
		ID: id, Title: m.Title + " by strength, per cent", Unit: "players, in the order of the study",
		Desc: "One line for each rule set, before the others in grey; the table has the numbers.", Columns: ShortSpecs(list(rungs, (*Group).Name)),
	}
	for i, c := range rungs[0].Cells {
		line := chart.LinesRow{Label: c.Profile.Short, Colour: c.Profile.Colour}
		for _, g := range rungs {
			x := g.Cells[i].Rate(m)
			w := x.Wilson(Level)
			line.Points = append(line.Points, chart.Point{Value: 100 * x.Value(), Low: 100 * w.Low, High: 100 * w.High, Shown: rate(x.Value(), w)})
		}
		lines.Rows = append(lines.Rows, line)
	}
	return figure{ID: id, Title: lines.Title, Chart: lines, Wide: true, Caption: fmt.Sprintf("%s of each rule set and player, with Wilson’s 95 %% intervals; grey are the other rule sets.", plural(r.Games, "game", "games"))}
}

// ShortSpecs names players by what tells them apart: "nodes=20" and "nodes=500" of
// players that differ in nothing else.
func ShortSpecs(specs []string) []string {
	parts := make([][]string, len(specs))
	shared := map[string]int{}
	for i, text := range specs {
		if strings.Contains(text, " against ") {
			return specs
		}
		player := study.Player{Spec: text}.Of()
		parts[i] = append(parts[i], player.Kind)
		for _, o := range player.Options {
			parts[i] = append(parts[i], o.Key+"="+o.Value)
		}
		for _, p := range parts[i] {
			shared[p]++
		}
	}
	names := make([]string, len(specs))
	for i, list := range parts {
		names[i] = strings.Join(slices.DeleteFunc(slices.Clone(list), func(p string) bool { return shared[p] == len(specs) }), ",")
		if names[i] == "" {
			names[i] = list[0]
		}
	}
	return names
}
