package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
	"varlab/variants/content"
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
	Games     []steps // only on a page
	Code      string  // to be typed into a shell
}

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

func (c cell) whole() string {
	if c.Under == "" {
		return c.Text
	}
	return c.Text + " (" + c.Under + ")"
}

func textRow(list ...string) []cell {
	row := make([]cell, len(list))
	for i, w := range list {
		row[i].Text = w
	}
	return row
}

// name is how tables name a rule set: its number and id, with its warnings.
func (c *Cell) name() cell {
	return cell{Text: c.Profile.label(), Short: c.Profile.short(), Warnings: c.Warnings}
}

func (p *Profile) label() string { return fmt.Sprintf("%d %s", p.Number, p.ID) }

// An id with overrides may be long. Where it is longer than this, in characters,
// sentences and narrow tables leave the overrides out and name the number, under
// which the whole stands in the list of rule sets.
const (
	longInSentence = 80
	longInTable    = 40
)

// short is the label where there is little room; empty if the label itself will do.
func (p *Profile) short() string {
	if short := study.Short(p.ID, longInTable); short != p.ID {
		return fmt.Sprintf("%d %s", p.Number, short)
	}
	return ""
}

// named is what sentences call the rule set.
func (p *Profile) named() string {
	if short := study.Short(p.ID, longInSentence); short != p.ID {
		return fmt.Sprintf("%s (%d)", short, p.Number)
	}
	return p.ID
}

func (r *Report) document() *document {
	d := &document{Title: r.title(), Warnings: r.Warnings}
	total := 0
	for _, g := range r.Groups {
		for _, c := range g.Cells {
			total += c.n(study.Games)
		}
	}
	d.Lead = []string{fmt.Sprintf("%s of draughts, played by %s under %s, from %s, each to a horizon of %d plies.",
		plural(total, "game", "games"), sentence(list(r.Groups, (*Group).Name)), plural(len(r.Profiles), "rule set", "rule sets"), r.openings(), r.Plan.HorizonPlies)}

	if r.Plan.Question != "" {
		d.Lead = append([]string{r.Plan.Question}, d.Lead...)
	}
	d.Lead = append(d.Lead, r.playerNotes()...)

	d.Sections = append(d.Sections, r.confirmatory())
	d.Sections = append(d.Sections, r.ablationSections()...)
	d.Sections = append(d.Sections, r.readingSections()...)
	d.Sections = append(d.Sections, r.strengthSection())
	d.Sections = append(d.Sections, r.curveSections()...)
	d.Sections = append(d.Sections, r.findingSections()...)
	d.Sections = append(d.Sections, r.ruleSetsSection())
	for i, g := range r.Groups {
		d.Sections = append(d.Sections, r.groupSections(i, g)...)
	}
	d.Sections = append(d.Sections, r.gamesSection(), r.sideBySide(), r.assumptions(), r.reproduce(), r.methods(), r.citeSection())
	d.Sections = slices.DeleteFunc(d.Sections, func(s *section) bool { return s == nil })
	return d
}

// Comparison is the name of a study that nobody has named.
const Comparison = "compare"

// ComparisonPieces is of how many pieces such a study looks up the values of endings in
// which games are cut off.
const ComparisonPieces = 4

func (r *Report) title() string {
	if r.Plan.Name != Comparison || r.Plan.Title != "" {
		return cmp.Or(r.Plan.Title, r.Plan.Name)
	}
	if len(r.Profiles) == 1 {
		return "Games under " + r.Profiles[0].named()
	}
	ids := list(r.Profiles, (*Profile).named)
	if len(ids) > 3 {
		return fmt.Sprintf("%d rule sets of draughts compared", len(ids))
	}
	return sentence(ids) + " compared"
}

func (r *Report) playerNotes() []string {
	if r.PlayerMeans == nil {
		return nil
	}
	var list []string
	for _, g := range r.Groups {
		for _, spec := range g.Players {
			if text := spec + ": " + r.PlayerMeans(spec) + "."; !slices.Contains(list, text) && r.PlayerMeans(spec) != "" {
				list = append(list, text)
			}
		}
	}
	return list
}

