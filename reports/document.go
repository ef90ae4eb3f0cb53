package reports

import (
	"fmt"
	"slices"
	"strings"

	"varlab/reports/chart"
	"varlab/rules"
	"varlab/sim/stats"
)

// A document is a report as headings, sentences, tables and figures: what every
// form for people is written from, so that all print the same words and numbers.
type document struct {
	Title    string
	Lead     []string
	Sections []*section
	Warnings []string
}

// A section has a heading and what stands under it, in this order.
type section struct {
	ID, Title string
	Text      []string
	Findings  []Finding
	Figures   []figure
	Tables    []table
	Folded    []folded
	Code      string // to be typed into a shell
}

// folded is what a reader opens.
type folded struct {
	Title  string
	Text   []string
	Tables []table
}

// A table has a head and rows of equal length. The first column names the row.
type table struct {
	Title string
	Head  []string
	Rows  [][]cell
	Note  string
	words bool // whether its cells are text rather than numbers
}

type cell struct {
	Text     string
	Short    string // for a narrow page, where Text is long
	Under    string // what it rests on
	Warnings []int
	Faint    bool // no difference shown
}

// whole is the cell's text with what it rests on.
func (c cell) whole() string {
	if c.Under == "" {
		return c.Text
	}
	return c.Text + " (" + c.Under + ")"
}

// textRow makes a row of text.
func textRow(list ...string) []cell {
	row := make([]cell, len(list))
	for i, w := range list {
		row[i].Text = w
	}
	return row
}

// name is how tables name a rule set: its number and id, with its warnings.
func (c *Cell) name() cell {
	return cell{Text: c.Profile.label(), Warnings: c.Warnings}
}

func (p *Profile) label() string { return fmt.Sprintf("%d %s", p.Number, p.ID) }

// document lays the report out.
func (r *Report) document() *document {
	d := &document{Title: r.Plan.Name, Warnings: r.Warnings}
	total := 0
	for _, g := range r.Groups {
		for _, c := range g.Cells {
			total += c.Tally.Games
		}
	}
	var players []string
	for _, g := range r.Groups {
		players = append(players, g.Name())
	}
	d.Lead = []string{fmt.Sprintf("%s of draughts, played by %s under %s, from %s, each to a horizon of %d plies.",
		plural(total, "game", "games"), sentence(players), plural(len(r.Profiles), "rule set", "rule sets"), r.openings(), r.Plan.HorizonPlies)}

	d.Sections = append(r.findingSections(), r.ruleSetsSection())
	for i, g := range r.Groups {
		d.Sections = append(d.Sections, r.groupSections(i, g)...)
	}
	d.Sections = append(d.Sections, r.sideBySide(), r.assumptions(), r.reproduce(), r.methods())
	d.Sections = slices.DeleteFunc(d.Sections, func(s *section) bool { return s == nil })
	return d
}

func (r *Report) openings() string {
	var parts []string
	for _, b := range r.Manifest.Boards {
		parts = append(parts, fmt.Sprintf("%s of %d quiet plies on %s", plural(b.Clusters, "opening", "openings"), b.OpeningPlies, strings.ReplaceAll(b.Size, "x", "×")))
	}
	return sentence(parts)
}

// findingSections are one for each group: what a strength shows is for itself.
func (r *Report) findingSections() []*section {
	var list []*section
	for i, g := range r.Groups {
		s := &section{ID: "findings", Title: "Findings", Findings: r.Findings(g)}
		if len(r.Groups) > 1 {
			s.ID, s.Title = fmt.Sprintf("findings-%d", i+1), "Findings ("+g.Name()+")"
		}
		list = append(list, s)
	}
	if last := list[len(list)-1]; len(r.General) > 0 {
		last.Findings = append(last.Findings, Finding{"What holds for all of this is said in the notes.", r.General})
	}
	return list
}

