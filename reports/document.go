package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
	"varlab/variants/content"
)

// A document is a report as headings, sentences, tables and figures. Every form for
// people is written from it, so that all print the same words and numbers.
type document struct {
	Title    string
	Question string
	Answer   answer              // its title is that of the page, if it has one
	Sets     []*findings.Profile // whose colours figures have; only on a page
	Board    *smallBoard         // where the first two rule sets part; only on a page
	Lead     []string
	Sections []*section
	Warnings []string
	Cite     *citation // nil if it is of no study
	Clauses  []clauseCard
}

// A section has a heading and its content, in this order.
type section struct {
	ID, Title string
	Text      []string
	Findings  []Finding
	Figures   []figure
	Tables    []table
	Facing    []facing     // only on a page
	Boards    []smallBoard // only on a page
	Appendix  bool         // how the report was made: a page folds it
	More      []table      // the numbers behind the figures: a page folds them
	Folded    []folded
	Games     []steps // only on a page
	Code      []code
}

type code struct{ Language, Text string }

type folded struct {
	Title  string
	Text   []string
	Tables []table
	Boards []smallBoard // only on a page
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
	Terminal string // for a terminal, where Text is long
	Short    string // for a narrow page too
	Under    []ref  // clauses that it rests on, or that it is assumed
	Warnings []int
	Faint    bool // no difference shown
}

func (c cell) whole() string {
	if len(c.Under) == 0 {
		return c.Text
	}
	basis := strings.Join(list(c.Under, ref.String), ", ")
	return lists.Choose(c.Text == "", basis, c.Text+" ("+basis+")")
}

// filled are the tables that have rows.
func filled(tables ...table) []table {
	return slices.DeleteFunc(tables, func(t table) bool { return len(t.Rows) == 0 })
}

func textRow(words ...string) []cell {
	return list(words, func(w string) cell { return cell{Text: w} })
}

// row returns a row whose first cell names it.
func row(name cell, words ...string) []cell { return append([]cell{name}, textRow(words...)...) }

// name is how tables name a rule set: its number and short name, with its warnings.
func (r *Report) name(c *findings.Cell) cell {
	return cell{Text: labelOf(c.Profile), Terminal: typedOf(c.Profile), Warnings: r.marks(c)}
}

func labelOf(p *findings.Profile) string { return fmt.Sprintf("%d %s", p.Number, p.Short) }

// longInTable is the length from which an id does not stand in a table: the short name does, and
// the list of rule sets has the whole.
const longInTable = 40

// typed is the label of a terminal, which has the id that can be typed.
func typedOf(p *findings.Profile) string {
	return fmt.Sprintf("%d %s", p.Number, cmp.Or(p.Given, lists.Choose(utf8.RuneCountInString(p.ID) <= longInTable, p.ID, p.Short)))
}

func (r *Report) document() *document {
	d := &document{Title: r.title(), Warnings: r.Notes, Cite: citationOf(r), Clauses: cards(r)}
	d.Answer = r.answer()
	d.Question = cmp.Or(plain(r.Plan.Question), d.Answer.Question)
	if sets := r.Principals(); len(sets) > 1 && len(sets) <= findings.Few {
		d.Sets = sets
	}
	appendix := []*section{assumptions(r), playedSection(r), methodsSection(r), reproduce(r), citeSection(r)}
	for _, s := range appendix {
		s.Appendix = true
	}
	sides := rulesSideBySide(r)
	if sides != nil {
		d.Board = sides.hero(r.Principals())
	}
	found := ablationSections(r) // where there are any nothing else was asked
	if r.Plan.Ablation == nil {
		found = slices.Concat([]*section{confirmatory(r), rankingSection(r)}, readingSections(r), []*section{strengthSection(r)}, curveSections(r),
			[]*section{findingsSection(r, r.Last()), sides}, groupSections(r, r.Last()), []*section{gamesSection(r)})
	}
	d.Sections = lists.Those(append(found, appendix...), func(s *section) bool { return s != nil })
	d.number()
	return d
}

// Made says whether the document tells how it was made.
func (d *document) Made() bool {
	return len(d.Warnings) > 0 || slices.ContainsFunc(d.Sections, func(s *section) bool { return s.Appendix })
}

