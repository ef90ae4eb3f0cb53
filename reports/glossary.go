package reports

import (
	"html/template"
	"regexp"
	"slices"
	"strings"

	"varlab/variants/glossary"
)

// A term of the glossary as a page has it.
type term struct {
	ID, Term, French, Means string
	found                   *regexp.Regexp
}

// terms are the terms that a reader of rules, or of statistics, may not know.
var terms = func() (list []term) {
	for _, t := range glossary.All() {
		if t.Means != "" {
			list = append(list, term{ID: t.ID, Term: t.Words["en"], French: t.Words["fr"], Means: t.Means})
		}
	}
	return list
}()

// anyTerm finds one of them in a text.
var anyTerm = func() *regexp.Regexp {
	var all []string
	for i, t := range terms {
		form := choose(t.ID == "ply", "pl(?:y|ies)", regexp.QuoteMeta(strings.TrimSuffix(t.Term, "s"))) + "(?:s|es|ed|d|led|ling)?"
		terms[i].found = regexp.MustCompile("(?i)^" + form + "$")
		all = append(all, form)
	}
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(all, "|") + `)\b`)
}()

// marker marks the first place of each term of the glossary in the texts given to it.
func marker() func(text string) template.HTML {
	seen := map[string]bool{}
	return func(text string) template.HTML { return marked(text, seen) }
}

func marked(text string, seen map[string]bool) template.HTML {
	return template.HTML(anyTerm.ReplaceAllStringFunc(template.HTMLEscapeString(keep(text)), func(word string) string {
		i := slices.IndexFunc(terms, func(t term) bool { return t.found.MatchString(word) })
		id := terms[i].ID
		if seen[id] {
			return word
		}
		seen[id] = true
		return `<button type="button" class="term" popovertarget="term-` + id + `" interestfor="term-` + id + `">` + word + `</button>`
	}))
}

func termsIn(page string) (list []term) {
	for _, t := range terms {
		if strings.Contains(page, `popovertarget="term-`+t.ID+`"`) {
			list = append(list, t)
		}
	}
	return list
}