// kindOf says what the openings on a board are: "4 or 5 quiet plies".
func kindOf(b record.Board) string {
	var plies []string
	wild, games := false, false
	for _, c := range b.Chapters {
		plies = append(plies, fmt.Sprint(c.Plies))
		wild, games = wild || c.Wild, games || c.Games
	}
	if games {
		return strings.Join(plies, " or ") + " plies of real games"
	}
	text := strings.Join(plies, " or ") + " quiet plies"
	if wild {
		text = strings.Join(plies, " or ") + " plies, not all of them quiet,"
	}
	return text
}

func (r *Report) openings() string {
	return sentence(list(r.Manifest.Boards, func(b record.Board) string {
		return fmt.Sprintf("%s of %s on %s", plural(b.Clusters(), "opening", "openings"), kindOf(b), strings.ReplaceAll(b.Size, "x", "×"))
	}))
}

// findingSections are one for each group: what a strength shows is for itself.
func (r *Report) findingSections() []*section {
	var list []*section
	for i, g := range r.Groups {
		s := &section{ID: "findings", Title: r.titled("Findings", g), Findings: r.Findings(g)}
		if len(r.Groups) > 1 {
			s.ID = fmt.Sprintf("findings-%d", i+1)
		}
		if len(r.Verdicts) > 0 {
			s.Title = "Exploratory: " + strings.ToLower(s.Title[:1]) + s.Title[1:]
		}
		list = append(list, s)
	}
	if last := list[len(list)-1]; len(r.General) > 0 {
		last.Findings = append(last.Findings, Finding{"These notes hold for the whole report.", r.General})
	}
	return list
}

