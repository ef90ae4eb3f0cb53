package reports

import (
	"html/template"
	"regexp"
	"slices"
	"strings"
	"sync"

	"varlab/internal/lists"
	"varlab/variants/glossary"
)

// A term of the glossary on a page.
type term struct {
	ID, Term, French, Means string
	found                   *regexp.Regexp
}

// terms are the terms that a reader of rules, or of statistics, may not know, and pattern
// finds one of them in a text. Only pages need them, so they are read when one is made.
var terms = sync.OnceValues(func() (list []term, pattern *regexp.Regexp) {
	var forms []string
	for _, t := range glossary.All() {
		if t.Means == "" {
			continue
		}
		form := lists.Choose(t.ID == "ply", "pl(?:y|ies)", regexp.QuoteMeta(strings.TrimSuffix(t.Words["en"], "s"))) + "(?:s|es|ed|d|led|ling)?"
		list = append(list, term{ID: t.ID, Term: t.Words["en"], French: t.Words["fr"], Means: t.Means, found: regexp.MustCompile("(?i)^" + form + "$")})
		forms = append(forms, form)
	}
	return list, regexp.MustCompile(`(?i)\b(?:` + strings.Join(forms, "|") + `)\b`)
})

// A marker marks the first place of each term of the glossary in the texts given to it.
type marker map[string]bool

func (m marker) mark(text string) template.HTML {
	all, pattern := terms()
	return template.HTML(pattern.ReplaceAllStringFunc(template.HTMLEscapeString(keep(text)), func(word string) string {
		id := all[slices.IndexFunc(all, func(t term) bool { return t.found.MatchString(word) })].ID
		if m[id] {
			return word
		}
		m[id] = true
		return `<button type="button" class="term" popovertarget="term-` + id + `" interestfor="term-` + id + `">` + word + `</button>`
	}))
}

// marked are the terms that were marked.
func (m marker) marked() []term {
	all, _ := terms()
	return lists.Those(all, func(t term) bool { return m[t.ID] })
}
