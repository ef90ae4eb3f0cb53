package reports

import (
	"fmt"
	"regexp"
	"strings"
)

func (r *Report) citeSection() *section {
	version := ""
	if r.Version != "" {
		version = ", version " + r.Version
	}
	s := &section{
		ID: "cite", Title: "To cite it",
		Text: []string{
			fmt.Sprintf("The study by its hash, which fixes every game: “%s”, varlab study %s, seed %d%s. Numbers belong to the run %s.", plain(r.title()), r.Manifest.StudyHash, r.Plan.Seed, version, short(r.Manifest.Hash)),
			"The study and the sources of its rule sets as BibTeX:",
		},
	}
	s.Code = r.BibTeX()
	return s
}

func (r *Report) BibTeX() string {
	var b strings.Builder
	entry := func(key string, fields ...string) {
		fmt.Fprintf(&b, "@misc{%s", bibKey(key))
		for i := 0; i < len(fields); i += 2 {
			if v := bibText(fields[i+1]); v != "" {
				fmt.Fprintf(&b, ",\n  %s = {%s}", fields[i], v)
			}
		}
		b.WriteString("\n}\n")
	}
	entry("varlab-"+short(r.Manifest.StudyHash), "title", r.title(), "howpublished", "varlab study "+r.Manifest.StudyHash, "note", fmt.Sprintf("Seed %d, run %s", r.Plan.Seed, r.Manifest.Hash))
	for _, s := range allSources(r.Profiles) {
		entry(s.ID, "author", s.Author, "title", s.Title, "year", s.Year, "howpublished", s.Where, "note", s.Note)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func bibKey(s string) string { return notInKey.ReplaceAllString(s, "-") }

var notInKey = regexp.MustCompile(`[^-_.:A-Za-z0-9]`)

func bibText(s string) string {
	return strings.TrimSpace(bibMarks.Replace(plain(s)))
}

// Braces that do not match would end the entry.
var bibMarks = strings.NewReplacer("{", " ", "}", " ", `\`, " ", "%", `\%`, "&", `\&`, "#", `\#`, "_", `\_`, "$", `\$`)
