package variants

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"varlab/variants/content"
	"varlab/variants/strict"
)

// A Clause is a numbered statement of a source, with its words.
type Clause = content.Clause

// kinds of clauses: rules of play, what people must do, the order of games, adjudication,
// equipment, remarks, and mixtures of a rule of play and something else.
var kinds = []string{"R", "P", "M", "A", "E", "F", "R/P", "R/A", "R/E", "R/F", "A/M"}

func clausesOf(document string) []Clause { return library()[document] }

// ClauseOf returns the clause of the program's documents with that id.
func ClauseOf(id string) (Clause, bool) { return clauseIn(clausesOf(document(id)), id) }

func clauseIn(clauses []Clause, id string) (Clause, bool) {
	for _, c := range clauses {
		if c.ID == id {
			return c, true
		}
	}
	return Clause{}, false
}

// library has the clauses of the program's documents.
var library = sync.OnceValue(func() map[string][]Clause {
	text, err := files.ReadFile(clauseFile)
	if err != nil {
		panic(err) // embedded
	}
	d, fs := strict.Parse("variants/"+clauseFile, string(text))
	lib := map[string][]Clause{}
	if d != nil {
		r := strict.Reader{Document: d, Faults: &fs}
		for _, doc := range d.Under("") {
			name := strict.Last(doc)
			lib[name] = readClauses(r, doc, name)
			for i := range lib[name] {
				lib[name][i].Sentence = sentence(name, lib[name][i].Words)
			}
		}
	}
	if err := fs.Err(); err != nil {
		panic(err)
	}
	return lib
})

// sentence returns the sentence of a document that has words; an ellipsis in words stands for
// parts left out. It is empty if the program does not have the document's text.
func sentence(document, words string) string {
	text, err := files.ReadFile("texts/" + document + ".txt")
	if err != nil || words == "" {
		return ""
	}
	return regexp.MustCompile("(?m)^.*" + strings.ReplaceAll(regexp.QuoteMeta(words), " … ", ".*") + ".*$").FindString(string(text))
}

func readClauses(r strict.Reader, path, name string) []Clause {
	if !r.Table(path) {
		return nil
	}
	var list []Clause
	for _, p := range r.Under(path) {
		c := Clause{ID: name + "." + strict.Last(p)}
		if says, ok := r.Get(p).(string); ok {
			c.Says = says
		} else if r.Table(p) {
			r.Known(p, "kind", "says", "words")
			c.Says, _ = r.Text(strict.Dot(p, "says"))
			c.Words, _ = r.Text(strict.Dot(p, "words"))
			if kind, ok := r.Text(strict.Dot(p, "kind")); ok {
				if !slices.Contains(kinds, kind) {
					r.Wrong(strict.Dot(p, "kind"), "text made of R, P, M, A, E and F")
				}
				c.Kind = kind
			}
		}
		if c.Says == "" {
			r.Faults.AtKey(r.Document, p, p, "no says (want what the clause says)")
		}
		list = append(list, c)
	}
	return list
}

func document(id string) string {
	doc, _, _ := strings.Cut(id, ".")
	return doc
}