func (r *Report) ruleSetsSection() *section {
	t := table{Head: []string{"rule set", "what it is", "period, place", "status", "board", "PlayHash"}, words: true}
	for _, p := range r.Profiles {
		var when []string
		for _, w := range []string{p.Period, p.Place} {
			if w != "" {
				when = append(when, w)
			}
		}
		title := p.Title
		if len(p.Taken) > 0 {
			title += "; reading " + strings.Join(p.Taken, ", ")
		}
		if len(p.Sets) > 0 {
			title += "; set " + strings.Join(p.Sets, ", ")
		}
		t.Rows = append(t.Rows, textRow(p.label(), plain(title), plain(strings.Join(when, ", ")), p.Status, strings.ReplaceAll(p.Board, "x", "×"), short(p.PlayHash)))
	}
	return &section{ID: "rule-sets", Title: "Rule sets", Tables: []table{t}}
}

// short is the beginning of a hash.
func short(hash string) string { return hash[:min(12, len(hash))] }

func (r *Report) groupSections(number int, g *Group) []*section {
	id := func(s string) string {
		if len(r.Groups) > 1 {
			return fmt.Sprintf("%s-%d", s, number+1)
		}
		return s
	}
	title := func(s string) string {
		if len(r.Groups) > 1 {
			return s + " (" + g.Name() + ")"
		}
		return s
	}
	outcomes := &section{
		ID: id("outcomes"), Title: title("How games ended"),
		Figures: []figure{g.outcomeFigure(id("fig-outcomes")), g.rateFigure(id("fig-drawn"), metric("drawn")), g.rateFigure(id("fig-decisive"), metric("decisive")), g.scoreFigure(id("fig-score"))},
		Tables:  []table{g.countTable(), g.rateTable(), g.reasonTable()},
	}
	lengths := &section{
		ID: id("lengths"), Title: title("How long games last"),
		Text:    []string{"Games cut off by horizon, void or forfeit count as still going on when they were cut off."},
		Figures: []figure{g.lengthFigure(id("fig-lengths"))},
		Tables:  []table{g.lengthTable(r.Plan.HorizonPlies)},
	}
	course := &section{ID: id("course"), Title: title("The course of games"), Tables: []table{g.courseTable()}}
	if t, ok := g.claimTable(); ok {
		course.Tables = append(course.Tables, t)
	}
	list := []*section{outcomes, lengths, course}
	if len(g.Cells) > 1 {
		list = append(list, r.differenceSection(id, title, g))
	}
	return list
}

