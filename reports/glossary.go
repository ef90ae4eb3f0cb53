package reports

import (
	"html/template"
	"regexp"
	"slices"
	"strings"
)

// A term of the glossary, with the word of the French sources where they have one.
type term struct {
	ID, Term, French, Means string
	found                   *regexp.Regexp
}

// glossary are the terms that a reader of rules, or of statistics, may not know.
var glossary = []term{
	{ID: "huff", Term: "huff", French: "souffler", Means: "To remove a piece that had to take and did not."},
	{ID: "omission", Term: "omission", French: "faute", Means: "A move that leaves a due capture untaken."},
	{ID: "compel", Term: "compel", French: "forcer à prendre", Means: "To have an omission taken back: the player at fault must make a due capture."},
	{ID: "waive", Term: "waive", French: "laisser passer", Means: "To play on as if no capture had been left."},
	{ID: "due", Term: "due", French: "prise due", Means: "A capture is due where the rules demand it, after their order of precedence."},
	{ID: "ply", Term: "ply", French: "coup", Means: "One turn of one player; two plies are what players call a move."},
	{ID: "horizon", Term: "horizon", Means: "The number of plies after which a game that goes on is cut off. By that it is no draw: it counts as its last position is worth, where that is known."},
	{ID: "unfinished", Term: "unfinished", Means: "Cut off by the horizon, before the rules had ended it."},
	{ID: "open", Term: "open games", Means: "Games cut off in a position whose exact value is not known. Bounds say what a rate would be, whatever these had come to."},
	{ID: "stalled", Term: "stalled", Means: "Open, and without a capture, huff, promotion or man’s move in the last 100 plies."},
	{ID: "decisive", Term: "decisive", Means: "Won by one side."},
	{ID: "interval", Term: "95 % interval", Means: "A range made by a rule that, over many such studies, holds the true value 95 times of 100. Chance of the sample alone is in it."},
	{ID: "holm", Term: "Holm", Means: "A way of raising p for the number of tests made, so that of all of them together not even one is likely to be wrong."},
	{ID: "points", Term: "points", Means: "Differences of percentages: from 20 to 25 per cent are 5 points."},
	{ID: "opening", Term: "openings", Means: "The first plies of games, drawn at random or taken from given games, and the same for all rule sets with one board and start, so that games differ."},
	{ID: "reading", Term: "reading", Means: "One way of understanding a clause that can be understood in several."},
}

// anyTerm finds one of them in a text.
var anyTerm = func() *regexp.Regexp {
	var all []string
	for i, t := range glossary {
		form := choose(t.ID == "ply", "pl(?:y|ies)", regexp.QuoteMeta(strings.TrimSuffix(t.Term, "s"))) + "(?:s|es|ed|d|led|ling)?"
		glossary[i].found = regexp.MustCompile("(?i)^" + form + "$")
		all = append(all, form)
	}
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(all, "|") + `)\b`)
}()

// marker marks the first place of each term of the glossary in the texts given to it.
func marker() func(text string) template.HTML {
	seen := map[string]bool{}
	return func(text string) template.HTML { return terms(text, seen) }
}

func terms(text string, seen map[string]bool) template.HTML {
	return template.HTML(anyTerm.ReplaceAllStringFunc(template.HTMLEscapeString(keep(text)), func(word string) string {
		i := slices.IndexFunc(glossary, func(t term) bool { return t.found.MatchString(word) })
		id := glossary[i].ID
		if seen[id] {
			return word
		}
		seen[id] = true
		return `<button type="button" class="term" popovertarget="term-` + id + `" interestfor="term-` + id + `">` + word + `</button>`
	}))
}

func termsIn(page string) (list []term) {
	for _, t := range glossary {
		if strings.Contains(page, `popovertarget="term-`+t.ID+`"`) {
			list = append(list, t)
		}
	}
	return list
}
