package main

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"varlab/internal/testing/results"
	"varlab/reports"
	"varlab/reports/chart"
	"varlab/rules"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// remedies says in words what may be done about a capture left alone under the rule sets of
// the surface, in the order of its pages.
var remedies = []struct{ override, words string }{
	{`{capture.obligation="compulsory"}`, "capture is compulsory"},
	{`{claim.remedies=["compel","waive"]}`, "the turn is replayed or let pass"},
	{``, "huff, replay or let pass"},
	{`{claim.remedies=["huff","waive"]}`, "huff or let pass"},
}

// ruleSet names a rule set: those that differ in their remedies alone by these.
func (e *played) ruleSet(id string) string {
	if override, ok := strings.CutPrefix(id, "souffler-broken-off"); ok && slices.Contains([]string{"strength", "attention"}, e.Report.Study.Name) {
		for _, r := range remedies {
			if r.override == override {
				return r.words
			}
		}
	}
	return "`" + id + "`"
}

// A careless player overlooks and notices so many of a hundred.
type careless struct{ oversight, vigilance int }

var carelessness = regexp.MustCompile(`oversight=(\d+)(?:,vigilance=(\d+))?`)

func carelessOf(spec string) careless {
	c := careless{0, 100}
	if m := carelessness.FindStringSubmatch(spec); m != nil {
		fmt.Sscan(m[1], &c.oversight)
		fmt.Sscan(m[2], &c.vigilance)
	}
	return c
}

// A ridge is a line of the surface: one rule set and one vigilance over rising oversight.
type ridge struct {
	words string
	cells []playedCell
	first bool // of those that the figure shows
}

// surface is the study's cells in such lines, and the oversights. Where nothing is claimed
// vigilance changes nothing, and one line stands for all.
func (e *played) surface() (ridges []ridge, oversights []int) {
	for _, r := range remedies {
		for _, vigilance := range []int{100, 60, 30} {
			line := ridge{words: fmt.Sprintf("%s; %d of 100 faults noticed", r.words, vigilance), first: vigilance == 60 || r.override == ""}
			if r.override == remedies[0].override {
				line.words, line.first = r.words, true
			}
			oversights = oversights[:0]
			for _, c := range e.Report.RuleSets {
				at := carelessOf(c.Players[0])
				if strings.TrimPrefix(c.ID, "souffler-broken-off") == r.override && (at.vigilance == vigilance || at.oversight == 0) {
					line.cells, oversights = append(line.cells, c), append(oversights, at.oversight)
				}
			}
			ridges = append(ridges, line)
			if r.override == remedies[0].override {
				break
			}
		}
	}
	return ridges, oversights
}

// matrix is the surface as tables of draws, lengths and huffed pieces.
func (e *played) matrix() string {
	var b strings.Builder
	ridges, oversights := e.surface()
	for _, t := range []struct {
		title string
		of    func(playedCell) string
	}{
		{"games drawn, %", func(c playedCell) string { return c.Drawn.percent() }},
		{"median plies", playedCell.median},
		{"pieces huffed a game", playedCell.huffs},
	} {
		fmt.Fprintf(&b, "\n| %s | overlooked, of 100 jumps: %s |\n| --- |%s\n", t.title, strings.Join(strings.Fields(strings.Trim(fmt.Sprint(oversights), "[]")), " | "), strings.Repeat(" ---: |", len(oversights)))
		for _, r := range ridges {
			if t.of(r.cells[len(r.cells)-1]) == none {
				continue
			}
			fmt.Fprintf(&b, "| %s |", r.words)
			for _, c := range r.cells {
				fmt.Fprintf(&b, " %s |", t.of(c))
			}
			b.WriteString("\n")
		}
	}
	games, open := 0, 0
	for _, c := range e.Report.RuleSets {
		games, open = games+c.Games, open+c.Open
	}
	return fmt.Sprintf("%d games in each cell, %d in all; %d open at the horizon.\n", e.Report.Study.Games, games, open) + b.String()
}

// hero draws the surface.
func (e *played) hero() chart.Lines {
	ridges, oversights := e.surface()
	l := chart.Lines{
		ID: "surface", Title: "Games drawn, per cent, by what may be done about a capture left alone", Unit: "jumps overlooked, of 100",
		Desc: "One plot for each remedy and share of faults noticed, before the others in grey; the table has the numbers.",
	}
	for _, o := range oversights {
		l.Columns = append(l.Columns, fmt.Sprint(o))
	}
	for _, r := range ridges {
		if !r.first {
			continue
		}
		row := chart.LinesRow{Label: r.words}
		for _, c := range r.cells {
			row.Points = append(row.Points, c.Drawn.point())
		}
		l.Rows = append(l.Rows, row)
	}
	return l
}