func playedSection(r *Report) *section {
	s := &section{ID: "played", Title: "Rule sets and players"}
	s.Text = []string{fmt.Sprintf("%s of draughts under %s, played by %s, from %s, each to a horizon of %d plies.",
		plural(r.Total(), "game", "games"), plural(len(r.Profiles), "rule set", "rule sets"), sentence(list(r.Groups, r.who)), r.openings(), r.Plan.HorizonPlies)}
	s.Text[0] += when(r.Look > 0, fmt.Sprintf(" They are read at look %d of %d, after %s of %s of each rule set and player.", r.Look, len(r.Plan.Looks), count(r.Games), plural(r.Plan.Games, "game", "games")))
	if t := ruleSetTable(r); len(t.Rows) > findings.Few {
		t.Title = ""
		s.Folded = append(s.Folded, folded{Title: sentenceCase(plural(len(t.Rows), "rule set", "rule sets")), Tables: []table{t}})
	} else {
		s.Tables = append(s.Tables, t)
	}
	t := table{Title: "Players", Head: []string{"player", "in words", "how it chooses"}, words: true}
	for _, who := range lists.Distinct(slices.Concat(list(r.Groups, func(g *findings.Group) []string { return g.Players[:] })...)) {
		t.Rows = append(t.Rows, textRow(plain(who), r.player(who), plain(playerMeans(who))))
	}
	s.Tables = append(s.Tables, t)
	return s
}

func (r *Report) player(spec string) string { return plain(cmp.Or(PlayerName(spec), spec)) }

// who names the players of a group in words, with their specs where two groups would have the
// same name.
func (r *Report) who(g *findings.Group) string {
	words := func(g *findings.Group) string {
		return lists.Choose(g.Alone(), r.player(g.Players[0]), r.player(g.Players[0])+" against "+r.player(g.Players[1]))
	}
	for _, other := range r.Groups {
		if other != g && words(other) == words(g) {
			return words(g) + " (" + plain(g.Name()) + ")"
		}
	}
	return words(g)
}

// brief names the players of a group in a table, by what tells them apart.
func (r *Report) brief(g *findings.Group) string {
	return plain(r.Plan.Briefly()[slices.Index(r.Groups, g)])
}

// Comparison is the name of a study that nobody has named.
const Comparison = "compare"

// ComparisonExact says which endings such a study looks up.
var ComparisonExact = study.Exact{Pieces: study.DefaultExactPieces, Adjudicate: true, Known: true}

func (r *Report) title() string {
	switch n, ab := len(r.Readings), r.Plan.Ablation; {
	case r.Plan.Title != "" || len(r.Verdicts) > 0:
		return plain(r.Plan.Called())
	case ab != nil:
		return r.nameOf(ab.A) + " against " + r.nameOf(ab.B) + ", rule by rule"
	case n > 0 && len(r.Principals()) == 1:
		return "Readings of " + r.Readings[n-1].Base.Profile.Name
	case r.Plan.Name != Comparison:
		return plain(r.Plan.Name)
	case len(r.Profiles) == 1:
		return "Games of " + r.Profiles[0].Name
	}
	names := list(r.Profiles, func(p *findings.Profile) string { return p.Name })
	if len(names) > 3 {
		return sentenceCase(InNumber(len(names))) + " rule sets of draughts compared"
	}
	return sentence(names) + " compared"
}

// kindOf says what the openings on a board are: "4 or 5 quiet plies".
func kindOf(b record.Board) string {
	plies := strings.Join(list(b.Chapters, func(c record.Chapter) string { return fmt.Sprint(c.Plies) }), " or ")
	return plies + " " + sentence(lists.Distinct(list(b.Chapters, record.Chapter.Words)))
}

func (r *Report) openings() string {
	return sentence(list(r.Manifest.Boards, func(b record.Board) string {
		return fmt.Sprintf("%s of %s on %s", plural(r.Used(&b), "opening", "openings"), kindOf(b), strings.ReplaceAll(b.Size, "x", "×"))
	}))
}