func (r *Report) ruleSetsSection() *section {
	t := table{Head: []string{"rule set", "what it is", "period, place", "status", "board", "PlayHash"}, words: true}
	for _, p := range r.Profiles {
		title := p.Title
		if len(p.Taken) > 0 {
			title += "; reading " + strings.Join(p.Taken, ", ")
		}
		if len(p.Sets) > 0 {
			title += "; set " + strings.Join(p.Sets, ", ")
		}
		t.Rows = append(t.Rows, textRow(p.label(), plain(title), plain(content.Joined(", ", p.Period, p.Place)), p.Status, strings.ReplaceAll(p.Board, "x", "×"), short(p.PlayHash)))
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
	title := func(s string) string { return r.titled(s, g) }
	outcomes := &section{
		ID: id("outcomes"), Title: title("How games ended"),
		Figures: []figure{g.outcomeFigure(id("fig-outcomes")), g.rateFigure(id("fig-drawn"), metric("drawn")), g.rateFigure(id("fig-decisive"), metric("decisive")), g.scoreFigure(id("fig-score"))},
		Tables: slices.DeleteFunc([]table{g.countTable(), g.unfinishedTable(), g.rateTable(), g.scoreTable(), g.reasonTable()}, func(t table) bool {
			return len(t.Rows) == 0
		}),
	}
	lengths := &section{
		ID: id("lengths"), Title: title("How long games last"),
		Text:    []string{"Games cut off by the horizon or a forfeit count as still going on when they were cut off; games broken off are over."},
		Figures: []figure{g.lengthFigure(id("fig-lengths"))},
		Tables:  []table{g.lengthTable(r.Plan.HorizonPlies), g.incidenceTable(r.Plan.HorizonPlies)},
	}
	course := &section{ID: id("course"), Title: title("The course of games"), Tables: []table{g.courseTable()}}
	if t := g.claimTable(); len(t.Rows) > 0 {
		course.Tables = append(course.Tables, t)
	}
	list := []*section{
		outcomes, lengths, course, r.exactSection(g, id, title("Endings, exactly")),
		r.openingsSection(g, id("first-turns"), title("What is played first")),
		g.exerciseSection(id("exercise"), title("Which rules were binding")),
	}
	if len(g.Cells) > 1 {
		list = append(list, r.differenceSection(id, title, g))
	}
	return list
}

func (r *Report) reproduce() *section {
	s := &section{ID: "reproduce", Title: "To repeat it", Code: r.Command()}
	if s.Code != "" {
		s.Text = []string{"The same games, to the last bit, on any machine and with any number of workers:"}
	} else {
		s.Text = []string{"No flags express this study: run its study file again (varlab run). The manifest of the run has the resolved study."}
	}
	var files []string
	for _, p := range r.Profiles {
		if p.File != "" && !slices.Contains(files, p.File) {
			files = append(files, p.File)
		}
	}
	if len(files) > 0 {
		s.Text = append(s.Text, "Not built in, and needed beside it: "+strings.Join(files, ", ")+". What they said, resolved, stands in the manifest of the run.")
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
		add("openings on "+strings.ReplaceAll(b.Size, "x", "×"), fmt.Sprintf("%s of %s, from %s (start %s)", count(b.Clusters()), kindOf(b), plural(b.Positions(), "position", "positions"), b.ID))
	}
	add("record format", fmt.Sprint(r.Manifest.Format))
	if r.Version != "" {
		add("varlab", r.Version)
	}
	s.Tables = []table{t}
	return s
}

func (r *Report) methods() *section {
	text := fmt.Sprintf("%s rule sets of draughts were compared by self-play. Openings are random quiet moves after which neither side could capture under any of the rule sets (a note says where there are too few of these); rule sets with the same board and start share them. ", count(len(r.Profiles))) +
		fmt.Sprintf("Games were played to an end by the rules or to a horizon of %d plies, which is reported apart and never counted as a draw. ", r.Plan.HorizonPlies) +
		"Rates are given with Wilson’s (1927) interval, with the number of games divided by the design effect (Rao and Scott 1992) where openings were played more than once. " +
		"Differences rest on a cluster-robust variance with the opening as cluster (Liang and Zeger 1986), paired where openings are shared, with Student’s t; the interval of a difference of rates squares and adds the distances to Clopper and Pearson’s (1934) limits, on as many trials as that variance leaves (Newcombe 1998; Zou and Donner 2008). Newcombe’s interval of independent rates, Cohen’s h and the odds ratio (Woolf 1955) stand beside them, and Fisher’s exact p where an expected count is under 5 and games are independent. " +
		"Lengths are Kaplan–Meier estimates with games cut off by horizon, void or forfeit as censored and openings as clusters (Williams 1995); the band of a curve is Hall and Wellner’s (1980); quantiles have Brookmeyer and Crowley’s (1982) interval, and differences of medians Su and Wei’s (1993). " +
		fmt.Sprintf("All intervals are of %.0f %% each. p values are two-sided and adjusted by Holm (1979) over all differences of one metric; values by Benjamini and Hochberg (1995) over all metrics are for exploration. ", 100*Level) +
		r.methodsAsked() +
		"Every number is computed from the counts in these tables and from the records of the run."
	return &section{ID: "methods", Title: "Methods", Text: []string{text}}
}

func (r *Report) methodsAsked() string {
	text := ""
	if len(r.Verdicts) > 0 {
		text += fmt.Sprintf("The study states the claims, and its hash fixes them before the games. A claimed direction is tested two-sided; a claimed equivalence by two one-sided tests (Schuirmann 1987), and refuted where the difference lies beyond the margin, tested two-sided. p values are adjusted within the family that the study names. The size that would have been shown is that at level %s over the tests of the family with a chance of %.0f %% (Bloom 1995). ", fixed(alpha, 2), 100*Power)
	}
	if len(r.Readings) > 0 {
		text += "Readings are compared with their base, and adjusted by Holm over the open readings of a base that are played differently, metric by metric; those that are not open are adjusted by themselves. "
	}
	if r.Plan.Ablation != nil {
		text += fmt.Sprintf("Attributions are Shapley values (1953) over the mixtures of parts, interactions those of Grabisch and Roubens (1999), with the intervals of differences, and for lengths percentiles of %s resamples of openings that are the same for all mixtures. ", count(stats.Resamples))
	}
	if e := r.Groups[0].Cells[0].Exact; e != nil {
		text += fmt.Sprintf("Endings with at most %d pieces are solved by retrograde analysis under each rule set, draw clauses left out. ", e.Pieces)
	}
	if len(r.rungs()) > 1 {
		text += "Whether differences depend on who plays is a Wald test of the interaction in a logistic regression with openings as clusters. "
	}
	return text
}