// draws shows the share of draws of each rule set by players: over strength by those who
// overlook nothing.
func (e *played) draws() chart.Lines {
	name := e.Report.Study.Name
	l := chart.Lines{ID: name, Title: name + ": drawn games by players, per cent", Unit: "players, in the order of the study", Desc: "One line for each rule set, before the others in grey; the table has the numbers."}
	overStrength := name == "curves"
	for i, row := range e.by() {
		line := chart.LinesRow{Label: row[0].ID}
		for _, c := range row {
			if overStrength && strings.Contains(c.Players[0], "oversight") {
				continue
			}
			if i == 0 {
				l.Columns = append(l.Columns, c.Players[0])
			}
			line.Points = append(line.Points, c.Drawn.point())
		}
		l.Rows = append(l.Rows, line)
	}
	l.Columns = reports.ShortSpecs(l.Columns)
	if overStrength {
		l.Title, l.Unit = "Games drawn over strength, per cent", "turns looked at before each choice"
		for i, spec := range l.Columns {
			l.Columns[i] = strings.TrimPrefix(spec, "nodes=")
		}
		for i, row := range l.Rows {
			l.Rows[i].Label = strings.ReplaceAll(row.Label, "-", " ")
		}
	}
	return l
}

// players are those of the study, in its order.
func (e *played) players() (specs []string) {
	for _, c := range e.Report.RuleSets {
		if !slices.Contains(specs, c.Players[0]) {
			specs = append(specs, c.Players[0])
		}
	}
	return specs
}

// by returns the cells of one rule set by player, for each rule set in its order.
func (e *played) by() (rows [][]playedCell) {
	at := map[string]int{}
	for _, c := range e.Report.RuleSets {
		k, ok := at[c.ID]
		if !ok {
			k, at[c.ID] = len(rows), len(rows)
			rows = append(rows, nil)
		}
		rows[k] = append(rows[k], c)
	}
	return rows
}

func (r realCounts) percent() string {
	d := r.draws()
	i := d.Wilson(0.95)
	return span{Value: d.Value(), Low: i.Low, High: i.High}.percent()
}

// levels is the share of draws by rule set and player, beside what people drew.
func (e *played) levels() string {
	var b strings.Builder
	real, err := results.Read[realTable]("real-games")
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(&b, "%d games in each cell. Draw rates of people were missed by %.1f points on average.\n\n", e.Report.Study.Games, study.HeldOutError)
	specs := e.players()
	fmt.Fprintf(&b, "| games drawn, %% | `%s` | people |\n| --- |%s ---: |\n", usual.Replace(strings.Join(specs, "` | `")), strings.Repeat(" ---: |", len(specs)))
	for _, row := range e.by() {
		fmt.Fprintf(&b, "| `%s` |", row[0].ID)
		for _, c := range row {
			fmt.Fprintf(&b, " %s", c.Drawn.percent())
			if c.Open > 0 {
				fmt.Fprintf(&b, ", at most %.1f", 100*c.Drawn.Most)
			}
			b.WriteString(" |")
		}
		people := none
		for _, c := range real.Data.Collections {
			if c.Rules == row[0].ID {
				people = c.Real.percent()
			}
		}
		fmt.Fprintf(&b, " %s |\n", people)
	}
	return b.String()
}

// causes is by what the games of each cell ended, in per cent.
func (e *played) causes() string {
	var b strings.Builder
	columns := []struct {
		title   string
		reasons []rules.Reason
	}{
		{"no piece or no move left", []rules.Reason{rules.NoPieces, rules.LastPiece, rules.NoMoves, rules.BothBlocked}},
		{"repetition", []rules.Reason{rules.Repetition}},
		{"moves without a capture", []rules.Reason{rules.QuietPlies}},
		{"few kings against one", []rules.Reason{rules.Material}},
		{"broken off", []rules.Reason{rules.Stop}},
		{"no capture possible", []rules.Reason{rules.Dead}},
	}
	fmt.Fprintf(&b, "\n| games ended by, %% | players |")
	for _, c := range columns {
		fmt.Fprintf(&b, " %s |", c.title)
	}
	fmt.Fprintf(&b, " cut off, drawn by value | cut off, won by value | cut off, open |\n| --- | --- |%s\n", strings.Repeat(" ---: |", len(columns)+3))
	for _, row := range e.by() {
		for _, c := range row {
			share := func(n int) string {
				if n == 0 {
					return " " + none + " |"
				}
				return fmt.Sprintf(" %.1f |", 100*float64(n)/float64(c.Games))
			}
			fmt.Fprintf(&b, "| `%s` | `%s` |", c.ID, usual.Replace(c.Players[0]))
			told := c.Reasons[record.Horizon]
			for _, column := range columns {
				n := 0
				for _, reason := range column.reasons {
					n += c.Reasons[string(reason)]
				}
				told += n
				b.WriteString(share(n))
			}
			if told != c.Games {
				panic(fmt.Sprintf("%s: %d games ended by something else", c.ID, c.Games-told))
			}
			b.WriteString(share(c.DrawnByValue) + share(c.WonByValue) + share(c.Open) + "\n")
		}
	}
	return b.String()
}