func (g *Group) countTable() table {
	t := table{Title: "Results", Head: []string{"rule set", "games", "won by first", "won by second", "drawn", "horizon", "void", "forfeited"}}
	for _, c := range g.Cells {
		n := c.Tally
		row := []cell{c.name()}
		for _, k := range []int{n.Games, n.First, n.Second, n.Draws, n.Horizon, n.Void, n.Forfeited} {
			row = append(row, cell{Text: count(k)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (g *Group) rateTable() table {
	t := table{
		Title: "Rates in per cent, with 95 % intervals",
		Head:  []string{"rule set", "decisive", "drawn", "drawn of those that ended", "drawn, bounds left by the horizon", "first mover’s score"},
		Note:  "Shares are of all games, except where the head says otherwise; the score is of games won or drawn. Rates have Wilson’s interval, the score an interval over openings.",
	}
	repeated := slices.ContainsFunc(g.Cells, func(c *Cell) bool { return c.Repeated })
	if repeated {
		t.Head = append(t.Head, "design effect of drawn")
	}
	for _, c := range g.Cells {
		row := []cell{c.name()}
		for _, word := range []string{"decisive", "drawn", "drawn-ended"} {
			x := c.Rate(metric(word))
			row = append(row, cell{Text: rate(x.Value(), x.Wilson(Level))})
		}
		n := c.Tally
		row = append(row, cell{Text: percent(share1(n.Draws, n.Games)) + " to " + percent(share1(n.Draws+n.Horizon, n.Games))}, cell{Text: c.score()})
		if repeated {
			row = append(row, cell{Text: fixed(c.Rate(metric("drawn")).DesignEffect, 2)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (c *Cell) score() string {
	if c.Tally.Scored() == 0 {
		return none
	}
	e := c.Mean(metric("first-score").of)
	if e.Clusters < 2 {
		return percent(e.Value)
	}
	return rate(e.Value, e.Interval)
}

// An ending is a result with its reason.
type ending struct{ result, reason string }

var resultOrder = []string{"first", "second", "draw", "horizon", "void", "forfeited"}

var reasonOrder = []string{
	string(rules.NoPieces), string(rules.NoMoves), string(rules.BothBlocked), string(rules.Repetition), string(rules.QuietPlies),
	string(rules.Material), string(rules.Stop), string(rules.Dead), "agreement", "adjudication", "horizon", "forfeit",
}

// endings lists the endings that occurred in the group, in a fixed order.
func (g *Group) endings() []ending {
	var list []ending
	for _, c := range g.Cells {
		for key := range c.Tally.Results {
			result, reason, _ := strings.Cut(key, " ")
			if e := (ending{result, reason}); !slices.Contains(list, e) {
				list = append(list, e)
			}
		}
	}
	slices.SortFunc(list, func(a, b ending) int {
		x, y := slices.Index(resultOrder, a.result), slices.Index(resultOrder, b.result)
		if x != y {
			return x - y
		}
		x, y = slices.Index(reasonOrder, a.reason), slices.Index(reasonOrder, b.reason)
		if x != y {
			return x - y
		}
		return strings.Compare(a.reason, b.reason)
	})
	return list
}

var reasonWords = map[string]string{
	"no-pieces": "no pieces left", "no-moves": "no move left", "both-blocked": "both blocked",
	"repetition": "repetition", "quiet": "quiet plies", "material": "little material",
	"stop": "broken off", "dead": "no capture possible",
	"agreement": "agreement", "adjudication": "adjudication",
}

func (e ending) String() string {
	reason := reasonWords[e.reason]
	if reason == "" {
		reason = plain(e.reason)
	}
	switch e.result {
	case "first":
		return "first won: " + reason
	case "second":
		return "second won: " + reason
	case "draw":
		return "drawn: " + reason
	case "void":
		return "void: " + reason
	}
	return e.result
}

func (g *Group) reasonTable() table {
	t := table{Title: "Games by result and reason", Head: []string{"rule set"}}
	endings := g.endings()
	for _, e := range endings {
		t.Head = append(t.Head, e.String())
	}
	for _, c := range g.Cells {
		row := []cell{c.name()}
		for _, e := range endings {
			row = append(row, cell{Text: count(c.Tally.Results[e.result+" "+e.reason])})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (g *Group) lengthTable(horizon int) table {
	t := table{
		Title: "Plies after which a share of games is over, with 95 % intervals (Kaplan–Meier)",
		Head:  []string{"rule set", "a quarter", "half", "three quarters", fmt.Sprintf("going on at ply %d, %%", horizon)},
	}
	for _, c := range g.Cells {
		row := []cell{c.name()}
		for _, q := range quantiles {
			v, i := c.Curve.Quantile(q)
			row = append(row, cell{Text: plies(v, c.Curve.Last) + " [" + plies(i.Low, c.Curve.Last) + ", " + plies(i.High, c.Curve.Last) + "]"})
		}
		at := c.Curve.At(horizon)
		row = append(row, cell{Text: rate(at.Lasting, at.Interval)})
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (g *Group) courseTable() table {
	t := table{
		Title: "Per turn and per game, with 95 % intervals over openings",
		Head:  []string{"rule set", "playable turns", "due turns", "turns with a capture due", "captures a game", "promotions a game"},
		Note:  "The first three per turn that a player chose, the opening left out. Playable counts claims and defaults; due counts those turns, without claim, that leave no due capture untaken.",
	}
	for _, c := range g.Cells {
		row := []cell{c.name()}
		for _, of := range []func(*Counts) (float64, int){playablePerDecision, duePerDecision, owedPerDecision, capturesPerGame, promotionsPerGame} {
			row = append(row, cell{Text: mean(c.Mean(of))})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// claimTable counts defaults and claims; false where no rule set knows them and
// none occurred.
func (g *Group) claimTable() (table, bool) {
	t := table{
		Title: "Defaults and claims",
		Head:  []string{"rule set", "turns with a capture due", "missed", "partial", "weaker", "a game", "huffed", "compelled", "let pass", "corrected"},
		Note:  "Missed: a quiet move though a capture was due. Partial: a capture broken off. Weaker: a whole capture that precedence does not leave. Let pass: the opponent’s turn made no claim. Corrected: an illegal intention put right at no cost.",
	}
	any := false
	for _, c := range g.Cells {
		n := c.Tally
		if !c.Profile.claimable() && n.Defaults()+n.Corrected == 0 {
			continue
		}
		any = true
		row := []cell{c.name()}
		for _, k := range []int{n.Owed, n.Missed, n.Partial, n.Weaker} {
			row = append(row, cell{Text: count(k)})
		}
		row = append(row, cell{Text: mean(c.Mean(defaultsPerGame))})
		for _, k := range []int{n.Huffed, n.Compelled, n.Waived, n.Corrected} {
			row = append(row, cell{Text: count(k)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t, any
}

// happened reports whether a metric could differ: something of it occurred.
func (g *Group) happened(m Metric) bool {
	if m.IsLength() {
		return true
	}
	for _, c := range g.Cells {
		if sum, _ := m.of(&c.Tally.Counts); sum > 0 {
			return true
		}
	}
	return false
}

func (r *Report) differenceSection(id, title func(string) string, g *Group) *section {
	s := &section{
		ID: id("differences"), Title: title("Differences"),
		Text: []string{fmt.Sprintf("The first rule set less the second. ~ where no difference is shown: Holm-adjusted p not below %s. Each row says what size a single test would have shown with a chance of %.0f %%, and how many openings stand behind it.", fixed(alpha, 2), 100*Power)},
	}
	for _, word := range []string{"drawn", "decisive"} {
		if n := len(g.Cells); g.happened(metric(word)) && n > 2 && n <= chart.MatrixMost {
			s.Figures = append(s.Figures, g.matrixFigure(id("fig-matrix-"+word), metric(word)))
		}
	}
	var quiet []string
	for _, m := range metrics(r.Plan.Metrics) {
		if !g.happened(m) {
			quiet = append(quiet, strings.ToLower(m.Title))
			continue
		}
		t := g.differenceTable(m)
		if m.Word == "drawn" || m.Word == "decisive" || m.IsLength() {
			s.Tables = append(s.Tables, t)
			if m.isRate {
				s.Folded = append(s.Folded, folded{Title: m.Title + ": other measures", Tables: []table{g.measureTable(m)}})
			}
			continue
		}
		f := folded{Title: t.Title, Tables: []table{{Head: t.Head, Rows: t.Rows}}}
		if m.isRate {
			f.Tables = append(f.Tables, g.measureTable(m))
		}
		s.Folded = append(s.Folded, f)
	}
	if len(quiet) > 0 {
		s.Text = append(s.Text, "Nothing of this kind occurred, so that nothing is compared: "+strings.Join(quiet, "; ")+".")
	}
	return s
}

func (g *Group) differenceTable(m Metric) table {
	_, _, unit := m.scale()
	t := table{
		Title: fmt.Sprintf("%s: %s (%s)", m.Title, m.Means, unit),
		Head:  []string{"rule sets", "shown", "difference", "95 % interval", "p", "p, Holm", "would have been seen", "openings"},
	}
	if !m.isRate {
		t.Head = append(t.Head, "p, BH")
	}
	for _, p := range g.Pairs {
		if p.Metric.Word != m.Word {
			continue
		}
		words := []string{p.mark(), p.difference(), p.interval(), chance(p.P), chance(p.Holm), p.seen(), count(p.Clusters)}
		if !m.isRate {
			words = append(words, chance(p.BH))
		}
		t.Rows = append(t.Rows, p.row(words...))
	}
	return t
}

// measureTable has what else is said of differences of rates.
func (g *Group) measureTable(m Metric) table {
	t := table{Head: []string{"rule sets", "p, BH", "design effect", "Newcombe", "Cohen’s h", "odds ratio"}}
	for _, p := range g.Pairs {
		if p.Metric.Word != m.Word {
			continue
		}
		odds := fixed(p.Odds.Value, 2) + " " + bracket(stats.Interval{Low: p.Odds.Low, High: p.Odds.High}, 1, 2)
		if p.Odds.Corrected {
			odds += " *"
			t.Note = "* one half was added to each count, since one was 0."
		}
		t.Rows = append(t.Rows, p.row(chance(p.BH), fixed(p.DesignEffect, 2),
			"["+signed(100*p.Newcombe.Low, 1)+", "+signed(100*p.Newcombe.High, 1)+"]", signed(p.H, 2), odds))
	}
	return t
}

// row begins with the two rule sets.
func (p *Pair) row(words ...string) []cell {
	row := []cell{{
		Text:     p.A.Profile.label() + " − " + p.B.Profile.label(),
		Short:    fmt.Sprintf("%d − %d", p.A.Profile.Number, p.B.Profile.Number),
		Warnings: p.Warnings,
	}}
	for _, w := range words {
		row = append(row, cell{Text: w, Faint: !p.Shown()})
	}
	return row
}

// mark says in one character whether a difference is shown, and which way.
func (p *Pair) mark() string {
	switch {
	case !p.Shown():
		return "~"
	case p.Value < 0:
		return "less"
	}
	return "more"
}

func (r *Report) sideBySide() *section {
	if len(r.Profiles) < 2 {
		return nil
	}
	plays, names := differing(r.Profiles)
	s := &section{
		ID: "side-by-side", Title: "The rules side by side",
		Text: []string{"Only what differs, each value with the clauses that it rests on. What the sources leave open and the profile assumes is marked; the reasons stand below."},
	}
	if len(plays) == 0 {
		s.Text = []string{"In nothing that changes a turn or an ending."}
	} else {
		s.Tables = []table{r.axisTable("Rules that change the game", plays)}
	}
	if len(names) > 0 {
		t := r.axisTable("", names)
		s.Folded = []folded{{Title: "Names, people and the order of games: nothing of this changes the games played here", Tables: []table{t}}}
	}
	return s
}

func (r *Report) axisTable(title string, axes []*rules.Axis) table {
	t := table{Title: title, Head: []string{"rule"}, words: true}
	for _, p := range r.Profiles {
		t.Head = append(t.Head, p.label())
	}
	for _, a := range axes {
		row := []cell{{Text: a.Key}}
		for _, p := range r.Profiles {
			row = append(row, cell{Text: plain(p.means(a)), Under: plain(p.basis(a.Key))})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (r *Report) assumptions() *section {
	s := &section{
		ID: "assumed", Title: "What was assumed",
		Text: []string{"Where a source is silent or can be read in several ways, the profile says what it takes and why. Readings that were not taken are other rule sets, and can be played."},
	}
	for _, p := range r.Profiles {
		f := folded{Title: p.label() + ": " + plural(len(p.Assumed), "assumption", "assumptions") + ", " + plural(len(p.Readings), "other reading", "other readings")}
		if p.Summary != "" {
			f.Text = append(f.Text, plain(p.Summary))
		}
		t := table{Title: "Assumed", Head: []string{"rule", "taken as", "because", "clauses"}, words: true}
		for _, a := range p.applied() {
			if reason := p.Assumed[a.Key]; reason != "" {
				t.Rows = append(t.Rows, textRow(a.Key, plain(p.means(a)), plain(reason), strings.Join(p.Citations[a.Key], ", ")))
			}
		}
		if len(t.Rows) > 0 {
			f.Tables = append(f.Tables, t)
		}
		t = table{Title: "Readings", Head: []string{"reading", "would set", "reason"}, words: true}
		for _, name := range sortedKeys(p.Readings) {
			var sets []string
			for _, key := range sortedKeys(p.Readings[name].Axes) {
				sets = append(sets, fmt.Sprintf("%s = %s", key, literal(p.Readings[name].Axes[key])))
			}
			if slices.Contains(p.Taken, name) {
				name += " (taken)"
			}
			t.Rows = append(t.Rows, textRow(plain(name), plain(strings.Join(sets, "; ")), plain(p.Readings[strings.TrimSuffix(name, " (taken)")].Reason)))
		}
		if len(t.Rows) > 0 {
			f.Tables = append(f.Tables, t)
		}
		if len(p.Notes) > 0 {
			t = table{Title: "Left open by the source, and not simulated", Head: []string{"matter", "text"}, words: true}
			for _, name := range sortedKeys(p.Notes) {
				t.Rows = append(t.Rows, textRow(plain(name), plain(p.Notes[name])))
			}
			f.Tables = append(f.Tables, t)
		}
		s.Folded = append(s.Folded, f)
	}
	if sources := allSources(r.Profiles); len(sources) > 0 {
		t := table{Title: "Sources", Head: []string{"id", "text"}, words: true}
		for _, src := range sources {
			t.Rows = append(t.Rows, textRow(plain(src.ID), plain(src.String())))
		}
		s.Tables = append(s.Tables, t)
	}
	return s
}

func (r *Report) reproduce() *section {
	s := &section{ID: "reproduce", Title: "To repeat it", Code: r.Command()}
	if s.Code != "" {
		s.Text = []string{"The same games, to the last bit, on any machine and with any number of workers:"}
	} else {
		s.Text = []string{"This study cannot be said in flags: run its study file again (varlab run). The resolved study stands in the manifest of the run."}
	}
	t := table{Title: "Identity", Head: []string{"what", "value"}, words: true}
	add := func(k, v string) { t.Rows = append(t.Rows, textRow(k, plain(v))) }
	add("study", r.Plan.Name)
	add("study hash", r.Manifest.StudyHash)
	add("run hash", r.Manifest.Hash)
	for _, p := range r.Profiles {
		add("PlayHash of "+p.ID, p.PlayHash)
	}
	add("seed", fmt.Sprint(r.Plan.Seed))
	add("random numbers", r.Manifest.RNG)
	for _, g := range r.Groups {
		add("players", g.Name())
	}
	add("games a rule set and player", count(r.Plan.Games))
	add("horizon, plies", count(r.Plan.HorizonPlies))
	for _, b := range r.Manifest.Boards {
		add("openings on "+b.ID, fmt.Sprintf("%s, of %d quiet plies, from %s", count(b.Clusters), b.OpeningPlies, plural(b.Positions, "position", "positions")))
	}
	add("record format", fmt.Sprint(r.Manifest.Format))
	if r.Version != "" {
		add("varlab", r.Version)
	}
	s.Tables = []table{t}
	return s
}

func (r *Report) methods() *section {
	text := fmt.Sprintf("%s rule sets of draughts were compared by self-play. Openings are random quiet moves after which neither side could capture under any of the rule sets; rule sets with the same board and start share them. ", count(len(r.Profiles))) +
		fmt.Sprintf("Games were played to an end by the rules or to a horizon of %d plies, which is reported apart and never counted as a draw. ", r.Plan.HorizonPlies) +
		"Rates are given with Wilson’s (1927) interval, with the number of games divided by the design effect (Rao and Scott 1992) where openings were played more than once. " +
		"Differences rest on a cluster-robust variance with the opening as cluster (Liang and Zeger 1986), paired where openings are shared, with Student’s t under 30 openings; Newcombe’s (1998) interval, Cohen’s h and the odds ratio (Woolf 1955) stand beside them. " +
		fmt.Sprintf("Lengths are Kaplan–Meier estimates with games cut off by horizon, void or forfeit as censored, taken as independent; quantiles have Brookmeyer and Crowley’s (1982) interval, and differences of medians the percentiles of %s resamples of openings. ", count(stats.Resamples)) +
		fmt.Sprintf("All intervals are of %.0f %% each. p values are two-sided and adjusted by Holm (1979) over all differences of one metric; values by Benjamini and Hochberg (1995) over all metrics are for exploration. ", 100*Level) +
		"Every number is computed from the counts in these tables and from the records of the run."
	return &section{ID: "methods", Title: "Methods", Text: []string{text}}
}