func findingsSection(r *Report, g *findings.Group) *section {
	s := &section{ID: "findings", Title: "Findings", Findings: r.besideDraws(g)}
	if asksMore(r) { // else the answer has them
		s.Findings = r.Sentences(g)
	}
	if len(r.Verdicts) > 0 {
		s.Title = "Exploratory findings"
	}
	if len(r.Groups) > 1 {
		s.Text = []string{"Unless stated otherwise, this and all that follows is about games played by " + r.who(g) + "."}
	}
	return s
}

func ruleSetTable(r *Report) table {
	return table{Title: "Rule sets", Head: []string{"rule set", "title", "id", "period, place", "status", "board"}, words: true, Rows: list(r.Profiles, func(p *findings.Profile) []cell {
		return textRow(labelOf(p), p.Name, plain(p.ID), plain(content.Joined(", ", p.Period, p.Place)), plain(p.Status), strings.ReplaceAll(p.Board, "x", "×"))
	})}
}

func short(hash string) string { return hash[:min(12, len(hash))] }

func groupSections(r *Report, g *findings.Group) []*section {
	cells := r.Principal(g)
	outcomes := &section{
		ID: "outcomes", Title: "How games ended",
		Figures: []figure{outcomeFigure(r, g, cells), scoreFigure(g, cells)},
		More:    filled(countTable(r, g), rateTable(r, g), scoreTable(r, g), reasonTable(r, g), courseTable(r, g), claimTable(r, g)),
	}
	lengths := &section{
		ID: "lengths", Title: "How long games last",
		Text:    []string{"Games cut off by the horizon or a forfeit count as still going on when they were cut off; games broken off are over."},
		Figures: []figure{lengthFigure(cells)},
		More:    []table{lengthTable(r, g, r.Plan.HorizonPlies), incidenceTable(r, g.Only(cells), r.Plan.HorizonPlies)},
	}
	if set := r.ReadingsIn(g); set != nil {
		lengths.Figures[0] = lengthFigure(append([]*findings.Cell{set.Base}, set.Changing(findings.MetricOf("plies"))...))
		lengths.Text[0] += " The readings that are shown to change the length stand beside the base."
	}
	return []*section{outcomes, lengths, differenceSection(r, g, cells), exactSection(r, g), exerciseSection(r, cells)}
}

func reproduce(r *Report) *section {
	s := &section{ID: "reproduce", Title: "To repeat it"}
	if c := r.Command(); c != "" {
		s.Code = []code{{"sh", c}}
		s.Text = []string{"The same games, to the last bit, on any machine and with any number of workers:"}
		if r.Engines() {
			s.Text = []string{"The same study; what external engines choose may differ:"}
		}
	} else {
		s.Text = []string{"No flags express this study: run its study file again (varlab run). The manifest of the run has the resolved study."}
	}
	files := lists.Distinct(list(r.Profiles, func(p *findings.Profile) string { return p.File }))
	if files = lists.Those(files, func(f string) bool { return f != "" }); len(files) > 0 {
		s.Text = append(s.Text, "Not built in, and needed beside it: "+strings.Join(files, ", ")+". Their text, resolved, stands in the manifest of the run.")
	}
	t := table{Head: []string{"what", "value"}, words: true}
	add := func(k, v string) { t.Rows = append(t.Rows, textRow(k, plain(v))) }
	add("study", r.Plan.Name)
	add("study hash", r.Manifest.StudyHash)
	add("run hash", r.Manifest.Hash)
	if r.Root != "" {
		add("root: of manifest and games, as varlab verify --root wants it", r.Root)
	}
	if r.Engines() {
		add("games, as they were played", r.Played)
	} else {
		add("games: the same whichever program played them", r.Played)
	}
	for _, p := range r.Profiles {
		add("PlayHash of "+p.ID, p.PlayHash)
	}
	add("seed", fmt.Sprint(r.Plan.Seed))
	add("random numbers", r.Manifest.RNG)
	for _, g := range r.Groups {
		add("players", g.Name())
	}
	add("games a rule set and player", count(r.Games))
	add("horizon, plies", count(r.Plan.HorizonPlies))
	for _, b := range r.Manifest.Boards {
		add("openings on "+strings.ReplaceAll(b.Size, "x", "×"), fmt.Sprintf("%s of %s, from %s (start %s)", count(r.Used(&b)), kindOf(b), plural(b.Positions(), "position", "positions"), b.ID))
	}
	add("record format", fmt.Sprint(r.Manifest.Format))
	if r.Version != "" {
		add("varlab", r.Version)
	}
	s.Folded = []folded{{Title: "Identity", Tables: []table{t}}}
	return s
}