// A readingSet is what the readings of one rule set change, between one pair of players.
type readingSet struct {
	Base     string
	Players  []string
	Readings []reading
}

type reading struct {
	ID, Name string
	Effects  []effect
}

// An effect is a difference from the reading taken.
type effect struct {
	Metric                       string
	Value, Difference, Low, High *float64
	PAdjusted                    float64 `json:"p_adjusted"`
	Matters                      bool
	WouldBeSeen                  *float64 `json:"would_be_seen"`
}

func (x effect) shown() string {
	factor, digits := 100.0, 1
	if x.Metric == "plies" {
		factor, digits = 1, 0
	}
	if x.Difference == nil || x.Low == nil || x.High == nil {
		return none
	}
	s := fmt.Sprintf("%+.*f (%+.*f to %+.*f)", digits, factor**x.Difference, digits, factor**x.Low, digits, factor**x.High)
	if x.Matters {
		s = "**" + s + "**"
	}
	return s
}

// of returns the effect in a metric.
func (r reading) of(metric string) effect {
	k := slices.IndexFunc(r.Effects, func(x effect) bool { return x.Metric == metric })
	if k < 0 {
		return effect{}
	}
	return r.Effects[k]
}

// shown are the metrics of the tables of readings.
var shown = []struct{ metric, words string }{{"drawn", "drawn, points"}, {"plies", "median plies"}}

// asked are the players of the study of readings, in its order, in a word.
var asked = []string{"people", "strong"}

// matters says whether the reading was shown to change a metric of the tables.
func (r reading) matters() bool {
	return slices.ContainsFunc(shown, func(m struct{ metric, words string }) bool { return r.of(m.metric).Matters })
}

// A told reading is one of a rule set, as all players had it.
type told struct {
	reading
	by []reading // in the order of the players
}

// readingsOf are the readings of one rule set.
func (e *played) readingsOf(base string) (list []told) {
	for _, set := range e.Report.Readings {
		if set.Base != base {
			continue
		}
		for _, r := range set.Readings {
			k := slices.IndexFunc(list, func(t told) bool { return t.ID == r.ID })
			if k < 0 {
				k, list = len(list), append(list, told{reading: r})
			}
			list[k].by = append(list[k].by, r)
		}
	}
	return list
}

func (e *played) bases() (ids []string) {
	for _, set := range e.Report.Readings {
		if !slices.Contains(ids, set.Base) {
			ids = append(ids, set.Base)
		}
	}
	return ids
}

// readings is what each reading changes, and which orders of two texts it turns.
func (e *played) readings() string {
	var b strings.Builder
	players := e.players()
	if len(players) != len(asked) {
		panic(fmt.Sprintf("%d players, want %d", len(players), len(asked)))
	}
	fmt.Fprintf(&b, "%d games in each cell; people are `%s`, strong players `%s`. In bold: shown to differ from nought, among the readings of the rule set.\n\n", e.Report.Study.Games, players[0], players[1])
	b.WriteString("| rule set | reading |")
	for _, m := range shown {
		for _, p := range asked {
			fmt.Fprintf(&b, " %s: %s |", p, m.words)
		}
	}
	fmt.Fprintf(&b, "\n| --- | --- |%s\n", strings.Repeat(" ---: |", len(shown)*len(players)))
	var rest []string
	for _, base := range e.bases() {
		var unseen []string
		sight := 0.0 // the least difference that would be seen of every reading
		for _, r := range e.readingsOf(base) {
			if !slices.ContainsFunc(r.by, reading.matters) {
				unseen = append(unseen, r.Name)
				for _, x := range r.by {
					if seen := x.of("drawn").WouldBeSeen; seen != nil {
						sight = max(sight, *seen)
					}
				}
				continue
			}
			fmt.Fprintf(&b, "| `%s` | `%s` |", base, r.Name)
			for _, m := range shown {
				for _, x := range r.by {
					fmt.Fprintf(&b, " %s |", x.of(m.metric).shown())
				}
			}
			b.WriteString("\n")
		}
		if len(unseen) > 0 {
			rest = append(rest, fmt.Sprintf("- `%s`: no difference was shown of `%s`. One of %.1f points of the draws would have been, with a chance of 0.8.\n", base, strings.Join(unseen, "`, `"), 100*sight))
		}
	}
	return b.String() + "\n" + strings.Join(rest, "") + e.orders()
}

