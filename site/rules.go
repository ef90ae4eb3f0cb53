package site

import (
	"cmp"
	"html/template"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"varlab/explore"
	"varlab/explore/page"
	"varlab/internal/lists"
	"varlab/reports"
	"varlab/reports/chart"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/variants"
	"varlab/variants/content"
)

// A ruleSet is the page of a rule set.
type ruleSet struct {
	Set  explore.Set
	Says variants.Explanation
}

// sections are the parts of a rule set's page: those with which games are played, and others.
var sections = append(slices.Clone(explore.Sections), explore.Section{Key: "conduct", Title: "Conduct"}, explore.Section{Key: "match", Title: "The order of games"})

func rulesPath(ref string) string { return "rules/" + strings.TrimSuffix(ref, ".toml") + ".html" }

// ruleSets makes a page of each rule set, and one of all.
func (w *work) ruleSets() error {
	for _, set := range w.Sets {
		if err := w.add(&sheet{Path: rulesPath(set.Ref), Kind: "rules", Title: set.Title, About: set.Summary, Data: &ruleSet{set, set.Explain("")}}); err != nil {
			return err
		}
	}
	all, err := page.Gallery(w.Rules, func(ref string) string { return strings.TrimPrefix(rulesPath(ref), "rules/") }, "../board.html#/")
	return cmp.Or(err, w.add(&sheet{Path: "rules/index.html", Kind: "gallery", Title: "The rule sets", About: "Rule sets of draughts from seven centuries, each rule with the clause of the text that it comes from.", Data: all}))
}

// Start draws the board at the start, of Width and Height.
func (r *ruleSet) Start() template.HTML {
	start := r.Set.Rules.Start()
	return template.HTML(reports.Placed(notation.Of(r.Set.Rules.Profile()), start.Setup()))
}

func (r *ruleSet) Width() int  { return 40*r.Set.Profile.Board.Columns + 4 }
func (r *ruleSet) Height() int { return 40*r.Set.Profile.Board.Rows + 4 }

// Facts are those of the table of all rule sets.
func (r *ruleSet) Facts() []page.Fact { return page.Facts(r.Set.Profile) }

// Rules are those of a section.
func (r *ruleSet) Rules(section string) []variants.AxisExplanation {
	return lists.Those(r.Says.Explained, func(x variants.AxisExplanation) bool {
		return x.Key == section || strings.HasPrefix(x.Key, section+".")
	})
}

// Naming are the findings that name a rule set, by their files. What has a table of all is none.
func (w *work) Naming(set explore.Set) (found []*document) {
	named := regexp.MustCompile("[`\"']" + regexp.QuoteMeta(set.Ref) + "[`\"'+{]")
	for _, file := range lists.SortedKeys(w.Pages) {
		p := w.Pages[file]
		if all := path.Base(file) == "timeline.md" || path.Base(file) == "references.md"; p.Deep() && !all && named.MatchString(p.source) {
			found = append(found, p)
		}
	}
	return found
}

// A source is the page of a text.
type source struct {
	variants.Source
	Language string
	Sets     []explore.Set
}

// Citing are the rule sets with a rule that rests on a clause.
func (t *source) Citing(clause string) []explore.Set {
	return lists.Those(t.Sets, func(s explore.Set) bool {
		return slices.ContainsFunc(s.Axes(), func(a *profile.Axis) bool { return slices.Contains(s.Cite(a.Key).Clauses, clause) })
	})
}

// texts makes a page of each text, and one of all.
func (w *work) texts() error {
	texts := map[string]*source{}
	for _, set := range w.Sets {
		for _, s := range set.Sources {
			if texts[s.ID] == nil {
				texts[s.ID] = &source{Source: variants.Source{Source: s.Source}, Language: set.Language}
			}
			t := texts[s.ID]
			t.Sets = append(t.Sets, set)
			for _, c := range s.Clauses {
				if !slices.ContainsFunc(t.Clauses, func(o variants.Clause) bool { return o.ID == c.ID }) {
					t.Clauses = append(t.Clauses, c)
				}
			}
		}
	}
	all := slices.SortedFunc(maps.Values(texts), func(a, b *source) int {
		return cmp.Or(cmp.Compare(firstYear(a.Year), firstYear(b.Year)), cmp.Compare(a.Title, b.Title))
	})
	for _, t := range all {
		about := content.Joined(", ", t.Author, t.Year) + ": its clauses, and the rules that rest on each."
		if err := w.add(&sheet{Path: "texts/" + t.ID + ".html", Kind: "text", Title: t.Title, About: about, Data: t}); err != nil {
			return err
		}
	}
	return w.add(&sheet{Path: "texts/index.html", Kind: "texts", Title: "The texts", About: "The books, articles and codes that the rule sets are made from, in order of time.", Data: all})
}

// firstYear is the first year in the words of a text's date: texts come in its order.
func firstYear(words string) string { return fourDigits.FindString(words) }

var fourDigits = regexp.MustCompile(`[0-9]{4}`)

// First reports whether a page has not asked this of a text before.
func (s *sheet) First(text string) bool {
	again := s.seen[text]
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	s.seen[text] = true
	return !again
}

// Once is a clause with its whole sentence, or with its key words alone where the page has the
// sentence already.
func (s *sheet) Once(c content.Clause) content.Clause {
	if c.Sentence != "" && !s.First(c.Sentence) {
		c.Sentence = ""
	}
	return c
}

// TextOf is the address of a clause on the page of its text.
func (s *sheet) TextOf(id string) string {
	document, _, _ := strings.Cut(id, ".")
	return s.Root() + "texts/" + document + ".html#" + id
}

// PathOf is the path of a rule set's page.
func (s *sheet) PathOf(set explore.Set) string { return s.Root() + rulesPath(set.Ref) }

// The years of the time line.
const (
	firstYearShown = 1550
	lastYearShown  = 2030
)

// timeline has a lane for each family of rule sets, that with the oldest first.
func (w *work) timeline() (l chart.Timeline) {
	l = chart.Timeline{
		Head: chart.Head{ID: "timeline", Title: "When each rule set was written down", Desc: "A lane for each family; a bar for each rule set, from the first year of its texts to the last."},
		From: firstYearShown, To: lastYearShown,
	}
	sets := slices.Clone(w.Sets)
	slices.SortStableFunc(sets, func(a, b explore.Set) int { return cmp.Compare(a.Years().From, b.Years().From) })
	for _, set := range sets {
		y := set.Years()
		if set.Own || y.From == 0 {
			continue
		}
		at := slices.IndexFunc(l.Lanes, func(l chart.Lane) bool { return l.Title == set.Family })
		if at < 0 {
			at, l.Lanes = len(l.Lanes), append(l.Lanes, chart.Lane{Title: set.Family})
		}
		if y.To == 0 {
			y.To = lastYearShown
		}
		l.Lanes[at].Bars = append(l.Lanes[at].Bars, chart.Bar{
			Label: set.Short, Said: set.Short + ": " + set.Title + ", " + set.Period, Link: rulesPath(set.Ref),
			Since: float64(y.Since), From: float64(y.From), To: float64(y.To + 1), Faint: !y.Known, StandsOut: profile.HasHuff(set.Profile),
		})
	}
	return l
}