func methodsSection(r *Report) *section {
	text := fmt.Sprintf("Programs played %s of draughts. Openings are %s; rule sets with the same board and start share them. ", plural(len(r.Profiles), "rule set", "rule sets"), begun(r)) +
		fmt.Sprintf("Games were played until they had ended or to a horizon of %d plies; a game cut off there counts by the exact value of its last position, or is reported apart if that is unknown, never as a draw. ", r.Plan.HorizonPlies) +
		"Rates are given with Wilson’s (1927) interval, with the number of games divided by the design effect (Rao and Scott 1992) where openings were played more than once. " +
		"Differences rest on a cluster-robust variance with the opening as cluster (Liang and Zeger 1986), paired where openings are shared, with Student’s t; the interval of a difference of rates squares and adds the distances to Clopper and Pearson’s (1934) limits, on as many trials as that variance leaves (Newcombe 1998; Zou and Donner 2008). " +
		"Lengths are Kaplan–Meier estimates with games cut off by horizon or forfeit as censored and openings as clusters (Williams 1995); the band of a curve is Hall and Wellner’s (1980); quantiles have Brookmeyer and Crowley’s (1982) interval, and differences of medians Su and Wei’s (1993). " +
		fmt.Sprintf("All intervals are of %.0f %% each. p values are two-sided and adjusted by Holm (1979) over all differences of one metric. ", 100*findings.Level) +
		methodsAsked(r) +
		"Every number is computed from the counts in these tables and from the records of the run."
	return &section{ID: "methods", Title: "Methods", Folded: []folded{{Title: "How the games were played and the numbers computed", Text: []string{text}}}}
}

func begun(r *Report) string {
	for _, b := range r.Manifest.Boards {
		for _, c := range b.Chapters {
			if c.Games {
				return "the beginnings of games that the study names, as far as all rule sets that share them allow their turns"
			}
		}
	}
	return "random quiet moves after which neither side could capture under any of the rule sets that share them (a note says where there are too few of these)"
}

func methodsAsked(r *Report) string {
	text := when(len(r.Verdicts) > 0, standingOf(r)+fmt.Sprintf(" The study states the claims, and its hash fixes them before the games. A claimed direction is tested two-sided, and refuted where both are the same game; a claimed equivalence by two one-sided tests (Schuirmann 1987), and refuted where the difference lies beyond the margin, tested two-sided; a claim of being no worse by one of the two. p values are adjusted within the family that the study names. The size that would have been shown is the one that a test at level %s, divided by the tests of the family, shows with a chance of %.0f %% (Bloom 1995). A verdict holds at both bounds that the open games leave, and its interval allows for the variation between trainings of the weights as well as for that of the sample. Undecided is not refuted. ", fixed(findings.Alpha, 2), 100*findings.Power))
	text += when(len(r.Readings) > 0, "Readings are compared with their base, and adjusted by Holm over the open readings of a base that are played differently, metric by metric; those that are not open are adjusted by themselves. ")
	text += when(r.Plan.Ablation != nil, fmt.Sprintf("Attributions are Shapley values (1953) over the mixtures of parts, interactions those of Grabisch and Roubens (1999), with the intervals of differences, and for lengths percentiles of %s resamples of openings that are the same for all mixtures. ", count(stats.Resamples)))
	text += when(len(r.Rankings) > 0, "Where changes are ranked, their effects are taken as normal around 0, with a standard deviation that the estimates make likely (Gelman 2006), and 4,000 draws are counted. ")
	if e := r.Groups[0].Cells[0].Exact; e != nil {
		text += fmt.Sprintf("Endings with at most %d pieces are solved by retrograde analysis, as far as they can be under each rule set, draw clauses left out. ", e.Pieces)
	}
	return text
}