// cell is that of a rule set and a player.
func (e *played) cell(id, player string) playedCell {
	k := slices.IndexFunc(e.Report.RuleSets, func(c playedCell) bool { return c.ID == id && c.Players[0] == player })
	return e.Report.RuleSets[k]
}

// An order is which of two rule sets draws more games.
type order struct {
	value float64
	i     stats.Interval
}

func orderOf(a, b playedCell) order {
	rate := func(c playedCell) stats.Rate { return stats.Rate{K: c.Draws + c.DrawnByValue, N: c.Games} }
	p, q, i, j := rate(a).Value(), rate(b).Value(), rate(a).Wilson(0.95), rate(b).Wilson(0.95)
	// Newcombe (1998), Statistics in Medicine 17, p. 876, method 10
	return order{p - q, stats.Interval{Low: p - q - math.Hypot(p-i.Low, j.High-q), High: p - q + math.Hypot(i.High-p, q-j.Low)}}
}

func (o order) said() string {
	switch {
	case o.i.Low > 0:
		return "more"
	case o.i.High < 0:
		return "fewer"
	}
	return "undecided"
}

func (o order) shown() string {
	return fmt.Sprintf("%s: %+.1f (%+.1f to %+.1f)", o.said(), 100*o.value, 100*o.i.Low, 100*o.i.High)
}

// orders is which of two texts draws more games, and which reading that was shown to change
// the draws takes that away or turns it round.
func (e *played) orders() string {
	var b strings.Builder
	b.WriteString("\n| drawn more than, points | players | with the readings taken | readings that change it |\n| --- | --- | --- | --- |\n")
	bases := e.bases()
	for i, first := range bases {
		for _, second := range bases[i+1:] {
			for k, player := range e.players() {
				taken := orderOf(e.cell(first, player), e.cell(second, player))
				var turned []string
				turn := func(r told, of string, o order) {
					if r.by[k].of("drawn").Matters && o.said() != taken.said() {
						turned = append(turned, fmt.Sprintf("`%s` of the %s, %s", r.Name, of, o.shown()))
					}
				}
				for _, r := range e.readingsOf(first) {
					turn(r, "first", orderOf(e.cell(r.ID, player), e.cell(second, player)))
				}
				for _, r := range e.readingsOf(second) {
					turn(r, "second", orderOf(e.cell(first, player), e.cell(r.ID, player)))
				}
				fmt.Fprintf(&b, "| `%s` than `%s` | %s | %s | %s |\n", first, second, asked[k], taken.shown(), cmp.Or(strings.Join(turned, "; "), none))
			}
		}
	}
	return b.String()
}

// shifts draws how far each reading that matters moves the draws.
func (e *played) shifts() chart.Forest {
	zero := 0.0
	f := chart.Forest{
		ID: "readings", Title: "How far each reading moves the share of draws", Unit: "draws, less those under the reading taken, points", Reference: &zero, Faint: "not shown to differ",
		Desc: "One row for each reading that was shown to matter, and player: the difference with its 95 % interval.",
	}
	for _, base := range e.bases() {
		for _, r := range e.readingsOf(base) {
			if !slices.ContainsFunc(r.by, func(x reading) bool { return x.of("drawn").Matters }) {
				continue
			}
			for k, x := range r.by {
				d := x.of("drawn")
				f.Rows = append(f.Rows, chart.ForestRow{
					Label: fmt.Sprintf("%s (%s)", r.ID, asked[k]), Shown: strings.Trim(d.shown(), "*"),
					Value: 100 * *d.Difference, Low: 100 * *d.Low, High: 100 * *d.High, Faint: !d.Matters,
				})
			}
		}
	}
	return f
}
