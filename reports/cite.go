package reports

import (
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/variants/content"
)

// A citation has the data that catalogues and reference managers take from a page.
type citation struct {
	Hash    string
	Meta    []metaTag
	Dataset template.JS // schema.org, as JSON-LD
}

type metaTag struct{ Name, Value string }

// developers are the authors of the program, and of the pages that it writes.
const developers = "The varlab developers"

// notStated stands in fields of a licence as long as nobody has chosen one.
const notStated = "not stated"

func citationOf(r *Report) *citation {
	title, id := plain(r.title()), "varlab study "+r.Manifest.StudyHash
	dataset := map[string]any{
		"@context": "https://schema.org", "@type": "Dataset", "name": title, "identifier": id,
		"description": fmt.Sprintf("%s of draughts, played by programs under %s, with what they show.", plural(r.Games*len(r.Profiles)*len(r.Groups), "game", "games"), plural(len(r.Profiles), "rule set", "rule sets")),
		"creator":     map[string]string{"@type": "Organization", "name": developers}, "license": notStated,
		"measurementTechnique": "games between programs from set openings", "variableMeasured": list(findings.MetricsOf(r.Plan.Metrics), func(m findings.Metric) string { return m.Title }),
		"citation": list(allSources(r.Profiles), sourceWords),
	}
	if r.Version != "" {
		dataset["version"] = plain(r.Version)
	}
	text, err := json.Marshal(dataset)
	if err != nil {
		panic(err) // plain values
	}
	return &citation{
		Hash: r.Manifest.StudyHash,
		Meta: []metaTag{
			{"citation_title", title},
			{"citation_author", developers},
			{"citation_technical_report_number", id},
			{"citation_technical_report_institution", "varlab"},
			{"citation_language", "en"},
		},
		Dataset: template.JS(strings.ReplaceAll(string(text), "</", `<\/`)),
	}
}

func sourceWords(s content.Source) string {
	return plain(content.Joined(", ", s.Author, s.Title, s.Year, s.Where))
}

func citeSection(r *Report) *section {
	version := when(r.Version != "", ", version "+plain(r.Version))
	fixes := "fixes every game"
	fixes += when(r.Engines(), " but for what external engines choose")
	return &section{
		ID: "cite", Title: "To cite it",
		Text: []string{
			fmt.Sprintf("The study by its hash, which "+fixes+": “%s”, varlab study %s, seed %d%s. Numbers belong to the run %s. A licence is %s.", plain(r.title()), r.Manifest.StudyHash, r.Plan.Seed, version, short(r.Manifest.Hash), notStated),
			"The study, the program and the sources of the rule sets as BibTeX:",
		},
		Code: []code{{"BibTeX", r.BibTeX()}},
	}
}

type work struct {
	key, kind                  string // kind of BibTeX
	author, editor             []string
	title, within, year, where string
	note                       string
}

func worksOf(r *Report) []work {
	list := []work{
		{key: "varlab-" + short(r.Manifest.StudyHash), kind: "misc", author: []string{developers}, title: plain(r.title()), where: "varlab study " + r.Manifest.StudyHash, note: fmt.Sprintf("Data set. Seed %d, run %s", r.Plan.Seed, r.Manifest.Hash)},
		{key: "varlab", kind: "misc", author: []string{developers}, title: "varlab: a laboratory for historical rule sets of draughts", where: "Computer program", note: when(r.Version != "", "Version "+plain(r.Version))},
	}
	uses := map[string]bool{list[0].key: true, list[1].key: true} // BibTeX tells no capitals apart
	for _, s := range allSources(r.Profiles) {
		w := workOf(s)
		for n, own := 2, w.key; uses[strings.ToLower(w.key)]; n++ {
			w.key = fmt.Sprintf("%s-%d", own, n)
		}
		uses[strings.ToLower(w.key)] = true
		list = append(list, w)
	}
	return list
}

// workOf reads from what a source says of itself what kind of work it is: part of a
// work that has editors, a book, which has an author and a year, or something else.
func workOf(s content.Source) work {
	w := work{key: bibKey(s.ID), kind: "misc", title: plain(s.Title), year: plain(s.Year), where: plain(s.Where), note: plain(s.Note)}
	people := plain(s.Author)
	names := func(text string) []string {
		return strings.Split(strings.ReplaceAll(text, ", ", " and "), " and ")
	}
	before, edited := strings.CutSuffix(people, ", editors")
	switch {
	case edited:
		w.editor = names(before)
		if work, part, ok := strings.Cut(w.title, ", "); ok {
			w.kind, w.within, w.title = "incollection", work, part
			w.note, w.where = content.Joined("; ", w.where, w.note), ""
		}
	case people != "":
		w.author = names(people)
		if w.year != "" && w.where != "" {
			w.kind = "book"
		}
	}
	return w
}

// BibTeX has an entry for each work, of a type that BibTeX knows.
func (r *Report) BibTeX() string {
	var b strings.Builder
	for _, w := range worksOf(r) {
		fmt.Fprintf(&b, "@%s{%s", w.kind, w.key)
		field := func(name, value string) {
			if value != "" {
				fmt.Fprintf(&b, ",\n  %s = {%s}", name, value)
			}
		}
		field("author", bibNames(w.author))
		field("editor", bibNames(w.editor))
		field("title", bibText(w.title))
		field("booktitle", bibText(w.within))
		field("year", strings.ReplaceAll(bibText(w.year), " to ", "--"))
		field(lists.Choose(w.kind == "book", "publisher", "howpublished"), bibText(w.where))
		field("note", bibText(w.note))
		b.WriteString("\n}\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// bibNames writes names; what is no person's is kept together.
func bibNames(names []string) string {
	return strings.ReplaceAll(strings.Join(list(names, bibText), " and "), developers, "{"+developers+"}")
}

func bibKey(s string) string {
	return notInKey.ReplaceAllStringFunc(s, func(c string) string {
		return lists.Choose(c == " ", "-", fmt.Sprintf("-%x", []rune(c)[0]))
	})
}

var notInKey = regexp.MustCompile(`[^-_.:A-Za-z0-9]`)

func bibText(s string) string {
	return strings.TrimSpace(bibMarks.Replace(plain(s)))
}

// Braces that do not match would end the entry. Those around a mark keep an address from
// becoming a link where the references are set.
var bibMarks = strings.NewReplacer("://", "{:}//", "www.", "www{.}", "{", " ", "}", " ", `\`, " ", "%", `\%`, "&", `\&`, "#", `\#`, "_", `\_`, "$", `\$`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`)
